#include "morpho_data_files.h"

#include <stdio.h>
#include <sys/stat.h>

#include "base/plural.h"
#include "data_path.h"
#include "files/input_file.h"

FILE *data_told(const char *output)
{
    return input_file_is_open(output) ? stderr : stdout;
}

bool data_output_is_apart(const command_line *c, const char *name, failure *why)
{
    const data_paths written = {&name, 1}, read = {(const char *const *)c->files, c->file_count};
    return data_paths_apart(written, read, c->folder, why);
}

int data_work_status(work_end end, const failure *why)
{
    return end == WORK_FAILED ? command_complain(DATA_PROGRAM, why)
           : end == WORK_DONE ? 0
                              : COMMAND_STOPPED_STATUS;
}

void data_progress_start(data_progress *p, const char *name, const char *path)
{
    struct stat status;
    *p = (data_progress){.name = name};
    status_line_open(&p->line, stderr);
    p->bytes = stat(path, &status) == 0 ? (double)status.st_size : 0.0;
}

void data_progress_tell(data_progress *p, int64_t bytes, long games)
{
    enum { GAMES_A_LOOK = 64 }; /* the clock is not asked at each game */
    if (games % GAMES_A_LOOK != 0 || !status_line_is_due(&p->line)) {
        return;
    }
    const double spent = status_line_elapsed(&p->line);
    const double share = p->bytes > 0 ? (double)bytes / p->bytes : 0.0;
    const double left = share > 0.0 ? spent / share - spent : -1.0;
    status_line_show(&p->line, left, "%s: %3.0f%%, %ld %s, %.0f a second", p->name, 100.0 * share,
                     games, plural((uint64_t)games, "game", "games"), (double)games / spent);
}

void data_progress_end(const data_progress *p)
{
    status_line_clear(&p->line);
}

bool data_file_each(const command_line *c, const char *name, bool cut_is_fine, data_visit *visit,
                    void *context, failure *why)
{
    char path[DATA_PATH_MAX];
    if (!data_path_find(name, c->folder, path, why)) {
        return false;
    }
    game_reader *reader = game_reader_open(path, why);
    game g = {0};
    data_visit_status visited = DATA_CONTINUE;
    data_progress progress;
    data_progress_start(&progress, name, path);
    game_status status = reader ? GAME_READ : GAME_BAD;
    while (status == GAME_READ && visited == DATA_CONTINUE) {
        status = game_reader_next(reader, &g, why);
        failure reason = {""};
        if (status == GAME_READ) {
            visited = visit(context, &g, &reason);
            data_progress_tell(&progress, game_reader_bytes(reader), game_reader_count(reader));
        }
        if (visited == DATA_FAULT) {
            fail(why, "%s: game %ld: %s", path, game_reader_count(reader), reason.text);
        } else if (visited == DATA_STOP) {
            fail(why, "%s", reason.text);
        }
    }
    data_progress_end(&progress);
    game_free(&g);
    game_reader_close(reader);
    if (status == GAME_CUT && cut_is_fine) {
        fprintf(stderr, DATA_PROGRAM ": warning: %s\n", why->text);
        return true;
    }
    return status == GAME_END;
}

bool data_files_each(const command_line *c, bool cut_is_fine, data_visit *visit, void *context,
                     failure *why)
{
    for (int i = 0; i < c->file_count; i++) {
        if (!data_file_each(c, c->files[i], cut_is_fine, visit, context, why)) {
            return false;
        }
    }
    return true;
}
