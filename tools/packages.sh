# shellcheck shell=bash
# Installing what is missing on Debian and systems like it, for the scripts that source this file.

# need PACKAGE COMMAND_OR_FILE: notes the package if neither such a command nor such a file exists.
missing=()
need() {
    [ -e "$2" ] || command -v "$2" >/dev/null || missing+=("$1")
}

# Installs what was noted; everything that is said goes to standard error.
install_missing() {
    [ ${#missing[@]} -eq 0 ] && return
    echo "installing ${missing[*]}" >&2
    if ! command -v apt-get >/dev/null; then
        echo "this system has no apt-get; please install what Debian calls: ${missing[*]}" >&2
        return 1
    fi
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "please run as root: apt-get install ${missing[*]}" >&2
            return 1
        fi
        as_root=(sudo)
    fi
    # A fresh machine has no package lists, an old one has stale ones.
    { "${as_root[@]}" apt-get update -q &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -q --no-install-recommends "${missing[@]}"; } </dev/null >&2
}

# What any build needs.
need_build_tools() {
    need cmake cmake
    need make make
    need gcc gcc
    need libc6-dev /usr/include/stdio.h
    need zlib1g-dev /usr/include/zlib.h
}
