// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/npz_file.h"
#include "data/packed/archive_files.h"
#include "data/packed/sheet.h"
#include "data/reader_members.h"
#include "io/archive_file.h"
#include "io/file_io.h"
#include "io/hash.h"
#include "io/temporary_folder.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string_view>

namespace gatelab {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kNamed = 8;

Progress part(const Progress& progress, double from, double to) {
    if (!progress) return {};
    return [=](double share) { return progress(share < 0 ? share : from + (to - from) * share); };
}

/// The text of the archive's own path in place of the one of the temporary folder.
void rename(Phrase& phrase, const std::string& from, const std::string& to) {
    if (const std::size_t at = phrase.source.find(from); at != std::string::npos)
        phrase.source.replace(at, from.size(), to);
    for (Phrase& argument : phrase.arguments) rename(argument, from, to);
}

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

/// What is said of the whole file, whichever part of it was read.
Result<> setSource(const fs::path& path, Dataset& data, const std::string& shown, const Progress& progress) {
    auto hash = sha256File(path, progress);
    if (!hash) return hash.error();
    std::error_code ignored;
    const auto bytes = static_cast<std::int64_t>(fs::file_size(path, ignored));
    const auto set = [&](auto& read) {
        read.name = path.filename().string();
        read.source = path.string();
        read.sha256 = *hash;
        read.report.bytes = bytes;
        read.report.guesses.push_back({"hdf5_datasets", shown, shown, false, false, {}});
    };
    if (data.series) {
        auto series = std::make_shared<Series>(*data.series);
        set(*series);
        data.series = std::move(series);
    } else {
        auto sequences = std::make_shared<SequenceSet>(*data.sequences);
        set(*sequences);
        sequences->testSource.clear();  // the one file holds both
        data.sequences = std::move(sequences);
    }
    return {};
}

void warn(Dataset& data, const Phrase& text) {
    if (data.series) {
        auto series = std::make_shared<Series>(*data.series);
        series->report.warnings.insert(series->report.warnings.begin(), {-1, text});
        data.series = std::move(series);
    } else {
        auto sequences = std::make_shared<SequenceSet>(*data.sequences);
        sequences->report.warnings.insert(sequences->report.warnings.begin(), {-1, text});
        data.sequences = std::move(sequences);
    }
}

std::string listed(std::vector<std::string> names, const std::string& without) {
    std::erase(names, without);
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < kNamed; ++i) text += (i > 0 ? ", '" : "'") + names[i] + "'";
    return names.size() > kNamed ? text + ", ..." : text;
}

Error noFolder() {
    return {ErrorCode::Io, GATELAB_TEXT("Reading",
                                        "no folder can be made in the system's temporary folder; free some "
                                        "space there, or unpack the file first")};
}

Result<Dataset> readSheetOf(const fs::path& path, WorkbookKind kind, const ExperimentConfig& options,
                            const Progress& progress) {
    const auto sheets = listSheets(path, kind, part(progress, 0, 0.1));
    if (!sheets) return sheets.error().withContext(path.string());
    if (sheets->empty())
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Reading", "%1: the workbook has no sheet"), {path.string()}}};
    const std::string sheet = options.hdf5Datasets.empty() ? sheets->front() : options.hdf5Datasets.front();
    auto text = readSheet(path, kind, sheet, part(progress, 0.1, 0.5));
    if (!text) return text.error().withContext(path.string());
    const TemporaryFolder folder("sheet");
    if (folder.path().empty()) return noFolder();
    const fs::path file = folder.path() / path.filename().replace_extension(".csv");
    if (auto written = writeNewFile(file, text->csv); !written) return written.error();
    text->csv = {};
    ExperimentConfig plain = options;
    plain.csvDelimiter = "comma", plain.csvQuote = "double", plain.csvEncoding = "utf-8";
    auto data = readFile(file, plain, part(progress, 0.5, 0.95));
    if (!data) {
        Error error = data.error();
        rename(error.phrase, file.string(), path.string() + ", " + sheet);
        return Error(error.code, error.phrase);
    }
    if (data->series) {
        auto series = std::make_shared<Series>(*data->series);
        std::erase_if(series->report.guesses, [](const ReadGuess& guess) {
            return guess.key == "csv_delimiter" || guess.key == "csv_quote" || guess.key == "csv_encoding";
        });
        data->series = std::move(series);
    }
    if (auto set = setSource(path, *data, sheet, part(progress, 0.95, 1)); !set) return set.error();
    if (sheets->size() > 1 && options.hdf5Datasets.empty())
        warn(*data, {GATELAB_TEXT("Reading",
                                  "the workbook has %1 sheets; '%2' was read, as it is the first one. To read another "
                                  "one, name it as the part of the file: %3"),
                     {sheets->size(), sheet, listed(*sheets, sheet)}});
    if (text->unvalued > 0)
        warn(*data, {GATELAB_TEXT("Reading",
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
    if (folder.path().empty()) return noFolder();
    const auto file = unpackInto(folder.path(), path, *chosen, part(progress, 0, 0.4));
    if (!file) return file.error();
    if (const std::string other = partnerOf(members, *chosen); !other.empty())
        if (auto second = unpackInto(folder.path(), path, other, part(progress, 0.4, 0.5)); !second)
            return second.error();
    if (const auto head = readFileStart(*file, 512); head && isPacked(head->bytes))
        return Error{ErrorCode::Unsupported,
                     {GATELAB_TEXT("Reading", "%1: '%2' in it is packed as well; unpack the outer one first"),
                      {path.string(), *chosen}}};
    ExperimentConfig inner = options;
    inner.hdf5Datasets.clear();
    auto data = readFile(*file, inner, part(progress, 0.5, 0.95));
    if (!data) {
        Error error = data.error();
        rename(error.phrase, file->string(), path.string() + (members.size() > 1 ? ", " + *chosen : ""));
        return Error(error.code, error.phrase);
    }
    if (auto set = setSource(path, *data, *chosen, part(progress, 0.95, 1)); !set) return set.error();
    if (members.size() > 1 && options.hdf5Datasets.empty())
        warn(*data, {GATELAB_TEXT("Reading",
                                  "the archive holds %1 files; '%2' was read. To read another one, name it as the part "
                                  "of the file: %3"),
                     {members.size(), *chosen, listed(namesOf(members), *chosen)}});
    return data;
}

Result<Dataset> readPacked(const fs::path& path, const ExperimentConfig& options, const Progress& progress) {
    const auto members = listFiles(path, part(progress, 0, 0));
    if (!members) return members.error();
    if (const WorkbookKind kind = workbookKind(namesOf(*members)); kind != WorkbookKind::None)
        return readSheetOf(path, kind, options, progress);
    if (!isNpz(*members)) return readOne(path, *members, options, progress);
    const auto npz = openNpz(path, *members, part(progress, 0, 0.1));
    return npz ? readArrays(*npz, options, part(progress, 0.1, 1)) : npz.error();
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
