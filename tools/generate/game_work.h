/* The work of generate and relabel: threads with a teacher each make games, and a game log keeps
 * them, so that the same command continues after a kill. */
#ifndef TOOLS_GAME_WORK_H
#define TOOLS_GAME_WORK_H

#include "files/status_line.h"
#include "game_log.h"
#include "interrupts.h"
#include "teacher.h"

enum { GAME_WORKERS_MAX = 256 };

/* The outcome of a task. A reason goes with it unless it was done. */
typedef enum {
    TASK_DONE,
    TASK_FAILED,
    TASK_HOPELESS /* no teacher could do it */
} task_status;

/* A task for a worker. */
typedef struct game_task {
    uint32_t number;
    const uint8_t *record; /* of the given game, as game_encode() writes it; NULL for none */
    size_t size;           /* its bytes, or 0 */
} game_task;

typedef struct game_work game_work;

/* What a verb does. Only make() runs in several threads at once. */
typedef struct game_work_rules {
    /* Makes the game of a number in `made`. `given` is that of the task; it has no plies if the
     * task has none. */
    task_status (*make)(const void *context, teacher *t, uint32_t number, const game *given,
                        game *made, failure *why);

    /* Fills in the next task for an idle worker and sets `any`, unless there is none now. The bytes
     * of the record must last until the task is done or fails. Like the next two, returns false and
     * fills `why` if the work cannot go on. */
    bool (*give)(game_work *w, game_task *task, bool *any, failure *why);

    /* A task is done: `record` is that of the made game. NULL: it is added to the log. */
    bool (*take)(game_work *w, uint32_t number, const uint8_t *record, size_t size, failure *why);

    /* A task failed; the reason was printed. `gave_up`: its worker has failed too often, and has
     * ended. NULL: the task is lost. */
    bool (*lose)(game_work *w, uint32_t number, bool gave_up, const char *reason, failure *why);

    bool (*is_done)(const game_work *w);

    /* The mark of the log: a checksum over all that decides the games, with teacher_checksum(). */
    uint32_t (*mark)(const game_work *w, uint32_t teacher_sum);

    /* Print what will be done, the status line, and what was done. `name` is the teacher's. */
    void (*print_plan)(const game_work *w, const char *name);
    void (*show)(game_work *w);
    void (*print_outcome)(const game_work *w);
} game_work_rules;

struct game_work {
    const game_work_rules *rules;
    void *context; /* of the verb */
    const teacher_plan *teacher;
    const char *path; /* of the log */
    int workers;
    FILE *out; /* what a person reads */

    /* While it runs. */
    game_log *log;
    game_log_counts before; /* the contents of the log at the beginning */
    status_line line;
    int busy;          /* workers with a task */
    uint64_t failures; /* tasks that failed */
    bool stopped;      /* by a signal before it was done */
};

/* Does the work until it is done, or SIGINT or SIGTERM arrives; both signals and SIGPIPE are
 * handled. Tries a teacher before the log is touched. Returns WORK_FAILED and fills `why` if the
 * work could not go on; the games in the log are kept in any case. attacks_init() must have run. */
work_end game_work_run(game_work *w, failure *why);

#endif
