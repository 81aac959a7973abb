#include "game_pgn.h"

#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/san.h"
#include "game_walk.h"
#include "pgn/pgn_text.h"
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

/* Writes a comment, or a word of it, with its braces. */
static void put_command(pgn_text *t, const char *word)
{
    pgn_put_word(t, word);
    t->number_due = true;
}

static void put_eval(pgn_text *t, const game_ply *ply, colour to_move)
{
    if (ply->score != GAME_SCORE_NONE) {
        char score[PGN_EVAL_TEXT_MAX], comment[PGN_EVAL_TEXT_MAX + 16];
        pgn_eval_write(ply->score, to_move, score);
        snprintf(comment, sizeof comment, "{[%%eval %s]}", score);
        put_command(t, comment);
    }
}

/* Writes the visit shares in one comment, over as many lines as needed. */
static void put_visits(pgn_text *t, const game *g, const game_walk *walk, const game_ply *ply)
{
    for (unsigned i = 0; i < ply->visit_count; i++) {
        const game_visit *visit = &g->visits[ply->visit_first + i];
        char san[SAN_TEXT_MAX], word[SAN_TEXT_MAX + 40];
        san_write(&walk->pos, game_walk_move(walk, g, visit->code), san);
        snprintf(word, sizeof word, "%s%s %.4f%s", i == 0 ? "{[%visits " : "", san,
                 visit->share / 65535.0, i + 1U == ply->visit_count ? "]}" : ",");
        put_command(t, word);
    }
}

/* Writes the teacher's best move, where another was played, and the reply that it expects. */
static void put_best(pgn_text *t, const game *g, const game_walk *walk)
{
    const game_ply *ply = &g->plies[walk->ply];
    char san[SAN_TEXT_MAX], comment[SAN_TEXT_MAX + 16];
    if (!ply->deviates) {
        return;
    }
    san_write(&walk->pos, walk->best, san);
    snprintf(comment, sizeof comment, "{[%%best %s]}", san);
    put_command(t, comment);
    if (ply->reply) {
        game_branch branch;
        game_walk_branch(walk, g, &branch);
        san_write(&branch.pos, branch.reply, san);
        snprintf(comment, sizeof comment, "{[%%reply %s]}", san);
        put_command(t, comment);
    }
}

static bool put_moves(pgn_text *t, const game *g, const game_pgn_style *style, failure *why)
{
    game_walk walk;
    if (!game_walk_start(&walk, g, why)) {
        return false;
    }
    bool first = style->eval_after && !style->bare && g->ply_count > 0;
    t->number_due = true;
    if (first) {
        put_eval(t, &g->plies[0], (colour)walk.pos.to_move);
    }
    while (walk.ply < g->ply_count) {
        if (!game_walk_check(&walk, g, why)) {
            return false;
        }
        const game_ply *ply = &g->plies[walk.ply];
        colour mover = (colour)walk.pos.to_move;
        char san[SAN_TEXT_MAX];
        san_write(&walk.pos, walk.played, san);
        pgn_put_move(t, &walk.pos, san);
        if (!style->bare && !style->eval_after) {
            put_eval(t, ply, mover);
        }
        if (!style->bare) {
            put_best(t, g, &walk);
            put_visits(t, g, &walk, ply);
        }
        game_walk_step(&walk);
        if (!style->bare && style->eval_after && walk.ply < g->ply_count) {
            put_eval(t, &g->plies[walk.ply], (colour)walk.pos.to_move);
        }
    }
    return true;
}

bool game_pgn_write(FILE *to, const game *g, long number, const game_pgn_style *style, failure *why)
{
    pgn_text t = {.to = to};
    put_tags(to, g, number, style);
    if (!put_moves(&t, g, style, why)) {
        return false;
    }
    pgn_put_result(&t, result_text[g->result]);
    return true;
}
