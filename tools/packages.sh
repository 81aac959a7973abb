# shellcheck shell=bash
# Installing what is missing on Debian and systems like it, for the scripts that source this file.

# need PACKAGE COMMAND_OR_PATH: adds the package to `missing` if there is no such command or, if the
# name has a slash, no such file.
missing=()
need() {
    case $2 in
    */*) [ -e "$2" ] ;;
    *) command -v "$2" >/dev/null ;;
    esac || missing+=("$1")
}

# as_root COMMAND...
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

# Installs the packages in `missing`. The name of a package of another architecture, such as arm64,
# ends with it; dpkg must know it first. All output goes to standard error.
install_missing() {
    [ ${#missing[@]} -eq 0 ] && return
    local packages=${missing[*]} architecture=
    [[ ! $packages =~ :([a-z0-9]+) ]] || architecture=${BASH_REMATCH[1]}
    echo "installing $packages" >&2
    if ! command -v apt-get >/dev/null; then
        echo "this system has no apt-get; please install the equivalents of these Debian packages: $packages" >&2
        return 1
    fi
    if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
        echo "please run as root: ${architecture:+dpkg --add-architecture $architecture; }apt-get install $packages" >&2
        return 1
    fi
    # The package lists may be missing or old.
    { { [ -z "$architecture" ] || as_root dpkg --add-architecture "$architecture"; } &&
        as_root apt-get update -q &&
        as_root env DEBIAN_FRONTEND=noninteractive \
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
