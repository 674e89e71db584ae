// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/temporary_folder.h"

#include "io/posix_calls.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace gatelab {
namespace {

namespace fs = std::filesystem;

/// Fixed memory, for a signal handler reads it.
struct Place {
    enum State { Free, Taken, Ready, Removed };
    std::atomic<State> state{Free};
    std::array<char, PATH_MAX> path{};
};
std::array<Place, 64> places;

constexpr int kDeepest = 16;

bool removeAt(int folder, const char* name, int depth) noexcept;

/// As the kernel gives them: readdir() takes memory, which a signal handler may not.
struct KernelEntry {
    std::uint64_t inode;
    std::int64_t offset;
    std::uint16_t bytes;
    std::uint8_t type;
    char name[1];
};

void removeWithin(int folder, int depth) noexcept {
    alignas(KernelEntry) char block[2048];
    for (bool isLess = true; isLess;) {
        isLess = false;
        ::lseek(folder, 0, SEEK_SET);
        for (long size = 0; (size = ::syscall(SYS_getdents64, folder, block, sizeof block)) > 0;)
            for (long at = 0; at < size;) {
                const auto* const entry = reinterpret_cast<const KernelEntry*>(block + at);
                const char* const name = entry->name;
                at += entry->bytes;
                if (std::strcmp(name, ".") != 0 && std::strcmp(name, "..") != 0)
                    isLess = removeAt(folder, name, depth) || isLess;
            }
    }
}

bool removeAt(int folder, const char* name, int depth) noexcept {
    const int file = ::openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    // A page of it keeps what it takes from being freed here and now.
    if (file >= 0) (void)::mmap(nullptr, 1, PROT_READ, MAP_PRIVATE, file, 0);
    bool isGone = ::unlinkat(folder, name, 0) == 0;
    if (!isGone && file >= 0 && depth < kDeepest && (errno == EISDIR || errno == EPERM)) {
        removeWithin(file, depth + 1);
        isGone = ::unlinkat(folder, name, AT_REMOVEDIR) == 0;
    }
    if (file >= 0) ::close(file);
    return isGone;
}

/// Piece by piece: a process that is to end waits for the call that it is in.
void freeSpaceOf(const fs::path& folder) {
    constexpr std::uint64_t kPiece = UINT64_C(32) << 20;
    std::error_code failed;
    for (fs::recursive_directory_iterator entry(folder, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        std::error_code ignored;
        if (!entry->is_regular_file(ignored) || entry->is_symlink(ignored)) continue;
        std::uint64_t size = entry->file_size(ignored);
        if (ignored || entry->hard_link_count(ignored) != 1) continue;
        while (size > kPiece && ::truncate(entry->path().c_str(), static_cast<off_t>(size - kPiece)) == 0)
            size -= kPiece;
    }
}

fs::path madeFolder(std::string_view word) {
    std::error_code failed;
    const auto base = fs::temp_directory_path(failed);
    if (failed) return {};
    std::string pattern = (base / ("gatelab-" + std::string(word) + "-XXXXXX")).string();
    return mkdtemp(pattern.data()) != nullptr ? fs::path(pattern) : fs::path();
}

}  // namespace

PassingPath::PassingPath(const fs::path& path) {
    const std::string& text = path.native();
    if (text.empty() || text.size() >= PATH_MAX) return;
    for (std::size_t i = 0; i < places.size(); ++i) {
        auto expected = Place::Free;
        if (!places[i].state.compare_exchange_strong(expected, Place::Taken)) continue;
        *std::ranges::copy(text, places[i].path.begin()).out = '\0';
        places[i].state = Place::Ready;
        place_ = static_cast<int>(i);
        return;
    }
}

PassingPath::~PassingPath() {
    if (place_ < 0) return;
    std::atomic<Place::State>& state = places[static_cast<std::size_t>(place_)].state;
    // A path that is being removed must not become another's half way.
    for (auto expected = Place::Ready; !state.compare_exchange_weak(expected, Place::Free); expected = Place::Ready)
        std::this_thread::yield();
}

void removePassing() noexcept {
    for (Place& place : places) {
        auto expected = Place::Ready;
        if (!place.state.compare_exchange_strong(expected, Place::Removed)) continue;
        (void)removeAt(AT_FDCWD, place.path.data(), 0);
        place.state = Place::Ready;
    }
}

TemporaryFolder::TemporaryFolder(std::string_view word) : path_(madeFolder(word)), passing_(path_) {}

TemporaryFolder::~TemporaryFolder() {
    if (path_.empty()) return;
    std::error_code ignored;  // leftovers there harm nobody
    freeSpaceOf(path_);
    fs::remove_all(path_, ignored);
}

Result<> TemporaryFolder::write(const fs::path& name, std::string_view bytes) const {
    return write(name, [rest = bytes]() mutable { return std::exchange(rest, {}); });
}

Result<> TemporaryFolder::write(const fs::path& name, const std::function<std::string_view()>& next) const {
    const fs::path path = path_ / name;
    auto file = posix::open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, GATELAB_TEXT("FileAction", "write"));
    if (!file) return file.error();
    for (std::string_view piece = next(); !piece.empty(); piece = next())
        if (auto written = posix::writeAll(*file, piece, path); !written) return written;
    return file->close(path);
}

}  // namespace gatelab
