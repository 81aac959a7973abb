#include <stddef.h>

#include "features_internal.h"

/* Adds the rows of the moves' classes, each once, in the order of their first use. There is no
 * branch, because a CPU cannot predict which classes are new. */
static void add_classes(policy_query *query, uint16_t class[][MOVE_CLASSES])
{
    uint16_t place_of[POLICY_CLASSES]; /* 0: none yet, since place 0 belongs to the first move */
    for (int i = 0; i < query->moves; i++) {
        place_of[class[i][0]] = place_of[class[i][1]] = 0;
    }
    unsigned count = query->count;
    for (int i = 0; i < query->moves; i++) {
        for (int k = 0; k < MOVE_CLASSES; k++) {
            const unsigned known = place_of[class[i][k]], fresh = known == 0;
            query->rows[count] = (uint16_t)(POLICY_ROWS + class[i][k]);
            query->place[i][k] = place_of[class[i][k]] = (uint16_t)(known | (count & -fresh));
            count += fresh;
        }
    }
    query->count = (uint16_t)count;
}

/* Fills in the query, with classes if `maps` are given. */
static void fill(policy_query *query, const position *pos, const attack_maps *maps,
                 const move moves[], int count)
{
    feature_policy_rows(pos, moves, count, query->rows);
    query->moves = query->count = (uint16_t)count;
    if (maps) {
        uint16_t class[MOVES_MAX][MOVE_CLASSES];
        feature_move_classes(pos, maps, moves, count, class);
        add_classes(query, class);
    }
}

int feature_policy_inputs(policy_query *query, uint16_t rows[FEATURES_MAX], const position *pos,
                          bool pins, const move moves[], int count, bool classes)
{
    const attack_maps maps = pos_attack_maps(pos);
    fill(query, pos, classes ? &maps : NULL, moves, count);
    return feature_rows_given(pos, &maps, pins, rows);
}

void feature_policy_query(policy_query *query, const position *pos, const move moves[], int count,
                          bool classes)
{
    if (!classes) {
        fill(query, pos, NULL, moves, count);
        return;
    }
    const attack_maps maps = pos_attack_maps(pos);
    fill(query, pos, &maps, moves, count);
}
