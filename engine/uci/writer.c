#include "uci/writer.h"

#include <stdarg.h>
#include <string.h>

#include "base/utf8.h"

void writer_init(writer *w, FILE *file)
{
    pthread_mutex_init(&w->lock, NULL);
    w->file = file;
    w->log = NULL;
}

void writer_destroy(writer *w)
{
    pthread_mutex_destroy(&w->lock);
}

void writer_record(writer *w, traffic_log *log)
{
    w->log = log;
}

/* False if the log has just failed, of which tell_log_failure() tells the client. */
static bool record(const writer *w, traffic_direction from, const char *line)
{
    return w->log == NULL || traffic_log_write(w->log, from, line);
}

static void tell_log_failure(writer *w)
{
    writer_error(w, "option Debug Log File: the file cannot be written; it is closed");
}

void writer_note_input(writer *w, const char *line)
{
    if (!record(w, TRAFFIC_FROM_CLIENT, line)) {
        tell_log_failure(w);
    }
}

static void write_formatted(writer *w, const char *prefix, const char *format, va_list arguments)
{
    char line[WRITER_LINE_MAX];
    size_t used = strlen(prefix);
    memcpy(line, prefix, used + 1);
    int wanted = vsnprintf(line + used, sizeof line - used - 1, format, arguments);
    if (wanted < 0) {
        return;
    }
    if ((size_t)wanted >= sizeof line - used - 1) {
        utf8_trim(line);
    }
    utf8_make_printable(line, "");
    used = strlen(line);
    while (used > 0 && line[used - 1] == ' ') {
        used--;
    }
    line[used] = '\0';
    pthread_mutex_lock(&w->lock);
    /* First the log, or the client's answer could stand before the line in it. */
    const bool recorded = record(w, TRAFFIC_FROM_ENGINE, line);
    fwrite(line, 1, used, w->file);
    fputc('\n', w->file);
    fflush(w->file);
    pthread_mutex_unlock(&w->lock);
    if (!recorded) {
        tell_log_failure(w);
    }
}

void writer_line(writer *w, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_formatted(w, "", format, arguments);
    va_end(arguments);
}

void writer_prompt(writer *w, const char *text)
{
    pthread_mutex_lock(&w->lock);
    fputs(text, w->file);
    fflush(w->file);
    pthread_mutex_unlock(&w->lock);
}

void writer_error(writer *w, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_formatted(w, "info string ERROR: ", format, arguments);
    va_end(arguments);
}
