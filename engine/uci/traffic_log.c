#include "uci/traffic_log.h"

#include <errno.h>
#include <string.h>

#include "files/whole_file.h"
#include "system/files.h"

static const char marks[] = {[TRAFFIC_FROM_CLIENT] = '>', [TRAFFIC_FROM_ENGINE] = '<'};

void traffic_log_init(traffic_log *log)
{
    pthread_mutex_init(&log->lock, NULL);
    log->file = NULL;
    log->had_file = false;
    log->early_end = 0;
    log->dropped = 0;
}

static void close_file(traffic_log *log)
{
    if (log->file != NULL) {
        fclose(log->file);
        log->file = NULL;
    }
}

void traffic_log_destroy(traffic_log *log)
{
    close_file(log);
    pthread_mutex_destroy(&log->lock);
}

static void write_early(traffic_log *log)
{
    fwrite(log->early, 1, log->early_end, log->file);
    if (log->dropped > 0) {
        fprintf(log->file, "# %d lines are missing here\n", log->dropped);
    }
    fflush(log->file);
}

/* Returns NULL and fills `why` for a file that cannot be opened, and for a pipe or socket: to write
 * to one that nobody reads would end the process. */
static FILE *open_file(const char *path, failure *why)
{
    system_status status;
    const char *fault = whole_file_name_fault(path);
    if (fault != NULL) {
        fail(why, "%s: %s", path, fault);
        return NULL;
    }
    FILE *file = system_open_to_append(path);
    if (file == NULL || !system_look_at_open(fileno(file), &status)) {
        fail(why, "%s: %s", path, strerror(errno));
    } else if (status.kind == SYSTEM_PIPE || status.kind == SYSTEM_SOCKET) {
        fail(why, "%s: it is a pipe or a socket", path);
    } else {
        return file;
    }
    if (file != NULL) {
        fclose(file);
    }
    return NULL;
}

bool traffic_log_open(traffic_log *log, const char *path, failure *why)
{
    FILE *file = NULL;
    if (path[0] != '\0' && (file = open_file(path, why)) == NULL) {
        return false;
    }
    pthread_mutex_lock(&log->lock);
    close_file(log);
    log->file = file;
    if (file != NULL && !log->had_file) {
        log->had_file = true;
        write_early(log);
    }
    pthread_mutex_unlock(&log->lock);
    return true;
}

static void keep_early(traffic_log *log, traffic_direction from, const char *line)
{
    const size_t length = strlen(line), room = TRAFFIC_EARLY_MAX - log->early_end;
    char *end = log->early + log->early_end;
    if (log->dropped > 0 || length + strlen("> \n") > room) {
        log->dropped++;
        return;
    }
    *end++ = marks[from];
    *end++ = ' ';
    memcpy(end, line, length);
    end[length] = '\n';
    log->early_end += length + strlen("> \n");
}

bool traffic_log_write(traffic_log *log, traffic_direction from, const char *line)
{
    bool written = true;
    pthread_mutex_lock(&log->lock);
    if (log->file != NULL) {
        fprintf(log->file, "%c %s\n", marks[from], line);
        written = fflush(log->file) == 0;
    } else if (!log->had_file) {
        keep_early(log, from, line);
    }
    if (!written) {
        close_file(log);
    }
    pthread_mutex_unlock(&log->lock);
    return written;
}
