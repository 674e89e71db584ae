// SPDX-License-Identifier: GPL-3.0-or-later
#include "device/cuda_module.h"

#include "cuda/backend.h"
#include "cuda/cudnn_tuner.h"
#include "cuda/graph_step.h"
#include "cuda/nccl_wire.h"
#include "cuda/persistent_implementation.h"
#include "cuda/tuned_implementations.h"

#include <cuda_runtime_api.h>
#include <cudnn.h>

namespace {

std::span<const gatelab::RecurrentImplementation> recurrentRows() {
    static const gatelab::RecurrentImplementation rows[] = {gatelab::persistentRow(), gatelab::tunedRow()};
    return rows;
}

}  // namespace

/// The one symbol of libgatelab_cuda: its rows, or null with the reason. Called once, after the module was opened.
extern "C" const gatelab::CudaModule* gatelab_cuda_module(gatelab::Phrase* reason) {
    static gatelab::CudaModule module;
    int runtime = 0, driver = 0, devices = 0;
    cudaRuntimeGetVersion(&runtime);
    cudaDriverGetVersion(&driver);
    module.runtimeVersion = gatelab::versionText(runtime);
    module.driverVersion = gatelab::versionText(driver);
    const auto cudnn = static_cast<int>(cudnnGetVersion());
    module.cudnnVersion =
        std::to_string(cudnn / 10000) + '.' + std::to_string(cudnn / 100 % 100) + '.' + std::to_string(cudnn % 100);
    const cudaError_t error = cudaGetDeviceCount(&devices);
    if (error == cudaErrorInsufficientDriver) {
        *reason = {
            GATELAB_TEXT("Device",
                         "the NVIDIA driver is too old: it offers CUDA %1, and Gatelab needs %2 (driver 580 or newer)"),
            {module.driverVersion, module.runtimeVersion}};
        return nullptr;
    }
    if (error != cudaSuccess || devices == 0) {
        *reason = {GATELAB_TEXT("Device", "an NVIDIA driver is there, but no GPU can be used (%1)"),
                   {cudaGetErrorString(error)}};
        return nullptr;
    }
    module.initialise = &gatelab::initialiseCuda;
    module.devices = &gatelab::cudaDevices;
    module.probe = &gatelab::probeCuda;
    module.freeBytes = &gatelab::freeCudaBytes;
    module.allocatorFigures = &gatelab::cudaAllocatorFigures;
    module.resetAllocatorPeaks = &gatelab::resetCudaAllocatorPeaks;
    module.releaseCachedMemory = &gatelab::releaseCachedCudaMemory;
    module.synchronise = &gatelab::synchroniseCuda;
    module.makeGraph = &gatelab::makeCudaGraph;
    module.drawMask = &gatelab::drawCudaMask;
    module.updateWeights = &gatelab::updateCudaWeights;
    module.openRankWire = &gatelab::openNcclWire;
    module.recurrentRows = &recurrentRows;
    module.tuning = &gatelab::tuningReport;
    module.choices = &gatelab::tuningChoices;
    module.useChoices = &gatelab::useTuningChoices;
    module.limitMemory = &gatelab::limitCudaMemory;
    module.refuseWaits = &gatelab::refuseCudaWaits;
    return &module;
}
