// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "inspect/explanation.h"

#include <QRectF>
#include <QWidget>

#include <memory>

namespace gatelab {

/// The shares of one answer as a heat map [column][step], the window's curve above it, attention below where there is
/// any, sums of the columns at the right. The pointer or the arrow keys choose a number, which is told in words. GUI
/// thread.
class AttributionCanvas : public QWidget {
    Q_OBJECT
public:
    explicit AttributionCanvas(Theme& theme, QWidget* parent = nullptr);
    void setAnswer(std::shared_ptr<const Attribution> answer, std::shared_ptr<const InspectedRun> run);
    void setEmptyText(const QString& text);
    /// "OT, step 96 (2016-07-01 00:00): read 0.31, share +0.02"; empty: none is chosen.
    [[nodiscard]] QString cellText() const;

Q_SIGNALS:
    void cellChanged(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Places {
        QRectF curve, heat, attention;
        double left = 0, right = 0;
        std::int64_t steps = 1, shown = 1, columns = 1;
        [[nodiscard]] double xOf(double step) const {
            return left + (right - left) * step / static_cast<double>(shown);
        }
    };
    [[nodiscard]] Places places() const;
    [[nodiscard]] double largest() const;
    [[nodiscard]] QString stepText(std::int64_t step) const;
    void choose(std::int64_t column, std::int64_t step);
    void paintCurve(QPainter& painter, const Places& at) const;
    void paintHeat(QPainter& painter, const Places& at) const;
    void paintNames(QPainter& painter, const Places& at) const;
    void paintKey(QPainter& painter, const Places& at) const;
    Theme* theme_;
    std::shared_ptr<const Attribution> answer_;
    std::shared_ptr<const InspectedRun> run_;
    QString empty_;
    std::int64_t column_ = -1, step_ = -1;
};

}  // namespace gatelab
