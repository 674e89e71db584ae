// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/many_series.h"
#include "data/csv/text/encoding.h"
#include "data/csv/words.h"
#include "data/reader_members.h"
#include "data/tables/file_part.h"
#include "data/tables/side_by_side.h"
#include "io/file_io.h"

namespace gatelab {
namespace {

Result<TsfFile> openTsf(const std::filesystem::path& path, std::vector<ReadWarning>& warnings,
                        const Progress& progress) {
    auto bytes = readFileBytes(path, UINT64_C(2) << 30, partOf(progress, 0, 0.2));
    if (!bytes) return bytes.error();
    const CsvEncoding encoding = guessEncoding(*bytes);
    const auto text = toUtf8(std::move(*bytes), encoding, warnings, partOf(progress, 0.2, 0.3));
    if (!text) return text.error().withContext(path.string());
    auto file = readTsf(*text, partOf(progress, 0.3, 1));
    return file ? std::move(file) : file.error().withContext(path.string());
}

Result<Dataset> readTsfFile(const std::filesystem::path& path, const ExperimentConfig& options,
                            const Progress& progress) {
    const auto started = std::chrono::steady_clock::now();
    std::vector<ReadWarning> warnings;
    const auto file = openTsf(path, warnings, partOf(progress, 0, 0.8));
    if (!file) return file.error();
    std::shared_ptr<Series> series;
    if (readsTogether(options)) {
        auto joined = putBelowEachOther(file->series, file->step, options);
        if (!joined) return joined.error().withContext(path.string());
        series = std::move(*joined);
    } else {
        const auto chosen = chooseSeries(file->series, file->step, options);
        if (!chosen) return chosen.error().withContext(path.string());
        series = putSideBySide(file->series, *chosen, file->step);
    }
    series->report.warnings.insert(series->report.warnings.begin(), warnings.begin(), warnings.end());
    series->name = path.filename().string();
    series->source = path.string();
    series->report.format = "tsf";
    guessShape(file->series.size(), options, *series);
    if (series->rows() < 2)
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading", "%1: the series have one row only; a series needs many rows"), {path.string()}}};
    const auto say = [&](Phrase text) { series->report.warnings.push_back({-1, std::move(text)}); };
    if (!file->maybeCut.empty())
        say({GATELAB_TEXT("Reading",
                          "the file ends within the line of the series '%1': it may be cut, and that series with it; "
                          "check its size"),
             {file->maybeCut}});
    for (const std::string& name : file->otherAttributes)
        say({GATELAB_TEXT("Reading", "column '%1' was left out: it has one entry for each series"), {name}});
    if (!file->frequency.empty() && !file->step.known())
        series->report.warnings.push_back(
            {-1,
             {GATELAB_TEXT("Reading", "the frequency '%1' is not known, so the rows are counted"), {file->frequency}}});
    return finishSeries(std::move(series), path, options, started, partOf(progress, 0.8, 1));
}

Result<std::vector<FilePart>> listTsf(const std::filesystem::path& path, const ExperimentConfig& options) {
    std::vector<ReadWarning> warnings;
    const auto file = openTsf(path, warnings, {});
    if (!file) return file.error();
    return partsOf(file->series, file->step, options);
}

int probeTsf(std::span<const char> head, const std::filesystem::path& path) {
    const std::string text = lowered({head.data(), head.size()});
    const bool isNamed = lowered(path.extension().string()) == ".tsf";
    const bool hasTags = text.find("@data") != std::string::npos &&
                         (text.find("@frequency") != std::string::npos || text.find("@attribute") != std::string::npos);
    return isNamed && text.find('\0') == std::string::npos           ? (hasTags ? 99 : 70)
           : hasTags && text.find("@frequency") != std::string::npos ? 96
                                                                     : 0;
}

}  // namespace

Reader tsfReader() {
    return {"tsf", GATELAB_TEXT("readers", "Many series (Monash .tsf)"), {"tsf"}, probeTsf, readTsfFile, listTsf};
}

}  // namespace gatelab
