#include "tree/techniques.h"

#include <assert.h>
#include <strings.h>

const char *const mcts_refresh_words[] = {"off", "unvisited", "all", NULL};
const char *const mcts_fifty_words[] = {"off", "linear", "cubic", NULL};
const char *const search_algorithm_words[] = {"mcts", "negamax", NULL};
const char *const search_setting_words[] = {"modern", "mia", NULL};
static const char *const switch_words[] = {"off", "on", NULL};

static_assert(sizeof mcts_refresh_words / sizeof *mcts_refresh_words == MCTS_REFRESHES + 1,
              "one word for each");
static_assert(sizeof mcts_fifty_words / sizeof *mcts_fifty_words == MCTS_FIFTIES + 1,
              "one word for each");
static_assert(sizeof search_algorithm_words / sizeof *search_algorithm_words ==
                  SEARCH_ALGORITHMS + 1,
              "one word for each search");
static_assert(sizeof search_setting_words / sizeof *search_setting_words == SETTINGS + 1,
              "one word for each setting");

static const search_technique_row rows[] = {
#define ROW(field, option) #option, BY, offsetof(search_techniques, field)
#define TECHNIQUE(field, option, modern, mia, what)                                                \
    {ROW(field, option), {modern, mia}, {true, switch_words, 0, 1}, what},
#define TECHNIQUE_CHOICE(field, option, modern, mia, words, what)                                  \
    {ROW(field, option), {modern, mia}, {false, words, 0, 0}, what},
#define TECHNIQUE_NUMBER(field, option, modern, mia, min, max, what)                               \
    {ROW(field, option), {modern, mia}, {false, NULL, min, max}, what},
#define BY SEARCH_MCTS
#include "tree/mcts_techniques.def"
#undef BY
#define BY SEARCH_NEGAMAX
#include "tree/negamax_techniques.def"
#undef BY
#undef TECHNIQUE
#undef TECHNIQUE_CHOICE
#undef TECHNIQUE_NUMBER
};

enum { ROWS = sizeof rows / sizeof *rows };

search_techniques search_techniques_of(search_setting setting)
{
    search_techniques techniques = {0};
    for (int i = 0; i < ROWS; i++) {
        search_technique_put(&techniques, &rows[i], rows[i].value[setting]);
    }
    return techniques;
}

void search_techniques_set(search_techniques *techniques, search_setting setting)
{
    for (int i = 0; i < ROWS; i++) {
        if (rows[i].by == SEARCH_NEGAMAX) {
            search_technique_put(techniques, &rows[i], rows[i].value[setting]);
        }
    }
}

const search_technique_row *search_technique_rows(int *count)
{
    *count = ROWS;
    return rows;
}

const search_technique_row *search_technique_find(const char *option)
{
    for (int i = 0; i < ROWS; i++) {
        if (strcasecmp(rows[i].option, option) == 0) {
            return &rows[i];
        }
    }
    return NULL;
}

int search_technique_get(const search_techniques *techniques, const search_technique_row *row)
{
    const char *at = (const char *)techniques + row->offset;
    return row->choice.is_switch ? *(const bool *)at : *(const int *)(const void *)at;
}

void search_technique_put(search_techniques *techniques, const search_technique_row *row, int value)
{
    char *at = (char *)techniques + row->offset;
    if (row->choice.is_switch) {
        *(bool *)at = value != 0;
    } else {
        *(int *)(void *)at = value;
    }
}
