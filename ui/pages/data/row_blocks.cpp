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

void styleSeriesTable(QTableView& table) {
    table.setFrameShape(QFrame::NoFrame);
    styleTable(table);
    table.verticalHeader()->show();
    table.horizontalHeader()->setStretchLastSection(false);
    // Widths from a few rows: all of them take a moment that is felt.
    table.horizontalHeader()->setResizeContentsPrecision(20);
}

}  // namespace gatelab
