// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/shaped_table.h"

#include "base/parallel.h"
#include "config/many_series.h"
#include "config/setting_predicates.h"
#include "data/csv/report/report.h"
#include "data/csv/shapes/reshape.h"
#include "data/csv/shapes/together.h"
#include "data/many/many_series.h"
#include "data/time_step.h"

#include <utility>

namespace gatelab {
namespace {

/// A long table as many series; where no column tells them apart each column of values is one.
Result<Dataset> readTogether(const CsvText& text, const ExperimentConfig& options,
                             const std::shared_ptr<Series>& series, HashBeside& hash, const Progress& progress) {
    const auto made = togetherTable(text.text, text.dialect.dialect, options);
    if (!made && made.error().code != ErrorCode::NotFound)
        return made.error().withContext(text.path.string()).ofField("csv_shape");
    ExperimentConfig plain = options;
    if (made) {
        plain.csvSkipLines = 0, plain.csvHeader = "first";
        // Their times start over with each series, so that nothing else makes sure of the column.
        plain.timeColumn = made->timeName.empty() ? "none" : made->timeName;
    }
    auto data = made ? readTable({text.path,
                                  made->table,
                                  LineIndex(made->table, threadsFor(options.threads)),
                                  text.encoding,
                                  {CsvDialect(), true, 0}},
                                 plain, series, progress)
                     : readTable(text, plain, series, progress);
    if (!data) return data;
    series->sha256 = hash.finish();
    if (!made) return data;
    tellOfFile(options, text.dialect, text.text, series->report);
    for (ReadGuess& guess : series->report.guesses)
        if (guess.key == "time_column") guess.overridden = !isGuessed(options.timeColumn);
    std::erase_if(series->report.guesses, [](const ReadGuess& guess) { return guess.key == "time_step"; });
    nameMembers(*series, made->names);
    series->report.warnings.insert(series->report.warnings.begin(), made->said.begin(), made->said.end());
    settleTimeStep(options.timeStep, *series);
    return data;
}

}  // namespace

void dropTurned(ReadReport& report) {
    std::erase_if(report.guesses, [](const ReadGuess& guess) {
        return guess.key == "csv_delimiter" || guess.key == "csv_quote" || guess.key == "csv_skip_lines" ||
               guess.key == "csv_header";
    });
}

Result<Dataset> readShaped(const std::filesystem::path& path, DecodedText& decoded, const DialectGuess& dialect,
                           const ExperimentConfig& options, const std::shared_ptr<Series>& series, HashBeside& hash,
                           const Progress& progress) {
    if (readsTogether(options))
        return readTogether({path, decoded.text, std::move(decoded.lines), decoded.encoding, dialect}, options, series,
                            hash, progress);
    if (!isReshaped(options)) {
        auto data = readTable({path, decoded.text, std::move(decoded.lines), decoded.encoding, dialect}, options,
                              series, progress);
        if (data) series->sha256 = hash.finish();
        return data;
    }
    auto turned = reshapeTable(decoded.text, dialect.dialect, options, series->report.warnings);
    if (!turned) return turned.error().withContext(path.string()).ofField("csv_shape");
    ExperimentConfig plain = options;
    plain.csvSkipLines = 0, plain.csvHeader = "first";
    auto data = readTable(
        {path, *turned, LineIndex(*turned, threadsFor(options.threads)), decoded.encoding, {CsvDialect(), true, 0}},
        plain, series, progress);
    if (data && readsAcross(options)) {
        auto many = columnsTogether(*series);
        if (!many) return many.error().withContext(path.string()).ofField("csv_shape");
        *series = std::move(**many);
    }
    if (!data) return data;
    series->sha256 = hash.finish();
    tellOfFile(options, dialect, decoded.text, series->report);
    return data;
}

}  // namespace gatelab
