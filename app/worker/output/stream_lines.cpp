// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/output/stream_lines.h"

#include "base/category_names.h"
#include "data/csv/numbers.h"
#include "data/csv/words.h"

#include <algorithm>
#include <limits>

namespace gatelab::worker {

std::vector<std::string> cellsOf(const std::string& line) {
    std::vector<std::string> cells;
    for (std::size_t from = 0;;) {
        const std::size_t end = line.find(',', from);
        cells.emplace_back(trimCell(std::string_view(line).substr(from, end == std::string::npos ? end : end - from)));
        if (end == std::string::npos) return cells;
        from = end + 1;
    }
}

Error lineError(std::int64_t line, const std::string& what) {
    return Error{ErrorCode::InvalidInput, "line " + std::to_string(line) + ": " + what};
}

Result<std::vector<StreamPlace>> placesOf(const std::vector<std::string>& columns,
                                          const std::vector<std::string>& names, const std::vector<KeptKind>& kinds) {
    std::vector<StreamPlace> places;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const std::string& column = columns[c];
        const KeptKind kind = kinds.empty() ? KeptKind::Number : kinds[c];
        auto found = std::ranges::find(names, column);
        std::string word;
        if (found == names.end() && kind == KeptKind::Word) {
            found = std::ranges::find_if(names, [&](const std::string& name) { return isWordOf(column, name); });
            if (found != names.end()) word = column.substr(found->size() + 1);
        }
        if (found == names.end())
            return lineError(
                1, "there is no column '" + column + "'; the first line names the columns that the run was trained on");
        places.push_back({static_cast<std::size_t>(found - names.begin()), std::move(word), kind == KeptKind::Switch});
    }
    return places;
}

Result<std::vector<double>> rowOf(const std::vector<std::string>& cells, const std::vector<StreamPlace>& places,
                                  std::size_t width, std::int64_t line) {
    if (cells.size() != width)
        return lineError(line,
                         std::to_string(cells.size()) + " cells, and the first line has " + std::to_string(width));
    std::vector<double> row;
    for (const StreamPlace& place : places) {
        const std::string& cell = cells[place.cell];
        const bool isMissing = cell.empty() || isMissingWord(cell, {});
        double value = std::numeric_limits<double>::quiet_NaN();
        if (!place.word.empty())
            value = (isMissing ? place.word == kMissingWord : cell == place.word) ? 1 : 0;
        else if (const auto meant = place.isSwitch ? switchWord(cell) : std::nullopt; meant && !isMissing)
            value = meant->isOn ? 1 : 0;
        else if (!isMissing && !parseNumber(cell, sniffNumber(cell), 0, value))
            return lineError(line, "'" + cell + "' is no number");
        row.push_back(value);
    }
    return row;
}

}  // namespace gatelab::worker
