/* Writes a small net file of Lc0 with random weights: make_lc0_net FILE */
#include <stdio.h>
#include <stdlib.h>

#include "lc0_file_maker.h"

int main(int count, char **words)
{
    if (count != 2) {
        fputs("usage: make_lc0_net FILE\n", stderr);
        return EXIT_FAILURE;
    }
    uint8_t *bytes;
    lc0_weights *w = lc0_random_weights(&lc0_random_small);
    const lc0_file_options options = {.encoding = LC0_AS_LINEAR16};
    const size_t size = lc0_make_file(w, &options, &bytes);
    FILE *file = fopen(words[1], "wb");
    const bool written = file && fwrite(bytes, 1, size, file) == size;
    const bool closed = file && fclose(file) == 0;
    free(bytes);
    lc0_weights_free(w);
    if (!written || !closed) {
        perror(words[1]);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
