// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/row_blocks.h"

#include "common/texts.h"
#include "models/series_model.h"
#include "widgets/tables/table_style.h"

#include <QHeaderView>
#include <QTableView>
#include <algorithm>

namespace gatelab {

RowBlocks::RowBlocks(SeriesModel& model, QWidget* parent) : QComboBox(parent), model_(model) {
    setAccessibleName(tr("Rows shown"));
    setToolTip(tr("The table shows a million rows at once."));
    connect(&model, &SeriesModel::modelReset, this, &RowBlocks::showBlocks);
    connect(this, &QComboBox::activated, this, [this](int block) { model_.indexOfRow(block * SeriesModel::kMaxRows); });
    showBlocks();
}

void RowBlocks::showBlocks() {
    const qint64 rows = model_.seriesRows();
    clear();
    for (qint64 first = 0; first < rows; first += SeriesModel::kMaxRows)
        addItem(tr("rows %1 to %2")
                    .arg(formatCount(first), formatCount(std::min(rows, first + SeriesModel::kMaxRows) - 1)));
    setCurrentIndex(static_cast<int>(model_.firstRow() / SeriesModel::kMaxRows));
    setVisible(count() > 1);
}

void orderColumns(QTableView& table, const Series& series, const std::vector<std::size_t>& order) {
    constexpr std::size_t kMost = 2000;  // each column that moves takes a pass over all
    QHeaderView& head = *table.horizontalHeader();
    const int first = series.time.known() ? 1 : 0, count = static_cast<int>(order.size());
    if (order.size() > kMost || head.count() != first + count) return;
    if (first > 0) head.moveSection(head.visualIndex(0), 0);
    for (int i = 0; i < count; ++i)
        head.moveSection(head.visualIndex(first + static_cast<int>(order[static_cast<std::size_t>(i)])), first + i);
}

void styleSeriesTable(QTableView& table) {
    table.setFrameShape(QFrame::NoFrame);
    styleTable(table);
    table.verticalHeader()->show();
    table.horizontalHeader()->setStretchLastSection(false);
    // Widths from a few rows: all of them take a moment that is felt.
    table.horizontalHeader()->setResizeContentsPrecision(20);
}

}  // namespace gatelab
