/* The options of generate and relabel that choose the teacher and the number of workers. Only the
 * program uses this. */
#ifndef TOOLS_MORPHO_DATA_TEACHER_H
#define TOOLS_MORPHO_DATA_TEACHER_H

#include "command.h"
#include "game_work.h"
#include "teacher.h"
#include "tree/search.h"

/* The rows of these options: the places are a teacher_plan, a command_list of settings, and the
 * number of processes (0: as usual). */
#define DATA_PROCESSES_OPTION(processes)                                                           \
    COMMAND_WHOLE("processes", "N", &(processes), 1, GAME_WORKERS_MAX,                             \
                  "games under way at once (as many as cores; with an engine\n"                    \
                  "twice as many)")
#define DATA_ENGINE_OPTIONS(plan, settings)                                                        \
    COMMAND_TEXT("engine", "COMMAND", &(plan).engine, "a UCI engine, run by the shell"),           \
        COMMAND_LIST("engine-option", "NAME=VALUE", &(settings),                                   \
                     "an option of the engine; may be repeated"),                                  \
        COMMAND_REAL("patience", "SECONDS", &(plan).patience_seconds, 0.1, 86400,                  \
                     "for one answer of the engine (60)"),                                         \
        COMMAND_TEXT("net", "FILE", &(plan).net,                                                   \
                     "without an engine: a net file instead of the built-in\n"                     \
                     "nets"),                                                                      \
        COMMAND_WHOLE("hash", "MB", &(plan).hash_mb, 1, HASH_MB_MAX,                               \
                      "for each game under way (16)")
#define DATA_NODES_OPTIONS(plan, help_)                                                            \
    COMMAND_WHOLE("nodes", "N", &(plan).nodes, 1, 1e12, help_),                                    \
        COMMAND_TEXT("syzygy", "DIR", &(plan).tables,                                              \
                     "endgame tables: positions that they know get the exact\n"                    \
                     "result as score (2000, 0 or -2000) and a best move\n"                        \
                     "that keeps it (needs libfathom1)")

/* Completes a plan: numbers that are 0 get their defaults. The default of the nodes is
 * `engine_nodes` with an engine, else `own_nodes`. Returns false and fills `why` if the options
 * contradict each other. */
bool data_teacher_complete(teacher_plan *plan, const command_list *settings, long engine_nodes,
                           long own_nodes, failure *why);

/* The number of workers. `waits` is true if each waits for the answers of an engine. */
int data_teacher_workers(long processes, bool waits);

#endif
