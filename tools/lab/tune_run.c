#include "tune_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "experiment.h"
#include "match_options.h"
#include "match_run.h"

enum { GAMES_MAX = 1000000, LIMITS_TEXT_MAX = TUNE_LIMITS_MAX * MATCH_LIMIT_MAX };
enum { STEPS_OF_A_RANGE = 20 };

typedef struct tune_row {
    const char *parameters, *both, *limits, *book;
    long long seed, games;
    uint32_t program, files;
    lab_origin origin;
    long long start;
    const char *limit, *values;
    long long played, won, drawn, lost, forfeits;
} tune_row;

static const lab_column columns[] = {
    LAB_TEXT(tune_row, "parameters", parameters, COLUMN_KEY, 1, TUNE_WORDS_MAX - 1),
    LAB_TEXT(tune_row, "both", both, COLUMN_KEY, 0, MATCH_WORDS_MAX - 1),
    LAB_TEXT(tune_row, "limits", limits, COLUMN_KEY, 1, LIMITS_TEXT_MAX - 1),
    LAB_TEXT(tune_row, "book", book, COLUMN_KEY, 0, MATCH_NAME_MAX - 1),
    LAB_NUMBER(tune_row, "seed", seed, COLUMN_KEY, 0, 1000000000),
    LAB_NUMBER(tune_row, "games", games, COLUMN_KEY, 2, GAMES_MAX),
    LAB_CHECK(tune_row, "program", program, COLUMN_KEY),
    LAB_CHECK(tune_row, "files", files, COLUMN_KEY),
    ORIGIN_COLUMN_MACHINE(tune_row, COLUMN_KEY),
    LAB_NUMBER(tune_row, "start", start, COLUMN_ITEM, 0, GAMES_MAX),
    ORIGIN_COLUMN_BENCH(tune_row, COLUMN_FIGURE),
    ORIGIN_COLUMNS_OTHERS(tune_row),
    LAB_TEXT(tune_row, "limit", limit, COLUMN_FIGURE, 1, MATCH_LIMIT_MAX - 1),
    LAB_NUMBER(tune_row, "played", played, COLUMN_FIGURE, 2, GAMES_MAX),
    LAB_NUMBER(tune_row, "won", won, COLUMN_FIGURE, 0, GAMES_MAX),
    LAB_NUMBER(tune_row, "drawn", drawn, COLUMN_FIGURE, 0, GAMES_MAX),
    LAB_NUMBER(tune_row, "lost", lost, COLUMN_FIGURE, 0, GAMES_MAX),
    LAB_NUMBER(tune_row, "forfeits", forfeits, COLUMN_FIGURE, 0, GAMES_MAX),
    LAB_TEXT(tune_row, "values", values, COLUMN_FIGURE, 1, TUNE_WORDS_MAX - 1)};

static bool check_row(const void *row)
{
    const tune_row *r = row;
    return r->won + r->drawn + r->lost == r->played && r->played % 2 == 0 &&
           r->forfeits <= r->played;
}

const lab_schema tune_schema = {.what = "a record of a tuning",
                                .columns = columns,
                                .column_count = sizeof columns / sizeof *columns,
                                .row_size = sizeof(tune_row),
                                .check = check_row};

/* The step that the table of parameters advises; 0 if it does not know the option. */
static double usual_step(const char *name)
{
    int count;
    const search_param_row *rows = search_param_rows(&count);
    for (int i = 0; i < count; i++) {
        if (strcasecmp(rows[i].name, name) == 0) {
            return rows[i].step;
        }
    }
    return 0.0;
}

/* Reads "=START" or "=START:STEP", or nothing. */
static bool read_numbers(const char *text, double *start, double *step)
{
    char end;
    return !*text || sscanf(text, "=%lf%c", start, &end) == 1 ||
           sscanf(text, "=%lf:%lf%c", start, step, &end) == 2;
}

/* The most bytes of a player's options, with the NUL. */
static size_t words_most(const tune_plan *plan)
{
    size_t bytes = 0;
    for (int i = 0; i < plan->start.count; i++) {
        const spsa_parameter *p = &plan->start.parameter[i];
        const int least = snprintf(NULL, 0, "%.0f", p->least);
        const int most = snprintf(NULL, 0, "%.0f", p->most);
        bytes += strlen(plan->name[i]) + strlen("= ") + (size_t)(least > most ? least : most);
    }
    return bytes;
}

bool tune_add(tune_plan *plan, const char *text, failure *why)
{
    match_number range;
    char name[MATCH_NAME_MAX];
    const int number = plan->start.count;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "="), text);
    if (number == SPSA_MAX) {
        return fail(why, "--tune %.60s: at most %d parameters can be tuned at once", text,
                    SPSA_MAX);
    }
    if (!match_options_number(&plan->match, name, &range, why)) {
        return false;
    }
    double start = (double)range.value, step = usual_step(name);
    step = step > 0.0 ? step : (double)(range.most - range.least) / STEPS_OF_A_RANGE;
    if (!read_numbers(text + strcspn(text, "="), &start, &step)) {
        return fail(why, "--tune %.60s: expected NAME, NAME=START or NAME=START:STEP", text);
    }
    if (!(start >= (double)range.least && start <= (double)range.most)) {
        return fail(why, "--tune %.60s: the option's range is %ld to %ld", text, range.least,
                    range.most);
    }
    if (!(step > 0.0 && step <= (double)(range.most - range.least))) {
        return fail(why,
                    "--tune %.60s: a step is above 0, and not beyond the option's range of "
                    "%ld to %ld",
                    text, range.least, range.most);
    }
    for (int i = 0; i < number; i++) {
        if (strcmp(plan->name[i], range.name) == 0) {
            return fail(why, "--tune %.60s: this option was given before", text);
        }
    }
    snprintf(plan->name[number], MATCH_NAME_MAX, "%s", range.name);
    plan->start.parameter[plan->start.count++] =
        (spsa_parameter){start, (double)range.least, (double)range.most, step};
    const size_t used = strlen(plan->parameters);
    snprintf(plan->parameters + used, TUNE_WORDS_MAX - used, "%s%s=%.15g:%.15g", used ? " " : "",
             range.name, start, step);
    return words_most(plan) <= MATCH_WORDS_MAX ||
           fail(why, "--tune %.60s: the options of a player are too long", text);
}

/* A tuning under way. A task is a run of fastchess. */
typedef struct tuning {
    const tune_plan *plan;
    lab_record *record;
    spsa now;
    tune_course *course;
    match_plan match; /* of the next run */
    char limits[LIMITS_TEXT_MAX], values[TUNE_WORDS_MAX];
    experiment *experiment;
} tuning;

static long run_count(const match_plan *match)
{
    return (match->games + match->chunk - 1) / match->chunk;
}

static void write_values(const tune_plan *plan, const spsa *now, char values[TUNE_WORDS_MAX])
{
    size_t used = 0;
    for (int i = 0; i < now->count && used < TUNE_WORDS_MAX; i++) {
        used += (size_t)snprintf(values + used, TUNE_WORDS_MAX - used, "%s%s=%.3f", used ? " " : "",
                                 plan->name[i], now->parameter[i].value);
    }
}

static void write_words(const tune_plan *plan, const long point[SPSA_MAX], match_words *words)
{
    size_t used = 0;
    words->text[0] = 0;
    for (int i = 0; i < plan->start.count && used < MATCH_WORDS_MAX; i++) {
        used += (size_t)snprintf(words->text + used, MATCH_WORDS_MAX - used, "%s%s=%ld",
                                 used ? " " : "", plan->name[i], point[i]);
    }
}

static void note_course(tuning *t)
{
    tune_course *c = t->course;
    for (int i = 0; i < t->now.count; i++) {
        c->value[c->count][i] = t->now.parameter[i].value;
    }
    c->games[c->count++] = 2 * t->now.played;
}

static tune_row row_of(const tuning *t, long run)
{
    const match_plan *match = &t->plan->match;
    return (tune_row){.parameters = t->plan->parameters,
                      .both = match->both.text,
                      .limits = t->limits,
                      .book = match->book_name,
                      .seed = match->seed,
                      .games = match->games,
                      .program = match->program_check,
                      .files = match->files_check,
                      .origin = match->origin,
                      .start = match->start + run * match->chunk / 2,
                      .limit = t->plan->limit[run % t->plan->limit_count]};
}

/* Plays a run between the two points, and fills in its results. */
static bool play(tuning *t, tune_row *row, long games, match_listener *listener, failure *why)
{
    long plus[SPSA_MAX], minus[SPSA_MAX];
    match_counts counts = {0};
    spsa_draw(&t->now, plus, minus);
    write_words(t->plan, plus, &t->match.first);
    write_words(t->plan, minus, &t->match.second);
    snprintf(t->match.limit, MATCH_LIMIT_MAX, "%s", row->limit);
    const bool good = match_play(&t->match, (long)row->start, games, &counts, listener, t, why);
    row->played = match_games(&counts);
    row->won = counts.won;
    row->drawn = counts.drawn;
    row->lost = counts.lost;
    row->forfeits = counts.forfeits;
    return good;
}

static void take_game(void *user, const match_counts *counts)
{
    tuning *t = user;
    experiment_show(t->experiment, match_games(counts));
}

/* An experiment's task: the next run. */
static bool do_run(experiment *e, void *context, int task, int worker, failure *why)
{
    tuning *t = context;
    (void)worker;
    tune_row row = row_of(t, task);
    const tune_row *found = t->record ? lab_record_find(t->record, &row) : NULL;
    const long games = match_next_games(&t->plan->match, 2 * t->now.played);
    t->experiment = e;
    if (found && found->played != games) {
        return fail(why, "%s: the row with start %lld has %lld games, not %ld",
                    lab_record_path(t->record), found->start, found->played, games);
    }
    if (found) {
        row = *found;
    } else if (!play(t, &row, games, take_game, why)) {
        return false;
    }
    spsa_learn(&t->now, games / 2, (long)(row.won - row.lost));
    note_course(t);
    write_values(t->plan, &t->now, t->values);
    if (found) {
        return strcmp(found->values, t->values) == 0 ||
               fail(why, "%s: the row with start %lld was tuned with another --rate",
                    lab_record_path(t->record), found->start);
    }
    row.values = t->values;
    return experiment_keep(e, &row, (double)games, why);
}

/* The status line has the parameters that fit in. */
static void note_values(void *context, char text[EXPERIMENT_NOTE_MAX])
{
    const tuning *t = context;
    int used = 0;
    text[0] = 0;
    for (int i = 0; i < t->now.count; i++) {
        char one[EXPERIMENT_NOTE_MAX];
        const int size =
            snprintf(one, sizeof one, "%s %.0f", i ? "" : ",", t->now.parameter[i].value);
        if (used + size >= EXPERIMENT_NOTE_MAX) {
            return;
        }
        strcpy(text + used, one);
        used += size;
    }
}

/* The games that the record does not hold. */
static long games_left(const tuning *t)
{
    long left = t->plan->match.games;
    for (long run = 0; t->record && run < run_count(&t->plan->match); run++) {
        const tune_row row = row_of(t, run);
        const tune_row *found = lab_record_find(t->record, &row);
        left -= found ? (long)found->played : 0;
    }
    return left;
}

static bool make_course(tune_course *course, long runs, failure *why)
{
    *course = (tune_course){.value = calloc((size_t)runs + 1, sizeof *course->value),
                            .games = calloc((size_t)runs + 1, sizeof *course->games)};
    return (course->value && course->games) || fail(why, "not enough memory for the tuning");
}

void tune_course_free(tune_course *course)
{
    free(course->value);
    free(course->games);
    *course = (tune_course){.value = NULL};
}

bool tune_run(const tune_plan *plan, lab_record *record, tune_course *course, failure *why)
{
    const long runs = run_count(&plan->match);
    tuning *t = make_course(course, runs, why) ? malloc(sizeof *t) : NULL;
    if (!t) {
        return fail(why, "not enough memory for the tuning");
    }
    *t = (tuning){
        .plan = plan, .record = record, .now = plan->start, .course = course, .match = plan->match};
    for (int i = 0; i < plan->limit_count; i++) {
        const size_t used = strlen(t->limits);
        snprintf(t->limits + used, LIMITS_TEXT_MAX - used, "%s%s", used ? "; " : "",
                 plan->limit[i]);
    }
    note_course(t);
    const experiment_plan e = {.name = "tune",
                               .unit = "games",
                               .threads = 1,
                               .tasks = (int)runs,
                               .effort = (double)games_left(t),
                               .record = record,
                               .context = t,
                               .work = do_run,
                               .note = note_values};
    const bool good = experiment_run(&e, why);
    free(t);
    return good;
}

void tune_result(const tune_plan *plan, const tune_course *course, match_words *words)
{
    long rounded[SPSA_MAX];
    for (int i = 0; i < plan->start.count; i++) {
        rounded[i] = lround(course->value[course->count - 1][i]);
    }
    write_words(plan, rounded, words);
}
