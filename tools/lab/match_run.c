#include "match_run.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "experiment.h"
#include "setting.h"

/* OPENINGS_MAX is such that an int holds the games of any match. */
enum { GAMES_MAX = 1000000, OPENINGS_MAX = 1000500000 };

static const lab_column columns[] = {
    LAB_TEXT(match_row, "first", first, COLUMN_KEY, 0, MATCH_WORDS_MAX - 1),
    LAB_TEXT(match_row, "second", second, COLUMN_KEY, 0, MATCH_WORDS_MAX - 1),
    LAB_TEXT(match_row, "both", both, COLUMN_KEY, 0, MATCH_WORDS_MAX - 1),
    LAB_TEXT(match_row, "limit", limit, COLUMN_KEY, 0, MATCH_LIMIT_MAX - 1),
    LAB_TEXT(match_row, "book", book, COLUMN_KEY, 0, MATCH_NAME_MAX - 1),
    LAB_NUMBER(match_row, "seed", seed, COLUMN_KEY, 0, 1000000000),
    LAB_CHECK(match_row, "program", program, COLUMN_KEY),
    LAB_CHECK(match_row, "files", files, COLUMN_KEY),
    ORIGIN_COLUMN_MACHINE(match_row, COLUMN_KEY),
    LAB_NUMBER(match_row, "start", start, COLUMN_ITEM, 0, OPENINGS_MAX),
    ORIGIN_COLUMN_BENCH(match_row, COLUMN_FIGURE),
    ORIGIN_COLUMNS_OTHERS(match_row),
    LAB_NUMBER(match_row, "games", games, COLUMN_FIGURE, 2, GAMES_MAX),
    LAB_NUMBER(match_row, "won", won, COLUMN_FIGURE, 0, GAMES_MAX),
    LAB_NUMBER(match_row, "drawn", drawn, COLUMN_FIGURE, 0, GAMES_MAX),
    LAB_NUMBER(match_row, "lost", lost, COLUMN_FIGURE, 0, GAMES_MAX),
    LAB_NUMBER(match_row, "p0", pairs[0], COLUMN_FIGURE, 0, GAMES_MAX),
    LAB_NUMBER(match_row, "p1", pairs[1], COLUMN_FIGURE, 0, GAMES_MAX),
    LAB_NUMBER(match_row, "p2", pairs[2], COLUMN_FIGURE, 0, GAMES_MAX),
    LAB_NUMBER(match_row, "p3", pairs[3], COLUMN_FIGURE, 0, GAMES_MAX),
    LAB_NUMBER(match_row, "p4", pairs[4], COLUMN_FIGURE, 0, GAMES_MAX),
    LAB_NUMBER(match_row, "forfeits", forfeits, COLUMN_FIGURE, 0, GAMES_MAX)};

/* True if the limit can be read, and the results add up. */
static bool check_row(const void *row)
{
    static const char *const limits[] = {"nodes", "tc", "concurrency", "sprt", NULL};
    const match_row *r = row;
    long long pairs = 0, points = 0;
    time_control clock;
    for (int i = 0; i < MATCH_PAIR_SCORES; i++) {
        pairs += r->pairs[i];
        points += i * r->pairs[i];
    }
    return setting_pairs(r->limit, limits, "0123456789.+-e:/") &&
           (strncmp(r->limit, "tc ", strlen("tc ")) != 0 || match_limit_clock(r->limit, &clock)) &&
           r->won + r->drawn + r->lost == r->games && 2 * pairs == r->games &&
           points == 2 * r->won + r->drawn && r->forfeits <= r->games;
}

const lab_schema match_schema = {.what = "a record of matches",
                                 .columns = columns,
                                 .column_count = sizeof columns / sizeof *columns,
                                 .row_size = sizeof(match_row),
                                 .check = check_row};

match_counts match_row_counts(const match_row *row)
{
    match_counts counts = {.won = (int)row->won,
                           .drawn = (int)row->drawn,
                           .lost = (int)row->lost,
                           .forfeits = (int)row->forfeits};
    for (int i = 0; i < MATCH_PAIR_SCORES; i++) {
        counts.pairs[i] = (int)row->pairs[i];
    }
    return counts;
}

static match_row row_of(const match_plan *plan, long start)
{
    return (match_row){.first = plan->first.text,
                       .second = plan->second.text,
                       .both = plan->both.text,
                       .limit = plan->limit,
                       .book = plan->book_name,
                       .seed = plan->seed,
                       .program = plan->program_check,
                       .files = plan->files_check,
                       .origin = plan->origin,
                       .start = start};
}

static void put_counts(match_row *row, const match_counts *counts)
{
    row->games = match_games(counts);
    row->won = counts->won;
    row->drawn = counts->drawn;
    row->lost = counts->lost;
    row->forfeits = counts->forfeits;
    for (int i = 0; i < MATCH_PAIR_SCORES; i++) {
        row->pairs[i] = counts->pairs[i];
    }
}

/* A task is a run of fastchess. */
typedef struct run {
    const match_plan *plan;
    lab_record *record;
    match_counts *counts; /* of the runs that are complete */
    match_counts part;    /* of the one under way */
    experiment *experiment;
} run;

static void note_elo(void *context, char text[EXPERIMENT_NOTE_MAX])
{
    const run *r = context;
    match_counts all = *r->counts;
    match_counts_add(&all, &r->part);
    const bounded elo = match_elo(&all);
    text[0] = '\0';
    /* Without a complete pair, or if all are won or lost, it has no bounds. */
    if (isfinite(bounded_error(&elo))) {
        snprintf(text, EXPERIMENT_NOTE_MAX, ", %+.1f +- %.1f Elo", elo.value, bounded_error(&elo));
    }
}

static void take_game(void *user, const match_counts *counts)
{
    run *r = user;
    r->part = *counts;
    experiment_show(r->experiment, match_games(counts));
}

static bool is_decided(const match_plan *plan, const match_counts *counts)
{
    return plan->sequential && fabs(match_llr(counts, plan->elo0, plan->elo1)) >= MATCH_LLR_BOUND;
}

/* The games that the record does not hold; a sequential test may end before them. */
static long games_left(const match_plan *plan, const lab_record *record)
{
    long games = 0, known = 0;
    while (games < plan->games) {
        const match_row row = row_of(plan, plan->start + games / 2);
        const match_row *found = record ? lab_record_find(record, &row) : NULL;
        known += found ? (long)found->games : 0;
        games += found ? (long)found->games : match_next_games(plan, games);
    }
    return plan->games - known;
}

/* An experiment's task: the next run. Tasks behind the last one have nothing to do. */
static bool play_run(experiment *e, void *context, int task, int worker, failure *why)
{
    run *r = context;
    const match_plan *plan = r->plan;
    const long played = match_games(r->counts);
    match_row row = row_of(plan, plan->start + played / 2);
    (void)task;
    (void)worker;
    if (played >= plan->games || is_decided(plan, r->counts)) {
        return true;
    }
    const match_row *found = r->record ? lab_record_find(r->record, &row) : NULL;
    r->experiment = e;
    r->part = (match_counts){0};
    bool good = true;
    if (found) {
        r->part = match_row_counts(found);
    } else {
        const long games = match_next_games(plan, played);
        good = match_play(plan, (long)row.start, games, &r->part, take_game, r, why);
        put_counts(&row, &r->part);
        good = good && experiment_keep(e, &row, (double)games, why);
    }
    if (good) {
        match_counts_add(r->counts, &r->part);
    }
    r->part = (match_counts){0};
    return good;
}

bool match_run(const match_plan *plan, lab_record *record, match_counts *counts, failure *why)
{
    run r = {.plan = plan, .record = record, .counts = counts};
    const experiment_plan e = {.name = "match",
                               .unit = "games",
                               .threads = 1,
                               .tasks = (int)plan->games / 2, /* a run has two games at least */
                               .effort = (double)games_left(plan, record),
                               .record = record,
                               .context = &r,
                               .work = play_run,
                               .note = note_elo};
    *counts = (match_counts){0};
    return experiment_run(&e, why);
}
