// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

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

}  // namespace gatelab
