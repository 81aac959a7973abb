/* The help of the command line. */
#include <stdio.h>
#include <string.h>

#include "paragraph.h"
#include "uci/text.h"
#include "verbs.h"

enum { HELP_INDENT = 2, HELP_COLUMN = 28 };

/* Prints a name and, in another column, what it means. A long name has lines of its own. */
static void print_row(const char *name, const char *arguments, const char *what)
{
    const int size = HELP_INDENT + (int)(strlen(name) + strlen(arguments));
    printf("%*s", HELP_INDENT, "");
    if (size > HELP_COLUMN - 2) {
        paragraph_print(HELP_INDENT, HELP_INDENT + 4, "%s%s", name, arguments);
        printf("%*s", HELP_COLUMN, "");
    } else {
        printf("%s%s%*s", name, arguments, HELP_COLUMN - size, "");
    }
    paragraph_print(HELP_COLUMN, HELP_COLUMN, "%s", what);
}

/* What several commands have in common, for those whose row has its bit. */
static const struct {
    help_note note;
    const char *text;
} notes[] = {
    {HELP_POSITION,
     "POSITION is a FEN, as one quoted argument or as separate words, or startpos; the word moves "
     "and moves may follow, such as startpos moves e2e4 e7e5 or startpos moves e4 e5. Four fields "
     "of a FEN are enough. The default is the start position."},
    {HELP_LIMITS,
     "LIMITS are any of: seconds S, movetime MS, nodes N, depth N, without dashes. The default is "
     "one second, and 10000 nodes for eval. In mcts a node is a playout, and the depth is the mean "
     "length of the playouts. In negamax a node is a visited position, and the depth is that of "
     "the iteration. compare gives these limits to each search."},
    {HELP_TABLE,
     "In the table of analyse, Q is the expected score of the side to move (0 to 1), and score is "
     "the same in pawns; - where the move has no visits, or negamax knows only that it is no "
     "better. Prior is the probability that the search first gave the move. History is what the "
     "histories would now add to its logit."},
    {HELP_EVAL,
     "eval shows under each piece what its side would lose without it, in pawns. It reads the "
     "histories after a search by mcts."},
    {HELP_GENFENS,
     "SETTING of genfens is ply (8 moves of the policy net, or one more), temp (the temperature of "
     "its probabilities, 1.5) or score (the greatest score of the value net in centipawns, 150). "
     "As a line of UCI, in one quoted argument, genfens answers as OpenBench asks for it."},
};

static void print_notes(unsigned wanted)
{
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
        if (wanted & notes[i].note) {
            putchar('\n');
            paragraph_print(0, 0, "%s", notes[i].text);
        }
    }
}

static void print_options_note(void)
{
    paragraph_print(0, 0, "OPTION is --NAME VALUE with any UCI option, as in");
    puts("    morpho --search negamax --threads 2 analyse seconds 10");
    paragraph_print(
        0, 0,
        "Options may also stand in a file, as lines such as `Threads = 2`: --config FILE before "
        "all others, or by default $XDG_CONFIG_HOME/morpho.conf or ~/.config/morpho.conf, on "
        "Windows %%APPDATA%%\\morpho.conf; the environment variable MORPHO_CONFIG names another "
        "one. --no-config reads none. The command line overrides the file.");
    putchar('\n');
    paragraph_print(
        0, 0,
        "With --all-options, `uci` also lists the techniques of both searches, for testers and "
        "tuners. By default it lists only the options for users. All options can always be set.");
    putchar('\n');
    paragraph_print(
        0, 0,
        "If the first argument has a blank, each argument is a line of UCI. They are "
        "done in turn; a go without a limit ends at a later stop or quit. For example:");
    puts("    morpho 'position startpos' 'go nodes 5000' quit");
}

static void print_all(void)
{
    int count;
    const verb_row *verbs = verb_rows(&count);
    paragraph_print(0, 0,
                    "Morpho %s, a chess engine: Monte-Carlo tree search, or negamax, with its own "
                    "nets",
                    MORPHO_VERSION);
    puts("\n  morpho [OPTION]... [COMMAND]\n");
    for (int i = 0; i < count; i++) {
        if (verbs[i].what != NULL) {
            print_row(verbs[i].name, verbs[i].arguments, verbs[i].what);
        }
    }
    putchar('\n');
    print_options_note();
    print_notes(HELP_ALL);
    puts("\nUCI options, in upper or lower case:");
    const option_row *options = option_rows(&count);
    for (int i = 0; i < count; i++) {
        if (options[i].what != NULL) {
            print_row(options[i].name, "", options[i].what);
        }
    }
    paragraph_print(0, 0,
                    "Each technique of a search is an option too; `morpho params` lists them. The "
                    "UCI command `help` lists the commands of UCI.");
}

/* Prints the help of a verb: all rows of its function, since a name may have several rows, and
 * several names one function. */
static void print_verb(verb_function *run)
{
    int count;
    unsigned wanted = 0;
    const verb_row *verbs = verb_rows(&count);
    for (int i = 0; i < count; i++) {
        if (verbs[i].run == run && verbs[i].what != NULL) {
            paragraph_print(0, 4, "morpho [OPTION]... %s%s", verbs[i].name, verbs[i].arguments);
            printf("    ");
            paragraph_print(4, 4, "%s", verbs[i].what);
            wanted |= verbs[i].notes;
        }
    }
    print_notes(wanted);
    putchar('\n');
    paragraph_print(0, 0,
                    "OPTION is --NAME VALUE with any UCI option; `morpho help` lists them, and all "
                    "commands.");
}

bool help_run(verb_call *call, failure *why)
{
    const bool asked_for = verb_find(call->verb) != help_run; /* as VERB --help */
    const char *name = asked_for ? call->verb : call->text;
    if (name[0] == '\0' || verb_find(name) == help_run) {
        print_all();
        return true;
    }
    if (verb_find(name) == NULL) {
        return verb_unknown(name, why);
    }
    print_verb(verb_find(name));
    return true;
}
