#include "control.h"

#include "system/clock.h"

int64_t control_now_us(void)
{
    return system_clock_ns() / 1000;
}

static int64_t cpu_us(void)
{
    return system_cpu_ns() / 1000;
}

int64_t control_elapsed_us(const search_control *c)
{
    return c->limits.time_cpu ? cpu_us() - c->start_cpu_us : control_now_us() - c->start_us;
}

void control_begin(search_control *c, const search_limits *limits)
{
    c->limits = *limits;
    c->endgame = (endgame_root){.known = false};
    c->pondering = limits->ponder;
    c->missing_threads = 0;
    c->begin_us = c->work_us = c->start_us = control_now_us();
    c->start_cpu_us = cpu_us();
    control_update(c);
}

void control_begin_work(search_control *c)
{
    c->work_us = control_now_us();
}

void control_ask_tables(search_control *c, const search_endgames *use, const position *root,
                        const line *game)
{
    endgame_root *found = &c->endgame;
    endgames_ask_root(found, use, root, game, &c->limits);
    if (found->known && found->restricts) {
        c->limits.moves = found->moves;
        c->limits.move_count = found->count;
    }
}

void control_update(search_control *c)
{
    if (c->pondering && atomic_exchange(&c->ponderhit, false)) {
        c->pondering = false;
        c->start_us = control_now_us();
        c->start_cpu_us = cpu_us();
    }
}

void control_wait(search_control *c)
{
    while (control_endless(c) && !control_stopped(c)) {
        system_pause_ms(1);
        control_update(c);
    }
}
