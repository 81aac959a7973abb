#include "data_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "data_path.h"
#include "train_clock.h"

enum { USAGE_STATUS = 2 };

int data_complain(const failure *why)
{
    fprintf(stderr, "morpho-data: %s\n", why->text);
    return EXIT_FAILURE;
}

int data_command_status(data_reading reading)
{
    return reading == DATA_HELPED ? EXIT_SUCCESS : USAGE_STATUS;
}

static void print_option(const char *name, const char *value, const char *help)
{
    char left[48];
    snprintf(left, sizeof left, "--%s%s%s", name, value ? " " : "", value ? value : "");
    printf("  %-22s  ", left);
    for (; *help; help++) {
        putchar(*help);
        if (*help == '\n') {
            printf("%26s", "");
        }
    }
    putchar('\n');
}

static void print_help(const data_command *c)
{
    printf("usage: morpho-data %s %s\n\n%s\n", c->name, c->operands, c->text);
    for (int i = 0; i < c->option_count; i++) {
        print_option(c->options[i].name, c->options[i].value, c->options[i].help);
    }
    print_option("data-dir", "DIR",
                 "where files are looked for that are not found as\n"
                 "given (otherwise the environment's " DATA_PATH_VARIABLE ")");
    print_option("help", NULL, "this text");
}

static bool set_option(const data_option *option, const char *value, failure *why)
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
    char *end;
    double number = strtod(value, &end);
    bool fits = end > value && !*end && number >= option->least && number <= option->most;
    if (!fits || (option->whole && number != (double)(long)number)) {
        return fail(why, "--%s %s: a %snumber from %.15g to %.15g is wanted", option->name, value,
                    option->whole ? "whole " : "", option->least, option->most);
    }
    if (option->whole) {
        *option->whole = (long)number;
    } else {
        *option->real = number;
    }
    return true;
}

static const data_option *find_option(const data_option *options, int count, const char *name,
                                      size_t length)
{
    for (int i = 0; i < count; i++) {
        if (strlen(options[i].name) == length && memcmp(options[i].name, name, length) == 0) {
            return &options[i];
        }
    }
    return NULL;
}

/* Reads --NAME VALUE or --NAME=VALUE at argv[*at]. */
static bool read_option(data_command *c, const data_option *common, int argc, char **argv, int *at,
                        failure *why)
{
    const char *name = argv[*at] + 2;
    size_t length = strcspn(name, "=");
    const data_option *option = find_option(c->options, c->option_count, name, length);
    option = option ? option : find_option(common, 2, name, length);
    if (!option) {
        return fail(why, "%s: unknown option --%.40s (see morpho-data %s --help)", c->name, name,
                    c->name);
    }
    const char *value = name[length] ? name + length + 1 : NULL;
    if (option->flag && value) {
        return fail(why, "--%s takes no value", option->name);
    }
    if (!option->flag && !value && *at + 1 < argc) {
        value = argv[++*at];
    }
    return set_option(option, value, why);
}

data_reading data_command_read(data_command *c, int argc, char **argv)
{
    bool help = false, options = true;
    const data_option common[] = {{.name = "data-dir", .value = "DIR", .text = &c->folder},
                                  {.name = "help", .flag = &help}};
    failure why;
    c->files = argv + 1;
    c->file_count = 0;
    for (int i = 1; i < argc; i++) {
        if (options && strcmp(argv[i], "--") == 0) {
            options = false;
        } else if (!options || strncmp(argv[i], "--", 2) != 0) {
            c->files[c->file_count++] = argv[i];
        } else if (!read_option(c, common, argc, argv, &i, &why)) {
            data_complain(&why);
            return DATA_WRONG;
        }
    }
    if (help) {
        print_help(c);
        return DATA_HELPED;
    }
    if (c->file_count < c->operands_least) {
        fprintf(stderr,
                "usage: morpho-data %s %s\n"
                "More: morpho-data %s --help\n",
                c->name, c->operands, c->name);
        return DATA_WRONG;
    }
    return DATA_DO;
}

void data_progress_start(data_progress *p, const char *name, const char *path)
{
    struct stat status;
    *p = (data_progress){.name = name, .begun = train_clock()};
    p->told = p->begun;
    p->shown = isatty(STDERR_FILENO);
    p->bytes = stat(path, &status) == 0 ? (double)status.st_size : 0.0;
}

void data_progress_tell(data_progress *p, long bytes, long games)
{
    enum { GAMES_A_LOOK = 64 }; /* the clock is not asked at each game */
    if (!p->shown || games % GAMES_A_LOOK != 0 || train_clock() - p->told < 0.25) {
        return;
    }
    p->told = train_clock();
    double spent = p->told - p->begun, share = p->bytes > 0 ? (double)bytes / p->bytes : 0.0;
    fprintf(stderr, "\r%s: %3.0f%%, %ld games, %.0f a second", p->name, 100.0 * share, games,
            (double)games / spent);
    if (share > 0.0 && share <= 1.0) {
        fprintf(stderr, ", %.0f s left  ", spent / share - spent);
    }
}

void data_progress_end(data_progress *p)
{
    if (p->shown) {
        fputs("\r\033[K", stderr);
    }
}

bool data_file_each(const data_command *c, const char *name, bool cut_is_fine, data_visit *visit,
                    void *context, failure *why)
{
    char path[DATA_PATH_MAX];
    if (!data_path_find(name, c->folder, path, why)) {
        return false;
    }
    game_reader *reader = game_reader_open(path, why);
    game g = {0};
    data_verdict verdict = DATA_ON;
    data_progress progress;
    data_progress_start(&progress, name, path);
    game_status status = reader ? GAME_READ : GAME_BAD;
    while (status == GAME_READ && verdict == DATA_ON) {
        status = game_reader_next(reader, &g, why);
        failure reason = {""};
        if (status == GAME_READ) {
            verdict = visit(context, &g, &reason);
            data_progress_tell(&progress, game_reader_bytes(reader), game_reader_count(reader));
        }
        if (verdict == DATA_FAULTY) {
            fail(why, "%s: game %ld: %s", path, game_reader_count(reader), reason.text);
        } else if (verdict == DATA_STOP) {
            fail(why, "%s", reason.text);
        }
    }
    data_progress_end(&progress);
    game_free(&g);
    game_reader_close(reader);
    if (status == GAME_CUT && cut_is_fine) {
        fprintf(stderr, "morpho-data: warning: %s\n", why->text);
        return true;
    }
    return status == GAME_END;
}

bool data_files_each(const data_command *c, bool cut_is_fine, data_visit *visit, void *context,
                     failure *why)
{
    for (int i = 0; i < c->file_count; i++) {
        if (!data_file_each(c, c->files[i], cut_is_fine, visit, context, why)) {
            return false;
        }
    }
    return true;
}
