# shellcheck shell=bash
# The release build. To be sourced by other scripts; `root` must be the repository's folder.

# shellcheck source=tools/packages.sh
. "${root:?}/tools/packages.sh"
release=$root/build/release
engine=$release/bin/morpho
stamp=$release/built # its time is the beginning of the engine's last build
engine_folders=(engine nn history tree weights) # have its sources

# True if the engine is missing or a source is newer.
engine_is_stale() {
    local built=$stamp
    [ -e "$built" ] || built=$engine
    [ ! -x "$engine" ] ||
        [ -n "$(cd "$root" && find CMakeLists.txt "${engine_folders[@]}" -newer "$built" -print -quit)" ]
}

configure_release() {
    local fresh=()
    # A folder that was moved must be configured anew.
    if ! grep -qsFx "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$release/CMakeCache.txt"; then
        fresh=(--fresh)
    fi
    (cd "$root" && cmake "${fresh[@]}" --preset release >/dev/null)
}

# build_release TARGET...: installs missing packages, including those that the caller needs, and
# builds the targets. The target morpho is the engine; the target all is everything. bash ignores
# `set -e` here if the caller tests the result, so each command that may fail ends it by itself.
build_release() (
    set -o pipefail
    need_build_tools
    install_missing || exit
    touch "$stamp.begun" || exit
    configure_release || exit
    cmake --build "$release" --target "$@" --parallel "$(nproc)" | sed -u '/Built target/d' || exit
    case " $* " in
    *' morpho '* | *' all '*) mv "$stamp.begun" "$stamp" ;;
    esac
)

# locked_build COMMAND...: runs the command under a lock, because two programs that start at once, as
# in a match, must not both build. All output goes to standard error.
locked_build() {
    mkdir -p "$release"
    (
        flock -n 9 || {
            echo 'waiting for another build of Morpho to end' >&2
            flock 9
        }
        "$@" </dev/null >&2
    ) 9>"$release/lock"
}
