// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "device/cuda_module.h"

/// The functions behind CudaModule's device and allocator rows; see there for what they promise.
namespace gatelab {

std::string versionText(int cudaVersion);  ///< "13.0" from 13000

Result<> initialiseCuda();
Result<std::vector<CudaDevice>> cudaDevices();
std::string probeCuda(int device);
Result<double> freeCudaBytes(int device);
CudaAllocatorFigures cudaAllocatorFigures(int device);
void resetCudaAllocatorPeaks(int device);
void releaseCachedCudaMemory();
Result<> synchroniseCuda(int device);
void drawCudaMask(int device, const MaskJob& job);
void updateCudaWeights(int device, const UpdateJob& job);
void limitCudaMemory(int device, double bytes);
void refuseCudaWaits(bool on);

}  // namespace gatelab
