// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/board_verdict.h"
#include "common/theme.h"

#include <QWidget>

namespace gatelab {

/// The effect of a pair with its interval, on an axis that shows where the two are equal.
class EffectBar : public QWidget {
    Q_OBJECT
public:
    explicit EffectBar(Theme& theme, QWidget* parent = nullptr);
    /// In the colour and with the marker of the slot; a hollow one is not yet an answer.
    void set(const BoardEffect& effect, int slot, bool isHollow);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintAxis(QPainter& painter, double left, double right, double axis) const;
    [[nodiscard]] QString labelOf(double value) const;
    Theme* theme_;
    BoardEffect effect_;
    int slot_ = 0;
    bool isHollow_ = false;
};

}  // namespace gatelab
