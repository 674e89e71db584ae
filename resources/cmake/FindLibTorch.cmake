# SPDX-License-Identifier: GPL-3.0-or-later
# LibTorch 2.11.0 as unpacked from the wheels by app/run. Targets: LibTorch::cpu (torch_cpu, c10), LibTorch::cuda (torch_cuda, c10_cuda).
# LIBTORCH_ROOT: folder that holds torch/ and nvidia/.
if(NOT LIBTORCH_ROOT)
  if(DEFINED ENV{GATELAB_CACHE})
    set(_cache "$ENV{GATELAB_CACHE}")
  elseif(DEFINED ENV{XDG_CACHE_HOME})
    set(_cache "$ENV{XDG_CACHE_HOME}/gatelab")
  else()
    set(_cache "$ENV{HOME}/.cache/gatelab")
  endif()
  set(LIBTORCH_ROOT "${_cache}/libtorch-2.11.0" CACHE PATH "Folder with torch/ and nvidia/" FORCE)
endif()
set(_torch "${LIBTORCH_ROOT}/torch")
include(FindPackageHandleStandardArgs)
find_file(LibTorch_CPU_LIBRARY libtorch_cpu.so PATHS "${_torch}/lib" NO_DEFAULT_PATH)
find_package_handle_standard_args(LibTorch REQUIRED_VARS LibTorch_CPU_LIBRARY
  REASON_FAILURE_MESSAGE "LibTorch is missing under ${LIBTORCH_ROOT}; app/run and tests/run fetch it")
if(LibTorch_FOUND AND NOT TARGET LibTorch::cpu)
  add_library(LibTorch::c10 SHARED IMPORTED)
  set_target_properties(LibTorch::c10 PROPERTIES IMPORTED_LOCATION "${_torch}/lib/libc10.so")
  add_library(LibTorch::cpu SHARED IMPORTED)
  set_target_properties(LibTorch::cpu PROPERTIES
    IMPORTED_LOCATION "${LibTorch_CPU_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${_torch}/include;${_torch}/include/torch/csrc/api/include"
    INTERFACE_LINK_LIBRARIES LibTorch::c10
    INTERFACE_LINK_OPTIONS "-Wl,--allow-shlib-undefined;-Wl,--disable-new-dtags;-Wl,-rpath,${LIBTORCH_ROOT}/nvidia/cu13/lib")
  add_library(LibTorch::c10_cuda SHARED IMPORTED)
  set_target_properties(LibTorch::c10_cuda PROPERTIES IMPORTED_LOCATION "${_torch}/lib/libc10_cuda.so")
  add_library(LibTorch::cuda SHARED IMPORTED)
  set_target_properties(LibTorch::cuda PROPERTIES IMPORTED_LOCATION "${_torch}/lib/libtorch_cuda.so"
    INTERFACE_LINK_LIBRARIES "LibTorch::cpu;LibTorch::c10_cuda")
endif()
