/* The options of generate and relabel that choose the teacher and the number of workers. Only the
 * program uses this. */
#ifndef TOOLS_MORPHO_DATA_TEACHER_H
#define TOOLS_MORPHO_DATA_TEACHER_H

#include "command.h"
#include "game_work.h"
#include "teacher.h"
#include "tree/search.h"

/* The values as they were given. */
typedef struct data_teacher {
    command_list settings;
    long nodes, ending_nodes, hash_mb, processes; /* 0: as usual */
} data_teacher;

/* The defaults. */
data_teacher data_teacher_default(void);

/* The number of workers. `waits`: each waits for the answers of an engine. */
int data_teacher_workers(const data_teacher *given, bool waits);

/* The rows of these options, for a teacher_plan and a data_teacher. */
#define DATA_PROCESSES_OPTION(given)                                                               \
    COMMAND_WHOLE("processes", "N", &(given).processes, 1, GAME_WORKERS_MAX,                       \
                  "games under way at once (as many as cores; with an engine\n"                    \
                  "twice as many)")
#define DATA_ENGINE_OPTIONS(plan, given)                                                           \
    COMMAND_TEXT("engine", "COMMAND", &(plan).engine, "a UCI engine, run by the shell"),           \
        COMMAND_LIST("engine-option", "NAME=VALUE", &(given).settings,                             \
                     "an option of the engine; may be repeated"),                                  \
        COMMAND_REAL("patience", "SECONDS", &(plan).patience_seconds, 0.1, 86400,                  \
                     "for one answer of the engine (60)"),                                         \
        COMMAND_TEXT("net", "FILE", &(plan).net,                                                   \
                     "own search: a net file instead of the built-in nets"),                       \
        COMMAND_WHOLE("hash", "MB", &(given).hash_mb, 1, HASH_MB_MAX,                              \
                      "for each game under way (16)")
#define DATA_NODES_OPTIONS(plan, given, help_)                                                     \
    COMMAND_WHOLE("nodes", "N", &(given).nodes, 1, 1e12, help_),                                   \
        COMMAND_WHOLE("ending-nodes", "N", &(given).ending_nodes, 1, 1e12,                         \
                      "the same for positions with at most 10 pieces\n"                            \
                      "(as --nodes)"),                                                             \
        COMMAND_TEXT("syzygy", "DIR", &(plan).tables,                                              \
                     "endgame tables: positions that they know get the exact\n"                    \
                     "result as score (2000, 0 or -2000) and a best move\n"                        \
                     "that keeps it (needs libfathom1)")

/* Completes a plan, whose patience is 0 if it was not given. Returns false and fills `why` if the
 * options contradict each other. `engine` and `own` are the default numbers of nodes with and
 * without an engine. */
bool data_teacher_take(teacher_plan *plan, const data_teacher *given, long engine, long own,
                       failure *why);

#endif
