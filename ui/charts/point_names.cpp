// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/point_names.h"

#include "common/list_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr double kApart = 16;  ///< names are as high: nearer points cannot each have one beside it

QString nameOfCrowd(const std::vector<const ChartPoint*>& points) {
    if (points.size() == 1) return points.front()->label;
    if (std::ranges::any_of(points, [](const ChartPoint* point) { return point->tag.isEmpty(); }))
        return QCoreApplication::translate("LineChart", "%1 and %2 more")
            .arg(points.front()->label)
            .arg(points.size() - 1);
    QStringList tags;
    for (const ChartPoint* point : points) tags << point->tag;
    return listText(tags);
}

}  // namespace

std::vector<QString> pointNames(const std::vector<const ChartPoint*>& points, const std::vector<QPointF>& at) {
    std::vector<std::vector<std::size_t>> crowds;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points[i]->label.isEmpty()) continue;
        const auto near = [&](const std::vector<std::size_t>& crowd) {
            return std::hypot(at[i].x() - at[crowd.front()].x(), at[i].y() - at[crowd.front()].y()) < kApart;
        };
        const auto found = std::ranges::find_if(crowds, near);
        if (found != crowds.end())
            found->push_back(i);
        else
            crowds.push_back({i});
    }
    std::vector<QString> names(points.size());
    for (const auto& crowd : crowds) {
        std::vector<const ChartPoint*> members;
        for (const std::size_t i : crowd) members.push_back(points[i]);
        names[crowd.front()] = nameOfCrowd(members);
    }
    return names;
}

}  // namespace gatelab
