// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/parallel.h"
#include "base/reading_memory.h"
#include "config/many_series.h"
#include "config/setting_predicates.h"
#include "data/csv/known/known_table.h"
#include "data/csv/layout/dialect_wish.h"
#include "data/csv/shaped_table.h"
#include "data/csv/shapes/raw_csv.h"
#include "data/foreign_file.h"
#include "data/reader_members.h"
#include "data/tables/file_part.h"
#include "data/taken_anew.h"
#include "io/file_view.h"

#include <chrono>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace gatelab {
namespace {

/// Text and numbers together stay below three times the file's size.
Result<> checkMemory(const std::filesystem::path& path) {
    std::error_code code;
    const std::uint64_t size = std::filesystem::file_size(path, code);
    return code ? Result<>() : checkReadingMemory(path.string(), size, size * 3);
}

double secondsSince(std::chrono::steady_clock::time_point started) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
}

/// The head of a file of LabVIEW is no part of the table: the settings with these lines skipped.
ExperimentConfig belowHead(std::string_view bytes, const ExperimentConfig& given, std::vector<ReadWarning>& warnings) {
    ExperimentConfig options = given;
    const std::int64_t above = given.csvSkipLines < 0 ? linesAboveLabView(bytes) : 0;
    if (above == 0) return options;
    options.csvSkipLines = above;
    warnings.push_back(
        {1, {GATELAB_TEXT("Reading", "a measurement of LabVIEW: the %1 lines above 'X_Value' are its head"), {above}}});
    return options;
}

/// A file that says itself that it is no plain table becomes one, unless the user says how it is cut.
std::optional<KnownTable> takeKnownTable(const ExperimentConfig& options, int threads, DecodedText& decoded,
                                         std::vector<ReadWarning>& warnings, const Progress& progress) {
    if (!isGuessed(options.csvDelimiter) || options.csvSkipLines >= 0) return std::nullopt;
    auto known = knownTable(decoded.text, progress);
    if (!known) return std::nullopt;
    // The shape of one whose rows stand as in the file is that of the table; another one was chosen for the file.
    if (isReshaped(options) && !readsTogether(options) && !known->keepsLines) return std::nullopt;
    decoded.changed = std::move(known->text);
    decoded.text = decoded.changed;
    decoded.lines = LineIndex(decoded.text, threads);
    std::ranges::move(known->said, std::back_inserter(warnings));
    return known;
}

Result<Dataset> readCsv(const std::filesystem::path& path, const ExperimentConfig& given, const Progress& progress) {
    const auto started = std::chrono::steady_clock::now();
    const int threads = threadsFor(given.threads);
    if (auto fits = checkMemory(path); !fits) return fits.error();
    const auto file = FileView::open(path, kLargestTextFile, partOf(progress, 0, 0.1));
    if (!file) return file.error();
    const std::string_view bytes = file->bytes();
    if (const Phrase binary = describeBinary(bytes.substr(0, kDialectBytes)); !binary.empty()) {
        const Phrase beside = describeBeside(path);
        return Error{ErrorCode::Unsupported, labelled(path.string(), beside.empty() ? binary : beside)};
    }
    auto series = std::make_shared<Series>();
    series->name = path.filename().string();
    series->source = path.string();
    series->report.format = "csv";
    series->report.bytes = static_cast<std::int64_t>(bytes.size());
    const ExperimentConfig options = belowHead(bytes, given, series->report.warnings);
    HashBeside hash(bytes, threads);
    const auto add = [&](std::string_view block) { hash.add(block); };
    DecodedText decoded{{},
                        {},
                        {},
                        LineIndex(bytes, threads, partOf(progress, 0.1, 0.2),
                                  hash.isBeside() ? LineIndex::EachBlock() : LineIndex::EachBlock(add))};
    if (decoded.lines.isStopped())
        return Error{ErrorCode::Cancelled, {GATELAB_TEXT("Reading", "%1: reading was cancelled"), {path.string()}}};
    if (auto read = decodeText(bytes, options, threads, series->report.warnings, partOf(progress, 0.2, 0.25), decoded);
        !read)
        return read.error().withContext(path.string());
    const auto known = takeKnownTable(options, threads, decoded, series->report.warnings, partOf(progress, 0.25, 0.3));
    const DialectGuess dialect = known ? DialectGuess{CsvDialect(), true, 0} : guessDialect(decoded.text, options);
    const bool isTurned = known && !known->keepsLines;
    std::vector<ReadWarning>& warnings = series->report.warnings;
    const std::vector<ReadWarning> ofFile = isTurned ? std::exchange(warnings, {}) : std::vector<ReadWarning>();
    auto data = readShaped(path, decoded, dialect, options, series, hash, progress);
    if (!data) return data;
    for (ReadWarning& warning : warnings)
        if (isTurned) warning.line = -1;  // it is none of the file
    warnings.insert(warnings.begin(), ofFile.begin(), ofFile.end());
    if (known) dropTurned(series->report);
    if (known && !known->takenAnew.empty()) takeAnew(series->report, known->takenAnew);
    series->report.seconds = secondsSince(started);
    return data;
}

/// Any text; less sure without one of the usual endings.
int probeCsv(std::span<const char> head, const std::filesystem::path& path) {
    if (!describeBinary({head.data(), head.size()}).empty()) return 0;
    const std::string extension = path.extension().string();
    for (const std::string_view known : {".csv", ".tsv", ".txt", ".dat", ".tab"})
        if (extension == known) return 60;
    return 30;
}

}  // namespace

Reader csvReader() {
    return {"csv",
            GATELAB_TEXT("readers", "Text table (CSV, TSV)"),
            {"csv", "tsv", "txt", "dat", "tab"},
            probeCsv,
            readCsv,
            nullptr,
            false,
            rawCsv};
}

}  // namespace gatelab
