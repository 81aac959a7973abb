#include "report_list.h"

void report_list_write(report_page *p, const report_list *list, const report_results *results,
                       const void *const items[], size_t count)
{
    report_table t;
    report_commands c;
    if (count == 0) {
        report_page_text(p, "Not measured yet.");
        return;
    }
    if (!report_commands_start(&c, p)) {
        return;
    }
    report_table_start(&t, list->columns, list->column_count);
    for (size_t i = 0; i < count; i++) {
        list->add_row(&t, results, items[i]);
        list->add_command(&c, items[i]);
    }
    report_page_table(p, &t);
    report_table_free(&t);
    report_commands_write(&c, p, "The commands, in the order of the table");
}
