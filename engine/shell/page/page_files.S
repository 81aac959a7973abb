/* Embeds the parts of the page of `morpho page`, each ended by a NUL. */
#include "system/embed.inc"

        embed page_html, PAGE_HTML
        embed page_css, PAGE_CSS
        embed page_js, PAGE_JS
