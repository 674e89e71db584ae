// SPDX-License-Identifier: GPL-3.0-or-later
#include "probe.h"

namespace gatelab {

namespace {

__global__ void sumOfThreadNumbers(int* total) { atomicAdd(total, static_cast<int>(threadIdx.x)); }

}  // namespace

cudaError_t probeDevice(int device, int* sum) {
    int* total = nullptr;
    cudaError_t error = cudaSetDevice(device);
    if (error == cudaSuccess) error = cudaMalloc(&total, sizeof(int));
    if (error == cudaSuccess) error = cudaMemset(total, 0, sizeof(int));
    if (error == cudaSuccess) {
        sumOfThreadNumbers<<<1, 256>>>(total);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess) error = cudaMemcpy(sum, total, sizeof(int), cudaMemcpyDeviceToHost);
    if (total != nullptr) cudaFree(total);
    return error;
}

}  // namespace gatelab
