#include "page_html.h"

#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "base/utf8.h"

/* The parts of the page (page/page_files.S). In page.html {{title}}, {{style}}, {{data}} and
 * {{script}} stand for its title, page.css, the data as JSON, and the scripts. */
extern const char page_html[], page_css[], page_rules_js[], page_board_js[], page_report_js[],
    page_views_js[], page_js[];

/* Writes text between tags of HTML, in ASCII. */
static void put_text(const char *text, FILE *out)
{
    uint32_t point;
    while (utf8_next(&text, &point)) {
        if (point > '~' || strchr("&<>", (int)point) != NULL) {
            fprintf(out, "&#%" PRIu32 ";", point);
        } else {
            fputc(point < ' ' ? ' ' : (int)point, out);
        }
    }
}

static bool has_mark(const char *at, const char *mark)
{
    return strncmp(at, mark, strlen(mark)) == 0;
}

static void put_scripts(FILE *out)
{
    fputs(page_rules_js, out);
    fputs(page_board_js, out);
    fputs(page_report_js, out);
    fputs(page_views_js, out);
    fputs(page_js, out);
}

bool page_html_write(const char *title, page_data_writer *put_data, const void *context, FILE *out)
{
    for (const char *at = page_html; *at != '\0';) {
        const char *mark = strstr(at, "{{");
        const size_t plain = mark != NULL ? (size_t)(mark - at) : strlen(at);
        fwrite(at, 1, plain, out);
        at += plain;
        if (mark == NULL) {
            break;
        }
        if (has_mark(at, "{{title}}")) {
            put_text(title, out);
        } else if (has_mark(at, "{{style}}")) {
            fputs(page_css, out);
        } else if (has_mark(at, "{{data}}")) {
            put_data(context, out);
        } else {
            put_scripts(out);
        }
        at = strstr(at, "}}") + strlen("}}");
    }
    return ferror(out) == 0;
}
