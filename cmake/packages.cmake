# What `cpack` makes of the components of install.cmake: the Debian packages morpho and morpho-tools,
# in the folder `packages` of the build.
set(MORPHO_MAINTAINER "The Morpho authors <authors@morpho.invalid>" CACHE STRING
  "The maintainer that the packages name")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT ${MORPHO_MAINTAINER})
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian_documents.cmake)

set(CPACK_COMPONENTS_ALL engine tools)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SECTION misc) # "games" is for /usr/games

# Fathom reads endgame tables, OpenBLAS computes nets of Lc0, libmicrohttpd serves the page, and dot
# draws trees.
set(CPACK_DEBIAN_ENGINE_PACKAGE_NAME morpho)
set(CPACK_DEBIAN_ENGINE_PACKAGE_RECOMMENDS libfathom1)
set(CPACK_DEBIAN_ENGINE_PACKAGE_SUGGESTS "libopenblas0, libmicrohttpd12, graphviz")
set(CPACK_COMPONENT_ENGINE_DESCRIPTION
"UCI chess engine with Monte-Carlo tree search and negamax
Morpho plays chess by Monte-Carlo tree search or by negamax (alpha-beta),
with small neural nets on the CPU, which are built in. Both searches learn
from histories of moves. Besides UCI for graphical interfaces it has
commands that analyse, compare the searches, and annotate games.")

# The laboratory plays matches of the engine; matplotlib draws its pictures.
set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME morpho-tools)
set(CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS "morpho, python3, python3-matplotlib")
set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS libfathom1)
set(CPACK_COMPONENT_TOOLS_DESCRIPTION
"trainer and laboratory of the chess engine Morpho
With morpho-data games are made, imported from PGN and judged by a UCI
engine, morpho-train trains nets from them, and morpho-lab measures
searches and their techniques by positions and by matches.")
include(CPack)
