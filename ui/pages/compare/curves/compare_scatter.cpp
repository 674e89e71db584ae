// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/curves/compare_scatter.h"

#include "common/preferences.h"
#include "common/texts.h"
#include "models/baseline_levels.h"
#include "models/run_board.h"
#include "widgets/layouts.h"
#include "widgets/list_box.h"

#include <QComboBox>
#include <QCursor>
#include <QSignalBlocker>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <set>

namespace gatelab {

namespace {

/// So many of the best have their number; fewer dots have no trend.
constexpr std::size_t kNamed = 5, kMinTrend = 8;
/// An axis of no more values has a tick at each.
constexpr std::size_t kFewValues = 6;
/// How far a dot is drawn from its value, in pixels.
constexpr double kSpread = 12;
const QString kX = QStringLiteral("compare/scatter/x");

/// Places in a list of texts, on an axis: whole numbers have names, what lies between has none.
std::function<QString(double)> categoryFormat(const QStringList& categories) {
    if (categories.isEmpty()) return {};
    return [categories](double value) {
        const auto at = static_cast<qsizetype>(std::lround(value));
        return std::abs(value - static_cast<double>(at)) < 1e-6 && at >= 0 && at < categories.size() ? categories[at]
                                                                                                     : QString();
    };
}

std::vector<double> scaled(const std::vector<double>& values, bool logarithmic) {
    std::vector<double> result = values;
    if (logarithmic)
        for (double& value : result) value = value > 0 ? std::log10(value) : std::nan("");
    return result;
}

}  // namespace

CompareScatter::CompareScatter(Theme& theme, Preferences& preferences, RunBoard& board, const RunColumns& columns,
                               QWidget* parent)
    : CompareView(parent),
      theme_(&theme),
      preferences_(&preferences),
      board_(&board),
      columns_(&columns),
      chart_(new LineChart(theme, {}, {})),
      x_(new ListBox(this)) {
    makeColumn(this, {}, 0, {{chart_, 1}});
    named(x_, tr("Horizontal"));
    chart_->setBare();
    chart_->setIgnoreOutliers(false);
    chart_->setEmptyText(tr("Groups with a score and this value appear here."));
    connect(x_, &QComboBox::currentIndexChanged, this, [this] {
        preferences_->setWindow(kX, x_->currentData());
        showChoice();
    });
    connect(chart_, &LineChart::pointed, this, &CompareScatter::describe);
    connect(chart_, &LineChart::picked, this, [this](const QString& key, int index) {
        if (const Dot* dot = dotAt(key, index)) Q_EMIT picked(dot->id);
    });
}

QWidget* CompareScatter::pickers() { return x_; }

void CompareScatter::fillBox() {
    if (offered_ == columns_->all().size()) return;
    offered_ = columns_->all().size();
    const std::vector<std::string>& differing = board_->board().columns;
    const QString usual = differing.empty() ? QStringLiteral("hidden_size") : fromUtf8(differing.front());
    const QSignalBlocker quiet(x_);
    x_->clear();
    fillColumnBox(*x_, *columns_);
    chooseColumn(*x_, preferences_->window(kX, usual).toString());
}

const RunColumn& CompareScatter::column() const { return *columns_->find(x_->currentData().toString()); }

void CompareScatter::choose(const QString& key) {
    fillBox();
    chooseColumn(*x_, key);
}

void CompareScatter::showChoice() {
    chart_->fit();
    showRows();
}

void CompareScatter::setHighlight(const QString& rowKey) {
    if (rowKey == highlight_) return;
    highlight_ = rowKey;
    showNames();
}

bool CompareScatter::isDrawn(std::size_t dot) const {
    return std::isfinite(xs_.values[dot]) && std::isfinite(ys_[dot]);
}

std::vector<ChartTick> CompareScatter::fewValues() const {
    std::set<double> distinct;
    std::size_t drawn = 0;
    for (std::size_t i = 0; i < dots_.size(); ++i)
        if (isDrawn(i)) distinct.insert(xs_.values[i]), ++drawn;
    // What is measured differs everywhere
    if (distinct.size() > kFewValues || (distinct.size() == drawn && !column().isCount())) return {};
    std::vector<ChartTick> ticks;
    for (const double value : distinct)
        ticks.push_back({value, xs_.categories.isEmpty() ? column().format(value)
                                                         : xs_.categories.value(static_cast<qsizetype>(value))});
    return ticks;
}

/// With room for the dots beside the outer values.
void CompareScatter::showTicks() {
    const std::vector<ChartTick> ticks = fewValues();
    chart_->setTicks(ticks, {});
    if (ticks.size() < 2) return chart_->setXExtent(1, 0);
    const double low = ticks.front().value, high = ticks.back().value;
    constexpr double kRoom = 0.05;
    const double factor = chart_->logX() ? std::pow(high / low, kRoom) : 1, margin = kRoom * (high - low);
    if (chart_->logX())
        chart_->setXExtent(low / factor, high * factor);
    else
        chart_->setXExtent(low - margin, high + margin);
}

void CompareScatter::spreadDots() {
    if (fewValues().empty()) return;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < dots_.size(); ++i)
        if (isDrawn(i)) order.push_back(i);
    std::ranges::sort(order, {}, [this](std::size_t i) { return dots_[i].id; });  // however good each is
    std::map<double, int> met;
    // Multiples of it fill a range evenly, however many there are; the first stays at its value.
    constexpr double kGolden = 0.6180339887498949;
    for (const std::size_t i : order) {
        const int nth = met[xs_.values[i]]++;
        dots_[i].spread = QPointF(kSpread * 2 * (std::fmod(nth * kGolden + 0.5, 1.0) - 0.5), 0);
    }
}

void CompareScatter::addDots(std::vector<ChartLine>& lines) {
    // One line per colour, so that thousands of groups are a few lines; those that are not chosen first.
    std::map<int, ChartLine> bySlot;
    samples_.clear();
    const bool isSpread = std::ranges::any_of(dots_, [](const Dot& dot) { return !dot.spread.isNull(); });
    for (std::size_t i = 0; i < dots_.size(); ++i) {
        if (!isDrawn(i)) continue;
        const int slot = dots_[i].slot;
        const QString key = QString::number(slot);
        ChartLine& line = bySlot[slot];
        line.x.push_back(xs_.values[i]);
        line.y.push_back(ys_[i]);
        line.key = key;
        line.style = ChartLine::Style::Dots;
        line.slot = slot;
        line.colour = slot < 0 ? theme_->palette().axis : theme_->runColour(slot);
        line.column = slot < 0 ? board_->scoreName() : dots_[i].name;
        if (isSpread) line.spread.push_back(dots_[i].spread);
        samples_[key].push_back(i);
    }
    for (auto& [slot, line] : bySlot) lines.push_back(std::move(line));
}

void CompareScatter::addTrend(std::vector<ChartLine>& lines) {
    const bool logX = chart_->logX(), logY = chart_->logY();
    const std::vector<double> x = scaled(xs_.values, logX), y = scaled(ys_, logY);
    const Trend trend = trendOf(x, y);
    const bool isTold = trend.count >= kMinTrend && !std::isnan(trend.slope) && xs_.categories.isEmpty();
    const QString count = formatCount(static_cast<qint64>(trend.count));
    const qint64 without = static_cast<qint64>(dots_.size() - trend.count);
    QString about = isTold ? tr("%1 groups, R² %2, rank correlation %3")
                                 .arg(count, formatNumber(trend.r2, 2), formatNumber(trend.rank, 2))
                           : tr("%n group(s)", nullptr, static_cast<int>(trend.count));
    if (without > 0) about += tr("; without a value: %1").arg(formatCount(without));
    chart_->setTitle(tr("%1 over %2").arg(board_->scoreName(), column().head()), about);
    if (!isTold) return;
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (std::size_t i = 0; i < x.size(); ++i)
        if (std::isfinite(x[i]) && std::isfinite(y[i])) low = std::min(low, x[i]), high = std::max(high, x[i]);
    ChartLine line;
    line.name = tr("trend");
    line.hasLast = false;
    line.colour = theme_->palette().muted;
    line.style = ChartLine::Style::Dashed;
    for (int i = 0; i <= 64; ++i) {
        const double at = low + (high - low) * i / 64, value = trend.intercept + trend.slope * at;
        line.x.push_back(logX ? std::pow(10.0, at) : at);
        line.y.push_back(logY ? std::pow(10.0, value) : value);
    }
    lines.push_back(std::move(line));
}

/// Of the chosen baselines, from the first dot to the last.
void CompareScatter::addLevels(std::vector<ChartLine>& lines) const {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (std::size_t i = 0; i < dots_.size(); ++i)
        if (isDrawn(i)) low = std::min(low, xs_.values[i]), high = std::max(high, xs_.values[i]);
    if (low > high) return;
    const Board& board = board_->board();
    std::vector<BaselineLevel> levels;
    for (const BoardRow* row : board_->chosen())
        if (row->isBaseline() && std::isfinite(row->score))
            levels.push_back({board_->nameOf(*row), row->score, board.rowOf(row->key) == board.bestBaseline});
    addBaselines(lines, levels, theme_->palette(), low, high);
}

/// Of the chosen, of the best and of the one under the pointer.
void CompareScatter::showNames() {
    std::vector<ChartPoint> points;
    std::size_t best = 0;
    for (std::size_t i = 0; i < dots_.size(); ++i) {
        if (!isDrawn(i)) continue;
        const Dot& dot = dots_[i];
        const bool isBest = best++ < kNamed, isPointed = dot.id == highlight_;
        if (!isBest && !isPointed && dot.slot < 0) continue;
        const QColor colour = dot.slot >= 0 ? theme_->runColour(dot.slot)
                              : isPointed   ? theme_->palette().text
                                            : theme_->palette().strong;
        points.push_back({xs_.values[i], ys_[i], isPointed ? dot.name : dot.mark, colour, isPointed ? -1 : dot.slot,
                          dot.mark, dot.spread});
    }
    chart_->setPoints(std::move(points));
}

void CompareScatter::showRows() {
    fillBox();
    const std::vector<ChartGroup> groups = chartGroups(*board_);
    dots_.clear();
    for (const ChartGroup& group : groups)
        dots_.push_back({fromUtf8(group.row->key), board_->shortNameOf(*group.row), board_->nameOf(*group.row),
                         board_->isChosen(*group.row) ? board_->slotOf(*group.row) : -1});
    xs_ = valuesOf(column(), groups);
    ys_ = scoresOf(groups);
    if (const QString& key = column().key; key != scaled_ && !dots_.empty()) {
        scaled_ = key;
        chart_->setUsuallyLogY(board_->board().lowerIsBetter);
        chart_->setLogX(xs_.categories.isEmpty() && spanDecade(xs_.values));
    }
    chart_->setXFormat(categoryFormat(xs_.categories));
    chart_->setXCounted(column().isCount());
    chart_->setXLabel(column().head());
    spreadDots();
    showTicks();
    std::vector<ChartLine> lines;
    addTrend(lines);
    addLevels(lines);
    addDots(lines);
    showNames();
    chart_->setLines(std::move(lines));
}

const CompareScatter::Dot* CompareScatter::dotAt(const QString& key, int index) const {
    const auto found = samples_.find(key);
    if (found == samples_.end() || index < 0 || static_cast<std::size_t>(index) >= found->second.size()) return nullptr;
    return &dots_[found->second[static_cast<std::size_t>(index)]];
}

void CompareScatter::describe(const QString& key, int index) {
    const Dot* dot = dotAt(key, index);
    if (!dot) return QToolTip::hideText();
    const auto at = static_cast<std::size_t>(dot - dots_.data());
    const double x = xs_.values[at];
    const QString text =
        xs_.categories.isEmpty() ? column().format(x) : xs_.categories.value(static_cast<qsizetype>(x));
    QToolTip::showText(QCursor::pos(),
                       QStringList{dot->name, tr("%1: %2").arg(column().head(), text),
                                   tr("%1: %2").arg(board_->scoreName(), formatNumber(ys_[at]))}
                           .join(QLatin1Char('\n')),
                       this);
}

}  // namespace gatelab
