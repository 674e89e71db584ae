// SPDX-License-Identifier: GPL-3.0-or-later
#include "device/choice_file.h"

#include "io/file_io.h"

#include <sstream>
#include <string_view>
#include <utility>

namespace gatelab {

namespace {

constexpr std::uint64_t kMaxBytes = 1 << 20;

}  // namespace

ChoiceFile::ChoiceFile(std::filesystem::path path) : path_(std::move(path)) {}

ChoiceFile::Lines ChoiceFile::read() const {
    if (path_.empty()) return {};
    const auto text = readFileBytes(path_, kMaxBytes);
    return text.ok() ? parse(*text) : Lines();
}

void ChoiceFile::keep(const std::string& key, const std::string& value) const {
    if (path_.empty()) return;
    Lines lines = read();
    lines[key] = value;
    if (makeFolders(path_.parent_path()).ok()) (void)writeFileDurably(path_, text(lines)).ok();
}

void ChoiceFile::drop(const std::string& key) const {
    if (path_.empty()) return;
    Lines lines = read();
    if (lines.erase(key) > 0) (void)writeFileDurably(path_, text(lines)).ok();
}

void ChoiceFile::forget() const {
    if (!path_.empty() && !read().empty()) (void)writeFileDurably(path_, std::string_view()).ok();
}

ChoiceFile::Lines ChoiceFile::parse(const std::string& text) {
    Lines lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        if (const auto equals = line.rfind('='); equals != std::string::npos)
            lines[line.substr(0, equals)] = line.substr(equals + 1);
    return lines;
}

std::string ChoiceFile::text(const Lines& lines) {
    std::string text;
    for (const auto& [key, value] : lines) text += key + '=' + value + '\n';
    return text;
}

}  // namespace gatelab
