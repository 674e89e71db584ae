// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/folders/file_list.h"

#include "io/file_io.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace gatelab {
namespace {

constexpr std::array<std::string_view, 3> kHeads = {"# gatelab several files", "# gatelab partitions",
                                                    "# gatelab recordings"};
constexpr std::array<std::string_view, 4> kParts = {"none", "train", "validation", "test"};
constexpr std::array<std::string_view, 6> kReasons = {"unknown", "link", "name", "aside", "empty", "beside"};
constexpr std::string_view kRoot = "# root ", kLabel = "# class ", kPart = "# part ", kLeft = "# left ",
                           kCount = "# left-count ";

template <class Enum, std::size_t N>
std::optional<Enum> numberOf(const std::array<std::string_view, N>& words, std::string_view word) {
    const auto found = std::ranges::find(words, word);
    if (found == words.end()) return std::nullopt;
    return static_cast<Enum>(found - words.begin());
}

/// One pass over the lines of a list.
class ListLines {
public:
    explicit ListLines(FileList& list) : list_(list) {}
    /// False: it is damaged.
    bool take(std::string_view line) {
        constexpr std::size_t kHash = 64;
        if (line.starts_with('#')) return takeComment(line);
        if (line.size() < kHash + 3 || line.substr(kHash, 2) != "  " || list_.files.size() == kMostListed) return false;
        const std::string_view hash = line.substr(0, kHash);
        const bool isKnown = hash.find_first_not_of('-') != std::string_view::npos;
        list_.files.push_back(
            {std::string(line.substr(kHash + 2)), isKnown ? std::string(hash) : std::string(), label_, part_});
        return true;
    }

private:
    bool takeComment(std::string_view line) {
        const auto rest = [&](std::string_view head) { return std::string(line.substr(head.size())); };
        if (line.starts_with(kRoot)) {
            list_.root = rest(kRoot);
        } else if (line.starts_with(kLabel)) {
            label_ = rest(kLabel);
        } else if (line.starts_with(kPart)) {
            const auto part = numberOf<ListedPart>(kParts, rest(kPart));
            if (!part) return false;
            part_ = *part;
        } else if (line.starts_with(kCount)) {
            const std::string_view digits = line.substr(kCount.size());
            return std::from_chars(digits.data(), digits.data() + digits.size(), list_.leftCount).ec == std::errc();
        } else if (line.starts_with(kLeft)) {
            const std::string_view words = line.substr(kLeft.size());
            const std::size_t blank = words.find(' ');
            const auto reason = numberOf<LeftFile>(kReasons, words.substr(0, blank));
            if (!reason || blank == std::string_view::npos || list_.left.size() == kMostLeftNamed) return false;
            list_.left.emplace_back(*reason, words.substr(blank + 1));
        }
        return true;
    }

    FileList& list_;
    std::string label_;
    ListedPart part_ = ListedPart::None;
};

Phrase reasonText(LeftFile why, const std::string& names) {
    switch (why) {
        case LeftFile::Unknown:
            return {
                GATELAB_TEXT("Reading", "files were left out, as their names are of no format that is read here: %1"),
                {names}};
        case LeftFile::Link:
            return {GATELAB_TEXT(
                        "Reading",
                        "files were left out, as they are links that lead out of the folder or to a folder: %1. Copy "
                        "what they point at, to read it"),
                    {names}};
        case LeftFile::Name:
            return {GATELAB_TEXT("Reading",
                                 "files were left out, as their names hold a line end: %1. Give them another name"),
                    {names}};
        case LeftFile::Aside:
            return {
                GATELAB_TEXT("Reading",
                             "folders were left out, as one whose name begins with '_' is no class and no part of the "
                             "data: %1. Give it another name, to read it"),
                {names}};
        case LeftFile::Empty:
            return {GATELAB_TEXT("Reading", "files were left out, as there is no byte in them: %1"), {names}};
        case LeftFile::Beside:
            break;
    }
    return {
        GATELAB_TEXT("Reading",
                     "files were left out, as they lie elsewhere than the files that are read: %1. Open them, or their "
                     "folder, to read them"),
        {names}};
}

}  // namespace

std::string fileListText(const FileList& list) {
    std::string text = std::string(kHeads[static_cast<std::size_t>(list.kind)]) + "\n";
    if (!list.root.empty()) text += std::string(kRoot) + list.root.string() + "\n";
    for (const auto& [why, name] : list.left)
        text += std::string(kLeft) + std::string(kReasons[static_cast<std::size_t>(why)]) + " " + name + "\n";
    if (list.leftCount > 0) text += std::string(kCount) + std::to_string(list.leftCount) + "\n";
    const ListedFile* before = nullptr;
    for (const ListedFile& file : list.files) {
        if (file.label != (before != nullptr ? before->label : "")) text += std::string(kLabel) + file.label + "\n";
        if (file.part != (before != nullptr ? before->part : ListedPart::None))
            text += std::string(kPart) + std::string(kParts[static_cast<std::size_t>(file.part)]) + "\n";
        text += (file.sha256.empty() ? std::string(64, '-') : file.sha256) + "  " + file.path.string() + "\n";
        before = &file;
    }
    return text;
}

Result<FileList> readFileList(std::string_view text) {
    FileList list;
    ListLines lines(list);
    std::int64_t number = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        at = end + 1;
        if (++number == 1)
            list.kind = numberOf<ListKind>(kHeads, line).value_or(ListKind::Together);
        else if (!line.empty() && !lines.take(line))
            return Error{
                ErrorCode::InvalidInput,
                {GATELAB_TEXT("Reading", "line %1 of this list of files is damaged; open the files again"), {number}}};
    }
    if (list.files.empty())
        return Error{ErrorCode::InvalidInput, GATELAB_TEXT("Reading", "this list of files is empty; open them again")};
    return list;
}

bool isFileList(std::string_view head, ListKind kind) {
    return head.starts_with(kHeads[static_cast<std::size_t>(kind)]);
}

Result<FileList> openFileList(const std::filesystem::path& path) {
    constexpr std::uint64_t kLargestList = UINT64_C(64) << 20;
    const auto text = readFileBytes(path, kLargestList);
    if (!text) return text.error();
    auto list = readFileList(*text);
    return list.ok() ? std::move(list) : list.error().withContext(path.string());
}

std::optional<Result<FileList>> listAt(const std::filesystem::path& path) {
    constexpr std::uint64_t kHead = 64;
    const auto head = readFileStart(path, kHead);
    if (!head) return std::nullopt;  // told by who reads it
    const bool areTables = isFileList(head->bytes, ListKind::Together) || isFileList(head->bytes, ListKind::Partitions);
    if (!areTables && !isFileList(head->bytes, ListKind::Recordings)) return std::nullopt;
    return openFileList(path);
}

std::vector<Phrase> describeLeft(const FileList& list) {
    std::vector<Phrase> said;
    std::int64_t named = 0;
    for (std::size_t why = 0; why < kReasons.size(); ++why) {
        std::string names;
        for (const auto& [reason, name] : list.left)
            if (reason == static_cast<LeftFile>(why)) names += (names.empty() ? "'" : ", '") + name + "'", ++named;
        if (!names.empty()) said.push_back(reasonText(static_cast<LeftFile>(why), names));
    }
    if (list.leftCount > named)
        said.push_back({GATELAB_TEXT("Reading", "%1 more files of the folder were left out for such reasons"),
                        {list.leftCount - named}});
    return said;
}

std::string listedName(const FileList& list, const ListedFile& file) {
    if (list.root.empty()) return file.path.string();
    const std::filesystem::path name = file.path.lexically_relative(list.root);
    return name.empty() || *name.begin() == ".." ? file.path.string() : name.string();
}

}  // namespace gatelab
