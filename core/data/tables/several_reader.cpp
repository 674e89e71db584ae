// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/many_series.h"
#include "data/many/many_series.h"
#include "data/reader_members.h"
#include "data/recipe/categories.h"
#include "data/tables/file_part.h"
#include "data/tables/several_files.h"
#include "data/tables/side_by_side.h"
#include "io/file_io.h"

#include <set>

namespace gatelab {
namespace {

/// Reads one of them, and says what was said of it with its name.
Result<SeriesPtr> readListed(const ListedFile& file, const ExperimentConfig& options, const std::string& name,
                             ReadReport& report, const Progress& progress) {
    auto data = readFile(file.path, options, progress);
    if (!data) return data.error();
    if (!data->series)
        return Error{
            ErrorCode::Unsupported,
            {GATELAB_TEXT("Reading", "%1 holds labelled sequences; only series are read together: open it by itself"),
             {file.path.string()}}};
    if (data->series->sha256 != file.sha256)
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading", "%1 has changed since these files were opened together; open them together again"),
             {file.path.string()}}};
    const ReadReport& read = data->series->report;
    for (const ReadWarning& warning : read.warnings)
        report.warnings.push_back({-1, labelled(name, warning.line > 0 ? Phrase(GATELAB_TEXT("Reading", "line %1: %2"),
                                                                                {warning.line, warning.message})
                                                                       : warning.message)});
    if (report.guesses.empty()) report.guesses = read.guesses;
    report.account.append(read.account, name);
    report.account.rowsInFile += read.account.rowsInFile;
    report.account.rowsRead += read.account.rowsRead;
    report.bytes += read.bytes;
    return data->series;
}

Result<Dataset> readSeveral(const std::filesystem::path& path, const ExperimentConfig& options,
                            const Progress& progress) {
    constexpr std::uint64_t kLargestList = UINT64_C(64) << 20;
    const auto started = std::chrono::steady_clock::now();
    const auto text = readFileBytes(path, kLargestList);
    if (!text) return text.error();
    const auto files = readFileList(*text);
    if (!files) return files.error().withContext(path.string());
    std::set<std::string> stems;
    for (const ListedFile& file : *files) stems.insert(file.path.stem().string());
    ReadReport report;
    ExperimentConfig each = options;
    if (readsTogether(options)) each.csvShape = ExperimentConfig().csvShape;  // each file is one of the series
    std::vector<std::pair<std::string, SeriesPtr>> read;
    for (const ListedFile& file : *files) {
        const double share = 0.9 / static_cast<double>(files->size()), done = static_cast<double>(read.size()) * share;
        const bool isAlone = stems.size() == files->size();
        const std::string name = isAlone ? file.path.stem().string() : file.path.string();
        auto series = readListed(file, each, name, report, partOf(progress, done, done + share));
        if (!series) return series.error();
        read.emplace_back(name, std::move(*series));
    }
    for (Phrase& left : alignWords(read)) report.warnings.push_back({-1, std::move(left)});
    const std::size_t columns = read.front().second->channels.size();
    auto together = readsTogether(options) ? joinSeries(read) : putTogether(std::move(read));
    if (!together) return together.error();
    Series& all = **together;
    std::ranges::move(report.warnings, std::back_inserter(all.report.warnings));
    std::erase_if(report.guesses, [](const ReadGuess& guess) { return guess.key == "time_step"; });
    // Of each file by itself
    std::erase_if(report.guesses, [](const ReadGuess& guess) { return guess.key == "csv_shape"; });
    all.report.guesses.insert(all.report.guesses.begin(), report.guesses.begin(), report.guesses.end());
    guessShape(readsTogether(options) || all.channels.size() > columns ? files->size() : 1, options, all);
    all.name = path.stem().string();
    all.source = path.string();
    all.report.format = "several";
    auto data = finishSeries(*together, path, options, started, partOf(progress, 0.9, 1));
    if (!data) return data;
    all.report.account = std::move(report.account);
    all.report.bytes = report.bytes;
    return data;
}

int probeSeveral(std::span<const char> head, const std::filesystem::path&) {
    return isFileList({head.data(), head.size()}) ? 100 : 0;
}

}  // namespace

Reader severalReader() {
    Reader reader{
        "several", GATELAB_TEXT("readers", "Files that are read together"), {"files"}, probeSeveral, readSeveral};
    reader.isWhole = false;
    return reader;
}

}  // namespace gatelab
