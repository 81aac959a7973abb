/* Tests arrays that grow: what they hold stays, and an error changes nothing. */
#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/array_room.h"

typedef struct triple {
    int number[3];
} triple;

Test(array_room, keeps_its_elements)
{
    triple *all = NULL;
    size_t capacity = 0, moves = 0;
    for (size_t i = 0; i < 10000; i++) {
        const size_t before = capacity;
        triple *grown = array_room(all, sizeof *all, &capacity, i + 1);
        cr_assert(grown && capacity >= i + 1);
        cr_expect(capacity == before || capacity >= 2 * before);
        moves += capacity != before;
        all = grown;
        all[i] = (triple){{(int)i, 0, (int)-i}};
    }
    for (int i = 0; i < 10000; i++) {
        cr_assert(all[i].number[0] == i && all[i].number[2] == -i);
    }
    cr_expect(moves < 10, "%zu", moves);
    free(all);
}

Test(array_room, makes_an_array_for_no_elements)
{
    size_t capacity = 0;
    char *array = array_room(NULL, 1, &capacity, 0);
    cr_expect(array != NULL);
    free(array);
}

Test(array_room, refuses_what_no_memory_holds)
{
    size_t capacity = 0;
    uint64_t *array = array_room(NULL, sizeof *array, &capacity, 5);
    const size_t before = capacity;
    cr_assert(array && before >= 5);
    array[4] = 7;
    cr_expect(array_room(array, sizeof *array, &capacity, SIZE_MAX / 8 + 1) == NULL);
    cr_expect(capacity == before && array[4] == 7);
    free(array);
}
