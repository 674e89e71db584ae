// SPDX-License-Identifier: GPL-3.0-or-later
#include "device/cuda_module.h"

#include "base/library_folder.h"
#include "base/torch_module.h"
#include "device/driver_library.h"

#include <dlfcn.h>

namespace gatelab {

CudaModuleAnswer openCudaModule(const std::filesystem::path& folder) {
    if (openDriverLibrary("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL) == nullptr)
        return {nullptr, GATELAB_TEXT("Device", "no NVIDIA driver (libcuda.so.1) was found")};

    const auto path = folder / "libgatelab_cuda.so";
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        return {
            nullptr,
            {GATELAB_TEXT("Device", "this build of Gatelab has no CUDA module (%1); app/run without --cpu builds it"),
             {path.string()}}};
    // Global: LibTorch's own parts that are opened on demand (linear algebra, run-time compiler) look for its symbols.
    void* library = openTorchModule(path, "torch/lib/libtorch_cuda.so", RTLD_NOW | RTLD_GLOBAL);
    if (library == nullptr)
        return {nullptr,
                {GATELAB_TEXT("Device",
                              "the CUDA module could not be opened (%1); gatelab-worker engine install --gpu fetches "
                              "missing CUDA libraries"),
                 {loaderMessage()}}};
    using Describe = const CudaModule* (*)(Phrase * reason);
    const auto describe = reinterpret_cast<Describe>(dlsym(library, "gatelab_cuda_module"));
    if (describe == nullptr)
        return {nullptr,
                {GATELAB_TEXT("Device", "%1 is not the CUDA module of this program; app/run builds it again"),
                 {path.string()}}};

    CudaModuleAnswer answer;
    answer.module = describe(&answer.reason);
    if (answer.module != nullptr && answer.module->interface != CudaModule::kInterface)
        return {nullptr,
                {GATELAB_TEXT("Device", "%1 belongs to another version of Gatelab; app/run builds it again"),
                 {path.string()}}};
    return answer;
}

}  // namespace gatelab
