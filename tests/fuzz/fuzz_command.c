/* Reads lines as the words of a command line, for a verb that has an option of every kind. Numbers
 * that are accepted are within their bounds. */
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "fuzz.h"

enum { WORDS_MAX = 256 };

/* Cuts the text into words and returns their number. The first word is the verb. */
static int cut(char *text, char *words[WORDS_MAX + 1])
{
    static char verb[] = "fuzz";
    int count = 1;
    words[0] = verb;
    for (char *word = text; word && count < WORDS_MAX; count++) {
        char *end = strchr(word, '\n');
        if (end) {
            *end++ = '\0';
        }
        words[count] = word;
        word = end;
    }
    words[count] = NULL;
    return count;
}

/* What a command line may say. */
typedef struct wishes {
    bool flag;
    const char *text;
    command_list list;
    long whole, vast;
    double real;
} wishes;

static void check_wishes(const wishes *w, const command_line *c, int words)
{
    fuzz_expect(w->whole >= -3 && w->whole <= 1000, "a whole number is within its bounds");
    fuzz_expect(w->vast >= 1 && w->vast <= 2000000000, "a large whole number is within its bounds");
    fuzz_expect(w->real >= 0.0 && w->real <= 1.0, "a real number is within its bounds");
    fuzz_expect(w->list.count <= COMMAND_LIST_MAX, "a list fits");
    for (int i = 0; i < w->list.count; i++) {
        fuzz_expect(w->list.text[i] != NULL, "a list has no holes");
    }
    fuzz_expect(c->file_count >= c->operands_least && c->file_count < words,
                "files are some of the words");
    for (int i = 0; i < c->file_count; i++) {
        fuzz_expect(c->files[i] != NULL, "a file has a name");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *words[WORDS_MAX + 1];
    const int count = cut(text, words);
    wishes w = {.vast = 1};
    const command_option options[] = {
        {.name = "flag", .flag = &w.flag, .help = "a flag"},
        {.name = "text", .value = "TEXT", .text = &w.text, .help = "a text\nof two lines"},
        {.name = "list", .value = "WORD", .list = &w.list, .help = "several"},
        {.name = "whole", .value = "N", .whole = &w.whole, .least = -3, .most = 1000, .help = "N"},
        {.name = "vast", .value = "N", .whole = &w.vast, .least = 1, .most = 2e9, .help = "N"},
        {.name = "real", .value = "X", .real = &w.real, .least = 0, .most = 1, .help = "X"},
    };
    command_line c = {.program = "fuzz_command",
                      .name = "fuzz",
                      .operands = "FILE... [OPTION...]",
                      .text = "Does nothing.\n",
                      .options = options,
                      .option_count = sizeof options / sizeof *options,
                      .operands_least = size % 2,
                      .operands_most = WORDS_MAX};
    const command_parsed parsed = command_read(&c, count, words);
    if (parsed == COMMAND_RUN) {
        check_wishes(&w, &c, count);
    } else {
        fuzz_expect((command_exit_status(parsed) == 0) == (parsed == COMMAND_HELPED),
                    "the status is 0 for help alone");
    }
    free(text);
    return 0;
}
