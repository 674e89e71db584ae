// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/parallel/parallel_stroke.h"

#include <QPainter>
#include <cmath>

namespace gatelab {

bool paintStrokes(QPainter& painter, const std::vector<ParallelStroke>& strokes, const Progress& progress) {
    painter.setRenderHint(QPainter::Antialiasing);
    for (const ParallelStroke& stroke : strokes) {
        if (!report(progress, -1)) return false;
        painter.setPen(QPen(stroke.colour, 1));
        QPolygonF piece;
        const auto flush = [&] {
            if (piece.size() > 1)
                painter.drawPolyline(piece);
            else if (piece.size() == 1)
                painter.drawEllipse(piece.front(), 2, 2);
            piece.clear();
        };
        for (const QPointF& at : stroke.points) {
            if (std::isfinite(at.y()))
                piece << at;
            else
                flush();
        }
        flush();
    }
    return true;
}

}  // namespace gatelab
