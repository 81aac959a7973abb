/* What the client is told about a search: info lines, statistics, and the move. */
#ifndef UCI_INFO_LINE_H
#define UCI_INFO_LINE_H

#include "tree/search.h"
#include "uci/writer.h"

/* The client's choice of format. */
typedef struct info_style {
    bool chess960; /* write castling as king takes rook (e1h1) */
    bool wdl;      /* add win, draw and loss of the side to move, per mille */
} info_style;

/* Writes one line: depth seldepth [multipv] nodes nps time score [wdl] hashfull tbhits [pv].
 * multipv needs info->multi_pv, and wdl needs style.wdl. */
void info_line_write(writer *out, const search_info *info, info_style style);

/* Writes a comment on the move for game records, "info string pgncomment ...", which testers store
 * with the move: nodes of the last report, the move's share of the visits at the root, the next
 * move and its share, and the part of the memory in use. It writes nothing if there was no
 * report. */
void pgn_comment_write(writer *out, const search *s, const search_info *last,
                       const search_result *result, bool chess960);

/* Writes "bestmove M [ponder M]"; "bestmove (none)" if there is none. */
void bestmove_write(writer *out, const search_result *result, bool chess960);

/* Writes the report for a root without a legal move: mated, or stalemate. */
void info_line_write_no_move(writer *out, const position *root);

/* Writes the statistics of the root moves in the form of Lc0's VerboseMoveStats, from which GUIs
 * such as Nibbler draw arrows and tables: one "info string" line for each root move, the best last,
 * and one for the root. Q, U, S and V are from -1 to 1, for the side to move. Writes nothing for
 * negamax, which has no such statistics. May be called by a listener. */
void move_stats_write(writer *out, const search *s, bool chess960);

#endif
