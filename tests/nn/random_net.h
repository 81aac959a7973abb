/* Small valid random nets of any architecture, for tests that need a net file but not a trained
 * net. The same shape and seed give the same net. */
#ifndef TESTS_RANDOM_NET_H
#define TESTS_RANDOM_NET_H

#include "nn/features.h"
#include "nn/net.h"

typedef struct random_net_shape {
    uint32_t inputs;      /* 3072 or 768 */
    uint32_t value_sums;  /* multiples of 128 */
    uint32_t policy_sums; /* multiples of 128 */
    uint32_t l1, l2;
    uint32_t negamax_sums; /* a multiple of 64; 0: the file has no negamax net */
    uint64_t seed;
} random_net_shape;

/* A shape that is quick to write and to load. */
extern const random_net_shape random_net_small;

/* The tensors of the first two nets, and with a negamax net, whose tensors follow. */
enum { RANDOM_NET_TENSORS = 15, RANDOM_NET_TENSORS_MAX = 21 };

/* The tensors, to be changed by tests that want a faulty file. */
typedef struct random_net {
    tensor tensors[RANDOM_NET_TENSORS_MAX];
    void *data[RANDOM_NET_TENSORS_MAX]; /* what the tensors point to, writable */
    int count;
} random_net;

random_net *random_net_make(const random_net_shape *shape);
void random_net_free(random_net *net);

/* The index of a tensor by name, or -1. */
int random_net_index(const random_net *net, const char *name);

/* Writes such a net to `path`. */
bool random_net_write(const char *path, const random_net_shape *shape, failure *why);

/* Writes and loads such a net; the caller frees it. */
nets *random_net_load(const random_net_shape *shape);

/* Distinct rows in ascending order, as different pieces give them; returns how many (2 to 32). */
int random_feature_rows(uint64_t *state, uint16_t rows[FEATURES_MAX]);

/* The generator: the next 64 bits of a state that may start at any value (Steele and others, 2014:
 * SplitMix64). */
uint64_t random_next(uint64_t *state);

/* A uniform integer in [low, high]. */
int random_between(uint64_t *state, int low, int high);

#endif
