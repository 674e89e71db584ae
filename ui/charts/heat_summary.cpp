// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/heat_summary.h"

#include "common/list_text.h"
#include "common/texts.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

QString say(const char* text) { return QCoreApplication::translate("HeatSummary", text); }

QString nameAt(const std::vector<QString>& names, double at) {
    const auto place = static_cast<std::ptrdiff_t>(std::round(at));
    return place >= 0 && place < std::ssize(names) ? names[static_cast<std::size_t>(place)] : formatNumber(at);
}

double cellHeight(const ChartLine& line, std::size_t i) {
    return (line.y2[i] - line.y[i]) / static_cast<double>(line.cells[i].size());
}

/// "taken for A: 12 of A, 3 of B."
QStringList written(const ChartContent& content, const ChartLine& line) {
    QStringList columns;
    for (std::size_t i = 0; i < line.texts.size(); ++i) {
        QStringList cells;
        for (std::size_t k = line.texts[i].size(); k-- > 0;)  // from the top
            if (!line.texts[i][k].isEmpty())
                cells << say(QT_TRANSLATE_NOOP("HeatSummary", "%1 of %2"))
                             .arg(line.texts[i][k], nameAt(content.yNames, line.y[i] + (static_cast<double>(k) + 0.5) *
                                                                                           cellHeight(line, i)));
        const QString name =
            nameAt(content.xNames,
                   line.x[i] + (i + 1 < line.x.size() ? line.x[i + 1] - line.x[i] : line.heatEnd() - line.x[i]) / 2);
        if (!cells.isEmpty())
            columns << say(QT_TRANSLATE_NOOP("HeatSummary", "%1: %2."))
                           .arg((content.xLabel + QLatin1Char(' ') + name).trimmed(), listText(cells));
    }
    return columns;
}

QString spread(const ChartContent& content, const ChartLine& line, std::size_t i) {
    const auto most = static_cast<double>(std::ranges::max_element(line.cells[i]) - line.cells[i].begin());
    const double low = line.y[i] + most * cellHeight(line, i);
    return say(QT_TRANSLATE_NOOP("HeatSummary", "at %1 from %2 to %3, most of it between %4 and %5"))
        .arg(content.xText(line.x[i]), formatNumber(line.y[i]), formatNumber(line.y2[i]), formatNumber(low),
             formatNumber(low + cellHeight(line, i)));
}

}  // namespace

QString heatSummary(const ChartContent& content, const ChartLine& line) {
    const QString name = !line.name.isEmpty() ? line.name : !line.column.isEmpty() ? line.column : content.title;
    if (!line.texts.empty()) return written(content, line).join(QLatin1Char(' '));
    std::vector<std::size_t> filled;
    for (std::size_t i = 0; i < line.cells.size(); ++i)
        if (!line.cells[i].empty()) filled.push_back(i);
    if (filled.empty()) return {};
    const QString last = spread(content, line, filled.back());
    if (filled.size() == 1) return say(QT_TRANSLATE_NOOP("HeatSummary", "%1: %2.")).arg(name, last);
    return say(QT_TRANSLATE_NOOP("HeatSummary", "%1: first %2; last %3."))
        .arg(name, spread(content, line, filled.front()), last);
}

}  // namespace gatelab
