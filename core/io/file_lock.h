// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "io/posix_calls.h"

#include <filesystem>

namespace gatelab {

/// A lock on a file that ends with the process that holds it, however it ends (Linux open file description locks). Two
/// holders exclude each other also inside one process. The file stays, with the process id as text for people.
class FileLock {
public:
    FileLock() = default;
    /// Busy when somebody holds it. Returns at once.
    static Result<FileLock> acquire(const std::filesystem::path& path);
    /// Waits for whoever holds it, 10 seconds at most: for locks that are held only for a moment.
    static Result<FileLock> wait(const std::filesystem::path& path);
    /// Whether somebody holds it, asked without disturbing.
    static bool isHeld(const std::filesystem::path& path);

private:
    explicit FileLock(posix::Descriptor file) : file_(std::move(file)) {}
    posix::Descriptor file_;
};

}  // namespace gatelab
