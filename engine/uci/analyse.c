#include "uci/analyse.h"

#include <stdlib.h>
#include <string.h>

#include "analyse_page.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "uci/text.h"

enum { SECONDS_DEFAULT = 1, SECONDS_MAX = 1000000 };

typedef struct live_page {
    FILE *out;
    analyse_page page;
    int lines_drawn; /* of the last drawing, to be drawn over */
} live_page;

static bool take_whole(const char *name, const char *text, int64_t max, int64_t *value,
                       failure *why)
{
    if (!text_integer(text, value) || *value < 1 || *value > max) {
        return fail(why, "analyse: %s needs a whole number from 1 to %lld, not \"%.64s\"", name,
                    (long long)max, text);
    }
    return true;
}

static bool take_seconds(const char *text, int64_t *ms, failure *why)
{
    char *end;
    double seconds = strtod(text, &end);
    if (end == text || *end != '\0' || !(seconds >= 0.001 && seconds <= SECONDS_MAX)) {
        return fail(why, "analyse: seconds needs a number from 0.001 to %d, not \"%.64s\"",
                    SECONDS_MAX, text);
    }
    *ms = (int64_t)(seconds * 1000.0);
    return true;
}

static bool is_limit(const char *word)
{
    return text_equal(word, "nodes") || text_equal(word, "depth") || text_equal(word, "movetime") ||
           text_equal(word, "seconds");
}

static bool take_limit(const char *name, const char *value, search_limits *limits, failure *why)
{
    int64_t number;
    if (text_equal(name, "nodes")) {
        bool good = take_whole(name, value, INT64_MAX, &number, why);
        limits->nodes = good ? (uint64_t)number : 0;
        return good;
    }
    if (text_equal(name, "depth")) {
        bool good = take_whole(name, value, PLY_MAX, &number, why);
        limits->depth = good ? (int)number : 0;
        return good;
    }
    bool good = text_equal(name, "seconds")
                    ? take_seconds(value, &number, why)
                    : take_whole(name, value, (int64_t)SECONDS_MAX * 1000, &number, why);
    limits->time_ms_soft = limits->time_ms_hard = good ? number : 0;
    limits->time_exact = good;
    return good;
}

/* Reads [FEN] and limits. */
static bool take_request(const char *request, position *root, fen_notes *notes,
                         search_limits *limits, failure *why)
{
    char word[TEXT_WORD_MAX], value[TEXT_WORD_MAX], fen[2 * FEN_TEXT_MAX] = "";
    while (text_peek_word(request, word) && !is_limit(word)) {
        text_next_word(&request, word);
        if (!text_append_words(fen, sizeof fen, word, strlen(word))) {
            return fail(why, "analyse: \"%.64s...\" is longer than any FEN", fen);
        }
    }
    bool start = fen[0] == '\0' || text_equal(fen, "startpos");
    failure reason;
    if (!fen_parse(root, start ? FEN_START : fen, notes, &reason)) {
        return fail(why, "analyse: %s", reason.text);
    }
    *limits = (search_limits){.nodes = 0};
    while (text_next_word(&request, word)) {
        if (!is_limit(word)) {
            return fail(why,
                        "analyse: \"%.64s\" is no limit; nodes, depth, movetime and seconds are",
                        word);
        }
        if (!text_next_word(&request, value)) {
            return fail(why, "analyse: %s needs a number after it", word);
        }
        if (!take_limit(word, value, limits, why)) {
            return false;
        }
    }
    if (limits->nodes == 0 && limits->depth == 0 && limits->time_ms_hard == 0) {
        limits->time_ms_soft = limits->time_ms_hard = SECONDS_DEFAULT * 1000;
        limits->time_exact = true;
    }
    return true;
}

static void draw(void *user, const search *s, const search_info *info)
{
    live_page *live = user;
    if (!live->page.redraw && !info->final) {
        return;
    }
    if (live->lines_drawn > 0) {
        /* Up to where the page began, and clear from there. */
        fprintf(live->out, "\033[%dA\033[J", live->lines_drawn);
    }
    /* A narrow terminal must cut the lines of a draft, or it is higher than counted. */
    fputs(live->page.redraw && !info->final ? "\033[?7l" : "", live->out);
    live->lines_drawn = analyse_page_write(&live->page, s, info, live->out);
    fputs(live->page.redraw && !info->final ? "\033[?7h" : "", live->out);
    fflush(live->out);
}

bool analyse_run(engine *e, const char *request, analyse_style style, FILE *out, failure *why)
{
    position root;
    line game;
    fen_notes notes;
    search_limits limits;
    if (!take_request(request, &root, &notes, &limits, why) || !engine_prepare(e, why)) {
        return false;
    }
    live_page live = {.out = out, .page = {.root = &root, .redraw = style.redraw}};
    analyse_page_write_board(&root, style.symbols, out);
    if (notes != 0) {
        fprintf(out, "(Castling rights or an en passant square that mean nothing are dropped.)\n");
    }
    fflush(out);
    if (!gen_any(&root)) {
        fprintf(out, "%s.\n", pos_in_check(&root) ? "Checkmate" : "Stalemate");
        return true;
    }
    line_start(&game, &root);
    search_arm(e->search);
    search_go(e->search, &root, &game, &limits, draw, &live);
    return true;
}
