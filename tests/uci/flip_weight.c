/* Copies a net file and changes one weight, to test that the count of bench changes.
 *
 *   flip_weight FROM TO TENSOR ROW */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nn/net_file.h"

/* Turns the sign of the largest weight of a row. The tensor's data become a copy, to be freed. */
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
    failure why;
    tensor tensors[NET_FILE_TENSORS_MAX];
    int flipped = -1;
    net_file *file = argc == 5 ? net_file_read(argv[1], &why) : NULL;
    if (file == NULL) {
        fprintf(stderr, "flip_weight: %s\n", argc == 5 ? why.text : "give FROM TO TENSOR ROW");
        return EXIT_FAILURE;
    }
    int count = net_file_count(file);
    for (int i = 0; i < count; i++) {
        tensors[i] = *net_file_at(file, i);
        if (strcmp(tensors[i].name, argv[3]) == 0 &&
            flip(&tensors[i], (uint32_t)strtoul(argv[4], NULL, 10))) {
            flipped = i;
        }
    }
    bool written = flipped >= 0 && net_file_write(argv[2], tensors, count, &why);
    if (!written) {
        fprintf(stderr, "flip_weight: %s\n",
                flipped >= 0 ? why.text : "no such int8 tensor, or no weight there");
    }
    if (flipped >= 0) {
        free((void *)(uintptr_t)tensors[flipped].data);
    }
    net_file_free(file);
    return written ? EXIT_SUCCESS : EXIT_FAILURE;
}
