// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/packed/archive_files.h"

#include "data/csv/words.h"
#include "data/readers.h"

#include <algorithm>
#include <tuple>

namespace gatelab {
namespace {

/// What systems put beside the files of a person.
bool isClutter(const std::string& member) {
    const std::string name = fileName(member);
    return name.empty() || name.starts_with('.') || member.starts_with("__MACOSX/") || name == "Thumbs.db" ||
           name == "desktop.ini";
}

/// "x_train.ts" for "x_test.ts" and the other way round; empty: neither word stands there.
std::string partnerName(std::string name) {
    for (const auto& [word, other] : {std::pair("_train", "_test"), std::pair("_test", "_train")})
        if (const std::size_t at = name.rfind(word); at != std::string::npos)
            return name.replace(at, std::string_view(word).size(), other);
    return {};
}

}  // namespace

std::string fileName(const std::string& member) { return member.substr(member.rfind('/') + 1); }

Result<std::vector<ArchiveMember>> listFiles(const std::filesystem::path& path, const Progress& progress) {
    auto members = listArchive(path, progress);
    if (!members) return members;
    std::erase_if(*members, [](const ArchiveMember& member) { return isClutter(member.name); });
    if (members->empty())
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Reading", "%1: the archive holds no file"), {path.string()}}};
    return members;
}

Result<std::string> chooseFile(const std::vector<ArchiveMember>& files, const ExperimentConfig& options) {
    for (const std::string& wanted : options.hdf5Datasets)
        if (std::ranges::find(files, wanted, &ArchiveMember::name) != files.end()) return wanted;
    const auto worth = [](const ArchiveMember& member) {
        const std::string name = lowered(fileName(member.name));
        const bool isNote = name.starts_with("readme") || name.starts_with("license") || name.ends_with(".md");
        const int known = readerByName(member.name) == nullptr || isNote ? 0 : 1;
        const int trains = name.find("_test") == std::string::npos ? 1 : 0;
        return std::make_tuple(known, trains, member.bytes);
    };
    return std::ranges::max_element(files, {}, worth)->name;
}

Error noSuchFile(const std::string& name) {
    return {ErrorCode::NotFound,
            {GATELAB_TEXT("Reading", "there is no file '%1' in this archive; choose another"), {name}}};
}

std::string partnerOf(const std::vector<ArchiveMember>& files, const std::string& file) {
    const std::string wanted = partnerName(lowered(file));
    const auto found = std::ranges::find(files, wanted, [](const ArchiveMember& other) { return lowered(other.name); });
    return wanted.empty() || found == files.end() ? std::string() : found->name;
}

}  // namespace gatelab
