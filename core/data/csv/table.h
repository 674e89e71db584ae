// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "data/csv/layout/dialect_guess.h"
#include "data/csv/text/encoding.h"
#include "data/csv/text/line_index.h"
#include "data/series.h"

#include <filesystem>
#include <memory>
#include <string_view>

namespace gatelab {

/// A text table before it is cut into rows.
struct CsvText {
    const std::filesystem::path& path;
    std::string_view text;  ///< UTF-8
    LineIndex lines;
    CsvEncoding encoding;
    DialectGuess dialect;
};

/// One table with a row for each time and a column for each quantity as a series, and everything that was found out
/// about it in `series->report`. Fails where it has no two rows of values, and when cancelled.
Result<Dataset> readTable(const CsvText& text, const ExperimentConfig& options, std::shared_ptr<Series> series,
                          const Progress& progress);

}  // namespace gatelab
