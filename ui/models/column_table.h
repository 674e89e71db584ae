// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QFont>
#include <QString>
#include <functional>
#include <ranges>
#include <utility>
#include <vector>

namespace gatelab {

/// A table that is a list of columns: what each is called, and what it says of a row. GUI thread.
template <class Row, class Rows = std::vector<Row>>
class ColumnTable : public QAbstractTableModel {
public:
    using QAbstractTableModel::QAbstractTableModel;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const final {
        return parent.isValid() ? 0 : static_cast<int>(std::ranges::size(rows_));
    }
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const final {
        return parent.isValid() ? 0 : static_cast<int>(shown().size());
    }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const final {
        if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
        return cell(rowAt(index.row()), index.column(), role);
    }
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const final {
        const bool isRow = orientation == Qt::Vertical;
        if (section < 0 || section >= (isRow ? rowCount() : columnCount())) return {};
        return isRow ? rowHead(rowAt(section), role) : head(section, role);
    }

protected:
    struct TableColumn {
        QString title;
        std::function<QVariant(const Row&)> text;
        QString tip = {};
        Qt::AlignmentFlag side = Qt::AlignRight;
    };
    using TableColumns = std::vector<TableColumn>;

    /// In the language of the window; asked once after each change of rows.
    [[nodiscard]] virtual TableColumns columns() const = 0;
    /// By any role; of a column's own are text and side.
    [[nodiscard]] virtual QVariant cell(const Row& row, int column, int role) const {
        return role == Qt::DisplayRole ? at(column).text(row) : side(column, role);
    }
    [[nodiscard]] virtual QVariant head(int column, int role) const {
        if (role == Qt::DisplayRole) return at(column).title;
        return role == Qt::ToolTipRole && !at(column).tip.isEmpty() ? QVariant(at(column).tip) : side(column, role);
    }
    /// What stands at the left of a row.
    [[nodiscard]] virtual QVariant rowHead(const Row&, int) const { return {}; }
    /// The font of cells that stand out.
    [[nodiscard]] static QVariant heavier() {
        QFont font;
        font.setWeight(QFont::DemiBold);
        return font;
    }
    [[nodiscard]] const Rows& rows() const { return rows_; }
    [[nodiscard]] decltype(auto) rowAt(int row) const { return rows_[static_cast<std::size_t>(row)]; }

    void setRows(Rows rows) {
        beginResetModel();
        rows_ = std::move(rows);
        columns_.clear();
        endResetModel();
    }
    /// As many as before: selection and scroll position stay.
    void updateRows(Rows rows) {
        if (std::ranges::size(rows) != std::ranges::size(rows_)) return setRows(std::move(rows));
        rows_ = std::move(rows);
        refresh(0, columnCount() - 1);
    }
    /// Other texts in some columns.
    void refresh(int first, int last) {
        if (rowCount() > 0) Q_EMIT dataChanged(index(0, first), index(rowCount() - 1, last));
    }
    /// Other heads; the rows stay.
    void changeHeads() {
        columns_.clear();
        if (columnCount() > 0) Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    }

private:
    [[nodiscard]] const TableColumns& shown() const {
        if (columns_.empty()) columns_ = columns();
        return columns_;
    }
    [[nodiscard]] const TableColumn& at(int column) const { return shown()[static_cast<std::size_t>(column)]; }
    [[nodiscard]] QVariant side(int column, int role) const {
        return role == Qt::TextAlignmentRole ? QVariant(Qt::AlignVCenter | at(column).side) : QVariant();
    }
    Rows rows_;
    mutable TableColumns columns_;
};

inline auto rowNumbers(std::size_t count) { return std::views::iota(std::size_t{0}, count); }

/// Its rows are numbers: the model keeps what stands there.
using NumberedTable = ColumnTable<std::size_t, decltype(rowNumbers(0))>;

}  // namespace gatelab
