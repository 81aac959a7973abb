# shellcheck shell=bash
# Where fastchess is, for the tests that source this file: as the environment's FASTCHESS says, or
# on the PATH; without it the test ends here, and counts as skipped.
# shellcheck disable=SC2034
if ! fastchess=$(command -v "${FASTCHESS:-fastchess}"); then
    echo "there is no ${FASTCHESS:-fastchess on the PATH}"
    [ -n "${FASTCHESS:-}" ] && exit 1
    exit 77
fi
