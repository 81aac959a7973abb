#include "verbs.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "request.h"
#include "uci/go.h"
#include "uci/go_line.h"
#include "uci/session.h"
#include "uci/text.h"

bool verb_join(verb_call *call, char *const *words, failure *why)
{
    call->text[0] = '\0';
    for (; *words != NULL; words++) {
        if (!text_append_words(call->text, VERB_TEXT_MAX, *words, strlen(*words))) {
            return fail(why, "the arguments are longer than %d characters", VERB_TEXT_MAX - 1);
        }
    }
    return true;
}

bool verb_prepare(engine *e, failure *why)
{
    const bool ready = engine_prepare(e, why);
    if (ready && why->text[0] != '\0') {
        fprintf(stderr, "morpho: %s\n", why->text);
    }
    return ready;
}

search *verb_new_search(engine *e, search_algorithm algorithm, failure *why)
{
    if (!engine_load_nets(e, why)) {
        return NULL;
    }
    search_options options = engine_search_options(e, algorithm);
    options.multi_pv = 1;
    return search_new(&options, why);
}

bool verb_search(search *s, const request *r, const interrupt *stop, search_listener *listener,
                 void *user)
{
    line game;
    line_start(&game, &r->root);
    search_arm(s);
    interrupt_watch(stop, s);
    if (!interrupt_wanted(stop)) {
        search_go(s, &r->root, &game, &r->limits, listener, user);
    }
    interrupt_watch(stop, NULL);
    return !interrupt_wanted(stop);
}

void verb_keep_last(void *user, const search *s, const search_info *info)
{
    (void)s;
    *(search_info *)user = *info;
}

void verb_tell_threads(const search *s)
{
    failure why;
    if (!search_has_threads(s, &why)) {
        fprintf(stderr, "morpho: %s\n", why.text);
    }
}

bool verb_new_searches(engine *e, search *searches[SEARCH_ALGORITHMS], failure *why)
{
    bool good = true;
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        searches[i] = good ? verb_new_search(e, (search_algorithm)i, why) : NULL;
        good = searches[i] != NULL;
    }
    return good;
}

void verb_end_searches(search *searches[SEARCH_ALGORITHMS])
{
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        if (searches[i] != NULL) {
            verb_tell_threads(searches[i]);
        }
        search_free(searches[i]);
    }
}

bool verb_expect_no_word(const verb_call *call, failure *why)
{
    return call->text[0] == '\0' || fail(why, "unexpected word \"%.64s\"", call->text);
}

static bool uci_run(verb_call *call, failure *why)
{
    const inbox_input input = {line_reader_new(STDIN_FILENO), INBOX_LIVE, shell_commands};
    if (!verb_expect_no_word(call, why)) {
        line_reader_free(input.lines);
        return false;
    }
    return session_run(&input, call->engine, call->out, why);
}

static bool perft_run(verb_call *call, failure *why)
{
    const char *cursor = call->text;
    char word[TEXT_WORD_MAX];
    int64_t depth;
    request r = request_default();
    if (!text_next_word(&cursor, word) || !text_integer(word, &depth) || depth < 0 ||
        depth > PERFT_DEPTH_MAX) {
        return fail(why, "expected a depth from 0 to %d, then an optional FEN", PERFT_DEPTH_MAX);
    }
    if (!request_read_position(&cursor, &r, why)) {
        return false;
    }
    if (text_next_word(&cursor, word)) {
        return fail(why, "expected nothing after the position, not \"%.64s\"", word);
    }
    go_perft(&r.root, (int)depth, fen_is_chess960(&r.root), call->out, NULL);
    return true;
}

static bool version_run(verb_call *call, failure *why)
{
    if (!verb_expect_no_word(call, why)) {
        return false;
    }
    writer_line(call->out, "Morpho %s", MORPHO_VERSION);
    return true;
}

static verb_function help_run;

/* What stands after the name of a verb, and what it does; both may have several lines. A row
 * without them is another name of a verb, and the help leaves it out. */
static const struct {
    const char *name, *arguments, *what;
    verb_function *run;
} verbs[] = {
    {"uci", "", "speak UCI with a chess GUI (the default command)", uci_run},
    {"analyse", " [FEN] [LIMITS]", "analyse a position: board, score, best line, root moves",
     analyse_run},
    {"analyze", NULL, NULL, analyse_run}, /* the American spelling */
    {"compare", " [FEN] [LIMITS]", "search a position with both searches, side by side",
     compare_run},
    {"tree",
     " [FEN] [LIMITS] [--format text|json|dot] [--plies N] [--children N]\n"
     "       [--share PERCENT] [--out FILE]",
     "the tree of mcts after a search: visits, values, priors,\n"
     "histories; the most plies (8), the most moves of a node (5),\n"
     "and the least share of the visits (1)",
     tree_run},
    {"annotate", " FILE [LIMITS] [--human NET] [--out FILE]",
     "the games of a PGN file with evaluations, better lines and\n"
     "marks of mistakes that the other search confirms; LIMITS are\n"
     "those of each position; the output grows game by game, and goes\n"
     "on after a kill; a NET such as maia-1500.pb.gz says how many\n"
     "people find each move",
     annotate_run},
    {"page", " [FEN|FILE] [LIMITS] [--game N] [--human NET] --out FILE",
     "a search, or the games of a PGN file, as a page for a browser:\n"
     "both searches, lines to play through, tree, curves, histories;\n"
     "of games: openings, accuracy, mistakes; goes on after a kill",
     page_run},
    {"suite", " FILE [LIMITS]",
     "test positions of an EPD file, each from a cleared search: move,\n"
     "score, nodes, whether it is solved, as CSV; without LIMITS the\n"
     "positions alone; for records use --no-config",
     suite_run},
    {"eval", " [FEN] [LIMITS]", "the nets' evaluation: score, worth of each piece, policy",
     eval_run},
    {"bench", " [SEARCH] [DEPTH]", "a checksum of one or both searches: equal counts, equal play",
     bench_run},
    {"bench", " speed",
     "nodes per CPU second of both searches, bytes per playout;\n"
     "with --threads N also playouts a second of N threads",
     bench_run},
    {"backendbench", "", "evaluations per CPU second of the nets; differences of kernels",
     backend_bench_run},
    {"describenet", " [FILE]", "the nets of a net file: architectures, sizes, tensors",
     describe_net_run},
    {"perft", " N [FEN]", "count the legal move sequences of length N", perft_run},
    {"params", " [--spsa]",
     "the parameters and techniques of the searches; --spsa: the\n"
     "parameters as OpenBench reads them, in tuning builds",
     params_run},
    {"genfens", " N seed S book FILE [SETTING=VALUE]...",
     "N balanced openings after positions of a book, or after the\n"
     "start position if FILE is None",
     genfens_run},
    {"help", ", --help", "this text, also after a command", help_run},
    {"--help", NULL, NULL, help_run},
    {"-h", NULL, NULL, help_run},
    {"version", ", --version", "name and version", version_run},
    {"--version", NULL, NULL, version_run},
};

enum { VERBS = sizeof verbs / sizeof *verbs, HELP_COLUMN = 28 };

verb_function *verb_find(const char *name)
{
    for (int i = 0; i < VERBS; i++) {
        if (strcmp(verbs[i].name, name) == 0) {
            return verbs[i].run;
        }
    }
    return NULL;
}

bool verb_run(verb_function *run, verb_call *call, failure *why)
{
    failure reason;
    return run(call, &reason) || fail(why, "%s: %s", call->verb, reason.text);
}

/* Writes a name, and in another column what it means, one or several lines. A long name has lines
 * of its own. */
static void write_help(const char *name, const char *arguments, const char *what, FILE *out)
{
    int column = fprintf(out, "  %s%s", name, arguments);
    if (column > HELP_COLUMN - 2) {
        fputc('\n', out);
        column = 0;
    }
    for (const char *rest = what; *rest != '\0'; column = 0) {
        const int length = (int)strcspn(rest, "\n");
        fprintf(out, "%*s%.*s\n", HELP_COLUMN - column, "", length, rest);
        rest += length + (rest[length] == '\n');
    }
}

static const char notes[] =
    "OPTION is --NAME VALUE with any UCI option, as in\n"
    "    morpho --search negamax --threads 2 --hash 256 analyse seconds 10\n"
    "Options may also stand in a file, as lines such as `Threads = 2`: --config FILE before all\n"
    "others, or by default $XDG_CONFIG_HOME/morpho.conf or ~/.config/morpho.conf, on\n"
    "Windows %APPDATA%\\morpho.conf; the environment variable MORPHO_CONFIG names another\n"
    "one. --no-config reads none. The command line overrides the file.\n"
    "\n"
    "With --all-options, `uci` also lists the techniques of both searches, for testers\n"
    "and tuners. By default it lists only the options for users. All options can always\n"
    "be set.\n"
    "\n"
    "If the first argument has a blank, each argument is a line of UCI. They are done in\n"
    "turn; a go without a limit ends at a later stop or quit. For example:\n"
    "    morpho 'position startpos moves e2e4' 'go nodes 5000' quit\n"
    "\n"
    "FEN is one quoted argument or separate words. Four fields are enough. The default is\n"
    "the start position. LIMITS are any of: seconds S, movetime MS, nodes N, depth N. The\n"
    "default is one second, and 10000 nodes for eval. In mcts a node is a playout, and the\n"
    "depth is the mean length of the playouts. In negamax a node is a visited position, and\n"
    "the depth is that of the iteration. compare gives these limits to each search.\n"
    "\n"
    "In the table of analyse, Q is the expected score of the side to move (0 to 1; - if\n"
    "negamax knows only that the move is no better). Prior is the probability that the\n"
    "search first gave the move. History is what the histories would now add to its logit.\n"
    "\n"
    "eval shows under each piece what its side would lose without it, in pawns. It reads\n"
    "the histories after a search by mcts. SEARCH is mcts or negamax. SETTING of genfens\n"
    "is ply (8 moves of the policy net, or one more), temp (the temperature of its\n"
    "probabilities, 1.5) or score (the greatest score of the value net in centipawns, 150).\n"
    "\n"
    "UCI options, in upper or lower case:\n";

static bool help_run(verb_call *call, failure *why)
{
    int count;
    const option_row *rows = option_rows(&count);
    (void)call;
    (void)why;
    printf("Morpho %s, a chess engine: Monte-Carlo tree search, or negamax, with its own nets\n\n"
           "  morpho [OPTION]... [COMMAND]\n\n",
           MORPHO_VERSION);
    for (int i = 0; i < VERBS; i++) {
        if (verbs[i].what != NULL) {
            write_help(verbs[i].name, verbs[i].arguments, verbs[i].what, stdout);
        }
    }
    printf("\n%s", notes);
    for (int i = 0; i < count; i++) {
        if (rows[i].what != NULL) {
            write_help(rows[i].name, "", rows[i].what, stdout);
        }
    }
    puts("Each technique of a search is an option too; `morpho params` lists them. The UCI\n"
         "command `help` lists the commands of UCI.");
    return true;
}
