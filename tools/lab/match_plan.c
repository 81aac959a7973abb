#include "match_plan.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <zlib.h>

#include "chess/plural.h"
#include "data_path.h"
#include "files/input_file.h"
#include "openings/book.h"
#include "setting.h"

/* The path of Morpho from the folder of this program, as installed and as built. */
static const char *const places[] = {"morpho"};
enum { PLACES = sizeof places / sizeof *places, PLACE_MAX = 32 };

enum { TC_MAX = 40 };

bool match_plan_words(match_words *words, const char *option, const command_list *list,
                      failure *why)
{
    size_t used = 0;
    words->text[0] = 0;
    for (int i = 0; i < list->count; i++) {
        const char *word = list->text[i];
        const size_t name = strcspn(word, "=");
        if (name == 0 || !word[name] || strpbrk(word, " ,\"\n\r\t")) {
            return fail(why, "--%s %.60s: expected NAME=VALUE without spaces, commas or quotes",
                        option, word);
        }
        used += (size_t)snprintf(words->text + used, MATCH_WORDS_MAX - used, "%s%s",
                                 used ? " " : "", word);
        if (used >= MATCH_WORDS_MAX) {
            return fail(why, "--%s: too many options", option);
        }
    }
    return true;
}

bool match_plan_both(match_plan *plan, long hash_mb, const command_list *list, failure *why)
{
    match_words own;
    if (!match_plan_words(&own, "both", list, why)) {
        return false;
    }
    const int size = snprintf(plan->both.text, MATCH_WORDS_MAX, "Hash=%ld%s%s", hash_mb,
                              *own.text ? " " : "", own.text);
    return size < MATCH_WORDS_MAX || fail(why, "--both: too many options");
}

bool match_games_even(const char *option, long games, failure *why)
{
    return games % 2 == 0 ||
           fail(why, "--%s %ld: expected an even number, since each opening is played twice",
                option, games);
}

bool match_plan_limit(char limit[MATCH_LIMIT_MAX], const char *option, const char *tc, long nodes,
                      long concurrency, failure *why)
{
    time_control clock;
    if (tc && (strlen(tc) > TC_MAX || !time_control_read(tc, &clock))) {
        return fail(why, "--%s %.40s: expected a time control, such as 3+0.03", option, tc);
    }
    if (tc) {
        snprintf(limit, MATCH_LIMIT_MAX, "tc %s concurrency %ld", tc, concurrency);
    } else {
        snprintf(limit, MATCH_LIMIT_MAX, "nodes %ld", nodes);
    }
    return true;
}

bool match_limit_clock(const char *limit, time_control *clock)
{
    char word[MATCH_LIMIT_MAX];
    return setting_word(&limit, word, sizeof word) && strcmp(word, "tc") == 0 &&
           setting_word(&limit, word, sizeof word) && time_control_read(word, clock);
}

static bool make_absolute(const char *path, char absolute[DATA_PATH_MAX], failure *why)
{
    char *found = realpath(path, NULL);
    const bool good = found && strlen(found) < DATA_PATH_MAX;
    if (good) {
        strcpy(absolute, found);
    } else {
        fail(why, "%s: %s", path, found ? "its path is too long" : strerror(errno));
    }
    free(found);
    return good;
}

/* The Morpho that came with this program. */
static bool find_own(char found[DATA_PATH_MAX], failure *why)
{
    char self[DATA_PATH_MAX - PLACE_MAX];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0) {
        return fail(why, "the folder of this program is unknown: --program is needed");
    }
    self[length] = 0;
    *strrchr(self, '/') = 0;
    for (int i = 0; i < PLACES; i++) {
        snprintf(found, DATA_PATH_MAX, "%s/%s", self, places[i]);
        if (access(found, X_OK) == 0) {
            return true;
        }
    }
    return fail(why, "%s: there is no morpho: --program is needed", self);
}

static bool find_program(match_plan *plan, const char *program, failure *why)
{
    char own[DATA_PATH_MAX], own_path[DATA_PATH_MAX] = "";
    const bool has_own = find_own(own, why) && make_absolute(own, own_path, why);
    if (!program && !has_own) {
        return false;
    }
    program = program ? program : own;
    if (!make_absolute(program, plan->program, why)) {
        return false;
    }
    plan->is_own = strcmp(plan->program, own_path) == 0;
    return access(plan->program, X_OK) == 0 || fail(why, "%s: cannot be run", program);
}

static bool find_fastchess(match_plan *plan, const char *fastchess, failure *why)
{
    char path[DATA_PATH_MAX];
    if (fastchess) {
        return make_absolute(fastchess, plan->fastchess, why) &&
               (access(plan->fastchess, X_OK) == 0 || fail(why, "%s: cannot be run", fastchess));
    }
    const char *at = getenv("PATH");
    while (at && *at) {
        const int length = (int)strcspn(at, ":");
        snprintf(path, sizeof path, "%.*s/fastchess", length, at);
        if (length > 0 && access(path, X_OK) == 0) {
            return make_absolute(path, plan->fastchess, why);
        }
        at += length;
        at += *at == ':';
    }
    return fail(why, "fastchess, which plays the games, is not on the PATH: --fastchess FILE says "
                     "where it is (it comes from github.com/Disservin/fastchess)");
}

long match_next_games(const match_plan *plan, long played)
{
    const long left = plan->games - played;
    return left < plan->chunk ? left : plan->chunk;
}

/* Adds a file's bytes to a checksum, which is 0 at first. */
static bool check_bytes(const char *path, unsigned *check, failure *why)
{
    unsigned char bytes[1 << 14];
    uLong sum = *check;
    size_t got;
    FILE *file = input_file_stream(path, why);
    if (!file) {
        return false;
    }
    while ((got = fread(bytes, 1, sizeof bytes, file)) > 0) {
        sum = crc32(sum, bytes, (uInt)got);
    }
    const bool good = !ferror(file);
    fclose(file);
    *check = (unsigned)sum;
    return good || fail(why, "%s: cannot be read", path);
}

/* Copies a name as a field of a record. */
static void copy_field(char field[MATCH_NAME_MAX], const char *text)
{
    snprintf(field, MATCH_NAME_MAX, "%.*s", (int)strcspn(text, "\n"), text);
    for (char *at = field; *at; at++) {
        *at = *at == ',' || *at == '"' ? ' ' : *at;
    }
}

/* Takes the next net file from the words; false if there is none. */
static bool next_weights(const char **words, char file[MATCH_WORDS_MAX])
{
    static const char option[] = "WeightsFile=";
    const size_t name = sizeof option - 1;
    char word[MATCH_WORDS_MAX];
    while (setting_word(words, word, sizeof word)) {
        if (strncasecmp(word, option, name) == 0 && strcmp(word + name, "<built-in>") != 0) {
            strcpy(file, word + name);
            return true;
        }
    }
    return false;
}

static bool check_weights(const match_words *words, unsigned *check, failure *why)
{
    char file[MATCH_WORDS_MAX];
    for (const char *at = words->text; next_weights(&at, file);) {
        if (!check_bytes(file, check, why)) {
            return false;
        }
    }
    return true;
}

bool match_plan_find(match_plan *plan, const char *program, const char *fastchess,
                     const char *book_file, const char *folder, failure *why)
{
    char path[DATA_PATH_MAX];
    if (!data_path_find(book_file, folder, path, why) || !make_absolute(path, plan->book, why) ||
        !find_program(plan, program, why) || !find_fastchess(plan, fastchess, why) ||
        !check_bytes(plan->program, &plan->program_check, why) ||
        !check_bytes(plan->book, &plan->files_check, why) ||
        !check_weights(&plan->both, &plan->files_check, why) ||
        !check_weights(&plan->first, &plan->files_check, why) ||
        !check_weights(&plan->second, &plan->files_check, why)) {
        return false;
    }
    copy_field(plan->book_name, data_path_name(plan->book));
    return true;
}

bool match_plan_outputs(const match_plan *plan, data_paths outputs, failure *why)
{
    const char *const inputs[] = {plan->book, plan->program, plan->fastchess};
    const match_words *const words[] = {&plan->both, &plan->first, &plan->second};
    bool good = data_paths_apart(outputs, (data_paths){inputs, 3}, NULL, why);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char file[MATCH_WORDS_MAX];
        const char *const net = file;
        for (const char *at = words[i]->text; good && next_weights(&at, file);) {
            good = data_paths_apart(outputs, (data_paths){&net, 1}, NULL, why);
        }
    }
    return good;
}

bool match_plan_has_openings(const match_plan *plan, failure *why)
{
    const long wanted = plan->start + plan->games / 2;
    book *openings = book_load(plan->book, why);
    if (!openings) {
        return false;
    }
    const uint32_t count = book_count(openings);
    book_free(openings);
    return count >= wanted || fail(why, "%s: it has %u %s, but %ld %s wanted", plan->book, count,
                                   plural(count, "opening", "openings"), wanted,
                                   plural((uint64_t)wanted, "is", "are"));
}
