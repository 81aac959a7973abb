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
