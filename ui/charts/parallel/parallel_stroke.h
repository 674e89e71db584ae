// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"

#include <QColor>
#include <QPolygonF>
#include <vector>

class QPainter;

namespace gatelab {

/// A line of a parallel plot where it is drawn, in pixels; a point that is not finite breaks it. A plain value: a job
/// may paint it.
struct ParallelStroke {
    QPolygonF points;
    QColor colour;
};

/// One pixel wide, the last one on top; a part between two breaks that is a lone point becomes a dot. False: it was
/// asked to stop.
bool paintStrokes(QPainter& painter, const std::vector<ParallelStroke>& strokes, const Progress& progress = {});

}  // namespace gatelab
