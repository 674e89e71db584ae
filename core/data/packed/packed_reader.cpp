// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/npz_file.h"
#include "data/arrays/raw_arrays.h"
#include "data/packed/archive_files.h"
#include "data/packed/members_together.h"
#include "data/reader_members.h"
#include "data/tables/file_part.h"
#include "data/tables/sheet.h"
#include "data/taken_anew.h"
#include "io/archive_file.h"
#include "io/file_io.h"
#include "io/temporary_folder.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>

namespace gatelab {
namespace {

namespace fs = std::filesystem;

/// Writes one file of the archive into the folder, under its own name without folders, or the end of a long one.
Result<fs::path> unpackInto(const fs::path& folder, const fs::path& path, const std::string& member,
                            const Progress& progress) {
    constexpr std::size_t kLongest = 200;  // bytes; file systems take 255
    const std::string name = fileName(member);
    const fs::path target = folder / name.substr(name.size() - std::min(name.size(), kLongest));
    auto done = unpackFile(path, member, target, progress);
    if (!done) return done.error();
    return target;
}

std::vector<std::string> namesOf(const std::vector<ArchiveMember>& members) {
    std::vector<std::string> names;
    for (const ArchiveMember& member : members) names.push_back(member.name);
    return names;
}

/// Why the sheet of this number was read although the workbook has others.
Phrase whySheet(const std::vector<std::string>& sheets, std::size_t number) {
    const std::string& sheet = sheets[number];
    if (number == 0)
        return {GATELAB_TEXT("Reading",
                             "the workbook has %1 sheets; '%2' was read, as it is the first one. To read another "
                             "one, name it as the part of the file: %3"),
                {sheets.size(), sheet, listedOthers(sheets, sheet)}};
    return {GATELAB_TEXT("Reading",
                         "the workbook has %1 sheets; '%2' was read, as it is the first one that holds a table. To "
                         "read another one, name it as the part of the file: %3"),
            {sheets.size(), sheet, listedOthers(sheets, sheet)}};
}

Result<Dataset> readOneSheet(const fs::path& path, WorkbookKind kind, const std::string& sheet,
                             const ExperimentConfig& options, const Progress& progress) {
    auto text = readSheet(path, kind, sheet, partOf(progress, 0, 0.5));
    if (!text) return text.error().withContext(path.string());
    auto data = readPartText(text->csv, path, sheet, options, partOf(progress, 0.5, 1));
    if (!data) return data;
    if (text->unvalued > 0)
        warnOfFile(*data,
                   {GATELAB_TEXT("Reading",
                                 "%1 cells hold formulas without a value, as programs write them that do not "
                                 "calculate, and count as missing; open the workbook in a spreadsheet and save it"),
                    {text->unvalued}});
    if (text->percents > 0) {
        warnOfFile(*data, {GATELAB_TEXT("Reading",
                                        "%1 cells are shown in percent and were read as they are shown: 24.6, where "
                                        "the workbook keeps 0.246"),
                           {text->percents}});
        if (data->series) {
            auto series = std::make_shared<Series>(*data->series);
            takeAnew(series->report, kAsShown);
            data->series = std::move(series);
        }
    }
    return data;
}

/// The sheet that readSheetOf() reads where none is chosen.
std::string firstTable(const fs::path& path, WorkbookKind kind, const std::vector<std::string>& sheets,
                       const ExperimentConfig& options) {
    for (std::size_t i = 0; i + 1 < sheets.size(); ++i)
        if (const auto data = readOneSheet(path, kind, sheets[i], options, {});
            data || data.error().code != ErrorCode::InvalidInput)
            return sheets[i];
    const bool isOne = sheets.size() > 1 && readOneSheet(path, kind, sheets.back(), options, {});
    return isOne ? sheets.back() : sheets.front();
}

/// All sheets, or those that are named, as one table where they are of one layout.
Result<PartsTogether> sheetsTogether(const fs::path& path, WorkbookKind kind, const std::vector<std::string>& sheets,
                                     const ExperimentConfig& options, const Progress& progress) {
    const bool areAsked = !options.hdf5Datasets.empty();
    const std::vector<std::string>& meant = areAsked ? options.hdf5Datasets : sheets;
    if (meant.size() < 2) return PartsTogether();
    return readPartsTogether(
        path, meant, areAsked, options,
        [&](const std::string& sheet, const ExperimentConfig& each, const Progress& part) {
            return readOneSheet(path, kind, sheet, each, part);
        },
        progress);
}

Result<Dataset> readSheetOf(const fs::path& path, WorkbookKind kind, const ExperimentConfig& options,
                            const Progress& progress) {
    const auto sheets = listSheets(path, kind, partOf(progress, 0, 0.1));
    if (!sheets) return sheets.error().withContext(path.string());
    if (sheets->empty())
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Reading", "%1: the workbook has no sheet"), {path.string()}}};
    auto together = sheetsTogether(path, kind, *sheets, options, partOf(progress, 0.1, 0.5));
    if (!together) return together.error();
    if (together->data) return *together->data;
    const bool isFree = options.hdf5Datasets.empty();
    const std::vector<std::string> wanted = isFree ? *sheets : std::vector{options.hdf5Datasets.front()};
    const double from = together->isTried ? 0.5 : 0.1, share = (1 - from) / static_cast<double>(wanted.size());
    std::optional<Error> first;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const double done = from + static_cast<double>(i) * share;
        auto data = readOneSheet(path, kind, wanted[i], options, partOf(progress, done, done + share));
        if (data) {
            if (!together->whyNot.empty()) warnOfFile(*data, notTogether(together->whyNot));
            if (isFree && sheets->size() > 1) warnOfFile(*data, whySheet(*sheets, i));
            return data;
        }
        // A cover holds no table; what else fails is said.
        if (data.error().code != ErrorCode::InvalidInput) return data;
        if (!first) first = data.error();
    }
    if (!isFree || sheets->size() == 1 || !first->field.empty()) return *first;
    return Error{first->code,
                 {GATELAB_TEXT("Reading",
                               "%1. No other sheet holds a table either; choose one as the part of the file to learn "
                               "why: %2"),
                  {first->phrase, listedOthers(*sheets, sheets->front())}}}
        .ofField("hdf5_datasets");
}

/// The chosen file of an archive beside its other half, in a temporary folder.
struct Unpacked {
    std::string member;
    std::unique_ptr<TemporaryFolder> folder;
    fs::path file;
};
Result<Unpacked> unpackChosen(const fs::path& path, const std::vector<ArchiveMember>& members,
                              const ExperimentConfig& options, const Progress& progress) {
    auto chosen = chooseFile(members, options);
    if (!chosen) return chosen.error().withContext(path.string());
    Unpacked unpacked{std::move(*chosen), std::make_unique<TemporaryFolder>("packed"), {}};
    if (unpacked.folder->path().empty()) return noTemporaryFolder();
    auto file = unpackInto(unpacked.folder->path(), path, unpacked.member, partOf(progress, 0, 0.8));
    if (!file) return file.error();
    unpacked.file = std::move(*file);
    if (const std::string other = partnerOf(members, unpacked.member); !other.empty())
        if (auto second = unpackInto(unpacked.folder->path(), path, other, partOf(progress, 0.8, 1)); !second)
            return second.error();
    if (const auto head = readFileStart(unpacked.file, 512); head && isPacked(head->bytes))
        return Error{ErrorCode::Unsupported,
                     {GATELAB_TEXT("Reading", "%1: '%2' in it is packed as well; unpack the outer one first"),
                      {path.string(), unpacked.member}}};
    return unpacked;
}

/// What options chooses inside of that file: all names but those of files of the archive.
ExperimentConfig insideOptions(const std::vector<ArchiveMember>& members, const ExperimentConfig& options) {
    ExperimentConfig inner = options;
    std::erase_if(inner.hdf5Datasets, [&](const std::string& name) {
        return std::ranges::find(members, name, &ArchiveMember::name) != members.end();
    });
    return inner;
}

Result<Dataset> readOne(const fs::path& path, const std::vector<ArchiveMember>& members,
                        const ExperimentConfig& options, const Progress& progress) {
    auto together = readMembersTogether(path, members, options, partOf(progress, 0, 0.5));
    if (!together) return together.error();
    if (together->data) return *together->data;
    const double from = together->isTried ? 0.5 : 0, middle = from + 0.4 * (1 - from);
    const auto unpacked = unpackChosen(path, members, options, partOf(progress, from, middle));
    if (!unpacked) return unpacked.error();
    const ExperimentConfig inner = insideOptions(members, options);
    if (!inner.hdf5Datasets.empty()) {
        const auto parts = listParts(unpacked->file, inner);
        if (parts && parts->empty()) return noSuchFile(inner.hdf5Datasets.front()).withContext(path.string());
    }
    auto data = readPartFile(unpacked->file, path, members.size() > 1 ? unpacked->member : std::string(), inner,
                             partOf(progress, middle, 1));
    if (!data) return data;
    if (!together->whyNot.empty()) warnOfFile(*data, notTogether(together->whyNot));
    if (members.size() > 1 && options.hdf5Datasets.empty())
        warnOfFile(*data,
                   {GATELAB_TEXT("Reading",
                                 "the archive holds %1 files; '%2' was read. To read another one, name it as the part "
                                 "of the file: %3"),
                    {members.size(), unpacked->member, listedOthers(namesOf(members), unpacked->member)}});
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

/// The files of an archive, and behind them the parts of the chosen one where it has several; of a lone packed file
/// only these.
Result<std::vector<FilePart>> listFilesWithin(const fs::path& path, const std::vector<ArchiveMember>& members,
                                              const ExperimentConfig& options) {
    const auto chosen = chooseFile(members, options);
    const auto together = readMembersTogether(path, members, options, {});
    const bool areTogether = together && together->data;
    std::vector<FilePart> parts;
    const auto isTaken = [&](const std::string& name) {
        return areTogether ? std::ranges::find(together->taken, name) != together->taken.end()
                           : chosen && name == *chosen;
    };
    if (members.size() > 1)
        for (const ArchiveMember& member : members)
            parts.push_back({member.name, {}, "file", true, {}, isTaken(member.name)});
    if (areTogether) return parts;
    const Reader* const reader = chosen ? readerByName(*chosen) : nullptr;
    if (reader != nullptr && reader->parts != nullptr)
        if (const auto unpacked = unpackChosen(path, members, options, {}); unpacked)
            if (auto inside = listParts(unpacked->file, insideOptions(members, options)); inside)
                std::ranges::move(*inside, std::back_inserter(parts));
    return parts;
}

Result<std::vector<FilePart>> listPacked(const fs::path& path, const ExperimentConfig& options) {
    const auto members = listFiles(path, {});
    if (!members) return members.error();
    std::vector<FilePart> parts;
    if (const WorkbookKind kind = workbookKind(namesOf(*members)); kind != WorkbookKind::None) {
        const auto sheets = listSheets(path, kind);
        if (!sheets) return sheets.error();
        const std::string taken = sheets->empty()                ? std::string()
                                  : options.hdf5Datasets.empty() ? firstTable(path, kind, *sheets, options)
                                                                 : options.hdf5Datasets.front();
        const auto together = sheetsTogether(path, kind, *sheets, options, {});
        const auto isTaken = [&](const std::string& sheet) {
            return together && together->data ? std::ranges::find(together->taken, sheet) != together->taken.end()
                                              : sheet == taken;
        };
        for (const std::string& sheet : *sheets) parts.push_back({sheet, {}, "sheet", true, {}, isTaken(sheet)});
        return parts;
    }
    if (isNpz(*members)) {
        const auto npz = openNpz(path, *members, {});
        if (!npz) return npz.error();
        return partsOf(*npz, options);
    }
    return listFilesWithin(path, *members, options);
}

Result<std::vector<RawTable>> rawSheets(const fs::path& path, WorkbookKind kind, const Progress& progress) {
    const auto sheets = listSheets(path, kind, partOf(progress, 0, 0.1));
    if (!sheets) return sheets.error().withContext(path.string());
    std::vector<RawTable> raw;
    for (std::size_t i = 0; i < sheets->size(); ++i) {
        const double share = 0.9 / static_cast<double>(sheets->size()), done = 0.1 + static_cast<double>(i) * share;
        const auto text = readSheet(path, kind, (*sheets)[i], partOf(progress, done, done + share));
        if (!text) return text.error().withContext(path.string());
        raw.push_back({sheets->size() > 1 ? (*sheets)[i] : "", asRaw(text->csv)});
    }
    return raw;
}

/// Of a workbook its sheets, of an archive all files that have tables.
Result<std::vector<RawTable>> rawPacked(const fs::path& path, const ExperimentConfig& options,
                                        const Progress& progress) {
    const auto members = listFiles(path, partOf(progress, 0, 0));
    if (!members) return members.error();
    if (const WorkbookKind kind = workbookKind(namesOf(*members)); kind != WorkbookKind::None)
        return rawSheets(path, kind, progress);
    if (isNpz(*members)) {
        const auto npz = openNpz(path, *members, partOf(progress, 0, 0.1));
        return npz ? rawArrays(*npz, partOf(progress, 0.1, 1)) : npz.error();
    }
    std::vector<RawTable> raw;
    Error last{ErrorCode::Unsupported,
               {GATELAB_TEXT("Reading", "%1: no file in the archive holds a table"), {path.string()}}};
    for (const ArchiveMember& member : *members) {
        if (const Reader* const named = readerByName(member.name); named == nullptr || named->tables == nullptr)
            continue;
        const TemporaryFolder folder("packed");
        if (folder.path().empty()) return noTemporaryFolder();
        const auto file = unpackInto(folder.path(), path, member.name, progress);
        if (!file) return file.error();
        auto inside = readRawTables(*file, options, progress);
        if (!inside && inside.error().code == ErrorCode::Cancelled) return inside.error();
        if (!inside) {
            last = inside.error();
            continue;
        }
        for (RawTable& table : *inside)
            raw.push_back(
                {members->size() > 1 ? member.name + (table.name.empty() ? "" : "." + table.name) : table.name,
                 std::move(table.csv)});
    }
    return raw.empty() ? Result<std::vector<RawTable>>(last) : std::move(raw);
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

Result<ArrayFile> openNpzArrays(const fs::path& path, const Progress& progress) {
    // To list a packed tar is to unpack it.
    const auto start = readFileStart(path, 2);
    const bool isZip = start && start->bytes == "PK";
    const auto members = isZip ? listFiles(path, partOf(progress, 0, 0.5)) : std::vector<ArchiveMember>();
    if (!members) return members.error();
    if (!members->empty() && isNpz(*members)) return openNpz(path, *members, partOf(progress, 0.5, 1));
    return Error{ErrorCode::Unsupported,
                 {GATELAB_TEXT("Reading", "%1: this archive holds no NumPy arrays alone"), {path.string()}}};
}

Reader packedReader() {
    return {"packed",
            GATELAB_TEXT("readers", "Packed file or workbook"),
            {"xlsx", "ods", "npz", "zip", "gz", "zst", "xz", "bz2", "tar", "tgz", "xlsm"},
            probePacked,
            readPacked,
            listPacked,
            true,
            rawPacked};
}

}  // namespace gatelab
