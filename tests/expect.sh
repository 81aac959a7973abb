# shellcheck shell=bash
# What the tests of programs share. To be sourced. A test sets `tested` to the program and its
# first arguments, or leaves it empty and gives the program with each call. It ends with the status
# of [ "$failures" -eq 0 ].
failures=0
tested=()

# complain TEXT: prints and counts a failure.
complain() {
    echo "FAILED $*"
    failures=$((failures + 1))
}

# expect NAME STATUS REGEX ARGUMENT...: runs the tested program. A line of its output, standard
# output or error, must match. The output is left in `output`.
expect() {
    local name=$1 status=$2 pattern=$3 got
    shift 3
    output=$("${tested[@]}" "$@" 2>&1 </dev/null)
    got=$?
    if [ "$got" -ne "$status" ] || ! grep -Eq -- "$pattern" <<<"$output"; then
        complain "$name: status $got (wanted $status), no line matches '$pattern' in:"
        head -n 20 <<<"$output"
    fi
}
