/* Four threads store and probe a few keys in a small table. The stored data depend on key and
 * depth, so a hit that mixes two entries, or two results of one position, is detected. Without the
 * check in the table there would be hundreds of such hits.
 *
 *   tt_threads        exit status 0 and no output, or 1 and a message */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random_numbers.h"
#include "transposition.h"

enum { THREADS = 4, KEYS = 32, STEPS = 300000, DEPTHS = 16, TABLE_BYTES = 256 };

typedef struct worker {
    tt *table;
    uint64_t random;
    long hits, wrong;
} worker;

/* A hash of a number, 0 included. */
static uint64_t mix(uint64_t x)
{
    return random_next(&x);
}

/* The move follows from the key alone: a result that is not deep enough still leaves its move. */
static tt_data data_of(uint64_t key, int depth)
{
    uint64_t bits = mix(key + (uint64_t)depth);
    return (tt_data){
        .move = (move)(mix(key) & 0x7fff),
        .score = (int16_t)((int)(bits & 0x7fff) - 0x4000),
        .evaluation = (int16_t)((int)(bits >> 16 & 0x3fff) - 0x2000),
        .depth = (int8_t)depth,
        .bound = (tt_bound)(bits >> 32 & 3),
    };
}

static bool equal(const tt_data *a, const tt_data *b)
{
    return a->move == b->move && a->score == b->score && a->evaluation == b->evaluation &&
           a->depth == b->depth && a->bound == b->bound;
}

static void *work(void *argument)
{
    worker *w = argument;
    for (int i = 0; i < STEPS; i++) {
        w->random = mix(w->random);
        uint64_t key = mix(w->random % KEYS);
        tt_data seen;
        tt_prefetch(w->table, key);
        if (tt_probe(w->table, key, &seen)) {
            tt_data expected = data_of(key, seen.depth);
            w->hits++;
            w->wrong += !equal(&seen, &expected);
        }
        tt_data made = data_of(key, (int)(w->random >> 32 & (DEPTHS - 1)));
        tt_store(w->table, key, &made);
    }
    return NULL;
}

static bool run(tt *table, tt_rule rule)
{
    worker workers[THREADS] = {0};
    pthread_t threads[THREADS];
    long hits = 0, wrong = 0;
    table->rule = rule;
    tt_new_search(table);
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (worker){.table = table, .random = (uint64_t)i};
        if (pthread_create(&threads[i], NULL, work, &workers[i]) != 0) {
            fprintf(stderr, "tt_threads: cannot start thread %d of %d\n", i + 1, THREADS);
            exit(EXIT_FAILURE);
        }
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        hits += workers[i].hits;
        wrong += workers[i].wrong;
    }
    if (wrong > 0 || hits < STEPS / 2) {
        fprintf(stderr, "tt_threads: rule %d: %ld of %ld hits are wrong\n", (int)rule, wrong, hits);
    }
    return wrong == 0 && hits >= STEPS / 2;
}

int main(void)
{
    tt table;
    if (!tt_init(&table, TABLE_BYTES, 1, NULL)) {
        fprintf(stderr, "tt_threads: out of memory\n");
        return EXIT_FAILURE;
    }
    bool right = run(&table, TT_AGED);
    right = run(&table, TT_TWO_DEEP) && right;
    tt_free(&table);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
