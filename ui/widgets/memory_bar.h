// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "widgets/focus_ring.h"

#include <QWidget>
#include <limits>
#include <vector>

namespace gatelab {

/// Memory by cause against what is free: one bar in the ordered colours of the heat map, a scale under it, and
/// (switchable) one row per cause.
class MemoryBar : public QWidget {
    Q_OBJECT
public:
    struct Part {
        QString name;
        double bytes = 0;
    };
    explicit MemoryBar(Theme& theme, QWidget* parent = nullptr);
    /// freeBytes NaN: not known; the bar then ends at the total. `measured` NaN: not measured yet.
    void set(std::vector<Part> parts, double freeBytes, double measured = std::numeric_limits<double>::quiet_NaN());
    void setDetailed(bool on);
    [[nodiscard]] bool detailed() const { return detailed_; }
    [[nodiscard]] double total() const;
    [[nodiscard]] bool fits() const { return !(total() > free_); }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

Q_SIGNALS:
    void detailedChanged(bool on);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QColor colourOf(std::size_t part) const;
    void paintBar(class QPainter& painter, const QRectF& bar);
    void paintRows(QPainter& painter, double top);
    Theme& theme_;
    std::vector<Part> parts_;
    double free_ = std::numeric_limits<double>::quiet_NaN(), measured_ = std::numeric_limits<double>::quiet_NaN();
    bool detailed_ = true;
    FocusRing* ring_;
};

}  // namespace gatelab
