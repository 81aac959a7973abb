/* What a person sees of `generate` while it plays. */
#ifndef TOOLS_GENERATE_REPORT_H
#define TOOLS_GENERATE_REPORT_H

#include <stdio.h>

#include "game_log.h"
#include "generate_plan.h"
#include "status_line.h"

typedef struct generate_report {
    status_line line;
    const generate_plan *plan;
    game_log_counts before; /* what the file held when the run began */
} generate_report;

void generate_report_open(generate_report *r, FILE *out, const generate_plan *plan,
                          game_log_counts before);

/* Shows the status when it is due. */
void generate_report_show(generate_report *r, game_log_counts now);

/* A line of its own, above the status; `text` without a final newline. */
void generate_report_say(const generate_report *r, const char *text);

/* Ends the status line. */
void generate_report_close(const generate_report *r);

#endif
