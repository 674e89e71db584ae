// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lesson/lesson_figures.h"

#include <QPointF>
#include <QString>
#include <QWidget>
#include <vector>

namespace gatelab {

/// The curves of a lesson over the epochs: measured here, as shipped (dashed), those of the last try and of other
/// values that were tried (pale), and the learner's prediction (dotted), which is drawn with the mouse or, with the
/// focus, by the arrow keys. Letters of any size, for a class room.
class LessonPlot : public QWidget {
    Q_OBJECT
public:
    struct Line {
        enum class Style { Measured, Shipped, Ghost, Tried, Drawn };
        QString name;
        LessonLine line;
        int slot = 0;  ///< of the run colours
        Style style = Style::Measured;
    };
    explicit LessonPlot(Theme& theme, int letterPixels, QWidget* parent = nullptr);

    void setTitle(const QString& title) { title_ = title, update(); }
    void setLines(std::vector<Line> lines);
    /// At least these epochs are shown.
    void setEpochs(double epochs) { epochs_ = epochs, update(); }
    void setLog(bool on) { isLog_ = on, update(); }
    /// What is said while there is no line.
    void setEmptyText(const QString& text) { emptyText_ = text, update(); }
    /// The learner may draw a line; `points`: as far as it was drawn.
    void setDrawing(bool on, std::vector<QPointF> points = {});
    [[nodiscard]] const std::vector<QPointF>& drawn() const { return drawn_; }
    /// In words, for screen readers.
    [[nodiscard]] QString summary() const;
    [[nodiscard]] QSize sizeHint() const override { return {480, 320}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {220, 160}; }

Q_SIGNALS:
    void drawingChanged();  ///< a stroke has ended

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Frame {
        QRectF plot;
        double xHigh = 1, yLow = 0, yHigh = 1;  ///< y as logarithm on a log axis
    };
    [[nodiscard]] Frame frame() const;
    [[nodiscard]] QPointF toScreen(const Frame& frame, double x, double y) const;
    [[nodiscard]] double scaled(double y) const;
    [[nodiscard]] QString yText(double scaledValue) const;
    void paintAxes(QPainter& painter, const Frame& frame) const;
    void paintLines(QPainter& painter, const Frame& frame) const;
    void paintLegend(QPainter& painter) const;
    [[nodiscard]] QFont letterFont(int weight) const;
    [[nodiscard]] static QString legendName(const Line& line);
    [[nodiscard]] int legendRows() const;
    void drawTo(const QPointF& place);

    Theme& theme_;
    int letters_;
    QString title_, emptyText_;
    std::vector<Line> lines_;
    std::vector<QPointF> drawn_;  ///< one per column, ascending x
    double epochs_ = 1;
    int column_ = 0;  ///< that the arrow keys move
    bool isLog_ = false, isDrawing_ = false;
};

}  // namespace gatelab
