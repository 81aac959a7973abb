/* Reads bytes as a book of openings. Each position of a book that is loaded can be written as a FEN
 * and read again; a book that is refused is named. */
#include <string.h>

#include "chess/fen.h"
#include "fuzz.h"
#include "openings/book.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    failure why = {""};
    const char *path = fuzz_file("book", data, size);
    book *b = book_load(path, &why);
    if (b == NULL) {
        fuzz_expect(strstr(why.text, path) != NULL, "the book is named");
        return 0;
    }
    fuzz_expect(book_count(b) > 0, "a book has a position");
    for (uint32_t i = 0; i < book_count(b); i++) {
        position pos, back;
        char text[FEN_TEXT_MAX];
        book_position(b, i, &pos);
        fen_write(&pos, false, text);
        fuzz_expect(fen_parse(&back, text, NULL, NULL), "its positions are positions");
        fuzz_expect(back.key == pos.key, "they can be read again");
    }
    book_free(b);
    return 0;
}
