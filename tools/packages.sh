# shellcheck shell=bash
# Installing what is missing on Debian and systems like it, for the scripts that source this file.

# need PACKAGE COMMAND_OR_FILE: adds the package to `missing` if neither the command nor the file
# exists.
missing=()
need() {
    [ -e "$2" ] || command -v "$2" >/dev/null || missing+=("$1")
}

# Installs the packages in `missing`. All output goes to standard error.
install_missing() {
    [ ${#missing[@]} -eq 0 ] && return
    echo "installing ${missing[*]}" >&2
    if ! command -v apt-get >/dev/null; then
        echo "this system has no apt-get; please install the equivalents of these Debian packages: ${missing[*]}" >&2
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
    # The package lists may be missing or old.
    { "${as_root[@]}" apt-get update -q &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -q --no-install-recommends "${missing[@]}"; } </dev/null >&2
}

# The packages that every build needs.
need_build_tools() {
    need cmake cmake
    need make make
    need gcc gcc
    need libc6-dev /usr/include/stdio.h
    need zlib1g-dev /usr/include/zlib.h
}
