# Where `cmake --install` puts the programs, their manual pages, the licence and the documents.
include(GNUInstallDirs)

set(programs morpho)
if(NOT WIN32)
  list(APPEND programs morpho-data morpho-train morpho-lab)
endif()
install(TARGETS ${programs} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

# The programs with verbs write their own pages, from the tables that make their help.
set(pages ${CMAKE_CURRENT_SOURCE_DIR}/docs/man/morpho.1)
if(NOT CMAKE_CROSSCOMPILING)
  foreach(program morpho-data morpho-train morpho-lab)
    set(page ${CMAKE_CURRENT_BINARY_DIR}/man/${program}.1)
    add_custom_command(OUTPUT ${page} DEPENDS ${program}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_CURRENT_BINARY_DIR}/man
      COMMAND ${program} --man-page > ${page})
    list(APPEND pages ${page})
  endforeach()
endif()
add_custom_target(man_pages ALL DEPENDS ${pages})
install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

# In the same folders as in the repository, so that their links hold.
install(FILES LICENSE README.md ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES weights/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/weights)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs
  FILES_MATCHING PATTERN *.md PATTERN *.svg PATTERN man EXCLUDE PATTERN results EXCLUDE)
