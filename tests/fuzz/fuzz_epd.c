/* An EPD record: what is accepted names only legal moves, and can be solved. */
#include <stdlib.h>

#include "chess/movegen.h"
#include "epd.h"
#include "fuzz.h"

static void expect_legal(const position *pos, const epd_moves *moves)
{
    for (int i = 0; i < moves->count; i++) {
        if (!gen_is_legal(pos, moves->move[i])) {
            abort();
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    epd e;
    failure why;
    if (epd_parse(&e, text, &why)) {
        expect_legal(&e.pos, &e.best);
        expect_legal(&e.pos, &e.avoid);
        expect_legal(&e.pos, &e.scored);
        if (e.best.count + e.avoid.count == 0 ||
            (e.best.count && !epd_solves(&e, e.best.move[0]))) {
            abort();
        }
    }
    free(text);
    return 0;
}
