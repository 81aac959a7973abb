#include "suite_files.h"

#include "data_path.h"

bool suite_files_read(suite *s, const command_line *c, long limit, failure *why)
{
    for (int i = 0; i < c->file_count; i++) {
        char path[DATA_PATH_MAX];
        if (!data_path_find(c->files[i], c->folder, path, why) || !suite_read(s, path, why)) {
            return false;
        }
    }
    s->count = limit && limit < s->count ? (int)limit : s->count;
    return true;
}
