#include "checker.h"

#include <stdlib.h>

#include "system/clock.h"
#include "system/threads.h"

/* The progress of the checks at once. */
typedef struct progress {
    const syzygy_checking *how;
    checker *checker;
    int64_t done, all, told_ns;
} progress;

static void tell_progress(void *user, int64_t bytes)
{
    enum { INTERVAL_NS = 1000000000 };
    progress *p = user;
    const int64_t now = system_clock_ns();
    p->done += bytes;
    if (p->how->tell && now - p->told_ns >= INTERVAL_NS) {
        p->told_ns = now;
        atomic_store(&p->checker->quit, !p->how->tell(p->how->user, p->done, p->all));
    }
}

/* Checks a file. A bad one is a problem. */
static void check_file(checker *c, table_file *file, table_progress *done, void *user)
{
    failure why;
    const bool good = table_file_check(file, &c->quit, done, user, &why);
    if (!good && !atomic_load(&c->quit)) {
        pthread_mutex_lock(&c->lock);
        c->found.problems[c->found.problem_count++] = why;
        pthread_mutex_unlock(&c->lock);
    }
    atomic_store_explicit(&file->state, good ? TABLE_GOOD : TABLE_DAMAGED, memory_order_release);
}

static bool check_at_once(checker *c, const syzygy_checking *how, failure *why)
{
    progress p = {.how = how, .checker = c, .told_ns = system_clock_ns()};
    for (int i = 0; i < c->found.file_count; i++) {
        p.all += c->found.files[i].count <= how->pieces_at_once ? c->found.files[i].bytes : 0;
    }
    for (int i = 0; i < c->found.file_count && !atomic_load(&c->quit); i++) {
        if (c->found.files[i].count <= how->pieces_at_once) {
            check_file(c, &c->found.files[i], tell_progress, &p);
        }
    }
    return !atomic_load(&c->quit) || fail(why, "the check of the tables was stopped");
}

/* Counts the tables, and keeps those that are not known to be good. */
static void sort_out(checker *c, syzygy_found *found)
{
    int kept = 0;
    for (int i = 0; i < c->found.file_count; i++) {
        const table_file file = c->found.files[i];
        if (file.state != TABLE_DAMAGED) {
            found->wdl += !file.is_dtz;
            found->dtz += file.is_dtz;
            found->pieces = !file.is_dtz && file.count > found->pieces ? file.count : found->pieces;
        }
        if (file.state == TABLE_GOOD) {
            free(file.path);
        } else {
            c->found.files[kept++] = file;
        }
    }
    c->found.file_count = kept;
}

/* ---- The thread ---- */

static table_file *find_wanted(const checker *c)
{
    for (int i = 0; i < c->found.file_count; i++) {
        if (atomic_load(&c->found.files[i].state) == TABLE_WANTED) {
            return &c->found.files[i];
        }
    }
    return NULL;
}

static void *check_wanted(void *own)
{
    checker *c = own;
    while (!atomic_load(&c->quit)) {
        pthread_mutex_lock(&c->lock);
        table_file *file;
        while (!(file = find_wanted(c)) && !atomic_load(&c->quit)) {
            pthread_cond_wait(&c->wanted, &c->lock);
        }
        pthread_mutex_unlock(&c->lock);
        if (file) {
            check_file(c, file, NULL, NULL);
        }
    }
    return NULL;
}

/* Starts the thread if it may have work. */
static bool start(checker *c, failure *why)
{
    bool unchecked = false;
    for (int i = 0; i < c->found.file_count; i++) {
        unchecked |= atomic_load(&c->found.files[i].state) == TABLE_UNCHECKED;
    }
    c->has_thread = unchecked && system_thread_start(&c->thread, check_wanted, c);
    return c->has_thread == unchecked ||
           fail(why, "the system starts no thread that checks endgame tables");
}

static void want(checker *c, table_file *file)
{
    int state = TABLE_UNCHECKED;
    if (atomic_load_explicit(&file->state, memory_order_relaxed) != state) {
        return;
    }
    pthread_mutex_lock(&c->lock);
    atomic_compare_exchange_strong(&file->state, &state, TABLE_WANTED);
    pthread_cond_signal(&c->wanted);
    pthread_mutex_unlock(&c->lock);
}

/* ---- The whole ---- */

static bool find_and_check(checker *c, const char *path, const syzygy_checking *how,
                           syzygy_found *found, failure *why)
{
    if (!syzygy_folders_find(&c->found, path, why) || !check_at_once(c, how, why)) {
        return false;
    }
    sort_out(c, found);
    if (found->wdl == 0) {
        return c->found.problem_count
                   ? fail(why, "%s", c->found.problems[0].text)
                   : fail(why, "%.256s: no endgame tables (.rtbw) are there", path);
    }
    return start(c, why);
}

checker *checker_new(const char *path, const syzygy_checking *how, syzygy_found *found,
                     failure *why)
{
    checker *c = calloc(1, sizeof *c);
    *found = (syzygy_found){0, 0, 0};
    if (!c) {
        fail(why, "not enough memory for endgame tables");
        return NULL;
    }
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->wanted, NULL);
    if (!find_and_check(c, path, how, found, why)) {
        checker_free(c);
        return NULL;
    }
    return c;
}

void checker_free(checker *c)
{
    if (!c) {
        return;
    }
    if (c->has_thread) {
        pthread_mutex_lock(&c->lock);
        atomic_store(&c->quit, true);
        pthread_cond_signal(&c->wanted);
        pthread_mutex_unlock(&c->lock);
        pthread_join(c->thread, NULL);
    }
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->wanted);
    syzygy_folders_free(&c->found);
    free(c);
}

/* A number of pieces that no others have, and 0 for bare kings, which need no table. */
static unsigned number_of(const table_pieces *p)
{
    unsigned number = 0;
    for (int k = 0; k < TABLE_KINDS; k++) {
        number = number << 6 | (unsigned)p->of[0][k] << 3 | (unsigned)p->of[1][k];
    }
    return number;
}

static atomic_uint *place_of(checker *c, unsigned number)
{
    return &c->cleared[number * 2654435769u >> (32 - CLEARED_BITS)];
}

/* The library follows captures, for moves also one promotion, and reads the DTZ table of the
 * position only. */
static bool is_needed(const table_file *file, const table_pieces *pieces, bool moves)
{
    if (!file->is_dtz) {
        return table_pieces_lead(pieces, &file->pieces, moves ? 1 : 0);
    }
    return moves && table_pieces_lead(pieces, &file->pieces, 0) &&
           table_pieces_lead(&file->pieces, pieces, 0);
}

bool checker_allows(checker *c, const position *pos, bool moves)
{
    if (c->found.file_count == 0) {
        return true;
    }
    const table_pieces pieces = table_pieces_of(pos);
    const unsigned number = number_of(&pieces);
    if (!moves && atomic_load_explicit(place_of(c, number), memory_order_acquire) == number) {
        return true;
    }
    bool allowed = true;
    for (int i = 0; i < c->found.file_count; i++) {
        table_file *file = &c->found.files[i];
        if (atomic_load_explicit(&file->state, memory_order_acquire) != TABLE_GOOD &&
            is_needed(file, &pieces, moves)) {
            want(c, file);
            allowed = false;
        }
    }
    if (allowed && !moves) {
        atomic_store_explicit(place_of(c, number), number, memory_order_release);
    }
    return allowed;
}

bool checker_next_problem(checker *c, failure *why)
{
    pthread_mutex_lock(&c->lock);
    const bool more = c->told < c->found.problem_count;
    if (more) {
        *why = c->found.problems[c->told++];
    }
    pthread_mutex_unlock(&c->lock);
    return more;
}
