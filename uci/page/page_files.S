/* Embeds the parts of the page of `morpho page`, each ended by a NUL. An assembler file, because
 * link-time optimisation may move or drop what inline assembly in C defines. */
#define EMBED(name, file) .global name; .type name, @object; name: .incbin file; .byte 0; .size name, . - name

        .section .rodata
        EMBED(page_html, PAGE_HTML)
        EMBED(page_css, PAGE_CSS)
        EMBED(page_js, PAGE_JS)

        .section .note.GNU-stack, "", @progbits
