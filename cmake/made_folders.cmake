# Runs at the beginning of an installation: adds to `made_list` the folders of the prefix that it will
# make, each after those in which it lies.
set(made)
foreach(folder bin share share/man share/man/man1 share/doc share/doc/morpho share/doc/morpho/docs
    share/doc/morpho/weights share/morpho share/morpho/lab)
  if(NOT EXISTS "${CMAKE_INSTALL_PREFIX}/${folder}")
    list(APPEND made "${CMAKE_INSTALL_PREFIX}/${folder}")
  endif()
endforeach()
if(made AND NOT "$ENV{DESTDIR}")
  if(NOT EXISTS "${CMAKE_INSTALL_PREFIX}")
    list(PREPEND made "${CMAKE_INSTALL_PREFIX}")
  endif()
  list(JOIN made "\n" lines)
  file(APPEND "${made_list}" "${lines}\n")
endif()
