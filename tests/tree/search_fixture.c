#include "search_fixture.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <unistd.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "random_net.h"

void fixture_begin(fixture *f, size_t hash_mb)
{
    failure why;
    char path[64];
    attacks_init(true);
    snprintf(path, sizeof path, "search_fixture_%ld.nn", (long)getpid());
    cr_assert(random_net_write(path, &random_net_small, &why), "%s", why.text);
    f->nets = nets_load(path, &why);
    unlink(path);
    cr_assert_not_null(f->nets, "%s", why.text);
    f->options = (search_options){.algorithm = SEARCH_MCTS,
                                  .hash_mb = hash_mb,
                                  .nets = f->nets,
                                  .kernels = kernels_best(),
                                  .mcts_history = HIST_BUTTERFLY,
                                  .params = search_params_default()};
    f->search = search_new(&f->options, &why);
    cr_assert_not_null(f->search, "%s", why.text);
    fixture_set(f, FEN_START);
}

void fixture_end(fixture *f)
{
    search_free(f->search);
    nets_free(f->nets);
}

void fixture_set(fixture *f, const char *fen)
{
    failure why;
    cr_assert(fen_parse(&f->position, fen, NULL, &why), "%s", why.text);
    line_start(&f->game, &f->position);
}

void fixture_play(fixture *f, const char *uci)
{
    move m = gen_from_uci(&f->position, uci);
    cr_assert_neq(m, MOVE_NONE, "%s", uci);
    pos_make(&f->position, m);
    line_play(&f->game, &f->position);
}

static void listen(void *user, const search *s, const search_info *info)
{
    fixture *f = user;
    (void)s;
    f->last = *info;
    f->reports++;
    f->finals += info->final;
}

search_result fixture_go(fixture *f, const search_limits *limits)
{
    f->reports = 0;
    f->finals = 0;
    search_arm(f->search);
    return search_go(f->search, &f->position, &f->game, limits, listen, f);
}

const char *fixture_text(move m)
{
    static char text[MOVE_TEXT_MAX];
    move_to_uci(m, false, text);
    return text;
}
