# Builds the engine alone, by CMake, with one command: for testers that run make, such as OpenBench.
# tools/setup builds the engine and its tools. `make help` describes the variables.
#
# Match programs pass only the options that an engine lists, so this build lists all (ALL_OPTIONS).
# A branch whose parameters OpenBench should tune sets TUNE here, because its client does not.

EXE = morpho
EVALFILE =
ALL_OPTIONS = ON
TUNE = OFF

build = build/make
export CC EXE EVALFILE ALL_OPTIONS TUNE
MAKEFLAGS += --no-print-directory

# The engine is copied only when it plays with both nets, so that a bad net file fails the build. CMake
# begins anew each time (--fresh), because compiler, folder and variables may have changed; objects
# that would be the same are kept.
.PHONY: engine clean help
engine:
	@rm -f "$$EXE"
	@[ -z "$$EVALFILE" ] || [ -f "$$EVALFILE" ] || \
	    { echo "EVALFILE=$$EVALFILE: there is no such file" >&2; exit 1; }
	@cmake --fresh -G 'Unix Makefiles' -S . -B $(build) -DCMAKE_BUILD_TYPE=Release -DMORPHO_TESTS=OFF \
	    -DMORPHO_ALL_OPTIONS="$$ALL_OPTIONS" -DMORPHO_TUNE="$$TUNE" \
	    $${EVALFILE:+-DMORPHO_NET="$$(realpath "$$EVALFILE")"} >/dev/null
	+@cmake --build $(build) --target morpho
	@$(build)/bin/morpho --no-config bench 1 >/dev/null || \
	    { echo "the engine does not run with the net file $${EVALFILE:-weights/default.nn}" >&2; exit 1; }
	@cp $(build)/bin/morpho "$$EXE"

clean:
	rm -rf $(build)
	rm -f "$$EXE"

help:
	@echo 'make [-j] [VARIABLE=VALUE]...   builds the engine; needs CMake 3.25, gcc 11 or clang 12, and zlib'
	@echo 'make clean                      removes the build folder, $(build), and the engine'
	@echo
	@echo '  EXE=NAME        the engine (morpho)'
	@echo '  CC=COMPILER     the compiler, such as gcc or clang (cc)'
	@echo '  EVALFILE=FILE   the net file to build in (weights/default.nn)'
	@echo '  ALL_OPTIONS=OFF lists only the options for users to a GUI (ON: those for testers too)'
	@echo '  TUNE=ON         makes each parameter of the searches a UCI option (OFF)'
