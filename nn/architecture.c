#include "nn/architecture.h"

#include <string.h>

#include "nn/features.h"
#include "nn/kernels.h"

/* There are half as many pairs as sums, and kernels need multiples of their step. */
enum { PAIRED_STEP = 2 * KERNEL_WIDTH_STEP };

const char *architecture_kind_name(net_kind kind)
{
    static const char *const names[NET_KINDS] = {"value", "policy", "negamax"};
    return names[kind];
}

static bool take(const char **at, char wanted)
{
    if (**at != wanted) {
        return false;
    }
    ++*at;
    return true;
}

/* A decimal number of one to five digits without leading zeros. */
static bool take_number(const char **at, uint32_t *number)
{
    const char *start = *at;
    *number = 0;
    while (**at >= '0' && **at <= '9' && *at - start < 5) {
        *number = *number * 10 + (uint32_t)(*(*at)++ - '0');
    }
    return *at > start && *start != '0';
}

/* The layers after the sums: "OUTPUTS" or "L1-L2-OUTPUTS" or "L1-L2-OUTPUTSbBUCKETS". */
static bool take_layers(architecture *a, const char **at)
{
    if (!take_number(at, &a->outputs)) {
        return false;
    }
    if (take(at, '-')) {
        a->l1 = a->outputs;
        return take_number(at, &a->l2) && take(at, '-') && take_number(at, &a->outputs) &&
               (!take(at, 'b') || (take_number(at, &a->buckets) && a->buckets == NET_BUCKETS));
    }
    return true;
}

/* Reads the form, without checking sizes. */
static bool take_form(architecture *a, const char *at)
{
    if (!take_number(&at, &a->inputs)) {
        return false;
    }
    const bool states = take(&at, 'h');
    a->pins = states && take(&at, 'p');
    a->places = !states && take(&at, 'k');
    if (!take(&at, 'x') || !take_number(&at, &a->sums)) {
        return false;
    }
    const bool dual = take(&at, 'd');
    a->paired = take(&at, 'p');
    if (!(dual || a->paired) || !take(&at, '-') || !take_layers(a, &at) || *at ||
        (dual ? a->paired != (a->l1 > 0) : a->places)) {
        return false;
    }
    a->kind = dual ? NET_NEGAMAX : a->l1 > 0 ? NET_VALUE : NET_POLICY;
    return (states || a->places) == (a->inputs == FEATURE_ROWS);
}

static bool check_outputs(const architecture *a, failure *why)
{
    if (a->kind == NET_VALUE && a->outputs != NET_VALUE_OUTPUTS) {
        return fail(why, "architecture %s: a value net has %d outputs", a->text, NET_VALUE_OUTPUTS);
    }
    if (a->kind == NET_POLICY && a->outputs != POLICY_ROWS && a->outputs != POLICY_ROWS_CLASSED) {
        return fail(why, "architecture %s: a policy net has %d or %d outputs", a->text, POLICY_ROWS,
                    POLICY_ROWS_CLASSED);
    }
    const uint32_t outputs = a->paired ? 1 : NET_BUCKETS;
    const bool states = a->inputs == FEATURE_ROWS && !a->places;
    if (a->kind == NET_NEGAMAX && (states || a->outputs != outputs)) {
        return fail(why,
                    "architecture %s: a negamax net has %d or %dk inputs, and %d outputs or, after "
                    "dense layers, 1",
                    a->text, FEATURE_ROWS_PLAIN, FEATURE_ROWS, NET_BUCKETS);
    }
    return true;
}

static bool check_sizes(const architecture *a, failure *why)
{
    if (a->inputs != FEATURE_ROWS && a->inputs != FEATURE_ROWS_PLAIN) {
        return fail(why, "architecture %s: inputs are %dh, %dhp, %dk or %d", a->text, FEATURE_ROWS,
                    FEATURE_ROWS, FEATURE_ROWS, FEATURE_ROWS_PLAIN);
    }
    const uint32_t step = a->paired ? PAIRED_STEP : KERNEL_WIDTH_STEP;
    if (a->sums % step || a->sums > NET_SUMS_MAX) {
        return fail(why, "architecture %s: sums are a multiple of %u up to %d", a->text, step,
                    NET_SUMS_MAX);
    }
    if (a->l1 > NET_L1_MAX || a->l2 > NET_L2_MAX) {
        return fail(why, "architecture %s: the dense layers are at most %d and %d wide", a->text,
                    NET_L1_MAX, NET_L2_MAX);
    }
    return check_outputs(a, why);
}

bool architecture_read(architecture *a, const char *text, failure *why)
{
    architecture read = {.buckets = 1};
    if (strlen(text) >= sizeof read.text || !take_form(&read, text)) {
        return fail(why,
                    "architecture \"%s\" is neither like 3072hx512p-16-32-3 (a value net) nor like "
                    "3072hx1024p-%d (a policy net) nor like 768x256d-%d or "
                    "768x512dp-16-32-1b%d (a negamax net)",
                    text, POLICY_ROWS_CLASSED, NET_BUCKETS, NET_BUCKETS);
    }
    strcpy(read.text, text);
    if (!check_sizes(&read, why)) {
        return false;
    }
    *a = read;
    return true;
}
