/* What a long search says of its best visited positions, and how far a short one is from it.
 *
 * The sites of a position are its root and up to 16 positions in the long search's tree: those with
 * the most playouts through them, 100 at least, not proven, and none behind a proven move. The
 * distribution at a site is that of the visits over its moves. If the long search has proven the
 * root there are no sites, since then visits say nothing more. */
#ifndef TOOLS_RULE_SITES_H
#define TOOLS_RULE_SITES_H

#include <stdint.h>
#include <stdio.h>

#include "tree/search.h"

enum { SITES_MAX = 17, SITE_PLIES_MAX = 16, SITE_VISITS_MIN = 100 };

/* A position that a line leads to, and the visits of its moves, at least 1 each. */
typedef struct rule_site {
    move played[SITE_PLIES_MAX]; /* the line from the root */
    int length;
    move moves[MOVES_MAX];
    uint32_t visits[MOVES_MAX];
    int count;
} rule_site;

typedef struct rule_reference {
    move best;
    rule_site site[SITES_MAX]; /* the first is the root */
    int count;
} rule_reference;

/* Distances in millionths of a nat; -1 if there is no site to measure at. */
typedef struct rule_measure {
    bool known;
    move best;
    int64_t visits; /* of the reference's visits at the root from this search's, of which each move
                       has half a visit more so that none has nothing */
    int64_t root;   /* of the same from the priors that this search would give the root now */
    int64_t inner;  /* of the visits at the other sites from the priors that it would give there
                       now; the mean over sites */
} rule_measure;

/* Gathers the sites of a search that has ended with a best move. */
void rule_sites_gather(const search *s, move best, rule_reference *reference);

/* Measures a search of the same position that has ended, by rule_divergence(). */
rule_measure rule_sites_measure(const search *s, move best, const rule_reference *reference);

/* Writes the sites as "LINE:MOVE=VISITS MOVE=VISITS" with "|" between them, moves in UCI's notation
 * and with spaces between: no commas, no quotes. */
void rule_sites_write(FILE *out, const rule_reference *reference, bool chess960);

/* Reads `length` characters of that; false if they are anything else, or a move is not legal. Fills
 * all but the best move. */
bool rule_sites_read(rule_reference *reference, const position *root, const char *text,
                     size_t length);

#endif
