/* Small valid random nets of any architecture, for tests that need a net file but not a trained
 * net. The same shape and seed give the same net. */
#ifndef TESTS_RANDOM_NET_H
#define TESTS_RANDOM_NET_H

#include "base/random_numbers.h"
#include "nn/features.h"
#include "nn/net.h"

typedef struct random_net_shape {
    uint32_t inputs;      /* of the policy net: 3072 or 768 */
    bool pins;            /* with 3072 inputs */
    bool places;          /* the value net has inputs for each place of the king */
    uint32_t value_sums;  /* a multiple of 128 */
    uint32_t policy_sums; /* a multiple of 128 */
    uint32_t l1, l2;      /* the dense layers of the value net */
    uint32_t buckets;     /* of the value net: 1 or 8; 0 is 1 */
    uint64_t seed;
} random_net_shape;

/* A shape that is quick to write and to load. Of the first 400 seeds its own tells positions apart
 * best: their scores differ by 20 centipawns. */
extern const random_net_shape random_net_small;

/* Shapes of nets that kernels and backends are compared with: usual ones, the smallest and largest
 * numbers of sums, and dense layers of odd sizes. */
enum { RANDOM_NET_SHAPES = 5 };
extern const random_net_shape random_net_shapes[RANDOM_NET_SHAPES];

enum { RANDOM_NET_TENSORS = 15 };

/* The tensors, which a test may change to make a faulty file. */
typedef struct random_net {
    tensor tensors[RANDOM_NET_TENSORS];
    void *data[RANDOM_NET_TENSORS]; /* what the tensors point to, writable */
    int count;
} random_net;

/* Makes the tensors; free them with random_net_free(). */
random_net *random_net_make(const random_net_shape *shape);
void random_net_free(random_net *net);

/* The index of a tensor by name, or -1. */
int random_net_index(const random_net *net, const char *name);

/* The data of a tensor by name. */
void *random_net_data(const random_net *net, const char *name);

/* Writes a net to `path`. Returns false and fills `why` if it cannot be written. */
bool random_net_write(const char *path, const random_net_shape *shape, failure *why);

/* Loads a net; the caller frees it by nets_free(). */
nets *random_net_load(const random_net_shape *shape);

/* The same with tensors that may be faulty. Returns NULL and fills `why` if they are refused. */
nets *random_net_load_tensors(const random_net *net, failure *why);

/* Fills in distinct rows in ascending order, as the pieces of a position give them, and returns
 * their number (2 to 32). */
int random_feature_rows(uint64_t *state, uint16_t rows[FEATURES_MAX]);

/* A uniform integer in [low, high]. */
int random_between(uint64_t *state, int low, int high);

#endif
