#include "nn/architecture.h"

#include <string.h>

#include "nn/features.h"
#include "nn/kernels.h"

/* There are half as many pairs as sums, and kernels need multiples of their step. */
enum { SUMS_STEP = 2 * KERNEL_WIDTH_STEP };

const char *architecture_kind_name(net_kind kind)
{
    static const char *const names[NET_KINDS] = {"value", "policy"};
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
    a->kind = take(&at, 'd') ? NET_VALUE : NET_POLICY;
    return take(&at, 'p') && take(&at, '-') && take_layers(a, &at) && !*at &&
           (a->l1 > 0) == (a->kind == NET_VALUE) && !(a->kind == NET_VALUE ? states : a->places) &&
           (states || a->places) == (a->inputs == FEATURE_ROWS);
}

static bool check_outputs(const architecture *a, failure *why)
{
    if (a->kind == NET_VALUE) {
        return a->outputs == 1 || fail(why, "architecture %s: a value net has 1 output", a->text);
    }
    return a->outputs == POLICY_ROWS || a->outputs == POLICY_ROWS_CLASSED ||
           fail(why, "architecture %s: a policy net has %d or %d outputs", a->text, POLICY_ROWS,
                POLICY_ROWS_CLASSED);
}

static bool check_sizes(const architecture *a, failure *why)
{
    if (a->inputs != FEATURE_ROWS && a->inputs != FEATURE_ROWS_PLAIN) {
        return fail(why, "architecture %s: inputs are %dh, %dhp, %dk or %d", a->text, FEATURE_ROWS,
                    FEATURE_ROWS, FEATURE_ROWS, FEATURE_ROWS_PLAIN);
    }
    if (a->sums % SUMS_STEP || a->sums > NET_SUMS_MAX) {
        return fail(why, "architecture %s: sums are a multiple of %d up to %d", a->text, SUMS_STEP,
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
                    "architecture \"%s\" is neither like 3072kx256dp-16-32-1b%d (a value net) nor "
                    "like 3072hx1024p-%d (a policy net)",
                    text, NET_BUCKETS, POLICY_ROWS_CLASSED);
    }
    strcpy(read.text, text);
    if (!check_sizes(&read, why)) {
        return false;
    }
    *a = read;
    return true;
}
