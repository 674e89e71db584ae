// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace gatelab {

/// What was measured on this machine and is remembered: lines "key=value" in a file of the user's cache. What cannot be
/// read was not measured yet; what cannot be kept is measured again next time.
class ChoiceFile {
public:
    using Lines = std::map<std::string, std::string>;

    /// An empty path: nothing is remembered.
    explicit ChoiceFile(std::filesystem::path path);
    [[nodiscard]] Lines read() const;
    /// Beside what the file has by now.
    void keep(const std::string& key, const std::string& value) const;
    void drop(const std::string& key) const;
    void forget() const;

    /// Lines of another kind are left out.
    static Lines parse(const std::string& text);
    static std::string text(const Lines& lines);

private:
    std::filesystem::path path_;
};

}  // namespace gatelab
