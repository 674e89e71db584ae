// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace gatelab {

/// What kind of workbook a zip archive with these files is.
enum class WorkbookKind { None, Xlsx, Ods };
WorkbookKind workbookKind(const std::vector<std::string>& members);

/// Names of the sheets in their order. Any thread.
Result<std::vector<std::string>> listSheets(const std::filesystem::path& path, WorkbookKind kind,
                                            const Progress& progress = {});

/// The cells of one sheet as CSV (RFC 4180, UTF-8): a row of the sheet is a line, dates are written as ISO 8601 by
/// their number format, numbers as they are stored, those of columns in percent as they are shown ("24.6%"). A sheet
/// that is larger than a workbook can hold, or XML that is damaged, is an Error.
struct SheetText {
    std::string csv;
    std::int64_t rows = 0;
    std::int64_t unvalued = 0;  ///< formulas that were saved without their last value
    std::int64_t percents = 0;  ///< numbers that were written as they are shown, in percent
};
Result<SheetText> readSheet(const std::filesystem::path& path, WorkbookKind kind, const std::string& sheet,
                            const Progress& progress = {});

}  // namespace gatelab
