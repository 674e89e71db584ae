// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/run_board.h"

#include "common/theme.h"
#include "models/run_columns.h"

#include <QString>
#include <QWidget>
#include <map>
#include <string>
#include <vector>

namespace gatelab {

class LineChart;

/// The Map of the board where values were drawn from ranges, so that almost every group has its own: a dot for each
/// group at its two values, whatever else varies, in the scale of the map; the best lie on top, chosen ones have their
/// colours. A click on a dot chooses its group. GUI thread.
class BoardMapPlane : public QWidget {
    Q_OBJECT
public:
    BoardMapPlane(Theme& theme, RunBoard& board, QWidget* parent = nullptr);
    /// Whether cells of these two settings would be many, and most of them empty.
    [[nodiscard]] static bool suits(const Board& board, const std::string& x, const std::string& y);
    /// Keys of settings; anew at each change of the board, too.
    void setAxes(const std::string& x, const std::string& y);
    [[nodiscard]] LineChart& chart() const { return *chart_; }

Q_SIGNALS:
    void turned(int row);  ///< of the board

private:
    /// The row of the board behind a sample of a line; -1: none.
    [[nodiscard]] int rowAt(const QString& line, int sample) const;
    void describe(const QString& line, int sample);
    Theme* theme_;
    RunBoard* board_;
    LineChart* chart_;
    RunColumns columns_;
    const RunColumn *x_ = nullptr, *y_ = nullptr;
    std::map<QString, std::vector<int>> rows_;  ///< by line
};

}  // namespace gatelab
