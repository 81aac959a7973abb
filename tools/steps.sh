# shellcheck shell=bash
# Long work in steps, each of which continues after a kill. To be sourced; `program` must be the
# script's name in messages.

child=
stopped=       # the status to end with after a signal
step_stopped=3 # that of a step that a signal stopped

fail() {
    echo "${program:?}: $1" >&2
    exit 1
}

# Passes a signal on to the running step, so that it can save its state.
pass_on() {
    stopped=$1
    [ -z "$child" ] || kill -TERM "$child" 2>/dev/null || true
}

# Ends the script if a signal has arrived.
end_if_stopped() {
    [ -n "$stopped" ] || return 0
    echo "$program: stopped; the same command continues from here" >&2
    exit "$stopped"
}

# run COMMAND...: one step. Ends the script if the command fails, or a signal stops it or the script.
run() {
    local status=0
    end_if_stopped
    "$@" &
    child=$!
    # pass_on does not reach a step whose number is not known yet.
    [ -z "$stopped" ] || pass_on "$stopped"
    wait "$child" || status=$?
    # A signal ends the first wait only.
    while kill -0 "$child" 2>/dev/null; do
        status=0
        wait "$child" || status=$?
    done
    child=
    [ "$status" != "$step_stopped" ] || stopped=${stopped:-$status}
    end_if_stopped
    [ "$status" -eq 0 ] || exit "$status"
}

# begin_steps DIR WORK: from here on a signal ends the running step well, and no other script works
# in the folder. WORK names what another one does there.
begin_steps() {
    mkdir -p "$1"
    # The programs inherit the lock. If only this script is killed, the next one must not write
    # their files.
    exec 8<"$1"
    flock -n 8 || fail "$1: another $2 uses it"
    trap 'pass_on 130' INT
    trap 'pass_on 143' TERM
}

# in_minutes SECONDS: "less than a minute", "1 minute" or "N minutes".
in_minutes() {
    local minutes=$(($1 / 60))
    case $minutes in
    0) echo 'less than a minute' ;;
    1) echo '1 minute' ;;
    *) echo "$minutes minutes" ;;
    esac
}
