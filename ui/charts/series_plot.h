// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/series_view.h"
#include "common/theme.h"
#include "widgets/focus_ring.h"

#include <QWidget>
#include <utility>
#include <vector>

class QScrollBar;

namespace gatelab {

/// One row per channel over one time axis: min-max envelope and mean where many samples share a pixel, the samples
/// themselves where not. Shades the parts of the split, hatches the embargo, shows gaps and marks; the borders of the
/// split can be dragged. Wheel zooms, Shift+drag pans, double click shows everything.
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
    struct Extent {
        double low = 0, high = 1, mean = 0, deviation = 0;
    };
    void reset();
    void showRows();
    [[nodiscard]] QRectF plotArea() const;
    [[nodiscard]] QRectF rowArea(std::size_t row) const;
    [[nodiscard]] double pixel(double x) const;
    [[nodiscard]] double value(double pixel) const;
    [[nodiscard]] double borderX(int border) const;
    [[nodiscard]] int borderAt(QPointF at) const;
    [[nodiscard]] Extent extentOf(std::size_t channel, std::int64_t begin, std::int64_t end) const;
    void paintParts(class QPainter& painter) const;
    void paintGapLabels(QPainter& painter) const;
    void paintRow(QPainter& painter, std::size_t row) const;
    void paintLabel(QPainter& painter, std::size_t row, const Extent& whole) const;
    void paintEnvelope(QPainter& painter, const QRectF& area, std::size_t channel, const Extent& shown) const;
    void paintMarks(QPainter& painter, const QRectF& area, std::size_t channel, const Extent& shown) const;
    void paintTime(QPainter& painter) const;
    void paintCursor(QPainter& painter) const;

    Theme& theme_;
    SeriesView& view_;
    std::vector<std::size_t> chosen_, channels_, targets_;  ///< channels_: those of the chosen ones that have a row now
    std::vector<SeriesMark> marks_;
    QScrollBar* scroll_;
    std::vector<Extent> whole_;  ///< per channel of the series
    QString emptyText_;
    bool visibleStatistics_ = false;
    int dragged_ = -1;
    bool panning_ = false;
    QPointF last_, cursor_ = {-1, -1};
    FocusRing* ring_;
};

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
