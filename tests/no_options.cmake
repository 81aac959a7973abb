# For ctest: the file of options is one without options.
set(ENV{MORPHO_CONFIG} "${CMAKE_CURRENT_LIST_DIR}/uci/no_options.conf")
