#include "generate_report.h"

#include "chess/plural.h"

void generate_report_open(generate_report *r, FILE *out, const generate_plan *plan,
                          game_log_counts before)
{
    *r = (generate_report){.plan = plan, .before = before};
    status_line_open(&r->line, out);
}

/* Seconds until the nearest goal; below 0 if there is no goal. */
static double seconds_left(const generate_report *r, game_log_counts now, double elapsed)
{
    const generate_plan *plan = r->plan;
    double left = plan->minutes > 0.0 ? 60.0 * plan->minutes - elapsed : -1.0;
    double games = (double)(now.games - r->before.games);
    double positions = (double)(now.positions - r->before.positions);
    if (plan->games > now.games && games > 0.0) {
        double wait = (double)(plan->games - now.games) / games * elapsed;
        left = left < 0.0 || wait < left ? wait : left;
    }
    if (plan->positions > now.positions && positions > 0.0) {
        double wait = (double)(plan->positions - now.positions) / positions * elapsed;
        left = left < 0.0 || wait < left ? wait : left;
    }
    return left;
}

void generate_report_show(generate_report *r, game_log_counts now)
{
    if (!status_line_is_due(&r->line)) {
        return;
    }
    const double elapsed = status_line_elapsed(&r->line);
    status_line_show(
        &r->line, seconds_left(r, now, elapsed), "%llu %s, %llu %s, %.0f positions/s, %.1f%% drawn",
        (unsigned long long)now.games, plural(now.games, "game", "games"),
        (unsigned long long)now.positions, plural(now.positions, "position", "positions"),
        (double)(now.positions - r->before.positions) / elapsed,
        now.games ? 100.0 * (double)now.draws / (double)now.games : 0.0);
}

void generate_report_close(const generate_report *r)
{
    status_line_clear(&r->line);
}
