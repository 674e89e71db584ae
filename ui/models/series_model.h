// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/series.h"
#include "theme.h"

#include <QAbstractTableModel>
#include <vector>

namespace gatelab {

/// A loaded series as a table: time, then one column per channel. Nothing is copied: a view may show ten million rows. Missing values say so.
class SeriesModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit SeriesModel(Theme& theme, QObject* parent = nullptr) : QAbstractTableModel(parent), theme_(theme) {}
    void setSeries(SeriesPtr series);
    /// Second line of a column's head ("target"); one per channel.
    void setRoles(std::vector<QString> roles);
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] int timeColumns() const { return series_ && series_->time.known() ? 1 : 0; }
    [[nodiscard]] QString cell(int row, int column) const;
    Theme& theme_;
    SeriesPtr series_;
    std::vector<QString> roles_;
    QString timeFormat_;
};

/// "17,420 rows, 7 channels".
QString sizeText(const Series& series);
/// How the times of an axis are written: without clock when they are all midnights, with seconds only when needed.
QString timeFormatOf(const TimeAxis& time);
QString formatTime(std::int64_t micros, const QString& format);

}  // namespace gatelab
