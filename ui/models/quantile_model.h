// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "baselines/spread_scores.h"
#include "models/column_table.h"

namespace gatelab {

/// Forecast quantiles against what came: one row per level with the share of truths below it, which should be the
/// level, and its pinball loss. GUI thread.
class QuantileModel : public ColumnTable<QuantileScore> {
    Q_OBJECT
public:
    using ColumnTable::ColumnTable;
    void setScores(std::vector<QuantileScore> scores) { setRows(std::move(scores)); }

private:
    [[nodiscard]] TableColumns columns() const override;
};

}  // namespace gatelab
