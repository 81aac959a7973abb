#include "uci/genfens.h"

#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/random_numbers.h"
#include "uci/text.h"

static const opening_plan usual_plan = {.plies = 8, .temperature = 1.5f, .score_max = 150};
static const double temperature_least = 0.01, temperature_most = 100.0;
static const choice plies_range = {.min = 0, .max = OPENING_PLIES_MAX},
                    score_range = {.min = 1, .max = SCORE_CP_MAX};

static bool take_word(const char **text, const char *wanted)
{
    char word[TEXT_WORD_MAX];
    return text_next_word(text, word) && text_equal(word, wanted);
}

static bool take_number(const char **text, uint32_t *value)
{
    char word[TEXT_WORD_MAX];
    int64_t number;
    if (!text_next_word(text, word) || !text_integer(word, &number) || number < 0 ||
        number > UINT32_MAX) {
        return false;
    }
    *value = (uint32_t)number;
    return true;
}

/* A path is a word of any length. */
static bool take_book(const char **text, char path[GENFENS_PATH_MAX])
{
    const char *begin = text_skip_blanks(*text), *end = begin;
    while ((unsigned char)*end > ' ') {
        end++;
    }
    const size_t length = (size_t)(end - begin);
    if (length == 0 || length >= GENFENS_PATH_MAX) {
        return false;
    }
    memcpy(path, begin, length);
    path[length] = '\0';
    if (text_equal(path, "none")) {
        path[0] = '\0';
    }
    *text = end;
    return true;
}

static bool read_temperature(const char *text, float *value, failure *why)
{
    char *end;
    const double number = strtod(text, &end);
    if (end == text || *end != '\0' ||
        !(number >= temperature_least && number <= temperature_most)) {
        return fail(why, "\"%.64s\" is not a number from %g to %g", text, temperature_least,
                    temperature_most);
    }
    *value = (float)number;
    return true;
}

/* Takes SETTING=VALUE. */
static bool take_setting(char *word, opening_plan *plan, failure *why)
{
    failure reason;
    char *value = strchr(word, '=');
    if (value != NULL) {
        *value++ = '\0';
    }
    const bool ply = text_equal(word, "ply"), score = text_equal(word, "score");
    if (value == NULL || (!ply && !score && !text_equal(word, "temp"))) {
        return fail(why, "genfens: unknown setting \"%.64s\"; expected ply=N, temp=T or score=N",
                    word);
    }
    const bool good = ply     ? choice_read(&plies_range, value, &plan->plies, &reason)
                      : score ? choice_read(&score_range, value, &plan->score_max, &reason)
                              : read_temperature(value, &plan->temperature, &reason);
    return good || fail(why, "genfens: %s: %s", word, reason.text);
}

bool genfens_read(const char *text, genfens_request *request, failure *why)
{
    char word[TEXT_WORD_MAX];
    *request = (genfens_request){.plan = usual_plan};
    if (!take_number(&text, &request->count) || !take_word(&text, "seed") ||
        !take_number(&text, &request->seed) || !take_word(&text, "book") ||
        !take_book(&text, request->book)) {
        return fail(why,
                    "genfens: expected N seed S book FILE [ply=N] [temp=T] [score=N]; FILE may "
                    "be None, and N and S are from 0 to %lu",
                    (unsigned long)UINT32_MAX);
    }
    while (text_next_word(&text, word)) {
        if (!take_setting(word, &request->plan, why)) {
            return false;
        }
    }
    return true;
}

static bool write_openings(const genfens_request *request, const book *b, const backend *net,
                           writer *out, const interrupt *stop, failure *why)
{
    for (uint32_t i = 0; i < request->count; i++) {
        position pos;
        char text[FEN_TEXT_MAX];
        failure reason;
        uint64_t random = random_state(request->seed, i);
        if (stop->wanted(stop->user)) {
            return fail(why, "genfens: interrupted");
        }
        if (!opening_draw(&pos, b, &request->plan, net, &random, &reason)) {
            return fail(why, "genfens: %s", reason.text);
        }
        fen_write(&pos, fen_is_chess960(&pos), text);
        writer_line(out, "info string genfens %s", text);
    }
    return true;
}

bool genfens_run(const genfens_request *request, const search_options *options, writer *out,
                 const interrupt *stop, failure *why)
{
    const backend net = {options->nets, options->kernels, options->floats};
    failure reason;
    book *b = NULL;
    if (request->book[0] != '\0' && (b = book_load(request->book, &reason)) == NULL) {
        return fail(why, "genfens: book %s", reason.text);
    }
    const bool done = write_openings(request, b, &net, out, stop, why);
    book_free(b);
    return done;
}
