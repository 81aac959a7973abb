#include "train_player.h"

#include <stdlib.h>

#include "chess/movegen.h"

/* Positions whose children are evaluated together. */
enum { GROUP = 64, CHILDREN_MAX = GROUP * MOVES_MAX };

/* A position of a group, and the place of its children. */
typedef struct choice {
    const train_record *record;
    size_t first, count, best;
} choice;

typedef struct group {
    size_t choices, children;
    choice choice[GROUP];
    train_record child[CHILDREN_MAX];
    float worth[CHILDREN_MAX]; /* of each child for the player; below 0: not known yet */
} group;

static const float not_known = -1.0f, drawn = 0.5f, won = 1.0f;

/* The worth of a child by the rules. */
static float worth_by_rule(const position *pos)
{
    if (!gen_any(pos)) {
        return pos_in_check(pos) ? won : drawn;
    }
    return pos_insufficient_material(pos) ? drawn : not_known;
}

static void add_choice(group *g, const train_record *record)
{
    position pos;
    move moves[MOVES_MAX];
    train_record_unpack(record, &pos);
    const int count = gen_legal(&pos, moves);
    if (count < 2) {
        return;
    }
    choice *c = &g->choice[g->choices++];
    *c = (choice){record, g->children, (size_t)count, 0};
    for (int i = 0; i < count; i++) {
        position after = pos;
        pos_make(&after, moves[i]);
        g->worth[g->children] = worth_by_rule(&after);
        g->child[g->children] = (train_record){.outcome = OUTCOME_DRAWN, .file = record->file};
        train_record_pack(&g->child[g->children++], &after);
        c->best = moves[i] == record->best ? (size_t)i : c->best;
    }
}

static void judge_children(train_judge *judge, const train_recipe *recipe, group *g)
{
    const train_set set = {.records = g->child, .count = g->children};
    for (size_t first = 0; first < set.count; first += CHUNK_POSITIONS) {
        const train_source source = {&set, NULL, first, recipe};
        const size_t count = train_chunk_size(&set, first);
        train_judge_ask(judge, &source, count);
        for (size_t i = 0; i < count; i++) {
            float *worth = &g->worth[first + i];
            *worth = *worth < 0.0f ? 1.0f - train_answer_win(judge->answers[i]) : *worth;
        }
    }
}

static void note_choices(const group *g, train_slices *slices)
{
    for (size_t i = 0; i < g->choices; i++) {
        const choice *c = &g->choice[i];
        const float *worth = g->worth + c->first;
        size_t above = 0;
        for (size_t k = 0; k < c->count; k++) {
            above += worth[k] > worth[c->best];
        }
        train_slices_add_player(slices, c->record, above);
    }
}

bool train_player_add(train_judge *judge, const train_set *set, const train_recipe *recipe,
                      size_t wanted, train_slices *slices, failure *why)
{
    group *g = malloc(sizeof *g);
    if (!g) {
        return fail(why, "not enough memory for the one-ply player");
    }
    const size_t number = wanted < set->count ? wanted : set->count;
    for (size_t done = 0; done < number;) {
        g->choices = g->children = 0;
        for (; done < number && g->choices < GROUP; done++) {
            add_choice(g, &set->records[(uint64_t)done * set->count / number]);
        }
        judge_children(judge, recipe, g);
        note_choices(g, slices);
    }
    free(g);
    return true;
}
