// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_content.h"

#include <QWidget>

namespace gatelab {

/// The line under a chart's title: a sample of every named line and its value at the cursor, else its last one where
/// that says something. Names give way to values. A click hides or shows a line.
class ChartLegend : public QWidget {
    Q_OBJECT
public:
    ChartLegend(ChartContent& content, const Theme& theme, QWidget* parent);
    /// Lines or cursor changed.
    void refresh();
    [[nodiscard]] QSize sizeHint() const override;
    /// With whole names and the last values.
    [[nodiscard]] int wholeWidth() const;
    [[nodiscard]] QSize minimumSizeHint() const override { return {40, sizeHint().height()}; }
    /// AtCursor: with the difference to the pinned one; last, too, while there is no cursor.
    enum class Reading { AtCursor, Last };
    /// Values as drawn; empty where the line has none.
    [[nodiscard]] QString valueText(std::size_t line, Reading reading = Reading::AtCursor) const;
    /// Draws it into a picture; gives the width used.
    double paint(QPainter& painter, const QRectF& area, Reading reading = Reading::AtCursor);

Q_SIGNALS:
    void toggled();
    void hovered(const QString& key);  ///< empty: no line with a key

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Entry {
        std::size_t line = 0;
        QString name, value;
        double nameWidth = 0, valueWidth = 0;  ///< pixels; of a value with the gap before it
    };
    /// Of every named line, whole.
    [[nodiscard]] std::vector<Entry> entriesOf(Reading reading) const;
    [[nodiscard]] std::vector<Entry> arrange(double width, Reading reading) const;
    ChartContent& content_;
    const Theme& theme_;
    std::vector<std::pair<QRectF, std::size_t>> boxes_;
    bool overflow_ = false;
};

}  // namespace gatelab
