// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/look/stems.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {

namespace {
constexpr std::size_t kMostStems = 300;  // more would be an area
}

std::vector<ChartLine> stemLines(const QString& name, double firstLag, const std::vector<double>& values,
                                 const std::vector<double>& bounds, const QString& boundName, const QColor& colour,
                                 const QColor& boundColour) {
    ChartLine band, stems, read;
    band.name = boundName, band.colour = boundColour, band.style = ChartLine::Style::Band, band.hasLast = false;
    stems.colour = colour, stems.hasLast = false, stems.column = name;
    read.name = name, read.colour = colour, read.style = ChartLine::Style::Silent, read.hasLast = false;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double lag = firstLag + static_cast<double>(i);
        band.x.push_back(lag), band.y.push_back(-bounds[i]), band.y2.push_back(bounds[i]);
        read.x.push_back(lag), read.y.push_back(values[i]);
        if (values.size() > kMostStems)
            stems.x.push_back(lag), stems.y.push_back(values[i]);
        else
            for (const double y : {0.0, values[i], std::nan("")}) stems.x.push_back(lag), stems.y.push_back(y);
    }
    return {std::move(band), std::move(stems), std::move(read)};
}

ChartLine thinned(const ChartLine& line, std::size_t most) {
    if (line.x.size() <= most) return line;
    ChartLine thin = line;
    thin.x.clear(), thin.y.clear();
    const double first = std::log(line.x.front()),
                 width = (std::log(line.x.back()) - first) / static_cast<double>(most);
    double part = -1;
    for (std::size_t i = 0; i < line.x.size(); ++i) {
        const double here = std::floor((std::log(line.x[i]) - first) / width);
        if (here != part) {
            thin.x.push_back(line.x[i]), thin.y.push_back(line.y[i]);
            part = here;
        } else if (line.y[i] > thin.y.back()) {
            thin.x.back() = line.x[i], thin.y.back() = line.y[i];
        }
    }
    return thin;
}

}  // namespace gatelab
