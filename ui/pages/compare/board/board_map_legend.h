// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/run_board.h"

#include "app/board_map.h"
#include "common/theme.h"

#include <QWidget>
#include <vector>

namespace gatelab {

/// Beside the map: what moves the score, as bars of shares of its variance, and what the colours and signs of the cells
/// mean.
class BoardMapLegend : public QWidget {
    Q_OBJECT
public:
    BoardMapLegend(Theme& theme, RunBoard& board, QWidget* parent = nullptr);
    /// Of the present board.
    /// `figure`: what its cells show.
    void setMap(const BoardMap& map, const QString& figure);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] double scaled(double px) const;
    /// As many as have room; settings that explain least go first.
    [[nodiscard]] std::vector<ScoreShare> shown() const;
    void drawShares(QPainter& painter, double& y) const;
    void drawScale(QPainter& painter, double& y) const;
    void drawSigns(QPainter& painter, double y) const;
    Theme* theme_;
    RunBoard* board_;
    BoardMap map_;
    QString figure_;
    ScoreShares shares_;
};

}  // namespace gatelab
