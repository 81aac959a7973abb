/* A net of Stockfish 15.1, which judges a position without a search: an efficiently updatable net
 * (Nasu 2018) whose inputs are the pieces on their squares for each place of the own king. The
 * program writes it to a file with its command export_net. The marks in a file do not tell all
 * architectures apart, so a net of another version may be accepted and then judges wrongly.
 * Read-only after it was read: all threads may share it. */
#ifndef TOOLS_NNUE_NET_H
#define TOOLS_NNUE_NET_H

#include "base/failure.h"
#include "chess/position.h"

typedef struct nnue_net nnue_net;

/* Reads a file, plain or compressed by gzip. Returns NULL and fills `why`, which names the file, if
 * it is no such net or memory is short. */
nnue_net *nnue_net_read(const char *path, failure *why);

/* NULL is fine. */
void nnue_net_free(nnue_net *net);

/* A checksum over all weights. */
uint32_t nnue_net_checksum(const nnue_net *net);

/* The sums of the first layer for a position, by the colour that sees it. */
enum { NNUE_SUMS = 1024, NNUE_BUCKETS = 8 };
typedef struct nnue_sums {
    _Alignas(64) int16_t sums[2][NNUE_SUMS];
    int32_t material[2][NNUE_BUCKETS];
} nnue_sums;

void nnue_net_sum(const nnue_net *net, const position *pos, nnue_sums *sums);

/* The same for a position that differs by a move from another one, whose sums are given. */
void nnue_net_update(const nnue_net *net, const nnue_sums *from, const position *before,
                     const position *after, nnue_sums *sums);

/* The evaluation for the side to move in Stockfish's centipawns, as its command eval prints it for
 * the net. It means nothing for a position in check: the net has never seen one. */
int nnue_net_score(const nnue_net *net, const nnue_sums *sums, const position *pos);

#endif
