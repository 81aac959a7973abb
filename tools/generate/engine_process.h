/* A UCI engine in a process of its own, which evaluates positions.
 *
 * The engine is untrusted input: it may be missing, die, hang, or write anything. Each wait ends
 * after the given time, or soon after `stop` becomes true. One thread at a time. The caller must
 * ignore SIGPIPE. */
#ifndef TOOLS_ENGINE_PROCESS_H
#define TOOLS_ENGINE_PROCESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/failure.h"

enum { ENGINE_SETTINGS_MAX = 64, ENGINE_NAME_MAX = 64, ENGINE_MOVE_MAX = 8, ENGINE_LINES_MAX = 64 };

/* The start of an engine. The plan and what it points to must outlive it. */
typedef struct engine_plan {
    const char *command;         /* run by the shell */
    const char *const *settings; /* each "NAME=VALUE"; sent as options, which the engine must
                                  * have */
    int setting_count;           /* at most ENGINE_SETTINGS_MAX */
    int hash_mb;                 /* for its option Hash, if it has one */
    int patience_ms;             /* limit for each answer */
    int lines;                   /* for each answer; over 1: it must have the option MultiPV */
    bool chess960;               /* positions of Chess960 will follow: it must have UCI_Chess960 */
    const atomic_bool *stop;     /* true: all waits fail; may be NULL */
} engine_plan;

/* What the engine said of one line of play (MultiPV). */
typedef struct engine_line {
    char first[ENGINE_MOVE_MAX]; /* UCI text of its first move; empty if the engine named none */
    int score;                   /* as in a game file; GAME_SCORE_NONE if the engine sent none */
    bool exact;                  /* and no bound */
} engine_line;

typedef struct engine_answer {
    char best[ENGINE_MOVE_MAX];          /* UCI text; need not be a move */
    char ponder[ENGINE_MOVE_MAX];        /* the same; empty if the engine named none */
    int line_count;                      /* the greatest number of a line; 0: no line */
    engine_line lines[ENGINE_LINES_MAX]; /* in the engine's order, the best one first */
} engine_answer;

typedef struct engine_process engine_process;

/* Starts the engine and sets its options. Returns NULL and fills `why` if the engine lacks one of
 * the options, answers a value with "info string ERROR...", or fails in another way.
 *
 * If the calling process is killed, the engine sees the end of its input. The process that runs its
 * command also gets SIGTERM (Linux only): the shell, or the engine if the command begins with
 * "exec". */
engine_process *engine_start(const engine_plan *plan, failure *why);

/* Asks the process to end, kills it if it does not end soon, and frees everything. NULL is fine. */
void engine_stop(engine_process *e);

/* The engine's own name. */
const char *engine_name(const engine_process *e);

/* Starts a new game; no question may be unanswered. `chess960` sets how castling is written from
 * now on. Like the next two, returns false and fills `why` on failure; then only engine_stop() may
 * follow. */
bool engine_new_game(engine_process *e, bool chess960, failure *why);

/* Sends a question: whole lines, the last one a "go". Further questions may be sent before the
 * answer, if the engine answers them one after the other. All unanswered questions together must
 * fit into a pipe. */
bool engine_send(engine_process *e, const char *question, failure *why);

/* Waits for the best move of the first unanswered question. The score and the move of a line of
 * play are those of its last "info" with an exact score, or of its last one with a score if none is
 * exact. Lines beyond ENGINE_LINES_MAX are left out. */
bool engine_take(engine_process *e, engine_answer *answer, failure *why);

/* The score of the best line; GAME_SCORE_NONE if the engine sent none. */
int engine_answer_score(const engine_answer *answer);

#endif
