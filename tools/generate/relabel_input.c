#include "relabel_input.h"

#include <stdlib.h>
#include <zlib.h>

relabel_input *relabel_input_new(const relabel_plan *plan, failure *why)
{
    relabel_input *input = calloc(1, sizeof *input);
    if (input) {
        input->plan = plan;
    } else {
        fail(why, "not enough memory to read the inputs");
    }
    return input;
}

void relabel_input_free(relabel_input *input)
{
    if (input) {
        game_reader_close(input->reader);
        game_free(&input->game);
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

static void count(relabel_input *input)
{
    relabel_counts *c = &input->counts;
    const int chosen = input->choice.count;
    c->positions += (uint64_t)chosen;
    *(chosen ? &c->games : &c->others) += 1;
    c->chess960 |= chosen > 0 && input->game.flags & GAME_CHESS960;
    c->sum = (uint32_t)crc32_z(c->sum, input->record, input->size);
}

/* Takes the game that was read. */
static game_status take(relabel_input *input, failure *why)
{
    const uint64_t number = input->counts.games + input->counts.others;
    failure reason;
    if (number == UINT32_MAX) {
        fail(why, "%s: more than %lu games in all", input->path, (unsigned long)UINT32_MAX);
        return GAME_BAD;
    }
    input->number = (uint32_t)number;
    input->size = game_encode(&input->game, input->record, &reason);
    if (!input->size ||
        !relabel_choose(input->plan, input->number, &input->game, &input->choice, &reason)) {
        fail(why, "%s: game %ld: %s", input->path, game_reader_count(input->reader), reason.text);
        return GAME_BAD;
    }
    count(input);
    return GAME_READ;
}

game_status relabel_input_next(relabel_input *input, failure *why)
{
    while (input->file < input->plan->input_count) {
        if (!input->reader && !open_file(input, why)) {
            return GAME_BAD;
        }
        const game_status status = game_reader_next(input->reader, &input->game, why);
        if (status != GAME_END) {
            return status == GAME_READ ? take(input, why) : GAME_BAD;
        }
        game_reader_close(input->reader);
        input->reader = NULL;
        input->file++;
    }
    return GAME_END;
}
