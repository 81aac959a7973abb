#include "uci/session_command.h"

#include <string.h>

#include "uci/text.h"

static const struct {
    const char *name;
    command_id id;
} commands[] = {
    {"uci", COMMAND_UCI},
    {"isready", COMMAND_ISREADY},
    {"setoption", COMMAND_SETOPTION},
    {"ucinewgame", COMMAND_UCINEWGAME},
    {"position", COMMAND_POSITION},
    {"go", COMMAND_GO},
    {"stop", COMMAND_STOP},
    {"ponderhit", COMMAND_PONDERHIT},
    {"quit", COMMAND_QUIT},
    {"exit", COMMAND_QUIT}, /* what a person types */
    {"debug", COMMAND_IGNORED},
    {"register", COMMAND_IGNORED},
};

/* Fills in the command that a word names, if it names one. */
static void find(const char *word, const extra_command extras[], command *found)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].name, word) == 0) {
            found->id = commands[i].id;
        }
    }
    for (const extra_command *e = extras; e != NULL && e->name != NULL; e++) {
        if (strcmp(e->name, word) == 0) {
            found->id = COMMAND_EXTRA;
            found->extra = e;
        }
    }
}

const char *command_nearest(const char *word, const extra_command extras[])
{
    const char *best = NULL;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        best = text_nearer(word, best, commands[i].name);
    }
    for (const extra_command *e = extras; e != NULL && e->name != NULL; e++) {
        best = text_nearer(word, best, e->name);
    }
    return best;
}

command command_of_line(const char *text, const extra_command extras[])
{
    command found = {.id = COMMAND_UNKNOWN, .arguments = text};
    char word[TEXT_WORD_MAX];
    while (text_next_word(&found.arguments, word)) {
        find(word, extras, &found);
        if (found.id != COMMAND_UNKNOWN) {
            return found;
        }
        found.skipped = true;
    }
    return found;
}
