/* The arguments of `go`, whose tokens may come in any order and combination, and the limits of the
 * search that they mean. */
#ifndef UCI_GO_LINE_H
#define UCI_GO_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "chess/position.h"
#include "tree/search.h"
#include "uci/writer.h"

enum { PERFT_DEPTH_MAX = 20 };

/* The tokens of a go line except searchmoves, and the faults of the line. ORDER: the bits of the
 * clock come in pairs, White's first. */
typedef enum {
    GO_WHITE_TIME = 1 << 0,
    GO_BLACK_TIME = 1 << 1,
    GO_WHITE_INCREMENT = 1 << 2,
    GO_BLACK_INCREMENT = 1 << 3,
    GO_MOVES_TO_GO = 1 << 4,
    GO_MOVETIME = 1 << 5,
    GO_DEPTH = 1 << 6,
    GO_NODES = 1 << 7,
    GO_MATE = 1 << 8,
    GO_PERFT = 1 << 9,
    GO_INFINITE = 1 << 10,
    GO_PONDER = 1 << 11,
    GO_UNKNOWN = 1 << 12, /* an unknown word */
    GO_UNREAD = 1 << 13   /* a number that is missing or cannot be read */
} go_token;

typedef struct go_request {
    unsigned given; /* bits of go_token; the members of tokens that are not given are 0 */
    int64_t time_ms[2], increment_ms[2];
    int64_t moves_to_go; /* 0: to the end of the game */
    int64_t movetime_ms, depth, nodes, mate, perft;
    move moves[MOVES_MAX]; /* legal moves of searchmoves */
    int move_count;
} go_request;

/* True if the arguments of `go` ask for perft, which has no bestmove. */
bool go_asks_perft(const char *arguments);

/* Reads the arguments of `go`; `root` says which searchmoves are legal. Since a go line must be
 * answered with a bestmove, no line is refused: tokens that cannot be read are reported to `out`
 * and skipped. A limit without a readable number gets its smallest value, and a number out of range
 * gets the nearest value in range. If any number cannot be read, `infinite` is skipped too. */
void go_parse(const position *root, const char *arguments, go_request *request, writer *out);

/* The limits of a request for the side to move; tree/move_clock.h plans the time. If only one
 * side's time is given, it counts for both sides. If no time is given, an increment above 0 of the
 * side to move counts as its time, and other clock tokens are no limit. A go line without limits is
 * infinite; with ponder it is both, and goes on after the ponderhit. But a line without limits that
 * has a fault is searched to depth 1. So is a line whose only limit is mate and that has a number
 * that cannot be read. The moves of the result belong to `request`. */
search_limits go_limits(const go_request *request, colour side, int overhead_ms);

#endif
