#include "pgn_game.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/array_room.h"
#include "chess/fen.h"
#include "chess/san.h"
#include "game_walk.h"
#include "pgn/pgn_comment.h"
#include "pgn/pgn_reader.h"
#include "pgn/pgn_word.h"
#include "pgn_eval.h"
#include "pgn_lines.h"

struct pgn_games {
    pgn_reader *reader;
    char *path;
    pgn_rules rules;
    pgn_counts counts;
    pgn_match match;
    pgn_lines *lines; /* NULL: not wanted */
    pgn_kind held;    /* a token of the next game, or PGN_COMMENT for none */
    failure remark;
};

/* A game that is being read. */
typedef struct draft {
    game *g;
    pgn_match *match;  /* NULL: not needed */
    pgn_lines *lines;  /* NULL: not wanted */
    pgn_counts counts; /* of this game only */
    pgn_start start;
    bool chess960, moving;
    bool ended;   /* by a null move */
    bool starved; /* memory was short */
    char result[PGN_TAG_MAX];
    position before, pos;        /* before the last move, and after it */
    int score;                   /* of the present position, or GAME_SCORE_NONE */
    int book;                    /* book moves at the start */
    char book_fen[FEN_TEXT_MAX]; /* the position after them */
} draft;

pgn_games *pgn_games_open(const char *path, pgn_rules rules, failure *why)
{
    assert(!rules.match || !rules.skip_book);
    pgn_games *p = calloc(1, sizeof *p);
    if (!p) {
        fail(why, "%s: not enough memory to read it", path);
        return NULL;
    }
    p->path = strdup(path);
    p->lines = rules.line_plies > 0 ? pgn_lines_new(rules.line_plies) : NULL;
    const bool enough = p->path && (p->lines || rules.line_plies == 0);
    p->reader = enough ? pgn_reader_open(path, why) : NULL;
    if (!p->reader) {
        if (!enough) {
            fail(why, "%s: not enough memory to read it", path);
        }
        pgn_games_close(p);
        return NULL;
    }
    p->rules = rules;
    p->held = PGN_COMMENT;
    return p;
}

void pgn_games_close(pgn_games *p)
{
    if (p) {
        pgn_reader_close(p->reader);
        pgn_lines_free(p->lines);
        free(p->match.plies);
        free(p->path);
        free(p);
    }
}

const pgn_counts *pgn_games_counts(const pgn_games *p)
{
    return &p->counts;
}

const char *pgn_games_remark(const pgn_games *p)
{
    return p->remark.text;
}

const pgn_match *pgn_games_match(const pgn_games *p)
{
    return &p->match;
}

const pgn_lines *pgn_games_lines(const pgn_games *p)
{
    return p->lines;
}

int64_t pgn_games_bytes(const pgn_games *p)
{
    return pgn_reader_bytes(p->reader);
}

static bool take_match_tag(pgn_match *match, const char *name, const char *text, failure *why)
{
    if (strcmp(name, "White") == 0) {
        return pgn_tag_keep(match->white, name, text, why);
    }
    if (strcmp(name, "Black") == 0) {
        return pgn_tag_keep(match->black, name, text, why);
    }
    return strcmp(name, "Termination") != 0 || pgn_tag_keep(match->termination, name, text, why);
}

static bool take_tag(draft *d, const char *name, const char *text, failure *why)
{
    if (strcmp(name, "Result") == 0) {
        const char *result = pgn_result(text);
        return pgn_tag_keep(d->result, name, result ? result : "*", why);
    }
    return pgn_start_take(&d->start, name, text, why) &&
           (!d->match || take_match_tag(d->match, name, text, why));
}

/* Sets up the first position after all tags were read. */
static bool begin(draft *d, failure *why)
{
    if (!pgn_start_position(&d->start, &d->pos, &d->chess960, why)) {
        return false;
    }
    d->moving = true;
    fen_write(&d->pos, d->chess960, d->g->fen);
    return true;
}

/* Room for the time and depth of the move that was just taken. */
static bool add_match_ply(pgn_match *match, int ply_count)
{
    pgn_match_ply *plies =
        array_room(match->plies, sizeof *plies, &match->ply_capacity, (size_t)ply_count);
    if (!plies) {
        return false;
    }
    match->plies = plies;
    plies[ply_count - 1] = (pgn_match_ply){-1, -1};
    match->ending[0] = '\0';
    return true;
}

static bool take_move(draft *d, const char *text, failure *why)
{
    move m = san_parse(&d->pos, text);
    if (m == MOVE_NONE) {
        char fen[FEN_TEXT_MAX];
        fen_write(&d->pos, d->chess960, fen);
        return fail(why, "the move %.40s is illegal or ambiguous in %s", text, fen);
    }
    if (d->g->ply_count == GAME_PLIES_MAX) {
        return fail(why, "the game has more than %d plies", GAME_PLIES_MAX);
    }
    game_ply *ply = game_add_ply(d->g);
    if (!ply || (d->match && !add_match_ply(d->match, d->g->ply_count))) {
        d->starved = true;
        return fail(why, "not enough memory");
    }
    ply->best = ply->played = game_move_code(m, d->chess960);
    ply->score = (int16_t)d->score;
    d->score = GAME_SCORE_NONE;
    d->before = d->pos;
    pos_make(&d->pos, m);
    return true;
}

/* Reads the teacher's best move, where another was played. */
static bool take_best(draft *d, const char *text, failure *why)
{
    char word[SAN_TEXT_MAX] = "";
    size_t length = strcspn(text, "] ");
    if (d->g->ply_count > 0 && length < sizeof word) {
        memcpy(word, text, length);
        word[length] = '\0';
    }
    move m = *word ? san_parse(&d->before, word) : MOVE_NONE;
    if (m == MOVE_NONE) {
        return fail(why, "the comment [%%best %.*s] names no legal move",
                    (int)(length < SAN_TEXT_MAX ? length : SAN_TEXT_MAX), text);
    }
    game_ply *ply = &d->g->plies[d->g->ply_count - 1];
    ply->best = game_move_code(m, d->chess960);
    ply->deviates = true; /* even if the moves happen to be equal */
    return true;
}

static void take_eval(draft *d, const char *text, bool after)
{
    int score;
    colour to_move = (colour)(after ? d->pos.to_move : d->before.to_move);
    if (!pgn_eval_read(text, to_move, &score)) {
        d->counts.unreadable++;
    } else if (after) {
        d->score = score;
    } else if (d->g->ply_count > 0) {
        d->g->plies[d->g->ply_count - 1].score = (int16_t)score;
    }
}

/* A book move has no score. As long as all moves are book moves, the game may begin after them. */
static void take_book(draft *d)
{
    int count = d->g->ply_count;
    if (count > 0) {
        d->counts.book++;
        d->g->plies[count - 1].score = GAME_SCORE_NONE;
        if (d->book == count - 1) {
            d->book = count;
            fen_write(&d->pos, d->chess960, d->book_fen);
        }
    }
}

/* Reads the comment of a match about the last move, and the reason for the game's end if it has
 * one. */
static void take_thought(draft *d, const char *text)
{
    pgn_match *match = d->match;
    const int count = d->g->ply_count;
    pgn_thought thought;
    const char *end = pgn_thought_read(text, &thought);
    if (end && count > 0) {
        match->plies[count - 1] = (pgn_match_ply){thought.depth, thought.time_ms};
        d->g->plies[count - 1].score = (int16_t)thought.score;
    }
    /* Other values such as n=1200 may stand between time and reason. A reason begins with a
     * capital. */
    const char *reason = end ? strrchr(end, ',') : text;
    if (reason) {
        reason += strspn(reason, ", \t\r\n");
        const bool is_reason = *reason >= 'A' && *reason <= 'Z';
        snprintf(match->ending, sizeof match->ending, "%.*s", is_reason ? PGN_TAG_MAX - 1 : 0,
                 reason);
        for (char *at = match->ending; (at = strpbrk(at, "\t\r\n")); at++) {
            *at = ' '; /* a comment may be wrapped anywhere */
        }
    }
}

/* True for {b}, {book}, and a comment that goes on after one of them and a comma. */
static bool is_book_mark(const char *text)
{
    static const char *const marks[] = {"b", "book", NULL};
    char word[8] = "";
    text += strspn(text, " \t\r\n");
    size_t length = strcspn(text, ", \t\r\n");
    const char *rest = text + length + strspn(text + length, " \t\r\n");
    if (length >= sizeof word || (*rest && *rest != ',')) {
        return false;
    }
    memcpy(word, text, length);
    return pgn_is_any(word, marks);
}

/* Notes the line of a comment, if it has one and lines are wanted. `eval` is the text of its score,
 * or NULL. */
static bool take_line(draft *d, const char *text, const char *eval, failure *why)
{
    const char *line = d->lines && d->g->ply_count > 0 ? pgn_field(text, "pv") : NULL;
    int score;
    if (!eval || !pgn_eval_read(eval, (colour)d->before.to_move, &score)) {
        score = GAME_SCORE_NONE;
    }
    if (line && !pgn_lines_note(d->lines, d->g->ply_count - 1, score, line)) {
        d->starved = true;
        return fail(why, "not enough memory for its lines");
    }
    return true;
}

static bool take_comment(draft *d, const pgn_rules *rules, const char *text, failure *why)
{
    const bool book = is_book_mark(text);
    const char *eval = rules->without_eval || book ? NULL : pgn_comment_eval(text);
    const char *best = pgn_command(text, "best");
    if (!take_line(d, text, eval, why)) {
        return false;
    }
    if (book) {
        take_book(d);
    } else if (eval) {
        take_eval(d, eval, rules->eval_after);
    } else if (d->match) {
        take_thought(d, text);
    }
    return !best || take_best(d, best, why);
}

/* Handles one token of the game. Returns false and fills `why` if the token is an error. */
static bool take_token(pgn_games *p, draft *d, pgn_kind kind, failure *why)
{
    const char *text = pgn_reader_text(p->reader);
    if (kind == PGN_TAG) {
        return take_tag(d, pgn_reader_name(p->reader), text, why);
    }
    if (kind == PGN_RESULT) {
        return !pgn_results_differ(d->result, text, why) &&
               (strcmp(text, "*") == 0 || pgn_tag_keep(d->result, "Result", text, why));
    }
    if (kind == PGN_COMMENT && !d->moving && !pgn_comment_eval(text)) {
        return true;
    }
    if (!d->moving && !begin(d, why)) {
        return false;
    }
    if (d->ended) {
        return true;
    }
    return kind == PGN_MOVE ? take_move(d, text, why) : take_comment(d, &p->rules, text, why);
}

/* Drops the book moves at the start of the game. */
static void skip_book(draft *d)
{
    game *g = d->g;
    memcpy(g->fen, d->book_fen, sizeof d->book_fen);
    g->ply_count -= d->book;
    memmove(g->plies, g->plies + d->book, (size_t)g->ply_count * sizeof *g->plies);
}

static void count_lines(pgn_counts *counts, const pgn_lines *lines)
{
    const int count = lines ? pgn_lines_count(lines) : 0;
    counts->lines += count;
    for (int i = 0; i < count; i++) {
        counts->line_positions += pgn_lines_game(lines, i)->ply_count;
    }
}

static pgn_game_status finish(pgn_games *p, draft *d, failure *why)
{
    static const char *const results[GAME_RESULTS] = {"0-1", "1/2-1/2", "1-0"};
    int result = GAME_RESULTS;
    for (int i = 0; i < GAME_RESULTS; i++) {
        result = strcmp(d->result, results[i]) == 0 ? i : result;
    }
    if (result == GAME_RESULTS) {
        fail(why, "it has no result");
        return PGN_GAME_USELESS;
    }
    if (p->rules.skip_book && d->book > 0) {
        skip_book(d);
    }
    if (d->g->ply_count == 0) {
        fail(why, d->book > 0 ? "it has book moves only" : "it has no moves");
        return PGN_GAME_USELESS;
    }
    d->g->result = (game_result)result;
    d->g->flags = d->chess960 ? GAME_CHESS960 : 0;
    if (d->lines && !pgn_lines_make(d->lines, d->g, p->rules.skip_book ? d->book : 0, why)) {
        return PGN_GAME_BAD;
    }
    for (int i = 0; i < d->g->ply_count; i++) {
        int score = d->g->plies[i].score;
        d->counts.scores += score != GAME_SCORE_NONE;
        d->counts.mates += score != GAME_SCORE_NONE && abs(score) >= GAME_SCORE_MATE;
    }
    p->counts.chess960 += d->chess960;
    p->counts.moves += d->g->ply_count;
    p->counts.book += d->counts.book;
    p->counts.scores += d->counts.scores;
    p->counts.mates += d->counts.mates;
    p->counts.unreadable += d->counts.unreadable;
    count_lines(&p->counts, d->lines);
    return PGN_GAME_READ;
}

/* Skips the comments behind the result, in its line. They tell nothing of a move, and the game is
 * whole whatever is wrong with them. */
static void skip_last_comments(pgn_reader *reader)
{
    failure ignored;
    while (pgn_reader_comment_follows(reader)) {
        if (pgn_reader_next(reader, &ignored) == PGN_FAULT) {
            pgn_reader_skip(reader);
        }
    }
}

/* Writes where the reader is, and what it found in the game of this number. */
static void locate(const pgn_games *p, long number, const failure *reason, failure *why)
{
    fail(why, "%s: line %ld: game %ld: %s", p->path, pgn_reader_line(p->reader), number,
         reason->text);
}

/* Keeps the first remark about the game that is being read. */
static void remark(pgn_games *p, const failure *reason)
{
    if (!p->remark.text[0]) {
        locate(p, p->counts.games + 1, reason, &p->remark);
    }
}

/* Reads tokens to the end of a game. Fills `why` unless it returns PGN_GAME_READ. */
static pgn_game_status read_game(pgn_games *p, draft *d, failure *why)
{
    for (bool begun = false;;) {
        pgn_kind kind = p->held != PGN_COMMENT ? p->held : pgn_reader_next(p->reader, why);
        p->held = PGN_COMMENT;
        const bool begins = d->moving || (begun && pgn_reader_begins_game(p->reader));
        if ((kind == PGN_TAG && begins) || (kind == PGN_END && begun)) {
            p->held = kind; /* the result at the end is missing */
            return finish(p, d, why);
        }
        if (kind == PGN_ODD || kind == PGN_NULL_MOVE) {
            remark(p, why);
            d->ended |= kind == PGN_NULL_MOVE;
        }
        if (kind == PGN_ODD) {
            continue;
        }
        begun |= kind != PGN_COMMENT;
        if (kind == PGN_END || kind == PGN_CUT || kind == PGN_BAD) {
            return kind == PGN_END ? PGN_GAME_END : kind == PGN_CUT ? PGN_GAME_CUT : PGN_GAME_BAD;
        }
        if (kind == PGN_FAULT || !take_token(p, d, kind, why)) {
            pgn_reader_skip(p->reader);
            return d->starved ? PGN_GAME_BAD : PGN_GAME_BROKEN;
        }
        if (kind == PGN_RESULT) {
            skip_last_comments(p->reader);
            return finish(p, d, why);
        }
    }
}

pgn_game_status pgn_games_next(pgn_games *p, game *g, failure *why)
{
    draft d = {.g = g,
               .match = p->rules.match ? &p->match : NULL,
               .lines = p->lines,
               .score = GAME_SCORE_NONE};
    failure reason = {""};
    g->ply_count = 0;
    g->visit_count = 0;
    if (p->lines) {
        pgn_lines_clear(p->lines);
    }
    p->remark.text[0] = '\0';
    p->match.white[0] = p->match.black[0] = '\0';
    p->match.termination[0] = p->match.ending[0] = '\0';
    pgn_game_status status = read_game(p, &d, &reason);
    p->counts.games += status <= PGN_GAME_USELESS;
    if (status != PGN_GAME_READ && status != PGN_GAME_END) {
        locate(p, p->counts.games + (status > PGN_GAME_USELESS), &reason, why);
    }
    return status;
}
