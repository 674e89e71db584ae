// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

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
};

/// For the start of a program; without a folder, as before the first call, all memory is the system's. Blocks that are
/// there stay where they are.
void useRowMemory(RowMemoryRule rule);
/// A block in a file; null: it is to be the system's, because there is room, or the disk refuses.
void* takeRowBlock(std::size_t bytes) noexcept;
/// False: it is none of takeRowBlock().
bool giveRowBlockBack(void* block) noexcept;
/// Of the rule; 0: there is none.
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
