// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/parallel/parallel_painter.h"
#include "charts/picture_file.h"
#include "common/background_job.h"
#include "widgets/focus_ring.h"

#include <QPixmap>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

class QMenu;

namespace gatelab {

/// Parallel coordinates: one upright axis per column, one line per run. Dragging along an axis marks a range; lines
/// outside of any range step back. A click on the axis takes its range away; all of it also by keys (keysHelp()). Lines
/// are kept as a picture, so that pointing at one of ten thousand stays quick; that of more than a few hundred is drawn
/// by a job. GUI thread.
class ParallelPlot : public QWidget {
    Q_OBJECT
public:
    explicit ParallelPlot(Theme& theme, QWidget* parent = nullptr);
    void setContent(std::vector<ParallelAxis> axes, std::vector<ParallelLine> lines);
    void setHighlight(const QString& key);
    void setEmptyText(const QString& text);
    /// Range of an axis in its own values; empty: none.
    void setBrush(std::size_t axis, std::optional<std::pair<double, double>> range);
    [[nodiscard]] std::optional<std::pair<double, double>> brush(std::size_t axis) const {
        return painter_.brushes[axis];
    }
    void clearBrushes();
    /// Values that are written beside an axis of numbers.
    [[nodiscard]] std::vector<ChartTick> ticks(std::size_t axis) const { return painter_.ticks(axis); }
    /// Keys of the lines inside all ranges.
    [[nodiscard]] QStringList inside() const { return painter_.inside(); }
    /// Where a value of an axis lies.
    [[nodiscard]] QPointF position(std::size_t axis, double value) const { return painter_.position(axis, value); }
    /// The axis that the keys act on.
    [[nodiscard]] std::size_t chosenAxis() const { return chosen_; }
    /// In words: how many runs are inside, and what each axis spans. For screen readers and the clipboard.
    [[nodiscard]] QString textSummary() const;
    [[nodiscard]] static QString keysHelp();
    /// PNG (scale 1 or 2), SVG or PDF by the suffix. An empty text or the error.
    QString exportTo(const QString& path, double scale = 1.0);
    /// The formats to save it in, for a button.
    [[nodiscard]] QMenu* exportMenu() const { return exportMenu_; }
    [[nodiscard]] QSize sizeHint() const override { return {640, 320}; }

Q_SIGNALS:
    void brushed();
    void pointed(const QString& key);
    void picked(const QString& key);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    /// Both ends of a range, as shares of the axis, by so many steps.
    void moveRange(int low, int high);
    void chooseAxis(std::size_t axis);
    void copyToClipboard();
    [[nodiscard]] QString axisText(std::size_t axis) const;
    [[nodiscard]] Picture picture();
    void fillExportMenu();
    void describe();
    /// Many lines take a second to draw: a job does it, and until it is done the picture stays as it was.
    void preparePicture();
    void drawAll(QPainter& painter, bool onScreen);
    void changed();
    /// The lines have other places, so that a picture of the old ones is wrong.
    void renew();
    Theme* theme_;
    ParallelPainter painter_;
    QString highlight_, emptyText_, pointed_;
    QPixmap picture_;
    bool stale_ = true;                                                            ///< the picture
    std::unique_ptr<BackgroundJob> painting_ = std::make_unique<BackgroundJob>();  ///< gone with what it paints
    std::optional<std::size_t> dragged_;
    QPointF start_;
    std::size_t chosen_ = 0;
    QMenu* exportMenu_;
    FocusRing* ring_;
};

}  // namespace gatelab
