#include "history/tables.h"

#include <stddef.h>

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
