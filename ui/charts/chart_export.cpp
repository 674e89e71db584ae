// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_export.h"

#include "charts/chart_content.h"
#include "charts/chart_legend.h"
#include "charts/chart_paint.h"
#include "common/list_text.h"
#include "common/texts.h"
#include "io/csv_cell.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QStringList>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <tuple>

namespace gatelab {
namespace {

QString summarise(const char* text) { return QCoreApplication::translate("HeatSummary", text); }

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
                cells << summarise(QT_TRANSLATE_NOOP("HeatSummary", "%1 of %2"))
                             .arg(line.texts[i][k], nameAt(content.yNames, line.y[i] + (static_cast<double>(k) + 0.5) *
                                                                                           cellHeight(line, i)));
        const QString name =
            nameAt(content.xNames,
                   line.x[i] + (i + 1 < line.x.size() ? line.x[i + 1] - line.x[i] : line.heatEnd() - line.x[i]) / 2);
        if (!cells.isEmpty())
            columns << summarise(QT_TRANSLATE_NOOP("HeatSummary", "%1: %2."))
                           .arg((content.xLabel + QLatin1Char(' ') + name).trimmed(), listText(cells));
    }
    return columns;
}

QString spread(const ChartContent& content, const ChartLine& line, std::size_t i) {
    const auto most = static_cast<double>(std::ranges::max_element(line.cells[i]) - line.cells[i].begin());
    const double low = line.y[i] + most * cellHeight(line, i);
    return summarise(QT_TRANSLATE_NOOP("HeatSummary", "at %1 from %2 to %3, most of it between %4 and %5"))
        .arg(content.xText(line.x[i]), formatNumber(line.y[i]), formatNumber(line.y2[i]), formatNumber(low),
             formatNumber(low + cellHeight(line, i)));
}

/// A Heat line of `content` in words. Cells with texts: what is written in each, by the names on the axes; others: how
/// far the first and the last column reach and where the most of each lies.
QString heatSummary(const ChartContent& content, const ChartLine& line) {
    const QString name = !line.name.isEmpty() ? line.name : !line.column.isEmpty() ? line.column : content.title;
    if (!line.texts.empty()) return written(content, line).join(QLatin1Char(' '));
    std::vector<std::size_t> filled;
    for (std::size_t i = 0; i < line.cells.size(); ++i)
        if (!line.cells[i].empty()) filled.push_back(i);
    if (filled.empty()) return {};
    const QString last = spread(content, line, filled.back());
    if (filled.size() == 1) return summarise(QT_TRANSLATE_NOOP("HeatSummary", "%1: %2.")).arg(name, last);
    return summarise(QT_TRANSLATE_NOOP("HeatSummary", "%1: first %2; last %3."))
        .arg(name, spread(content, line, filled.front()), last);
}

QString say(const char* text) { return QCoreApplication::translate("LineChart", text); }

QByteArray shortest(double value) {
    if (std::isnan(value)) return "nan";  // whatever its sign
    char buffer[40];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return {buffer, static_cast<qsizetype>(end - buffer)};
}

QByteArray csvCell(const QString& text) { return QByteArray::fromStdString(csvText(text.toStdString())); }

/// How it is smoothed is said where the numbers go on without the window.
QString headOf(const std::vector<ChartLine>& lines, std::size_t k) {
    const QString name = nameOf(lines, k);
    return lines[k].smoothing > 0 ? say(QT_TRANSLATE_NOOP("LineChart", "%1, smoothed over %2 epochs"))
                                        .arg(name, QString::number(lines[k].smoothing, 'g', 6))
                                  : name;
}

/// Falling, rising or level: the mean of the last tenth against the tenth before it, measured by the spread of both.
QString trend(const std::vector<double>& y) {
    const std::size_t tenth = y.size() / 10;
    if (tenth < 2) return {};
    const auto mean = [&](std::size_t end) {
        double sum = 0;
        for (std::size_t i = end - tenth; i < end; ++i) sum += y[i];
        return sum / static_cast<double>(tenth);
    };
    const double now = mean(y.size()), before = mean(y.size() - tenth);
    const auto [low, high] = std::minmax_element(y.begin(), y.end());
    if (std::abs(now - before) < 0.01 * (*high - *low) || *high == *low)
        return say(QT_TRANSLATE_NOOP("LineChart", "level"));
    return now < before ? say(QT_TRANSLATE_NOOP("LineChart", "falling"))
                        : say(QT_TRANSLATE_NOOP("LineChart", "rising"));
}

}  // namespace

QString ownedTitle(const ChartContent& content) {
    return content.owner.isEmpty() ? content.title
                                   : say(QT_TRANSLATE_NOOP("LineChart", "%1, %2")).arg(content.title, content.owner);
}

Picture chartPicture(const ChartContent& content, ChartLegend& legend, const Theme& theme, const QSize& size) {
    const auto paint = [&content, &legend, &theme, size](QPainter& painter) {
        const Palette& p = theme.palette();
        const double width = size.width();
        // One line: what finds no room is cut where that can be seen.
        double left = 12;
        const auto write = [&](const QString& text, const QFont& font, const QColor& ink) {
            const QFontMetricsF metrics(font, painter.device());
            const QString shown = metrics.elidedText(text, Qt::ElideRight, std::max(0.0, width - 12 - left));
            painter.setFont(font);
            painter.setPen(ink);
            painter.drawText(QRectF(left, 6, width - 12 - left, 20), Qt::AlignLeft | Qt::AlignVCenter, shown);
            left += metrics.horizontalAdvance(shown) + 8;
        };
        write(content.title, theme.font(13, 600), p.text);
        QStringList about{content.unit, content.owner};
        about.removeAll(QString());
        if (left < width - 12) write(about.join(QStringLiteral("  ·  ")), theme.font(12), p.muted);
        legend.paint(painter, QRectF(12, 30, width - 24, 20), ChartLegend::Reading::Last);  // a picture has no cursor
        ChartGeometry geometry = layOutChart(content, theme, chartArea(size));
        geometry.isPicture = true;
        paintChart(painter, content, theme, geometry);
    };
    return {ownedTitle(content), chartSummary(content), size, theme.palette().surface, paint};
}

QRectF chartArea(const QSizeF& size) { return {0, 54, size.width(), size.height() - 54}; }

QByteArray chartCsv(const std::vector<ChartLine>& lines, const QString& xName, double low, double high,
                    const std::function<QString(double)>& timeOf) {
    const bool all = !(low <= high);
    struct Column {
        std::size_t line;
        bool upper;
    };
    std::vector<Column> columns;
    QByteArray bytes = csvCell(!xName.isEmpty() ? xName
                               : timeOf         ? say(QT_TRANSLATE_NOOP("LineChart", "row"))
                                                : QStringLiteral("x"));
    if (timeOf) bytes += ',' + csvCell(say(QT_TRANSLATE_NOOP("LineChart", "time")));
    const bool hasSteps = std::ranges::any_of(lines, [](const ChartLine& line) { return !line.steps.empty(); });
    if (hasSteps) bytes += ',' + csvCell(say(QT_TRANSLATE_NOOP("LineChart", "step")));
    for (std::size_t k = 0; k < lines.size(); ++k) {
        const bool band = lines[k].isArea();
        columns.push_back({k, false});
        bytes += ',' + csvCell(band ? say(QT_TRANSLATE_NOOP("LineChart", "%1, lower")).arg(headOf(lines, k))
                                    : headOf(lines, k));
        if (!band) continue;
        columns.push_back({k, true});
        bytes += ',' + csvCell(say(QT_TRANSLATE_NOOP("LineChart", "%1, upper")).arg(headOf(lines, k)));
    }
    bytes += '\n';
    // Samples of one line at the same x (pieces of a resumed run) stay apart: the second goes to a second row of that
    // x. So do those of different steps.
    constexpr double kNoStep = -1;
    struct Cell {
        double x, step;
        int occurrence;
        std::size_t column;
        double value;
    };
    std::vector<Cell> cells;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const ChartLine& line = lines[columns[c].line];
        const auto& y = columns[c].upper ? line.y2 : line.y;
        const auto first = static_cast<std::ptrdiff_t>(cells.size());
        for (std::size_t i = 0; i < line.x.size() && i < y.size(); ++i)
            if (std::isfinite(line.x[i]) && (all || (line.x[i] >= low && line.x[i] <= high)))
                cells.push_back({line.x[i], i < line.steps.size() ? line.steps[i] : kNoStep, 0, c, y[i]});
        std::stable_sort(cells.begin() + first, cells.end(),
                         [](const Cell& a, const Cell& b) { return std::tie(a.x, a.step) < std::tie(b.x, b.step); });
        for (std::size_t i = static_cast<std::size_t>(first) + 1; i < cells.size(); ++i)
            if (cells[i].x == cells[i - 1].x && cells[i].step == cells[i - 1].step)
                cells[i].occurrence = cells[i - 1].occurrence + 1;
    }
    const auto inRows = [](const Cell& a, const Cell& b) {
        return std::tie(a.x, a.step, a.occurrence, a.column) < std::tie(b.x, b.step, b.occurrence, b.column);
    };
    std::sort(cells.begin(), cells.end(), inRows);
    if (hasSteps) {
        // What has no step of its own, such as a mean, joins the first row of its x.
        for (std::size_t i = cells.size(); i-- > 1;)
            if (cells[i - 1].step == kNoStep && cells[i].x == cells[i - 1].x) cells[i - 1].step = cells[i].step;
        std::sort(cells.begin(), cells.end(), inRows);
    }
    std::size_t written = columns.size();
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const bool newRow = i == 0 || cells[i].x != cells[i - 1].x || cells[i].step != cells[i - 1].step ||
                            cells[i].occurrence != cells[i - 1].occurrence;
        if (newRow) {
            if (i > 0) bytes += QByteArray(static_cast<qsizetype>(columns.size() - written), ',') + '\n';
            bytes += shortest(cells[i].x);
            if (timeOf) bytes += ',' + csvCell(timeOf(cells[i].x));
            if (hasSteps) bytes += cells[i].step == kNoStep ? QByteArray(",") : ',' + shortest(cells[i].step);
            written = 0;
        }
        bytes += QByteArray(static_cast<qsizetype>(cells[i].column - written) + 1, ',') + shortest(cells[i].value);
        written = cells[i].column + 1;
    }
    if (!cells.empty()) bytes += QByteArray(static_cast<qsizetype>(columns.size() - written), ',') + '\n';
    return bytes;
}

QString chartSummary(const ChartContent& content) {
    QStringList words;
    // A line that stands alone needs no name in the legend; beside others it is the faint one behind.
    const bool named = std::ranges::any_of(content.lines, [](const ChartLine& line) { return !line.name.isEmpty(); });
    for (const ChartLine& line : content.lines) {
        // Bars have marks, with names, that say the same.
        if (line.style == ChartLine::Style::Heat && !named)
            if (const QString summary = heatSummary(content, line); !summary.isEmpty()) words << summary;
        const QString name = named ? line.name : content.title;
        if (name.isEmpty() || line.isArea()) continue;
        std::vector<double> x, y;
        for (std::size_t i = 0; i < line.x.size() && i < line.y.size(); ++i)
            if (std::isfinite(line.y[i])) x.push_back(line.x[i]), y.push_back(line.y[i]);
        if (y.empty()) {
            words << say(QT_TRANSLATE_NOOP("LineChart", "%1: no values yet.")).arg(name);
            continue;
        }
        const auto low = std::min_element(y.begin(), y.end()), high = std::max_element(y.begin(), y.end());
        const auto where = [&](auto it) { return content.xText(x[static_cast<std::size_t>(it - y.begin())]); };
        const QString direction = trend(y);
        const QString text = say(QT_TRANSLATE_NOOP("LineChart", "%1: last %2 at %3, lowest %4 at %5, highest %6 at %7"))
                                 .arg(name, formatNumber(y.back()), content.xText(x.back()), formatNumber(*low),
                                      where(low), formatNumber(*high), where(high));
        words << (direction.isEmpty() ? say(QT_TRANSLATE_NOOP("LineChart", "%1.")).arg(text)
                                      : say(QT_TRANSLATE_NOOP("LineChart", "%1, %2.")).arg(text, direction));
    }
    if (words.isEmpty()) return content.elsewhere ? content.note() : content.emptyText;
    for (const ChartMarker& marker : content.markers)
        if (marker.kind != ChartMarker::Kind::Change && !marker.label.isEmpty())
            words << say(QT_TRANSLATE_NOOP("LineChart", "%1.")).arg(marker.label);
    if (const QString footnote = content.footnote(); !footnote.isEmpty())
        words << say(QT_TRANSLATE_NOOP("LineChart", "%1.")).arg(footnote);
    return words.join(' ');
}

}  // namespace gatelab
