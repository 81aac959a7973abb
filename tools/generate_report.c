#include "generate_report.h"

#include <unistd.h>

#include "train_report.h"

static const double terminal_seconds = 1.0, plain_seconds = 10.0;

void generate_report_open(generate_report *r, FILE *out, const generate_plan *plan,
                          game_log_counts before)
{
    *r = (generate_report){.out = out, .plan = plan, .before = before};
    r->terminal = isatty(fileno(out));
    r->started = r->shown = train_clock();
}

/* Seconds until the nearest of the goals, or less than 0 if there is none. */
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
    double clock = train_clock(), elapsed = clock - r->started;
    if (clock - r->shown < (r->terminal ? terminal_seconds : plain_seconds)) {
        return;
    }
    r->shown = clock;
    double left = seconds_left(r, now, elapsed);
    fprintf(r->out, "%s%llu games  %llu positions  %.0f positions/s  %.1f%% drawn",
            r->terminal ? "\r" : "", (unsigned long long)now.games,
            (unsigned long long)now.positions,
            (double)(now.positions - r->before.positions) / elapsed,
            now.games ? 100.0 * (double)now.draws / (double)now.games : 0.0);
    if (left >= 0.0) {
        long seconds = (long)left;
        fprintf(r->out, "  %ld:%02ld:%02ld left", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
    fputs(r->terminal ? "\033[K" : "\n", r->out);
    fflush(r->out);
}

void generate_report_close(generate_report *r)
{
    if (r->terminal) {
        fputs("\r\033[K", r->out);
    }
    fflush(r->out);
}

void generate_report_say(generate_report *r, const char *text)
{
    generate_report_close(r);
    fprintf(r->out, "%s\n", text);
    fflush(r->out);
}
