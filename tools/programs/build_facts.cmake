# Writes the bench count and the commit of SOURCE into the header OUT. The commit ends in "+" if files
# differ from it; without git it is "unknown". The header is not written if nothing has changed, so
# that nothing is compiled again.
set(bench 0)
if(EXISTS "${SOURCE}/tests/bench_count")
  file(STRINGS "${SOURCE}/tests/bench_count" bench LIMIT_COUNT 1)
endif()
set(commit unknown)
find_program(git git)
if(git AND EXISTS "${SOURCE}/.git")
  execute_process(COMMAND ${git} -C "${SOURCE}" rev-parse --short=12 HEAD
    OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed ERROR_QUIET)
  if(failed EQUAL 0)
    # Texts and tests change nothing of what is measured.
    execute_process(COMMAND ${git} -C "${SOURCE}" diff --quiet HEAD -- . :!docs :!tests :!*.md
      RESULT_VARIABLE changed ERROR_QUIET)
    set(commit ${head})
    if(NOT changed EQUAL 0)
      string(APPEND commit "+")
    endif()
  endif()
endif()
set(text "#define BUILD_BENCH ${bench}LL\n#define BUILD_COMMIT \"${commit}\"\n")
set(old "")
if(EXISTS "${OUT}")
  file(READ "${OUT}" old)
endif()
if(NOT text STREQUAL old)
  file(WRITE "${OUT}" "${text}")
endif()
