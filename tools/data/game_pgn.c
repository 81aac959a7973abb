#include "game_pgn.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "chess/fen.h"
#include "chess/san.h"
#include "game_walk.h"
#include "pgn/pgn_comment.h"
#include "pgn/pgn_writer.h"
#include "pgn_eval.h"

static const char *const result_text[GAME_RESULTS] = {"0-1", "1/2-1/2", "1-0"};

static void put_tags(FILE *to, const game *g, long number, const game_pgn_style *style)
{
    char round[32];
    snprintf(round, sizeof round, "%ld", number);
    pgn_put_tag(to, "Event", style->event);
    pgn_put_tag(to, "Site", "?");
    pgn_put_tag(to, "Date", "????.??.??");
    pgn_put_tag(to, "Round", round);
    pgn_put_tag(to, "White", "?");
    pgn_put_tag(to, "Black", "?");
    pgn_put_tag(to, "Result", result_text[g->result]);
    if (g->flags & GAME_CHESS960) {
        pgn_put_tag(to, "Variant", "Chess960");
    }
    if (strcmp(g->fen, FEN_START) != 0) {
        pgn_put_tag(to, "SetUp", "1");
        pgn_put_tag(to, "FEN", g->fen);
    }
    putc('\n', to);
}

/* Writes the comment {[%name argument]}. */
static void put_command(pgn_writer *t, const char *name, const char *argument)
{
    char comment[64];
    snprintf(comment, sizeof comment, "{[%%%s %s]}", name, argument);
    pgn_put_word(t, comment);
    t->number_due = true;
}

static void put_eval(pgn_writer *t, const game_ply *ply, colour to_move)
{
    if (ply->score != GAME_SCORE_NONE) {
        char score[PGN_SCORE_TEXT_MAX];
        pgn_eval_write(ply->score, to_move, score);
        put_command(t, "eval", score);
    }
}

/* Writes the visit shares in one comment, over as many lines as needed. */
static void put_visits(pgn_writer *t, const game *g, const game_walk *walk, const game_ply *ply)
{
    for (unsigned i = 0; i < ply->visit_count; i++) {
        const game_visit *visit = &g->visits[ply->visit_first + i];
        char san[SAN_TEXT_MAX], word[SAN_TEXT_MAX + 40];
        san_write(&walk->pos, game_walk_move(walk, g, visit->code), san);
        snprintf(word, sizeof word, "%s%s %.4f%s", i == 0 ? "{[%visits " : "", san,
                 visit->share / 65535.0, i + 1U == ply->visit_count ? "]}" : ",");
        pgn_put_word(t, word);
        t->number_due = true;
    }
}

/* Writes the scores of further lines in one comment, for White like all scores, over as many lines
 * of text as needed. */
static void put_lines(pgn_writer *t, const game *g, const game_walk *walk, const game_ply *ply)
{
    for (unsigned i = 0; i < ply->line_count; i++) {
        const game_line *line = &g->lines[ply->line_first + i];
        char san[SAN_TEXT_MAX], score[PGN_SCORE_TEXT_MAX],
            word[SAN_TEXT_MAX + PGN_SCORE_TEXT_MAX + 16];
        san_write(&walk->pos, game_walk_move(walk, g, line->code), san);
        pgn_eval_write(line->score, (colour)walk->pos.to_move, score);
        snprintf(word, sizeof word, "%s%s %s%s", i == 0 ? "{[%lines " : "", san, score,
                 i + 1U == ply->line_count ? "]}" : ",");
        pgn_put_word(t, word);
        t->number_due = true;
    }
}

/* Writes the teacher's best move, where another was played, and the reply that it expects. */
static void put_best(pgn_writer *t, const game *g, const game_walk *walk)
{
    const game_ply *ply = &g->plies[walk->ply];
    char san[SAN_TEXT_MAX];
    if (!ply->deviates) {
        return;
    }
    san_write(&walk->pos, walk->best, san);
    put_command(t, "best", san);
    if (ply->reply) {
        game_branch branch;
        game_walk_branch(walk, g, walk->best, &branch);
        san_write(&branch.pos, branch.reply, san);
        put_command(t, "reply", san);
    }
}

static bool put_moves(pgn_writer *t, const game *g, const game_pgn_style *style, failure *why)
{
    game_walk walk;
    if (!game_walk_start(&walk, g, why)) {
        return false;
    }
    t->number_due = true;
    for (; walk.ply < g->ply_count; game_walk_step(&walk)) {
        if (!game_walk_check(&walk, g, why)) {
            return false;
        }
        const game_ply *ply = &g->plies[walk.ply];
        char san[SAN_TEXT_MAX];
        if (!style->bare) {
            put_eval(t, ply, (colour)walk.pos.to_move);
        }
        san_write(&walk.pos, walk.played, san);
        pgn_put_move(t, &walk.pos, san);
        if (!style->bare) {
            put_best(t, g, &walk);
            put_visits(t, g, &walk, ply);
            put_lines(t, g, &walk, ply);
        }
    }
    return true;
}

bool game_pgn_write(FILE *to, const game *g, long number, const game_pgn_style *style, failure *why)
{
    pgn_writer t = {.to = to};
    put_tags(to, g, number, style);
    if (!put_moves(&t, g, style, why)) {
        return false;
    }
    pgn_put_result(&t, result_text[g->result]);
    return true;
}

/* A game that is being made of a record. */
typedef struct draft {
    game *g;
    game_pgn_rules rules;
    bool chess960;
    position before, pos;        /* before the last move, and after it */
    int score;                   /* of `pos`, or GAME_SCORE_NONE */
    int book;                    /* book moves at the start */
    char book_fen[FEN_TEXT_MAX]; /* the position after them */
    game_pgn_counts counts;      /* of this game */
} draft;

static bool add_move(draft *d, move m)
{
    game_ply *ply = game_add_ply(d->g);
    if (!ply) {
        return false;
    }
    ply->best = ply->played = game_move_code(m, d->chess960);
    ply->score = (int16_t)d->score;
    d->score = GAME_SCORE_NONE;
    d->before = d->pos;
    pos_make(&d->pos, m);
    return true;
}

static game_ply *last_ply(const draft *d)
{
    return d->g->ply_count > 0 ? &d->g->plies[d->g->ply_count - 1] : NULL;
}

/* Reads the teacher's best move, where another was played. */
static bool take_best(draft *d, const char *text, failure *why)
{
    char word[SAN_TEXT_MAX] = "";
    const size_t length = strcspn(text, "] ");
    game_ply *ply = last_ply(d);
    if (ply && length < sizeof word) {
        memcpy(word, text, length);
    }
    const move m = *word ? san_parse(&d->before, word) : MOVE_NONE;
    if (m == MOVE_NONE) {
        return fail(why, "the comment [%%best %.*s] names no legal move",
                    (int)(length < SAN_TEXT_MAX ? length : SAN_TEXT_MAX), text);
    }
    ply->best = game_move_code(m, d->chess960);
    ply->deviates = true; /* even if the moves happen to be equal */
    return true;
}

static void take_eval(draft *d, const char *text)
{
    const bool after = d->rules.eval_after;
    int score;
    if (!pgn_eval_read(text, (colour)(after ? d->pos.to_move : d->before.to_move), &score)) {
        d->counts.unreadable++;
    } else if (after) {
        d->score = score;
    } else if (last_ply(d)) {
        last_ply(d)->score = (int16_t)score;
    }
}

/* A book move has no score. As long as all moves are book moves, the game may begin after them. */
static void take_book(draft *d)
{
    const int count = d->g->ply_count;
    if (count > 0) {
        d->counts.book++;
        last_ply(d)->score = GAME_SCORE_NONE;
        if (d->book == count - 1) {
            d->book = count;
            fen_write(&d->pos, d->chess960, d->book_fen);
        }
    }
}

/* True for {b}, {book}, and a comment that goes on after one of them and a comma. */
static bool is_book_mark(const char *text)
{
    text += strspn(text, " \t\r\n");
    const size_t length = strcspn(text, ", \t\r\n");
    const char *rest = text + length + strspn(text + length, " \t\r\n");
    return (!*rest || *rest == ',') && ((length == 1 && strncasecmp(text, "b", 1) == 0) ||
                                        (length == 4 && strncasecmp(text, "book", 4) == 0));
}

/* Takes the comments behind the last move; NULL for none. */
static bool take_comment(draft *d, const char *text, failure *why)
{
    const bool book = text && is_book_mark(text);
    const char *eval = text && !book && !d->rules.without_eval ? pgn_comment_eval(text) : NULL;
    const char *best = text ? pgn_command(text, "best") : NULL;
    if (book) {
        take_book(d);
    } else if (eval) {
        take_eval(d, eval);
    }
    return !best || take_best(d, best, why);
}

/* The result of a record, or GAME_RESULTS if it has none. */
static game_result result_of(const pgn_record *r)
{
    const char *tag = pgn_record_tag(r, "Result"), *behind = pgn_result(r->result);
    const char *text = tag && *behind == '*' ? pgn_result(tag) : behind;
    int result = 0;
    while (result < GAME_RESULTS && (!text || strcmp(text, result_text[result]) != 0)) {
        result++;
    }
    return (game_result)result;
}

static game_pgn_status add_moves(draft *d, pgn_record *r, failure *why)
{
    char *last = r->comments[r->ply_count];
    if (last) {
        last[r->bytes_before_result] = '\0';
    }
    for (size_t i = 0; i <= r->ply_count; i++) {
        if (i > 0 && !add_move(d, r->moves[i - 1])) {
            fail(why, "not enough memory");
            return GAME_PGN_NO_MEMORY;
        }
        if (!take_comment(d, r->comments[i], why)) {
            return GAME_PGN_FAULTY;
        }
    }
    return GAME_PGN_READ;
}

/* Drops the book moves at the start of the game. */
static void skip_book(draft *d)
{
    game *g = d->g;
    memcpy(g->fen, d->book_fen, sizeof d->book_fen);
    g->ply_count -= d->book;
    memmove(g->plies, g->plies + d->book, (size_t)g->ply_count * sizeof *g->plies);
}

static void add_counts(game_pgn_counts *sum, const draft *d)
{
    for (int i = 0; i < d->g->ply_count; i++) {
        const int score = d->g->plies[i].score;
        sum->scores += score != GAME_SCORE_NONE;
        sum->mates += score != GAME_SCORE_NONE && abs(score) >= GAME_SCORE_MATE;
    }
    sum->chess960 += d->chess960;
    sum->moves += d->g->ply_count;
    sum->book += d->counts.book;
    sum->unreadable += d->counts.unreadable;
}

game_pgn_status game_pgn_read(pgn_record *r, game_pgn_rules rules, game *g, game_pgn_counts *counts,
                              failure *why)
{
    draft d = {.g = g,
               .rules = rules,
               .chess960 = r->chess960,
               .before = r->first,
               .pos = r->first,
               .score = GAME_SCORE_NONE};
    const char *tag = pgn_record_tag(r, "Result");
    g->result = result_of(r);
    g->flags = r->chess960 ? GAME_CHESS960 : 0;
    g->ply_count = 0;
    g->visit_count = 0;
    fen_write(&r->first, r->chess960, g->fen);
    if (tag && pgn_results_differ(tag, r->result, why)) {
        return GAME_PGN_FAULTY;
    }
    const game_pgn_status status = add_moves(&d, r, why);
    if (status != GAME_PGN_READ) {
        return status;
    }
    if (rules.skip_book && d.book > 0) {
        skip_book(&d);
    }
    if (g->result == GAME_RESULTS || g->ply_count == 0) {
        fail(why, g->result == GAME_RESULTS ? "it has no result"
                  : d.book > 0              ? "it has book moves only"
                                            : "it has no moves");
        return GAME_PGN_USELESS;
    }
    add_counts(counts, &d);
    return GAME_PGN_READ;
}
