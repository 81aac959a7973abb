#include "report_page.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 4096, OPTION_MAX = 32, ANCHOR_MAX = 64 };

/* Columns of a table as text are padded to at least and at most so many characters. */
enum { TEXT_COLUMN_MIN = 3, TEXT_COLUMN_MAX = 40 };

static const char missing[] = "not measured"; /* shown more faintly than figures */

/* Writes text between tags of HTML. */
static void escape_html(FILE *html, const char *text)
{
    for (const char *at = text; *at; at++) {
        switch (*at) {
        case '&':
            fputs("&amp;", html);
            break;
        case '<':
            fputs("&lt;", html);
            break;
        case '>':
            fputs("&gt;", html);
            break;
        case '"':
            fputs("&quot;", html);
            break;
        case '+':
            if (strncmp(at, "+- ", 3) == 0) {
                fputs("&plusmn;", html);
                at++;
                break;
            } /* fallthrough */
        default:
            fputc(*at >= ' ' && *at <= '~' ? *at : '?', html);
        }
    }
}

/* True if a character of a text may be a mark of Markdown. An underscore within a word is none. */
static bool is_mark(const char *text, const char *at)
{
    const bool is_within =
        at > text && isalnum((unsigned char)at[-1]) && isalnum((unsigned char)at[1]);
    return strchr("|<`*[\\&~", *at) || (*at == '_' && !is_within);
}

/* Writes one line of text in which nothing is taken for a mark of Markdown. */
static void escape_text(FILE *file, const char *text)
{
    for (const char *at = text; *at; at++) {
        if (is_mark(text, at)) {
            fputc('\\', file);
        }
        fputc(*at >= ' ' && *at <= '~' ? *at : '?', file);
    }
}

static void escape(report_page *p, const char *text)
{
    if (p->format == REPORT_HTML) {
        escape_html(p->file, text);
    } else {
        escape_text(p->file, text);
    }
}

void report_page_begin(report_page *p, FILE *file, report_format format, const char *title)
{
    *p = (report_page){.file = file, .format = format};
    if (format == REPORT_TEXT) {
        fprintf(file, "# %s\n", title);
        return;
    }
    fprintf(file,
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
            "<title>%s</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>%s</h1>\n",
            title, report_style, title);
}

bool report_page_end(report_page *p)
{
    if (p->format == REPORT_HTML) {
        fputs("</body>\n</html>\n", p->file);
    }
    return !p->failed && fflush(p->file) == 0 && !ferror(p->file);
}

void report_page_links(report_page *p)
{
    if (p->format == REPORT_HTML) {
        fputs("<nav><a href=\"#atlas\">Atlas</a><a href=\"#matches\">Matches</a>"
              "<a href=\"#order\">Order of moves</a><a href=\"#rules\">Rules of mcts</a><a "
              "href=\"#suites\">Test suites</a>"
              "<a href=\"#threads\">Threads</a></nav>\n",
              p->file);
    }
}

/* Writes a line: in HTML between its tags, as text behind its mark. */
static void write_line(report_page *p, const char *begin, const char *end, const char *mark,
                       const char *text)
{
    const bool html = p->format == REPORT_HTML;
    fputs(html ? begin : mark, p->file);
    escape(p, text);
    fprintf(p->file, "%s\n", html ? end : "");
}

void report_page_section(report_page *p, const char *anchor, const char *text)
{
    char begin[ANCHOR_MAX];
    snprintf(begin, sizeof begin, "<h2 id=\"%s\">", anchor);
    write_line(p, begin, "</h2>", "\n## ", text);
}

void report_page_head(report_page *p, const char *text)
{
    write_line(p, "<h3>", "</h3>", "\n### ", text);
}

void report_page_text(report_page *p, const char *format, ...)
{
    char text[TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    p->failed |= length < 0;
    write_line(p, "<p>", "</p>", "\n", length < 0 ? "" : text);
}

/* Cuts the next line off a cell, in place; NULL at its end. */
static char *next_line(char **rest)
{
    char *line = *rest;
    if (line) {
        char *end = strchr(line, '\n');
        *rest = end ? end + 1 : NULL;
        if (end) {
            *end = 0;
        }
    }
    return line;
}

/* Writes a note as HTML, and changes it. A line may break between an option and its value. */
static void write_note(FILE *html, char *note)
{
    fputs("<small>", html);
    for (char *equals; (equals = strchr(note, '=')); note = equals + 1) {
        *equals = 0;
        escape_html(html, note);
        fputs("=<wbr>", html);
    }
    escape_html(html, note);
    fputs("</small>", html);
}

static void write_cell(report_page *p, const char *cell)
{
    char *const text = strdup(cell), *rest = text;
    bool first = true;
    p->failed |= !text;
    for (char *line; (line = next_line(&rest)); first = false) {
        const bool note = *line == ' ';
        if (p->format == REPORT_HTML && note) {
            fputs(first ? "" : "<br>", p->file);
            write_note(p->file, line + 1);
        } else if (p->format == REPORT_HTML) {
            const bool faint = strcmp(line, missing) == 0;
            fputs(first ? "" : "<br>", p->file);
            fputs(faint ? "<span class=\"none\">" : "", p->file);
            escape_html(p->file, line);
            fputs(faint ? "</span>" : "", p->file);
        } else {
            fputs(first ? "" : note ? " (" : "; ", p->file);
            escape_text(p->file, line + note);
            fputs(note && !first ? ")" : "", p->file);
        }
    }
    free(text);
}

static void write_html_table(report_page *p, const report_table *t)
{
    FILE *f = p->file;
    fputs("<div class=\"scroll\"><table>\n<thead><tr>", f);
    for (int c = 0; c < t->columns; c++) {
        fputs(t->column[c].number ? "<th class=\"n\">" : "<th>", f);
        write_cell(p, t->column[c].head);
        fputs("</th>", f);
    }
    fputs("</tr></thead>\n<tbody>\n", f);
    for (size_t i = 0; i < t->count; i++) {
        const report_row *row = &t->rows[i];
        fputs("<tr>", f);
        if (row->group) {
            fprintf(f, "<th class=\"group\" colspan=\"%d\"><span>", t->columns);
            escape_html(f, row->cell[0]);
            fputs("</span></th>", f);
        }
        for (int c = 0; c < t->columns && !row->group; c++) {
            fputs(t->column[c].number ? "<td class=\"n\">" : "<td>", f);
            write_cell(p, row->cell[c]);
            fputs("</td>", f);
        }
        fputs("</tr>\n", f);
    }
    fputs("</tbody></table></div>\n", f);
}

/* A cell as it stands in text; the caller frees. NULL if memory is short. */
static char *cell_text(const char *cell)
{
    char *text = NULL;
    size_t size;
    report_page inner = {.file = open_memstream(&text, &size), .format = REPORT_TEXT};
    if (inner.file) {
        write_cell(&inner, cell);
    }
    if (!inner.file || fclose(inner.file) != 0 || inner.failed) {
        free(text);
        return NULL;
    }
    return text;
}

/* Some rows of a table as text. */
typedef struct text_part {
    const report_table *table;
    size_t begin, end;             /* of its rows, none of which is a group */
    int width[REPORT_COLUMNS_MAX]; /* of each column; 0: all its cells are empty */
} text_part;

/* Columns are as wide as their widest cell, or without rows as their head. Very long cells stick
 * out. */
static void measure_columns(report_page *p, text_part *part)
{
    const report_table *t = part->table;
    for (int c = 0; c < t->columns; c++) {
        size_t width = 0;
        for (size_t i = part->begin; i < part->end; i++) {
            char *text = cell_text(t->rows[i].cell[c]);
            const size_t length = text ? strlen(text) : 0;
            p->failed |= !text;
            width = length > width ? length : width;
            free(text);
        }
        if (width || part->begin == part->end) {
            const size_t head = strlen(t->column[c].head);
            width = head > width ? head : width;
            width = width < TEXT_COLUMN_MIN ? TEXT_COLUMN_MIN : width;
        }
        part->width[c] = (int)(width > TEXT_COLUMN_MAX ? TEXT_COLUMN_MAX : width);
    }
}

static void write_padded(report_page *p, const char *cell, int width, bool right)
{
    char *text = cell_text(cell);
    p->failed |= !text;
    fprintf(p->file, right ? "| %*s " : "| %-*s ", width, text ? text : "");
    free(text);
}

/* Writes a row of cells: the heads of the columns if `row` is NULL. */
static void write_text_row(report_page *p, const text_part *part, const report_row *row)
{
    for (int c = 0; c < part->table->columns; c++) {
        const report_column *column = &part->table->column[c];
        if (part->width[c]) {
            write_padded(p, row ? row->cell[c] : column->head, part->width[c], column->number);
        }
    }
    fputs("|\n", p->file);
}

static void write_text_part(report_page *p, text_part *part)
{
    const report_table *t = part->table;
    measure_columns(p, part);
    fputc('\n', p->file);
    write_text_row(p, part, NULL);
    for (int c = 0; c < t->columns; c++) {
        fputs(part->width[c] ? "|" : "", p->file);
        for (int k = 0; part->width[c] && k < part->width[c] + 2; k++) {
            fputc(t->column[c].number && k == part->width[c] + 1 ? ':' : '-', p->file);
        }
    }
    fputs("|\n", p->file);
    for (size_t i = part->begin; i < part->end; i++) {
        write_text_row(p, part, &t->rows[i]);
    }
}

/* Each line over all columns becomes a head, under which the next rows are a table. */
static void write_text_table(report_page *p, const report_table *t)
{
    text_part part = {.table = t};
    do {
        if (part.end < t->count && t->rows[part.end].group) {
            report_page_head(p, t->rows[part.end++].cell[0]);
        }
        part.begin = part.end;
        while (part.end < t->count && !t->rows[part.end].group) {
            part.end++;
        }
        write_text_part(p, &part);
    } while (part.end < t->count);
}

void report_page_table(report_page *p, const report_table *t)
{
    p->failed |= t->failed;
    if (p->failed) {
        return;
    }
    assert(t->filled == t->columns); /* all rows are whole */
    if (p->format == REPORT_HTML) {
        write_html_table(p, t);
    } else {
        write_text_table(p, t);
    }
}

FILE *report_page_chart(report_page *p)
{
    fputs("<figure>\n", p->file);
    return p->file;
}

void report_page_figure(report_page *p, bool drawn, const failure *why)
{
    if (!drawn) {
        fputs("<p class=\"none\">", p->file);
        escape_html(p->file, why->text);
        fputs("</p>\n", p->file);
    }
    fputs("</figure>\n", p->file);
}

void report_page_commands(report_page *p, const char *what, const char *commands)
{
    if (p->format == REPORT_TEXT) {
        fputs("\n```\n", p->file);
        for (; *commands; commands++) {
            const bool shown = *commands == '\n' || (*commands >= ' ' && *commands <= '~');
            fputc(shown ? *commands : '?', p->file);
        }
        fputs("```\n", p->file);
        return;
    }
    fprintf(p->file, "<details><summary>%s</summary>\n<pre><code>", what);
    for (const char *at = commands; *at; at++) {
        /* A line must not break behind the hyphens of an option. */
        const size_t option = strncmp(at, "--", 2) == 0 ? strcspn(at, " \n") : 0;
        char piece[OPTION_MAX] = {*at};
        if (option && option < sizeof piece) {
            memcpy(piece, at, option);
            piece[option] = 0;
            at += option - 1;
        }
        fputs(option ? "<span>" : *at == '\n' ? "</code\n><code>" : "", p->file);
        if (*piece != '\n') {
            escape_html(p->file, piece);
        }
        fputs(option ? "</span>" : "", p->file);
    }
    fputs("</code></pre></details>\n", p->file);
}
