#include "nn/recent_logits.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Of 350,000 positions of searches with 30,000 playouts, 2,048 places knew 19%, 8,192 places 27%,
 * and a million 31%. One in 27 had more moves than are kept. */
enum { PLACES = 8192, MOVES_KEPT = 48 };

typedef struct known_logits {
    uint64_t key; /* of the position and its moves */
    int count;    /* of moves; 0: an empty place */
    float logits[MOVES_KEPT];
} known_logits;

struct recent_logits {
    known_logits place[PLACES];
};

recent_logits *recent_logits_new(void)
{
    return calloc(1, sizeof(recent_logits));
}

void recent_logits_free(recent_logits *recent)
{
    free(recent);
}

void recent_logits_clear(recent_logits *recent)
{
    memset(recent, 0, sizeof *recent);
}

static uint64_t key_of(const position *pos, const move moves[], int count)
{
    uint64_t list = 0;
    for (int i = 0; i < count; i++) {
        list = list * 0x9E3779B97F4A7C15u + moves[i];
    }
    return pos->key ^ list;
}

bool recent_logits_find(const recent_logits *recent, const position *pos, const move moves[],
                        int count, float logits[])
{
    const uint64_t key = key_of(pos, moves, count);
    const known_logits *known = &recent->place[key % PLACES];
    if (known->key != key || known->count != count) {
        return false;
    }
    memcpy(logits, known->logits, (size_t)count * sizeof *logits);
    return true;
}

void recent_logits_keep(recent_logits *recent, const position *pos, const move moves[], int count,
                        const float logits[])
{
    if (count > MOVES_KEPT) {
        return;
    }
    const uint64_t key = key_of(pos, moves, count);
    known_logits *known = &recent->place[key % PLACES];
    known->key = key;
    known->count = count;
    memcpy(known->logits, logits, (size_t)count * sizeof *logits);
}
