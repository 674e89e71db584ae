# SPDX-License-Identifier: GPL-3.0-or-later
# What every target of the project shares: warnings, sanitizers, no Qt keywords.
add_library(gatelab_options INTERFACE)
target_compile_options(gatelab_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra>)
target_compile_definitions(gatelab_options INTERFACE QT_NO_KEYWORDS)
if(GATELAB_WERROR)
  target_compile_options(gatelab_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Werror>)
endif()
if(GATELAB_SANITIZE)
  target_compile_options(gatelab_options INTERFACE -fsanitize=${GATELAB_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(gatelab_options INTERFACE -fsanitize=${GATELAB_SANITIZE})
endif()

# gatelab_sources(target folder...): every .cpp of these folders; a new file needs no edit here.
function(gatelab_sources target)
  foreach(folder IN LISTS ARGN)
    file(GLOB found CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp" "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.h")
    target_sources(${target} PRIVATE ${found})
  endforeach()
endfunction()
