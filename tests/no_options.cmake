# For ctest: the file of options is one that is not there.
set(ENV{MORPHO_CONFIG} no-options)
