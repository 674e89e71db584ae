// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string_view>

namespace gatelab {

/// A folder of its own in the system's temporary folder, gone with this object. path() is empty where none can be made.
/// That of a killed process stays until the system tidies up. Any thread, one at a time.
class TemporaryFolder {
public:
    /// word: a part of its name, "gatelab-WORD-XXXXXX".
    explicit TemporaryFolder(std::string_view word);
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

}  // namespace gatelab
