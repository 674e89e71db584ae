// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/series.h"

#include <QComboBox>
#include <cstddef>
#include <vector>

class QTableView;

namespace gatelab {

class SeriesModel;

/// Which million rows of a long series its table shows; hidden where they all fit.
class RowBlocks : public QComboBox {
    Q_OBJECT
public:
    explicit RowBlocks(SeriesModel& model, QWidget* parent = nullptr);

private:
    void showBlocks();
    SeriesModel& model_;
};

/// A table of the rows of a series, in a card.
void styleSeriesTable(QTableView& table);
/// Its channels in this order, the time before them.
void orderColumns(QTableView& table, const Series& series, const std::vector<std::size_t>& order);

}  // namespace gatelab
