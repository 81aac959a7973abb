/* The session with a person at a terminal. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "uci/session.h"
#include "verbs.h"

/* Commands of the shell that a person may type here, such as analyse, are said to be that. */
static void write_hint(const char *word, char text[INBOX_HINT_MAX])
{
    const char *near = command_nearest(word, shell_commands);
    const char *verb = verb_find(word) != NULL ? word : NULL;
    if (verb == NULL && near == NULL) {
        verb = verb_nearest(word);
    }
    if (verb != NULL && verb[0] != '-') {
        snprintf(text, INBOX_HINT_MAX,
                 "%.32s is a command of the shell: quit, then morpho %.32s --help; here help lists "
                 "the commands",
                 verb, verb);
    } else if (near != NULL) {
        snprintf(text, INBOX_HINT_MAX, "did you mean %.32s?", near);
    } else {
        snprintf(text, INBOX_HINT_MAX, "help lists the commands");
    }
}

bool prompt_run(verb_call *call, failure *why)
{
    char name[ENGINE_TITLE_MAX];
    const inbox_input input = {.lines = line_reader_new(STDIN_FILENO),
                               .pace = INBOX_LIVE,
                               .extras = shell_commands,
                               .prompt = "> ",
                               .hint = write_hint};
    if (!verb_expect_no_word(call, why)) {
        line_reader_free(input.lines);
        return false;
    }
    engine_title(call->engine, name);
    writer_line(call->out, "%s, a chess engine. It speaks UCI.", name);
    writer_line(call->out, "Type help for the commands, quit to end.");
    return session_run(&input, call->engine, call->out, why);
}
