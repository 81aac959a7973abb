#include "command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data_path.h"
#include "system/start.h"

enum { USAGE_STATUS = 2 };

/* Options that all verbs have. */
enum { COMMON_OPTIONS = 2 };

int command_complain(const char *program, const failure *why)
{
    fprintf(stderr, "%s: %s\n", program, why->text);
    return EXIT_FAILURE;
}

int command_misuse(const char *program, const failure *why)
{
    command_complain(program, why);
    return USAGE_STATUS;
}

int command_exit_status(command_parsed parsed)
{
    return parsed == COMMAND_HELPED ? EXIT_SUCCESS : USAGE_STATUS;
}

static void print_option(const command_option *option)
{
    enum { LEFT = 30 }; /* the width of the left column */
    char left[48];
    if (!option->name) {
        printf("%s\n", option->help);
        return;
    }
    snprintf(left, sizeof left, "  --%s %s", option->name, option->value ? option->value : "");
    printf("%-*s  ", LEFT, left);
    for (const char *help = option->help; *help; help++) {
        putchar(*help);
        if (*help == '\n') {
            printf("%*s", LEFT + 2, "");
        }
    }
    putchar('\n');
}

static void print_help(const command_line *c, const command_option *common)
{
    printf("usage: %s %s %s\n\n%s\n", c->program, c->name, c->operands, c->text);
    for (int i = 0; i < c->option_count; i++) {
        print_option(&c->options[i]);
    }
    for (int i = 0; i < COMMON_OPTIONS; i++) {
        print_option(&common[i]);
    }
}

static bool add_to_list(const command_option *option, const char *value, failure *why)
{
    command_list *list = option->list;
    if (list->count == COMMAND_LIST_MAX) {
        return fail(why, "--%s %s: given more than %d times", option->name, value,
                    COMMAND_LIST_MAX);
    }
    list->text[list->count++] = value;
    return true;
}

static bool set_option(const command_option *option, const char *value, failure *why)
{
    if (option->flag) {
        *option->flag = true;
        return true;
    }
    if (!value) {
        return fail(why, "--%s needs a value: %s", option->name, option->value);
    }
    if (option->text) {
        *option->text = value;
        return true;
    }
    if (option->list) {
        return add_to_list(option, value, why);
    }
    char *end;
    double number = strtod(value, &end);
    bool fits = end > value && !*end && number >= option->least && number <= option->most;
    if (!fits || (option->whole && number != (double)(long)number)) {
        return fail(why, "--%s %s: expected a %snumber from %.15g to %.15g", option->name, value,
                    option->whole ? "whole " : "", option->least, option->most);
    }
    if (option->whole) {
        *option->whole = (long)number;
    } else {
        *option->real = number;
    }
    return true;
}

static const command_option *find_option(const command_option *options, int count, const char *name,
                                         size_t length)
{
    for (int i = 0; i < count; i++) {
        if (options[i].name && strlen(options[i].name) == length &&
            memcmp(options[i].name, name, length) == 0) {
            return &options[i];
        }
    }
    return NULL;
}

/* Reads --NAME VALUE or --NAME=VALUE at argv[*at]. */
static bool read_option(command_line *c, const command_option *common, int argc, char **argv,
                        int *at, failure *why)
{
    const char *name = argv[*at] + 2;
    size_t length = strcspn(name, "=");
    const command_option *option = find_option(c->options, c->option_count, name, length);
    option = option ? option : find_option(common, COMMON_OPTIONS, name, length);
    if (!option) {
        return fail(why, "%s: unknown option --%.40s (see %s %s --help)", c->name, name, c->program,
                    c->name);
    }
    const char *value = name[length] ? name + length + 1 : NULL;
    if (option->flag && value) {
        return fail(why, "--%s takes no value", option->name);
    }
    if (!option->flag && !value && *at + 1 < argc) {
        value = argv[++*at];
    }
    bool good = set_option(option, value, why);
    while (good && option->many && *at + 1 < argc && strncmp(argv[*at + 1], "--", 2) != 0) {
        good = set_option(option, argv[++*at], why);
    }
    return good;
}

/* Checks the number of operands. */
static bool check_operands(const command_line *c)
{
    if (c->file_count < c->operands_least) {
        fprintf(stderr,
                "usage: %s %s %s\n"
                "More: %s %s --help\n",
                c->program, c->name, c->operands, c->program, c->name);
        return false;
    }
    if (c->file_count > c->operands_most) {
        failure why;
        fail(&why, "%s: unexpected argument \"%.60s\" (see %s %s --help)", c->name,
             c->files[c->operands_most], c->program, c->name);
        command_complain(c->program, &why);
        return false;
    }
    return true;
}

command_parsed command_read(command_line *c, int argc, char **argv)
{
    bool help = false, options = true;
    const command_option common[COMMON_OPTIONS] = {
        COMMAND_TEXT("data-dir", "DIR", &c->folder,
                     "the data folder, for files that are not found by\n"
                     "their path (the environment's " DATA_PATH_VARIABLE ")"),
        COMMAND_FLAG("help", &help, "this text")};
    failure why;
    c->files = argv + 1;
    c->file_count = 0;
    for (int i = 1; i < argc; i++) {
        if (options && strcmp(argv[i], "--") == 0) {
            options = false;
        } else if (!options || strncmp(argv[i], "--", 2) != 0) {
            c->files[c->file_count++] = argv[i];
        } else if (!read_option(c, common, argc, argv, &i, &why)) {
            command_complain(c->program, &why);
            return COMMAND_WRONG;
        }
    }
    if (help) {
        print_help(c, common);
        return COMMAND_HELPED;
    }
    return check_operands(c) ? COMMAND_RUN : COMMAND_WRONG;
}

static void print_verbs(const command_program *p, FILE *to)
{
    fprintf(to, "usage: %s VERB ...\n       %s --help | --version\n\n%s %s.\n\n", p->name, p->name,
            p->name, p->what);
    for (int i = 0; i < p->verb_count; i++) {
        fprintf(to, "  %-10s %s\n", p->verbs[i].name, p->verbs[i].summary);
    }
    fprintf(to,
            "\n%s VERB --help describes a verb. Books and data that are not found by their\n"
            "path are looked for in the data folder: --data-dir DIR, or the environment's\n"
            "MORPHO_DATA.\n",
            p->name);
}

static bool is_word(const char *word, const char *plain, const char *option)
{
    return strcmp(word, plain) == 0 || strcmp(word, option) == 0;
}

static int run_verb(const command_program *p, int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : "";
    for (int i = 0; i < p->verb_count; i++) {
        if (strcmp(word, p->verbs[i].name) == 0) {
            return p->verbs[i].run(argc - 1, argv + 1);
        }
    }
    if (is_word(word, "help", "--help")) {
        print_verbs(p, stdout);
    } else if (is_word(word, "version", "--version")) {
        printf("%s %s\n", p->name, MORPHO_VERSION);
    } else {
        if (*word == '-') {
            fprintf(stderr, "%s: the option %s must follow the verb\n", p->name, word);
        } else if (*word) {
            fprintf(stderr, "%s: unknown verb \"%s\"\n", p->name, word);
        }
        print_verbs(p, stderr);
        return USAGE_STATUS;
    }
    return EXIT_SUCCESS;
}

int command_main(const command_program *program, int argc, char **argv)
{
    const int status = run_verb(program, argc, system_start(argv));
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "%s: the output cannot be written: %s\n", program->name, strerror(errno));
        return EXIT_FAILURE;
    }
    return status;
}
