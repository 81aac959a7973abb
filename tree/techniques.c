#include "tree/techniques.h"

const char *const mcts_refresh_words[] = {"off", "unvisited", "all", NULL};
const char *const ab_killer_scope_words[] = {"grandparent", "ply", NULL};
const char *const ab_policy_order_words[] = {"off", "instead", "add", NULL};
const char *const ab_frame_words[] = {"none", "modern", "mia", NULL};
const char *const search_algorithm_words[] = {"mcts", "negamax", NULL};
const char *const search_setting_words[] = {"modern", "mia", NULL};
static const char *const switch_words[] = {"off", "on", NULL};

HIST_ASSERT_WORDS(mcts_refresh_words, MCTS_REFRESHES);
HIST_ASSERT_WORDS(ab_killer_scope_words, AB_KILLER_SCOPES);
HIST_ASSERT_WORDS(ab_policy_order_words, AB_POLICY_ORDERS);
HIST_ASSERT_WORDS(ab_frame_words, AB_FRAMES);
HIST_ASSERT_WORDS(search_algorithm_words, SEARCH_ALGORITHMS);
HIST_ASSERT_WORDS(search_setting_words, SETTINGS);

/* clang-format off */
#define ROW(field, option, modern, mia)                                                            \
    #option, OPTION_BY, offsetof(search_techniques, field), {modern, mia}
#define TECHNIQUE_SWITCH(field, option, modern, mia, what)                                         \
    {ROW(field, option, modern, mia), {true, switch_words, 0, 1}, what},
#define TECHNIQUE_CHOICE(field, option, modern, mia, words, what)                                  \
    {ROW(field, option, modern, mia), {false, words, 0, 0}, what},
#define TECHNIQUE_NUMBER(field, option, modern, mia, min, max, what)                               \
    {ROW(field, option, modern, mia), {false, NULL, min, max}, what},
/* clang-format on */

static const search_technique_row rows[] = {
#include "tree/options.def"
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

int search_technique_get(const search_techniques *techniques, const search_technique_row *row)
{
    const char *at = (const char *)techniques + row->offset;
    return row->choice.is_switch ? *(const bool *)at : *(const int *)(const void *)at;
}

bool search_techniques_equal(const search_techniques *a, const search_techniques *b,
                             search_algorithm by)
{
    for (int i = 0; i < ROWS; i++) {
        if (rows[i].by == by &&
            search_technique_get(a, &rows[i]) != search_technique_get(b, &rows[i])) {
            return false;
        }
    }
    return true;
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

static const search_param_row params[] = {
#define PARAM(name, value, min, max, step, what) {#name, OPTION_BY, value, min, max, step, what},
#include "tree/options.def"
};

search_params search_params_default(void)
{
    return (search_params){
#define PARAM(name, value, min, max, step, what) .name = value,
#include "tree/options.def"
    };
}

const search_param_row *search_param_rows(int *count)
{
    *count = (int)(sizeof params / sizeof *params);
    return params;
}
