#include "match_run.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child_process.h"
#include "interrupts.h"
#include "match_folder.h"
#include "setting.h"
#include "system/files.h"

enum { ARGUMENTS_MAX = 160, TEXT_BYTES = 1 << 15, LINE_BYTES_MAX = 4096, LOOK_MS = 100 };
enum { COMPLAINT_MAX = 160, PATHS_MAX = 4 * DATA_PATH_MAX };

/* A command line; its texts lie one after the other. */
typedef struct arguments {
    char *item[ARGUMENTS_MAX + 1];
    int count;
    char text[TEXT_BYTES];
    size_t used;
    bool full;
} arguments;

/* The process and what it has said. */
typedef struct play {
    child_process child;
    size_t length;
    char line[LINE_BYTES_MAX];
    char complaint[COMPLAINT_MAX]; /* the line that says best why the games ended */
    bool has_reason;               /* that line names an error */
    long games;
    signed char *points; /* of each game in halves for the first player; -1: not yet */
    match_counts counts;
} play;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
add(arguments *a, const char *format, ...)
{
    va_list values;
    const size_t left = sizeof a->text - a->used;
    va_start(values, format);
    const int size = vsnprintf(a->text + a->used, left, format, values);
    va_end(values);
    a->full |= a->count == ARGUMENTS_MAX || size < 0 || (size_t)size >= left;
    if (!a->full) {
        a->item[a->count++] = a->text + a->used;
        a->used += (size_t)size + 1;
    }
}

/* Writes a list of paths with absolute ones in their place, where these exist. False if they are
 * too long. */
static bool write_absolute(const char *list, const char *separator, char paths[PATHS_MAX])
{
    size_t used = 0;
    for (bool more = true; more && used < PATHS_MAX;) {
        char path[MATCH_WORDS_MAX];
        const size_t length = strcspn(list, separator);
        snprintf(path, sizeof path, "%.*s", (int)length, list);
        char *found = realpath(path, NULL);
        more = list[length] != 0;
        used += (size_t)snprintf(paths + used, PATHS_MAX - used, "%s%s", found ? found : path,
                                 more ? separator : "");
        free(found);
        list += length + more;
    }
    return used < PATHS_MAX;
}

/* A "Name=value" word as fastchess wants it. The players run in another folder, so paths must be
 * absolute. */
static void add_option(arguments *a, const char *word)
{
    static const char weights[] = "WeightsFile=", tables[] = "SyzygyPath=";
    const bool is_file = strncmp(word, weights, sizeof weights - 1) == 0;
    const bool is_list = strncmp(word, tables, sizeof tables - 1) == 0;
    char paths[PATHS_MAX];
    if (is_file || is_list) {
        const size_t name = strcspn(word, "=") + 1;
        a->full |= !write_absolute(word + name, is_list ? system_list_separator : "", paths);
        add(a, "option.%.*s%s", (int)name, word, paths);
    } else {
        add(a, "option.%s", word);
    }
}

static void add_options(arguments *a, const char *words)
{
    char word[MATCH_WORDS_MAX];
    while (setting_word(&words, word, sizeof word)) {
        add_option(a, word);
    }
}

/* A player's own options come last, since an option such as Setting changes others that were set
 * before. Minimal leaves out the reports that fastchess does not need: they take an eighth of the
 * time of a match at few nodes. */
static void add_player(arguments *a, const match_plan *plan, const char *name,
                       const match_words *words)
{
    add(a, "-engine");
    add(a, "cmd=%s", plan->program);
    if (plan->all_options) {
        add(a, "args=--all-options");
    }
    add(a, "name=%s", name);
    add(a, "option.Minimal=true");
    add_options(a, plan->both.text);
    add_options(a, words->text);
}

/* Games are adjudicated as in OpenBench's tests. */
static bool write_arguments(arguments *a, const match_plan *plan, long start, long games,
                            failure *why)
{
    static const char tc[] = "tc ", nodes[] = "nodes ";
    a->count = 0;
    a->used = 0;
    a->full = false;
    add(a, "%s", plan->fastchess);
    add_player(a, plan, "first", &plan->first);
    add_player(a, plan, "second", &plan->second);
    add(a, "-each");
    if (strncmp(plan->limit, tc, sizeof tc - 1) == 0) {
        const char *control = plan->limit + sizeof tc - 1;
        add(a, "tc=%.*s", (int)strcspn(control, " "), control);
    } else {
        add(a, "tc=inf");
        const char *count = plan->limit + sizeof nodes - 1;
        add(a, "nodes=%.*s", (int)strcspn(count, " "), count);
    }
    add(a, "-openings");
    add(a, "file=%s", plan->book);
    add(a, "format=epd");
    add(a, "order=random");
    add(a, "start=%ld", start + 1);
    add(a, "-srand");
    add(a, "%ld", plan->seed);
    add(a, "-rounds");
    add(a, "%ld", games / 2);
    add(a, "-games");
    add(a, "2");
    add(a, "-repeat");
    add(a, "-concurrency");
    add(a, "%ld", plan->concurrency);
    add(a, "-recover");
    add(a, "-resign");
    add(a, "movecount=3");
    add(a, "score=600");
    add(a, "twosided=true");
    add(a, "-draw");
    add(a, "movenumber=40");
    add(a, "movecount=8");
    add(a, "score=10");
    if (plan->pgn) {
        add(a, "-pgnout");
        add(a, "file=" MATCH_FOLDER_GAMES);
        add(a, "nodes=true");
    }
    add(a, "-ratinginterval");
    add(a, "0");
    add(a, "-autosaveinterval");
    add(a, "0");
    a->item[a->count] = NULL;
    return !a->full || fail(why, "the options are too long for fastchess");
}

/* Starts fastchess in a folder of its own, where it leaves files. */
static bool launch(play *p, const arguments *a, const char *folder, failure *why)
{
    failure reason;
    const child_plan plan = {.arguments = a->item,
                             .folder = folder,
                             .in = CHILD_INHERIT,
                             .out = CHILD_PIPE,
                             .error = CHILD_PIPE,
                             .ends_with_parent = true};
    return child_start(&p->child, &plan, &reason) || fail(why, "fastchess: %s", reason.text);
}

/* True if the game ended by a forfeit. */
static bool is_forfeit(const char *line)
{
    static const char *const words[] = {"on time", "illegal", "disconnect", "stall"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strstr(line, words[i])) {
            return true;
        }
    }
    return false;
}

/* The result in halves for White; -1 if there is none. */
static int white_points(const char *line)
{
    return strstr(line, ": 1-0")       ? 2
           : strstr(line, ": 0-1")     ? 0
           : strstr(line, ": 1/2-1/2") ? 1
                                       : -1;
}

/* Counts the game that a line reports: "Finished game 7 (first vs second): 1-0 {...}". */
static bool count_game(play *p, const char *line)
{
    long number;
    int end = 0;
    if (sscanf(line, "Finished game %ld (%n", &number, &end) != 1 || !end || number < 1 ||
        number > p->games || p->points[number - 1] >= 0 || white_points(line) < 0) {
        return false;
    }
    const bool first_is_white = strncmp(line + end, "first vs ", strlen("first vs ")) == 0;
    const int points = first_is_white ? white_points(line) : 2 - white_points(line);
    const int other = p->points[(number - 1) ^ 1];
    p->points[number - 1] = (signed char)points;
    p->counts.won += points == 2;
    p->counts.drawn += points == 1;
    p->counts.lost += points == 0;
    p->counts.forfeits += is_forfeit(line);
    if (other >= 0) {
        p->counts.pairs[points + other]++;
    }
    return true;
}

/* Keeps a line if it says better than the one before why the games ended: the first that names an
 * error or, without such a line, the last. fastchess prints more lines after its reason. (The words
 * are those of tools/strength.) */
static void take_complaint(play *p, const char *line)
{
    static const char *const words[] = {"Error", "Failed", "Fatal"};
    bool is_reason = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        is_reason |= strstr(line, words[i]) != NULL;
    }
    if (!p->has_reason) {
        snprintf(p->complaint, sizeof p->complaint, "%.*s", COMPLAINT_MAX - 1, line);
    }
    p->has_reason |= is_reason;
}

/* Splits the output into lines; long ones are cut. */
static void take(play *p, const char *bytes, size_t size, match_listener *listener, void *user)
{
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] != '\n') {
            if (p->length < LINE_BYTES_MAX - 1) {
                p->line[p->length++] = bytes[i];
            }
            continue;
        }
        p->line[p->length] = 0;
        if (count_game(p, p->line)) {
            listener(user, &p->counts);
        } else if (p->length > 0 && strncmp(p->line, "Started game", 12) != 0) {
            take_complaint(p, p->line);
        }
        p->length = 0;
    }
}

/* Reads to the end, or to an interrupt. */
static void follow(play *p, match_listener *listener, void *user)
{
    char bytes[4096];
    for (;;) {
        struct pollfd wait = {.fd = p->child.from, .events = POLLIN};
        const int ready = poll(&wait, 1, LOOK_MS);
        if (interrupts_pending()) {
            return;
        }
        if (ready <= 0) {
            continue;
        }
        const ssize_t got = read(p->child.from, bytes, sizeof bytes);
        if (got == 0 || (got < 0 && errno != EINTR)) {
            return;
        }
        take(p, bytes, got > 0 ? (size_t)got : 0, listener, user);
    }
}

/* Waits for the end of the process; terminates it first if games are missing. */
static bool finish(play *p, const match_plan *plan, failure *why)
{
    const bool whole = match_games(&p->counts) == p->games;
    if (interrupts_pending() || !whole) {
        child_signal(&p->child, SIGTERM);
    }
    const int status = child_wait(&p->child);
    child_end(&p->child);
    if (whole) {
        return true;
    }
    if (interrupts_pending()) {
        return fail(why, "interrupted");
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == CHILD_NOT_RUN) {
        return fail(why, "%s: cannot be run", plan->fastchess);
    }
    return fail(why, "fastchess ended after %d of %ld games; it said: %s", match_games(&p->counts),
                p->games, p->complaint);
}

static bool play_in(play *p, const match_plan *plan, const arguments *a, const char *folder,
                    match_listener *listener, void *user, failure *why)
{
    if (!launch(p, a, folder, why)) {
        return false;
    }
    follow(p, listener, user);
    return finish(p, plan, why);
}

bool match_play(const match_plan *plan, long start, long games, match_counts *counts,
                match_listener *listener, void *user, failure *why)
{
    match_folder folder;
    arguments *a = malloc(sizeof *a);
    play p = {.games = games, .points = malloc((size_t)games)};
    bool good = (a && p.points) || fail(why, "not enough memory for the match");
    good = good && write_arguments(a, plan, start, games, why) && match_folder_make(&folder, why);
    if (good) {
        memset(p.points, -1, (size_t)games);
        good = play_in(&p, plan, a, folder.path, listener, user, why) &&
               (!plan->pgn || match_folder_keep_games(&folder, plan->pgn, games, why));
        match_folder_remove(&folder);
    }
    *counts = p.counts;
    free(p.points);
    free(a);
    return good;
}
