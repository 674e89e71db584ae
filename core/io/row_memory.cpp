// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/row_memory.h"

#include "io/file_io.h"
#include "io/posix_calls.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace gatelab {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLeftOnDisk = UINT64_C(1) << 30;  // for everybody else
constexpr std::uintptr_t kPage = 4096;                    // where a mapping begins

struct RowBlocks {
    std::mutex mutex;
    RowMemoryRule rule;
    std::uint64_t processes = 1;                  ///< that share it
    std::map<std::uintptr_t, std::size_t> sizes;  ///< of the mapped blocks, by their first byte
};

/// Never gone: blocks are given back after the last static object.
RowBlocks& blocks() {
    static RowBlocks& all = *new RowBlocks;
    return all;
}

std::atomic<bool> isOn = false;
std::atomic<std::uint64_t> inFiles = 0, toCome = 0;

/// Memory that is this process's alone, from /proc/self/statm: pages in memory without those of files.
std::uint64_t ownBytes() {
    std::ifstream file("/proc/self/statm");
    std::uint64_t all = 0, resident = 0, shared = 0;
    if (!(file >> all >> resident >> shared)) return 0;
    return (resident - std::min(shared, resident)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

/// A file on a disk: one in memory would save none.
bool isOnDisk(const fs::path& folder) {
    struct statfs facts {};
    return statfs(folder.c_str(), &facts) == 0 && facts.f_type != TMPFS_MAGIC && facts.f_type != RAMFS_MAGIC;
}

Result<posix::Descriptor> openUnnamed(const fs::path& folder) {
    static std::atomic<int> made = 0;
    const Phrase action = GATELAB_TEXT("FileAction", "write");
    if (auto file = posix::open(folder, O_TMPFILE | O_RDWR, action); file.ok()) return file;
    // A file system without such files
    const fs::path path = folder / (std::string(kTemporaryPrefix) + "rows-" + std::to_string(getpid()) + "-" +
                                    std::to_string(made.fetch_add(1)));
    auto file = posix::open(path, O_CREAT | O_EXCL | O_RDWR, action);
    if (auto gone = posix::remove(path, false); !gone) return gone.error();
    return file;
}

/// Its space is taken at once: a disk that is full later would end the program at the next write.
void* mapUnnamed(const fs::path& folder, std::size_t bytes) {
    if (!makeFolders(folder).ok() || !isOnDisk(folder)) return nullptr;
    if (const auto space = freeSpace(folder); !space.ok() || *space < bytes + kLeftOnDisk) return nullptr;
    const auto file = openUnnamed(folder);
    if (!file.ok() || posix::plannedFault(IoCall::Write, folder) > 0) return nullptr;
    if (::fallocate(file->number(), 0, 0, static_cast<off_t>(bytes)) != 0) return nullptr;
    void* const at = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file->number(), 0);
    return at == MAP_FAILED ? nullptr : at;
}

/// Whether the system may hold so much more.
bool hasRoom(const RowMemoryRule& rule, std::size_t bytes) {
    const std::uint64_t more = bytes + toCome;
    return ownBytes() + more <= rule.mostBytes && (!rule.freeBytes || rule.freeBytes() >= more + rule.leastFree);
}

/// What a wish is about: whole pages of one block; {0, 0}: none.
std::pair<std::uintptr_t, std::size_t> pagesOf(const void* at, std::size_t bytes) {
    if (inFiles == 0 || bytes == 0) return {0, 0};
    const auto first = reinterpret_cast<std::uintptr_t>(at);
    const std::scoped_lock lock(blocks().mutex);
    auto found = blocks().sizes.upper_bound(first);
    if (found == blocks().sizes.begin()) return {0, 0};
    --found;
    const std::uintptr_t end = std::min(first + bytes, found->first + found->second);
    if (end <= first) return {0, 0};
    const std::uintptr_t begin = first / kPage * kPage;
    return {begin, end - begin};
}

}  // namespace

void useRowMemory(RowMemoryRule rule) {
    const std::scoped_lock lock(blocks().mutex);
    isOn = !rule.folder.empty();
    std::swap(blocks().rule, rule);
}

void shareRowMemory(std::int64_t processes) {
    const std::scoped_lock lock(blocks().mutex);
    blocks().processes = static_cast<std::uint64_t>(std::max<std::int64_t>(1, processes));
}

RowsToCome::~RowsToCome() { toCome -= bytes_; }

void RowsToCome::add(const void* at, std::size_t bytes) {
    if (liesInRowFile(at)) return;
    bytes_ += bytes, toCome += bytes;
}

void* takeRowBlock(std::size_t bytes) noexcept {
    if (!isOn) return nullptr;
    try {
        RowMemoryRule rule;
        {
            const std::scoped_lock lock(blocks().mutex);
            rule = blocks().rule;
            rule.mostBytes /= blocks().processes;
        }
        if (rule.folder.empty() || hasRoom(rule, bytes)) return nullptr;
        void* const at = mapUnnamed(rule.folder, bytes);
        if (at == nullptr) return nullptr;
        const std::scoped_lock lock(blocks().mutex);
        blocks().sizes.emplace(reinterpret_cast<std::uintptr_t>(at), bytes);
        inFiles += bytes;
        return at;
    } catch (...) {
        return nullptr;
    }
}

bool giveRowBlockBack(void* at) noexcept {
    if (inFiles == 0 || reinterpret_cast<std::uintptr_t>(at) % kPage != 0) return false;
    std::map<std::uintptr_t, std::size_t>::node_type block;  // freed without the lock, which that may ask for
    const std::scoped_lock lock(blocks().mutex);
    block = blocks().sizes.extract(reinterpret_cast<std::uintptr_t>(at));
    if (block.empty()) return false;
    ::munmap(at, block.mapped());
    inFiles -= block.mapped();
    return true;
}

std::uint64_t rowMemoryLimit() {
    const std::scoped_lock lock(blocks().mutex);
    return blocks().rule.folder.empty() ? 0 : blocks().rule.mostBytes / blocks().processes;
}

std::uint64_t bytesInRowFiles() { return inFiles; }

bool liesInRowFile(const void* at) { return pagesOf(at, 1).second > 0; }

void willReadRows(const void* at, std::size_t bytes) {
    const auto [begin, size] = pagesOf(at, bytes);
    if (size > 0) (void)::madvise(reinterpret_cast<void*>(begin), size, MADV_WILLNEED);
}

void haveReadRows(const void* at, std::size_t bytes) {
    const auto [begin, size] = pagesOf(at, bytes);
    if (size > 0) (void)::madvise(reinterpret_cast<void*>(begin), size, MADV_COLD);
}

}  // namespace gatelab
