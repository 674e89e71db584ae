# SPDX-License-Identifier: GPL-3.0-or-later
# LibTorch 2.11.0 as app/run unpacks it from its wheels. Targets: LibTorch::cpu (torch_cpu, c10) and LibTorch::cuda (torch_cuda, c10_cuda).
# Not find_package(Torch): that one wants nvcc, rewrites the global CUDA flags and links all of CUDA into everything.
#   LIBTORCH_ROOT  the folder that holds torch/ and nvidia/; default: ${GATELAB_CACHE:-${XDG_CACHE_HOME:-~/.cache}/gatelab}/libtorch-2.11.0
if(NOT LIBTORCH_ROOT)
  if(NOT "$ENV{GATELAB_CACHE}" STREQUAL "")
    set(_cache "$ENV{GATELAB_CACHE}")
  elseif(NOT "$ENV{XDG_CACHE_HOME}" STREQUAL "")
    set(_cache "$ENV{XDG_CACHE_HOME}/gatelab")
  else()
    set(_cache "$ENV{HOME}/.cache/gatelab")
  endif()
  set(LIBTORCH_ROOT "${_cache}/libtorch-2.11.0" CACHE PATH "Folder with torch/ and nvidia/" FORCE)
endif()

set(LibTorch_LIBRARY_DIR "${LIBTORCH_ROOT}/torch/lib")
set(LibTorch_CPU_LIBRARY "LibTorch_CPU_LIBRARY-NOTFOUND")
if(EXISTS "${LibTorch_LIBRARY_DIR}/libtorch_cpu.so" AND EXISTS "${LIBTORCH_ROOT}/nvidia/cu13/lib/libcudart.so.13")
  set(LibTorch_CPU_LIBRARY "${LibTorch_LIBRARY_DIR}/libtorch_cpu.so")
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibTorch REQUIRED_VARS LibTorch_CPU_LIBRARY
  REASON_FAILURE_MESSAGE "LibTorch is not under '${LIBTORCH_ROOT}'. app/run and tests/run fetch it. Without it: -DGATELAB_ENGINE=OFF.")

if(LibTorch_FOUND AND NOT TARGET LibTorch::cpu)
  foreach(_name c10 cpu c10_cuda cuda)
    add_library(LibTorch::${_name} SHARED IMPORTED)
  endforeach()
  set_target_properties(LibTorch::c10 PROPERTIES IMPORTED_LOCATION "${LibTorch_LIBRARY_DIR}/libc10.so")
  # The linker need not see what LibTorch itself needs: the loader finds it by LibTorch's own run path ($ORIGIN/../../nvidia/...).
  set_target_properties(LibTorch::cpu PROPERTIES IMPORTED_LOCATION "${LibTorch_CPU_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${LIBTORCH_ROOT}/torch/include;${LIBTORCH_ROOT}/torch/include/torch/csrc/api/include"
    INTERFACE_LINK_LIBRARIES LibTorch::c10
    INTERFACE_LINK_OPTIONS "-Wl,--allow-shlib-undefined")
  set_target_properties(LibTorch::c10_cuda PROPERTIES IMPORTED_LOCATION "${LibTorch_LIBRARY_DIR}/libc10_cuda.so" INTERFACE_LINK_LIBRARIES LibTorch::c10)
  set_target_properties(LibTorch::cuda PROPERTIES IMPORTED_LOCATION "${LibTorch_LIBRARY_DIR}/libtorch_cuda.so" INTERFACE_LINK_LIBRARIES "LibTorch::cpu;LibTorch::c10_cuda")
endif()
