/* The parts of a session of `morpho serve` (page_session.h): one position, and one game. */
#ifndef SHELL_PAGE_SESSION_PARTS_H
#define SHELL_PAGE_SESSION_PARTS_H

#include <pthread.h>

#include "page_data.h"
#include "page_session.h"
#include "uci/position_line.h"

typedef enum { TASK_POSITION, TASK_GAME, TASK_GO, TASK_BACK } task_kind;

/* What the conductor does next. */
typedef struct task {
    task_kind kind;
    int64_t ms;       /* of TASK_GO */
    game_state state; /* of TASK_POSITION */
    char line[PAGE_SESSION_LINE_MAX];
    pgn_record game; /* of TASK_GAME */
} task;

/* A position that both searches look at. */
typedef struct looked_at {
    int64_t number; /* of what was put, in turn; the same in a game */
    game_state state;
    char line[PAGE_SESSION_LINE_MAX]; /* of UCI, for the next moves */
    page_position at;
    page_curves *curves;
    char *tree, *history; /* as JSON; NULL: not yet */
    int64_t tree_ns;      /* when they were written */
} looked_at;

/* A game, whose positions are known up to `done`. */
typedef struct looked_through {
    int64_t number;
    pgn_record record;
    page_position *positions; /* NULL: there is no game */
    size_t count, done;
} looked_through;

struct page_session {
    search *searches[SEARCH_ALGORITHMS];
    int threads[SEARCH_ALGORITHMS];
    search_limits game_limits;
    opening_names *names;
    pthread_t conductor;
    bool has_conductor;
    pthread_mutex_t lock; /* of all below. Only the conductor changes what is looked at */
    pthread_cond_t wake;
    task *pending;
    bool ends, stop;
    bool searching, shows_game;
    unsigned long version, written; /* counts of the changes, and those that were written */
    looked_at one;
    bool has_one;
    looked_through game;
    int64_t number; /* the last one of both */
};

/* True if what runs must end. */
bool session_is_stopped(page_session *session);

/* Both searches look at the position, each on a thread, for this time (0: until they are stopped).
 * Called by the conductor, like the next three. */
void session_search_one(page_session *session, int64_t ms);

/* Searches the positions of the game that are not known yet. */
void session_search_game(page_session *session);

/* Take over the position, or the game, of a task. They change nothing if memory is short. Called
 * under the lock, like the last two. */
void session_take_one(page_session *session, const task *t);
void session_take_game(page_session *session, task *t);

/* Write what is known, as the "games" of the page. */
void session_put_one(json_writer *j, const page_session *session);
void session_put_game(json_writer *j, const page_session *session);

#endif
