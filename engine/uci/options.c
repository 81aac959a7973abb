#include "uci/options.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "nn/kernels.h"
#include "tree/clock.h"
#include "tree/search.h"
#include "uci/opponent.h"
#include "uci/strength.h"
#include "uci/text.h"

/* The advantage in rating that is worth a centipawn of contempt. */
enum { RATING_PER_CENTIPAWN = 10 };

/* ORDER: as backend_kind. */
static const char *const backend_words[] = {"integer", "openblas", NULL};
/* UCI's words for a switch. */
static const char *const check_words[] = {"false", "true", NULL};

/* The defaults of strings. */
static const char *const weights_words[] = {"<built-in>", NULL};
static const char *const empty_words[] = {"<empty>", NULL};

static_assert(sizeof backend_words / sizeof *backend_words == BACKENDS + 1,
              "one word for each backend");

#define AT(field) offsetof(settings, field)
/* clang-format off */
#define SPIN(value, min, max) value, {false, NULL, min, max}
#define CHECK(value)          value, {true, check_words, 0, 1}
#define COMBO(value, words)   value, {false, words, 0, 0}
#define STRING(words)         0, {false, words, 0, 0}
#define BUTTON                0, {false, NULL, 0, 0}
/* clang-format on */
#define RESEARCH(field, option, type)                                                              \
#option, type, OPTION_AFFECTS_SEARCH, true, AT(techniques.field)
#define MCTS_SWITCH(field, option, value, what)                                                    \
    {RESEARCH(field, option, OPTION_CHECK), CHECK(value)},
#define MCTS_CHOICE(field, option, value, words, what)                                             \
    {RESEARCH(field, option, OPTION_COMBO), COMBO(value, words)},
#define MCTS_NUMBER(field, option, value, min, max, what)                                          \
    {RESEARCH(field, option, OPTION_SPIN), SPIN(value, min, max)},
#define NEGAMAX_SWITCH(field, option, modern, mia, what) MCTS_SWITCH(field, option, modern, what)
#define NEGAMAX_CHOICE(field, option, modern, mia, words, what)                                    \
    MCTS_CHOICE(field, option, modern, words, what)
#define NEGAMAX_NUMBER(field, option, modern, mia, min, max, what)                                 \
    MCTS_NUMBER(field, option, modern, min, max, what)
#ifdef MORPHO_TUNE
#define PARAM(name, value, min, max, step, what)                                                   \
    {#name, OPTION_SPIN, OPTION_AFFECTS_SEARCH, false, AT(params.name), SPIN(value, min, max)},
#endif

static const option_row rows[] = {
    {"Hash", OPTION_SPIN, OPTION_AFFECTS_MEMORY, false, AT(hash_mb),
     SPIN(HASH_MB_DEFAULT, HASH_MB_MIN, HASH_MB_MAX)},
    {"Threads", OPTION_SPIN, OPTION_AFFECTS_SEARCH, false, AT(threads), SPIN(1, 1, THREADS_MAX)},
    {"MultiPV", OPTION_SPIN, OPTION_AFFECTS_SEARCH, false, AT(multi_pv), SPIN(1, 1, MULTI_PV_MAX)},
    {"Clear Hash", OPTION_BUTTON, OPTION_CLEARS_SEARCH, false, 0, BUTTON},
    {"Ponder", OPTION_CHECK, OPTION_AFFECTS_NOTHING, false, AT(ponder), CHECK(false)},
    {"Move Overhead", OPTION_SPIN, OPTION_AFFECTS_NOTHING, false, AT(move_overhead_ms),
     SPIN(CLOCK_OVERHEAD_MS_DEFAULT, 0, 10000)},
    {"Search", OPTION_COMBO, OPTION_AFFECTS_SEARCH, false, AT(algorithm),
     COMBO(SEARCH_MCTS, search_algorithm_words)},
    {"Setting", OPTION_COMBO, OPTION_AFFECTS_SEARCH, false, AT(setting),
     COMBO(SETTING_MODERN, search_setting_words)},
    {"WeightsFile", OPTION_STRING, OPTION_AFFECTS_NETS, false, AT(weights_file),
     STRING(weights_words)},
    {"Kernels", OPTION_COMBO, OPTION_AFFECTS_SEARCH, false, AT(kernels), COMBO(0, kernels_names)},
    {"Backend", OPTION_COMBO, OPTION_AFFECTS_BACKEND, false, AT(backend),
     COMBO(BACKEND_INTEGER, backend_words)},
    {"SyzygyPath", OPTION_STRING, OPTION_AFFECTS_TABLES, false, AT(syzygy_path),
     STRING(empty_words)},
    {"SyzygyProbeDepth", OPTION_SPIN, OPTION_AFFECTS_SEARCH, false, AT(syzygy_probe_depth),
     SPIN(1, 1, 100)},
    {"Syzygy50MoveRule", OPTION_CHECK, OPTION_AFFECTS_SEARCH, false, AT(syzygy_fifty_moves),
     CHECK(true)},
    {"SyzygyProbeLimit", OPTION_SPIN, OPTION_AFFECTS_SEARCH, false, AT(syzygy_probe_limit),
     SPIN(7, 0, 7)},
    {"Contempt", OPTION_SPIN, OPTION_AFFECTS_NOTHING, false, AT(contempt),
     SPIN(0, -CONTEMPT_MAX, CONTEMPT_MAX)},
    {"UCI_Chess960", OPTION_CHECK, OPTION_AFFECTS_NOTHING, false, AT(chess960), CHECK(false)},
    {"UCI_AnalyseMode", OPTION_CHECK, OPTION_AFFECTS_SEARCH, false, AT(analyse_mode), CHECK(false)},
    {"UCI_LimitStrength", OPTION_CHECK, OPTION_AFFECTS_SEARCH, false, AT(limit_strength),
     CHECK(false)},
    {"UCI_Elo", OPTION_SPIN, OPTION_AFFECTS_NOTHING, false, AT(elo),
     SPIN(1500, STRENGTH_ELO_MIN, STRENGTH_ELO_MAX)},
    {"UCI_Opponent", OPTION_STRING, OPTION_AFFECTS_NOTHING, false, AT(opponent),
     STRING(empty_words)},
    {"UCI_RatingAdv", OPTION_SPIN, OPTION_AFFECTS_NOTHING, false, AT(rating_advantage),
     SPIN(0, -RATING_MAX, RATING_MAX)},
    {"UCI_ShowWDL", OPTION_CHECK, OPTION_AFFECTS_NOTHING, false, AT(show_wdl), CHECK(false)},
    {"Minimal", OPTION_CHECK, OPTION_AFFECTS_NOTHING, false, AT(minimal), CHECK(false)},
    {"VerboseMoveStats", OPTION_CHECK, OPTION_AFFECTS_NOTHING, false, AT(verbose_move_stats),
     CHECK(false)},
    {"LogLiveStats", OPTION_CHECK, OPTION_AFFECTS_NOTHING, false, AT(log_live_stats), CHECK(false)},
    {"PgnComment", OPTION_CHECK, OPTION_AFFECTS_NOTHING, false, AT(pgn_comment), CHECK(false)},
    {"Debug Log File", OPTION_STRING, OPTION_AFFECTS_LOG, false, AT(debug_log_file),
     STRING(empty_words)},
#include "tree/options.def"
};

/* Aliases. Clients see only `name`. */
static const struct {
    const char *alias, *name;
} aliases[] = {
    {"MoveOverhead", "Move Overhead"}, /* lichess-bot sets the name with the blank */
};

const option_row *option_rows(int *count)
{
    *count = (int)(sizeof rows / sizeof *rows);
    return rows;
}

const option_row *option_find(const char *name)
{
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++) {
        if (text_equal(aliases[i].alias, name)) {
            name = aliases[i].name;
        }
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (text_equal(rows[i].name, name)) {
            return &rows[i];
        }
    }
    return NULL;
}

static void *cell(settings *s, const option_row *row)
{
    return (unsigned char *)s + row->offset;
}

static void store(settings *s, const option_row *row, int value)
{
    if (row->type == OPTION_CHECK) {
        *(bool *)cell(s, row) = value != 0;
    } else {
        *(int *)cell(s, row) = value;
    }
}

static int load(settings *s, const option_row *row)
{
    return row->type == OPTION_CHECK ? *(bool *)cell(s, row) : *(int *)cell(s, row);
}

void settings_default(settings *s)
{
    *s = (settings){.params = search_params_default()};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].type != OPTION_STRING && rows[i].type != OPTION_BUTTON) {
            store(s, &rows[i], rows[i].value);
        }
    }
}

static void describe_combo(const option_row *row, char *text, size_t size)
{
    const char *const *words = row->choice.words;
    int used =
        snprintf(text, size, "option name %s type combo default %s", row->name, words[row->value]);
    for (int i = 0; words[i] != NULL && used > 0 && (size_t)used < size; i++) {
        used += snprintf(text + used, size - (size_t)used, " var %s", words[i]);
    }
}

void option_describe(const option_row *row, char *text, size_t size)
{
    switch (row->type) {
    case OPTION_SPIN:
        snprintf(text, size, "option name %s type spin default %d min %d max %d", row->name,
                 row->value, row->choice.min, row->choice.max);
        break;
    case OPTION_CHECK:
        snprintf(text, size, "option name %s type check default %s", row->name,
                 check_words[row->value]);
        break;
    case OPTION_COMBO:
        describe_combo(row, text, size);
        break;
    case OPTION_STRING:
        snprintf(text, size, "option name %s type string default %s", row->name,
                 row->choice.words[0]);
        break;
    case OPTION_BUTTON:
        snprintf(text, size, "option name %s type button", row->name);
        break;
    }
}

static bool set_choice(settings *s, const option_row *row, const char *value, failure *why)
{
    char text[CHOICE_TEXT_MAX];
    int number;
    failure reason;
    if (!choice_read(&row->choice, value, &number, &reason)) {
        return fail(why, "option %s: %s; it stays %s", row->name, reason.text,
                    choice_text(&row->choice, load(s, row), text));
    }
    store(s, row, number);
    if (row->offset == AT(setting)) {
        search_techniques_set(&s->techniques, (search_setting)number);
    }
    return true;
}

static bool set_string(settings *s, const option_row *row, const char *value, failure *why)
{
    char *text = cell(s, row);
    if (text_equal(value, "<empty>") || text_equal(value, row->choice.words[0])) {
        value = "";
    }
    if (strlen(value) >= SETTINGS_TEXT_MAX) {
        return fail(why, "option %s: the value is longer than %d characters; it stays as it was",
                    row->name, SETTINGS_TEXT_MAX - 1);
    }
    failure reason;
    int rating;
    if (row->offset == AT(opponent) && !opponent_read(value, &rating, &reason)) {
        return fail(why, "option %s: %s; it stays as it was", row->name, reason.text);
    }
    strcpy(text, value);
    return true;
}

bool option_set(settings *s, const option_row *row, const char *value, failure *why)
{
    switch (row->type) {
    case OPTION_STRING:
        return set_string(s, row, value, why);
    case OPTION_BUTTON:
        return true;
    default:
        return set_choice(s, row, value, why);
    }
}

bool option_split(const char *arguments, char name[OPTION_NAME_MAX], char value[SETTINGS_TEXT_MAX],
                  failure *why)
{
    char word[TEXT_WORD_MAX];
    name[0] = value[0] = '\0';
    if (!text_next_word(&arguments, word) || !text_equal(word, "name")) {
        return fail(why, "setoption: \"name\" is missing");
    }
    while (text_next_word(&arguments, word) && !text_equal(word, "value")) {
        if (!text_append_words(name, OPTION_NAME_MAX, word, strlen(word))) {
            return fail(why, "setoption: no option has a name as long as \"%s %.64s...\"", name,
                        word);
        }
    }
    if (name[0] == '\0') {
        return fail(why, "setoption: the name after \"name\" is missing");
    }
    const char *begin = text_skip_blanks(arguments);
    size_t length = strlen(begin);
    while (length > 0 && (unsigned char)begin[length - 1] <= ' ') {
        length--;
    }
    if (length >= SETTINGS_TEXT_MAX) {
        return fail(why, "option %s: the value is longer than %d characters; it stays as it was",
                    name, SETTINGS_TEXT_MAX - 1);
    }
    memcpy(value, begin, length);
    value[length] = '\0';
    return true;
}

bool settings_are_weaker(const settings *s)
{
    return s->limit_strength && !s->analyse_mode;
}

/* How much higher the rating of this side is than the opponent's, as far as that is known. */
static int rating_advantage(const settings *s)
{
    int rating = 0;
    if (s->rating_advantage != 0 || !settings_are_weaker(s)) {
        return s->rating_advantage;
    }
    return opponent_read(s->opponent, &rating, NULL) && rating > 0 ? s->elo - rating : 0;
}

int settings_contempt(const settings *s)
{
    const int sum = s->contempt + rating_advantage(s) / RATING_PER_CENTIPAWN;
    return s->analyse_mode       ? 0
           : sum > CONTEMPT_MAX  ? CONTEMPT_MAX
           : sum < -CONTEMPT_MAX ? -CONTEMPT_MAX
                                 : sum;
}

const char *settings_kernels_name(const settings *s)
{
    return kernels_names[s->kernels];
}
