# shellcheck shell=bash
# Finds fastchess for the tests that source this file: the environment's FASTCHESS, or fastchess on
# the PATH. Without it the test ends here and counts as skipped.
# shellcheck disable=SC2034
if ! fastchess=$(command -v "${FASTCHESS:-fastchess}"); then
    echo "there is no ${FASTCHESS:-fastchess on the PATH}"
    [ -n "${FASTCHESS:-}" ] && exit 1
    exit 77
fi
