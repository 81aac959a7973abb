/* The program: options, then a verb with its words, or lines of UCI. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/attacks.h"
#include "request.h"
#include "system/start.h"
#include "system/terminal.h"
#include "uci/config_file.h"
#include "uci/session.h"
#include "uci/text.h"
#include "verbs.h"

enum { EXIT_USAGE = 2 };

typedef struct program {
    engine engine;
    writer out;
    bool has_problem; /* of its config file */
} program;

/* Prints what is wrong with the command line, and returns the exit status. */
static int refuse(const char *reason)
{
    fprintf(stderr, "morpho: %s\n", reason);
    return EXIT_USAGE;
}

/* Says why there is no such option, and what may be meant. */
static bool unknown_option(const char *name, failure *why)
{
    int count;
    const option_row *rows = option_rows(&count);
    const char *near = NULL;
    for (int i = 0; i < count; i++) {
        near = text_nearer(name, near, rows[i].name);
    }
    near = text_nearer(name, text_nearer(name, near, "help"), "version");
    if (request_begins(name)) {
        return fail(why, "--%.64s is no option; %s stands after the command, without dashes", name,
                    name);
    }
    return near != NULL ? fail(why, "unknown option \"--%.64s\"; did you mean --%s?", name, near)
                        : fail(why, "unknown option \"--%.64s\"; `morpho help` lists them", name);
}

/* Takes --NAME VALUE or --NAME=VALUE, where NAME is a UCI option, from the front of the arguments,
 * and moves the cursor past it. */
static bool take_option(program *p, char ***cursor, failure *why)
{
    char name[OPTION_NAME_MAX];
    const char *value;
    request_split_option(cursor, name, sizeof name, &value);
    const option_row *row = option_find(name);
    if (row == NULL) {
        return unknown_option(name, why);
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

static int run_verb(program *p, const char *name, char **words)
{
    failure why;
    verb_call call = {.verb = name, .words = words, .engine = &p->engine, .out = &p->out};
    verb_function *run =
        verb_find(has_word(words, "--help") || has_word(words, "-h") ? "help" : name);
    if (verb_find(name) == NULL) {
        verb_unknown(name, &why);
        return refuse(why.text);
    }
    /* UCI_LimitStrength is for games, and a client is told later which tables are left out. */
    if (run != verb_find("uci") && run != prompt_run) {
        p->engine.settings.limit_strength = false;
        while (engine_next_problem(&p->engine, &why)) {
            fprintf(stderr, "morpho: %s\n", why.text);
        }
    }
    const bool done = verb_join(&call, words, &why) && verb_run(run, &call, &why);
    return end_work(done, &why);
}

/* The progress of a check of endgame tables before a command begins. */
static bool print_checked(void *user, int64_t done, int64_t all)
{
    char text[ENGINE_CHECKED_MAX];
    (void)user;
    engine_describe_checked(done, all, text);
    fprintf(stderr, "morpho: %s\n", text);
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
    static const char option[] = "--config";
    const size_t length = strlen(option);
    const char *first = **cursor != NULL ? **cursor : "", *given = NULL;
    char name[sizeof option];
    if (strcmp(first, "--no-config") == 0) {
        ++*cursor;
        return true;
    }
    if (strncmp(first, option, length) == 0 && (first[length] == '=' || first[length] == '\0')) {
        request_split_option(cursor, name, sizeof name, &given);
        if (given == NULL) {
            return fail(why, "option --config needs a file after it");
        }
    }
    return read_config(p, given, why);
}

/* Does the arguments as lines of UCI, one after the other. */
static int run_lines(char **arguments, program *p)
{
    failure why;
    const inbox_input input = {
        .lines = line_reader_of(arguments), .pace = INBOX_IN_TURN, .extras = shell_commands};
    const bool done = session_run(&input, &p->engine, &p->out, &why);
    return end_work(done, &why);
}

/* Runs options, then a verb (without one uci, or prompt on a terminal) with its words, or lines of
 * UCI: a verb has no blank. Returns the exit status: 0, 1 if something failed, 2 if the options or
 * the verb are wrong. */
static int run_program(program *p, char **arguments)
{
    failure why;
    if (!take_config(p, &arguments, &why)) {
        return refuse(why.text);
    }
    while (*arguments != NULL && strncmp(*arguments, "--", 2) == 0 &&
           verb_find(*arguments) == NULL) {
        if (strcmp(*arguments, "--all-options") == 0) {
            p->engine.all_options = true;
            arguments++;
        } else if (!take_option(p, &arguments, &why)) {
            return refuse(why.text);
        }
    }
    if (*arguments == NULL) {
        const bool person = system_is_terminal(stdin) && system_is_terminal(stdout);
        return run_verb(p, person ? "prompt" : "uci", arguments);
    }
    if (strchr(*arguments, ' ') != NULL) {
        return run_lines(arguments, p);
    }
    return run_verb(p, *arguments, arguments + 1);
}

int main(int argc, char **argv)
{
    char **arguments = system_start(argv);
    program p = {.has_problem = false};
    attacks_init(true);
    engine_init(&p.engine);
    p.engine.checking.tell = print_checked;
    writer_init(&p.out, stdout);
    writer_record(&p.out, &p.engine.log);
    const int status = run_program(&p, arguments + (argc > 0));
    writer_destroy(&p.out);
    engine_free(&p.engine);
    return status;
}
