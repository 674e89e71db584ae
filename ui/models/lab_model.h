// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lab/lab.h"
#include "models/column_table.h"

#include <QStyledItemDelegate>

namespace gatelab {

/// The rungs of the optimisation lab and what was measured of them; unsupported ones are grey with their reason. Those
/// that can run have a check box; what it changes is asked of the owner by toggled(). GUI thread.
class LabModel : public NumberedTable {
    Q_OBJECT
public:
    enum Column { Rung, Effect, Samples, Milliseconds, Peak, Validation, EqualTime, Difference, Limit, ColumnCount };
    /// In rows of two lines: the figure, and below it its interval; a rung and what it does. Not valid: the cell has
    /// one line.
    enum Role { FirstLineRole = Qt::UserRole + 1, SecondLineRole, ShareRole, BarColourRole };

    explicit LabModel(Theme& theme, QObject* parent = nullptr) : ColumnTable(parent), theme_(&theme) {}
    void setReport(const LabReport& report);
    [[nodiscard]] const LabReport& report() const { return report_; }
    /// Of a rung, as people read it.
    static QString title(const LabRung& rung);
    /// Whether rungs are called by their numbers besides: A and B are not.
    static bool isNumbered(LabMode mode) { return mode != LabMode::Pair; }
    /// Rows of one line: a rung says nothing of itself, but why it has no figures; an interval stands behind its
    /// figure.
    void setOneLine(bool on);
    /// The run colour of a group.
    static int slot(LabGroup group) {
        return group == LabGroup::SameNumbers ? 0 : group == LabGroup::OtherNumbers ? 1 : 5;
    }
    /// While it measures nothing can be ticked.
    void setLocked(bool locked);
    /// Why the rung has no figures; empty: it has some, or will.
    [[nodiscard]] QString note(int row) const;
    /// Everything there is to say of a rung, in sentences.
    [[nodiscard]] QString explanation(int row) const;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

Q_SIGNALS:
    void toggled(const QString& key, bool wanted);

private:
    [[nodiscard]] TableColumns columns() const override;
    [[nodiscard]] QVariant cell(const std::size_t& row, int column, int role) const override;
    [[nodiscard]] QString effect(std::size_t row) const;
    [[nodiscard]] QString interval(std::size_t row, int column) const;
    /// What disturbed its repeats, and what became of them; empty: nothing did.
    [[nodiscard]] QString disturbances(const LabFigures& figures) const;
    [[nodiscard]] QString tip(std::size_t row, int column) const;
    Theme* theme_;
    LabReport report_;
    bool locked_ = false, oneLine_ = false;
};

/// Paints the two lines of a cell, those of a rung one behind the other in a low row, and bars behind the numbers that
/// have a share.
class LabDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit LabDelegate(Theme& theme, QObject* parent = nullptr) : QStyledItemDelegate(parent), theme_(&theme) {}
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    Theme* theme_;
};

}  // namespace gatelab
