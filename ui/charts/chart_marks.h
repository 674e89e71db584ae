// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_paint.h"

namespace gatelab {

/// An arrow at an edge of the plot towards values outside, and what it says under the pointer.
struct EdgeMark {
    enum class Kind { Above, Below };
    Kind kind;
    QPointF at;  ///< on the edge
    QString text;
    QColor colour;
};

/// Where outliers are left out, one for all neighbours that would overlap.
std::vector<EdgeMark> edgeMarks(const ChartContent& content, const ChartGeometry& geometry);
void paintEdgeMarks(QPainter& painter, const ChartContent& content, const ChartGeometry& geometry);
/// The best epoch: faint, for behind the lines.
void paintBest(QPainter& painter, const ChartContent& content, const Theme& theme, const ChartGeometry& geometry);
/// Where the label of a change or a stop stands in the strip above the plot.
struct MarkerLabel {
    QRectF box;
    const ChartMarker* marker;
};
/// None covers another one; each touches the line of its marker, or is left out, the newest last. Left to right.
std::vector<MarkerLabel> markerLabels(const ChartContent& content, const Theme& theme, const ChartGeometry& geometry);
/// What the point with a name, the mark or the best epoch under a point of the picture says; empty: there is none.
QString markText(const ChartContent& content, const Theme& theme, const ChartGeometry& geometry, QPointF at);

}  // namespace gatelab
