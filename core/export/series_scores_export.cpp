// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/series_scores_export.h"

#include "io/csv_cell.h"
#include "io/file_io.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace gatelab {

Result<> exportSeriesScoresCsv(const std::vector<SeriesScore>& series, const std::filesystem::path& path) {
    std::string text;
    const bool hasMethods = std::ranges::any_of(series, [](const SeriesScore& one) { return !one.method.empty(); });
    for (const SeriesColumn& column : seriesColumns()) {
        text += (text.empty() ? "" : ",") + std::string(column.key);
        if (hasMethods && column.value == nullptr) text += ",method";
    }
    text += '\n';
    for (const SeriesScore& one : series) {
        for (const SeriesColumn& column : seriesColumns()) {
            if (column.value == nullptr) {
                text += csvText(one.name);
                if (hasMethods) text += ',' + csvText(one.method);
                continue;
            }
            text += ',';
            if (const double value = column.value(one); !std::isnan(value)) appendCsvNumber(text, value);
        }
        text += '\n';
    }
    return writeFileDurably(path, text);
}

}  // namespace gatelab
