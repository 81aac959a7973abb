/* Compares nets of Maia with what Lc0 itself says of positions. MORPHO_LC0 names a folder that has
 * pairs of files such as maia-1100.pb.gz and maia-1100.oracle. A line of the latter is
 *
 *   position startpos|fen FEN [moves MOVES] | WIN - LOSS | ... | MOVE:PERCENT ...
 *
 * for the side to move, with a temperature of 1 and history-fill=fen_only. Castling is written as
 * the king's move to its rook. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "chess/fen.h"
#include "chess/repetition.h"
#include "chess_walk.h"
#include "nn/lc0_net.h"

enum { FILE_MAX = 16 << 20, LINE_MAX_LENGTH = 8192 };

/* The file has two decimals of a percent, and four of the value. */
static const double probability_tolerance = 0.0001, value_tolerance = 0.0005;

/* A game and its last position. */
typedef struct course {
    line line;
    position last;
} course;

/* The largest differences that were seen. */
typedef struct differences {
    double probability, value;
    int positions, first_moves; /* of which this many have the same first move */
} differences;

static const char *folder;

static void begin(void)
{
    folder = getenv("MORPHO_LC0");
    if (!folder) {
        cr_skip_test("MORPHO_LC0 names no folder");
    }
    walk_start();
}

TestSuite(lc0_oracle, .init = begin, .timeout = 300);

/* Plays what stands before the first '|'. */
static void read_course(course *c, char *text)
{
    char *moves = strstr(text, " moves ");
    char *fen = strstr(text, " fen ");
    if (moves) {
        *moves = '\0';
        moves += strlen(" moves ");
    }
    c->last = walk_fen(fen ? fen + strlen(" fen ") : FEN_START);
    line_start(&c->line, &c->last);
    for (char *word = moves ? strtok(moves, " ") : NULL; word; word = strtok(NULL, " ")) {
        const move m = gen_from_uci(&c->last, word);
        cr_assert_neq(m, MOVE_NONE, "%s", word);
        line_play(&c->line, &c->last, m);
    }
}

/* e^x as Lc0's softmax has it: 2^(n + f) is 2^n times the parabola through 2^0 and 2^1 that has the
 * least relative error, 0.2%. */
static double lc0_exp(double x)
{
    const double power = x / log(2), bend = 0.33976606;
    const double n = floor(power), f = power - n;
    return ldexp(1 + f * (1 - bend + bend * f), (int)n);
}

/* A probability as Lc0 stores it: with 12 binary digits. */
static double lc0_stored(double p)
{
    int exponent;
    const double digits = frexp(p, &exponent);
    return ldexp(round(ldexp(digits, 12)), exponent - 12);
}

/* The probabilities of the legal moves as Lc0 prints them. */
static void probabilities(const lc0_net *net, const position *pos, const lc0_answer *answer,
                          const move moves[], int count, double shares[])
{
    double top = -INFINITY, sum = 0;
    for (int i = 0; i < count; i++) {
        shares[i] = (double)answer->logits[lc0_move_number(net, pos, moves[i])];
        top = fmax(top, shares[i]);
    }
    for (int i = 0; i < count; i++) {
        shares[i] = lc0_exp(shares[i] - top);
        sum += shares[i];
    }
    for (int i = 0; i < count; i++) {
        shares[i] = lc0_stored(shares[i] / sum);
    }
}

static void compare_moves(const lc0_net *net, const position *pos, const lc0_answer *answer,
                          char *text, differences *d)
{
    move moves[MOVES_MAX];
    double shares[MOVES_MAX];
    const int count = gen_legal(pos, moves);
    int listed = 0, best = 0;
    probabilities(net, pos, answer, moves, count, shares);
    for (int i = 1; i < count; i++) {
        best = shares[i] > shares[best] ? i : best;
    }
    for (char *word = strtok(text, " \n"); word; word = strtok(NULL, " \n"), listed++) {
        char *colon = strchr(word, ':');
        cr_assert_not_null(colon, "%s", word);
        *colon = '\0';
        const move m = gen_from_uci(pos, word);
        int i = 0;
        while (i < count && moves[i] != m) {
            i++;
        }
        cr_assert_lt(i, count, "%s", word);
        d->first_moves += listed == 0 && i == best;
        d->probability = fmax(d->probability, fabs(shares[i] - atof(colon + 1) / 100));
    }
    cr_expect_eq(listed, count);
}

static void compare_line(const lc0_net *net, lc0_evaluator *e, char *text, differences *d)
{
    static course c;
    static lc0_answer answer;
    char *value = strchr(text, '|');
    cr_assert_not_null(value, "%s", text);
    value[-1] = '\0';
    char *moves = strrchr(value, '|');
    cr_assert_not_null(moves);
    read_course(&c, text);
    lc0_past past = {.count = 0};
    lc0_past_add_game(&past, &c.last, &c.line);
    lc0_evaluate(e, &past, 1, &answer);
    d->value = fmax(d->value, fabs((double)(answer.win - answer.loss) - atof(value + 1)));
    compare_moves(net, past.at[0], &answer, moves + 1, d);
    d->positions++;
}

static lc0_net *load(const char *path)
{
    failure why;
    uint8_t *bytes = malloc(FILE_MAX);
    gzFile file = gzopen(path, "rb");
    if (!bytes || !file) {
        cr_skip_test("%s is missing", path);
    }
    const int size = gzread(file, bytes, FILE_MAX);
    cr_assert_gt(size, 0);
    gzclose(file);
    lc0_net *net = lc0_net_new(bytes, (size_t)size, path, &why);
    cr_assert_not_null(net, "%s", why.text);
    free(bytes);
    return net;
}

static void compare(const char *name)
{
    char path[1024], text[LINE_MAX_LENGTH];
    differences d = {0};
    snprintf(path, sizeof path, "%s/%s.pb.gz", folder, name);
    lc0_net *net = load(path);
    lc0_evaluator *e = lc0_evaluator_new(net, 1, NULL);
    cr_assert_not_null(e);
    snprintf(path, sizeof path, "%s/%s.oracle", folder, name);
    FILE *oracle = fopen(path, "r");
    cr_assert_not_null(oracle, "%s", path);
    while (fgets(text, sizeof text, oracle)) {
        if (strncmp(text, "position ", strlen("position ")) == 0) {
            compare_line(net, e, text, &d);
        }
    }
    fclose(oracle);
    lc0_evaluator_free(e);
    lc0_net_free(net);
    printf("%s: %d positions, the same first move in %d; largest differences: %.6f of a "
           "probability, %.6f of a value\n",
           name, d.positions, d.first_moves, d.probability, d.value);
    cr_expect_gt(d.positions, 0);
    cr_expect_eq(d.first_moves, d.positions);
    cr_expect_leq(d.probability, probability_tolerance);
    cr_expect_leq(d.value, value_tolerance);
}

Test(lc0_oracle, maia_1100_says_what_it_says_in_lc0)
{
    compare("maia-1100");
}

Test(lc0_oracle, maia_1500_says_what_it_says_in_lc0)
{
    compare("maia-1500");
}
