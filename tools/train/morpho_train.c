/* morpho-train: trains Morpho's nets on game files and exports them to a net file. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chess/attacks.h"
#include "plot.h"
#include "train_evaluate.h"
#include "train_export.h"
#include "train_plot.h"
#include "train_run.h"

static const char usage[] =
    "usage: morpho-train value|policy|negamax --arch A --data FILE... --out CHECKPOINT [settings]\n"
    "       morpho-train evaluate --data FILE... --net NET|--value|--policy|--negamax CHECKPOINT\n"
    "       morpho-train export --value CHECKPOINT --policy CHECKPOINT [--negamax CHECKPOINT]\n"
    "                           --out NET [--data FILE...]\n"
    "       morpho-train plot --log CSV...|--curve CSV... --out PICTURE\n"
    "\n"
    "value, policy   trains a net on the positions of game files and keeps the run's whole state\n"
    "                in a checkpoint; SIGINT and SIGTERM save it and end\n"
    "negamax         the same for the net of negamax search, from quiet positions alone: not in\n"
    "                check, the best move no capture or promotion, |score| at most 2500\n"
    "evaluate        prints a net's figures on the held-out games, in slices: of a checkpoint in\n"
    "                floats, of a net file as the engine computes it\n"
    "export          rounds the checkpoints to integers and writes the net file; with --data it\n"
    "                rounds them better, and says what that cost on the held-out positions\n"
    "plot            draws runs from their logs, or shares of first moves over the size of the\n"
    "                data (a CSV with columns positions and top1), up to 8 files in one picture\n"
    "\n"
    "  --arch A              3072hx512p-16-32-3 for a value net, 3072hx1024p-4956 for a policy "
    "net,\n"
    "                        768x256d-8 for a negamax net (256 sums for each side's view)\n"
    "  --data FILE...        game files (.games.gz); of fifty games one is held out to judge by, "
    "and\n"
    "                        one more for the last word\n"
    "  --data-dir DIR        where files are looked for that are not found as given (the\n"
    "                        environment's MORPHO_DATA)\n"
    "  --share R             train on this share of the games; a smaller is part of a larger (1)\n"
    "  --out FILE            the checkpoint; export: the net file; plot: .svg or .png\n"
    "  --epochs N            passes over the data (8)\n"
    "  --batch N             positions of a step (4096)\n"
    "  --learning-rate R     the largest; warms up, then falls along a cosine to R/100 (0.001)\n"
    "  --decay R             weights shrink by this times the learning rate a step (0.3)\n"
    "  --result-share R      value, negamax: share of the game's outcome in the target (0.3)\n"
    "  --draw-rate R         value: draws at score 0 in the score model (0.35)\n"
    "  --smoothing R         policy: share of the target spread over all legal moves (0.03)\n"
    "  --decided-score S     positions count less beyond S centipawns, as S / |score| ... (300)\n"
    "  --decided-weight R    ... but at least this (0.3)\n"
    "  --copies N            a position that occurs more often counts as N (1)\n"
    "  --seed N              of the first weights and the order of positions (1)\n"
    "  --threads N           any number computes the same bits (1)\n"
    "  --minutes M           stop with a checkpoint after M minutes\n"
    "  --save-minutes M      between checkpoints (5)\n"
    "  --resume              go on from the checkpoint\n"
    "  --log FILE            append figures as comma-separated values\n"
    "  --plot FILE           .svg or .png; training: the log, redrawn after each epoch;\n"
    "                        evaluate: the value nets' calibration\n"
    "  --csv FILE            evaluate: all tables as comma-separated values\n"
    "  --final               evaluate: on the games that neither training nor choices ever saw\n"
    "  --players N           evaluate: positions in which value nets play one ply deep (20000)\n";

/* The command line, read. */
typedef struct request {
    train_plan plan;
    const char *arch;
    const char *checkpoint[TRAIN_KINDS]; /* to export or evaluate */
    const char *net;                     /* net file to evaluate */
    const char *csv;
    size_t players;
    const char *pictured[PLOT_LOGS_MAX]; /* logs or curves to draw */
    int log_count, curve_count;
} request;

enum {
    OPTION_ARCH,
    OPTION_DATA,
    OPTION_OUT,
    OPTION_EPOCHS,
    OPTION_BATCH,
    OPTION_RATE,
    OPTION_DECAY,
    OPTION_RESULT_SHARE,
    OPTION_DRAW_RATE,
    OPTION_SMOOTHING,
    OPTION_DATA_DIR,
    OPTION_DECIDED_SCORE,
    OPTION_DECIDED_WEIGHT,
    OPTION_COPIES,
    OPTION_SEED,
    OPTION_THREADS,
    OPTION_MINUTES,
    OPTION_SAVE_MINUTES,
    OPTION_RESUME,
    OPTION_LOG,
    OPTION_VALUE,
    OPTION_POLICY,
    OPTION_NEGAMAX,
    OPTION_NET,
    OPTION_PLOT,
    OPTION_CSV,
    OPTION_PLAYERS,
    OPTION_SHARE,
    OPTION_FINAL,
    OPTION_CURVE,
    OPTION_HELP,
    OPTION_FIRST = 256
};

static const struct option options[] = {
    {"arch", required_argument, NULL, OPTION_FIRST + OPTION_ARCH},
    {"data", required_argument, NULL, OPTION_FIRST + OPTION_DATA},
    {"out", required_argument, NULL, OPTION_FIRST + OPTION_OUT},
    {"epochs", required_argument, NULL, OPTION_FIRST + OPTION_EPOCHS},
    {"batch", required_argument, NULL, OPTION_FIRST + OPTION_BATCH},
    {"learning-rate", required_argument, NULL, OPTION_FIRST + OPTION_RATE},
    {"decay", required_argument, NULL, OPTION_FIRST + OPTION_DECAY},
    {"result-share", required_argument, NULL, OPTION_FIRST + OPTION_RESULT_SHARE},
    {"draw-rate", required_argument, NULL, OPTION_FIRST + OPTION_DRAW_RATE},
    {"smoothing", required_argument, NULL, OPTION_FIRST + OPTION_SMOOTHING},
    {"data-dir", required_argument, NULL, OPTION_FIRST + OPTION_DATA_DIR},
    {"decided-score", required_argument, NULL, OPTION_FIRST + OPTION_DECIDED_SCORE},
    {"decided-weight", required_argument, NULL, OPTION_FIRST + OPTION_DECIDED_WEIGHT},
    {"copies", required_argument, NULL, OPTION_FIRST + OPTION_COPIES},
    {"seed", required_argument, NULL, OPTION_FIRST + OPTION_SEED},
    {"threads", required_argument, NULL, OPTION_FIRST + OPTION_THREADS},
    {"minutes", required_argument, NULL, OPTION_FIRST + OPTION_MINUTES},
    {"save-minutes", required_argument, NULL, OPTION_FIRST + OPTION_SAVE_MINUTES},
    {"resume", no_argument, NULL, OPTION_FIRST + OPTION_RESUME},
    {"log", required_argument, NULL, OPTION_FIRST + OPTION_LOG},
    {"value", required_argument, NULL, OPTION_FIRST + OPTION_VALUE},
    {"policy", required_argument, NULL, OPTION_FIRST + OPTION_POLICY},
    {"negamax", required_argument, NULL, OPTION_FIRST + OPTION_NEGAMAX},
    {"net", required_argument, NULL, OPTION_FIRST + OPTION_NET},
    {"plot", required_argument, NULL, OPTION_FIRST + OPTION_PLOT},
    {"csv", required_argument, NULL, OPTION_FIRST + OPTION_CSV},
    {"players", required_argument, NULL, OPTION_FIRST + OPTION_PLAYERS},
    {"share", required_argument, NULL, OPTION_FIRST + OPTION_SHARE},
    {"final", no_argument, NULL, OPTION_FIRST + OPTION_FINAL},
    {"curve", required_argument, NULL, OPTION_FIRST + OPTION_CURVE},
    {"help", no_argument, NULL, OPTION_FIRST + OPTION_HELP},
    {NULL, 0, NULL, 0}};

static _Noreturn void stop(const char *reason)
{
    fprintf(stderr, "morpho-train: %s\n", reason);
    exit(EXIT_FAILURE);
}

/* Ends the output; the exit status that says whether all of it could be written. */
static int end_output(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout)) {
        return EXIT_SUCCESS;
    }
    fprintf(stderr, "morpho-train: the output cannot be written: %s\n", strerror(errno));
    return EXIT_FAILURE;
}

static double number(const char *option, const char *text, double least, double most)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= least && value <= most)) {
        failure why;
        fail(&why, "--%s %s: a number from %.10g to %.10g is wanted", option, text, least, most);
        stop(why.text);
    }
    return value;
}

static uint64_t whole(const char *option, const char *text, double least, double most)
{
    double value = number(option, text, least, most);
    if (value != (double)(uint64_t)value) {
        failure why;
        fail(&why, "--%s %s: a whole number is wanted", option, text);
        stop(why.text);
    }
    return (uint64_t)value;
}

/* An option that takes every following word that is no option; getopt hands over the first. */
static char *const *take_files(int *count, int argc, char **argv)
{
    char *const *first = &argv[optind - 1];
    for (*count = 1; optind < argc && strncmp(argv[optind], "--", 2) != 0; ++*count) {
        optind++;
    }
    return first;
}

/* Files of --log or --curve, which may come more than once; returns how many. */
static int add_pictured(request *r, int argc, char **argv)
{
    int count, before = r->log_count + r->curve_count;
    char *const *files = take_files(&count, argc, argv);
    if (before + count > PLOT_LOGS_MAX) {
        failure why;
        fail(&why, "%s: at most %d files go into one picture", files[0], PLOT_LOGS_MAX);
        stop(why.text);
    }
    for (int i = 0; i < count; i++) {
        r->pictured[before + i] = files[i];
    }
    return count;
}

static void apply_number(train_plan *plan, int option, const char *name, const char *text)
{
    switch (option) {
    case OPTION_EPOCHS:
        plan->epochs = (uint32_t)whole(name, text, 1, 10000);
        break;
    case OPTION_BATCH:
        plan->batch = (uint32_t)whole(name, text, 1, 1 << 20);
        break;
    case OPTION_SHARE:
        plan->data_share = number(name, text, 1e-6, 1);
        break;
    case OPTION_RATE:
        plan->rate = (float)number(name, text, 1e-9, 1);
        break;
    case OPTION_DECAY:
        plan->decay = (float)number(name, text, 0, 100);
        break;
    case OPTION_RESULT_SHARE:
        plan->result_share = (float)number(name, text, 0, 1);
        break;
    case OPTION_DRAW_RATE:
        plan->draw_rate = (float)number(name, text, 0, 0.95);
        break;
    case OPTION_SMOOTHING:
        plan->smoothing = (float)number(name, text, 0, 0.5);
        break;
    case OPTION_DECIDED_SCORE:
        plan->decided_score = (int)whole(name, text, 1, 32000);
        break;
    case OPTION_DECIDED_WEIGHT:
        plan->decided_weight = (float)number(name, text, 0, 1);
        break;
    case OPTION_COPIES:
        plan->copies = (int)whole(name, text, 1, RECORD_COPIES_MAX);
        break;
    case OPTION_SEED:
        plan->seed = whole(name, text, 0, 0x1p52);
        break;
    case OPTION_THREADS:
        plan->threads = (int)whole(name, text, 1, THREAD_POOL_MAX);
        break;
    case OPTION_MINUTES:
        plan->minutes = number(name, text, 0, 1e6);
        break;
    case OPTION_SAVE_MINUTES:
        plan->save_minutes = number(name, text, 0, 1e6);
        break;
    default:
        break;
    }
}

static void apply(request *r, int option, const char *name, int argc, char **argv)
{
    switch (option) {
    case OPTION_ARCH:
        r->arch = optarg;
        break;
    case OPTION_DATA:
        r->plan.data = take_files(&r->plan.data_count, argc, argv);
        break;
    case OPTION_OUT:
        r->plan.out = optarg;
        break;
    case OPTION_DATA_DIR:
        r->plan.folder = optarg;
        break;
    case OPTION_RESUME:
        r->plan.resume = true;
        break;
    case OPTION_LOG:
        r->plan.log = optarg;
        r->log_count += add_pictured(r, argc, argv);
        break;
    case OPTION_CURVE:
        r->curve_count += add_pictured(r, argc, argv);
        break;
    case OPTION_FINAL:
        r->plan.judged = SET_FINAL;
        break;
    case OPTION_PLOT:
        r->plan.plot = optarg;
        break;
    case OPTION_CSV:
        r->csv = optarg;
        break;
    case OPTION_PLAYERS:
        r->players = (size_t)whole(name, optarg, 0, 1e9);
        break;
    case OPTION_VALUE:
        r->checkpoint[TRAIN_VALUE] = optarg;
        break;
    case OPTION_POLICY:
        r->checkpoint[TRAIN_POLICY] = optarg;
        break;
    case OPTION_NEGAMAX:
        r->checkpoint[TRAIN_NEGAMAX] = optarg;
        break;
    case OPTION_NET:
        r->net = optarg;
        break;
    case OPTION_HELP:
        fputs(usage, stdout);
        exit(end_output());
    default:
        apply_number(&r->plan, option, name, optarg);
        break;
    }
}

static request read_options(int argc, char **argv)
{
    request r = {.plan = train_plan_default(), .players = 20000};
    int index = 0;
    for (int code; (code = getopt_long(argc, argv, "+", options, &index)) != -1;) {
        if (code < OPTION_FIRST) {
            stop("try --help"); /* getopt has said what is wrong */
        }
        apply(&r, code - OPTION_FIRST, options[index].name, argc, argv);
    }
    if (optind < argc) {
        failure why;
        fail(&why, "\"%s\" is no option; try --help", argv[optind]);
        stop(why.text);
    }
    return r;
}

static bool train(request *r, const char *verb, failure *why)
{
    if (!r->plan.data_count || !r->plan.out || !r->arch) {
        stop("--arch, --data and --out are needed; try --help");
    }
    if (!train_arch_parse(&r->plan.arch, r->arch, why)) {
        return false;
    }
    if (strcmp(verb, train_kind_name(r->plan.arch.kind)) != 0) {
        return fail(why, "architecture %s is not that of a %s net", r->arch, verb);
    }
    if (!r->plan.resume && access(r->plan.out, F_OK) == 0) {
        return fail(why, "%s exists; give --resume to go on from it, or remove it", r->plan.out);
    }
    if (r->log_count > 1) {
        return fail(why, "\"%s\" is no option; try --help", r->pictured[1]);
    }
    if (r->plan.plot && !r->plan.log) {
        return fail(why, "--plot %s: give --log FILE too, which it draws", r->plan.plot);
    }
    if (r->plan.plot && !plot_path_check(r->plan.plot, why)) {
        return false;
    }
    return train_run(&r->plan, stdout, why);
}

static bool evaluate(request *r, failure *why)
{
    bool any = r->net;
    train_evaluation wanted = {.plan = &r->plan,
                               .net = r->net,
                               .csv = r->csv,
                               .plot = r->plan.plot,
                               .players = r->players};
    for (int kind = 0; kind < TRAIN_KINDS; kind++) {
        wanted.checkpoint[kind] = r->checkpoint[kind];
        any = any || r->checkpoint[kind];
    }
    if (!r->plan.data_count || !any) {
        stop("--data and one of --net, --value, --policy and --negamax are needed; try --help");
    }
    return train_evaluate(&wanted, stdout, why);
}

static bool export(request *r, failure *why)
{
    if (!r->checkpoint[TRAIN_VALUE] || !r->checkpoint[TRAIN_POLICY] || !r->plan.out) {
        stop("--value, --policy and --out are needed; try --help");
    }
    return train_export(&r->plan, r->checkpoint, r->plan.out, stdout, why);
}

static bool train_value(request *r, failure *why)
{
    return train(r, "value", why);
}

static bool train_policy(request *r, failure *why)
{
    return train(r, "policy", why);
}

static bool train_negamax(request *r, failure *why)
{
    return train(r, "negamax", why);
}

static bool plot(request *r, failure *why)
{
    if (!r->plan.out || !r->log_count == !r->curve_count) {
        stop("--out and one of --log and --curve are needed; try --help");
    }
    return r->log_count ? train_plot_logs(r->plan.out, r->pictured, r->log_count, why)
                        : train_plot_curves(r->plan.out, r->pictured, r->curve_count, why);
}

int main(int argc, char **argv)
{
    const char *verb = argc > 1 ? argv[1] : "";
    if (strcmp(verb, "--help") == 0 || strcmp(verb, "help") == 0) {
        fputs(usage, stdout);
        return end_output();
    }
    static const struct {
        const char *name;
        bool (*run)(request *r, failure *why);
    } verbs[] = {{"value", train_value}, {"policy", train_policy}, {"negamax", train_negamax},
                 {"evaluate", evaluate}, {"export", export},       {"plot", plot}};
    size_t number = 0;
    while (number < sizeof verbs / sizeof *verbs && strcmp(verb, verbs[number].name) != 0) {
        number++;
    }
    if (number == sizeof verbs / sizeof *verbs) {
        fputs(usage, stderr);
        return EXIT_FAILURE;
    }
    request r = read_options(argc - 1, argv + 1);
    failure why = {""};
    attacks_init(true);
    if (!verbs[number].run(&r, &why)) {
        stop(why.text);
    }
    return end_output();
}
