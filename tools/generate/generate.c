#include "generate.h"

#include <getopt.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chess/attacks.h"
#include "generate_run.h"
#include "tree/search.h"

static const char usage[] =
    "usage: morpho-data generate --out FILE [--engine COMMAND] [settings]\n"
    "\n"
    "Plays games and writes them, with the best move and the score of every position, to a game\n"
    "file. With --engine a UCI engine is the teacher; without, Morpho's own search plays itself\n"
    "and the visit shares of its root moves are written too.\n"
    "\n"
    "The file grows game by game. Ctrl-C, SIGTERM or kill -9 lose only the games under way; the\n"
    "same command goes on where it stood. The same seed gives the same games, whatever the number\n"
    "of processes, if the teacher is deterministic.\n"
    "\n"
    "  --out FILE                 the game file (.games.gz); made, or gone on with\n"
    "  --games N                  stop when the file holds N games\n"
    "  --positions N              stop when the file holds N positions\n"
    "  --minutes M                stop after M minutes; without a goal, on Ctrl-C\n"
    "  --processes N              games under way at once (all cores)\n"
    "  --seed N                   of starts and deviations (1)\n"
    "teacher\n"
    "  --engine COMMAND           a UCI engine, run by the shell\n"
    "  --engine-option NAME=VALUE an option of the engine; may be repeated\n"
    "  --patience SECONDS         for one answer of the engine (60)\n"
    "  --net FILE                 own search: a net file instead of the built-in nets\n"
    "  --nodes N                  a move (500 with an engine, 800 playouts without)\n"
    "  --hash MB                  of each process (16)\n"
    "starts\n"
    "  --book FILE                one FEN or EPD a line, plain or gzip; may be repeated: each\n"
    "                             file is drawn equally often (the start position)\n"
    "  --chess960 SHARE           of the games start from Chess960, half of these with another\n"
    "                             arrangement for each side (0)\n"
    "  --random-plies N           1 to N random moves come first in half of the games, N in all\n"
    "                             games from the start position (3)\n"
    "  --start-score-max X        starts judged beyond X centipawns are dropped (300)\n"
    "moves\n"
    "  --deviations SHARE         of the games have moves that are not the best (0.5): of these\n"
    "                             70% the teacher's choice among five random ones at 1% of the\n"
    "                             plies, 30% any legal move at 4%\n"
    "  --temperature T            own search: moves are drawn by visits^(1/T), 0 for the best (1)\n"
    "  --temperature-plies N      ... in the first N plies (20)\n"
    "ends\n"
    "  --played-out SHARE         of the games are played to the end of the rules (0.25), the\n"
    "                             others are adjudicated:\n"
    "  --win-score X              won at X centipawns or more (1000) ...\n"
    "  --win-plies N              ... for N plies on end (6)\n"
    "  --draw-score X             drawn within X centipawns (8) ...\n"
    "  --draw-plies N             ... for N plies on end (12) ...\n"
    "  --draw-move N              ... after move N (25)\n"
    "  --plies-max N              longer games go to who is winning, else are drawn (400)\n";

enum {
    OPTION_OUT,
    OPTION_GAMES,
    OPTION_POSITIONS,
    OPTION_MINUTES,
    OPTION_PROCESSES,
    OPTION_SEED,
    OPTION_ENGINE,
    OPTION_ENGINE_OPTION,
    OPTION_PATIENCE,
    OPTION_NET,
    OPTION_NODES,
    OPTION_HASH,
    OPTION_BOOK,
    OPTION_CHESS960,
    OPTION_RANDOM_PLIES,
    OPTION_START_SCORE_MAX,
    OPTION_DEVIATIONS,
    OPTION_TEMPERATURE,
    OPTION_TEMPERATURE_PLIES,
    OPTION_PLAYED_OUT,
    OPTION_WIN_SCORE,
    OPTION_WIN_PLIES,
    OPTION_DRAW_SCORE,
    OPTION_DRAW_PLIES,
    OPTION_DRAW_MOVE,
    OPTION_PLIES_MAX,
    OPTION_HELP,
    OPTIONS,
    OPTION_FIRST = 256
};

/* One option; a number has a range and a place in the plan, text has neither. */
typedef enum { KIND_TEXT, KIND_INT, KIND_U32, KIND_U64, KIND_REAL } setting_kind;
typedef struct setting {
    const char *name;
    double least, most;
    setting_kind kind;
    size_t at; /* in generate_plan */
} setting;

#define AT(field) offsetof(generate_plan, field)

/* ORDER: as the enumeration. */
static const setting settings[OPTIONS] = {
    {"out", 0, 0, KIND_TEXT, 0},
    {"games", 1, 4e9, KIND_U32, AT(games)},
    {"positions", 1, 1e15, KIND_U64, AT(positions)},
    {"minutes", 0.001, 1e6, KIND_REAL, AT(minutes)},
    {"processes", 1, GENERATE_PROCESSES_MAX, KIND_INT, AT(processes)},
    {"seed", 0, 4294967295.0, KIND_U32, AT(seed)},
    {"engine", 0, 0, KIND_TEXT, 0},
    {"engine-option", 0, 0, KIND_TEXT, 0},
    {"patience", 0.1, 86400, KIND_REAL, AT(patience_seconds)},
    {"net", 0, 0, KIND_TEXT, 0},
    {"nodes", 1, 1e12, KIND_U64, AT(nodes)},
    {"hash", 1, HASH_MB_MAX, KIND_INT, AT(hash_mb)},
    {"book", 0, 0, KIND_TEXT, 0},
    {"chess960", 0, 1, KIND_REAL, AT(chess960_share)},
    {"random-plies", 0, 100, KIND_INT, AT(random_plies)},
    {"start-score-max", 0, 32000, KIND_INT, AT(start_score_max)},
    {"deviations", 0, 1, KIND_REAL, AT(deviating_share)},
    {"temperature", 0, 100, KIND_REAL, AT(temperature)},
    {"temperature-plies", 0, GENERATE_PLIES_MAX, KIND_INT, AT(temperature_plies)},
    {"played-out", 0, 1, KIND_REAL, AT(played_out_share)},
    {"win-score", 1, 32000, KIND_INT, AT(win_score)},
    {"win-plies", 1, GENERATE_PLIES_MAX, KIND_INT, AT(win_plies)},
    {"draw-score", 0, 32000, KIND_INT, AT(draw_score)},
    {"draw-plies", 1, GENERATE_PLIES_MAX, KIND_INT, AT(draw_plies)},
    {"draw-move", 0, 9999, KIND_INT, AT(draw_move)},
    {"plies-max", 1, GENERATE_PLIES_MAX, KIND_INT, AT(plies_max)},
    {"help", 0, 0, KIND_TEXT, 0},
};

static int processes_default(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > GENERATE_PROCESSES_MAX ? GENERATE_PROCESSES_MAX : (int)cores;
}

static generate_plan plan_default(void)
{
    return (generate_plan){
        .hash_mb = 16,
        .patience_seconds = 60.0,
        .random_plies = 3,
        .start_score_max = 300,
        .deviating_share = 0.5,
        .temperature = 1.0,
        .temperature_plies = 20,
        .played_out_share = 0.25,
        .win_score = 1000,
        .win_plies = 6,
        .draw_score = 8,
        .draw_plies = 12,
        .draw_move = 25,
        .plies_max = 400,
        .processes = processes_default(),
        .seed = 1,
    };
}

static bool read_number(generate_plan *plan, const setting *s, const char *text, failure *why)
{
    char *end;
    const double value = strtod(text, &end);
    const bool whole = s->kind != KIND_REAL;
    bool good = end != text && !*end && value >= s->least && value <= s->most;
    if (!good || (whole && value != (double)(uint64_t)value)) {
        return fail(why, "--%s %s: a %snumber from %.10g to %.10g is wanted", s->name, text,
                    whole ? "whole " : "", s->least, s->most);
    }
    void *place = (char *)plan + s->at;
    if (s->kind == KIND_INT) {
        *(int *)place = (int)value;
    } else if (s->kind == KIND_U32) {
        *(uint32_t *)place = (uint32_t)value;
    } else if (s->kind == KIND_U64) {
        *(uint64_t *)place = (uint64_t)value;
    } else {
        *(double *)place = value;
    }
    return true;
}

/* Control characters would end the line that the engine is sent. */
static bool is_printable(const char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text < ' ') {
            return false;
        }
    }
    return true;
}

static bool apply_text(generate_plan *plan, int option, const char *text, failure *why)
{
    switch (option) {
    case OPTION_OUT:
        plan->out = text;
        return true;
    case OPTION_ENGINE:
        plan->engine = text;
        return true;
    case OPTION_ENGINE_OPTION:
        if (text[0] == '=' || !strchr(text, '=') || !is_printable(text)) {
            return fail(why, "--engine-option %s: NAME=VALUE is wanted", text);
        }
        if (plan->setting_count == ENGINE_SETTINGS_MAX) {
            return fail(why, "--engine-option %s: more than %d options", text, ENGINE_SETTINGS_MAX);
        }
        plan->settings[plan->setting_count++] = text;
        return true;
    case OPTION_NET:
        plan->net = text;
        return true;
    default:
        if (plan->book_count == GENERATE_BOOKS_MAX) {
            return fail(why, "--book %s: more than %d books", text, GENERATE_BOOKS_MAX);
        }
        plan->books[plan->book_count++] = text;
        return true;
    }
}

/* What only the whole command line can say. */
static bool check_plan(generate_plan *plan, failure *why)
{
    if (!plan->out) {
        return fail(why, "--out is needed; try generate --help");
    }
    if (plan->engine && plan->net) {
        return fail(why, "--net is for the own search, not for an engine");
    }
    if (!plan->engine && plan->setting_count) {
        return fail(why, "--engine-option needs --engine");
    }
    if (!plan->nodes) {
        plan->nodes = plan->engine ? 500 : 800;
    }
    return true;
}

typedef enum { COMMAND_RUN, COMMAND_HELP, COMMAND_WRONG } command;

static command read_command(generate_plan *plan, int argc, char **argv, failure *why)
{
    struct option options[OPTIONS + 1] = {{0}};
    for (int i = 0; i < OPTIONS; i++) {
        int takes = i == OPTION_HELP ? no_argument : required_argument;
        options[i] = (struct option){settings[i].name, takes, NULL, OPTION_FIRST + i};
    }
    opterr = 0;
    for (int code; (code = getopt_long(argc, argv, "+:", options, NULL)) != -1;) {
        int option = code - OPTION_FIRST;
        if (code < OPTION_FIRST) {
            fail(why, "\"%s\" %s; try generate --help", argv[optind - 1],
                 code == ':' ? "needs a value" : "is no option");
            return COMMAND_WRONG;
        }
        if (option == OPTION_HELP) {
            return COMMAND_HELP;
        }
        if (settings[option].kind == KIND_TEXT
                ? !apply_text(plan, option, optarg, why)
                : !read_number(plan, &settings[option], optarg, why)) {
            return COMMAND_WRONG;
        }
    }
    if (optind < argc) {
        fail(why, "\"%s\" is no option; try generate --help", argv[optind]);
        return COMMAND_WRONG;
    }
    return check_plan(plan, why) ? COMMAND_RUN : COMMAND_WRONG;
}

int generate_main(int argc, char **argv)
{
    generate_plan plan = plan_default();
    failure why = {""};
    command c = read_command(&plan, argc, argv, &why);
    if (c == COMMAND_HELP) {
        return fputs(usage, stdout) < 0 || fflush(stdout) != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
    }
    attacks_init(true);
    if (c == COMMAND_WRONG || !generate_run(&plan, stdout, &why)) {
        fprintf(stderr, "morpho-data: generate: %s\n", why.text);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
