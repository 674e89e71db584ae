// SPDX-License-Identifier: GPL-3.0-or-later
#include "fake_memory.h"

#include "fake_gpu.h"
#include "fake_recording.h"

#include <c10/util/Exception.h>

#include <algorithm>
#include <cstdlib>
#include <thread>

namespace fakegpu {

namespace {

constexpr std::size_t kBlock = 512;
constexpr double kSegment = 2.0 * (1 << 20);  // reserved at once
thread_local int tCurrent = 0;

void release(void* block) {
    const std::lock_guard lock(driver().mutex);
    const auto found = driver().blocks.find(block);
    if (found == driver().blocks.end()) return;
    driver().devices.at(static_cast<std::size_t>(found->second.device)).allocated -=
        static_cast<double>(found->second.bytes);
    const auto bytes = static_cast<std::int64_t>(found->second.bytes);
    const c10::Device where(c10::kCUDA, static_cast<c10::DeviceIndex>(found->second.device));
    driver().blocks.erase(found);
    c10::reportMemoryUsageToProfiler(block, -bytes, 0, 0, where);
    if (mayBeFreed(block)) std::free(block);
}

[[noreturn]] void refuse(Device& device, std::size_t bytes) {
    ++device.outOfMemory;
    C10_THROW_ERROR(OutOfMemoryError, "CUDA out of memory. Tried to allocate " + std::to_string(bytes) + " bytes.");
}

}  // namespace

void useDevice(int) {
    double slow = 0;
    {
        const std::lock_guard lock(driver().mutex);
        ++driver().operations;
        if (Recording::isReplayed()) ++driver().nodes;
        if (driver().loseAfter >= 0 && driver().loseAfter-- == 0) driver().isLost = true;
        slow = driver().microseconds;
    }
    if (slow > 0) std::this_thread::sleep_for(std::chrono::duration<double, std::micro>(slow));
    if (driver().isLost)
        throw c10::AcceleratorError({__func__, __FILE__, static_cast<std::uint32_t>(__LINE__)}, 719,
                                    "CUDA error: unspecified launch failure");
}

void noteWait(const char* operation) {
    const std::lock_guard lock(driver().mutex);
    ++driver().waits;
    TORCH_CHECK(operation == nullptr || !driver().refuseWaits, "called a synchronizing CUDA operation: ", operation);
}

c10::DataPtr allocate(std::size_t bytes, int index) {
    useDevice(index);
    const std::lock_guard lock(driver().mutex);
    const c10::Device where(c10::kCUDA, static_cast<c10::DeviceIndex>(index));
    if (bytes == 0) return {nullptr, where};
    Device& device = driver().devices.at(static_cast<std::size_t>(index));
    const std::size_t size = (bytes + kBlock - 1) / kBlock * kBlock;
    ++driver().allocations;
    if (driver().failAllocation >= 0 && driver().failAllocation-- == 0) refuse(device, bytes);
    const double held = device.allocated + static_cast<double>(size);
    if (held > device.reserved) {
        const double room = std::min(device.limit, device.totalBytes) - device.graphs + device.pool;
        const double wanted = std::max(held, device.reserved + kSegment);
        const double reserved = wanted <= room ? wanted : held;
        if (reserved > room) refuse(device, bytes);
        device.reserved = reserved;
        device.reservedPeak = std::max(device.reservedPeak, reserved);
    }
    void* block = std::aligned_alloc(64, size);
    device.allocated = held;
    device.allocatedPeak = std::max(device.allocatedPeak, held);
    driver().blocks[block] = {size, index};
    c10::reportMemoryUsageToProfiler(block, static_cast<std::int64_t>(size), 0, 0, where);
    return {block, block, &release, where};
}

int currentDevice() { return tCurrent; }

int exchangeDevice(int device) { return std::exchange(tCurrent, device); }

void waitForAll() {
    const std::lock_guard lock(driver().mutex);
    if (driver().hungStreams.empty()) return;
    ++driver().frozen;
    TORCH_CHECK(false, "this call would wait for ever for a stream that hangs");
}

void emptyCache() {
    waitForAll();
    const std::lock_guard lock(driver().mutex);
    for (Device& device : driver().devices) device.reserved = device.allocated;
}

}  // namespace fakegpu
