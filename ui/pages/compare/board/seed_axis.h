// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/board.h"
#include "common/theme.h"

#include <QWidget>

namespace gatelab {

/// The scores of one row of the board on an axis of their own: seeds, mean, its interval, and the best baseline as a
/// dashed line.
class SeedAxis : public QWidget {
    Q_OBJECT
public:
    explicit SeedAxis(Theme& theme, QWidget* parent = nullptr);
    /// `baseline`: the best one; null: none is known. `slot`: of the row's colour.
    void setRow(const BoardRow& row, const BoardRow* baseline, const QString& baselineName, int slot);
    [[nodiscard]] const BoardAxis& axis() const { return axis_; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintScale(QPainter& painter, double axisY) const;
    void paintScores(QPainter& painter, double middle) const;
    [[nodiscard]] double xOf(double value) const;
    Theme& theme_;
    BoardRow row_;
    BoardAxis axis_;
    double baseline_ = BoardRow::kNone;
    int slot_ = 0;
};

}  // namespace gatelab
