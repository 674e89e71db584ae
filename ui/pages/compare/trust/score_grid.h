// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableWidget>

namespace gatelab {

struct BacktestView;

/// Every method of a scored file with every score, the lowest MAE first, what the file holds in bold letters. The names
/// stay where they are while the scores are scrolled. GUI thread.
class ScoreGrid : public QTableWidget {
    Q_OBJECT
public:
    explicit ScoreGrid(QWidget* parent = nullptr);
    void setView(const BacktestView& view);
};

}  // namespace gatelab
