// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/curves/compare_parallel.h"

#include "common/texts.h"
#include "common/theme.h"
#include "models/run_board.h"
#include "widgets/card.h"
#include "widgets/layouts.h"

#include <QLabel>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>

namespace gatelab {

namespace {

/// Of more groups than both together: so many of the best, and so many of the others.
constexpr std::size_t kBest = 250, kOthers = 250;
constexpr int kRest = 150;  ///< ms
/// Place in the heat map of the worst score: still seen on the ground.
constexpr double kFaintest = 0.2;

/// The best, and some of the others, always the same; and those that are chosen.
std::vector<ChartGroup> someOf(std::vector<ChartGroup> groups, const RunBoard& board) {
    if (groups.size() <= kBest + kOthers) return groups;
    const auto rest = groups.begin() + kBest;
    const auto unchosen =
        std::stable_partition(rest, groups.end(), [&](const ChartGroup& group) { return board.isChosen(*group.row); });
    std::vector<ChartGroup> some(groups.begin(), unchosen);
    std::mt19937 random(1);
    std::sample(unchosen, groups.end(), std::back_inserter(some), kOthers, random);
    return some;
}

QString quoted(const QString& text) {
    return text.contains(QLatin1Char(' ')) ? QStringLiteral("\"%1\"").arg(text) : text;
}

}  // namespace

CompareParallel::CompareParallel(Theme& theme, RunBoard& board, const RunColumns& columns, QWidget* parent)
    : CompareView(parent),
      theme_(&theme),
      board_(&board),
      columns_(&columns),
      plot_(new ParallelPlot(theme)),
      count_(makeLabel({}, "unit", this)),
      dragging_(new QTimer(this)) {
    makeColumn(this, {}, 0, {{plot_, 1}});
    plot_->setAccessibleName(tr("Parallel coordinates"));
    plot_->setEmptyText(tr("Two groups with a score are needed."));
    dragging_->setSingleShot(true);
    dragging_->setInterval(kRest);
    connect(dragging_, &QTimer::timeout, this, [this] { Q_EMIT filterRequested(expression()); });
    connect(plot_, &ParallelPlot::brushed, dragging_, qOverload<>(&QTimer::start));
    connect(plot_, &ParallelPlot::pointed, plot_, &ParallelPlot::setHighlight);
    connect(plot_, &ParallelPlot::picked, this, &CompareView::picked);
}

QWidget* CompareParallel::pickers() { return count_; }

QString CompareParallel::scoreKey(const std::vector<ChartGroup>& groups) const {
    const std::string& metric = board_->board().metric;
    const QString key = QStringLiteral("best_validation_") + fromUtf8(metric);
    const bool isLoss = std::ranges::all_of(
        groups, [&](const ChartGroup& group) { return metric.empty() || group.row->group.config.loss == metric; });
    return isLoss || !columns_->find(key) ? QStringLiteral("best_validation") : key;
}

QColor CompareParallel::colourOf(const ChartGroup& group, const BoardAxis& scale) const {
    if (board_->isChosen(*group.row)) return theme_->runColour(board_->slotOf(*group.row));
    const double place = std::clamp(scale.place(group.row->score), 0.0, 1.0);
    const double strength = board_->board().lowerIsBetter ? 1 - place : place;
    return heatColour(theme_->palette().gate, kFaintest + (1 - kFaintest) * strength);
}

void CompareParallel::showRows() {
    const std::vector<ChartGroup> all = chartGroups(*board_);
    std::vector<ChartGroup> groups = someOf(all, *board_);
    // What is drawn last lies on top: the chosen ones, below them the best.
    std::ranges::reverse(groups);
    std::ranges::stable_partition(groups, [this](const ChartGroup& group) { return !board_->isChosen(*group.row); });
    keys_.clear(), values_.clear(), categories_.clear();
    std::vector<ParallelAxis> axes;
    const bool enough = groups.size() > 1;
    const Board& board = board_->board();
    for (const std::string& key : enough ? board.shares.sorted(board.columns) : std::vector<std::string>()) {
        const RunColumn* column = columns_->find(fromUtf8(key));
        if (!column) continue;
        keys_ << column->key;
        values_.push_back(valuesOf(*column, groups));
        const RunValues& values = values_.back();
        QStringList texts(values.categories.size());
        for (std::size_t i = 0; !texts.isEmpty() && i < groups.size(); ++i) {
            const RunSummary& run = *groups[i].runs.front();
            texts[static_cast<qsizetype>(values.values[i])] = column->raw ? column->raw(run) : column->display(run);
        }
        categories_.push_back(texts);
        axes.push_back({column->head(), values.categories, spanDecade(values.values), column->isCount(),
                        !column->hasMean(), column->label});
    }
    if (enough) {
        keys_ << scoreKey(groups);
        values_.push_back({scoresOf(groups), {}});
        categories_.emplace_back();
        axes.push_back({board_->scoreName(), {}, spanDecade(values_.back().values)});
    }
    const BoardAxis scale = axisOf(board_->board());
    std::vector<ParallelLine> lines;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        ParallelLine line{fromUtf8(groups[i].row->key), colourOf(groups[i], scale), {}};
        for (const RunValues& values : values_) line.values.push_back(values.values[i]);
        line.isChosen = board_->isChosen(*groups[i].row);
        lines.push_back(std::move(line));
    }
    plot_->setContent(std::move(axes), std::move(lines));
    showCount(groups.size(), all.size());
}

void CompareParallel::showCount(std::size_t drawn, std::size_t all) {
    const QString count = formatCount(static_cast<qint64>(all));
    count_->setText(all < 2 ? QString()
                    : drawn == all
                        ? tr("%1 groups; drag along an axis to filter").arg(count)
                        : tr("the best %1 and %2 at random of %3 groups").arg(kBest).arg(kOthers).arg(count));
}

QString CompareParallel::termOf(std::size_t axis) const {
    const auto range = plot_->brush(axis);
    if (!range) return {};
    const QString& key = keys_[static_cast<qsizetype>(axis)];
    const auto isInside = [&](double value) { return value >= range->first && value <= range->second; };
    if (const QStringList& categories = categories_[axis]; !categories.isEmpty()) {
        QStringList terms;
        for (qsizetype i = 0; i < categories.size(); ++i)
            if (isInside(static_cast<double>(i))) terms << QStringLiteral("%1 = %2").arg(key, quoted(categories[i]));
        if (terms.size() == categories.size()) return {};
        return terms.size() > 1 ? QStringLiteral("(%1)").arg(terms.join(QLatin1String(" or "))) : terms.join(QString());
    }
    // A setting is held against the next value outside, a score against the end of the range itself.
    double below = -HUGE_VAL, above = HUGE_VAL;
    for (const double value : values_[axis].values) {
        if (value < range->first) below = std::max(below, value);
        if (value > range->second) above = std::min(above, value);
    }
    const bool isScore = axis + 1 == static_cast<std::size_t>(keys_.size());
    const auto number = [&](double end, double outside) {
        return isScore ? QString::number(end, 'g', 4) : QString::number(outside, 'g', 10);
    };
    QStringList terms;
    if (std::isfinite(below)) terms << QStringLiteral("%1 > %2").arg(key, number(range->first, below));
    if (std::isfinite(above)) terms << QStringLiteral("%1 < %2").arg(key, number(range->second, above));
    return terms.join(QLatin1String(" and "));
}

QString CompareParallel::expression() const {
    QStringList terms;
    for (std::size_t axis = 0; axis < values_.size(); ++axis)
        if (const QString term = termOf(axis); !term.isEmpty()) terms << term;
    return terms.join(QLatin1String(" and "));
}

}  // namespace gatelab
