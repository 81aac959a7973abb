#include "relabel_input.h"

#include <stdlib.h>

#include "data_path.h"

relabel_input *relabel_input_new(const relabel_plan *plan, failure *why)
{
    relabel_input *input = calloc(1, sizeof *input);
    char *path = input ? malloc(DATA_PATH_MAX) : NULL;
    if (!path) {
        free(input);
        fail(why, "not enough memory to read the inputs");
        return NULL;
    }
    input->plan = plan;
    input->path = path;
    return input;
}

void relabel_input_free(relabel_input *input)
{
    if (input) {
        game_reader_close(input->reader);
        game_free(&input->game);
        free(input->path);
        free(input);
    }
}

static bool open_file(relabel_input *input, failure *why)
{
    const relabel_plan *plan = input->plan;
    if (!data_path_find(plan->inputs[input->file], plan->folder, input->path, why)) {
        return false;
    }
    input->reader = game_reader_open(input->path, why);
    return input->reader != NULL;
}

/* Goes on with the next file. */
static void close_file(relabel_input *input)
{
    game_reader_close(input->reader);
    input->reader = NULL;
    input->file++;
}

static game_status take(relabel_input *input, failure *why)
{
    failure reason;
    if (input->next == UINT32_MAX) {
        fail(why, "%s: more than %lu games in all", input->path, (unsigned long)UINT32_MAX);
        return GAME_BAD;
    }
    if (!relabel_choose(input->plan, input->next, &input->game, &input->choice, &reason)) {
        fail(why, "%s: game %ld: %s", input->path, game_reader_count(input->reader), reason.text);
        return GAME_BAD;
    }
    input->next++;
    return GAME_READ;
}

game_status relabel_input_next(relabel_input *input, failure *why)
{
    while (input->file < input->plan->input_count) {
        if (!input->reader && !open_file(input, why)) {
            return GAME_BAD;
        }
        failure reason;
        const game_status status = game_reader_next(input->reader, &input->game, &reason);
        if (status == GAME_READ) {
            return take(input, why);
        }
        if (status == GAME_BAD || (status == GAME_CUT && !input->plan->cut_is_fine)) {
            *why = reason;
            return GAME_BAD;
        }
        if (status == GAME_CUT) {
            failure_add(&input->warning, &reason);
        }
        close_file(input);
    }
    return GAME_END;
}
