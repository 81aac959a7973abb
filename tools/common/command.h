/* The command line of the programs with verbs: the choice of the verb, its options and its help.
 * Only programs use this, since it prints. */
#ifndef TOOLS_COMMAND_H
#define TOOLS_COMMAND_H

#include "base/failure.h"

/* A verb. argv[0] is its name; the result is the program's exit status. */
typedef struct command_verb {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
} command_verb;

/* A program with verbs. */
typedef struct command_program {
    const char *name;
    const char *what; /* what it does: "works on game files" */
    const command_verb *verbs;
    int verb_count;
} command_program;

/* Runs the verb that a program's arguments name, or prints the list of verbs or the version.
 * Returns the exit status: 0; 1 if something failed or standard output could not be written; 2 if
 * the arguments are wrong; 3 if a signal ended a verb that reports this
 * (COMMAND_STOPPED_STATUS). */
int command_main(const command_program *program, int argc, char **argv);

/* The values of an option that may be given several times. The texts are those of argv. */
enum { COMMAND_LIST_MAX = 1024 };
typedef struct command_list {
    const char *text[COMMAND_LIST_MAX];
    int count;
} command_list;

/* An option --NAME, or a heading of the help. An option has one of the pointers `flag`, `text`,
 * `list`, `whole` and `real`, which tells the type of its value and where to store it. If the
 * option is not given, the stored value does not change. */
typedef struct command_option {
    const char *name;   /* NULL: a heading */
    const char *value;  /* the name of its value in the help; NULL for a flag */
    const char *help;   /* one or more lines, without the last newline */
    bool *flag;         /* becomes true */
    const char **text;  /* a word of argv */
    command_list *list; /* each use of the option adds a value */
    bool many;          /* `list` takes all words up to the next option */
    long *whole;        /* a whole number from `least` to `most` */
    double *real;       /* a number from `least` to `most` */
    double least, most;
} command_option;

/* Rows of a verb's options, by the type of their value: the option's name, the value's name, the
 * place of the value, the range of a number, and the help. */
#define COMMAND_HEADING(text_)                                                                     \
    {                                                                                              \
        .help = (text_)                                                                            \
    }
#define COMMAND_FLAG(name_, place, help_)                                                          \
    {                                                                                              \
        .name = (name_), .flag = (place), .help = (help_)                                          \
    }
#define COMMAND_TEXT(name_, value_, place, help_)                                                  \
    {                                                                                              \
        .name = (name_), .value = (value_), .text = (place), .help = (help_)                       \
    }
#define COMMAND_LIST(name_, value_, place, help_)                                                  \
    {                                                                                              \
        .name = (name_), .value = (value_), .list = (place), .help = (help_)                       \
    }
#define COMMAND_WORDS(name_, value_, place, help_)                                                 \
    {                                                                                              \
        .name = (name_), .value = (value_), .list = (place), .many = true, .help = (help_)         \
    }
#define COMMAND_WHOLE(name_, value_, place, least_, most_, help_)                                  \
    {                                                                                              \
        .name = (name_), .value = (value_), .whole = (place), .least = (least_), .most = (most_),  \
        .help = (help_)                                                                            \
    }
#define COMMAND_REAL(name_, value_, place, least_, most_, help_)                                   \
    {                                                                                              \
        .name = (name_), .value = (value_), .real = (place), .least = (least_), .most = (most_),   \
        .help = (help_)                                                                            \
    }

/* A verb's command line. The verb fills in all but the last three members, which command_read()
 * fills in. */
typedef struct command_line {
    const char *program;
    const char *name;     /* of the verb */
    const char *operands; /* as the help shows them */
    const char *text;     /* of the help; each line ends in a newline */
    const command_option *options;
    int option_count;
    int operands_least, operands_most; /* their number */
    char **files;                      /* the operands, in argv */
    int file_count;
    const char *folder; /* --data-dir, or NULL; for data_path_find() */
} command_line;

typedef enum {
    COMMAND_RUN,    /* run the verb */
    COMMAND_HELPED, /* --help was given and answered */
    COMMAND_WRONG   /* the command line is wrong, which was reported */
} command_parsed;

/* Reads the arguments from argv[1] on; argv[0] is the verb. An option is --NAME, with its value as
 * the next word or behind '='; words behind "--" are operands. Moves the operands to the front of
 * argv[1]. Help goes to standard output, and what is wrong to standard error. */
command_parsed command_read(command_line *c, int argc, char **argv);

/* The exit status if a signal stopped a verb's work before its goal. */
enum { COMMAND_STOPPED_STATUS = 3 };

/* The exit status of a program whose verb does not run: 0 if help was given, else 2. */
int command_exit_status(command_parsed parsed);

/* Prints a message of `program` on standard error and returns the exit status for it: 1 for a
 * failure (complain), 2 for a fault of the command line (misuse). */
int command_complain(const char *program, const failure *why);
int command_misuse(const char *program, const failure *why);

#endif
