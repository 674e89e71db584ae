// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/series/series_view.h"
#include "common/theme.h"
#include "widgets/focus_ring.h"

#include <QWidget>
#include <utility>

namespace gatelab {

/// The whole series in a strip: visible stretch framed, borders of the split as handles.
class SeriesOverview : public QWidget {
    Q_OBJECT
public:
    SeriesOverview(Theme& theme, SeriesView& view, QWidget* parent = nullptr);
    void setChannel(std::size_t channel);
    /// Room left and right of the strip, px.
    void setSides(const std::pair<double, double>& sides);
    [[nodiscard]] QSize sizeHint() const override { return {400, 52}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, 44}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] double pixel(double x) const;
    [[nodiscard]] double value(double pixel) const;
    [[nodiscard]] double borderX(int border) const;
    Theme& theme_;
    SeriesView& view_;
    std::size_t channel_ = 0;
    std::pair<double, double> sides_ = {12, 12};
    int dragged_ = -1, focused_ = 0;
    bool panning_ = false;
    FocusRing* ring_;
};

}  // namespace gatelab
