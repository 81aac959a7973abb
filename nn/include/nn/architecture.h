/* The architecture of a net as a line of text, which net files and checkpoints contain. Engine and
 * trainer read it by the same function.
 *
 *   3072kx256dp-16-32-1b8  a value net: 3072 inputs; 256 sums in each of two views (d), paired (p)
 *                          into 128 products; dense layers of 16 and 32 outputs and 1 output over
 *                          the products of both views; eight sets of them (b8), of which
 *                          net_bucket() chooses one by the number of pieces
 *   768x256dp-16-32-1      the same without places of the king, with one set of dense layers
 *   3072hx1024p-4956       a policy net: its outputs are the rows of a policy_query
 *
 * The inputs of a value net are those of value_rows():
 *   768      a piece on a square
 *   3072k    the same for each of four places of the view's king (k)
 * The inputs of a policy net are those of feature_rows():
 *   3072h    with states that tell what hangs (h)
 *   3072hp   the same, with attacks that respect pins (p)
 *   768      without states */
#ifndef NN_ARCHITECTURE_H
#define NN_ARCHITECTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/failure.h"

/* The largest sizes, which bound the buffers of an evaluation. NET_ARCH_MAX counts the characters
 * of a text and its final NUL. */
enum { NET_SUMS_MAX = 4096, NET_L1_MAX = 32, NET_L2_MAX = 64, NET_ARCH_MAX = 64 };
enum { NET_BUCKETS = 8 };

typedef enum { NET_VALUE, NET_POLICY, NET_KINDS } net_kind;

typedef struct architecture {
    char text[NET_ARCH_MAX];
    net_kind kind;
    bool pins;       /* the states of the inputs know pins */
    bool places;     /* the inputs depend on the place of the view's king */
    uint32_t inputs; /* of each view */
    uint32_t sums;   /* of each view */
    uint32_t l1, l2; /* outputs of the dense layers; 0: none */
    uint32_t outputs;
    uint32_t buckets; /* sets of dense layers: 1 or NET_BUCKETS */
} architecture;

/* The set of layers for a number of pieces (2 to 32): 0 to NET_BUCKETS - 1. */
static inline int net_bucket(int pieces)
{
    return (pieces - 2) / 4;
}

/* "value" or "policy". */
const char *architecture_kind_name(net_kind kind);

/* Reads a text. Sums are a multiple of twice KERNEL_WIDTH_STEP. Returns false, fills `why` and
 * leaves `a` as it was if the text is no architecture or a size is out of range. */
bool architecture_read(architecture *a, const char *text, failure *why);

#endif
