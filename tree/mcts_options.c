#include "tree/mcts_options.h"

#include <assert.h>
#include <stddef.h>

static const char *const switch_words[] = {"off", "on", NULL};

#define MCTS_CHOICE(field, option, value, count, what, ...)                                        \
    static const char *const words_##field[] = {__VA_ARGS__, NULL};                                \
    static_assert(sizeof words_##field / sizeof *words_##field == (count) + 1,                     \
                  #option ": one word for each choice");
#define MCTS_SWITCH(field, option, value, what)
#include "tree/mcts_options.def"
#undef MCTS_CHOICE
#undef MCTS_SWITCH

static const mcts_option_row rows[] = {
#define MCTS_CHOICE(field, option, value, count, what, ...)                                        \
    {#option, value, count, words_##field, false, what},
#define MCTS_SWITCH(field, option, value, what) {#option, value, 2, switch_words, true, what},
#include "tree/mcts_options.def"
#undef MCTS_CHOICE
#undef MCTS_SWITCH
};

/* Where each option lies. */
static const size_t offsets[] = {
#define MCTS_CHOICE(field, option, value, count, what, ...) offsetof(mcts_options, field),
#define MCTS_SWITCH(field, option, value, what)             offsetof(mcts_options, field),
#include "tree/mcts_options.def"
#undef MCTS_CHOICE
#undef MCTS_SWITCH
};

mcts_options mcts_options_default(void)
{
    return (mcts_options){
#define MCTS_CHOICE(field, option, value, count, what, ...) .field = value,
#define MCTS_SWITCH(field, option, value, what)             .field = value,
#include "tree/mcts_options.def"
#undef MCTS_CHOICE
#undef MCTS_SWITCH
    };
}

const mcts_option_row *mcts_option_rows(void)
{
    return rows;
}

int mcts_option_get(const mcts_options *o, int row)
{
    assert(row >= 0 && row < MCTS_ROWS);
    const void *at = (const unsigned char *)o + offsets[row];
    return rows[row].is_switch ? *(const bool *)at : *(const int *)at;
}

void mcts_option_set(mcts_options *o, int row, int value)
{
    assert(row >= 0 && row < MCTS_ROWS && value >= 0 && value < rows[row].count);
    void *at = (unsigned char *)o + offsets[row];
    if (rows[row].is_switch) {
        *(bool *)at = value != 0;
    } else {
        *(int *)at = value;
    }
}

const char *mcts_option_word(const mcts_options *o, int row)
{
    return rows[row].words[mcts_option_get(o, row)];
}
