#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "help_text.h"
#include "uci/analyse.h"
#include "uci/backend_bench.h"
#include "uci/bench.h"
#include "uci/eval.h"
#include "uci/perft_report.h"
#include "uci/session.h"
#include "uci/text.h"

enum { ARGUMENTS_TEXT_MAX = 4096, EXIT_USAGE = 2 };

/* All that a command works with. */
typedef struct program {
    engine engine;
    writer out;
    char arguments[ARGUMENTS_TEXT_MAX]; /* those after the command, joined by blanks */
} program;

static bool run_uci(program *p, failure *why)
{
    return session_run(STDIN_FILENO, &p->out, why);
}

static bool run_analyse(program *p, failure *why)
{
    bool terminal = isatty(STDOUT_FILENO) && getenv("TERM") != NULL;
    setlocale(LC_CTYPE, "");
    analyse_style style = {
        .symbols = terminal && strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
        .redraw = terminal,
    };
    return analyse_run(&p->engine, p->arguments, style, stdout, why);
}

static bool run_bench(program *p, failure *why)
{
    if (!engine_prepare(&p->engine, why)) {
        return false;
    }
    search_options options = engine_search_options(&p->engine);
    return bench_run(p->arguments, &options, &p->out, &interrupt_never, why);
}

static bool run_backend_bench(program *p, failure *why)
{
    return engine_prepare(&p->engine, why) &&
           backend_bench_run(p->arguments, p->engine.nets, &p->out, why);
}

static bool run_eval(program *p, failure *why)
{
    position root;
    uint64_t nodes;
    (void)fen_parse(&root, FEN_START, NULL, NULL);
    if (!eval_read(p->arguments, &root, &nodes, why) || !engine_prepare(&p->engine, why)) {
        return false;
    }
    search_options options = engine_search_options(&p->engine);
    return eval_run(&root, nodes, &options, &p->out, &interrupt_never, why);
}

static bool run_perft(program *p, failure *why)
{
    char word[TEXT_WORD_MAX];
    const char *cursor = p->arguments;
    int64_t depth;
    position root;
    failure reason;
    if (!text_next_word(&cursor, word) || !text_integer(word, &depth) || depth < 0 ||
        depth > PERFT_REPORT_DEPTH_MAX) {
        return fail(why, "perft: give a depth from 0 to %d, then a FEN if you like",
                    PERFT_REPORT_DEPTH_MAX);
    }
    cursor = text_skip_blanks(cursor);
    if (!fen_parse(&root, *cursor == '\0' ? FEN_START : cursor, NULL, &reason)) {
        return fail(why, "perft: %s", reason.text);
    }
    perft_report(&root, (int)depth, fen_is_chess960(&root), &p->out, &interrupt_never);
    return true;
}

/* The table of search parameters, one row a line. */
static bool run_params(program *p, failure *why)
{
    int count;
    const search_param_row *rows = search_param_rows(&count);
    (void)why;
    writer_line(&p->out, "%-24s %8s %8s %8s %6s  %s", "name", "default", "min", "max", "step",
                "why");
    for (int i = 0; i < count; i++) {
        writer_line(&p->out, "%-24s %8d %8d %8d %6d  %s", rows[i].name, rows[i].value, rows[i].min,
                    rows[i].max, rows[i].step, rows[i].why);
    }
    return true;
}

static bool run_help(program *p, failure *why)
{
    (void)p;
    (void)why;
    fputs(HELP_TEXT, stdout);
    return true;
}

static bool run_version(program *p, failure *why)
{
    (void)why;
    writer_line(&p->out, "Morpho %s", MORPHO_VERSION);
    return true;
}

static const struct {
    const char *name;
    bool (*run)(program *p, failure *why);
} commands[] = {
    {"uci", run_uci},         {"analyse", run_analyse},
    {"bench", run_bench},     {"backendbench", run_backend_bench},
    {"eval", run_eval},       {"perft", run_perft},
    {"params", run_params},   {"help", run_help},
    {"--help", run_help},     {"-h", run_help},
    {"version", run_version}, {"--version", run_version},
};

static bool join_arguments(program *p, int argc, char **argv, failure *why)
{
    for (int i = 2; i < argc; i++) {
        if (!text_append_words(p->arguments, sizeof p->arguments, argv[i], strlen(argv[i]))) {
            return fail(why, "the arguments are longer than %d characters", ARGUMENTS_TEXT_MAX - 1);
        }
    }
    return true;
}

static int run_command(const char *name, program *p)
{
    failure why;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            bool done = commands[i].run(p, &why);
            if (!done) {
                fprintf(stderr, "morpho: %s\n", why.text);
            }
            if (fflush(stdout) != 0 || ferror(stdout)) {
                fprintf(stderr, "morpho: the output could not be written\n");
                return EXIT_FAILURE;
            }
            return done ? EXIT_SUCCESS : EXIT_FAILURE;
        }
    }
    fprintf(stderr, "morpho: unknown command \"%s\"; `morpho help` lists them\n", name);
    return EXIT_USAGE;
}

int main(int argc, char **argv)
{
    program p = {.arguments = ""};
    failure why;
    if (!join_arguments(&p, argc, argv, &why)) {
        fprintf(stderr, "morpho: %s\n", why.text);
        return EXIT_USAGE;
    }
    attacks_init(true);
    engine_init(&p.engine);
    writer_init(&p.out, stdout);
    int status = run_command(argc > 1 ? argv[1] : "uci", &p);
    writer_destroy(&p.out);
    engine_free(&p.engine);
    return status;
}
