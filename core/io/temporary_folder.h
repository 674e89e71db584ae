// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <filesystem>
#include <functional>
#include <string_view>

namespace gatelab {

/// A file or folder that is of no use when the process ends before its time. While this lives removePassing() knows its
/// path, if it is one of the first 64 and shorter than 4096 bytes. Any thread.
class PassingPath {
public:
    explicit PassingPath(const std::filesystem::path& path);
    ~PassingPath();
    PassingPath(const PassingPath&) = delete;
    PassingPath& operator=(const PassingPath&) = delete;

private:
    int place_ = -1;  ///< among those that are known
};

/// Removes what all PassingPaths name, folders with everything in them: for a process that ends at once. What a large
/// file takes is freed when the last process that has this one's memory is gone. A signal handler may call it.
void removePassing() noexcept;

/// A folder of its own in the system's temporary folder, gone with this object and by removePassing(). path() is empty
/// where none can be made. That of a killed process stays until the system tidies up. Any thread, one at a time.
class TemporaryFolder {
public:
    /// word: a part of its name, "gatelab-WORD-XXXXXX".
    explicit TemporaryFolder(std::string_view word);
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    /// A new file in it, which is not synced.
    [[nodiscard]] Result<> write(const std::filesystem::path& name, std::string_view bytes) const;
    /// The same of pieces, until one is empty.
    [[nodiscard]] Result<> write(const std::filesystem::path& name,
                                 const std::function<std::string_view()>& next) const;

private:
    std::filesystem::path path_;
    PassingPath passing_;
};

}  // namespace gatelab
