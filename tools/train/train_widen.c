#include "train_widen.h"

#include <string.h>

/* The shape of a part, row-major. */
typedef struct shape {
    size_t rows, columns;
} shape;

/* What becomes of the weights that `from` does not have. */
typedef enum { NEW_RANDOM, NEW_ZERO } new_weights;

/* Copies a part into the upper left corner of the wider one. */
static void copy_part(train_net *to, const train_net *from, train_part part, shape wide,
                      shape narrow, new_weights columns, new_weights rows)
{
    float *w = to->w + to->part[part].offset;
    const float *old = from->w + from->part[part].offset;
    for (size_t row = 0; row < wide.rows; row++, w += wide.columns) {
        const size_t copied = row < narrow.rows ? narrow.columns : 0;
        memcpy(w, old, copied * sizeof *w);
        old += copied;
        if ((copied ? columns : rows) == NEW_ZERO) {
            memset(w + copied, 0, (wide.columns - copied) * sizeof *w);
        }
    }
}

/* Copies a part whose order of weights does not depend on the width: more follow at its end. */
static void copy_front(train_net *to, const train_net *from, train_part part)
{
    const shape wide = {1, to->part[part].count}, narrow = {1, from->part[part].count};
    copy_part(to, from, part, wide, narrow, NEW_RANDOM, NEW_RANDOM);
}

/* The output rows. Those of a negamax net have two halves, one for each view's sums. */
static shape head_shape(const train_arch *arch)
{
    const bool halves = arch->kind == TRAIN_NEGAMAX;
    return (shape){halves ? 2 * arch->rows : arch->rows, halves ? arch->sums : arch->pairs};
}

static bool check(const train_arch *to, const train_arch *from, failure *why)
{
    const struct {
        const char *what;
        bool differs;
    } rules[] = {
        {"another kind of net", from->kind != to->kind},
        {"other inputs", from->inputs != to->inputs},
        {"more sums", from->sums > to->sums},
        {"more units in its first dense layer", from->kind == TRAIN_VALUE && from->rows > to->rows},
        {"more units in its second dense layer", from->l2 > to->l2},
        {"more output rows", from->kind == TRAIN_POLICY && from->rows > to->rows},
        {"another number of output rows", from->kind == TRAIN_NEGAMAX && from->rows != to->rows},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (rules[i].differs) {
            return fail(why, "%s cannot begin from %s, which has %s", to->text, from->text,
                        rules[i].what);
        }
    }
    return true;
}

bool train_widen(train_net *to, const train_net *from, failure *why)
{
    const train_arch *wide = &to->arch, *narrow = &from->arch;
    if (!check(wide, narrow, why)) {
        return false;
    }
    const bool value = wide->kind == TRAIN_VALUE;
    copy_front(to, from, PART_INPUT);
    copy_front(to, from, PART_BIAS);
    /* A new row is a new unit of a value net's dense layer, but an output of the other nets. */
    copy_part(to, from, PART_HEAD, head_shape(wide), head_shape(narrow), NEW_ZERO,
              value ? NEW_RANDOM : NEW_ZERO);
    copy_front(to, from, PART_HEAD_BIAS);
    copy_part(to, from, PART_L2, (shape){wide->rows, wide->l2}, (shape){narrow->rows, narrow->l2},
              NEW_RANDOM, NEW_ZERO);
    copy_front(to, from, PART_L2_BIAS);
    copy_part(to, from, PART_L3, (shape){wide->l2, VALUE_OUTPUTS},
              (shape){narrow->l2, VALUE_OUTPUTS}, NEW_ZERO, NEW_ZERO);
    copy_front(to, from, PART_L3_BIAS);
    return true;
}
