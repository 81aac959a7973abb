#include "verbs.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "request.h"
#include "system/terminal.h"
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
    search_arm(s);
    interrupt_watch(stop, s);
    if (!interrupt_wanted(stop)) {
        search_go(s, &r->root, &r->game, &r->limits, listener, user);
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

void verb_tell_resumable(const char *unit)
{
    if (system_is_terminal(stderr)) {
        fprintf(stderr, "Ctrl-C stops; the same command goes on later with that %s.\n", unit);
    }
}

bool verb_expect_no_word(const verb_call *call, failure *why)
{
    return call->text[0] == '\0' || fail(why, "unexpected word \"%.64s\"", call->text);
}

static bool uci_run(verb_call *call, failure *why)
{
    const inbox_input input = {
        .lines = line_reader_new(STDIN_FILENO), .pace = INBOX_LIVE, .extras = shell_commands};
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

static const verb_row verbs[] = {
    {"uci", "", "speak UCI with a chess GUI (the default command, but for a terminal)", 0, uci_run},
    {"prompt", "", "the same with a person (the default command on a terminal)", 0, prompt_run},
    {"analyse", " [POSITION] [LIMITS]", "analyse a position: board, score, best line, root moves",
     HELP_POSITION | HELP_LIMITS | HELP_TABLE, analyse_run},
    {"analyze", NULL, NULL, 0, analyse_run}, /* the American spelling */
    {"compare", " [POSITION] [LIMITS]", "search a position with both searches, side by side",
     HELP_POSITION | HELP_LIMITS, compare_run},
    {"tree",
     " [POSITION] [LIMITS] [--format text|json|dot] [--plies N] [--children N] "
     "[--share PERCENT] [--out FILE]",
     "the tree of mcts after a search: visits, values, priors, histories; the most plies (8), the "
     "most moves of a node (5), and the least share of the visits (1)",
     HELP_POSITION | HELP_LIMITS, tree_run},
    {"annotate", " FILE [LIMITS] [--human NET] [--out FILE]",
     "the games of a PGN file with evaluations, better lines and marks of mistakes that the other "
     "search confirms; LIMITS are those of each position; the output grows game by game, and goes "
     "on after a kill; a NET such as maia-1500.pb.gz says how many people find each move",
     HELP_LIMITS, annotate_run},
    {"page", " [POSITION|FILE] [LIMITS] [--game N] [--human NET] --out FILE",
     "a search, or the games of a PGN file, as a page for a browser: both searches, lines to play "
     "through, tree, curves, histories; of games: openings, accuracy, mistakes; goes on after a "
     "kill",
     HELP_POSITION | HELP_LIMITS, page_run},
    {"serve", " [LIMITS] [--address A] [--port N]",
     "the page of a position or game that is put in, while both searches look at it, for a browser "
     "on this machine; LIMITS are those of each position of a game; needs libmicrohttpd.so.12",
     HELP_LIMITS, serve_run},
    {"suite", " FILE [LIMITS]",
     "test positions of an EPD file, each from a cleared search: move, score, nodes, whether it is "
     "solved, as CSV; without LIMITS the positions alone; for records use --no-config",
     HELP_LIMITS, suite_run},
    {"eval", " [POSITION] [LIMITS]", "the nets' evaluation: score, worth of each piece, policy",
     HELP_POSITION | HELP_LIMITS | HELP_EVAL, eval_run},
    {"bench", " [mcts|negamax] [DEPTH]",
     "a checksum of one or both searches: equal counts, equal play", 0, bench_run},
    {"bench", " speed",
     "nodes per CPU second of both searches, bytes per playout; with --threads N before the "
     "command "
     "also playouts a second of N threads",
     0, bench_run},
    {"backendbench", "", "evaluations per CPU second of the nets; differences of kernels", 0,
     backend_bench_run},
    {"describenet", " [FILE]", "the nets of a net file: architectures, sizes, tensors", 0,
     describe_net_run},
    {"perft", " N [POSITION]", "count the legal move sequences of length N", HELP_POSITION,
     perft_run},
    {"params", " [--spsa]",
     "the parameters and techniques of the searches; --spsa: the parameters as OpenBench reads "
     "them, in tuning builds",
     0, params_run},
    {"genfens", " N seed S book FILE [SETTING=VALUE]...",
     "N balanced openings as EPD, after positions of a book, or after the start position if FILE "
     "is "
     "None",
     HELP_GENFENS, genfens_run},
    {"help", " [COMMAND], --help", "this text, or about one command; also COMMAND --help", 0,
     help_run},
    {"--help", NULL, NULL, 0, help_run},
    {"-h", NULL, NULL, 0, help_run},
    {"version", ", --version", "name and version", 0, version_run},
    {"--version", NULL, NULL, 0, version_run},
};

const verb_row *verb_rows(int *count)
{
    *count = (int)(sizeof verbs / sizeof *verbs);
    return verbs;
}

verb_function *verb_find(const char *name)
{
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        if (strcmp(verbs[i].name, name) == 0) {
            return verbs[i].run;
        }
    }
    return NULL;
}

const char *verb_nearest(const char *word)
{
    const char *best = NULL;
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        best = text_nearer(word, best, verbs[i].name);
    }
    return best;
}

bool verb_unknown(const char *name, failure *why)
{
    const char *near = verb_nearest(name);
    if (name[0] == '-') {
        return fail(why, "options have two dashes: -%.64s", name);
    }
    const command uci = command_of_line(name, NULL);
    if (uci.id != COMMAND_UNKNOWN && !uci.skipped) {
        return fail(
            why,
            "%.64s is a command of UCI: start morpho without a command and type it, or give "
            "the line in quotes, such as morpho 'go nodes 5000' quit",
            name);
    }
    return near != NULL ? fail(why, "unknown command \"%.64s\"; did you mean %s?", name, near)
                        : fail(why, "unknown command \"%.64s\"; `morpho help` lists them", name);
}

bool verb_run(verb_function *run, verb_call *call, failure *why)
{
    failure reason;
    return run(call, &reason) || fail(why, "%s: %s", call->verb, reason.text);
}
