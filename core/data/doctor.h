// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "data/series.h"
#include "data/split.h"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// Something that a person should know about loaded data before training on it.
struct DataFinding {
    enum class Severity { Info, Warning, Error };
    Severity severity = Severity::Warning;
    std::string code = {};                     ///< stable name of the kind, e.g. "missing", "time-gap"
    std::string column = {};                   ///< empty: the whole table
    std::int64_t firstRow = -1, lastRow = -1;  ///< first place; -1: no place
    std::int64_t rows = 0;                     ///< how many rows are concerned
    Phrase message = {};                       ///< whole sentences, names column and rows
    std::string recipe = {};                   ///< a recipe step that mends it; empty: no step does
    double before = std::numeric_limits<double>::quiet_NaN(), after = before;  ///< of a level that changes
    std::vector<RowRange> places = {};     ///< all rows that could be masked; empty: none, or too many
    std::string setting = {}, value = {};  ///< key of a field and its text, which mend it; empty: none does
};

/// What a person should know before anything is trained: what is wrong, and a level that changes.
inline bool isTold(const DataFinding& finding) {
    return finding.severity != DataFinding::Severity::Info || finding.code == "level-shift";
}

/// Looks at every column and at the time; changes nothing. Linear in the size of the data. Order: time first, then
/// columns as in the series.
std::vector<DataFinding> examine(const Series& series);

/// The recipe step that masks what these found (one kind, several columns); empty: nothing that can be masked.
std::string maskOf(std::span<const DataFinding> findings, const TimeAxis& time);

/// The recipe with a proposed step added where it belongs (gaps are filled before anything else, scaling comes last); a
/// step of the same kind is replaced unless there may be several. The texts are those of ExperimentConfig::recipe.
std::vector<std::string> withStep(std::vector<std::string> recipe, std::string_view step);

}  // namespace gatelab
