// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/host_memory.h"

#include <c10/core/CPUAllocator.h>
#include <c10/core/impl/alloc_cpu.h>
#include <c10/util/Exception.h>

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <mutex>
#include <vector>

namespace gatelab {
namespace {

constexpr std::size_t kAlignment = 64;  // as LibTorch's own blocks
constexpr std::uint8_t kNobody = 0, kSlots = 64;
// Blocks from here on lie on huge pages where the system has them: fewer address look-ups and page faults
constexpr std::size_t kHugePage = 2 << 20;
constexpr std::int64_t kSpare = 256 << 20;  // cached beyond the live peak before everything goes back
// A cached block of so many classes above, up to twice as large, serves as well: sequences of ever new lengths share
// their blocks
constexpr std::uint32_t kRoomier = 8;

/// In front of every block.
struct alignas(kAlignment) Header {
    std::size_t size;  // as asked for
    std::uint32_t sizeClass;
    std::uint8_t slot;
    MemoryCause cause;
};

thread_local std::uint8_t threadSlot = kNobody;
thread_local MemoryCause threadCause = MemoryCause::Other;
thread_local BytesByCause threadHeld{};

void countForThread(std::uint8_t slot, MemoryCause cause, std::int64_t bytes) {
    if (slot != kNobody) threadHeld[static_cast<std::size_t>(cause)] += bytes;
}

/// From the system; c10::Error when it has no more.
void* fetchBlock(std::size_t bytes) {
    void* block = nullptr;
    if (bytes < kHugePage || posix_memalign(&block, kHugePage, bytes) != 0) return c10::alloc_cpu(bytes);
    (void)madvise(block, bytes, MADV_HUGEPAGE);  // a wish: without it the block is as good as any
    return block;
}

/// Eight classes per doubling: at most an eighth is never touched.
std::uint32_t classOf(std::size_t size) {
    const std::size_t units = (size + kAlignment - 1) / kAlignment;
    if (units <= 8) return static_cast<std::uint32_t>(units);
    const auto power = static_cast<std::uint32_t>(std::bit_width(units - 1)) - 4;
    return 8 * power + static_cast<std::uint32_t>((units - 1) >> power) + 1;
}
std::size_t classBytes(std::uint32_t sizeClass) {
    if (sizeClass <= 16) return sizeClass * kAlignment;
    const std::uint32_t power = (sizeClass - 9) / 8;
    return (std::size_t{sizeClass - 8 * power} << power) * kAlignment;
}

/// Everything that is counted and cached; lives as long as the process, because tensors of static objects may be freed
/// last of all.
class Pool {
public:
    void* take(std::size_t size) {
        std::uint32_t sizeClass = classOf(size);
        Header* header = nullptr;
        {
            const std::lock_guard lock(mutex_);
            if (sizeClass + kRoomier >= free_.size()) free_.resize(sizeClass + kRoomier + 1);
            const auto from = free_.begin() + sizeClass;
            if (const auto found =
                    std::find_if(from, from + kRoomier + 1, [](const auto& blocks) { return !blocks.empty(); });
                found != from + kRoomier + 1) {
                sizeClass = static_cast<std::uint32_t>(found - free_.begin());
                header = found->back();
                found->pop_back();
                cached_ -= bytesOf(sizeClass);
            }
            count(header == nullptr, size, sizeClass);
        }
        if (header == nullptr) header = fetch(sizeClass, size);
        *header = {size, sizeClass, threadSlot, threadCause};
        countForThread(threadSlot, threadCause, static_cast<std::int64_t>(size));
        return header + 1;
    }

    void give(void* block) {
        Header* header = static_cast<Header*>(block) - 1;
        countForThread(header->slot, header->cause, -static_cast<std::int64_t>(header->size));
        const std::lock_guard lock(mutex_);
        uncount(*header);
        free_[header->sizeClass].push_back(header);
        cached_ += bytesOf(header->sizeClass);
    }

    std::uint8_t open() {
        const std::lock_guard lock(mutex_);
        for (std::uint8_t slot = 1; slot < kSlots; ++slot)
            if (!taken_[slot] && slots_[slot].total == 0) {
                taken_[slot] = true;
                slots_[slot] = {};
                return slot;
            }
        return kNobody;
    }
    void close(std::uint8_t slot) {
        const std::lock_guard lock(mutex_);
        taken_[slot] = false;
        releaseCache();
    }
    HostMemoryFigures figures(std::uint8_t slot) {
        const std::lock_guard lock(mutex_);
        return slots_[slot];
    }
    void restartPeak(std::uint8_t slot) {
        const std::lock_guard lock(mutex_);
        slots_[slot].peak = slots_[slot].total;
        slots_[slot].atPeak = slots_[slot].held;
    }

private:
    static std::int64_t bytesOf(std::uint32_t sizeClass) { return static_cast<std::int64_t>(classBytes(sizeClass)); }

    void count(bool fetched, std::size_t size, std::uint32_t sizeClass) {
        live_ += bytesOf(sizeClass);
        livePeak_ = std::max(livePeak_, live_);
        if (threadSlot == kNobody) return;
        HostMemoryFigures& figures = slots_[threadSlot];
        figures.held[static_cast<std::size_t>(threadCause)] += static_cast<std::int64_t>(size);
        figures.total += static_cast<std::int64_t>(size);
        ++figures.requests;
        figures.fetches += fetched ? 1 : 0;
        if (figures.total <= figures.peak) return;
        figures.peak = figures.total;
        figures.atPeak = figures.held;
    }
    void uncount(const Header& header) {
        live_ -= bytesOf(header.sizeClass);
        if (header.slot == kNobody) return;
        slots_[header.slot].held[static_cast<std::size_t>(header.cause)] -= static_cast<std::int64_t>(header.size);
        slots_[header.slot].total -= static_cast<std::int64_t>(header.size);
    }

    Header* fetch(std::uint32_t sizeClass, std::size_t size) {
        const std::size_t bytes = classBytes(sizeClass) + sizeof(Header);
        {
            const std::lock_guard lock(mutex_);
            // Sequences of ever new lengths must not fill the memory with blocks of yesterday's sizes.
            if (live_ + cached_ > livePeak_ + kSpare) releaseCache();
        }
        try {
            return static_cast<Header*>(fetchBlock(bytes));
        } catch (const c10::Error&) {
            const std::lock_guard lock(mutex_);
            releaseCache();
        }
        try {
            return static_cast<Header*>(fetchBlock(bytes));
        } catch (const c10::Error&) {
            const std::lock_guard lock(mutex_);
            uncount({size, sizeClass, threadSlot, threadCause});
            throw;
        }
    }
    void releaseCache() {
        for (auto& blocks : free_) {
            for (Header* header : blocks) c10::free_cpu(header);
            blocks.clear();
        }
        cached_ = 0;
    }

    std::mutex mutex_;
    std::vector<std::vector<Header*>> free_;  // by class
    std::array<HostMemoryFigures, kSlots> slots_{};
    std::array<bool, kSlots> taken_{};
    std::int64_t live_ = 0, livePeak_ = 0, cached_ = 0;
};

Pool& pool() {
    static Pool* const forever = new Pool;
    return *forever;
}

void giveBack(void* block) {
    if (block != nullptr) pool().give(block);
}

class CountingAllocator final : public c10::Allocator {
public:
    c10::DataPtr allocate(std::size_t size) override {
        void* block = size == 0 ? nullptr : pool().take(size);
        return {block, block, &giveBack, c10::Device(c10::kCPU)};
    }
    [[nodiscard]] c10::DeleterFnPtr raw_deleter() const override { return &giveBack; }
    void copy_data(void* to, const void* from, std::size_t count) const override { default_copy_data(to, from, count); }
};

}  // namespace

void installHostMemory() {
    static CountingAllocator* const forever = new CountingAllocator;
    // LibTorch keeps whichever has the highest priority; its own has 0.
    c10::SetCPUAllocator(forever, 1);
}

HostMemoryAccount::HostMemoryAccount() : slot_(threadSlot == kNobody ? pool().open() : kNobody) {
    if (slot_ != kNobody) threadSlot = slot_;
}

HostMemoryAccount::~HostMemoryAccount() {
    if (slot_ == kNobody) return;
    threadSlot = kNobody;
    pool().close(slot_);
}

HostMemoryFigures HostMemoryAccount::figures() const { return pool().figures(slot_); }
void HostMemoryAccount::restartPeak() { pool().restartPeak(slot_); }

HostMemoryGuest::HostMemoryGuest(const HostMemoryAccount& account) { threadSlot = account.slot_; }
HostMemoryGuest::~HostMemoryGuest() { threadSlot = kNobody; }

std::int64_t threadBytes(MemoryCause cause) { return threadHeld[static_cast<std::size_t>(cause)]; }

MemoryScope::MemoryScope(MemoryCause cause) : before_(threadCause) { threadCause = cause; }
MemoryScope::~MemoryScope() { threadCause = before_; }

}  // namespace gatelab
