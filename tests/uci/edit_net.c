/* Copies a net file without the tensors whose names begin with PREFIX, or with the sign of the
 * largest weight in a row turned, to test what the engine makes of it.
 *
 *   edit_net FROM TO drop PREFIX
 *   edit_net FROM TO flip TENSOR ROW */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nn/net_file.h"

static int end_with(const char *message)
{
    fprintf(stderr, "edit_net: %s\n", message);
    return EXIT_FAILURE;
}

/* Turns the sign of the largest weight of a row in a copy of the tensor's data, which lives until
 * the program ends. */
static bool flip(tensor *t, uint32_t row)
{
    size_t size = (size_t)t->rows * t->columns, largest = (size_t)(row % t->rows) * t->columns;
    int8_t *copy = t->type == TENSOR_I8 ? malloc(size) : NULL;
    if (copy == NULL) {
        return false;
    }
    memcpy(copy, t->data, size);
    for (size_t i = largest, end = largest + t->columns; i < end; i++) {
        largest = abs(copy[i]) > abs(copy[largest]) ? i : largest;
    }
    copy[largest] = (int8_t)(copy[largest] < -127 ? 127 : -copy[largest]);
    t->data = copy;
    return copy[largest] != 0;
}

int main(int argc, char **argv)
{
    static tensor kept[NET_FILE_TENSORS_MAX];
    failure why;
    int count = 0;
    bool changed = false;
    const bool drops = argc == 5 && strcmp(argv[3], "drop") == 0;
    if (!drops && (argc != 6 || strcmp(argv[3], "flip") != 0)) {
        return end_with("give FROM TO drop PREFIX, or FROM TO flip TENSOR ROW");
    }
    net_file *file = net_file_read(argv[1], &why);
    if (file == NULL) {
        return end_with(why.text);
    }
    for (int i = 0; i < net_file_count(file); i++) {
        tensor *t = &kept[count];
        *t = *net_file_at(file, i);
        const bool dropped = drops && strncmp(t->name, argv[4], strlen(argv[4])) == 0;
        const bool flipped = !drops && strcmp(t->name, argv[4]) == 0 &&
                             flip(t, (uint32_t)strtoul(argv[5], NULL, 10));
        changed |= dropped || flipped;
        count += !dropped;
    }
    const bool written = changed ? net_file_write(argv[2], kept, count, &why)
                                 : fail(&why, "no such tensor, or no weight there");
    net_file_free(file);
    return written ? EXIT_SUCCESS : end_with(why.text);
}
