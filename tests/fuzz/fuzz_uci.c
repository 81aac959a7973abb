/* Sends lines of a client to a session with small nets. To keep it short, memory and the work
 * of eval, genfens and perft are limited, threads are few or exactly 64, bench is left out, and a
 * stop follows soon after each go. A net file that the client names is one of four, good ones and
 * bad ones, and its log is one file. Each go gets exactly one bestmove, which is legal in the
 * position of that go. Each isready gets its readyok. The session ends when its input ends. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"
#include "chess/movegen.h"
#include "fuzz.h"
#include "random_net.h"
#include "request.h"
#include "tree/option_values.h"
#include "uci/go_line.h"
#include "uci/inbox.h"
#include "uci/position_line.h"
#include "uci/session.h"
#include "uci/text.h"
#include "verbs.h"

enum { INPUT_MAX = 4096, PIPE_BYTES = 1 << 16, GOES_MAX = 512 };
enum { HASH_MB = 2, EVAL_NODES = 20, OPENINGS = 3, LINES_BEFORE_STOP = 3 };
enum { THREADS_FEW = 3, THREADS_MANY = 64, NET_FILES = 4 };

/* The client's side of the conversation. */
typedef struct client {
    int to; /* the writing end of the pipe */
    size_t sent;
    game_state game;
    position asked[GOES_MAX]; /* where each go was asked for */
    bool any[GOES_MAX];       /* whether that position was valid */
    int goes, readies;
    int until_stop; /* lines until a stop is sent; -1 if none is due */
} client;

/* The path of a net file: two nets, one that is no net, and one that is not there. */
static const char *net_path(size_t number)
{
    static char paths[NET_FILES][512];
    if (!paths[0][0]) {
        failure why;
        random_net_shape shape = random_net_small;
        for (int i = 0; i < NET_FILES; i++) {
            snprintf(paths[i], sizeof paths[i], "%s/%d.nn", fuzz_folder(), i);
        }
        fuzz_expect(random_net_write(paths[1], &shape, &why), "a net can be written");
        shape.seed++;
        fuzz_expect(random_net_write(paths[0], &shape, &why), "a net can be written");
        fuzz_file("2.nn", "no net", 6);
    }
    return paths[number % NET_FILES];
}

/* The path of the log of a session. */
static const char *log_path(void)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/log", fuzz_folder());
    return path;
}

static void send_line(client *c, const char *said)
{
    const size_t size = strlen(said);
    c->sent += size + 1;
    fuzz_expect(c->sent <= PIPE_BYTES, "the pipe holds all lines");
    if (write(c->to, said, size) != (ssize_t)size || write(c->to, "\n", 1) != 1) {
        abort();
    }
}

/* The number that a spin option would be set to, or 0. */
static int number_of(const option_row *row, const char *value)
{
    int number;
    failure why;
    return row->type == OPTION_SPIN && choice_read(&row->choice, value, &number, &why) ? number : 0;
}

static void send_option(client *c, const char *said, const char *arguments)
{
    char name[OPTION_NAME_MAX], value[SETTINGS_TEXT_MAX], text[600];
    failure why;
    const bool split = option_split(arguments, name, value, &why);
    const option_row *row = split ? option_find(name) : NULL;
    const int number = row ? number_of(row, value) : 0;
    const bool is_hash = row && strcmp(row->name, "Hash") == 0;
    const bool is_threads = row && strcmp(row->name, "Threads") == 0;
    const bool is_net = row && row->effect == OPTION_AFFECTS_NETS;
    const bool is_log = row && row->effect == OPTION_AFFECTS_LOG;
    if ((is_net || is_log) && value[0] != '\0') {
        snprintf(text, sizeof text, "setoption name %s value %s", row->name,
                 is_net ? net_path(strlen(value)) : log_path());
        said = text;
    } else if (is_hash && number > HASH_MB) {
        snprintf(text, sizeof text, "setoption name Hash value %d", 1 + number % HASH_MB);
        said = text;
    } else if (is_threads && number > THREADS_FEW) {
        snprintf(text, sizeof text, "setoption name Threads value %d",
                 number % 8 == 0 ? THREADS_MANY : 1 + number % THREADS_FEW);
        said = text;
    }
    send_line(c, said);
}

static void send_eval(client *c, const char *said, const char *arguments)
{
    request r = {.limits = {.nodes = EVAL_NODES + 1}};
    failure why;
    const bool is_long =
        request_read(arguments, &r, &why) && (r.limits.nodes == 0 || r.limits.nodes > EVAL_NODES);
    send_line(c, is_long ? "eval nodes 7" : said);
}

static void send_genfens(client *c, const char *said, const char *arguments)
{
    char word[TEXT_WORD_MAX];
    int64_t count;
    const char *cursor = arguments;
    const bool is_long =
        text_next_word(&cursor, word) && text_integer(word, &count) && count > OPENINGS;
    send_line(c, is_long ? "genfens 2 seed 1 book None ply=2" : said);
}

static void send_go(client *c, const char *said, const char *arguments)
{
    const bool perft = go_asks_perft(arguments);
    if (c->goes == GOES_MAX || (perft && !c->game.valid)) {
        return;
    }
    if (!perft) {
        c->asked[c->goes] = c->game.root;
        c->any[c->goes++] = c->game.valid;
    }
    send_line(c, perft ? "go perft 2" : said);
    c->until_stop = (int)(strlen(said) % LINES_BEFORE_STOP);
}

/* Sends a command of the shell. */
static void send_extra(client *c, const char *said, const command *found)
{
    if (strcmp(found->extra->name, "eval") == 0) {
        send_eval(c, said, found->arguments);
    } else if (strcmp(found->extra->name, "genfens") == 0) {
        send_genfens(c, said, found->arguments);
    } else if (strcmp(found->extra->name, "bench") != 0) {
        send_line(c, said);
    }
}

/* Sends a line, shortened or left out if it would take long; false if the line is quit. */
static bool take_line(client *c, const char *said)
{
    const command found = command_of_line(said, shell_commands);
    failure why;
    switch (found.id) {
    case COMMAND_EXTRA:
        send_extra(c, said, &found);
        return true;
    case COMMAND_SETOPTION:
        send_option(c, said, found.arguments);
        return true;
    case COMMAND_GO:
        send_go(c, said, found.arguments);
        return true;
    case COMMAND_POSITION:
        position_line_read(&c->game, found.arguments, &why);
        break;
    case COMMAND_ISREADY:
        c->readies++;
        break;
    case COMMAND_QUIT:
        send_line(c, said);
        return false;
    default:
        break;
    }
    send_line(c, said);
    return true;
}

/* Sends all lines of a text, which it cuts into lines. A session would skip a mark before them. */
static void send_text(client *c, char *text)
{
    for (char *said = text + (utf8_after_mark(text) - text); said;) {
        char *end = strchr(said, '\n');
        if (end) {
            *end++ = '\0';
        }
        if (!take_line(c, said)) {
            return;
        }
        if (c->until_stop == 0) {
            send_line(c, "stop");
        }
        c->until_stop -= c->until_stop >= 0;
        said = end;
    }
}

/* The rest of the line if it begins with a word, or NULL. */
static const char *after(const char *said, const char *word)
{
    const size_t length = strlen(word);
    return strncmp(said, word, length) == 0 ? said + length : NULL;
}

static void check_bestmove(const client *c, int go, const char *text)
{
    char word[TEXT_WORD_MAX];
    const position *pos = &c->asked[go];
    fuzz_expect(text_next_word(&text, word), "bestmove names a move");
    if (!c->any[go] || !gen_any(pos)) {
        fuzz_expect(strcmp(word, "(none)") == 0, "without a legal move the best move is (none)");
    } else {
        fuzz_expect(gen_from_uci(pos, word) != MOVE_NONE, "the best move is legal");
    }
}

/* Reads what the session wrote. */
static void check_answers(const client *c, const char *text)
{
    int bestmoves = 0, readyoks = 0;
    for (const char *said = text; *said; said += strcspn(said, "\n") + 1) {
        const char *best = after(said, "bestmove ");
        if (best) {
            fuzz_expect(bestmoves < c->goes, "each best move was asked for");
            check_bestmove(c, bestmoves++, best);
        }
        readyoks += after(said, "readyok\n") != NULL;
    }
    fuzz_expect(bestmoves == c->goes, "every go gets its bestmove");
    fuzz_expect(readyoks == c->readies, "every isready gets its readyok");
}

/* Runs a whole session on the lines in the pipe. Returns its output, which the caller frees. */
static char *converse(int from)
{
    engine e;
    writer out;
    failure why;
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    engine_init(&e);
    e.settings.hash_mb = 1;
    snprintf(e.settings.weights_file, sizeof e.settings.weights_file, "%s", net_path(0));
    if (!file) {
        abort();
    }
    remove(log_path());
    writer_init(&out, file);
    const inbox_input input = {
        .lines = line_reader_new(from), .pace = INBOX_LIVE, .extras = shell_commands};
    fuzz_expect(session_run(&input, &e, &out, &why), "a session can begin");
    writer_destroy(&out);
    fclose(file);
    engine_free(&e);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static client c; /* large */
    int ends[2];
    char *text = fuzz_text(data, size < INPUT_MAX ? size : INPUT_MAX);
    for (size_t i = 0; i < size && i < INPUT_MAX; i++) {
        text[i] = text[i] ? text[i] : ' '; /* as the session reads it */
    }
    if (pipe(ends) != 0) {
        abort();
    }
    memset(&c, 0, sizeof c);
    c.to = ends[1];
    c.until_stop = -1;
    game_state_init(&c.game);
    send_text(&c, text);
    close(ends[1]);
    free(text);
    char *answers = converse(ends[0]);
    close(ends[0]);
    check_answers(&c, answers);
    free(answers);
    return 0;
}
