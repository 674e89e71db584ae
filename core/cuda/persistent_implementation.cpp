// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/persistent_implementation.h"

#include "cuda/kernels/persistent.h"
#include "kernels/persistent/layer.h"

#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>

namespace gatelab {

namespace {

/// Errors of CUDA are thrown by their code, those of a launch that cannot be with it.
void launchThere(persistent::Job<float> job, at::Device device) {
    const c10::cuda::CUDAGuard guard(device);
    C10_CUDA_CHECK(launchPersistent(job, c10::cuda::getCurrentCUDAStream(device.index())));
}

Phrase supported(const RecurrentSpec& spec, at::Device device, at::ScalarType type) {
    persistent::GpuLimits gpu;
    if (device.is_cuda())
        C10_CUDA_CHECK(askGpuLimits(device.has_index() ? device.index() : c10::cuda::current_device(), &gpu));
    return persistent::supported(spec, device, type, gpu);
}

RecurrentResult run(const RecurrentCall& call) {
    using persistent::Products;
    const bool tf32 = at::globalContext().float32Precision(at::Float32Backend::CUDA, at::Float32Op::RNN) ==
                      at::Float32Precision::TF32;
    const Products products = call.input.scalar_type() == at::kBFloat16 ? Products::Bf16
                              : tf32                                    ? Products::Tf32
                                                                        : Products::Ieee;
    return persistent::run<float>(call, products, launchThere);
}

}  // namespace

RecurrentImplementation persistentRow() {
    return {"persistent", GATELAB_TEXT("Implementation", "Persistent kernel"), false, supported, run};
}

}  // namespace gatelab
