/* Plays won endings with both searches against the longest defence, and tells how many are won.
 *
 *   win_endgames TABLES [OPTION VALUE]...
 *
 *     --positions N       so many positions (10)
 *     --playouts N        of mcts a move (800)
 *     --nodes N           of negamax a move (8000)
 *     --without tables    the searches get no tables; the referee and the defence have them
 *     --only NAME         one ending, such as KBNvK
 *     --seed N            of the positions (1)
 *
 * TABLES is a folder of Syzygy tables, which know the results and the longest defence (DTZ). The
 * positions are random: first those of each ending that the tables know to be won for White, who is
 * to move. An ending with one piece more than the tables have counts as won if mcts proves so by
 * the tables; there negamax defends. A game is won by mate, before the fifty-move rule or a
 * repetition ends it. The exit status is 0 if all games were won, and 77 without Fathom. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random_numbers.h"
#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "tree/search.h"
#include "weights/default_net.h"

enum { EXIT_SKIPPED = 77, EXIT_USAGE = 2 };
enum { MEN_MAX = 5, PLIES_MAX = 400, PROOF_PLAYOUTS = 20000, DEFENCE_NODES = 4000 };

/* White's pieces, then Black's. Black's alone do not defend the first ones. */
static const char *const endings[] = {
    "KQvK",  "KRvK",   "KPvK",   "KBBvK",  "KBNvK",  "KQvKR",  "KQvKB",  "KQvKN",
    "KQvKP", "KRvKB",  "KRvKN",  "KRvKP",  "KBPvK",  "KNPvK",  "KPvKP",  "KRPvK",
    "KPPvK", "KQPvKR", "KRPvKB", "KRPvKN", "KRBvKP", "KQNvKR", "KBPvKP", "KPPvKP",
};
enum { ENDINGS = sizeof endings / sizeof *endings };

typedef struct plan {
    const char *folder, *only;
    uint64_t positions, nodes[SEARCH_ALGORITHMS], random;
    bool without;
} plan;

/* The results of one search in one ending. */
typedef struct score {
    int games, won, moves, clock_max;
} score;

typedef struct match {
    const plan *plan;
    syzygy_tables *tables;
    nets *nets;
    search *player[SEARCH_ALGORITHMS];
    search *judge, *defender; /* both with tables */
    score scores[SEARCH_ALGORITHMS][ENDINGS];
} match;

static void give_up(const char *what)
{
    fprintf(stderr, "win_endgames: %s\n", what);
    exit(EXIT_FAILURE);
}

static search *new_search(const match *m, search_algorithm algorithm, bool with_tables)
{
    failure why;
    const search_options options = {
        .algorithm = algorithm,
        .hash_mb = 16,
        .threads = 1,
        .multi_pv = 1,
        .nets = m->nets,
        .kernels = kernels_best(),
        .techniques = search_techniques_of(SETTING_MODERN),
        .params = search_params_default(),
        .endgames = {.tables = with_tables ? m->tables : NULL,
                     .pieces_max = 7,
                     .depth_least = 1,
                     .fifty_moves = true},
    };
    search *made = search_new(&options, &why);
    if (!made) {
        give_up(why.text);
    }
    return made;
}

static void begin(match *m, const plan *p)
{
    failure why;
    *m = (match){.plan = p};
    m->tables = syzygy_open(p->folder, &why);
    if (!m->tables) {
        fprintf(stderr, "win_endgames: %s\n", why.text);
        exit(strstr(why.text, "Fathom cannot be loaded") ? EXIT_SKIPPED : EXIT_FAILURE);
    }
    m->nets = nets_load_bytes(default_net, default_net_size, "the built-in net", &why);
    if (!m->nets) {
        give_up(why.text);
    }
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        m->player[i] = new_search(m, (search_algorithm)i, !p->without);
    }
    m->judge = new_search(m, SEARCH_MCTS, true);
    m->defender = new_search(m, SEARCH_NEGAMAX, true);
}

static void end(match *m)
{
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        search_free(m->player[i]);
    }
    search_free(m->judge);
    search_free(m->defender);
    syzygy_close(m->tables);
    nets_free(m->nets);
}

/* Places the pieces of an ending at random. Returns false if the position is not legal, or White
 * cannot move. */
static bool place(const char *ending, uint64_t *random, position *pos)
{
    char board[SQUARES] = {0}, fen[SQUARES + 32];
    bool black = false;
    int at = 0;
    for (const char *c = ending; *c; c++) {
        const int s = (int)(random_next(random) % SQUARES);
        if (*c == 'v') {
            black = true;
        } else if (board[s] || (*c == 'P' && (s < 8 || s >= 56))) {
            return false;
        } else {
            board[s] = black ? (char)(*c - 'A' + 'a') : *c;
        }
    }
    for (int i = 0; i < SQUARES; i++) {
        if (i && i % 8 == 0) {
            fen[at++] = '/';
        }
        fen[at++] = board[i] ? board[i] : '1';
    }
    strcpy(fen + at, " w - - 0 1");
    return fen_parse(pos, fen, NULL, NULL) && gen_any(pos);
}

static search_result ask(search *s, const position *pos, const line *game, uint64_t nodes,
                         search_listener *listener, void *user)
{
    search_arm(s);
    return search_go(s, pos, game, &(search_limits){.nodes = nodes}, listener, user);
}

static void keep_score(void *user, const search *s, const search_info *info)
{
    (void)s;
    *(search_score *)user = info->score;
}

static bool is_won(match *m, const position *pos)
{
    syzygy_verdict verdict;
    search_score found = {SCORE_CENTIPAWNS, 0, 0.0f, 0.0f, 0.0f};
    line game;
    if (bb_count(pos_occupied(pos)) <= syzygy_found_in(m->tables).pieces) {
        return syzygy_judge(m->tables, pos, &verdict) && verdict.result > 0;
    }
    line_start(&game, pos);
    search_new_game(m->judge);
    (void)ask(m->judge, pos, &game, PROOF_PLAYOUTS, keep_score, &found);
    return found.value > 0 && (found.kind == SCORE_MATE || found.value > SCORE_CP_MAX);
}

/* A reply of the side that is lost. */
static move defend(match *m, const position *pos, const line *game)
{
    syzygy_verdict verdict;
    return syzygy_judge(m->tables, pos, &verdict)
               ? verdict.best
               : ask(m->defender, pos, game, DEFENCE_NODES, NULL, NULL).best;
}

static bool is_drawn(const position *pos, const line *game)
{
    return pos->halfmove_clock >= 100 || line_occurrences(game, pos) >= 2 ||
           pos_insufficient_material(pos);
}

/* Plays a game. Returns the number of White's moves up to the mate, or 0 if there was none. */
static int play(match *m, search_algorithm by, const position *start, int *clock_max)
{
    position pos = *start;
    line game;
    search *player = m->player[by];
    line_start(&game, &pos);
    search_new_game(player);
    search_new_game(m->defender);
    *clock_max = 0;
    for (int ply = 0; ply < PLIES_MAX; ply++) {
        const bool attacks = pos.to_move == WHITE;
        const move chosen = attacks ? ask(player, &pos, &game, m->plan->nodes[by], NULL, NULL).best
                                    : defend(m, &pos, &game);
        line_play(&game, &pos, chosen);
        *clock_max = pos.halfmove_clock > *clock_max ? pos.halfmove_clock : *clock_max;
        if (!gen_any(&pos)) {
            return attacks && pos_in_check(&pos) ? ply / 2 + 1 : 0;
        }
        if (is_drawn(&pos, &game)) {
            return 0;
        }
    }
    return 0;
}

static void play_both(match *m, int ending, const position *start)
{
    char fen[FEN_TEXT_MAX];
    fen_write(start, false, fen);
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        score *s = &m->scores[i][ending];
        int clock;
        const int moves = play(m, (search_algorithm)i, start, &clock);
        s->games++;
        s->won += moves > 0;
        s->moves += moves;
        s->clock_max = clock > s->clock_max ? clock : s->clock_max;
        if (moves == 0) {
            printf("not won by %s: %s\n", search_algorithm_words[i], fen);
            fflush(stdout);
        }
    }
}

/* True if the tables, with a piece more where that can be proven, know the ending. */
static bool is_known(const match *m, const char *ending)
{
    const int men = (int)strlen(ending) - 1, most = syzygy_found_in(m->tables).pieces;
    return men <= most || (most == MEN_MAX - 1 && men == MEN_MAX);
}

/* Plays won positions of the endings in turn. */
static void play_all(match *m)
{
    uint64_t random = m->plan->random;
    uint64_t played = 0;
    for (int i = 0; played < m->plan->positions; i = (i + 1) % ENDINGS) {
        position pos;
        if (!is_known(m, endings[i]) || (m->plan->only && strcmp(endings[i], m->plan->only) != 0)) {
            continue;
        }
        while (!place(endings[i], &random, &pos) || !is_won(m, &pos)) {
        }
        play_both(m, i, &pos);
        played++;
    }
}

static void write_score(const char *ending, const char *search_name, const score *s)
{
    printf("%-8s %-8s %6d %6d %11.1f %11d\n", ending, search_name, s->games, s->won,
           s->won ? (double)s->moves / s->won : 0.0, s->clock_max);
}

/* Writes the table, and returns true if all games were won. */
static bool write_scores(const match *m)
{
    bool all = true;
    printf("%-8s %-8s %6s %6s %11s %11s\n", "ending", "search", "games", "won", "mean moves",
           "max. clock");
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        score sum = {0, 0, 0, 0};
        for (int k = 0; k < ENDINGS; k++) {
            const score *s = &m->scores[i][k];
            if (s->games) {
                write_score(endings[k], search_algorithm_words[i], s);
            }
            sum.games += s->games;
            sum.won += s->won;
            sum.moves += s->moves;
            sum.clock_max = s->clock_max > sum.clock_max ? s->clock_max : sum.clock_max;
        }
        if (sum.games) {
            write_score("all", search_algorithm_words[i], &sum);
        }
        all &= sum.won == sum.games;
    }
    return all;
}

static bool read_option(plan *p, const char *name, const char *value)
{
    static const char *const names[] = {"--positions", "--playouts", "--nodes", "--seed"};
    uint64_t *const numbers[] = {&p->positions, &p->nodes[SEARCH_MCTS], &p->nodes[SEARCH_NEGAMAX],
                                 &p->random};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(name, names[i]) == 0) {
            *numbers[i] = strtoull(value, NULL, 10);
            return *numbers[i] > 0;
        }
    }
    if (strcmp(name, "--without") == 0) {
        p->without = true;
        return strcmp(value, "tables") == 0;
    }
    p->only = value;
    for (int i = 0; i < ENDINGS; i++) {
        if (strcmp(name, "--only") == 0 && strcmp(endings[i], value) == 0) {
            return true;
        }
    }
    return false;
}

int main(int argc, char **argv)
{
    static match m; /* large */
    plan p = {
        .positions = 10, .nodes = {[SEARCH_MCTS] = 800, [SEARCH_NEGAMAX] = 8000}, .random = 1};
    bool good = argc >= 2 && argc % 2 == 0;
    for (int i = 2; good && i < argc; i += 2) {
        good = read_option(&p, argv[i], argv[i + 1]);
    }
    if (!good) {
        fprintf(stderr, "usage: win_endgames TABLES [OPTION VALUE]...; the head of its source has "
                        "the options\n");
        return EXIT_USAGE;
    }
    p.folder = argv[1];
    attacks_init(true);
    begin(&m, &p);
    play_all(&m);
    const bool all = write_scores(&m);
    end(&m);
    return all ? EXIT_SUCCESS : EXIT_FAILURE;
}
