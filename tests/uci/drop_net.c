/* Copies a net file without the tensors of one net, whose names begin with PREFIX.
 *
 *   drop_net FROM TO PREFIX */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nn/net_file.h"

int main(int argc, char **argv)
{
    failure why;
    tensor kept[NET_FILE_TENSORS_MAX];
    int count = 0;
    net_file *file = argc == 4 ? net_file_read(argv[1], &why) : NULL;
    if (file == NULL) {
        fprintf(stderr, "drop_net: %s\n", argc == 4 ? why.text : "give FROM TO PREFIX");
        return EXIT_FAILURE;
    }
    const int all = net_file_count(file);
    for (int i = 0; i < all; i++) {
        const tensor *t = net_file_at(file, i);
        if (strncmp(t->name, argv[3], strlen(argv[3])) != 0) {
            kept[count++] = *t;
        }
    }
    bool written = false;
    if (count == all) {
        fprintf(stderr, "drop_net: no tensor is called %s...\n", argv[3]);
    } else {
        written = net_file_write(argv[2], kept, count, &why);
        fprintf(stderr, "%s%s", written ? "" : why.text, written ? "" : "\n");
    }
    net_file_free(file);
    return written ? EXIT_SUCCESS : EXIT_FAILURE;
}
