#include "mcts_report.h"

#include <inttypes.h>
#include <string.h>

#include "chess/plural.h"

/* What the tables are of; ORDER: mcts_aspect. */
static const struct {
    const char *head;
    bool share;
} aspects[MCTS_ASPECTS] = {{"solved, % of positions with an answer", true},
                           {"agreed with the long search, % of positions", true},
                           {"visits: divergence, nats", false},
                           {"priors at the root: divergence, nats", false},
                           {"priors at inner nodes: divergence, nats", false}};

static int name_width(const mcts_plan *plan)
{
    size_t width = 4;
    for (int i = 0; i < plan->rule_count; i++) {
        const size_t length = strlen(plan->rules[i].name);
        width = length > width ? length : width;
    }
    return (int)width;
}

static void print_share(FILE *out, const mcts_comparison *c, int rule, mcts_aspect aspect)
{
    bounded share;
    int count;
    if (mcts_comparison_mean(c, rule, aspect, c->budget, &share, &count)) {
        fprintf(out, "  %7.1f%%", 100.0 * share.value);
    } else {
        fprintf(out, "  %8s", "-");
    }
}

static void print_difference(FILE *out, const mcts_comparison *c, int rule, mcts_aspect aspect)
{
    char text[BOUNDED_TEXT_MAX] = "-";
    bounded b;
    if (mcts_comparison_difference(c, rule, aspect, c->budget, &b)) {
        snprintf(text, sizeof text, "%+.3f +-%.3f", b.value, b.high - b.value);
    }
    fprintf(out, "  %16s", text);
}

/* "0.93 (0.85-1.02)", or "more" where the value was not reached. */
static void print_needed(FILE *out, const mcts_comparison *c, int rule, mcts_aspect aspect)
{
    char text[BOUNDED_TEXT_MAX] = "-";
    bounded b;
    if (mcts_comparison_needed(c, rule, aspect, &b)) {
        bounded_text(&b, 2, text);
    }
    fprintf(out, "  %19s", text);
}

static void print_rule(FILE *out, const mcts_plan *plan, const mcts_comparison *c, int rule)
{
    fprintf(out, "%-*s", name_width(plan), plan->rules[rule].name);
    print_share(out, c, rule, MCTS_SOLVED);
    print_share(out, c, rule, MCTS_AGREED);
    if (rule > 0) {
        print_difference(out, c, rule, MCTS_ROOT_PRIORS);
        print_difference(out, c, rule, MCTS_INNER_PRIORS);
        print_needed(out, c, rule, MCTS_AGREED);
        print_needed(out, c, rule, MCTS_VISITS);
    }
    fputc('\n', out);
}

static void print_curves(FILE *out, const mcts_plan *plan, const mcts_comparison *c,
                         mcts_aspect aspect)
{
    bounded mean;
    int count;
    if (!mcts_comparison_mean(c, 0, aspect, 0, &mean, &count)) {
        return;
    }
    fprintf(out, "\n%s, by number of playouts\n%-*s", aspects[aspect].head, name_width(plan), "");
    for (int k = 0; k < plan->checkpoints; k++) {
        fprintf(out, " %7ld", plan->playouts[k]);
    }
    for (int i = 0; i < plan->rule_count; i++) {
        fprintf(out, "\n%-*s", name_width(plan), plan->rules[i].name);
        for (int k = 0; k < plan->checkpoints; k++) {
            mcts_comparison_mean(c, i, aspect, k, &mean, &count);
            fprintf(out, aspects[aspect].share ? " %7.1f" : " %7.3f",
                    aspects[aspect].share ? 100.0 * mean.value : mean.value);
        }
    }
    fputc('\n', out);
}

void mcts_report_print(FILE *out, const mcts_plan *plan, const mcts_comparison *c)
{
    bounded mean;
    int open;
    mcts_comparison_mean(c, 0, MCTS_VISITS, 0, &mean, &open);
    fprintf(
        out,
        "%zu %s, hash %zu MB, net %08" PRIx32 "; the long search: %s, %ld playouts, %d "
        "not proven\n\nAfter %ld playouts; divergences minus, and playouts divided by, those of "
        "the first rule (95%%)\n%-*s  %8s  %8s  %16s  %16s  %19s  %19s\n%-*s  %8s  %8s  %16s  %16s "
        " "
        "%19s  %19s\n",
        c->positions, plural((uint64_t)c->positions, "position", "positions"), plan->hash_mb,
        mcts_row_at(c->rules[0].at[0], 0)->net, plan->reference.name, plan->reference_playouts,
        open, plan->playouts[plan->budget], name_width(plan), "", "", "", "root priors'",
        "inner priors'", "playouts for", "playouts for", name_width(plan), "rule", "solved",
        "agreed", "divergence", "divergence", "the same agreement", "the same visits");
    for (int i = 0; i < plan->rule_count; i++) {
        print_rule(out, plan, c, i);
    }
    for (int aspect = 0; aspect < MCTS_ASPECTS; aspect++) {
        print_curves(out, plan, c, (mcts_aspect)aspect);
    }
}
