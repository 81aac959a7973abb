/* What runs of `suite` and `order` are called, and the words of the commands that made them. */
#ifndef TOOLS_REPORT_RUN_COMMAND_H
#define TOOLS_REPORT_RUN_COMMAND_H

#include "report_text.h"

/* "--NAME NUMBER" of a limit such as "nodes 1000". */
void report_run_limit(report_commands *c, const report_run *run);

/* The setting's name of a run, as --setting takes it. */
void report_run_setting(const report_run *run, char name[SUITE_SETTING_MAX]);

/* What a setting in a record's words has otherwise than its name says, as the text of a rule:
 * "NullMove=off QuietRule=relative"; or "". */
void report_rule_of_words(const char *words, char text[SUITE_SETTING_MAX]);

/* A rule that changes nothing: the history that orders moves as the setting has it. */
void report_usual_rule(const char *words, char text[SUITE_SETTING_MAX]);

/* The rule of a run; the usual one, if there is nothing. */
void report_run_rule(const report_run *run, char text[SUITE_SETTING_MAX]);

#endif
