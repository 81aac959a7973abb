# shellcheck shell=bash
# Whether installed documents point to what is installed. To be sourced by a test with a function complain.

# documents_lead_somewhere FOLDER: each link and picture of its documents leads to a file there, and each
# link to a heading to one of that document. Counts them in `links`. What leads out of the folder is wrong
# even if it exists.
documents_lead_somewhere() {
    local root page link target heading
    root=$(readlink -f "$1")
    links=0
    while IFS=$'\t' read -r page link; do
        links=$((links + 1))
        target=$(readlink -m "$(dirname "$page")/${link%%#*}")
        [[ $link != '#'* ]] || target=$page
        if [ ! -e "$target" ] || [[ $target != "$root"/* ]]; then
            complain "${page#"$root"/}: $link is not installed"
        elif [[ $link == *'#'* && $target == *.md ]]; then
            heading=${link#*#}
            headings "$target" | grep -Fqx -- "$heading" || complain "${page#"$root"/}: $link leads to no heading"
        fi
    done < <(find "$root" -name '*.md' -exec awk -v OFS='\t' '
        /^```/ {code = !code}
        !code {
            text = $0
            gsub(/`[^`]*`/, "", text)
            while (match(text, /\]\([^)]*\)|<img src="[^"]*"/)) {
                link = substr(text, RSTART, RLENGTH)
                text = substr(text, RSTART + RLENGTH)
                gsub(/^\]\(|\)$|^<img src="|"$/, "", link)
                if (link !~ /^[a-z]+:/) print FILENAME, link
            }
        }' {} +)
}

# headings DOCUMENT: the anchors of its headings, as GitHub makes them.
headings() {
    sed -n 's/^##* //p' "$1" | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9 _-]//g; s/ /-/g'
}
