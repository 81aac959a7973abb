#include "uci/info_line.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void write_pv(const search_info *info, bool chess960, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < info->pv_length && used + MOVE_TEXT_MAX + 1 < size; i++) {
        text[used++] = ' ';
        move_to_uci(info->pv[i], chess960, text + used);
        used += strlen(text + used);
    }
}

void info_line_write(writer *out, const search_info *info, info_style style)
{
    char pv[PLY_MAX * (MOVE_TEXT_MAX + 1)], wdl[32] = "", line_number[32] = "";
    write_pv(info, style.chess960, pv, sizeof pv);
    if (style.wdl) {
        /* The search averages the net's draws over its playouts, as it does the values; so the
         * numbers are results of the search, not a function of the score. */
        const search_wdl chances = search_wdl_of(&info->score);
        snprintf(wdl, sizeof wdl, " wdl %d %d %d", chances.win, chances.draw, chances.loss);
    }
    if (info->multi_pv > 0) {
        snprintf(line_number, sizeof line_number, " multipv %d", info->multi_pv);
    }
    writer_line(out,
                "info depth %d seldepth %d%s nodes %" PRIu64 " nps %" PRIu64 " time %" PRId64
                " score %s %d%s hashfull %d tbhits %" PRIu64 "%s%s",
                info->depth, info->seldepth, line_number, info->nodes, info->nodes_per_second,
                info->time_ms, info->score.kind == SCORE_MATE ? "mate" : "cp", info->score.value,
                wdl, info->hashfull, info->table_hits, info->pv_length > 0 ? " pv" : "", pv);
}

/* The part of the whole in percent. */
static double percent(double part, double whole)
{
    return whole > 0.0 ? 100.0 * part / whole : 0.0;
}

void pgn_comment_write(writer *out, const search *s, const search_info *last,
                       const search_result *result, bool chess960)
{
    root_move moves[MOVES_MAX];
    const int count = search_root_moves(s, moves, MOVES_MAX);
    const root_move *next = NULL;
    double visits = 0.0, best = 0.0;
    char text[MOVE_TEXT_MAX], second[64] = "";
    if (!last->final) {
        return;
    }
    for (int i = 0; i < count; i++) {
        const bool chosen = moves[i].move == result->best;
        visits += moves[i].visits;
        best = chosen ? moves[i].visits : best;
        next = !chosen && next == NULL ? &moves[i] : next;
    }
    if (next != NULL) {
        move_to_uci(next->move, chess960, text);
        snprintf(second, sizeof second, ", next %s %.1f%%", text, percent(next->visits, visits));
    }
    writer_line(out, "info string pgncomment nodes %" PRIu64 ", best %.1f%%%s, hash %.1f%%",
                last->nodes, percent(best, visits), second, last->hashfull / 10.0);
}

void bestmove_write(writer *out, const search_result *result, bool chess960)
{
    char best[MOVE_TEXT_MAX], ponder[MOVE_TEXT_MAX];
    if (result->best == MOVE_NONE) {
        writer_line(out, "bestmove (none)");
        return;
    }
    move_to_uci(result->best, chess960, best);
    if (result->ponder == MOVE_NONE) {
        writer_line(out, "bestmove %s", best);
        return;
    }
    move_to_uci(result->ponder, chess960, ponder);
    writer_line(out, "bestmove %s ponder %s", best, ponder);
}

void info_line_write_no_move(writer *out, const position *root)
{
    writer_line(out, "info depth 0 score %s 0", pos_in_check(root) ? "mate" : "cp");
}

enum { STATS_TEXT_MAX = 96, STATS_NUMBER_MAX = 16 };

/* An expected score from 0 to 1 as one from -1 to 1. */
static double two_sided(float score)
{
    return 2.0 * (double)score - 1.0;
}

/* Writes a number, or dashes if it is unknown. */
static const char *number(bool known, double value, int width, int digits,
                          char text[STATS_NUMBER_MAX])
{
    if (known) {
        snprintf(text, STATS_NUMBER_MAX, "%*.*f", width, digits, value);
    } else {
        snprintf(text, STATS_NUMBER_MAX, "%*s.%.*s", width - digits - 1, "-", digits, "------");
    }
    return text;
}

/* Writes move, visits, prior and means: what the lines of a move and of the root have in common.
 * Playouts under way (+) are among the visits. The moves left (M) are not known. */
static void write_head(const root_move *m, const char *name, int index, char *text, size_t size)
{
    char wins_less_losses[STATS_NUMBER_MAX], draws[STATS_NUMBER_MAX];
    const bool visited = m->visits > 0;
    snprintf(text, size, "%-5s (%-4d) N: %7u (+ 0) (P: %5.2f%%) (WL: %s) (D: %s) (M:  -.-)", name,
             index, m->visits, 100.0 * (double)m->prior,
             number(visited, two_sided(m->q), 8, 5, wins_less_losses),
             number(visited, (double)m->draw, 5, 3, draws));
}

static void write_move(writer *out, const root_move *m, int index, bool chess960)
{
    char name[MOVE_TEXT_MAX], head[2 * STATS_TEXT_MAX], net[STATS_NUMBER_MAX];
    const double q = two_sided(m->q), exploration = 2.0 * (double)m->exploration;
    move_to_uci(m->move, chess960, name);
    write_head(m, name, index, head, sizeof head);
    writer_line(out, "info string %s (Q: %8.5f) (U: %6.5f) (S: %8.5f) (V: %s)%s", head, q,
                exploration, q + exploration, number(m->net >= 0.0f, two_sided(m->net), 7, 4, net),
                m->proven ? " (T)" : "");
}

void move_stats_write(writer *out, const search *s, bool chess960)
{
    root_move moves[MOVES_MAX], root;
    char head[2 * STATS_TEXT_MAX], net[STATS_NUMBER_MAX];
    if (!search_root_stats(s, &root)) {
        return;
    }
    const int count = search_root_moves(s, moves, MOVES_MAX);
    for (int i = count - 1; i >= 0; i--) {
        write_move(out, &moves[i], i, chess960);
    }
    write_head(&root, "node", count, head, sizeof head);
    writer_line(out, "info string %s (Q: %8.5f) (V: %s)%s", head, two_sided(root.q),
                number(root.net >= 0.0f, two_sided(root.net), 7, 4, net),
                root.proven ? " (T)" : "");
}
