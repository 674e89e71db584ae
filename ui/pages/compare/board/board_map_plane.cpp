// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/board_map_plane.h"

#include "charts/line_chart.h"
#include "common/field_text.h"
#include "pages/compare/board/board_map_grid.h"
#include "pages/compare/curves/chart_groups.h"
#include "store/imported_run.h"
#include "widgets/layouts.h"

#include <QCursor>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <set>

namespace gatelab {

namespace {

constexpr std::size_t kMaxCells = 600;
/// Scores share so many colours: thousands of dots are a few lines.
constexpr int kColours = 8;

}  // namespace

BoardMapPlane::BoardMapPlane(Theme& theme, RunBoard& board, QWidget* parent)
    : QWidget(parent), theme_(&theme), board_(&board), chart_(new LineChart(theme, {}, {})) {
    makeColumn(this, {}, 0, {{chart_, 1}});
    chart_->setBare();
    chart_->setIgnoreOutliers(false);
    connect(chart_, &LineChart::pointed, this, &BoardMapPlane::describe);
    connect(chart_, &LineChart::picked, this, [this](const QString& line, int sample) {
        if (const int row = rowAt(line, sample); row >= 0) Q_EMIT turned(row);
    });
}

bool BoardMapPlane::suits(const Board& board, const std::string& x, const std::string& y) {
    const Field *first = findField(x), *second = findField(y);
    if (!first || !second || first == second) return false;
    std::set<FieldValue> xs, ys;
    std::size_t groups = 0;
    for (const BoardRow& row : board.rows) {
        if (row.isBaseline() || !hasSettings(row.group.config)) continue;
        xs.insert(fieldValue(row.group.config, *first));
        ys.insert(fieldValue(row.group.config, *second));
        ++groups;
    }
    return xs.size() * ys.size() > std::max(kMaxCells, 2 * groups);
}

void BoardMapPlane::setAxes(const std::string& x, const std::string& y) {
    x_ = columns_.findOrAdd(QString::fromStdString(x));
    y_ = columns_.findOrAdd(QString::fromStdString(y));
    rows_.clear();
    if (!x_ || !y_) return chart_->setLines({});
    const std::vector<ChartGroup> groups = chartGroups(*board_);
    const RunValues xs = valuesOf(*x_, groups), ys = valuesOf(*y_, groups);
    const BoardAxis scale = axisOf(board_->board());
    const bool lowerIsBetter = board_->board().lowerIsBetter;
    std::map<int, ChartLine> lines;  // the faintest first, the chosen last
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const BoardRow& row = *groups[i].row;
        const bool isChosen = board_->isChosen(row);
        const double place = std::clamp(scale.place(row.score), 0.0, 1.0);
        const int colour = static_cast<int>(std::lround((lowerIsBetter ? 1 - place : place) * (kColours - 1)));
        const bool isSoFar = row.scored() == 0;  // stopped early: no share of the scale
        const int slot = board_->slotOf(row), at = isChosen ? kColours + slot : isSoFar ? -1 : colour;
        ChartLine& line = lines[at];
        line.key = QString::number(at);
        line.style = ChartLine::Style::Dots;
        line.slot = isChosen ? slot : -1;
        line.colour = isChosen ? theme_->runColour(slot)
                      : isSoFar
                          ? theme_->palette().axis
                          : heatColour(theme_->palette().gate, mapInk(static_cast<double>(colour) / (kColours - 1)));
        line.column = y_->head();
        line.x.push_back(xs.values[i]);
        line.y.push_back(ys.values[i]);
        rows_[line.key].push_back(static_cast<int>(&row - board_->board().rows.data()));
    }
    chart_->setNames({xs.categories.begin(), xs.categories.end()}, {ys.categories.begin(), ys.categories.end()});
    chart_->setLogX(spanDecade(xs.values));
    chart_->setLogY(spanDecade(ys.values));
    chart_->setXLabel(x_->head());
    chart_->setTitle(y_->head(), {});
    chart_->setAccessibleName(tr("Map of the score by %1 and %2").arg(x_->head(), y_->head()));
    std::vector<ChartLine> all;
    for (auto& [at, line] : lines) all.push_back(std::move(line));
    chart_->setLines(std::move(all));
}

int BoardMapPlane::rowAt(const QString& line, int sample) const {
    const auto found = rows_.find(line);
    return found == rows_.end() || sample < 0 || sample >= std::ssize(found->second)
               ? -1
               : found->second[static_cast<std::size_t>(sample)];
}

void BoardMapPlane::describe(const QString& line, int sample) {
    const int at = rowAt(line, sample);
    if (at < 0) return QToolTip::hideText();
    const BoardRow& row = board_->board().rows[static_cast<std::size_t>(at)];
    QStringList lines{board_->nameOf(row)};
    for (const RunColumn* column : {x_, y_}) {
        const Field& field = *findField(column->key.toStdString());
        lines << tr("%1: %2").arg(column->head(), displayValue(field, fieldValue(row.group.config, field)));
    }
    lines << (row.scored() > 0 ? tr("%1: %2") : tr("%1: %2 so far")).arg(board_->scoreName(), formatNumber(row.score));
    QToolTip::showText(QCursor::pos(), lines.join(QLatin1Char('\n')), this);
}

}  // namespace gatelab
