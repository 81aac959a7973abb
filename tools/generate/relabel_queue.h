/* The games between relabel's inputs and its output. They leave the queue in the order in which
 * they came, however long each takes. */
#ifndef TOOLS_RELABEL_QUEUE_H
#define TOOLS_RELABEL_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { QUEUE_GAMES = 1024 };

typedef enum {
    QUEUE_PASSED,    /* nothing has to be done, and nothing to be written */
    QUEUE_WAITING,   /* for a worker */
    QUEUE_UNDER_WAY, /* a worker has it */
    QUEUE_READY      /* to be written */
} queue_state;

typedef struct queue_game {
    queue_state state;
    int positions;   /* that were chosen */
    uint8_t *record; /* of the game before the work, and of the new one after it; or NULL */
    size_t size;     /* its bytes */
} queue_game;

/* Games first to end - 1; a game has the place of its number modulo QUEUE_GAMES. It must be zero
 * before the first use. */
typedef struct relabel_queue {
    uint32_t first, end;
    queue_game games[QUEUE_GAMES];
} relabel_queue;

bool relabel_queue_is_full(const relabel_queue *q);

/* Appends the next game, with a copy of its record (NULL for none). Returns NULL if memory is
 * short. The queue must not be full. */
queue_game *relabel_queue_push(relabel_queue *q, queue_state state, const uint8_t *record,
                               size_t size);

/* The game with a number from `first` to `end` - 1. */
queue_game *relabel_queue_at(relabel_queue *q, uint32_t number);

/* Replaces a game's record by a copy of this one. Returns false if memory is short. */
bool relabel_queue_replace(queue_game *g, const uint8_t *record, size_t size);

/* The number of the first game that waits for a worker; `end` if none does. */
uint32_t relabel_queue_waiting(relabel_queue *q);

/* Removes the first game. The queue must not be empty. */
void relabel_queue_pop(relabel_queue *q);

/* Removes all games. */
void relabel_queue_clear(relabel_queue *q);

#endif
