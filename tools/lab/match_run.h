/* A match, which is played in runs of fastchess, and its record: a row for each run. The columns:
 *
 *   first,second,both,limit,book,seed              the match in words (match_plan.h)
 *   program,files                                  checksums (match_plan.h)
 *   machine,start                                  the processor and the run's first opening; these
 *                                                  ten columns are the key
 *   bench,commit,defaults                          what else made the row (lab_origin.h)
 *   games,won,drawn,lost,p0,p1,p2,p3,p4,forfeits   the results of the run (match_counts) */
#ifndef TOOLS_MATCH_RUN_H
#define TOOLS_MATCH_RUN_H

#include "lab_origin.h"
#include "match_plan.h"
#include "statistics.h"

typedef struct match_row {
    const char *first, *second, *both, *limit, *book;
    long long seed, start;
    uint32_t program, files;
    lab_origin origin;
    long long games, won, drawn, lost, pairs[MATCH_PAIR_SCORES], forfeits;
} match_row;

extern const lab_schema match_schema;

/* The results in a row. */
match_counts match_row_counts(const match_row *row);

/* The number of openings of a screen. The first openings of an order screen ideas, and only other
 * openings can confirm them. */
enum { MATCH_SCREEN_OPENINGS = 1000 };

/* Plays the games of a match that the record (NULL: there is none) does not hold, until all games
 * are played or the sequential test has ended. Adds a row for each run that is complete. *counts
 * gets the results of all complete runs, those in the record too. SIGINT and SIGTERM must be
 * blocked; they end the match. Returns false and fills `why` if they did, or if a run failed. */
bool match_run(const match_plan *plan, lab_record *record, match_counts *counts, failure *why);

/* Called after each game with the results so far. `pairs` has the pairs that are complete. */
typedef void match_listener(void *user, const match_counts *counts);

/* Plays `games` games (even) from the opening number `start` (from 0) on in one run of fastchess,
 * and waits for its end. Fills in *counts in any case, and leaves no process running. The games
 * of a complete run are added to plan->pgn. SIGINT and SIGTERM must be blocked; they end the run
 * early and stay pending. Returns false and fills `why` if the run ended before the last game, or
 * if the games could not be added. */
bool match_play(const match_plan *plan, long start, long games, match_counts *counts,
                match_listener *listener, void *user, failure *why);

#endif
