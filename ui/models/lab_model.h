// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/lab.h"
#include "theme.h"

#include <QAbstractTableModel>
#include <QStyledItemDelegate>

namespace gatelab {

/// The rungs of the optimisation lab and what was measured of them; unsupported ones are grey with their reason. GUI thread.
class LabModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Rung, Samples, Milliseconds, Interval, Peak, Validation, EqualTime, Difference, Limit, Effect, ColumnCount };
    enum Role { SecondLineRole = Qt::UserRole + 1, ShareRole, BarColourRole };

    explicit LabModel(Theme& theme, QObject* parent = nullptr);
    void setReport(const LabReport& report);
    [[nodiscard]] const LabReport& report() const { return report_; }
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    [[nodiscard]] QString text(std::size_t row, int column) const;
    [[nodiscard]] QString note(std::size_t row) const;
    Theme* theme_;
    LabReport report_;
};

/// Paints the two lines of a rung, and bars behind the numbers that have a share.
class LabDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit LabDelegate(Theme& theme, QObject* parent = nullptr) : QStyledItemDelegate(parent), theme_(&theme) {}
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    Theme* theme_;
};

}  // namespace gatelab
