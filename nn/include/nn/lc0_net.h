/* Residual nets of Leela Chess Zero, such as those of Maia, in float32, computed by OpenBLAS. */
#ifndef NN_LC0_NET_H
#define NN_LC0_NET_H

#include <stddef.h>

#include "base/failure.h"
#include "chess/repetition.h"

/* The positions that a net looks at, newest first: the one to evaluate, then those before it. */
enum { LC0_PAST = 8, LC0_MOVES_ALL = 1858 };

typedef struct lc0_past {
    const position *at[LC0_PAST];
    bool repeated[LC0_PAST]; /* the position had occurred before */
    int count;               /* from 1; fewer than LC0_PAST only if the game has no more */
} lc0_past;

/* Adds `pos`: to an empty `past` the position to evaluate, else the one before those in it. `past`
 * keeps the pointer. The key of `pos` has the index `at` in `game`. */
void lc0_past_add(lc0_past *past, const position *pos, const line *game, int at);

/* The same for `root`, the root of `game`, and for the positions before it that `game` holds, as
 * far as there is room. */
void lc0_past_add_game(lc0_past *past, const position *root, const line *game);

/* A net. Immutable; all threads share it. */
typedef struct lc0_net lc0_net;

/* The most bytes of an unpacked file. */
enum { LC0_BYTES_MAX = 1 << 30 };

/* True if unpacked bytes begin as a net file of Lc0 does. */
bool lc0_is_net(const void *bytes, size_t size);

/* Makes a net of the unpacked bytes of a file, of which it keeps no pointer. `name` stands for the
 * file in messages. Returns NULL and fills `why` if the file is faulty, asks for what is not
 * supported, or if OpenBLAS is not installed. lc0_net_free(NULL) is fine. */
lc0_net *lc0_net_new(const void *bytes, size_t size, const char *name, failure *why);
void lc0_net_free(lc0_net *net);

/* The CRC-32 of the file's unpacked bytes. */
uint32_t lc0_net_checksum(const lc0_net *net);

/* What the net is, in words: "64 filters, 6 blocks with squeeze-and-excitation, ...". */
enum { LC0_TEXT_MAX = 256 };
void lc0_net_describe(const lc0_net *net, char text[LC0_TEXT_MAX]);

/* An answer of a net: the chances of the side to move, which sum to 1, and the logits of all moves
 * (lc0_move_number()). All are finite, whatever the weights are. */
enum { LC0_LOGIT_MAX = 1000000 };
typedef struct lc0_answer {
    float win, draw, loss;
    float logits[LC0_MOVES_ALL];
} lc0_answer;

/* What a thread needs to evaluate up to `batch` positions at once. NULL and `why` if memory is
 * short. */
typedef struct lc0_evaluator lc0_evaluator;
lc0_evaluator *lc0_evaluator_new(const lc0_net *net, int batch, failure *why);
void lc0_evaluator_free(lc0_evaluator *e);

/* A hash of all that a net sees of a position. */
uint64_t lc0_past_key(const lc0_net *net, const lc0_past *past);

/* Evaluates `count` positions (1 to the evaluator's batch). No allocation. The bits of an answer
 * depend on the machine and on `count`, but not on the thread. A batch of 8 takes two thirds of the
 * time of 8 single evaluations (64 filters). */
void lc0_evaluate(lc0_evaluator *e, const lc0_past pasts[], int count, lc0_answer answers[]);

/* The place of a legal move of `pos` among the logits. */
int lc0_move_number(const lc0_net *net, const position *pos, move m);

#endif
