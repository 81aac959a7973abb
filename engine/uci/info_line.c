#include "uci/info_line.h"

#include <inttypes.h>
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

void info_line_write(writer *out, const search_info *info, bool chess960)
{
    char pv[PLY_MAX * (MOVE_TEXT_MAX + 1)];
    write_pv(info, chess960, pv, sizeof pv);
    writer_line(out,
                "info depth %d seldepth %d nodes %" PRIu64 " nps %" PRIu64 " time %" PRId64
                " score %s %d hashfull %d%s%s",
                info->depth, info->seldepth, info->nodes, info->nodes_per_second, info->time_ms,
                info->score.kind == SCORE_MATE ? "mate" : "cp", info->score.value, info->hashfull,
                info->pv_length > 0 ? " pv" : "", pv);
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
