// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "data/series.h"
#include "models/column_table.h"

namespace gatelab {

/// A loaded series as a table: time, then one column per channel. Nothing is copied. Missing values say so. Of a long
/// series one block of rows at a time: a view keeps something for each row, which took 0.2 s and 0.2 GB for ten
/// million.
class SeriesModel : public NumberedTable {
    Q_OBJECT
public:
    explicit SeriesModel(Theme& theme, QObject* parent = nullptr) : ColumnTable(parent), theme_(theme) {}
    static constexpr std::int64_t kMaxRows = 1'000'000;
    void setSeries(SeriesPtr series);
    [[nodiscard]] std::int64_t seriesRows() const { return series_ ? series_->rows() : 0; }
    /// Row of the series in the first line of the table, a multiple of kMaxRows.
    [[nodiscard]] std::int64_t firstRow() const { return first_; }
    /// Where a row of the series stands; shows its block first.
    QModelIndex indexOfRow(std::int64_t row);
    /// Second line of a column's head ("target"); one per channel.
    void setRoles(std::vector<QString> roles);

private:
    [[nodiscard]] int timeColumns() const { return series_ && series_->time.known() ? 1 : 0; }
    [[nodiscard]] double value(std::size_t channel, std::size_t row) const {
        return series_->channels[channel].values[row];
    }
    void showFrom(std::int64_t first);
    [[nodiscard]] TableColumns columns() const override;
    [[nodiscard]] QVariant cell(const std::size_t& row, int column, int role) const override;
    [[nodiscard]] QVariant rowHead(const std::size_t& row, int role) const override;
    Theme& theme_;
    SeriesPtr series_;
    std::int64_t first_ = 0;
    std::vector<QString> roles_;
    QString timeFormat_;
};

/// What all times of a series say of it.
struct SpanAndStep {
    std::int64_t span = 0;  ///< microseconds from the earliest to the latest
    bool isSteady = false;  ///< see hasSteadyStep()
};
SpanAndStep spanAndStep(const TimeAxis& time);

/// "17,420 rows, 7 channels, 2 years, every 1 hour".
QString sizeText(const Series& series, const SpanAndStep& times);
/// The same; of more than a million rows without what only a reading of all times tells, which takes a while.
QString sizeText(const Series& series);
/// How the times of an axis are written: without clock when they are all midnights, with seconds only when needed.
QString timeFormatOf(const TimeAxis& time);
QString formatTime(std::int64_t micros, const QString& format);

}  // namespace gatelab
