// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>

class QTableView;

namespace gatelab {

/// Heads of columns that give up letters only as much as their column is narrower than they need. Qt shortens a head by
/// the margin of the plain style, which is less than the style sheet's padding: of a right-aligned one the first
/// letters would be cut.
class TableHeads : public QHeaderView {
    Q_OBJECT
public:
    explicit TableHeads(QWidget* parent);

protected:
    void initStyleOptionForIndex(QStyleOptionHeader* option, int section) const override;
};

/// What a cell needs beside its text: the style sheet's padding, Qt's own margin and the line, at either side.
inline constexpr int kCellRoom = 28;

/// A table as the look draws it: rows of 26, header of 28, no zebra, no grid of its own, whole rows chosen, Ctrl+C
/// copies with headers.
void styleTable(QTableView& table);
/// What Ctrl+C does: chosen rows (all when none is chosen) with their headers, tab-separated; hidden columns stay out.
void copyRows(const QTableView& table);
/// Columns as wide as their cells need, within reason, and as their heads.
void fitToContents(QTableView& table);
/// The same; the last takes what is left over, but is never narrower than that. Follows the width of the table.
void fitColumns(QTableView& table);
/// Names of rows at the left, at most `most` wide: they stay in place while the columns scroll, and are copied with the
/// rows.
void showRowHeads(QTableView& table, int most);

}  // namespace gatelab
