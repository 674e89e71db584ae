// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file_view.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <csignal>
#include <utility>

namespace gatelab {
namespace {

/// Below, copying takes no time.
constexpr std::uint64_t kWorthMapping = UINT64_C(1) << 20;
constexpr std::uint64_t kWorthReadingAhead = UINT64_C(1) << 30;

}  // namespace

FileView::FileView(FileView&& other) noexcept
    : file_(std::move(other.file_)),
      mapped_(std::exchange(other.mapped_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      held_(std::move(other.held_)) {}

FileView& FileView::operator=(FileView&& other) noexcept {
    std::swap(file_, other.file_);
    std::swap(mapped_, other.mapped_);
    std::swap(size_, other.size_);
    std::swap(held_, other.held_);
    return *this;
}

FileView::~FileView() {
    if (mapped_ != nullptr) munmap(mapped_, size_);
}

bool FileView::map(const std::filesystem::path& path, std::uint64_t limit) {
    std::error_code code;
    if (const auto size = std::filesystem::file_size(path, code); code || size < kWorthMapping) return false;
    auto file = posix::open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC, GATELAB_TEXT("FileAction", "read"));
    struct stat facts {};
    if (!file || fstat(file->number(), &facts) != 0 || !S_ISREG(facts.st_mode)) return false;
    const auto size = static_cast<std::uint64_t>(facts.st_size);
    if (size < kWorthMapping || size > limit) return false;
    // A file that is cut while it is mapped would end the program. Whoever wants to write is told to us by a signal
    // that nobody else uses and that does nothing.
    if (fcntl(file->number(), F_SETSIG, SIGURG) != 0 || fcntl(file->number(), F_SETLEASE, F_RDLCK) != 0) return false;
    void* const mapped = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file->number(), 0);
    if (mapped == MAP_FAILED) return false;
    // All of a file that may not fit would be read once for nothing.
    (void)madvise(mapped, size, size <= kWorthReadingAhead ? MADV_WILLNEED : MADV_SEQUENTIAL);
    file_ = std::move(*file), mapped_ = mapped, size_ = size;
    return true;
}

Result<FileView> FileView::open(const std::filesystem::path& path, std::uint64_t limit, const Progress& progress) {
    FileView view;
    if (view.map(path, limit)) return view;
    auto bytes = readFileBytes(path, limit, progress);
    if (!bytes) return bytes.error();
    view.held_ = std::move(*bytes);
    return view;
}

}  // namespace gatelab
