/* The commands that a session has beside those of UCI: help, d, and some of the verbs. */
#include <inttypes.h>
#include <string.h>

#include "board_text.h"
#include "uci/text.h"
#include "verbs.h"

/* One screen for a person who has started the program at a prompt. */
static void write_help(const command_context *context, const char *arguments)
{
    static const char *const lines[] = {
        "Morpho " MORPHO_VERSION " is a chess engine. It reads the commands of",
        "UCI, which a chess GUI sends, and a person can type too:",
        "",
        "  uci                     name and options",
        "  setoption name N value V  such as",
        "      setoption name Hash value 256",
        "  isready                 says readyok when all is done",
        "  ucinewgame              forget the last game",
        "  position startpos moves e2e4 e7e5",
        "  position fen FEN moves MOVE...",
        "  go LIMITS               search: go movetime 1000,",
        "                          go nodes 5000, go infinite",
        "  stop                    end the search with its move",
        "  go perft N              count legal move sequences",
        "  d                       show the board",
        "  eval nodes N            what the nets say about it",
        "  bench                   a checksum of both searches",
        "  genfens N seed S book None  balanced openings",
        "  quit                    end the program",
        "",
        "`morpho help` in a shell lists more, such as analyse.",
    };
    (void)arguments;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        writer_line(context->out, "%s", lines[i]);
    }
}

static void show_board(const command_context *context, const char *arguments)
{
    char text[BOARD_LINE_MAX], fen[FEN_TEXT_MAX];
    const position *pos = &context->game->root;
    (void)arguments;
    if (!context->game->valid) {
        writer_error(context->out, "d: the last position was refused; this is the one before");
    }
    for (int i = 0; i < BOARD_LINES; i++) {
        board_text_line(pos, i, false, text);
        writer_line(context->out, "%s", text);
    }
    fen_write(pos, context->engine->settings.chess960, fen);
    writer_line(context->out, "fen %s", fen);
    writer_line(context->out, "key %016" PRIx64, pos->key);
    writer_line(context->out, "check %s", pos_in_check(pos) ? "yes" : "no");
}

static void run_in_session(const command_context *context, const char *arguments)
{
    failure why;
    verb_call call = {.verb = context->name,
                      .engine = context->engine,
                      .out = context->out,
                      .game = context->game,
                      .stop = context->stop};
    if (!text_append_words(call.text, VERB_TEXT_MAX, arguments, strlen(arguments))) {
        writer_error(context->out, "%s: the arguments are longer than %d characters", call.verb,
                     VERB_TEXT_MAX - 1);
    } else if (!verb_run(verb_find(call.verb), &call, &why)) {
        writer_error(context->out, "%s", why.text);
    }
}

const extra_command shell_commands[] = {
    {"bench", false, run_in_session},   {"eval", false, run_in_session},
    {"genfens", false, run_in_session}, {"d", false, show_board},
    {"help", true, write_help},         {.name = NULL},
};
