# Builds for Linux on aarch64 with Debian's cross compiler: cmake --toolchain cmake/aarch64-linux.cmake
# The packages are gcc-aarch64-linux-gnu and, after `dpkg --add-architecture arm64`, zlib1g-dev:arm64.
# What the build itself runs, and ctest, runs under qemu-aarch64 of the package qemu-user.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)
