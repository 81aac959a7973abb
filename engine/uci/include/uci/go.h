/* The command `go`: a search, reported as UCI asks, or perft. */
#ifndef UCI_GO_H
#define UCI_GO_H

#include "uci/engine.h"
#include "uci/inbox.h"
#include "uci/interrupt.h"
#include "uci/position_line.h"
#include "uci/writer.h"

typedef struct go_context {
    engine *engine;
    inbox *box;
    writer *out;
    uint64_t random;    /* state of the random numbers of weaker play */
    bool told_chess960; /* the client was told that castling is written in the Chess960 manner */
    bool told_threads;  /* and that the system starts too few threads */
} go_context;

/* Runs the go that was last taken from the inbox, and writes its bestmove. The position is valid.
 * The engine is prepared, or the arguments ask for perft (go_asks_perft()). */
void go_run(go_context *context, const game_state *game, const char *arguments);

/* Writes the leaves of each first move, then nodes, time and nodes per second. If it is
 * interrupted, a line says so instead of the rest. `depth` is 0 to PERFT_DEPTH_MAX. */
void go_perft(const position *root, int depth, bool chess960, writer *out, const interrupt *stop);

#endif
