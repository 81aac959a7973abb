# shellcheck shell=bash
# Finds fastchess: the environment's FASTCHESS, or fastchess on the PATH. To be sourced by tests.
# Without fastchess the test ends here and counts as skipped.
# shellcheck disable=SC2034
if ! fastchess=$(command -v "${FASTCHESS:-fastchess}"); then
    echo "there is no ${FASTCHESS:-fastchess on the PATH}"
    [ -n "${FASTCHESS:-}" ] && exit 1
    exit 77
fi
