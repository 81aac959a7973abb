#include "report.h"

#include <stdlib.h>
#include <string.h>

#include "report_sections.h"

enum { NAMES_MAX = 64 };

static const char report_mark_legend[] =
    "A star marks a figure of a build whose bench count is not recorded, or is not that of the "
    "program that wrote this page.";

/* Different names in the order of their first use. More than NAMES_MAX are left out. */
typedef struct names {
    char name[NAMES_MAX][MACHINE_NAME_MAX];
    int count;
} names;

/* What made the rows. */
typedef struct origins {
    names machines, programs, nets, builds;
} origins;

static void add_name(names *n, const char *name)
{
    for (int i = 0; i < n->count; i++) {
        if (strcmp(n->name[i], name) == 0) {
            return;
        }
    }
    if (n->count < NAMES_MAX) {
        snprintf(n->name[n->count++], MACHINE_NAME_MAX, "%s", name);
    }
}

static void add_bench(names *n, long long bench)
{
    char text[24] = "not recorded";
    if (bench) {
        snprintf(text, sizeof text, "%lld", bench);
    }
    add_name(n, text);
}

static void add_check(names *n, unsigned check)
{
    char text[16];
    snprintf(text, sizeof text, "%08x", check);
    add_name(n, text);
}

static void write_names(report_table *t, const char *what, const names *n)
{
    char list[NAMES_MAX * (MACHINE_NAME_MAX + 2)] = "not known";
    size_t used = 0;
    for (int i = 0; i < n->count && used < sizeof list; i++) {
        used +=
            (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? "; " : "", n->name[i]);
    }
    report_table_cell(t, "%s", what);
    report_table_cell(t, "%s", list);
}

/* The machines, programs, nets and builds that the records name. */
static void write_origins(report_page *p, const report_results *r)
{
    static const report_column columns[] = {{"measured with", false}, {"", false}};
    origins *o = calloc(1, sizeof *o);
    report_table t;
    if (!o) {
        p->failed = true;
        return;
    }
    for (size_t i = 0; i < r->match_count; i++) {
        add_name(&o->machines, r->matches[i].row->origin.machine);
        add_check(&o->programs, r->matches[i].row->program);
        add_bench(&o->builds, r->matches[i].row->origin.bench);
    }
    for (size_t i = 0; i < r->suites.count; i++) {
        add_check(&o->nets, report_suite_of(&r->suites.list[i])->net);
        add_bench(&o->builds, report_suite_of(&r->suites.list[i])->origin.bench);
    }
    for (size_t i = 0; i < r->mcts.count; i++) {
        add_check(&o->nets, mcts_row_at(&r->mcts.list[i], 0)->net);
        add_bench(&o->builds, mcts_row_at(&r->mcts.list[i], 0)->origin.bench);
    }
    for (size_t i = 0; i < r->threads.count; i++) {
        const threads_row *row = threads_row_at(&r->threads.list[i], 0);
        add_name(&o->machines, row->origin.machine);
        add_check(&o->nets, row->net);
        add_bench(&o->builds, row->origin.bench);
    }
    report_table_start(&t, columns, 2);
    write_names(&t, "machines (matches, threads)", &o->machines);
    write_names(&t, "checksums of the program (matches)", &o->programs);
    write_names(&t, "checksums of the nets (all others)", &o->nets);
    write_names(&t, "bench counts of the builds", &o->builds);
    report_page_table(p, &t);
    report_table_free(&t);
    free(o);
}

bool report_write(FILE *file, report_format format, const report_results *results)
{
    report_page p;
    report_figures figures;
    report_page_begin(&p, file, format, "Morpho: the laboratory's report");
    report_page_text(
        &p, "Morpho is a chess engine with two searches, Monte-Carlo tree search and negamax. Each "
            "idea of these searches can be switched off. This page shows what the ideas are worth, "
            "and the commands that measure this again. Books and suites are named without their "
            "folders; the option --data-dir of each command names the folder.");
    report_page_text(&p, "%s", report_mark_legend);
    report_page_links(&p);
    write_origins(&p, results);
    p.failed |= !report_figures_make(&figures, results, NULL);
    report_section_atlas(&p, &figures);
    report_section_match(&p, results);
    report_section_order(&p, results);
    report_section_mcts(&p, results);
    report_section_suite(&p, results);
    report_section_threads(&p, results);
    report_figures_free(&figures);
    return report_page_end(&p);
}

bool report_write_atlas(FILE *file, const report_results *results)
{
    report_page p;
    report_figures figures;
    report_page_begin(&p, file, REPORT_TEXT, "What each idea is worth");
    report_page_text(&p, "Written by morpho-lab report; see laboratory.md. %s", report_mark_legend);
    p.failed |= !report_figures_make(&figures, results, NULL);
    report_section_atlas(&p, &figures);
    report_figures_free(&figures);
    return report_page_end(&p);
}
