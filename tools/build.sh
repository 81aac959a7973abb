# shellcheck shell=bash
# The release build, for the scripts that source this file; `root` is the repository's folder.

# shellcheck source=tools/packages.sh
. "${root:?}/tools/packages.sh"
release=$root/build/release

configure_release() {
    local fresh=()
    # A folder that was moved must be configured anew.
    if ! grep -qsFx "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$release/CMakeCache.txt"; then
        fresh=(--fresh)
    fi
    cmake "${fresh[@]}" -S "$root" -B "$release" -DCMAKE_BUILD_TYPE=Release -DMORPHO_TESTS=OFF \
        >/dev/null
}

# build_release TARGET...: installs what is missing, also of what was noted before, and brings the
# programs up to date.
build_release() (
    set -e -o pipefail
    need_build_tools
    install_missing
    configure_release
    cmake --build "$release" --target "$@" --parallel "$(nproc)" | sed '/Built target/d'
)

# locked_build COMMAND...: two that start at once, as in a match, must not both build. What is said
# goes to standard error.
locked_build() {
    mkdir -p "$release"
    (
        flock 9
        "$@" </dev/null >&2
    ) 9>"$release/lock"
}
