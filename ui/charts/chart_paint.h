// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_content.h"
#include "charts/chart_labels.h"

#include <QPainter>

namespace gatelab {

/// Where the plot lies inside a chart's picture, the ticks that fit there, and the name of x (empty: none).
struct ChartGeometry {
    QRectF whole, plot, xTitle;
    QRectF strip;  ///< above the plot, for the labels of markers; empty: no marker has one
    std::vector<ChartTick> xTicks, yTicks;
    AxisNames names;         ///< of an axis of things
    double ownLeft = 0;      ///< room at the left that its own labels need
    bool isPicture = false;  ///< painted once, for a file: smooth edges whatever they cost
    [[nodiscard]] double xPixel(const ChartContent& c, double x) const {
        return plot.left() + c.x.share(x) * plot.width();
    }
    [[nodiscard]] double yPixel(const ChartContent& c, double y) const {
        return plot.bottom() - c.y.share(y) * plot.height();
    }
    /// Where a sample of a line is drawn; not finite: nowhere.
    [[nodiscard]] QPointF place(const ChartContent& c, const ChartLine& line, std::size_t i) const {
        return QPointF(xPixel(c, line.x[i]), yPixel(c, line.y[i])) +
               (i < line.spread.size() ? line.spread[i] : QPointF());
    }
    [[nodiscard]] double xValue(const ChartContent& c, double pixel) const {
        return c.x.value((pixel - plot.left()) / plot.width());
    }
    [[nodiscard]] double yValue(const ChartContent& c, double pixel) const {
        return c.y.value((plot.bottom() - pixel) / plot.height());
    }
};

/// Lays out axes and plot in `whole`; label widths come in steps so that the plot stands still while numbers change.
ChartGeometry layOutChart(const ChartContent& content, const Theme& theme, const QRectF& whole);
/// Where what is said of the end of a line stands in the margin at the right, pixels from above: as near to its end as
/// the others let it, at least 16 px (times the text scale) from each, and led to it where that is not beside it. From
/// above to below.
struct EndMark {
    double y = 0, end = 0;  ///< of what is said, of the line
    const ChartLine* line = nullptr;
};
std::vector<EndMark> endMarks(const ChartContent& content, const Theme& theme, const ChartGeometry& geometry);
/// Grid, regions, lines, axes, markers, marks at the edges, rings. The same for the screen, PNG, SVG and PDF.
void paintChart(QPainter& painter, const ChartContent& content, const Theme& theme, const ChartGeometry& geometry);
/// Cursor line, dots, chip; the pinned cursor.
void paintCursor(QPainter& painter, const ChartContent& content, const Theme& theme, const ChartGeometry& geometry);
/// The values at the cursor, largest first, with the difference to the pinned cursor; where the legend holds all lines
/// it draws nothing.
void paintTooltip(QPainter& painter, const ChartContent& content, const Theme& theme, const ChartGeometry& geometry);
/// What lies under a point of the picture: the key of the nearest line that has one, and its nearest sample; an empty
/// key: nothing within 8 px.
struct ChartHit {
    QString key;
    int index = -1;
};
ChartHit hitLine(const ChartContent& content, const ChartGeometry& geometry, QPointF at);
/// x of the sample nearest to a pixel, of those beyond `from` on the pixel's side of it (NaN: of all); the pixel's own
/// x where no sample is near.
double snappedX(const ChartContent& content, const ChartGeometry& geometry, double pixel, double from);
/// One line of the chart, clipped by the caller. NaN and what a log axis cannot show break it; a lone point is a dot.
/// `strong`: wider lines, darker raw ones (high contrast).
void paintLine(QPainter& painter, const ChartContent& content, const ChartGeometry& geometry, const ChartLine& line,
               bool strong);
/// A 16 px sample of a line's looks for legends.
void paintSample(QPainter& painter, const ChartLine& line, QPointF left);
/// The pen of a style: always 1 px, because wider antialiased polylines are 40 times slower.
QPen linePen(const ChartLine& line, bool strong = false);

}  // namespace gatelab
