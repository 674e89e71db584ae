// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_line.h"

#include <QPointF>
#include <QString>
#include <vector>

namespace gatelab {

/// What stands at each point, so that a name belongs to one place: of points that lie on one another one has the name
/// of all of them, their tags one after the other, else its own and how many there are besides; the rest have none.
/// `at`: where the points are, pixels. Any thread.
std::vector<QString> pointNames(const std::vector<const ChartPoint*>& points, const std::vector<QPointF>& at);

}  // namespace gatelab
