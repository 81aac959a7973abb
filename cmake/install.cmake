# Where `cmake --install` puts the programs, their manual pages, the licence and the documents. The
# component `engine` is what players need; `tools` has the other programs and their pages. The
# laboratory is a script, and a package of Python in the folder share/morpho.
include(GNUInstallDirs)

# The target uninstall removes what the last installation has installed, and the folders that
# installations of this build have made. Those are kept in a list, since a second one finds them there.
install(CODE "set(made_list \"${CMAKE_CURRENT_BINARY_DIR}/install_made_folders.txt\")")
install(SCRIPT cmake/made_folders.cmake)
add_custom_target(uninstall COMMAND ${CMAKE_COMMAND} -D "BUILD=${CMAKE_CURRENT_BINARY_DIR}"
  -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/uninstall.cmake VERBATIM)

set(tool_programs)

install(TARGETS morpho RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT engine)
if(NOT WIN32)
  set(tool_programs morpho-data morpho-train)
  install(TARGETS ${tool_programs} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
  install(PROGRAMS tools/morpho-negamax DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT engine)
  install(PROGRAMS tools/morpho-lab DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
  install(DIRECTORY tools/lab DESTINATION ${CMAKE_INSTALL_DATADIR}/morpho COMPONENT tools
    FILES_MATCHING PATTERN *.py)
  install(FILES docs/man/morpho-lab.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tools)
endif()

# The pages of the programs with verbs are made of their help.
set(pages)
if(NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR)
  foreach(program ${tool_programs})
    set(page ${CMAKE_CURRENT_BINARY_DIR}/man/${program}.1)
    add_custom_command(OUTPUT ${page} DEPENDS ${program} tools/man-page
      COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_CURRENT_BINARY_DIR}/man
      COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/tools/man-page ${CMAKE_CROSSCOMPILING_EMULATOR}
        $<TARGET_FILE:${program}> > ${page})
    list(APPEND pages ${page})
  endforeach()
endif()
add_custom_target(man_pages ALL DEPENDS ${pages})
install(FILES docs/man/morpho.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT engine)
install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tools)

# In the same folders as in the repository, so that their links hold.
install(FILES LICENSE README.md ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT engine)
install(FILES weights/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/weights COMPONENT engine)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs COMPONENT engine
  FILES_MATCHING PATTERN *.md PATTERN *.svg PATTERN *.png PATTERN man EXCLUDE)
