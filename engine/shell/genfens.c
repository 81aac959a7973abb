#include <string.h>

#include "base/random_numbers.h"
#include "openings/opening.h"
#include "uci/text.h"
#include "verbs.h"

typedef struct genfens_request {
    uint32_t count, seed;
    char book[VERB_TEXT_MAX]; /* path; "": the start position */
    opening_plan plan;
} genfens_request;

static const opening_plan usual_plan = {.plies = 8, .temperature = 1.5f, .score_max = 150};

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
static bool take_book(const char **text, char path[VERB_TEXT_MAX])
{
    const char *begin = text_skip_blanks(*text), *end = begin;
    while ((unsigned char)*end > ' ') {
        end++;
    }
    *text = end;
    if (begin == end || !text_copy(path, VERB_TEXT_MAX, begin, end)) {
        return false;
    }
    if (text_equal(path, "none")) {
        path[0] = '\0';
    }
    return true;
}

/* Takes SETTING=VALUE. */
static bool take_setting(char *word, opening_plan *plan, failure *why)
{
    char *value = word + strcspn(word, "=");
    int64_t plies = plan->plies, score = plan->score_max;
    double temperature = (double)plan->temperature;
    bool good;
    const bool given = *value != '\0';
    if (given) {
        *value++ = '\0';
    }
    if (given && text_equal(word, "ply")) {
        good = request_whole_number("ply", value, 0, OPENING_PLIES_MAX, &plies, why);
    } else if (given && text_equal(word, "temp")) {
        good = request_number("temp", value, 0.01, 100.0, &temperature, why);
    } else if (given && text_equal(word, "score")) {
        good = request_whole_number("score", value, 1, SCORE_CP_MAX, &score, why);
    } else {
        good = fail(why, "unknown setting \"%.64s\"; expected ply=N, temp=T or score=N", word);
    }
    *plan = (opening_plan){
        .plies = (int)plies, .temperature = (float)temperature, .score_max = (int)score};
    return good;
}

/* Reads "N seed S book FILE [SETTING=VALUE]...". FILE is a book, or None for the start position.
 * The settings are members of opening_plan: ply=N is `plies` (8), temp=T is `temperature` (1.5),
 * and score=N is `score_max` (150). */
static bool read_genfens(const char *text, genfens_request *wanted, failure *why)
{
    char word[TEXT_WORD_MAX];
    *wanted = (genfens_request){.plan = usual_plan};
    if (!take_number(&text, &wanted->count) || !take_word(&text, "seed") ||
        !take_number(&text, &wanted->seed) || !take_word(&text, "book") ||
        !take_book(&text, wanted->book)) {
        return fail(why,
                    "expected N seed S book FILE [ply=N] [temp=T] [score=N]; FILE may "
                    "be None, and N and S are from 0 to %lu",
                    (unsigned long)UINT32_MAX);
    }
    while (text_next_word(&text, word)) {
        if (!take_setting(word, &wanted->plan, why)) {
            return false;
        }
    }
    return true;
}

/* Writes a position as EPD: the first four fields of its FEN, and the clocks as operations. */
static void write_epd(writer *out, const char *fen, const position *pos)
{
    const char *end = fen;
    for (int field = 0; field < 4; field++) {
        end += strspn(end, " ");
        end += strcspn(end, " ");
    }
    writer_line(out, "%.*s hmvc %u; fmvn %u;", (int)(end - fen), fen, (unsigned)pos->halfmove_clock,
                (unsigned)pos->fullmove_number);
}

static bool write_openings(const verb_call *call, const genfens_request *wanted, const book *b,
                           failure *why)
{
    const search_options options = engine_search_options(call->engine, SEARCH_MCTS);
    const backend net = {.nets = options.nets, .kernels = options.kernels};
    for (uint32_t i = 0; i < wanted->count; i++) {
        position pos;
        char text[FEN_TEXT_MAX];
        uint64_t random = random_state(wanted->seed, i);
        if (interrupt_wanted(call->stop)) {
            return fail(why, "interrupted");
        }
        if (!opening_draw(&pos, b, &wanted->plan, &net, &random, why)) {
            return false;
        }
        fen_write(&pos, fen_is_chess960(&pos), text);
        if (call->game != NULL) {
            writer_line(call->out, "info string genfens %s", text);
        } else {
            write_epd(call->out, text, &pos);
        }
    }
    return true;
}

/* Draws openings and writes a line for each: in a session, which OpenBench begins by the arguments
 * "genfens ..." and quit, "info string genfens FEN" with all six fields; as a command of the shell
 * EPD, which is a book. Opening k of a seed depends on seed, k, book, plan and nets alone. */
bool genfens_run(verb_call *call, failure *why)
{
    genfens_request wanted;
    failure reason;
    book *b = NULL;
    if (!read_genfens(call->text, &wanted, why) || !engine_load_nets(call->engine, why)) {
        return false;
    }
    if (wanted.book[0] != '\0' && (b = book_load(wanted.book, &reason)) == NULL) {
        return fail(why, "book %s", reason.text);
    }
    const bool done = write_openings(call, &wanted, b, why);
    book_free(b);
    return done;
}
