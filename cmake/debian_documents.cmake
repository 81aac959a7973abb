# cpack runs this between the installation in temporary folders and the packing: it gives the
# documents the names and the forms that Debian's policy demands.
cmake_minimum_required(VERSION 3.25)

# Without it cpack would make packages that depend on nothing.
find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
if(NOT DPKG_SHLIBDEPS)
  message(FATAL_ERROR "dpkg-shlibdeps is missing, which finds the libraries that the packages need; "
    "install dpkg-dev")
endif()

# Compresses a file, without its name and time.
function(compress file)
  execute_process(COMMAND gzip -9nf ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Debian's own changelog.
function(write_changelog package folder)
  string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC) # that of SOURCE_DATE_EPOCH if it is set
  file(WRITE ${folder}/changelog.Debian
    "${package} (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n"
    "  * Package of Morpho ${CPACK_PACKAGE_VERSION}.\n\n"
    " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
  compress(${folder}/changelog.Debian)
endfunction()

foreach(component ${CPACK_COMPONENTS_ALL})
  string(TOUPPER ${component} upper)
  set(package ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  set(share ${CPACK_TEMPORARY_DIRECTORY}/${component}${CPACK_PACKAGING_INSTALL_PREFIX}/share)
  set(documents ${share}/doc/${package})
  file(MAKE_DIRECTORY ${documents})
  file(COPY_FILE ${CPACK_RESOURCE_FILE_LICENSE} ${documents}/copyright)
  if(EXISTS ${documents}/LICENSE) # the README has a link to it
    file(CREATE_LINK copyright ${documents}/LICENSE SYMBOLIC)
  endif()
  if(EXISTS ${documents}/CHANGELOG.md)
    file(RENAME ${documents}/CHANGELOG.md ${documents}/changelog)
    compress(${documents}/changelog)
  endif()
  write_changelog(${package} ${documents})
  # Whatever the sources' permissions and the umask are.
  file(CHMOD_RECURSE ${share}/doc
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ
    DIRECTORY_PERMISSIONS ${CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS})
  file(GLOB pages ${share}/man/man1/*.1)
  foreach(page ${pages})
    compress(${page})
  endforeach()
endforeach()
