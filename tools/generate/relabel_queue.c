#include "relabel_queue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool relabel_queue_is_full(const relabel_queue *q)
{
    return q->end - q->first == QUEUE_GAMES;
}

queue_game *relabel_queue_at(relabel_queue *q, uint32_t number)
{
    assert(number - q->first < q->end - q->first);
    return &q->games[number % QUEUE_GAMES];
}

bool relabel_queue_replace(queue_game *g, const uint8_t *record, size_t size)
{
    uint8_t *copy = malloc(size);
    if (!copy) {
        return false;
    }
    memcpy(copy, record, size);
    free(g->record);
    g->record = copy;
    g->size = size;
    return true;
}

queue_game *relabel_queue_push(relabel_queue *q, queue_state state, const uint8_t *record,
                               size_t size)
{
    assert(!relabel_queue_is_full(q));
    queue_game *g = &q->games[q->end % QUEUE_GAMES];
    *g = (queue_game){.state = state};
    if (record && !relabel_queue_replace(g, record, size)) {
        return NULL;
    }
    q->end++;
    return g;
}

uint32_t relabel_queue_waiting(relabel_queue *q)
{
    uint32_t number = q->first;
    while (number != q->end && relabel_queue_at(q, number)->state != QUEUE_WAITING) {
        number++;
    }
    return number;
}

void relabel_queue_pop(relabel_queue *q)
{
    free(relabel_queue_at(q, q->first)->record);
    q->first++;
}

void relabel_queue_clear(relabel_queue *q)
{
    while (q->first != q->end) {
        relabel_queue_pop(q);
    }
}
