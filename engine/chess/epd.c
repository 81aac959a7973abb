#include "chess/epd.h"

#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/san.h"
#include "epd_operation.h"

enum { WORD_MAX = 32, OPERAND_MAX = 2048 };

static const char blanks[] = " \t\r\n";

/* One operation, cut out of the record. */
typedef struct operation {
    char code[WORD_MAX];
    char operand[OPERAND_MAX]; /* without the quotes of a text and blanks around it */
} operation;

/* Copies a piece of the record; false if it does not fit. */
static bool copy(char *to, size_t size, const char *from, size_t length)
{
    if (length >= size) {
        return false;
    }
    memcpy(to, from, length);
    to[length] = 0;
    return true;
}

/* Cuts the next operation at *at into `o`. `*found` is false at the end of the record. */
static bool next_operation(operation *o, const char **at, bool *found, failure *why)
{
    epd_operation next;
    *found = epd_operation_next(&next, at);
    if (!*found) {
        return true;
    }
    if (next.open) {
        return fail(why, "'%.20s...' has a quote that is not closed", next.name);
    }
    if (!copy(o->code, sizeof o->code, next.name, next.name_length)) {
        return fail(why, "'%.20s...' is too long for an operation's name", next.name);
    }
    return copy(o->operand, sizeof o->operand, next.operand, next.operand_length) ||
           fail(why, "%s is longer than %d characters", o->code, OPERAND_MAX - 1);
}

/* The next word of a list whose words blanks and, if `commas`, commas separate; false at its end.
 */
static bool next_word(const char **at, bool commas, char word[WORD_MAX])
{
    const char *apart = commas ? " ,\t\r\n" : blanks;
    *at += strspn(*at, apart);
    size_t length = strcspn(*at, apart);
    /* No move and no number is that long, so that a word that is cut cannot be read as one. */
    copy(word, WORD_MAX, *at, length < WORD_MAX ? length : WORD_MAX - 1);
    *at += length;
    return length > 0;
}

static bool holds(const epd_moves *moves, move m)
{
    for (int i = 0; i < moves->count; i++) {
        if (moves->move[i] == m) {
            return true;
        }
    }
    return false;
}

static bool add_move(epd_moves *moves, const position *pos, const char *code, const char *word,
                     failure *why)
{
    const move m = san_parse(pos, word);
    if (m == MOVE_NONE) {
        return fail(why, "%s: %s is not a legal move, or more than one", code, word);
    }
    if (holds(moves, m)) {
        return fail(why, "%s: %s is given twice", code, word);
    }
    if (moves->count == EPD_MOVES_MAX) {
        return fail(why, "%s: more than %d moves", code, EPD_MOVES_MAX);
    }
    moves->move[moves->count++] = m;
    return true;
}

static bool read_moves(epd_moves *moves, const position *pos, const operation *o, failure *why)
{
    const char *at = o->operand;
    char word[WORD_MAX];
    if (moves->count) {
        return fail(why, "%s is given twice", o->code);
    }
    while (next_word(&at, false, word)) {
        bool sign = !strcmp(word, "+") || !strcmp(word, "#");
        if ((!sign || !moves->count) && !add_move(moves, pos, o->code, word, why)) {
            return false;
        }
    }
    return moves->count || fail(why, "%s names no move", o->code);
}

/* A number of points; -1 if it is none. */
static int points_of(const char *text)
{
    char *end;
    if (*text < '0' || *text > '9') {
        return -1;
    }
    long value = strtol(text, &end, 10);
    return *end || value > EPD_POINTS_MAX ? -1 : (int)value;
}

/* True if every word of a c0 reads MOVE=N: then it is no comment. */
static bool is_score_list(const char *text)
{
    char word[WORD_MAX];
    int count = 0;
    for (; next_word(&text, true, word); count++) {
        const char *sign = strrchr(word, '=');
        if (!sign || sign == word || points_of(sign + 1) < 0) {
            return false;
        }
    }
    return count > 0;
}

static bool read_score_list(epd *e, const operation *o, failure *why)
{
    const char *at = o->operand;
    char word[WORD_MAX];
    if (e->scored.count) {
        return fail(why, "%s is given twice", o->code);
    }
    while (next_word(&at, true, word)) {
        char *sign = strrchr(word, '=');
        *sign = 0;
        if (!add_move(&e->scored, &e->pos, o->code, word, why)) {
            return false;
        }
        e->points[e->scored.count - 1] = points_of(sign + 1);
    }
    return true;
}

static void keep_id(epd *e, const char *text)
{
    size_t length = 0;
    for (; text[length] && length + 1 < sizeof e->id; length++) {
        bool printable = text[length] >= ' ' && text[length] <= '~';
        e->id[length] = printable ? text[length] : '?';
    }
    e->id[length] = 0;
}

static bool take_operation(epd *e, const operation *o, failure *why)
{
    if (!strcmp(o->code, "bm")) {
        return read_moves(&e->best, &e->pos, o, why);
    }
    if (!strcmp(o->code, "am")) {
        return read_moves(&e->avoid, &e->pos, o, why);
    }
    if (!strcmp(o->code, "c0") && is_score_list(o->operand)) {
        return read_score_list(e, o, why);
    }
    if (!strcmp(o->code, "id")) {
        keep_id(e, o->operand);
    }
    return true;
}

/* Checks that the operations fit together, and makes the best moves if there are only scores. */
static bool check_sense(epd *e, failure *why)
{
    for (int i = 0; i < e->best.count; i++) {
        if (holds(&e->avoid, e->best.move[i])) {
            char san[SAN_TEXT_MAX];
            san_write(&e->pos, e->best.move[i], san);
            return fail(why, "%s is both a best move and one to avoid", san);
        }
    }
    if (!e->best.count && !e->avoid.count) {
        const int most = epd_points_most(e);
        for (int i = 0; i < e->scored.count && most; i++) {
            if (e->points[i] == most) {
                e->best.move[e->best.count++] = e->scored.move[i];
            }
        }
    }
    return true;
}

bool epd_parse(epd *e, const char *text, failure *why)
{
    const char *at;
    operation o;
    *e = (epd){.id = ""};
    if (!fen_parse_line(&e->pos, text, &at, why)) {
        return false;
    }
    for (bool found = true; found;) {
        if (!next_operation(&o, &at, &found, why) || (found && !take_operation(e, &o, why))) {
            return false;
        }
    }
    return check_sense(e, why);
}

bool epd_has_answer(const epd *e)
{
    return e->best.count > 0 || e->avoid.count > 0;
}

bool epd_solves(const epd *e, move m)
{
    return m != MOVE_NONE && epd_has_answer(e) && (!e->best.count || holds(&e->best, m)) &&
           !holds(&e->avoid, m);
}

int epd_points(const epd *e, move m)
{
    for (int i = 0; i < e->scored.count; i++) {
        if (e->scored.move[i] == m) {
            return e->points[i];
        }
    }
    return 0;
}

int epd_points_most(const epd *e)
{
    int most = 0;
    for (int i = 0; i < e->scored.count; i++) {
        most = e->points[i] > most ? e->points[i] : most;
    }
    return most;
}
