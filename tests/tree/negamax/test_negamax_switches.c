/* Tests properties that negamax search has whatever its options are, and what stays after a change
 * of options or a new game. */
#include <criterion/criterion.h>
#include <string.h>

#include "chess/movegen.h"
#include "search_fixture.h"
#include "settings_fixture.h"

static void begin(void)
{
    fixture_begin_negamax(2, 1);
}

TestSuite(negamax_switches, .init = begin, .fini = fixture_end);

static const char kiwipete[] = FIXTURE_KIWIPETE;

static const char middlegame[] =
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 8";
static const char endgame[] = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

/* Mates are found, if not always the quickest by a search that prunes. */
static void expect_mates(const char *what)
{
    const struct {
        const char *fen;
        int mate;
    } cases[] = {{"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1},
                 {"r2r2k1/5ppp/8/8/8/8/3R1PPP/3R2K1 w - - 0 1", 2},
                 {"7k/8/8/8/8/R7/1R6/7K w - - 0 1", 2},
                 {"k7/8/1K6/8/8/8/8/7R b - - 0 1", -1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        search_new_game(f.search);
        fixture_ask(cases[i].fen, &(search_limits){.depth = 14, .nodes = 100000, .mate = 5});
        const int value = f.last.score.value, mate = cases[i].mate;
        cr_expect_eq(f.last.score.kind, SCORE_MATE, "%s: %s", what, cases[i].fen);
        cr_expect(mate > 0 ? value >= mate && value < mate + 4 : value <= mate && value > mate - 4,
                  "%s: %s: %d", what, cases[i].fen, value);
    }
}

/* A new game forgets whatever was searched before; the second search of a game shows what the first
 * has left behind. */
static void expect_repeatable(const char *what)
{
    const search_limits limits = {.nodes = 1500};
    fixture_answer answers[2];
    for (int round = 0; round < 2; round++) {
        search_new_game(f.search);
        fixture_ask(middlegame, &limits);
        answers[round] = fixture_ask(endgame, &limits);
        cr_expect_eq(answers[round].nodes, 1500);
    }
    cr_expect(fixture_same(&answers[0], &answers[1]), "%s", what);
}

/* Each value of each option, beside the others of the modern setting and of one that has classical
 * histories. */
Test(negamax_switches, each_technique_alone_may_be_changed)
{
    int count;
    const search_technique_row *rows = search_technique_rows(&count);
    for (int setting = 0; setting < SETTINGS; setting++) {
        search_techniques usual = search_techniques_of((search_setting)setting);
        if (setting == SETTING_MIA) {
            usual.late_move_reductions = true;
            usual.quiet_rule = HIST_ORDER_RELATIVE;
            usual.reduction_rule = HIST_REDUCE_PRODEO;
        }
        for (int i = 0; i < count; i++) {
            const choice *c = &rows[i].choice;
            for (int k = 0; rows[i].by == SEARCH_NEGAMAX && k < settings_values(c); k++) {
                f.options.techniques = usual;
                search_technique_put(&f.options.techniques, &rows[i], settings_value(c, k));
                fixture_configure();
                expect_repeatable(rows[i].option);
            }
        }
    }
}

static void expect_sound(const search_techniques *use, const char *what)
{
    f.options.techniques = *use;
    fixture_configure();
    expect_mates(what);
    expect_repeatable(what);
}

Test(negamax_switches, mates_are_found_by_both_settings_with_all_switches_and_with_none)
{
    int count;
    const search_technique_row *rows = search_technique_rows(&count);
    search_techniques all = {0};
    for (int i = 0; i < count; i++) {
        if (rows[i].by == SEARCH_NEGAMAX && rows[i].choice.is_switch) {
            search_technique_put(&all, &rows[i], true);
        }
    }
    for (int setting = 0; setting < SETTINGS; setting++) {
        const search_techniques use = search_techniques_of((search_setting)setting);
        expect_sound(&use, search_setting_words[setting]);
    }
    for (all.frame = 0; all.frame < AB_FRAMES; all.frame++) {
        const search_techniques none = {.frame = all.frame};
        expect_sound(&none, "none");
        expect_sound(&all, "all");
    }
}

Test(negamax_switches, options_may_change_to_and_fro)
{
    nets *other = fixture_nets(3);
    const fixture_answer before = fixture_ask(kiwipete, &(search_limits){.nodes = 5000});
    const search_options usual = f.options;
    for (int i = 0; i < 24; i++) {
        f.options = usual;
        f.options.threads = 1 + i % 3;
        f.options.hash_mb = (size_t)(1 + i % 4);
        f.options.algorithm = i % 5 == 4 ? SEARCH_MCTS : SEARCH_NEGAMAX;
        f.options.nets = i % 2 ? other : f.nets;
        f.options.multi_pv = 1 + i % 7;
        f.options.techniques = search_techniques_of((search_setting)(i % SETTINGS));
        fixture_configure();
        fixture_set(i % 2 ? kiwipete : endgame);
        const search_result result = fixture_go(&(search_limits){.nodes = 3000});
        cr_expect(gen_is_legal(&f.position, result.best));
    }
    f.options = usual;
    fixture_configure();
    search_new_game(f.search);
    const fixture_answer after = fixture_ask(kiwipete, &(search_limits){.nodes = 5000});
    cr_expect(fixture_same(&before, &after));
    nets_free(other);
}

Test(negamax_switches, other_nets_find_nothing_of_the_first_ones)
{
    const search_limits limits = {.nodes = 5000};
    nets *other = fixture_nets(3);
    fixture_answer answers[2];
    for (int i = 0; i < 2; i++) {
        f.options.nets = other;
        fixture_configure();
        answers[i] = fixture_ask(kiwipete, &limits);
        f.options.nets = f.nets;
        fixture_configure();
        fixture_ask(kiwipete, &limits);
    }
    cr_expect(fixture_same(&answers[0], &answers[1]));
    nets_free(other);
}

/* Long forced lines and great depths stay within the path; extreme evaluations within theirs. */
static void expect_sound_at_the_extremes(void)
{
    static const char *const fens[] = {
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",  /* 218 moves */
        "8/8/8/p1p1p1p1/P1P1P1P1/8/4k3/6K1 w - - 0 1",           /* nothing to do */
        "7k/8/8/4p3/4P3/8/8/K7 w - - 0 1",                       /* the same */
        "k7/8/8/8/8/8/1QQ5/7K b - - 0 1",                        /* checks without end */
        "qqqqkqqq/pppppppp/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1", /* captures without end */
        "4k3/8/8/8/8/8/8/K6R w - - 998 999",                     /* clocks far gone */
        "8/8/8/8/8/1k6/8/K1q5 w - - 98 90",
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        search_new_game(f.search);
        fixture_set(fens[i]);
        const search_result result = fixture_go(&(search_limits){.depth = 120, .nodes = 30000});
        if (!gen_any(&f.position)) {
            cr_expect_eq(result.best, MOVE_NONE);
            continue;
        }
        cr_assert_neq(result.best, MOVE_NONE, "%s", fens[i]);
        position pos = f.position;
        for (int k = 0; k < f.last.pv_length; k++) {
            cr_assert(gen_is_legal(&pos, f.last.pv[k]));
            pos_make(&pos, f.last.pv[k]);
        }
        cr_expect_leq(f.last.seldepth, 200);
        const int score = f.last.score.value;
        if (f.last.score.kind == SCORE_CENTIPAWNS) {
            cr_expect(score >= -SCORE_CP_MAX && score <= SCORE_CP_MAX, "%s: %d", fens[i], score);
        } else {
            cr_expect(score >= -100 && score <= 100, "%s: %d", fens[i], score);
        }
    }
}

Test(negamax_switches, extremes_of_every_kind_are_sound)
{
    for (int loudness = 1; loudness <= 30; loudness += 29) {
        fixture_end();
        fixture_begin_negamax(1, loudness);
        for (int setting = 0; setting <= SETTINGS; setting++) {
            f.options.techniques = setting < SETTINGS
                                       ? search_techniques_of((search_setting)setting)
                                       : (search_techniques){0};
            fixture_configure();
            expect_sound_at_the_extremes();
        }
    }
}
