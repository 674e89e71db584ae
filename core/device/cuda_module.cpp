// SPDX-License-Identifier: GPL-3.0-or-later
#include "device/cuda_module.h"

#include "base/library_folder.h"

#include <dlfcn.h>

namespace gatelab {

CudaModuleAnswer openCudaModule(const std::filesystem::path& folder) {
    if (dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL) == nullptr)
        return {nullptr, "no NVIDIA driver (libcuda.so.1) was found"};

    const auto path = folder / "libgatelab_cuda.so";
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        return {nullptr, "this build of Gatelab has no CUDA module (" + path.string() + "); app/run without --cpu builds it"};
    // Global: LibTorch's own parts that are opened on demand (linear algebra, run-time compiler) look for its symbols.
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (library == nullptr)
        return {nullptr, "the CUDA module could not be opened (" + loaderMessage() + "); app/run fetches missing CUDA libraries"};
    using Describe = const CudaModule* (*)(std::string* reason);
    const auto describe = reinterpret_cast<Describe>(dlsym(library, "gatelab_cuda_module"));
    if (describe == nullptr) return {nullptr, path.string() + " is not the CUDA module of this program. app/run builds it again."};

    CudaModuleAnswer answer;
    answer.module = describe(&answer.reason);
    if (answer.module != nullptr && answer.module->interface != CudaModule::kInterface)
        return {nullptr, path.string() + " belongs to another version of Gatelab; app/run builds it again"};
    return answer;
}

}  // namespace gatelab
