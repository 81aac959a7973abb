/* A search's report as the protocol wants it. */
#ifndef UCI_INFO_LINE_H
#define UCI_INFO_LINE_H

#include "tree/search.h"
#include "uci/writer.h"

/* How a client wants reports written. */
typedef struct info_style {
    bool chess960; /* castling as e1h1 */
    bool wdl;      /* win, draw and loss of the side to move, per mille, after the score */
} info_style;

/* depth seldepth nodes nps time score (wdl) hashfull, then pv. */
void info_line_write(writer *out, const search_info *info, info_style style);

void bestmove_write(writer *out, const search_result *result, bool chess960);

/* What stands for a report when there is nothing to search: mated, or stalemate. */
void info_line_write_no_move(writer *out, const position *root);

#endif
