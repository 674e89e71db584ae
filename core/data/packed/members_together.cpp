// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/packed/members_together.h"

#include "data/csv/words.h"
#include "data/folders/folder_plan.h"
#include "data/folders/partitions.h"
#include "data/folders/recordings.h"
#include "data/packed/archive_files.h"
#include "data/readers.h"
#include "data/tables/file_part.h"
#include "io/file_io.h"
#include "io/temporary_folder.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string_view>

namespace gatelab {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kMostBytes = INT64_C(2) << 30;

/// Of a format that is read, and no archive itself; lists of parts lie beside recordings.
bool mayHoldData(const std::string& member) {
    const Reader* const reader = readerByName(member);
    const std::string name = lowered(fileName(member));
    return reader != nullptr && reader->key != std::string_view("packed") && !name.starts_with("readme") &&
           !name.starts_with("license");
}

/// The files that are meant; fewer than two: they are not read together.
std::vector<std::string> meantMembers(const std::vector<ArchiveMember>& members, const ExperimentConfig& options) {
    std::vector<std::string> meant;
    bool areWays = true;
    for (const std::string& wanted : options.hdf5Datasets) {
        if (std::ranges::find(members, wanted, &ArchiveMember::name) != members.end()) meant.push_back(wanted);
        areWays = areWays && (wanted == kSoundBands || wanted == kSoundSamples);
    }
    if (!meant.empty() || !areWays) return meant;
    for (const ArchiveMember& member : members)
        if (mayHoldData(member.name)) meant.push_back(member.name);
    return meant;
}

/// A place in the folder for a member; an Error for a name that leads out of it.
Result<fs::path> placeOf(const fs::path& folder, const fs::path& path, std::string member) {
    constexpr std::size_t kLongest = 200;  // bytes; file systems take 255
    std::ranges::replace(member, '\\', '/');
    fs::path place = folder;
    bool isHarmless = !member.empty() && member.front() != '/' && member.find('\0') == std::string::npos;
    for (const fs::path& piece : fs::path(member)) {
        const std::string name = piece.string();
        isHarmless = isHarmless && name != ".." && name.size() <= kLongest;
        if (name != "." && !name.empty()) place /= piece;
    }
    if (!isHarmless)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Reading",
                                   "%1: the name '%2' in it leads out of the archive or is too long; pack it "
                                   "again without such names"),
                      {path.string(), member.substr(0, kLongest)}}};
    return place;
}

Result<> unpackAll(const fs::path& folder, const fs::path& path, const std::set<std::string>& wanted,
                   const Progress& progress) {
    ArchiveLimits limits;
    limits.bytes = kMostBytes;
    limits.members = static_cast<std::int64_t>(kMostListed) + 10'000;
    const auto place = [&](const std::string& member) -> Result<fs::path> {
        if (!wanted.contains(member)) return fs::path();
        auto target = placeOf(folder, path, member);
        if (!target) return target;
        if (auto made = makeFolders(target->parent_path()); !made) return made.error();
        return target;
    };
    return unpackFiles(path, place, progress, limits);
}

bool tellsKeys(const FileList& list) {
    return list.kind == ListKind::Recordings || std::ranges::any_of(list.files, [&](const ListedFile& file) {
               return listedName(list, file).find('=') != std::string::npos;
           });
}

}  // namespace

Result<PartsTogether> readMembersTogether(const fs::path& path, const std::vector<ArchiveMember>& members,
                                          const ExperimentConfig& options, const Progress& progress) {
    PartsTogether together;
    const std::vector<std::string> meant = meantMembers(members, options);
    const bool areAsked =
        !options.hdf5Datasets.empty() && std::ranges::find(meant, options.hdf5Datasets.front()) != meant.end();
    if (meant.size() < 2) return together;
    // Both halves of a set are one by themselves.
    if (!areAsked && meant.size() == 2 && partnerOf(members, meant[0]) == meant[1]) return together;
    std::int64_t bytes = 0;
    std::set<std::string> wanted(meant.begin(), meant.end());
    for (const ArchiveMember& member : members)
        if (wanted.contains(member.name)) bytes += std::max<std::int64_t>(0, member.bytes);
    if (bytes > kMostBytes && !areAsked) {
        together.whyNot = {GATELAB_TEXT("Reading",
                                        "they are larger than %1 GiB together; unpack them into a folder, and "
                                        "open that"),
                           {kMostBytes >> 30}};
        return together;
    }
    together.isTried = true;
    const TemporaryFolder folder("packed");
    if (folder.path().empty()) return noTemporaryFolder();
    auto unpacked = unpackAll(folder.path(), path, wanted, partOf(progress, 0, 0.3));
    if (!unpacked && (areAsked || unpacked.error().code == ErrorCode::Cancelled)) return unpacked.error();
    if (!unpacked) {
        together.whyNot = unpacked.error().phrase;
        return together;
    }
    auto plan = planFolder(folder.path(), {});
    if (!plan) return withPath(plan.error(), folder.path().string(), path.string());
    // A lone file among others in other folders is no set of files.
    if (!areAsked && plan->files.size() < 2 && plan->kind == ListKind::Together) return together;
    if (areAsked && plan->kind == ListKind::Recordings) plan->kind = ListKind::Together;
    ExperimentConfig each = options;
    std::erase_if(each.hdf5Datasets, [&](const std::string& name) { return wanted.contains(name); });
    const Progress reading = partOf(progress, 0.3, 0.95);
    auto data = asReadFrom(plan->kind == ListKind::Recordings ? readRecordings(*plan, path, each, reading)
                                                              : readFiles(*plan, path, each, reading),
                           folder.path(), path, partOf(progress, 0.95, 1));
    if (!data && (areAsked || data.error().code == ErrorCode::Cancelled || tellsKeys(*plan))) return data.error();
    if (!data) {
        together.whyNot = data.error().phrase;
        return together;
    }
    together.data = std::move(*data);
    for (const ListedFile& file : plan->files)
        together.taken.push_back(file.path.lexically_relative(folder.path()).string());
    if (!areAsked && plan->kind != ListKind::Recordings) {
        auto series = std::make_shared<Series>(*together.data->series);
        series->report.warnings.push_back({-1, howAlone(together.taken)});
        together.data->series = std::move(series);
    }
    return together;
}

}  // namespace gatelab
