#include "chess/repetition.h"

#include <assert.h>
#include <string.h>

void line_start(line *l, const position *pos)
{
    l->key[0] = pos->key;
    l->length = 1;
    l->root = 0;
    l->last_count = 0;
    l->before_newest = l->before_count = 0;
}

/* Keeps a move of the game and the position before it. */
static void keep_last(line *l, const position *pos, move m)
{
    memmove(l->last + 1, l->last, (LINE_MOVES_MAX - 1) * sizeof l->last[0]);
    l->last[0] = (line_move){pos->board[move_from(m)], move_to(m)};
    l->last_count += l->last_count < LINE_MOVES_MAX;
    l->before_newest = (l->before_newest + 1) % LINE_POSITIONS_MAX;
    l->before[l->before_newest] = *pos;
    l->before_count += l->before_count < LINE_POSITIONS_MAX;
}

void line_play(line *l, position *pos, move m)
{
    assert(l->length == l->root + 1 && l->key[l->root] == pos->key);
    keep_last(l, pos, m);
    pos_make(pos, m);
    if (l->length == LINE_GAME_MAX) {
        /* Drops half of the keys at a time, so that a very long game does not move them at every
         * ply. */
        enum { KEPT = LINE_GAME_MAX / 2 };
        memmove(l->key, l->key + l->length - KEPT, KEPT * sizeof l->key[0]);
        l->length = KEPT;
    }
    l->key[l->length++] = pos->key;
    l->root = l->length - 1;
}

/* The index of the oldest key that may equal the one at `at`. */
static int reversible_from(int at, int reversible)
{
    return reversible < at ? at - reversible : 0;
}

/* A position needs at least four plies to recur with the same side to move. */
enum { NEAREST_REPETITION = 4 };

bool line_repeats(const line *l, int reversible)
{
    int last = l->length - 1, oldest = reversible_from(last, reversible), before_root = 0;
    for (int i = last - NEAREST_REPETITION; i >= oldest; i -= 2) {
        if (l->key[i] == l->key[last] && (i >= l->root || ++before_root == 2)) {
            return true;
        }
    }
    return false;
}

int line_occurrences(const line *l, const position *pos)
{
    int last = l->length - 1, oldest = reversible_from(last, pos->halfmove_clock), count = 0;
    for (int i = last - NEAREST_REPETITION; i >= oldest; i -= 2) {
        count += l->key[i] == l->key[last];
    }
    return count;
}

const position *line_before(const line *l, int plies)
{
    return plies > l->before_count
               ? NULL
               : &l->before[(l->before_newest + LINE_POSITIONS_MAX - plies + 1) %
                            LINE_POSITIONS_MAX];
}

bool line_had_occurred(const line *l, int at, int reversible)
{
    for (int i = at - NEAREST_REPETITION; i >= reversible_from(at, reversible); i -= 2) {
        if (l->key[i] == l->key[at]) {
            return true;
        }
    }
    return false;
}
