/* The progress report of `generate` for a person. */
#ifndef TOOLS_GENERATE_REPORT_H
#define TOOLS_GENERATE_REPORT_H

#include <stdio.h>

#include "files/status_line.h"
#include "game_log.h"
#include "generate_plan.h"

typedef struct generate_report {
    status_line line;
    const generate_plan *plan;
    game_log_counts before; /* contents of the file when the run began */
} generate_report;

void generate_report_open(generate_report *r, FILE *out, const generate_plan *plan,
                          game_log_counts before);

/* Shows the status line when it is due. */
void generate_report_show(generate_report *r, game_log_counts now);

/* Ends the status line. */
void generate_report_close(const generate_report *r);

#endif
