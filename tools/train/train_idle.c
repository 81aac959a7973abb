#include "train_idle.h"

#include <stdlib.h>

#include "base/random_numbers.h"
#include "train_head.h"

typedef enum { UNIT_MOVES, UNIT_DEAD, UNIT_CONSTANT } unit_state;

/* The units of the first layer: those of a tile in order, then those of the next. */
static uint32_t first_units(const architecture *arch)
{
    return arch->sums / 2;
}

train_idle *train_idle_new(const architecture *arch, failure *why)
{
    train_idle *idle = calloc(1, sizeof *idle);
    if (idle) {
        idle->arch = *arch;
        idle->first[IDLE_L1] = first_units(arch);
        idle->first[IDLE_L2] = idle->first[IDLE_L1] + arch->buckets * arch->l1;
        idle->first[IDLE_LAYERS] = idle->first[IDLE_L2] + arch->buckets * arch->l2;
        idle->low = calloc(idle->first[IDLE_LAYERS], sizeof *idle->low);
        idle->high = calloc(idle->first[IDLE_LAYERS], sizeof *idle->high);
    }
    if (!idle || !idle->low || !idle->high) {
        train_idle_free(idle);
        fail(why, "not enough memory to find idle units of %s", arch->text);
        return NULL;
    }
    return idle;
}

void train_idle_free(train_idle *idle)
{
    if (idle) {
        free(idle->low);
        free(idle->high);
        free(idle);
    }
}

/* Counts products of pairs. A product has no gradient if one of its sums is 0, or both are at the
 * upper bound. Counters of its own let the loop run in vector registers. */
static void add_pairs(const float *active, size_t lists, float most, uint32_t *low, uint32_t *high)
{
    uint32_t lows[TILE_PAIRS] = {0}, highs[TILE_PAIRS] = {0};
    for (size_t list = 0; list < lists; list++, active += TILE_UNITS) {
        for (int i = 0; i < TILE_PAIRS; i++) {
            const float a = active[i], b = active[i + TILE_PAIRS];
            const float least = a < b ? a : b;
            lows[i] += least > 0.0f ? 0 : 1;
            highs[i] += least < most ? 0 : 1;
        }
    }
    for (int i = 0; i < TILE_PAIRS; i++) {
        low[i] += lows[i];
        high[i] += highs[i];
    }
}

/* Counts clipped sums of one position. */
static void add_sums(const float *sums, size_t count, uint32_t *low, uint32_t *high)
{
    for (size_t i = 0; i < count; i++) {
        low[i] += sums[i] > 0.0f ? 0 : 1;
        high[i] += sums[i] < 1.0f ? 0 : 1;
    }
}

typedef struct add_job {
    train_idle *idle;
    const train_pass *pass;
} add_job;

static void add_tile(void *context, int number)
{
    const add_job *job = context;
    const train_pass *pass = job->pass;
    const size_t tile = (size_t)number, lists = pass->chunk->positions * pass->chunk->views;
    uint32_t *low = job->idle->low + tile * TILE_PAIRS, *high = job->idle->high + tile * TILE_PAIRS;
    add_pairs(train_tile_active(pass, tile), lists, train_most(pass->settings.grain), low, high);
}

void train_idle_add(train_idle *idle, const train_pass *pass)
{
    assert(!pass->learning);
    const size_t l1 = idle->arch.l1, l2 = idle->arch.l2;
    add_job job = {idle, pass};
    idle->first_upper = train_most_pair(pass->settings.grain);
    thread_pool_run(pass->pool, (int)(idle->arch.sums / TILE_UNITS), add_tile, &job);
    for (size_t at = 0; at < pass->chunk->positions; at++) {
        const size_t set = idle->arch.buckets > 1 ? pass->chunk->bucket[at] : 0;
        const size_t unit1 = idle->first[IDLE_L1] + set * l1;
        const size_t unit2 = idle->first[IDLE_L2] + set * l2;
        idle->seen[set]++;
        if (l1 > 0) {
            const float *sums = pass->dense + at * (l1 + l2);
            add_sums(sums, l1, idle->low + unit1, idle->high + unit1);
            add_sums(sums + l1, l2, idle->low + unit2, idle->high + unit2);
        }
    }
}

train_idle *train_idle_find(train_pass *pass, const train_set *set, const train_recipe *recipe,
                            train_figures *figures, failure *why)
{
    train_idle *idle = train_idle_new(&pass->net->arch, why);
    if (idle) {
        pass->idle = idle;
        *figures = train_pass_set(pass, set, recipe);
        pass->idle = NULL;
    }
    return idle;
}

static size_t units_of(const train_idle *idle, idle_layer layer)
{
    return idle->first[layer + 1] - idle->first[layer];
}

/* The positions that could move a unit; those of the first layer have several views. */
static size_t seen_by(const train_idle *idle, idle_layer layer, size_t unit)
{
    const uint32_t buckets = idle->arch.buckets;
    size_t seen = 0;
    for (uint32_t set = 0; set < buckets; set++) {
        seen += idle->seen[set];
    }
    return layer == IDLE_FIRST ? seen * train_arch_views(&idle->arch)
                               : idle->seen[unit / (units_of(idle, layer) / buckets)];
}

static unit_state state_of(const train_idle *idle, idle_layer layer, size_t unit)
{
    const size_t seen = seen_by(idle, layer, unit), at = idle->first[layer] + unit;
    const size_t rare = seen / IDLE_RARE;
    return seen < IDLE_POSITIONS_LEAST     ? UNIT_MOVES
           : seen - idle->low[at] <= rare  ? UNIT_DEAD
           : seen - idle->high[at] <= rare ? UNIT_CONSTANT
                                           : UNIT_MOVES;
}

idle_count train_idle_count(const train_idle *idle, idle_layer layer)
{
    idle_count count = {.units = units_of(idle, layer)};
    for (size_t unit = 0; unit < count.units; unit++) {
        const unit_state state = state_of(idle, layer, unit);
        count.dead += state == UNIT_DEAD;
        count.constant += state == UNIT_CONSTANT;
    }
    return count;
}

size_t train_idle_sum(const train_idle *idle)
{
    size_t sum = 0;
    for (idle_layer layer = 0; layer < IDLE_LAYERS; layer++) {
        const idle_count count = train_idle_count(idle, layer);
        sum += count.dead + count.constant;
    }
    return sum;
}

void train_idle_print(const train_idle *idle, FILE *out)
{
    static const char *const names[IDLE_LAYERS] = {"the first layer", "l1", "l2"};
    const char *before = "idle units: ";
    if (seen_by(idle, IDLE_FIRST, 0) < IDLE_POSITIONS_LEAST) {
        fprintf(out, "idle units: too few positions to tell\n");
        return;
    }
    for (idle_layer layer = 0; layer < IDLE_LAYERS; layer++) {
        const idle_count count = train_idle_count(idle, layer);
        if (count.units > 0) {
            fprintf(out, "%s%zu of %zu in %s", before, count.dead + count.constant, count.units,
                    names[layer]);
            before = ", ";
        }
        if (count.constant > 0) {
            fprintf(out, " (%zu constant)", count.constant);
        }
    }
    fprintf(out, "\n");
}

/* Sets a weight out of a unit to 0. The bias behind it gets what it gave. */
static void cut(train_net *net, size_t at, size_t bias, float output)
{
    net->w[bias] += net->w[at] * output;
    net->w[at] = net->m[at] = net->v[at] = 0.0f;
}

/* Renews the weights into a sum of the first layer: all variants begin alike. */
static void renew_sum(train_net *net, uint32_t unit, uint64_t *state)
{
    const uint32_t variants = train_arch_variants(&net->arch), rows = net->arch.inputs / variants;
    for (uint32_t row = 0; row < rows; row++) {
        const size_t from = train_input_at(net, PART_INPUT, row, unit);
        train_net_draw(net, PART_INPUT, from, state);
        for (uint32_t variant = 1; variant < variants; variant++) {
            const size_t at = train_input_at(net, PART_INPUT, variant * rows + row, unit);
            net->w[at] = net->w[from];
            net->m[at] = net->v[at] = 0.0f;
        }
        if (variants > 1) {
            train_net_draw(net, PART_SHARED, train_input_at(net, PART_SHARED, row, unit), state);
        }
    }
    train_net_draw(net, PART_BIAS, train_input_at(net, PART_BIAS, 0, unit), state);
}

static void renew_first(train_net *net, size_t unit, float output, uint64_t *state)
{
    const architecture *arch = &net->arch;
    const size_t units = first_units(arch), pairs = train_arch_pairs(arch);
    for (size_t sum = unit; sum < arch->sums; sum += units) {
        renew_sum(net, (uint32_t)sum, state);
    }
    for (size_t row = 0; row < train_arch_rows(arch); row++) {
        for (size_t column = unit; column < pairs; column += units) {
            cut(net, net->part[PART_HEAD].offset + row * pairs + column,
                net->part[PART_HEAD_BIAS].offset + row, output);
        }
    }
}

static void renew_l1(train_net *net, size_t unit, float output, uint64_t *state)
{
    const architecture *arch = &net->arch;
    const size_t pairs = train_arch_pairs(arch), l2 = arch->l2, set = unit / arch->l1;
    for (size_t i = 0; i < pairs; i++) {
        train_net_draw(net, PART_HEAD, net->part[PART_HEAD].offset + unit * pairs + i, state);
    }
    train_net_draw(net, PART_HEAD_BIAS, net->part[PART_HEAD_BIAS].offset + unit, state);
    for (size_t i = 0; i < l2; i++) {
        cut(net, net->part[PART_L2].offset + unit * l2 + i,
            net->part[PART_L2_BIAS].offset + set * l2 + i, output);
    }
}

static void renew_l2(train_net *net, size_t unit, float output, uint64_t *state)
{
    const architecture *arch = &net->arch;
    const size_t l2 = arch->l2, outputs = arch->outputs, set = unit / l2;
    for (size_t i = 0; i < arch->l1; i++) {
        const size_t row = set * arch->l1 + i;
        train_net_draw(net, PART_L2, net->part[PART_L2].offset + row * l2 + unit % l2, state);
    }
    train_net_draw(net, PART_L2_BIAS, net->part[PART_L2_BIAS].offset + unit, state);
    for (size_t i = 0; i < outputs; i++) {
        cut(net, net->part[PART_L3].offset + unit * outputs + i,
            net->part[PART_L3_BIAS].offset + set * outputs + i, output);
    }
}

/* The layers are renewed from the last to the first. So a new unit before another new one has no
 * weight to it, and what a constant unit gave is not lost with a bias that is drawn. */
void train_idle_renew(const train_idle *idle, train_net *net, uint64_t seed)
{
    void (*const renew[IDLE_LAYERS])(train_net *, size_t, float, uint64_t *) = {renew_first,
                                                                                renew_l1, renew_l2};
    uint64_t state = random_mix(seed);
    for (int layer = IDLE_LAYERS - 1; layer >= 0; layer--) {
        for (size_t unit = 0; unit < units_of(idle, (idle_layer)layer); unit++) {
            const unit_state found = state_of(idle, (idle_layer)layer, unit);
            const float upper = layer == IDLE_FIRST ? idle->first_upper : 1.0f;
            if (found != UNIT_MOVES) {
                renew[layer](net, unit, found == UNIT_CONSTANT ? upper : 0.0f, &state);
            }
        }
    }
}
