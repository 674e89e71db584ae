// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QWidget>

namespace gatelab {

/// One interval with its estimate on an axis that shows zero: does it leave zero out?
class IntervalBar : public QWidget {
    Q_OBJECT
public:
    explicit IntervalBar(Theme& theme, QWidget* parent = nullptr);
    void set(double low, double estimate, double high, const QColor& colour);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme& theme_;
    double low_ = 0, estimate_ = 0, high_ = 0;
    QColor colour_;
};

}  // namespace gatelab
