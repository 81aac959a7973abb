#include "suite_report.h"

#include <inttypes.h>
#include <string.h>

#include "chess/san.h"
#include "suite_totals.h"

enum { WANTED_MAX = 40, LINE_WIDTH = 100 };

/* False if memory is short. */
static bool add_up(const suite *s, suite_result *results, search_algorithm by, suite_totals *t)
{
    if (!suite_totals_begin(t, (size_t)s->count)) {
        return false;
    }
    for (int i = 0; i < s->count; i++) {
        const suite_outcome outcome =
            suite_outcome_of(suite_result_at(results, i, by), &s->positions[i].epd);
        suite_totals_add(t, &outcome);
    }
    suite_totals_end(t);
    return true;
}

static void print_totals(FILE *out, search_algorithm by, const suite_totals *t)
{
    char points[SUITE_POINTS_MAX];
    suite_points_text(t, points);
    fprintf(out,
            "%-8s %5zu of %-5zu %5.1f%%  %-17s %13" PRIu64 " %9.1f s %12" PRIu64 " %8" PRId64
            " ms\n",
            search_algorithm_words[by], t->solved, t->searches,
            100.0 * (double)t->solved / (double)t->searches, points, t->nodes,
            (double)t->time_ms / 1000.0, t->solution_nodes, t->solution_ms);
}

/* Appends a move and what precedes it, if it fits. */
static void add_word(char text[WANTED_MAX], const char *before, const position *pos, move m)
{
    char san[SAN_TEXT_MAX];
    const size_t used = strlen(text);
    san_write(pos, m, san);
    snprintf(text + used, WANTED_MAX - used, "%s%s%s", used ? " " : "", before, san);
}

static void write_wanted(char text[WANTED_MAX], const epd *e)
{
    text[0] = 0;
    for (int i = 0; i < e->best.count; i++) {
        add_word(text, "", &e->pos, e->best.move[i]);
    }
    for (int i = 0; i < e->avoid.count; i++) {
        add_word(text, "not ", &e->pos, e->avoid.move[i]);
    }
}

/* An answer: "+Qg6 3.41" with + if it is a solution. */
static void print_answer(FILE *out, const epd *e, const suite_result *r)
{
    char san[SAN_TEXT_MAX], score[16];
    san_write(&e->pos, r->best, san);
    if (r->score_kind == SCORE_MATE) {
        snprintf(score, sizeof score, "#%d", r->score);
    } else {
        snprintf(score, sizeof score, "%+.2f", r->score / 100.0);
    }
    fprintf(out, "  %c %-8s %7s", epd_solves(e, r->best) ? '+' : '-', san, score);
}

static int count_solvers(const suite_plan *plan, const epd *e, suite_result *results, int index)
{
    int solvers = 0;
    for (int by = 0; by < SEARCH_ALGORITHMS; by++) {
        solvers += plan->side[by].used &&
                   epd_solves(e, suite_result_at(results, index, (search_algorithm)by)->best);
    }
    return solvers;
}

static void print_row(FILE *out, const suite_plan *plan, const suite_position *p,
                      suite_result *results, int index)
{
    char wanted[WANTED_MAX];
    write_wanted(wanted, &p->epd);
    fprintf(out, "%-28.28s %-20s", p->name, wanted);
    for (int by = 0; by < SEARCH_ALGORITHMS; by++) {
        if (plan->side[by].used) {
            print_answer(out, &p->epd, suite_result_at(results, index, (search_algorithm)by));
        }
    }
    fputc('\n', out);
}

static void print_table(FILE *out, const suite_plan *plan, const suite *s, suite_result *results,
                        bool both)
{
    int rows = 0;
    for (int i = 0; i < s->count; i++) {
        const suite_position *p = &s->positions[i];
        if (count_solvers(plan, &p->epd, results, i) != (both ? 1 : 0)) {
            continue;
        }
        if (!rows++) {
            fprintf(out, "\n%s\n%-28s %-20s",
                    both ? "One search solves it, one does not:" : "Not solved:", "position",
                    "wanted");
            for (int by = 0; by < SEARCH_ALGORITHMS; by++) {
                if (plan->side[by].used) {
                    fprintf(out, "    %-16s", search_algorithm_words[by]);
                }
            }
            fputc('\n', out);
        }
        print_row(out, plan, p, results, i);
    }
}

/* Names in lines. */
static void print_unsolved(FILE *out, const suite_plan *plan, const suite *s, suite_result *results)
{
    int width = 0;
    for (int i = 0; i < s->count; i++) {
        const suite_position *p = &s->positions[i];
        if (count_solvers(plan, &p->epd, results, i) > 0) {
            continue;
        }
        const int length = (int)strlen(p->name) + 2;
        if (!width || width + length > LINE_WIDTH) {
            fputs(width ? "\n  " : "\nSolved by neither:\n  ", out);
            width = 2;
        } else {
            fputs("  ", out);
        }
        fputs(p->name, out);
        width += length;
    }
    if (width) {
        fputc('\n', out);
    }
}

bool suite_report(FILE *out, const suite_plan *plan, const suite *s, suite_result *results,
                  failure *why)
{
    suite_totals totals;
    const bool both = plan->side[SEARCH_MCTS].used && plan->side[SEARCH_NEGAMAX].used;
    for (int by = 0; by < SEARCH_ALGORITHMS; by++) {
        char limit[SUITE_LIMIT_MAX];
        suite_limit_text(plan, (search_algorithm)by, limit);
        if (plan->side[by].used) {
            fprintf(out, "%-8s %s, hash %zu, %s, net %08" PRIx32 "\n", search_algorithm_words[by],
                    limit, plan->hash_mb, plan->side[by].setting, plan->net_check);
        }
    }
    fprintf(out, "\n%-8s %-20s  %-17s %13s %11s %12s %11s\n", "search", "solved", "points", "nodes",
            "time", "to solution:", "(medians)");
    for (int by = 0; by < SEARCH_ALGORITHMS; by++) {
        if (plan->side[by].used) {
            if (!add_up(s, results, (search_algorithm)by, &totals)) {
                return fail(why, "not enough memory for the totals");
            }
            print_totals(out, (search_algorithm)by, &totals);
        }
    }
    print_table(out, plan, s, results, both);
    if (both) {
        print_unsolved(out, plan, s, results);
    }
    return true;
}
