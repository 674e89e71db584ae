// SPDX-License-Identifier: GPL-3.0-or-later
// Devices, streams and events of the made-up driver, and what LibTorch's CPU part asks of its CUDA part. Work is done
// when it is given, so an event is a time; but for that of a stream which was made to hang, for which the host would
// wait for ever where a driver waits for all of a device.
#include "fake_gpu.h"
#include "fake_memory.h"

#include <ATen/detail/CUDAHooksInterface.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

namespace fakegpu {

namespace {

using Clock = std::chrono::steady_clock;
thread_local std::array<c10::StreamId, 2> tStreams{};

/// A moment of a stream, by the host's clock and by the made-up one.
struct Moment {
    Clock::time_point at = Clock::now();
    c10::StreamId stream = 0;
    std::int64_t launches = driver().launches;
    double rowClock = driver().rowClock;
    [[nodiscard]] bool isOver() const {
        const std::lock_guard lock(driver().mutex);
        return !driver().hungStreams.contains(stream);
    }
};

class GuardImpl final : public c10::impl::DeviceGuardImplInterface {
public:
    c10::DeviceType type() const override { return at::kCUDA; }
    at::Device exchangeDevice(at::Device device) const override {
        return at::Device(at::kCUDA, static_cast<c10::DeviceIndex>(fakegpu::exchangeDevice(device.index())));
    }
    at::Device getDevice() const override {
        return at::Device(at::kCUDA, static_cast<c10::DeviceIndex>(currentDevice()));
    }
    void setDevice(at::Device device) const override { uncheckedSetDevice(device); }
    void uncheckedSetDevice(at::Device device) const noexcept override { fakegpu::exchangeDevice(device.index()); }
    c10::Stream getStream(at::Device device) const noexcept override {
        return c10::Stream(c10::Stream::UNSAFE, whole(device),
                           tStreams[static_cast<std::size_t>(whole(device).index())]);
    }
    c10::Stream getDefaultStream(at::Device device) const override {
        return c10::Stream(c10::Stream::UNSAFE, whole(device), 0);
    }
    c10::Stream getStreamFromGlobalPool(at::Device device, bool) const override {
        const std::lock_guard lock(driver().mutex);
        // 32 in turn, as LibTorch's pool gives them.
        return c10::Stream(c10::Stream::UNSAFE, whole(device), 1 + driver().streams++ % 32);
    }
    c10::Stream exchangeStream(c10::Stream stream) const noexcept override {
        return c10::Stream(c10::Stream::UNSAFE, stream.device(),
                           std::exchange(tStreams[static_cast<std::size_t>(stream.device_index())], stream.id()));
    }
    void destroyEvent(void* event, c10::DeviceIndex) const noexcept override { delete static_cast<Moment*>(event); }
    void record(void** event, const c10::Stream& stream, c10::DeviceIndex, c10::EventFlag) const override {
        useDevice(stream.device_index());
        if (*event == nullptr) *event = new Moment;
        *static_cast<Moment*>(*event) = Moment{.stream = stream.id()};
    }
    void block(void*, const c10::Stream& stream) const override { useDevice(stream.device_index()); }
    bool queryEvent(void* event) const override { return static_cast<Moment*>(event)->isOver(); }
    c10::DeviceIndex deviceCount() const noexcept override {
        return static_cast<c10::DeviceIndex>(driver().devices.size());
    }
    bool queryStream(const c10::Stream&) const override { return true; }
    void synchronizeStream(const c10::Stream& stream) const override {
        if (driver().hungStreams.contains(stream.id())) waitForAll();
        noteWait();
        useDevice(stream.device_index());
    }
    void synchronizeEvent(void*) const override {
        noteWait();
        useDevice(currentDevice());
    }
    void synchronizeDevice(c10::DeviceIndex device) const override {
        waitForAll();
        noteWait();
        useDevice(device);
    }
    double elapsedTime(void* from, void* to, c10::DeviceIndex) const override {
        const auto &first = *static_cast<Moment*>(from), &last = *static_cast<Moment*>(to);
        const double library = driver().rows["library"].milliseconds,
                     launches = static_cast<double>(last.launches - first.launches);
        const double host = library > 0 ? 0 : std::chrono::duration<double, std::milli>(last.at - first.at).count();
        return host + launches * library + last.rowClock - first.rowClock;
    }

private:
    static at::Device whole(at::Device device) {
        return device.has_index() ? device : at::Device(at::kCUDA, static_cast<c10::DeviceIndex>(currentDevice()));
    }
};

/// The processor's memory, known to the driver.
struct PinnedMemory final : c10::Allocator {
    static void release(void* block) {
        const std::lock_guard lock(driver().mutex);
        driver().pinned.erase(block);
        std::free(block);
    }
    c10::DataPtr allocate(std::size_t bytes) override {
        const std::size_t size = (std::max<std::size_t>(bytes, 1) + 63) / 64 * 64;
        void* block = std::aligned_alloc(64, size);
        const std::lock_guard lock(driver().mutex);
        driver().pinned[block] = size;
        return {block, block, &release, at::kCPU};
    }
    c10::DeleterFnPtr raw_deleter() const override { return &release; }
    void copy_data(void* to, const void* from, std::size_t count) const override { std::memcpy(to, from, count); }
};

struct CUDAHooks final : at::CUDAHooksInterface {
    explicit CUDAHooks(at::CUDAHooksArgs) {}
    void init() const override {}
    bool hasCUDA() const override { return true; }
    bool hasCUDART() const override { return true; }
    bool isBuilt() const override { return true; }
    bool isAvailable() const override { return true; }
    bool hasPrimaryContext(at::DeviceIndex) const override { return true; }
    at::DeviceIndex deviceCount() const override { return static_cast<at::DeviceIndex>(driver().devices.size()); }
    int getNumGPUs() const override { return static_cast<int>(driver().devices.size()); }
    at::DeviceIndex current_device() const override { return static_cast<at::DeviceIndex>(currentDevice()); }
    at::DeviceIndex getCurrentDevice() const override { return current_device(); }
    void setCurrentDevice(at::DeviceIndex device) const override { fakegpu::exchangeDevice(device); }
    at::DeviceIndex exchangeDevice(at::DeviceIndex device) const override {
        return static_cast<at::DeviceIndex>(fakegpu::exchangeDevice(device));
    }
    at::DeviceIndex maybeExchangeDevice(at::DeviceIndex device) const override { return exchangeDevice(device); }
    bool isPinnedPtr(const void* data) const override {
        const std::lock_guard lock(driver().mutex);
        auto block = driver().pinned.upper_bound(data);
        if (block == driver().pinned.begin()) return false;
        --block;
        return static_cast<const char*>(data) < static_cast<const char*>(block->first) + block->second;
    }
    at::Allocator* getPinnedMemoryAllocator() const override {
        static PinnedMemory memory;
        return &memory;
    }
    at::Device getDeviceFromPtr(void* data) const override {
        const std::lock_guard lock(driver().mutex);
        auto block = driver().blocks.upper_bound(data);
        TORCH_CHECK(block != driver().blocks.begin(), "no memory of the device");
        return at::Device(at::kCUDA, static_cast<at::DeviceIndex>((--block)->second.device));
    }
    void deviceSynchronize(at::DeviceIndex device) const override { GuardImpl().synchronizeDevice(device); }
};

}  // namespace

C10_REGISTER_GUARD_IMPL(CUDA, GuardImpl)

}  // namespace fakegpu

namespace at {
using fakegpu::CUDAHooks;
REGISTER_CUDA_HOOKS(CUDAHooks)
}  // namespace at
