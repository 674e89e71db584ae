# SPDX-License-Identifier: GPL-3.0-or-later
# What every target of the project shares: warnings, optimisation, sanitizers, run paths, no Qt keywords.

# -O2: LibTorch's headers compile a third faster than with CMake's -O3, and no hot loop of ours is found by it (kernels set their own flags).
string(REPLACE "-O3" "-O2" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")

add_library(gatelab_options INTERFACE)
target_compile_options(gatelab_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra>)
target_compile_definitions(gatelab_options INTERFACE QT_NO_KEYWORDS)
# DT_RPATH, not DT_RUNPATH: only the former also serves the libraries that LibTorch itself needs.
target_link_options(gatelab_options INTERFACE -Wl,--disable-new-dtags)
if(GATELAB_WERROR)
  # -Wrestrict: g++ 12 sees overlaps in std::string that are not there (GCC bug 105651).
  target_compile_options(gatelab_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Werror;-Wno-error=restrict>)
endif()
# Programs take their memory from mimalloc instead of the C library: a training step asks about 2,000 times, most of them inside oneDNN, and a small model
# trains about a tenth faster (tests/bench/RESULTS.md). First in the link line, so that every library of the process uses it; sanitizers bring their own.
if(NOT GATELAB_SANITIZE)
  find_library(MIMALLOC_LIBRARY mimalloc REQUIRED)
  target_link_options(gatelab_options INTERFACE
    "$<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-Wl,--push-state,--no-as-needed,${MIMALLOC_LIBRARY},--pop-state>")
endif()
if(GATELAB_SANITIZE)
  # Checks of every access to a member double the time of the compiler; AddressSanitizer stops at what they would find.
  target_compile_options(gatelab_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${GATELAB_SANITIZE};-fno-sanitize=null,alignment,object-size,vptr;-fno-omit-frame-pointer>)
  target_link_options(gatelab_options INTERFACE -fsanitize=${GATELAB_SANITIZE})
endif()

# gatelab_sources(target folder...): every .cpp and .h in and below these folders; a new file needs no edit here.
function(gatelab_sources target)
  foreach(folder IN LISTS ARGN)
    file(GLOB_RECURSE found CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp" "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.h")
    target_sources(${target} PRIVATE ${found})
  endforeach()
endfunction()
