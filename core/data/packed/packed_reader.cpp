// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/npz_file.h"
#include "data/packed/archive_files.h"
#include "data/reader_members.h"
#include "data/tables/file_part.h"
#include "data/tables/sheet.h"
#include "io/archive_file.h"
#include "io/file_io.h"
#include "io/temporary_folder.h"

#include <algorithm>
#include <string_view>

namespace gatelab {
namespace {

namespace fs = std::filesystem;

/// Writes one file of the archive into the folder, under its own name without folders.
Result<fs::path> unpackInto(const fs::path& folder, const fs::path& path, const std::string& member,
                            const Progress& progress) {
    const fs::path target = folder / fileName(member);
    auto done = unpackFile(path, member, target, progress);
    if (!done) return done.error();
    return target;
}

std::vector<std::string> namesOf(const std::vector<ArchiveMember>& members) {
    std::vector<std::string> names;
    for (const ArchiveMember& member : members) names.push_back(member.name);
    return names;
}

Result<Dataset> readSheetOf(const fs::path& path, WorkbookKind kind, const ExperimentConfig& options,
                            const Progress& progress) {
    const auto sheets = listSheets(path, kind, partOf(progress, 0, 0.1));
    if (!sheets) return sheets.error().withContext(path.string());
    if (sheets->empty())
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Reading", "%1: the workbook has no sheet"), {path.string()}}};
    const std::string sheet = options.hdf5Datasets.empty() ? sheets->front() : options.hdf5Datasets.front();
    auto text = readSheet(path, kind, sheet, partOf(progress, 0.1, 0.5));
    if (!text) return text.error().withContext(path.string());
    auto data = readPartText(text->csv, path, sheet, options, partOf(progress, 0.5, 1));
    if (!data) return data;
    if (sheets->size() > 1 && options.hdf5Datasets.empty())
        warnOfFile(*data,
                   {GATELAB_TEXT("Reading",
                                 "the workbook has %1 sheets; '%2' was read, as it is the first one. To read another "
                                 "one, name it as the part of the file: %3"),
                    {sheets->size(), sheet, listedOthers(*sheets, sheet)}});
    if (text->unvalued > 0)
        warnOfFile(*data,
                   {GATELAB_TEXT("Reading",
                                 "%1 cells hold formulas without a value, as programs write them that do not "
                                 "calculate, and count as missing; open the workbook in a spreadsheet and save it"),
                    {text->unvalued}});
    return data;
}

Result<Dataset> readOne(const fs::path& path, const std::vector<ArchiveMember>& members,
                        const ExperimentConfig& options, const Progress& progress) {
    const auto chosen = chooseFile(members, options);
    if (!chosen) return chosen.error().withContext(path.string());
    const TemporaryFolder folder("packed");
    if (folder.path().empty()) return noTemporaryFolder();
    const auto file = unpackInto(folder.path(), path, *chosen, partOf(progress, 0, 0.4));
    if (!file) return file.error();
    if (const std::string other = partnerOf(members, *chosen); !other.empty())
        if (auto second = unpackInto(folder.path(), path, other, partOf(progress, 0.4, 0.5)); !second)
            return second.error();
    if (const auto head = readFileStart(*file, 512); head && isPacked(head->bytes))
        return Error{ErrorCode::Unsupported,
                     {GATELAB_TEXT("Reading", "%1: '%2' in it is packed as well; unpack the outer one first"),
                      {path.string(), *chosen}}};
    auto data =
        readPartFile(*file, path, members.size() > 1 ? *chosen : std::string(), options, partOf(progress, 0.5, 1));
    if (!data) return data;
    if (members.size() > 1 && options.hdf5Datasets.empty())
        warnOfFile(*data,
                   {GATELAB_TEXT("Reading",
                                 "the archive holds %1 files; '%2' was read. To read another one, name it as the part "
                                 "of the file: %3"),
                    {members.size(), *chosen, listedOthers(namesOf(members), *chosen)}});
    return data;
}

Result<Dataset> readPacked(const fs::path& path, const ExperimentConfig& options, const Progress& progress) {
    const auto members = listFiles(path, partOf(progress, 0, 0));
    if (!members) return members.error();
    if (const WorkbookKind kind = workbookKind(namesOf(*members)); kind != WorkbookKind::None)
        return readSheetOf(path, kind, options, progress);
    if (!isNpz(*members)) return readOne(path, *members, options, progress);
    const auto npz = openNpz(path, *members, partOf(progress, 0, 0.1));
    return npz ? readArrays(*npz, options, partOf(progress, 0.1, 1)) : npz.error();
}

Result<std::vector<FilePart>> listPacked(const fs::path& path, const ExperimentConfig& options) {
    const auto members = listFiles(path, {});
    if (!members) return members.error();
    std::vector<FilePart> parts;
    if (const WorkbookKind kind = workbookKind(namesOf(*members)); kind != WorkbookKind::None) {
        const auto sheets = listSheets(path, kind);
        if (!sheets) return sheets.error();
        const std::string taken = options.hdf5Datasets.empty() || sheets->empty()
                                      ? (sheets->empty() ? std::string() : sheets->front())
                                      : options.hdf5Datasets.front();
        for (const std::string& sheet : *sheets) parts.push_back({sheet, {}, "sheet", true, {}, sheet == taken});
        return parts;
    }
    if (isNpz(*members)) {
        const auto npz = openNpz(path, *members, {});
        if (!npz) return npz.error();
        return partsOf(npz->arrays, options);
    }
    const auto chosen = chooseFile(*members, options);
    for (const ArchiveMember& member : *members)
        parts.push_back({member.name, {}, "file", true, {}, chosen && member.name == *chosen});
    return parts;
}

int probePacked(std::span<const char> head, const fs::path&) { return isPacked({head.data(), head.size()}) ? 100 : 0; }

}  // namespace

bool isPacked(std::string_view head) {
    static constexpr std::string_view kMagics[] = {std::string_view("PK\x03\x04"), "\x1F\x8B", "\x28\xB5\x2F\xFD",
                                                   "BZh",
                                                   std::string_view("\xFD"
                                                                    "7zXZ")};
    return std::ranges::any_of(kMagics, [&](std::string_view magic) { return head.starts_with(magic); }) ||
           (head.size() > 262 && head.substr(257, 5) == "ustar");
}

Reader packedReader() {
    return {"packed",
            GATELAB_TEXT("readers", "Packed file or workbook"),
            {"xlsx", "ods", "npz", "zip", "gz", "zst", "xz", "bz2", "tar", "tgz", "xlsm"},
            probePacked,
            readPacked,
            listPacked,
            true};
}

}  // namespace gatelab
