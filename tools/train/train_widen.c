#include "train_widen.h"

#include <string.h>

/* The shape of a part, row-major. */
typedef struct shape {
    size_t rows, columns;
} shape;

/* What becomes of the weights that `from` does not have. */
typedef enum { NEW_RANDOM, NEW_ZERO } new_weights;

/* Copies a matrix into the upper left corner of the wider one. */
static void copy_matrix(float *w, const float *old, shape wide, shape narrow, new_weights columns,
                        new_weights rows)
{
    for (size_t row = 0; row < wide.rows; row++, w += wide.columns) {
        const size_t copied = row < narrow.rows ? narrow.columns : 0;
        memcpy(w, old, copied * sizeof *w);
        old += copied;
        if ((copied ? columns : rows) == NEW_ZERO) {
            memset(w + copied, 0, (wide.columns - copied) * sizeof *w);
        }
    }
}

/* Copies a part with a matrix for each bucket. If `from` has one for all, each bucket gets it. */
static void copy_part(train_net *to, const train_net *from, train_part part, shape wide,
                      shape narrow, new_weights columns, new_weights rows)
{
    const size_t old_sets = from->arch.buckets;
    const float *old = from->w + from->part[part].offset;
    float *w = to->w + to->part[part].offset;
    for (size_t set = 0; set < to->arch.buckets; set++) {
        const size_t old_set = set < old_sets ? set : old_sets - 1;
        copy_matrix(w + set * wide.rows * wide.columns,
                    old + old_set * narrow.rows * narrow.columns, wide, narrow, columns, rows);
    }
}

/* Copies the first layer's weights. The order of the tiles does not depend on the width: more
 * follow at the end. If only `to` tells places of the king apart, each place gets all weights. */
static void copy_inputs(train_net *to, const train_net *from)
{
    const size_t size = (size_t)from->arch.inputs * TILE_UNITS;
    const size_t places = to->arch.inputs / from->arch.inputs;
    const float *old = from->w + from->part[PART_INPUT].offset;
    float *w = to->w + to->part[PART_INPUT].offset;
    for (size_t tile = 0; tile < from->arch.sums / TILE_UNITS; tile++, old += size) {
        for (size_t place = 0; place < places; place++, w += size) {
            memcpy(w, old, size * sizeof *w);
        }
    }
}

static void copy_biases(train_net *to, const train_net *from)
{
    const train_span *old = &from->part[PART_BIAS];
    memcpy(to->w + to->part[PART_BIAS].offset, from->w + old->offset, old->count * sizeof *to->w);
}

/* A vector for each bucket. */
static void copy_vector(train_net *to, const train_net *from, train_part part, size_t wide,
                        size_t narrow)
{
    copy_part(to, from, part, (shape){1, wide}, (shape){1, narrow}, NEW_RANDOM, NEW_RANDOM);
}

/* The rows of one bucket that meet the pairs. Those of a negamax net have two halves, one for each
 * view. */
static shape head_shape(const train_arch *arch)
{
    const size_t views = train_arch_views(arch);
    return (shape){views * (arch->rows / arch->buckets), arch->pairs / views};
}

static bool check(const train_arch *to, const train_arch *from, failure *why)
{
    const struct {
        const char *what;
        bool differs;
    } rules[] = {
        {"another kind of net", from->kind != to->kind},
        {"other inputs", from->inputs != to->inputs && (from->places || !to->places)},
        {"inputs that know pins", from->pins && !to->pins},
        {"more sums", from->sums > to->sums},
        {from->paired ? "paired sums" : "squared sums", from->paired != to->paired},
        {"more units in its first dense layer", from->l1 > to->l1},
        {"more units in its second dense layer", from->l2 > to->l2},
        {"more sets of dense layers", from->buckets > to->buckets},
        {"more output rows", !train_arch_dense(from) && from->rows > to->rows},
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
    const size_t rows = wide->rows / wide->buckets, old_rows = narrow->rows / narrow->buckets;
    copy_inputs(to, from);
    copy_biases(to, from);
    /* A new row is a new unit of a dense layer, but without such layers it is an output. */
    copy_part(to, from, PART_HEAD, head_shape(wide), head_shape(narrow), NEW_ZERO,
              train_arch_dense(wide) ? NEW_RANDOM : NEW_ZERO);
    copy_vector(to, from, PART_HEAD_BIAS, rows, old_rows);
    copy_part(to, from, PART_L2, (shape){wide->l1, wide->l2}, (shape){narrow->l1, narrow->l2},
              NEW_RANDOM, NEW_ZERO);
    copy_vector(to, from, PART_L2_BIAS, wide->l2, narrow->l2);
    if (train_arch_dense(wide)) {
        copy_part(to, from, PART_L3, (shape){wide->l2, wide->outputs},
                  (shape){narrow->l2, narrow->outputs}, NEW_ZERO, NEW_ZERO);
        copy_vector(to, from, PART_L3_BIAS, wide->outputs, narrow->outputs);
    }
    return true;
}
