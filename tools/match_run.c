#include "match_run.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "match_process.h"
#include "train_clock.h"

/* What the line on the terminal is made from. */
typedef struct progress {
    const match_plan *plan;
    const match_counts *before; /* of the runs that are complete */
    double begun;
    long known; /* games that were not played now */
    bool shown;
} progress;

static void show(void *user, const match_counts *counts)
{
    const progress *p = user;
    match_counts all = *p->before;
    match_counts_add(&all, counts);
    const long games = match_games(&all);
    const match_elo e = match_elo_of(&all);
    const double spent = train_clock() - p->begun;
    if (p->shown && games > p->known && spent > 0.0) {
        const double rate = (double)(games - p->known) / spent;
        fprintf(stderr,
                "\rmatch: %ld of %ld games, %+.1f +- %.1f Elo, %.2f games a second, %.0f s left "
                "\033[K",
                games, p->plan->games, e.elo, match_elo_error(&e), rate,
                (double)(p->plan->games - games) / rate);
    }
}

static bool is_decided(const match_plan *plan, const match_counts *counts)
{
    return plan->sequential && fabs(match_llr(counts, plan->elo0, plan->elo1)) >= MATCH_LLR_BOUND;
}

bool match_run(const match_plan *plan, lab_record *record, match_counts *counts, long *played,
               failure *why)
{
    bool good = true;
    progress p = {.plan = plan, .before = counts, .shown = isatty(STDERR_FILENO)};
    *counts = (match_counts){0};
    *played = 0;
    p.begun = train_clock();
    while (good && match_games(counts) < plan->games && !is_decided(plan, counts)) {
        const long start = plan->start + match_games(counts) / 2;
        const long left = plan->games - match_games(counts);
        const long games = left < plan->chunk ? left : plan->chunk;
        match_counts part;
        if (record && match_record_find(record, plan, start, &part)) {
            p.known += match_games(&part);
        } else {
            good = match_play(plan, start, games, &part, show, &p, why) &&
                   (!record || match_record_add(record, plan, start, &part, why));
            *played += match_games(&part);
        }
        if (good) {
            match_counts_add(counts, &part);
        }
    }
    if (p.shown) {
        fputs("\r\033[K", stderr);
    }
    return good;
}
