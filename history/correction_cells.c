#include "correction_cells.h"

#include <assert.h>

#include "history/move_history.h"

int correction_places(const correction_keys *keys, correction_place places[CORRECTION_PLACES_MAX])
{
    assert(keys->side < 2 && keys->last < HIST_MOVE_SLOTS);
    const struct {
        correction_feature feature;
        uint64_t key;
    } hashed[] = {{CORRECTION_PAWNS, keys->pawns},
                  {CORRECTION_MINORS, keys->minors},
                  {CORRECTION_NON_PAWNS, keys->non_pawns[0]},
                  {CORRECTION_NON_PAWNS, keys->non_pawns[1]}};
    int count = 0;
    for (int table = 0; table < 4; table++) {
        const int row = (2 * table + keys->side) * CORRECTION_CELLS;
        places[count++] = (correction_place){hashed[table].feature,
                                             row + (int)(hashed[table].key % CORRECTION_CELLS)};
    }
    for (int i = 0; i < 2 && keys->last != HIST_SLOT_NONE; i++) {
        assert(keys->earlier[i] < HIST_MOVE_SLOTS);
        if (keys->earlier[i] != HIST_SLOT_NONE) {
            places[count++] = (correction_place){
                CORRECTION_CONTINUATION,
                CORRECTION_HASHED + HIST_MOVE_SLOTS * keys->earlier[i] + keys->last};
        }
    }
    return count;
}
