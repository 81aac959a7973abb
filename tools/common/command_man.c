#include "command_man.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "data_path.h"

/* Escapes characters with a meaning in roff. */
static void put_character(char c)
{
    static const struct {
        char plain;
        const char *roff;
    } signs[] = {{'\\', "\\e"}, {'-', "\\-"}, {'^', "\\(ha"}, {'~', "\\(ti"}, {'`', "\\(ga"}};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (c == signs[i].plain) {
            fputs(signs[i].roff, stdout);
            return;
        }
    }
    putchar(c);
}

/* Text within a line. */
static void put_text(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        put_character(text[i]);
    }
}

/* A line of text, which must not look like a request. */
static void put_line(const char *text, size_t length)
{
    fputs(length && strchr(".'", *text) ? "\\&" : "", stdout);
    put_text(text, length);
    putchar('\n');
}

/* Text in one font. */
static void put_font(char font, const char *text)
{
    printf("\\f%c", font);
    put_text(text, strlen(text));
    fputs("\\fR", stdout);
}

/* Paragraphs. Lines that begin with two blanks are kept as they are. */
static void put_paragraphs(const char *text)
{
    bool literal = false;
    puts(".PP");
    while (*text) {
        const size_t length = strcspn(text, "\n");
        const bool indented = strncmp(text, "  ", 2) == 0;
        if (indented != literal && length) {
            puts(indented ? ".PP\n.nf" : ".fi");
            literal = indented;
        }
        if (length) {
            put_line(text, length);
        } else if (!literal) {
            puts(".PP");
        }
        text += length + (text[length] == '\n');
    }
    fputs(literal ? ".fi\n" : "", stdout);
}

/* The lines of an option's help. */
static void put_lines(const char *text)
{
    while (*text) {
        const size_t length = strcspn(text, "\n");
        put_line(text, length);
        text += length + (text[length] == '\n');
    }
}

static void put_option(const command_option *option)
{
    if (!option->name) {
        puts(".PP");
        put_font('I', option->help);
        putchar('\n');
        return;
    }
    fputs(".TP\n\\fB\\-\\-", stdout);
    put_text(option->name, strlen(option->name));
    fputs("\\fR", stdout);
    if (option->value) {
        putchar(' ');
        put_font('I', option->value);
    }
    putchar('\n');
    put_lines(option->help);
}

void command_man_begin(const command_program *program)
{
    fputs(".TH ", stdout);
    for (const char *at = program->name; *at; at++) {
        put_character((char)toupper((unsigned char)*at));
    }
    puts(" 1 \"\" \"Morpho " MORPHO_VERSION "\" Morpho\n.SH NAME");
    put_text(program->name, strlen(program->name));
    printf(" \\- %s\n.SH SYNOPSIS\n", program->what);
    put_font('B', program->name);
    puts(" \\fIverb\\fR [\\fIargument\\fR ...]\n.br");
    put_font('B', program->name);
    puts(" \\fB\\-\\-help\\fR | \\fB\\-\\-version\\fR\n"
         ".SH DESCRIPTION\n"
         "The verb says what to do.\n"
         "Each verb is described below with its options, as in its own \\fB\\-\\-help\\fR.\n"
         "The value of an option is the next word, or follows an equals sign.\n"
         "The default is in parentheses at the end of the description.\n"
         "Words after \\fB\\-\\-\\fR are not options.\n"
         ".SH VERBS");
}

void command_man_verb(const command_verb *verb)
{
    printf(".SS %s\n", verb->name);
    put_line(verb->summary, strlen(verb->summary));
}

void command_man_describe(const command_line *c)
{
    puts(".PP");
    put_font('B', c->program);
    putchar(' ');
    put_font('B', c->name);
    putchar(' ');
    put_line(c->operands, strlen(c->operands));
    put_paragraphs(c->text);
    for (int i = 0; i < c->option_count; i++) {
        put_option(&c->options[i]);
    }
}

void command_man_end(const command_program *program, const command_option common[], int count)
{
    static const char *const pages[] = {"morpho", "morpho-data", "morpho-lab", "morpho-train"};
    puts(".SH OPTIONS OF ALL VERBS");
    for (int i = 0; i < count; i++) {
        put_option(&common[i]);
    }
    puts(
        ".SH ENVIRONMENT\n.TP\n.B " DATA_PATH_VARIABLE "\n"
        "The data folder. Books, suites and data that are not found by their path are looked for "
        "there.\n"
        ".SH FILES\n"
        "Only one program at a time can write an output.\n"
        "Records, logs, and the game files of \\fBgenerate\\fR and \\fBrelabel\\fR grow while they "
        "are written.\n"
        "Any other output appears when it is complete.\n"
        "Until then its name begins with a dot and ends in \\fB.new\\fR, and a file beside it "
        "ends in\n"
        "\\fB.lock\\fR.\n"
        "After a kill both stay until the output is written again.\n"
        "An output that is a symbolic link stays one: the file behind it is replaced.\n"
        "Inputs and outputs must be regular files.\n"
        "Only inputs, and outputs that appear when they are complete, may be \\fI/dev/stdin\\fR, "
        "\\fI/dev/stdout\\fR\n"
        "or \\fI/dev/fd/N\\fR, of any kind.\n"
        ".SH EXIT STATUS\n"
        "0 if all went well, 1 if something failed, 2 if the command line is wrong,\n"
        "and 3 if a signal ended the run of a verb that says so.\n"
        ".SH SEE ALSO");
    const char *before = "";
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        if (strcmp(pages[i], program->name) != 0) {
            fputs(before, stdout);
            put_font('B', pages[i]);
            fputs("(1)", stdout);
            before = ",\n";
        }
    }
    putchar('\n');
}
