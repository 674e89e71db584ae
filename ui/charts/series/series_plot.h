// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/series/series_painter.h"
#include "widgets/focus_ring.h"

#include <QWidget>
#include <utility>
#include <vector>

class QScrollBar;

namespace gatelab {

/// One row per channel over one time axis: min-max envelope and mean where many samples share a pixel, the samples
/// themselves where not. Shades the parts of the split, hatches the embargo, shows gaps and marks; the borders of the
/// split can be dragged. Ctrl+wheel zooms, Shift+drag and Shift+wheel pan, double click shows everything.
class SeriesPlot : public QWidget {
    Q_OBJECT
public:
    SeriesPlot(Theme& theme, SeriesView& view, QWidget* parent = nullptr);
    /// Channels from top to bottom; all at first. Where they do not all fit, a scroll bar moves through them.
    void setChannels(std::vector<std::size_t> channels);
    void setTargets(std::vector<std::size_t> channels);  ///< get the badge "target"
    void setMarks(std::vector<SeriesMark> marks);
    void setEmptyText(const QString& text);
    /// Statistics of the visible stretch instead of the whole series.
    void setVisibleStatistics(bool on);
    /// What stands left and right of the rows, px: an overview below has its borders under these.
    [[nodiscard]] std::pair<double, double> sides() const;
    [[nodiscard]] QSize sizeHint() const override { return {720, 480}; }
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void channelClicked(int channel);
    void sidesChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void reset();
    void showRows();
    [[nodiscard]] QRectF plotArea() const;

    Theme& theme_;
    SeriesView& view_;
    SeriesPainter painter_;
    std::vector<std::size_t> chosen_;  ///< those that do not fit have no row
    QScrollBar* scroll_;
    QString emptyText_;
    QPointF last_;
    FocusRing* ring_;
};

}  // namespace gatelab
