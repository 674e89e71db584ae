// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace gatelab {

/// What memory is held for. Activations: allocated in a forward pass; Workspace: in a backward pass or an update, and
/// gone after it.
enum class MemoryCause : std::uint8_t { Other, Weights, Gradients, Optimiser, Data, Activations, Workspace, Count };
using BytesByCause = std::array<std::int64_t, static_cast<std::size_t>(MemoryCause::Count)>;

/// Bytes of LibTorch's tensors on the CPU.
struct HostMemoryFigures {
    BytesByCause held{};    ///< now
    BytesByCause atPeak{};  ///< when the sum was highest
    std::int64_t total = 0, peak = 0;
    std::int64_t requests = 0;  ///< blocks handed out
    /// Of them fetched from the system instead of the cache: stands still once a step is warm
    std::int64_t fetches = 0;
};

/// Makes LibTorch's CPU tensors come from an allocator that counts by cause and keeps freed blocks for the next step,
/// so that a warm step asks the system for nothing (a large block given back to the system costs a page fault per 4 KiB
/// when it comes again). Once per process, before the first tensor; any thread.
void installHostMemory();

/// The tensors that one run makes on this thread, from construction to destruction. They may be freed by any thread and
/// later. One per thread at a time; without one nothing is counted. At most 63 at once in a process: further ones count
/// nothing.
class HostMemoryAccount {
public:
    HostMemoryAccount();
    ~HostMemoryAccount();
    HostMemoryAccount(const HostMemoryAccount&) = delete;
    HostMemoryAccount& operator=(const HostMemoryAccount&) = delete;
    [[nodiscard]] HostMemoryFigures figures() const;
    /// The peak counts anew from what is held now.
    void restartPeak();

private:
    friend class HostMemoryGuest;
    std::uint8_t slot_;
};

/// This thread's tensors count for another thread's account, from construction to destruction, within the account's
/// life. One per thread, and none on a thread with an account of its own.
class HostMemoryGuest {
public:
    explicit HostMemoryGuest(const HostMemoryAccount& account);
    ~HostMemoryGuest();
    HostMemoryGuest(const HostMemoryGuest&) = delete;
    HostMemoryGuest& operator=(const HostMemoryGuest&) = delete;
};

/// Counted bytes of a cause that this thread has asked for, less those that it has given back: a difference of two
/// calls is what the work between them left, whatever other threads were doing.
std::int64_t threadBytes(MemoryCause cause);

/// What this thread's tensors are for from here to the end of the scope.
class MemoryScope {
public:
    explicit MemoryScope(MemoryCause cause);
    ~MemoryScope();
    MemoryScope(const MemoryScope&) = delete;
    MemoryScope& operator=(const MemoryScope&) = delete;

private:
    MemoryCause before_;
};

}  // namespace gatelab
