// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_paint.h"

namespace gatelab {

/// A small mark at an edge of the plot, and what it says under the pointer.
struct EdgeMark {
    enum class Kind { Checkpoint, Above, Below };
    Kind kind;
    QPointF at;  ///< on the edge
    QString text;
    QColor colour;
};

/// Ticks of checkpoints at the bottom; where outliers are left out, arrows towards the values outside. Neighbours that
/// would overlap share one.
std::vector<EdgeMark> edgeMarks(const ChartContent& content, const Theme& theme, const ChartGeometry& geometry);
void paintEdgeMarks(QPainter& painter, const ChartContent& content, const Theme& theme, const ChartGeometry& geometry);
/// The best epoch: faint, for behind the lines.
void paintBest(QPainter& painter, const ChartContent& content, const Theme& theme, const ChartGeometry& geometry);
/// Where the label of a change stands in the strip above the plot.
struct MarkerLabel {
    QRectF box;
    const ChartMarker* marker;
};
/// None covers another one; each touches the line of its marker, or is left out, the newest last. Left to right.
std::vector<MarkerLabel> markerLabels(const ChartContent& content, const Theme& theme, const ChartGeometry& geometry);
/// What the point with a name, the mark or the best epoch under a point of the picture says; empty: there is none.
QString markText(const ChartContent& content, const Theme& theme, const ChartGeometry& geometry, QPointF at);

}  // namespace gatelab
