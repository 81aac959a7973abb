/* The functions of the library Fathom (Basil Falcinelli, Jon Dart), which reads endgame tables.
 * They are loaded at run time, or linked into the program (MORPHO_FATHOM). */
#ifndef SYZYGY_FATHOM_H
#define SYZYGY_FATHOM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/failure.h"
#include "system/library.h"

enum { FATHOM_RESULTS_MAX = 193 };

typedef bool fathom_init(const char *path);
typedef unsigned fathom_probe(uint64_t white, uint64_t black, uint64_t kings, uint64_t queens,
                              uint64_t rooks, uint64_t bishops, uint64_t knights, uint64_t pawns,
                              unsigned en_passant, bool white_to_move);
typedef unsigned fathom_probe_root(uint64_t white, uint64_t black, uint64_t kings, uint64_t queens,
                                   uint64_t rooks, uint64_t bishops, uint64_t knights,
                                   uint64_t pawns, unsigned halfmove_clock, unsigned en_passant,
                                   bool white_to_move, unsigned results[FATHOM_RESULTS_MAX]);

typedef struct fathom {
    system_library library; /* without a handle if it is linked */
    fathom_init *init;
    fathom_probe *probe;
    fathom_probe_root *probe_root;
    unsigned *largest; /* its number of pieces; above 0 while tables are open */
} fathom;

/* Fills in the functions. Returns false and fills `why` if the library cannot be loaded.
 * fathom_unload() must follow in any case. */
bool fathom_load(fathom *f, failure *why);
void fathom_unload(fathom *f);

#endif
