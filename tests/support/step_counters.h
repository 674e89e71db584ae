// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/record_function.h>
#include <c10/core/Allocator.h>
#include <c10/util/ThreadLocalDebugInfo.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <string>

/// What LibTorch does on the calling thread as long as a counter lives.
namespace gatelab::testing {

/// Allocations of host memory by LibTorch (and of device memory by its caching allocator, which takes them from its
/// cache).
class AllocationCounter {
public:
    AllocationCounter() : counts_(std::make_shared<Counts>()), guard_(c10::DebugInfoKind::PROFILER_STATE, counts_) {}
    [[nodiscard]] std::int64_t count() const { return counts_->allocations; }
    [[nodiscard]] std::int64_t bytes() const { return counts_->bytes; }

private:
    struct Counts final : c10::MemoryReportingInfoBase {
        void reportMemoryUsage(void*, std::int64_t size, std::size_t, std::size_t, c10::Device) override {
            if (size <= 0) return;
            ++allocations;
            bytes += size;
        }
        void reportOutOfMemory(std::int64_t, std::size_t, std::size_t, c10::Device) override {}
        bool memoryProfilingEnabled() const override { return true; }
        std::int64_t allocations = 0, bytes = 0;
    };
    std::shared_ptr<Counts> counts_;
    c10::DebugInfoGuard guard_;
};

/// Reads of a single number from a tensor: on a device each waits for everything before it.
class ReadCounter {
public:
    ReadCounter()
        : handle_(at::addThreadLocalCallback(at::RecordFunctionCallback(&look).scopes({at::RecordScope::FUNCTION}))) {
        count_ = 0;
    }
    ~ReadCounter() { at::removeCallback(handle_); }
    ReadCounter(const ReadCounter&) = delete;
    ReadCounter& operator=(const ReadCounter&) = delete;
    [[nodiscard]] std::int64_t count() const { return count_; }

private:
    static std::unique_ptr<at::ObserverContext> look(const at::RecordFunction& function) {
        if (std::strcmp(function.name(), "aten::_local_scalar_dense") == 0) ++count_;
        return nullptr;
    }
    static inline std::atomic<std::int64_t> count_{0};
    at::CallbackHandle handle_;
};

/// Calls of LibTorch's operations, those inside of others included.
class CallCounter {
public:
    CallCounter()
        : handle_(at::addThreadLocalCallback(at::RecordFunctionCallback(&look).scopes({at::RecordScope::FUNCTION}))) {
        counts_.clear();
    }
    ~CallCounter() { at::removeCallback(handle_); }
    CallCounter(const CallCounter&) = delete;
    CallCounter& operator=(const CallCounter&) = delete;
    [[nodiscard]] std::int64_t count() const {
        std::int64_t sum = 0;
        for (const auto& [name, count] : counts_) sum += count;
        return sum;
    }
    [[nodiscard]] std::int64_t of(const std::string& name) const {
        const auto found = counts_.find(name);
        return found == counts_.end() ? 0 : found->second;
    }

private:
    static std::unique_ptr<at::ObserverContext> look(const at::RecordFunction& function) {
        ++counts_[function.name()];
        return nullptr;
    }
    static inline std::map<std::string, std::int64_t> counts_;
    at::CallbackHandle handle_;
};

/// Copies from or to a device, as far as the code asks for them: on the processor they do nothing, on a GPU each that
/// is not to go on by itself waits for everything before it. What LibTorch's operations do inside stays where their
/// tensors are.
class DeviceCopyCounter {
public:
    DeviceCopyCounter()
        : handle_(at::addThreadLocalCallback(
              at::RecordFunctionCallback(&look, &leave).needsInputs(true).scopes({at::RecordScope::FUNCTION}))) {
        waiting_ = going_ = depth_ = 0;
    }
    ~DeviceCopyCounter() { at::removeCallback(handle_); }
    DeviceCopyCounter(const DeviceCopyCounter&) = delete;
    DeviceCopyCounter& operator=(const DeviceCopyCounter&) = delete;
    [[nodiscard]] std::int64_t waiting() const { return waiting_; }
    [[nodiscard]] std::int64_t goingOn() const { return going_; }

private:
    static std::unique_ptr<at::ObserverContext> look(const at::RecordFunction& function) {
        if (depth_++ > 0 || std::strcmp(function.name(), "aten::to") != 0) return nullptr;
        const auto inputs = function.inputs();
        // to(self, device, dtype, non_blocking, ...) and to(self, dtype, layout, device, pin_memory, non_blocking, ...)
        std::size_t device = 0;
        for (std::size_t i = 1; i < inputs.size(); ++i)
            if (inputs[i].isDevice()) device = i;
        if (device > 0) ++(inputs[device + 2].toBool() ? going_ : waiting_);
        return nullptr;
    }
    static void leave(const at::RecordFunction&, at::ObserverContext*) { --depth_; }
    static inline std::int64_t waiting_ = 0, going_ = 0, depth_ = 0;
    at::CallbackHandle handle_;
};

}  // namespace gatelab::testing
