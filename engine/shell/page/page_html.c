#include "page_html.h"

#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "base/utf8.h"

/* The parts of the page (page/page_files.S). In page.html {{title}}, {{policy}}, {{style}},
 * {{live}}, {{data}} and {{script}} stand for its title, what it may load, page.css, live.html, the
 * data as JSON, and the scripts. */
extern const char page_html[], page_css[], page_rules_js[], page_board_js[], page_report_js[],
    page_views_js[], page_js[], page_live_js[], page_live_html[];

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

/* What a page is made of. */
typedef struct parts {
    const char *title, *policy;
    page_data_writer *put_data; /* NULL: the page is live */
    const void *context;
} parts;

static void put_part(const parts *p, const char *mark, FILE *out)
{
    const bool live = p->put_data == NULL;
    if (has_mark(mark, "{{title}}")) {
        put_text(p->title, out);
    } else if (has_mark(mark, "{{policy}}")) {
        put_text(p->policy, out);
    } else if (has_mark(mark, "{{style}}")) {
        fputs(page_css, out);
    } else if (has_mark(mark, "{{live}}")) {
        fputs(live ? page_live_html : "", out);
    } else if (has_mark(mark, "{{data}}") && live) {
        fputs("null", out);
    } else if (has_mark(mark, "{{data}}")) {
        p->put_data(p->context, out);
    } else if (live) {
        fputs("<script src=\"page.js\"></script>", out);
    } else {
        fputs("<script>\n", out);
        put_scripts(out);
        fputs("</script>", out);
    }
}

static bool write_parts(const parts *p, FILE *out)
{
    for (const char *at = page_html; *at != '\0';) {
        const char *mark = strstr(at, "{{");
        const size_t plain = mark != NULL ? (size_t)(mark - at) : strlen(at);
        fwrite(at, 1, plain, out);
        at += plain;
        if (mark != NULL) {
            put_part(p, mark, out);
            at = strstr(mark, "}}") + strlen("}}");
        }
    }
    return ferror(out) == 0;
}

bool page_html_write(const char *title, page_data_writer *put_data, const void *context, FILE *out)
{
    static const char policy[] = "default-src 'none'; style-src 'unsafe-inline'; "
                                 "script-src 'unsafe-inline'; img-src data:";
    const parts p = {title, policy, put_data, context};
    return write_parts(&p, out);
}

bool page_html_write_live(const char *policy, FILE *out)
{
    const parts p = {"Morpho", policy, NULL, NULL};
    return write_parts(&p, out);
}

bool page_html_write_script(FILE *out)
{
    put_scripts(out);
    fputs(page_live_js, out);
    return ferror(out) == 0;
}
