// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "models/column_table.h"
#include "run/run_event.h"

#include <QString>
#include <string>
#include <vector>

namespace gatelab {

/// Test scores as a table: one row per method (the run first, then the baselines, best first), one column per metric,
/// for one scale. The best value of a column is written bold. GUI thread.
class ScoreModel : public ColumnTable<std::string> {
    Q_OBJECT
public:
    using ColumnTable::ColumnTable;
    void setScores(const std::vector<TestScore>& scores);
    /// "original" or "standardised".
    void setScale(const std::string& scale);
    [[nodiscard]] const std::string& scale() const { return scale_; }
    [[nodiscard]] const std::string& methodAt(int row) const { return rowAt(row); }
    [[nodiscard]] double value(const std::string& method, const std::string& metric) const;  ///< NaN: not there
    /// What it is called, and what it was limited to.
    [[nodiscard]] QString label(const std::string& method) const;
    /// The best baseline's key by a metric; empty: none.
    [[nodiscard]] std::string bestBaseline(const std::string& metric) const;

private:
    void rebuild();
    [[nodiscard]] TableColumns columns() const override;
    [[nodiscard]] QVariant cell(const std::string& method, int column, int role) const override;
    [[nodiscard]] bool isBest(const std::string& method, const std::string& metric) const;
    /// Why there is no number.
    [[nodiscard]] QString reason(const std::string& method, const std::string& metric) const;
    std::vector<TestScore> scores_;
    std::string scale_ = "original";
    std::vector<std::string> metrics_;
};

}  // namespace gatelab
