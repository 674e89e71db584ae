// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/gpu_kernels.h"

#include <cxxabi.h>
#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <type_traits>
#include <utility>

namespace gatelab {

namespace {

using Clock = std::chrono::steady_clock;

// As the header of activities of CUPTI 13.0 has them; only what is read.
enum Kind : std::uint32_t { kMemcpy = 1, kMemset = 2, kKernel = 10 };
constexpr Kind kKinds[] = {kKernel, kMemcpy, kMemset};
constexpr int kSuccess = 0;
constexpr std::uint32_t kForced = 1;
struct Record {
    std::uint32_t kind;
    std::uint8_t copyKind;  ///< of a copy: 1 host to device, 2 device to host
    std::uint8_t others[11];
    std::uint64_t start, end;  ///< nanoseconds of cuptiGetTimestamp
};
static_assert(offsetof(Record, start) == 16 && offsetof(Record, end) == 24);
constexpr std::size_t kNameOfKernel = 104;

constexpr std::size_t kBufferBytes = 1u << 20, kAlignment = 8, kMostWork = 200'000;

struct Found {
    std::string name;
    std::uint64_t start = 0, end = 0;
};

/// CUPTI has one pair of callbacks for a process, and calls them from threads of its own.
struct Recording {
    std::mutex mutex;
    std::vector<Found> found;
    int (*next)(std::uint8_t* buffer, std::size_t bytes, Record** record) = nullptr;
};
Recording& recording() {
    static Recording one;
    return one;
}
std::atomic<bool> isTaken{false};

std::string kernelName(const Record* record) {
    const char* name = nullptr;
    std::copy_n(reinterpret_cast<const char*>(record) + kNameOfKernel, sizeof name, reinterpret_cast<char*>(&name));
    if (name == nullptr) return "kernel";
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> plain(abi::__cxa_demangle(name, nullptr, nullptr, &status), std::free);
    return status == 0 && plain ? plain.get() : name;
}

std::string nameOf(const Record* record) {
    if (record->kind == kKernel) return kernelName(record);
    if (record->kind == kMemset) return "fill";
    constexpr std::uint8_t kToDevice = 1, kToHost = 2;
    return record->copyKind == kToDevice ? "copy to the device"
           : record->copyKind == kToHost ? "copy to the host"
                                         : "copy";
}

void requestBuffer(std::uint8_t** buffer, std::size_t* bytes, std::size_t* most) {
    *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(kAlignment, kBufferBytes));
    *bytes = *buffer == nullptr ? 0 : kBufferBytes;
    *most = 0;
}

void takeBuffer(void*, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t valid) {
    Recording& all = recording();
    {
        const std::lock_guard lock(all.mutex);
        for (Record* record = nullptr; all.found.size() < kMostWork && all.next(buffer, valid, &record) == kSuccess;)
            if (std::ranges::find(kKinds, record->kind) != std::end(kKinds))
                all.found.push_back({nameOf(record), record->start, record->end});
    }
    std::free(buffer);
}

}  // namespace

struct GpuKernels::Library {
    int (*activate)(std::uint32_t kind) = nullptr;
    int (*deactivate)(std::uint32_t kind) = nullptr;
    int (*flush)(std::uint32_t flag) = nullptr;
    int (*timestamp)(std::uint64_t* nanoseconds) = nullptr;
    int (*callbacks)(void (*)(std::uint8_t**, std::size_t*, std::size_t*),
                     void (*)(void*, std::uint32_t, std::uint8_t*, std::size_t, std::size_t)) = nullptr;
    std::uint64_t zero = 0;  ///< of CUPTI's clock, at this moment:
    Clock::time_point at;
};

GpuKernels::GpuKernels(std::unique_ptr<Library> library) : library_(std::move(library)) {}

GpuKernels::~GpuKernels() {
    for (const Kind kind : kKinds) library_->deactivate(kind);
    isTaken = false;
}

Result<std::unique_ptr<GpuKernels>> GpuKernels::open() {
    const char* own = std::getenv("GATELAB_CUPTI");
    void* const library = dlopen(own != nullptr ? own : "libcupti.so.13", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        return Error{ErrorCode::NoDevice,
                     {GATELAB_TEXT("Timeline", "CUPTI cannot be opened, which tells of the GPU's kernels: %1"),
                      {std::string(dlerror())}}};
    auto found = std::make_unique<Library>();
    bool isWhole = true;
    const auto find = [&](const char* name, auto& function) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
        isWhole = isWhole && function != nullptr;
    };
    find("cuptiActivityEnable", found->activate);
    find("cuptiActivityDisable", found->deactivate);
    find("cuptiActivityFlushAll", found->flush);
    find("cuptiGetTimestamp", found->timestamp);
    find("cuptiActivityRegisterCallbacks", found->callbacks);
    find("cuptiActivityGetNextRecord", recording().next);
    if (!isWhole)
        return Error{ErrorCode::NoDevice, GATELAB_TEXT("Timeline", "this CUPTI has another interface than 13.0")};
    if (isTaken.exchange(true))
        return Error{ErrorCode::Busy, GATELAB_TEXT("Timeline", "the GPU's kernels are recorded for another run now")};
    std::unique_ptr<GpuKernels> kernels(new GpuKernels(std::move(found)));
    if (kernels->library_->callbacks(requestBuffer, takeBuffer) != kSuccess)
        return Error{ErrorCode::NoDevice, GATELAB_TEXT("Timeline", "CUPTI records nothing here")};
    return kernels;
}

bool GpuKernels::begin() {
    {
        const std::lock_guard lock(recording().mutex);
        recording().found.clear();
    }
    if (library_->timestamp(&library_->zero) != kSuccess) return false;
    library_->at = Clock::now();
    bool isOn = true;
    for (const Kind kind : kKinds) isOn = library_->activate(kind) == kSuccess && isOn;
    return isOn;
}

std::vector<GpuWork> GpuKernels::end() {
    library_->flush(kForced);
    for (const Kind kind : kKinds) library_->deactivate(kind);
    std::vector<Found> found;
    {
        const std::lock_guard lock(recording().mutex);
        found = std::exchange(recording().found, {});
    }
    std::vector<GpuWork> works;
    const auto moment = [this](std::uint64_t nanoseconds) {
        return library_->at + std::chrono::duration_cast<Clock::duration>(
                                  std::chrono::nanoseconds(static_cast<std::int64_t>(nanoseconds - library_->zero)));
    };
    for (Found& one : found) {
        if (one.end < one.start || one.start == 0) continue;  // CUPTI could not tell
        works.push_back({std::move(one.name), moment(one.start), moment(one.end)});
    }
    std::ranges::stable_sort(works, {}, &GpuWork::began);
    return works;
}

}  // namespace gatelab
