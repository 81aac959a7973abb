/* A search's report as the protocol wants it. */
#ifndef UCI_INFO_LINE_H
#define UCI_INFO_LINE_H

#include "tree/search.h"
#include "uci/writer.h"

/* depth seldepth nodes nps time score hashfull, then pv; castling as e1h1 if `chess960`. */
void info_line_write(writer *out, const search_info *info, bool chess960);

void bestmove_write(writer *out, const search_result *result, bool chess960);

/* What stands for a report when there is nothing to search: mated, or stalemate. */
void info_line_write_no_move(writer *out, const position *root);

#endif
