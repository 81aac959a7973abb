#include "morpho_lab_suites.h"

#include "data_path.h"
#include "weights/default_net.h"

bool suite_command_read(suite *s, const command_line *c, const suite_options *arguments,
                        failure *why)
{
    for (int i = 0; i < c->file_count; i++) {
        char path[DATA_PATH_MAX];
        if (!data_path_find(c->files[i], c->folder, path, why) || !suite_read(s, path, why)) {
            return false;
        }
    }
    s->count = arguments->limit && arguments->limit < s->count ? (int)arguments->limit : s->count;
    return true;
}

nets *suite_command_nets(const suite_options *arguments, failure *why)
{
    return arguments->weights
               ? nets_load(arguments->weights, why)
               : nets_load_bytes(default_net, default_net_size, "the built-in net", why);
}
