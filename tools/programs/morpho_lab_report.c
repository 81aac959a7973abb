/* morpho-lab report: every result on one page. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_origin.h"
#include "command.h"
#include "files/whole_file.h"
#include "morpho_lab_verbs.h"
#include "plot.h"
#include "report.h"
#include "report_plan.h"

static const char program[] = "morpho-lab";

static const char help[] =
    "Shows the records of a folder (docs/results by default): the CSV files that match, mcts, "
    "order,\n"
    "suite and threads write with --out. Records are recognised by their first line.\n"
    "\n"
    "--html writes one page with the atlas (what each idea is worth in both searches), all tables "
    "and\n"
    "charts, and the commands that measure each figure again. The page needs no other file. "
    "gnuplot\n"
    "draws its charts. --atlas writes the atlas alone as Markdown, and --plot draws it. Without "
    "these\n"
    "options all tables are printed as text. A file is replaced only when the new one is\n"
    "complete.\n"
    "\n"
    "A plan (--plan) names matches. --tables writes what was measured of them, and how to measure "
    "it\n"
    "again, as Markdown; --curves draws the Elo of its first table over the time of a game.\n"
    "\n"
    "The first 1,000 openings of a match are a screen. Others (match --start) are a confirmation,\n"
    "unless a screen of the same two settings has played them, at any limit. A star marks a figure "
    "of\n"
    "a build with another bench count. A file that is not a record is named and left out. A\n"
    "damaged record is an error.\n"
    "\n"
    "  morpho-lab report docs/results --html report.html --atlas docs/atlas.md --plot "
    "docs/atlas.svg\n";

static bool write_html(const void *results, FILE *file)
{
    return report_write(file, REPORT_HTML, results);
}

static bool write_atlas(const void *results, FILE *file)
{
    return report_write_atlas(file, results);
}

static void warn(const report_results *r, const char *folder)
{
    for (size_t i = 0; i < r->unknown_count; i++) {
        failure name;
        fail(&name, "%s/%s: not a record of morpho-lab; left out", folder, r->unknown[i]);
        fprintf(stderr, "%s: %s\n", program, name.text);
    }
    if (r->record_count == 0) {
        fprintf(stderr, "%s: %s: there is no record in it yet\n", program, folder);
    }
}

/* What is wanted: names of files, or NULL. */
typedef struct report_outputs {
    const char *html, *atlas, *plot;
    const char *plan; /* an input */
    const char *tables, *curves;
} report_outputs;

/* What the tables of a plan are made of. */
typedef struct planned {
    const lab_record *plan;
    const report_results *results;
} planned;

static bool write_tables(const void *context, FILE *file)
{
    const planned *p = context;
    return report_plan_write(file, p->plan, p->results);
}

/* The outputs that belong to a plan. */
static bool write_planned(const report_results *r, const report_outputs *w, failure *why)
{
    lab_record *plan = w->plan ? report_plan_read(w->plan, why) : NULL;
    const planned both = {plan, r};
    const bool good =
        !w->plan || (plan && (!w->tables || whole_file_make(w->tables, write_tables, &both, why)) &&
                     (!w->curves || report_plan_picture(w->curves, plan, r, why)));
    if (plan) {
        lab_record_close(plan, NULL);
    }
    return good;
}

static bool write_all(const report_results *r, const report_outputs *w, failure *why)
{
    if (!w->html && !w->atlas && !w->plot && !w->plan) {
        return report_write(stdout, REPORT_TEXT, r) ||
               fail(why, "standard output: cannot be written: %s", strerror(errno));
    }
    return (!w->html || whole_file_make(w->html, write_html, r, why)) &&
           (!w->atlas || whole_file_make(w->atlas, write_atlas, r, why)) &&
           (!w->plot || report_picture(w->plot, r, why)) && write_planned(r, w, why);
}

/* True if no output is written over another one, over the plan or over a record. */
static bool has_own_files(const report_results *r, const report_outputs *w, failure *why)
{
    const char *const outputs[] = {w->html, w->atlas, w->plot, w->tables, w->curves};
    const data_paths written = {outputs, sizeof outputs / sizeof *outputs};
    bool good = data_paths_apart(written, (data_paths){&w->plan, 1}, NULL, why);
    for (size_t i = 0; good && i < r->record_count; i++) {
        const char *const record = lab_record_path(r->records[i]);
        good = data_paths_apart(written, (data_paths){&record, 1}, NULL, why);
    }
    return good;
}

static int run_report(const char *folder, const report_outputs *arguments)
{
    failure why;
    report_results results;
    if ((arguments->plot && !plot_path_check(arguments->plot, &why)) ||
        (arguments->curves && !plot_path_check(arguments->curves, &why))) {
        return command_misuse(program, &why);
    }
    if (!arguments->plan != !(arguments->tables || arguments->curves)) {
        fail(&why, "report: --plan needs --tables or --curves, and they need --plan");
        return command_misuse(program, &why);
    }
    bool good = report_results_read(&results, folder, build_bench(), &why);
    if (good) {
        warn(&results, folder);
        good = has_own_files(&results, arguments, &why) && write_all(&results, arguments, &why);
    }
    report_results_free(&results);
    return good ? EXIT_SUCCESS : command_complain(program, &why);
}

int lab_report(int argc, char **argv)
{
    report_outputs arguments = {.html = NULL};
    const command_option options[] = {
        COMMAND_TEXT("html", "FILE", &arguments.html, "writes the page"),
        COMMAND_TEXT("atlas", "FILE", &arguments.atlas, "writes the atlas as Markdown"),
        COMMAND_TEXT("plot", "FILE", &arguments.plot, "draws the atlas (.svg, .png)"),
        COMMAND_TEXT("plan", "FILE", &arguments.plan, "a plan of matches"),
        COMMAND_TEXT("tables", "FILE", &arguments.tables, "writes its tables as Markdown"),
        COMMAND_TEXT("curves", "FILE", &arguments.curves, "draws its first table (.svg, .png)")};
    command_line command = {.program = program,
                            .name = "report",
                            .operands = "[FOLDER] [settings]",
                            .text = help,
                            .options = options,
                            .option_count = sizeof options / sizeof *options,
                            .operands_most = 1};
    const command_parsed parsed = command_read(&command, argc, argv);
    if (parsed != COMMAND_RUN) {
        return command_exit_status(parsed);
    }
    return run_report(command.file_count ? command.files[0] : "docs/results", &arguments);
}
