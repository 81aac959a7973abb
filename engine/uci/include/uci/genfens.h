/* The command genfens: openings for the games of a data workload of OpenBench. */
#ifndef UCI_GENFENS_H
#define UCI_GENFENS_H

#include "openings/opening.h"
#include "tree/search.h"
#include "uci/interrupt.h"
#include "uci/writer.h"

enum { GENFENS_PATH_MAX = 4096 };

typedef struct genfens_request {
    uint32_t count, seed;
    char book[GENFENS_PATH_MAX]; /* path; "": the start position */
    opening_plan plan;
} genfens_request;

/* Reads "N seed S book FILE [SETTING=VALUE]...". FILE is a book, or None for the start position.
 * The settings are members of opening_plan: ply=N is `plies` (8), temp=T is `temperature` (1.5),
 * and score=N is `score_max` (150). Returns false and fills `why` for anything else. */
bool genfens_read(const char *arguments, genfens_request *request, failure *why);

/* Draws openings and writes a line "info string genfens FEN" for each, with all six fields. Opening
 * k of a seed depends on seed, k, book, plan and nets alone. Nets and kernels come from `options`.
 * Returns false and fills `why` if the book cannot be read, if no opening is balanced enough, and
 * if it is interrupted. */
bool genfens_run(const genfens_request *request, const search_options *options, writer *out,
                 const interrupt *stop, failure *why);

#endif
