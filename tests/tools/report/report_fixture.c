#include "report_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "chess/attacks.h"

report_results results;
static char folder[64], path[128];

void report_fixture_begin(void)
{
    attacks_init(true);
    strcpy(folder, "/tmp/morpho_report_XXXXXX");
    cr_assert(mkdtemp(folder));
}

void report_fixture_end(void)
{
    static const char *const names[] = {"a.csv",      "b.csv", "c.csv",
                                        "b-plan.csv", "other", "other.svg"};
    report_results_free(&results);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        unlink(report_fixture_path(names[i]));
    }
    cr_expect(rmdir(folder) == 0);
}

const char *report_fixture_folder(void)
{
    return folder;
}

const char *report_fixture_path(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

void report_fixture_put(const char *name, const char *text)
{
    FILE *file = fopen(report_fixture_path(name), "wb");
    cr_assert(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

void report_fixture_read(void)
{
    failure why;
    cr_assert(report_results_read(&results, folder, 7, &why), "%s", why.text);
}

char *report_fixture_write(report_format format)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    cr_assert(file && report_write(file, format, &results) && fclose(file) == 0);
    return text;
}

size_t count_of(const char *text, const char *words)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, words)); at += strlen(words)) {
        count++;
    }
    return count;
}
