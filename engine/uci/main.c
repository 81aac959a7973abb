#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "help_text.h"
#include "system/start.h"
#include "system/terminal.h"
#include "uci/analyse.h"
#include "uci/analysis_request.h"
#include "uci/annotate.h"
#include "uci/backend_bench.h"
#include "uci/bench.h"
#include "uci/compare.h"
#include "uci/config_file.h"
#include "uci/describe_net.h"
#include "uci/eval.h"
#include "uci/genfens.h"
#include "uci/page.h"
#include "uci/params.h"
#include "uci/perft_report.h"
#include "uci/session.h"
#include "uci/text.h"
#include "uci/tree_report.h"
#include "uci/verb_options.h"

enum { ARGUMENTS_TEXT_MAX = 4096, EXIT_USAGE = 2 };

/* The state that all commands share. */
typedef struct program {
    engine engine;
    writer out;
    char **words;                       /* the arguments after the command; NULL ends them */
    char arguments[ARGUMENTS_TEXT_MAX]; /* the same, joined by blanks */
    bool has_problem;                   /* of its config file */
} program;

static bool expect_no_word(char *const *words, const char *verb, failure *why)
{
    return words[0] == NULL || fail(why, "%s: unexpected word \"%.64s\"", verb, words[0]);
}

static bool run_uci(program *p, failure *why)
{
    return expect_no_word(p->words, "uci", why) &&
           session_run(line_reader_new(STDIN_FILENO), INBOX_LIVE, &p->engine, &p->out, why);
}

static analyse_style style_of_output(void)
{
    const bool terminal = system_obeys_sequences(stdout);
    return (analyse_style){
        .symbols = terminal && system_shows_utf8(),
        .redraw = terminal,
    };
}

static bool run_analyse(program *p, failure *why)
{
    return analyse_run(&p->engine, p->arguments, style_of_output(), stdout, why);
}

static bool run_compare(program *p, failure *why)
{
    return compare_run(&p->engine, p->arguments, style_of_output(), stdout, why);
}

static bool run_tree(program *p, failure *why)
{
    return tree_report_run(&p->engine, p->words, why);
}

static bool run_annotate(program *p, failure *why)
{
    return annotate_run(&p->engine, p->words, why);
}

static bool run_page(program *p, failure *why)
{
    return page_run(&p->engine, p->words, why);
}

static bool run_bench(program *p, failure *why)
{
    if (!engine_load_nets(&p->engine, why)) {
        return false;
    }
    search_options options = engine_search_options(&p->engine, SEARCH_MCTS);
    return bench_run(p->arguments, &options, &p->out, &interrupt_never, why);
}

static bool run_backend_bench(program *p, failure *why)
{
    return engine_load_nets(&p->engine, why) &&
           backend_bench_run(p->arguments, p->engine.nets, &p->out, why);
}

static bool run_describe_net(program *p, failure *why)
{
    const char *path = p->words[0];
    return (path == NULL || expect_no_word(p->words + 1, "describenet", why)) &&
           describe_net_run(path != NULL ? path : "", &p->engine.settings, &p->out, why);
}

static bool run_eval(program *p, failure *why)
{
    position root;
    uint64_t nodes;
    (void)fen_parse(&root, FEN_START, NULL, NULL);
    if (!eval_read(p->arguments, &root, &nodes, why) || !engine_load_nets(&p->engine, why)) {
        return false;
    }
    search_options options = engine_search_options(&p->engine, SEARCH_MCTS);
    return eval_run(&root, nodes, &options, &p->out, &interrupt_never, why);
}

static bool run_genfens(program *p, failure *why)
{
    genfens_request request;
    if (!genfens_read(p->arguments, &request, why) || !engine_load_nets(&p->engine, why)) {
        return false;
    }
    search_options options = engine_search_options(&p->engine, SEARCH_MCTS);
    return genfens_run(&request, &options, &p->out, &interrupt_never, why);
}

static bool run_perft(program *p, failure *why)
{
    char word[TEXT_WORD_MAX];
    const char *cursor = p->arguments;
    int64_t depth;
    position root;
    failure reason;
    (void)fen_parse(&root, FEN_START, NULL, NULL);
    if (!text_next_word(&cursor, word) || !text_integer(word, &depth) || depth < 0 ||
        depth > PERFT_REPORT_DEPTH_MAX) {
        return fail(why, "perft: expected a depth from 0 to %d, then an optional FEN",
                    PERFT_REPORT_DEPTH_MAX);
    }
    if (!analysis_position_read(&cursor, &root, NULL, &reason)) {
        return fail(why, "perft: %s", reason.text);
    }
    if (text_next_word(&cursor, word)) {
        return fail(why, "perft: expected nothing after the position, not \"%.64s\"", word);
    }
    perft_report(&root, (int)depth, fen_is_chess960(&root), &p->out, &interrupt_never);
    return true;
}

static bool run_params(program *p, failure *why)
{
    return params_run(p->arguments, (search_algorithm)p->engine.settings.algorithm, &p->out, why);
}

static bool run_help(program *p, failure *why)
{
    (void)p;
    (void)why;
    fputs(HELP_COMMANDS, stdout);
    fputs(HELP_NOTES, stdout);
    fputs(HELP_OPTIONS, stdout);
    return true;
}

static bool run_version(program *p, failure *why)
{
    if (!expect_no_word(p->words, "version", why)) {
        return false;
    }
    writer_line(&p->out, "Morpho %s", MORPHO_VERSION);
    return true;
}

static const struct {
    const char *name;
    bool (*run)(program *p, failure *why);
} commands[] = {
    {"uci", run_uci},
    {"analyse", run_analyse},
    {"analyze", run_analyse}, /* the American spelling */
    {"compare", run_compare},
    {"tree", run_tree},
    {"annotate", run_annotate},
    {"page", run_page},
    {"bench", run_bench},
    {"backendbench", run_backend_bench},
    {"describenet", run_describe_net},
    {"eval", run_eval},
    {"perft", run_perft},
    {"genfens", run_genfens},
    {"params", run_params},
    {"help", run_help},
    {"--help", run_help},
    {"-h", run_help},
    {"version", run_version},
    {"--version", run_version},
};

typedef bool command_function(program *p, failure *why);

/* Returns NULL if there is no such command. */
static command_function *find_command(const char *name)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return commands[i].run;
        }
    }
    return NULL;
}

/* Takes --NAME VALUE or --NAME=VALUE, where NAME is a UCI option, from the front of the arguments,
 * and moves the cursor behind it. */
static bool take_option(program *p, char ***cursor, failure *why)
{
    char name[OPTION_NAME_MAX];
    const char *value;
    verb_option_split(cursor, name, sizeof name, &value);
    const option_row *row = option_find(name);
    if (row == NULL) {
        return fail(why, "unknown option \"--%.64s\"; `morpho help` lists them", name);
    }
    if (value == NULL) {
        return fail(why, "option --%s needs a value after it", name);
    }
    return engine_set(&p->engine, row, value, why);
}

/* Reports how the work ended, and returns the exit status. */
static int end_work(bool done, const failure *why)
{
    if (!done) {
        fprintf(stderr, "morpho: %s\n", why->text);
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "morpho: the output could not be written\n");
        return EXIT_FAILURE;
    }
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}

static bool has_word(char *const *words, const char *word)
{
    while (*words != NULL && strcmp(*words, word) != 0) {
        words++;
    }
    return *words != NULL;
}

static int run_command(const char *name, char **arguments, program *p)
{
    failure why;
    command_function *run = find_command(name);
    if (run == NULL) {
        fprintf(stderr, "morpho: unknown command \"%s\"; `morpho help` lists them\n", name);
        return EXIT_USAGE;
    }
    if (has_word(arguments, "--help")) {
        return end_work(run_help(p, &why), &why);
    }
    p->words = arguments;
    if (!verb_words_join(arguments, name, p->arguments, sizeof p->arguments, &why)) {
        fprintf(stderr, "morpho: %s\n", why.text);
        return EXIT_USAGE;
    }
    /* UCI_LimitStrength is for games, and a client is told later which tables are left out. */
    if (run != run_uci) {
        p->engine.settings.limit_strength = false;
        while (engine_next_problem(&p->engine, &why)) {
            fprintf(stderr, "morpho: %s\n", why.text);
        }
    }
    const bool done = run(p, &why);
    return end_work(done, &why);
}

/* The progress of a check of endgame tables before a command begins. */
static bool print_checked(void *user, int64_t done, int64_t all)
{
    enum { MEGABYTE = 1000000 };
    (void)user;
    fprintf(stderr, "morpho: SyzygyPath: %" PRId64 " of %" PRId64 " MB are checked\n",
            done / MEGABYTE, all / MEGABYTE);
    return true;
}

/* Keeps a line of the config file that is not valid, and prints it. */
static void note_problem(void *user, const char *problem)
{
    program *p = user;
    char *kept = p->engine.problems;
    const size_t used = strlen(kept), length = strlen(problem);
    fprintf(stderr, "morpho: %s\n", problem);
    p->has_problem = true;
    if (used + length + strlen("\n") < ENGINE_PROBLEMS_MAX) {
        memcpy(kept + used, problem, length);
        strcpy(kept + used + length, "\n");
    }
}

/* Reads the config file of the command line, which must be there and valid, or the usual one. What
 * is wrong with that one is a problem, with which the program goes on. */
static bool read_config(program *p, const char *given, failure *why)
{
    if (given != NULL) {
        return config_read(given, &p->engine, note_problem, p, why) &&
               (!p->has_problem || fail(why, "the config file is not valid: %s", given));
    }
    if (!config_read_usual(&p->engine, note_problem, p, why)) {
        note_problem(p, why->text);
    }
    return true;
}

/* Takes --config FILE, --config=FILE or --no-config, if they come first, and reads the file. */
static bool take_config(program *p, char ***cursor, failure *why)
{
    const char *first = **cursor != NULL ? **cursor : "", *given = NULL;
    if (strcmp(first, "--no-config") == 0) {
        ++*cursor;
        return true;
    }
    if (strncmp(first, "--config=", strlen("--config=")) == 0) {
        given = first + strlen("--config=");
        ++*cursor;
    } else if (strcmp(first, "--config") == 0) {
        given = *++*cursor;
        if (given == NULL) {
            return fail(why, "option --config needs a file after it");
        }
        ++*cursor;
    }
    return read_config(p, given, why);
}

/* Does the arguments as lines of UCI, one after the other. */
static int run_lines(char **arguments, program *p)
{
    failure why;
    const bool done =
        session_run(line_reader_of(arguments), INBOX_IN_TURN, &p->engine, &p->out, &why);
    return end_work(done, &why);
}

/* Runs options, then a command (uci if there is none) with its arguments, or lines of UCI: a
 * command has no blank. */
static int run_program(program *p, char **arguments)
{
    failure why;
    if (!take_config(p, &arguments, &why)) {
        fprintf(stderr, "morpho: %s\n", why.text);
        return EXIT_USAGE;
    }
    while (*arguments != NULL && strncmp(*arguments, "--", 2) == 0 &&
           find_command(*arguments) == NULL) {
        if (strcmp(*arguments, "--all-options") == 0) {
            p->engine.all_options = true;
            arguments++;
        } else if (!take_option(p, &arguments, &why)) {
            fprintf(stderr, "morpho: %s\n", why.text);
            return EXIT_USAGE;
        }
    }
    if (*arguments == NULL) {
        return run_command("uci", arguments, p);
    }
    if (strchr(*arguments, ' ') != NULL) {
        return run_lines(arguments, p);
    }
    return run_command(*arguments, arguments + 1, p);
}

int main(int argc, char **argv)
{
    program p = {.arguments = ""};
    char **arguments = system_start(argv);
    attacks_init(true);
    engine_init(&p.engine);
    p.engine.checking.tell = print_checked;
    writer_init(&p.out, stdout);
    writer_record(&p.out, &p.engine.log);
    int status = run_program(&p, arguments + (argc > 0));
    writer_destroy(&p.out);
    engine_free(&p.engine);
    return status;
}
