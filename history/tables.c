#include "history/tables.h"

#include <stddef.h>

#include "chess/repetition.h"

const char *const hist_continuation_words[] = {"off", "one", "two", "both", NULL};
const char *const hist_age_words[] = {"halve", "keep", "clear", NULL};
HIST_ASSERT_WORDS(hist_continuation_words, HIST_CONTINUATIONS);
HIST_ASSERT_WORDS(hist_age_words, HIST_AGES);

const hist_memory hist_memories[HIST_MEMORIES] = {
#define HISTORY_CELLS(ID, key, rows)                                                               \
    [HIST_MEMORY_##ID] = {HIST_FIRST_##ID, HIST_CELLS_##key * HIST_ROWS_##rows},
#include "history/tables.def"
};

enum { LIFETIME_GAME, LIFETIME_SEARCH };

const hist_table_row hist_table_rows[HIST_TABLES] = {
#define HISTORY_TABLE(ID, cells, key, context, lifetime, moves)                                    \
    [HIST_TABLE_##ID] = {HIST_MEMORY_##cells, HIST_FIRST_##cells,                                  \
                         HIST_CELLS_##key,    HIST_KEY_##key,                                      \
                         HIST_##context,      LIFETIME_##lifetime == LIFETIME_SEARCH,              \
                         HIST_TAKES_##moves},
#include "history/tables.def"
};

static_assert((int)HIST_MOVES_BEFORE == (int)LINE_MOVES_MAX, "a line holds what a context needs");

void hist_rows_of_game(const line *game, uint16_t rows[HIST_MOVES_BEFORE])
{
    for (int i = 0; i < HIST_MOVES_BEFORE; i++) {
        uint16_t *row = &rows[HIST_MOVES_BEFORE - 1 - i];
        *row = HIST_NO_MOVE;
        if (i < game->last_count) {
            const piece moved = (piece)game->last[i].moved;
            const hist_move m = {.piece = (uint8_t)(piece_kind(moved) + 6 * piece_side(moved)),
                                 .to = game->last[i].to};
            *row = hist_row_after(&m);
        }
    }
}
