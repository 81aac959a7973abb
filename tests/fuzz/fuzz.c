#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "chess/attacks.h"

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    attacks_init(true);
    return 0;
}

char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text) {
        abort();
    }
    if (size) {
        memcpy(text, data, size);
    }
    text[size] = '\0';
    return text;
}
