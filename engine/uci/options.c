#include "uci/options.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "nn/kernels.h"
#include "tree/move_clock.h"
#include "tree/search.h"
#include "uci/strength.h"
#include "uci/text.h"

/* The largest rating of an opponent and advantage in rating, and the advantage that is worth a
 * centipawn of contempt. */
enum { RATING_MAX = 10000, RATING_PER_CENTIPAWN = 10 };

/* ORDER: as backend_kind. */
static const char *const backend_words[] = {"auto", "integer", "openblas", NULL};
/* UCI's words for a switch. */
static const char *const check_words[] = {"false", "true", NULL};

/* The defaults of strings. */
static const char *const weights_words[] = {"<built-in>", NULL};
static const char *const empty_words[] = {"<empty>", NULL};

static_assert(sizeof backend_words / sizeof *backend_words == BACKENDS + 1,
              "one word for each backend");

#define AT(field) offsetof(settings, field)
/* clang-format off */
#define ROW(type, effect, field, value) OPTION_##type, OPTION_AFFECTS_##effect, AT(field), value
#define SPIN(field, effect, value, min, max) ROW(SPIN, effect, field, value), {false, NULL, min, max}
#define CHECK(field, effect, value)          ROW(CHECK, effect, field, value), {true, check_words, 0, 1}
#define COMBO(field, effect, value, words)   ROW(COMBO, effect, field, value), {false, words, 0, 0}
#define STRING(field, effect, words)         ROW(STRING, effect, field, 0), {false, words, 0, 0}
#define BUTTON OPTION_BUTTON, OPTION_CLEARS_SEARCH, 0, 0, {false, NULL, 0, 0}
#define TECHNIQUE_SWITCH(field, option, modern, mia, what)                                         \
    {#option, CHECK(techniques.field, SEARCH, modern), NULL},
#define TECHNIQUE_CHOICE(field, option, modern, mia, words, what)                                  \
    {#option, COMBO(techniques.field, SEARCH, modern, words), NULL},
#define TECHNIQUE_NUMBER(field, option, modern, mia, min, max, what)                               \
    {#option, SPIN(techniques.field, SEARCH, modern, min, max), NULL},
#ifdef MORPHO_TUNE
#define PARAM(name, value, min, max, step, what)                                                   \
    {#name, SPIN(params.name, SEARCH, value, min, max), what},
#endif
/* clang-format on */

static const option_row rows[] = {
    {"Hash", SPIN(hash_mb, MEMORY, HASH_MB_DEFAULT, HASH_MB_MIN, HASH_MB_MAX),
     "MB for the tree or the transposition table"},
    {"Threads", SPIN(threads, SEARCH, 1, 1, THREADS_MAX), "threads of the search"},
    {"MultiPV", SPIN(multi_pv, SEARCH, 1, 1, MULTI_PV_MAX), "number of lines to report"},
    {"Clear Hash", BUTTON, "a button: forget tree or table, and histories"},
    {"Ponder", CHECK(ponder, NOTHING, false),
     "the GUI may let Morpho think on the opponent's time"},
    {"Move Overhead", SPIN(move_overhead_ms, NOTHING, CLOCK_OVERHEAD_MS_DEFAULT, 0, 10000),
     "ms kept per move for communication with the GUI; "
     "MoveOverhead is the same and needs no quotes"},
    {"Search", COMBO(algorithm, SEARCH, SEARCH_MCTS, search_algorithm_words),
     "mcts or negamax: " OPTION_SEARCH_ADVICE},
    {"Setting", COMBO(setting, SEARCH, SETTING_MODERN, search_setting_words),
     "all techniques of negamax: modern or mia"},
    {"WeightsFile", STRING(weights_file, NETS, weights_words),
     "a net file of Morpho or of Lc0 (such as Maia's), or "
     "<built-in>"},
    {"Kernels", COMBO(kernels, SEARCH, 0, kernels_names),
     "auto, scalar, or what the platform has: avx2 and avx512 "
     "on x86-64, neon on aarch64; all play the same"},
    {"Backend", COMBO(backend, SEARCH, BACKEND_AUTO, backend_words),
     "what computes the nets: integer for Morpho's own, openblas "
     "(libopenblas.so.0) for those of Lc0; auto goes by the file"},
    {"SyzygyPath", STRING(syzygy_path, TABLES, empty_words),
     "folders of Syzygy endgame tables, with ':' between them "
     "(';' on Windows); needs libfathom.so.1, but in archives of Morpho"},
    {"SyzygyProbeDepth", SPIN(syzygy_probe_depth, SEARCH, 1, 1, 100),
     "the least depth at which negamax looks up positions with as "
     "many pieces as the largest table has"},
    {"Syzygy50MoveRule", CHECK(syzygy_fifty_moves, SEARCH, true),
     "a win that the fifty-move rule ends counts as a draw"},
    {"SyzygyProbeLimit", SPIN(syzygy_probe_limit, SEARCH, 7, 0, 7),
     "the most pieces of positions that are looked up; 0 for none"},
    {"Contempt", SPIN(contempt, NOTHING, 0, -CONTEMPT_MAX, CONTEMPT_MAX),
     "centipawns that a draw costs the side that plays"},
    {"UCI_Chess960", CHECK(chess960, NOTHING, false), "write castling as king takes rook"},
    {"UCI_AnalyseMode", CHECK(analyse_mode, SEARCH, false),
     "the GUI analyses: no UCI_LimitStrength and no contempt"},
    {"UCI_LimitStrength", CHECK(limit_strength, SEARCH, false), "play weaker, by UCI_Elo"},
    {"UCI_Elo", SPIN(elo, NOTHING, 1500, STRENGTH_ELO_MIN, STRENGTH_ELO_MAX),
     "the strength, from 1000 to 2600"},
    {"UCI_Opponent", STRING(opponent, NOTHING, empty_words),
     "title, rating, human or computer, and name of the opponent"},
    {"UCI_RatingAdv", SPIN(rating_advantage, NOTHING, 0, -RATING_MAX, RATING_MAX),
     "advantage in rating; ten points add a centipawn to Contempt"},
    {"UCI_ShowWDL", CHECK(show_wdl, NOTHING, false), "add win, draw and loss to each score"},
    {"Minimal", CHECK(minimal, NOTHING, false), "send only the final report of a search"},
    {"VerboseMoveStats", CHECK(verbose_move_stats, NOTHING, false),
     "statistics of all root moves at the end of a search (mcts), in "
     "Lc0's form"},
    {"LogLiveStats", CHECK(log_live_stats, NOTHING, false), "the same with each report"},
    {"PgnComment", CHECK(pgn_comment, NOTHING, false),
     "send a comment for game records before each move"},
    {"Debug Log File", STRING(debug_log_file, LOG, empty_words),
     "a file to which all lines of client and engine are written"},
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

/* Reads an opponent as UCI_Opponent describes it, such as "GM 2800 human Gary Kasparov" or "none
 * none computer Fritz": title, rating, kind, name. `*rating` gets the rating; 0 if there is none,
 * or if the text is empty. */
static bool read_opponent(const char *text, int *rating, failure *why)
{
    char title[TEXT_WORD_MAX], number[TEXT_WORD_MAX], kind[TEXT_WORD_MAX];
    int64_t read = 0;
    *rating = 0;
    if (!text_next_word(&text, title)) {
        return true;
    }
    if (!text_next_word(&text, number) || !text_next_word(&text, kind)) {
        return fail(why, "expected title, rating, human or computer, and a name, such as "
                         "\"GM 2800 human Gary Kasparov\"");
    }
    if (!text_equal(number, "none") && !text_integer(number, &read)) {
        return fail(why, "the rating \"%s\" is neither a number nor none", number);
    }
    if (read < 0 || read > RATING_MAX) {
        return fail(why, "the rating %s is outside 0 to %d", number, RATING_MAX);
    }
    *rating = (int)read;
    return text_equal(kind, "human") || text_equal(kind, "computer") ||
           fail(why, "\"%s\" is neither human nor computer", kind);
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
    if (row->offset == AT(opponent) && !read_opponent(value, &rating, &reason)) {
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
    return text_copy(value, SETTINGS_TEXT_MAX, arguments, arguments + strlen(arguments)) ||
           fail(why, "option %s: the value is longer than %d characters; it stays as it was", name,
                SETTINGS_TEXT_MAX - 1);
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
    return read_opponent(s->opponent, &rating, NULL) && rating > 0 ? s->elo - rating : 0;
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
