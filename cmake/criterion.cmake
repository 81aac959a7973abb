# Finds what the tests are written for. Without it MORPHO_TESTS becomes OFF, or ends the configuration
# if it was ON.
if(CMAKE_CROSSCOMPILING) # Criterion does not run under an emulator
  set(CRITERION_INCLUDE_DIR ${PROJECT_SOURCE_DIR}/tests/emulator)
  set(CRITERION_LIBRARY emulated_tests)
  return()
endif()
find_path(CRITERION_INCLUDE_DIR criterion/criterion.h)
find_library(CRITERION_LIBRARY criterion)
if(NOT CRITERION_INCLUDE_DIR OR NOT CRITERION_LIBRARY)
  set(severity FATAL_ERROR)
  if(MORPHO_TESTS STREQUAL "AUTO")
    set(severity STATUS)
  endif()
  message(${severity} "The tests need Criterion (Debian: apt install libcriterion-dev).")
  message(STATUS "The tests are left out.")
  set(MORPHO_TESTS OFF)
endif()
