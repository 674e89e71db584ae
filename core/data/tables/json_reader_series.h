// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tables/arrow_columns.h"
#include "io/json/json.h"

#include <cstdint>
#include <vector>

namespace gatelab {

/// Whether a record is a whole series, as DeepAR and GluonTS write them: {"start": "2020-01-01", "target": [1, 2, ...],
/// "item_id": "A"}.
bool isSeriesRecord(const nlohmann::ordered_json& record);

/// Records of series as columns: item_id, start, freq, and the lists of target. Other names are columns without rows.
class SeriesRecords {
public:
    /// number: of the record, for an Error: it is no series, or its start is no time.
    Result<> add(const nlohmann::ordered_json& record, std::int64_t number);
    [[nodiscard]] std::vector<ArrowColumn> columns() const;
    /// Names that were not read.
    [[nodiscard]] const std::vector<std::string>& others() const { return others_; }

private:
    ArrowColumn names_{.name = "item_id", .kind = ArrowColumn::Kind::Text};
    ArrowColumn starts_{.name = "start", .kind = ArrowColumn::Kind::Time};
    ArrowColumn freqs_{.name = "freq", .kind = ArrowColumn::Kind::Text};
    ArrowColumn targets_{.name = "target", .kind = ArrowColumn::Kind::Number, .isList = true};
    std::vector<std::string> others_;
};

}  // namespace gatelab
