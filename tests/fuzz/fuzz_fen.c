/* Reads text as FEN and as a line of a file. A position that is accepted must write back to the
 * same text and be playable. */
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "fuzz.h"

static void check_accepted(const position *pos)
{
    char text[FEN_TEXT_MAX], again[FEN_TEXT_MAX];
    position read;
    fen_write(pos, false, text);
    if (!fen_parse(&read, text, NULL, NULL) || read.key != pos->key) {
        abort();
    }
    fen_write(&read, false, again);
    if (strcmp(text, again)) {
        abort();
    }
    move moves[MOVES_MAX];
    int count = gen_legal(pos, moves);
    for (int i = 0; i < count; i++) {
        position next = *pos;
        pos_make(&next, moves[i]);
        if (next.key != pos_key_computed(&next)) {
            abort();
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    position pos;
    failure why;
    const char *operations;
    if (fen_parse(&pos, text, NULL, &why)) {
        check_accepted(&pos);
    }
    if (fen_parse_line(&pos, text, &operations, &why)) {
        check_accepted(&pos);
    }
    free(text);
    return 0;
}
