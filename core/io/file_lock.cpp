// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file_lock.h"

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <chrono>
#include <string>
#include <thread>

namespace gatelab {
namespace {

struct flock wholeFile() {
    struct flock range {};
    range.l_type = F_WRLCK;
    range.l_whence = SEEK_SET;
    return range;
}

}  // namespace

Result<FileLock> FileLock::acquire(const std::filesystem::path& path) {
    auto file = posix::open(path, O_RDWR | O_CREAT, GATELAB_TEXT("FileAction", "lock"));
    if (!file) return file.error();
    struct flock range = wholeFile();
    if (::fcntl(file->number(), F_OFD_SETLK, &range) != 0) {
        if (errno == EAGAIN || errno == EACCES)
            return Error{
                ErrorCode::Busy,
                {GATELAB_TEXT(
                     "Files",
                     "'%1' is in use by a running program; nothing was changed; wait until it has ended, or stop it"),
                 {path.parent_path().string()}}};
        return ioError(errno, GATELAB_TEXT("FileAction", "lock"), path);
    }
    // For people only; a full disk does not matter here.
    const std::string note = std::to_string(::getpid()) + "\n";
    if (::ftruncate(file->number(), 0) == 0) static_cast<void>(posix::writeAll(*file, note, path));
    return FileLock(std::move(*file));
}

Result<FileLock> FileLock::wait(const std::filesystem::path& path) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    for (;;) {
        auto lock = acquire(path);
        if (lock || lock.error().code != ErrorCode::Busy || std::chrono::steady_clock::now() > deadline) return lock;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

bool FileLock::isHeld(const std::filesystem::path& path) {
    // Without O_NONBLOCK a pipe would wait for a writer.
    auto file = posix::open(path, O_RDONLY | O_NONBLOCK, GATELAB_TEXT("FileAction", "look at"));
    if (!file) return false;
    struct flock range = wholeFile();
    return ::fcntl(file->number(), F_OFD_GETLK, &range) == 0 && range.l_type != F_UNLCK;
}

}  // namespace gatelab
