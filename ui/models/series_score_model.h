// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/column_table.h"
#include "run/series_forecasts.h"

namespace gatelab {

/// How well each of many series is forecast, a row each, beside seasonal naive; sorted by any column, what is not known
/// last. At first the worst stand first. GUI thread.
class SeriesScoreModel : public ColumnTable<SeriesScore> {
    Q_OBJECT
public:
    using ColumnTable::ColumnTable;
    void setSeries(std::vector<SeriesScore> series);
    [[nodiscard]] const std::vector<SeriesScore>& series() const { return rows(); }
    /// Row of the series of that name; -1: there is none.
    [[nodiscard]] int rowOf(const std::string& name) const;
    /// The rows are others afterwards (a reset).
    void sort(int column, Qt::SortOrder order) override;
    [[nodiscard]] int sortColumn() const { return column_; }
    [[nodiscard]] Qt::SortOrder sortOrder() const { return order_; }

private:
    [[nodiscard]] TableColumns columns() const override;
    [[nodiscard]] std::vector<SeriesScore> sorted(std::vector<SeriesScore> series) const;
    int column_ = 5;  ///< MASE
    Qt::SortOrder order_ = Qt::DescendingOrder;
};

}  // namespace gatelab
