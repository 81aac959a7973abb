#include "match_run.h"

#include <math.h>
#include <stdio.h>

#include "match_process.h"
#include "status_line.h"

/* What the status line is made from. */
typedef struct progress {
    const match_plan *plan;
    const match_counts *before; /* of the runs that are complete */
    long known;                 /* games that were not played now */
    status_line line;
} progress;

static void show(void *user, const match_counts *counts)
{
    progress *p = user;
    match_counts all = *p->before;
    match_counts_add(&all, counts);
    const long games = match_games(&all);
    const match_elo e = match_elo_of(&all);
    if (games > p->known && status_line_is_due(&p->line)) {
        const double rate = (double)(games - p->known) / status_line_elapsed(&p->line);
        status_line_show(&p->line, (double)(p->plan->games - games) / rate,
                         "match: %ld of %ld games, %+.1f +- %.1f Elo, %.2f games a second", games,
                         p->plan->games, e.elo, match_elo_error(&e), rate);
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
    progress p = {.plan = plan, .before = counts};
    *counts = (match_counts){0};
    *played = 0;
    status_line_open(&p.line, stderr);
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
    status_line_clear(&p.line);
    return good;
}
