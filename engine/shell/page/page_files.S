/* Embeds the parts of the page of `morpho page`, and the names of openings; a NUL ends each. */
#include "system/embed.inc"

        embed page_html, PAGE_HTML
        embed page_css, PAGE_CSS
        embed page_rules_js, RULES_JS
        embed page_board_js, BOARD_JS
        embed page_report_js, REPORT_JS
        embed page_views_js, VIEWS_JS
        embed page_js, PAGE_JS
        embed page_live_html, LIVE_HTML
        embed page_live_js, LIVE_JS
        embed page_openings, OPENINGS_TXT
