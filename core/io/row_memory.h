// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>

/// Memory for lists of many rows: columns, times, marks, windows, tensors of a whole series. Where this process would
/// hold more than it is allowed, further large blocks lie in files without a name, mapped, so that the kernel can write
/// them out and take their memory back. In the programs every list is covered, whoever makes it: their `operator new`
/// (device/row_operators.h) asks here for each block of kLeastRowBlock bytes and more. What is written there is read
/// again to the bit. Any thread.
namespace gatelab {

inline constexpr std::size_t kLeastRowBlock = std::size_t{16} << 20;

struct RowMemoryRule {
    std::filesystem::path folder;  ///< for the files; gone with the process, however it ends
    /// Of its own (no mapped files) that the process may have before large blocks lie in files
    std::uint64_t mostBytes = 0;
    /// What a block must leave of freeBytes(), so that processes beside each other, each below its mostBytes, do not
    /// take what there is together; empty: nobody else is asked for. Makes no large list itself.
    std::uint64_t leastFree = 0;
    std::function<std::uint64_t()> freeBytes = {};
};

/// For the start of a program; without a folder, as before the first call, all memory is the system's. Blocks that are
/// there stay where they are.
void useRowMemory(RowMemoryRule rule);
/// So many processes, this one among them, hold the same on this machine at once, as the ranks of a run do: each has
/// its part of mostBytes. 1: it is alone again. Blocks that are there stay where they are.
void shareRowMemory(std::int64_t processes);
/// Lists that have room in memory and are filled later count as held while this lives: before, nothing of them is.
class RowsToCome {
public:
    RowsToCome() = default;
    ~RowsToCome();
    RowsToCome(const RowsToCome&) = delete;
    RowsToCome& operator=(const RowsToCome&) = delete;
    /// The room of a list; one that lies in a file needs none.
    void add(const void* at, std::size_t bytes);

private:
    std::size_t bytes_ = 0;
};

/// A block in a file; null: it is to be the system's, because there is room, or the disk refuses.
void* takeRowBlock(std::size_t bytes) noexcept;
/// False: it is none of takeRowBlock().
bool giveRowBlockBack(void* block) noexcept;
/// This process's part of the rule's mostBytes; 0: there is none.
std::uint64_t rowMemoryLimit();
/// In files now.
std::uint64_t bytesInRowFiles();
/// Whether these numbers lie in such a file.
bool liesInRowFile(const void* at);

/// These bytes are needed soon: where they lie in a file it is read ahead, while the caller goes on.
void willReadRows(const void* at, std::size_t bytes);
/// These were needed for now: where they lie in a file their memory is the first to be taken back.
void haveReadRows(const void* at, std::size_t bytes);

}  // namespace gatelab
