#include "correction_cells.h"

#include <assert.h>

#include "history/history_keys.h"

int correction_places(const correction_keys *keys, correction_place places[CORRECTION_PLACES_MAX])
{
    assert(keys->side < 2 && keys->last < HIST_ROWS_AFTER);
    const struct {
        correction_feature feature;
        correction_table table;
        uint64_t key;
    } hashed[] = {{CORRECTION_PAWNS, CORRECTION_OF_PAWNS, keys->pawns},
                  {CORRECTION_MINORS, CORRECTION_OF_MINORS, keys->minors},
                  {CORRECTION_NON_PAWNS, CORRECTION_OF_WHITE, keys->non_pawns[0]},
                  {CORRECTION_NON_PAWNS, CORRECTION_OF_BLACK, keys->non_pawns[1]}};
    int count = 0;
    for (int i = 0; i < 4; i++) {
        places[count++] = (correction_place){
            hashed[i].feature, correction_hashed_cell(hashed[i].table, keys->side, hashed[i].key)};
    }
    for (int i = 0; i < 2 && keys->last != HIST_NO_MOVE; i++) {
        assert(keys->earlier[i] < HIST_ROWS_AFTER);
        if (keys->earlier[i] != HIST_NO_MOVE) {
            places[count++] = (correction_place){
                CORRECTION_CONTINUATION, correction_pair_cell(keys->earlier[i], keys->last)};
        }
    }
    return count;
}
