#include "match_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "child_process.h"

enum {
    ANSWER_BYTES_MAX = 1 << 17,
    ANSWER_WAIT_MS = 10000,
    OPTIONS_WAIT_MS = 60000, /* a large hash takes some time */
    BENCH_WAIT_MS = 600000,
    LINE_MAX_BYTES = 4096,
    WORD_MAX = MATCH_WORDS_MAX
};

/* The two parts of a word "Name=value". */
typedef struct uci_setting {
    char name[WORD_MAX], value[WORD_MAX];
} uci_setting;

/* Splits the next word and steps over it; false at the end. */
static bool next_setting(const char **at, uci_setting *s)
{
    char word[WORD_MAX];
    const bool found = setting_word(at, word, sizeof word);
    const size_t name = strcspn(word, "=");
    snprintf(s->name, sizeof s->name, "%.*s", (int)name, word);
    snprintf(s->value, sizeof s->value, "%s", word[name] ? word + name + 1 : "");
    return found;
}

/* The answer of the program to "uci". With --all-options a program also lists the options for
 * tests. An older program does not know --all-options and always lists them. */
static bool ask(match_plan *plan, char answer[ANSWER_BYTES_MAX], failure *why)
{
    char all[] = "--all-options";
    char *arguments[] = {plan->program, all, NULL};
    plan->all_options =
        child_ask(arguments, "uci\n", "uciok", ANSWER_WAIT_MS, answer, ANSWER_BYTES_MAX);
    arguments[1] = NULL;
    return plan->all_options ||
           child_ask(arguments, "uci\n", "uciok", ANSWER_WAIT_MS, answer, ANSWER_BYTES_MAX) ||
           fail(why, "%s: gives no answer to uci, so its options are unknown", plan->program);
}

/* A line "option name NAME type TYPE default VALUE ...". */
typedef struct uci_option {
    char line[LINE_MAX_BYTES];
    const char *name, *type; /* in the line; the type with all behind it */
} uci_option;

/* Takes the next option of an answer and steps over its line; false at the end. */
static bool next_option(const char **answer, uci_option *o)
{
    static const char start[] = "option name ", type[] = " type ";
    char *end = NULL;
    while (!end && **answer) {
        const size_t length = strcspn(*answer, "\r\n");
        snprintf(o->line, sizeof o->line, "%.*s", (int)length, *answer);
        *answer += length;
        *answer += strspn(*answer, "\r\n");
        end = strncmp(o->line, start, sizeof start - 1) == 0 ? strstr(o->line, type) : NULL;
    }
    if (end) {
        *end = 0;
        o->name = o->line + sizeof start - 1;
        o->type = end + sizeof type - 1;
    }
    return end != NULL;
}

/* Lists all options with their defaults, "Name=value;Name=value". */
static void list_defaults(match_plan *plan, const char *answer)
{
    static const char of[] = " default ";
    size_t used = 0;
    uci_option o;
    plan->defaults[0] = 0;
    while (used < DEFAULTS_MAX && next_option(&answer, &o)) {
        const char *value = strstr(o.type, of), *end = value ? strstr(value, " min ") : NULL;
        end = value && !end ? strstr(value, " var ") : end;
        if (value) {
            value += sizeof of - 1;
            used += (size_t)snprintf(plan->defaults + used, DEFAULTS_MAX - used, "%s%s=%.*s",
                                     used ? ";" : "", o.name,
                                     end ? (int)(end - value) : (int)strlen(value), value);
        }
    }
    for (char *at = plan->defaults; *at; at++) {
        *at = *at == ',' || *at == '"' ? ' ' : *at;
    }
}

/* The node count of the program's bench. */
static bool run_bench(const match_plan *plan, long long *bench, failure *why)
{
    char path[DATA_PATH_MAX], verb[] = "bench";
    char *arguments[] = {path, verb, NULL};
    char *answer = malloc(ANSWER_BYTES_MAX);
    snprintf(path, sizeof path, "%s", plan->program);
    const bool ended =
        answer && child_ask(arguments, "", NULL, BENCH_WAIT_MS, answer, ANSWER_BYTES_MAX);
    *bench = 0;
    for (const char *row = ended ? answer : NULL; row; row = strchr(row, '\n')) {
        int used = 0;
        long long nodes;
        row += *row == '\n';
        if (sscanf(row, "%lld nodes %*d nps%n", &nodes, &used) == 1 && used > 0) {
            *bench = nodes;
        }
    }
    free(answer);
    return *bench > 0 || fail(why, "%s bench: it prints no count of nodes, so its build is unknown",
                              plan->program);
}

/* Writes down the options of the setting mia, if a player that came with this program uses it: the
 * program lists those of modern. */
static bool keep_mia(const match_plan *plan, const lab_record *record, failure *why)
{
    const match_player first = match_player_of(plan->both.text, plan->first.text);
    const match_player second = match_player_of(plan->both.text, plan->second.text);
    uint32_t check;
    return !plan->is_own ||
           (first.setting.base != SETTING_MIA && second.setting.base != SETTING_MIA) ||
           defaults_keep_search(record, SEARCH_NEGAMAX, SETTING_MIA, &check, why);
}

/* True if the player was built after this program. Its sources may have changed in between. */
static bool is_newer(const match_plan *plan)
{
    struct stat player, self;
    return stat(plan->program, &player) == 0 && stat("/proc/self/exe", &self) == 0 &&
           player.st_mtime > self.st_mtime;
}

bool match_options_origin(match_plan *plan, const lab_record *record, failure *why)
{
    if (!plan->is_own || is_newer(plan)) {
        const long long own = plan->origin.bench;
        if (!run_bench(plan, &plan->origin.bench, why)) {
            return false;
        }
        plan->is_own = plan->is_own && plan->origin.bench == own;
    }
    if (!plan->is_own) {
        plan->origin.commit = "unknown";
    }
    return keep_mia(plan, record, why) &&
           defaults_keep(record, "uci", plan->defaults, &plan->origin.defaults, why);
}

static bool settle_switch(uci_setting *s)
{
    const choice of_two = {.is_switch = true};
    failure why;
    int value;
    if (!choice_read(&of_two, s->value, &value, &why)) {
        return false;
    }
    strcpy(s->value, value ? "true" : "false");
    return true;
}

/* One of the words behind "var". */
static bool settle_word(uci_setting *s, const char *at)
{
    char word[WORD_MAX];
    while (setting_word(&at, word, sizeof word)) {
        if (strcmp(word, "var") == 0 && setting_word(&at, word, sizeof word) &&
            strcasecmp(word, s->value) == 0) {
            strcpy(s->value, word);
            return true;
        }
    }
    return false;
}

/* Default and range of a number, from the words behind "spin". */
static void read_range(const char *at, match_number *number)
{
    char word[WORD_MAX];
    number->least = 0;
    number->most = -1;
    while (setting_word(&at, word, sizeof word)) {
        long *place = strcmp(word, "default") == 0 ? &number->value
                      : strcmp(word, "min") == 0   ? &number->least
                      : strcmp(word, "max") == 0   ? &number->most
                                                   : NULL;
        if (place && setting_word(&at, word, sizeof word)) {
            *place = strtol(word, NULL, 10);
        }
    }
}

static bool settle_number(const uci_setting *s, const char *at)
{
    char end;
    long value;
    match_number range;
    read_range(at, &range);
    return sscanf(s->value, "%ld%c", &value, &end) == 1 && value >= range.least &&
           value <= range.most;
}

/* Finds an option in an answer by its name, whatever the case. */
static bool find_option(const char *answer, const char *name, uci_option *o)
{
    while (next_option(&answer, o)) {
        if (strcasecmp(o->name, name) == 0) {
            return true;
        }
    }
    return false;
}

static bool settle(const char *answer, const char *flag, uci_setting *s, failure *why)
{
    char type[WORD_MAX];
    uci_option o;
    if (!find_option(answer, s->name, &o)) {
        return fail(why, "--%s %s=%s: the program has no such option", flag, s->name, s->value);
    }
    snprintf(s->name, sizeof s->name, "%s", o.name);
    const char *at = o.type;
    setting_word(&at, type, sizeof type);
    const bool good = strcmp(type, "check") == 0   ? settle_switch(s)
                      : strcmp(type, "combo") == 0 ? settle_word(s, at)
                      : strcmp(type, "spin") == 0  ? settle_number(s, at)
                                                   : strcmp(type, "string") == 0;
    return good || fail(why, "--%s %s=%s: the program expects:%s", flag, s->name, s->value, at);
}

static bool settle_words(const char *answer, const char *flag, match_words *words, failure *why)
{
    match_words settled = {""};
    size_t used = 0;
    uci_setting s;
    for (const char *at = words->text; next_setting(&at, &s);) {
        if (!settle(answer, flag, &s, why)) {
            return false;
        }
        used += (size_t)snprintf(settled.text + used, MATCH_WORDS_MAX - used, "%s%s=%s",
                                 used ? " " : "", s.name, s.value);
        if (used >= MATCH_WORDS_MAX) {
            return fail(why, "--%s: too many options", flag);
        }
    }
    *words = settled;
    return true;
}

/* Options take effect in the order in which they are given. */
static void apply(match_player *player, const char *words)
{
    static const choice settings = {.words = search_setting_words};
    static const choice searches = {.words = search_algorithm_words};
    uci_setting s;
    for (const char *at = words; next_setting(&at, &s);) {
        const search_technique_row *row = search_technique_find(s.name);
        int value = 0;
        if (row && choice_read(&row->choice, s.value, &value, NULL)) {
            search_technique_put(&player->setting.techniques, row, value);
        } else if (strcasecmp(s.name, "Setting") == 0) {
            choice_read(&settings, s.value, &value, NULL);
            player->setting.base = (search_setting)value;
            search_techniques_set(&player->setting.techniques, player->setting.base);
        } else if (strcasecmp(s.name, "Search") == 0) {
            choice_read(&searches, s.value, &value, NULL);
            player->by = (search_algorithm)value;
        } else if (strcasecmp(s.name, "Hash") == 0) {
            player->hash_mb = strtol(s.value, NULL, 10);
        } else if (!row) {
            const size_t used = strlen(player->others);
            snprintf(player->others + used, MATCH_OTHERS_MAX - used, "%s%s=%s", used ? " " : "",
                     s.name, s.value);
        }
    }
}

match_player match_player_of(const char *both, const char *own)
{
    match_player player = {.by = SEARCH_MCTS,
                           .setting = {SETTING_MODERN, search_techniques_of(SETTING_MODERN)}};
    apply(&player, both);
    apply(&player, own);
    return player;
}

/* A player's own techniques must belong to the search that it uses; otherwise the match measures
 * nothing. */
static bool is_of_its_search(const match_words *both, const match_words *own, const char *flag,
                             failure *why)
{
    const search_algorithm plays = match_player_of(both->text, own->text).by;
    uci_setting s;
    for (const char *at = own->text; next_setting(&at, &s);) {
        const search_technique_row *row = search_technique_find(s.name);
        if (row && row->by != plays) {
            return fail(why, "--%s %s=%s: a technique of %s, but this player uses %s (see Search)",
                        flag, s.name, s.value, search_algorithm_words[row->by],
                        search_algorithm_words[plays]);
        }
    }
    return true;
}

/* Gives the program the options of a player. False, and `why`, if it says that one is wrong. */
static bool try_player(match_plan *plan, const match_words *own, char answer[ANSWER_BYTES_MAX],
                       failure *why)
{
    static const char complaint[] = "info string ERROR: ";
    char all[] = "--all-options", *question = NULL;
    char *arguments[] = {plan->program, plan->all_options ? all : NULL, NULL};
    size_t size;
    uci_setting s;
    FILE *lines = open_memstream(&question, &size);
    for (int i = 0; lines && i < 2; i++) {
        for (const char *at = i == 0 ? plan->both.text : own->text; next_setting(&at, &s);) {
            fprintf(lines, "setoption name %s value %s\n", s.name, s.value);
        }
    }
    const bool whole = lines && fputs("isready\n", lines) >= 0;
    bool good = ((!lines || fclose(lines) == 0) && whole) ||
                fail(why, "not enough memory for the program's options");
    if (good &&
        !child_ask(arguments, question, "readyok", OPTIONS_WAIT_MS, answer, ANSWER_BYTES_MAX)) {
        good = fail(why, "%s: does not take its options", plan->program);
    }
    free(question);
    const char *error = good ? strstr(answer, complaint) : NULL;
    if (error) {
        error += sizeof complaint - 1;
        return fail(why, "the program says: %.*s", (int)strcspn(error, "\r\n"), error);
    }
    return good;
}

bool match_options_settle(match_plan *plan, failure *why)
{
    char *answer = malloc(ANSWER_BYTES_MAX);
    bool good = (answer || fail(why, "not enough memory for the program's options")) &&
                ask(plan, answer, why) && settle_words(answer, "both", &plan->both, why) &&
                settle_words(answer, "first", &plan->first, why) &&
                settle_words(answer, "second", &plan->second, why) &&
                is_of_its_search(&plan->both, &plan->first, "first", why) &&
                is_of_its_search(&plan->both, &plan->second, "second", why);
    if (good) {
        list_defaults(plan, answer);
        good = try_player(plan, &plan->first, answer, why) &&
               try_player(plan, &plan->second, answer, why);
    }
    free(answer);
    return good;
}

bool match_options_number(match_plan *plan, const char *name, match_number *number, failure *why)
{
    static const char spin[] = "spin ";
    uci_option o;
    char *answer = malloc(ANSWER_BYTES_MAX);
    bool good = (answer || fail(why, "not enough memory for the program's options")) &&
                ask(plan, answer, why);
    if (good && !find_option(answer, name, &o)) {
        good = fail(why,
                    "%s: the program has no such option (a build for tuning lists its "
                    "parameters: cmake -DMORPHO_TUNE=ON)",
                    name);
    }
    if (good && strncmp(o.type, spin, sizeof spin - 1) != 0) {
        good = fail(why, "%s: this option of the program is not a number", name);
    }
    if (good) {
        snprintf(number->name, sizeof number->name, "%s", o.name);
        read_range(o.type + sizeof spin - 1, number);
    }
    free(answer);
    return good;
}
