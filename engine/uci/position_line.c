#include "uci/position_line.h"

#include <string.h>

#include "chess/movegen.h"
#include "chess/san.h"
#include "uci/text.h"

/* Collects the words up to `moves` or the end, and moves the cursor past `moves`. */
static bool take_fen(const char **cursor, char fen[FEN_INPUT_MAX], bool *has_moves, failure *why)
{
    char word[TEXT_WORD_MAX];
    fen[0] = '\0';
    *has_moves = false;
    while (text_next_word(cursor, word)) {
        if (text_equal(word, "moves")) {
            *has_moves = true;
            break;
        }
        if (!text_append_words(fen, FEN_INPUT_MAX, word, strlen(word))) {
            return fail(why, "position: \"%.64s...\" is longer than any FEN", fen);
        }
    }
    return true;
}

/* Reads startpos or fen F. `*has_moves` is true if moves follow. */
static bool take_first(game_state *state, const char **cursor, bool *has_moves, failure *why)
{
    char word[TEXT_WORD_MAX];
    failure reason;
    if (!text_next_word(cursor, word)) {
        return fail(why, "position: neither startpos nor fen is given");
    }
    if (text_equal(word, "startpos")) {
        *has_moves = text_next_word(cursor, word);
        if (*has_moves && !text_equal(word, "moves")) {
            return fail(why, "position: expected \"moves\", not \"%.64s\"", word);
        }
        state->fen[0] = '\0';
        return fen_parse(&state->root, FEN_START, &state->notes, why);
    }
    if (!text_equal(word, "fen")) {
        return fail(why, "position: \"%.64s\" is neither startpos nor fen", word);
    }
    if (!take_fen(cursor, state->fen, has_moves, why)) {
        return false;
    }
    if (!fen_parse(&state->root, state->fen, &state->notes, &reason)) {
        return fail(why, "position: %s", reason.text);
    }
    return true;
}

/* A person may write the moves as in a book. */
static bool refuse_move(const position *pos, int number, const char *word, failure *why)
{
    char uci[MOVE_TEXT_MAX];
    const move meant = san_parse(pos, word);
    move_to_uci(meant, fen_is_chess960(pos), uci);
    return meant != MOVE_NONE
               ? fail(why,
                      "position: move %d, \"%.64s\", is written %s in UCI; the line is refused",
                      number, word, uci)
               : fail(why, "position: move %d, \"%.64s\", is not legal; the line is refused",
                      number, word);
}

static bool take_moves(game_state *state, const char *cursor, failure *why)
{
    char word[TEXT_WORD_MAX];
    for (int number = 1; text_next_word(&cursor, word); number++) {
        move m = gen_from_uci(&state->root, word);
        if (m == MOVE_NONE) {
            return refuse_move(&state->root, number, word, why);
        }
        line_play(&state->played, &state->root, m);
    }
    return true;
}

void game_state_init(game_state *state)
{
    *state = (game_state){.valid = false};
    state->valid = fen_parse(&state->root, FEN_START, NULL, NULL);
    line_start(&state->played, &state->root);
}

bool position_line_read(game_state *state, const char *arguments, failure *why)
{
    game_state next = {.valid = true};
    bool has_moves = false;
    state->valid = false;
    if (!take_first(&next, &arguments, &has_moves, why)) {
        return false;
    }
    line_start(&next.played, &next.root);
    if (has_moves && !take_moves(&next, arguments, why)) {
        return false;
    }
    *state = next;
    return true;
}
