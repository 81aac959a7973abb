/* A UCI engine in a process of its own that is asked for its opinion on positions.
 *
 * The engine is outside input: it may be missing, die, hang, or say anything. Every wait ends after
 * the patience given, or when the cancelling descriptor hangs up; it never spins. One thread at a
 * time. The caller must ignore SIGPIPE. */
#ifndef TOOLS_ENGINE_PROCESS_H
#define TOOLS_ENGINE_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "chess/failure.h"

enum { ENGINE_SETTINGS_MAX = 64, ENGINE_NAME_MAX = 64, ENGINE_MOVE_MAX = 8 };

/* How an engine is started; what the pointers name must outlive it. */
typedef struct engine_plan {
    const char *command;         /* run by the shell */
    const char *const *settings; /* each "NAME=VALUE", sent as options; the engine must have them */
    int setting_count;           /* at most ENGINE_SETTINGS_MAX */
    int hash_mb;                 /* its option Hash, if it has one */
    int patience_ms;             /* for any one answer */
    bool chess960;               /* it will be asked about Chess960, so must know UCI_Chess960 */
    int cancel;                  /* a descriptor whose hanging up ends every wait; -1 for none */
} engine_plan;

typedef enum {
    ENGINE_ANSWERED,
    ENGINE_FAILED,   /* `why` says what the engine did; only engine_stop may follow */
    ENGINE_CANCELLED /* likewise, without a `why` */
} engine_status;

typedef struct engine_answer {
    char best[ENGINE_MOVE_MAX]; /* UCI text, not known to be a move */
    int score;                  /* as in a game file; GAME_SCORE_NONE if the engine gave none */
} engine_answer;

typedef struct engine_process engine_process;

/* Starts the engine, shakes hands and sets its options. On anything but ENGINE_ANSWERED nothing is
 * left running and *started is NULL. */
engine_status engine_start(engine_process **started, const engine_plan *plan, failure *why);

/* Asks the process to end, kills it if it does not within a moment, and frees everything. NULL is
 * fine. */
void engine_stop(engine_process *e);

/* What the engine calls itself. */
const char *engine_name(const engine_process *e);

/* Makes the engine forget; `chess960` tells how castling is written from now on. */
engine_status engine_new_game(engine_process *e, bool chess960, failure *why);

/* Sends a question, whole lines of which the last is a "go", and awaits its best move. The score is
 * that of the last "info" for the first line of play, an exact one if there is any. */
engine_status engine_ask(engine_process *e, const char *question, engine_answer *answer,
                         failure *why);

/* A failure of the engine's that the caller noticed: "engine NAME: ...". Returns false. */
bool engine_fail(const engine_process *e, failure *why, const char *what);

#endif
