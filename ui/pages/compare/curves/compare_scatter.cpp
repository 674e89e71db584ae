// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/curves/compare_scatter.h"

#include "common/preferences.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "pages/compare/runs/comparable_runs.h"
#include "widgets/card.h"
#include "widgets/list_box.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCursor>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace gatelab {

namespace {

/// More names than this would cover the dots.
constexpr std::size_t kMaxNames = 12;
/// An axis of no more values has a tick at each.
constexpr std::size_t kFewValues = 6;
/// How far a dot is drawn from its value, in pixels.
constexpr double kSpread = 12;

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

CompareScatter::CompareScatter(Kind kind, Theme& theme, Preferences& preferences, const RunColumns& columns,
                               QWidget* parent)
    : CompareView(parent),
      kind_(kind),
      theme_(&theme),
      preferences_(&preferences),
      columns_(&columns),
      comparable_(new ComparableRuns(preferences)),
      chart_(new LineChart(theme, {}, {})),
      x_(new ListBox),
      y_(new ListBox),
      third_(new ListBox),
      trend_(new QCheckBox(tr("Trend"))) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    addControls(*row);
    row->addWidget(comparable_, 1);
    column->addLayout(row);
    column->addWidget(chart_, 1);
    connect(comparable_, &ComparableRuns::changed, this, &CompareScatter::rebuild);
    chart_->setIgnoreOutliers(false);
    connect(chart_, &LineChart::pointed, this, &CompareScatter::describe);
    connect(chart_, &LineChart::picked, this, [this](const QString& key, int index) {
        if (const QString id = runAt(key, index); !id.isEmpty()) Q_EMIT picked(id);
    });
    showChoice();
}

QString CompareScatter::keyOf(const QComboBox& box) const {
    return (kind_ == Kind::Pareto ? QStringLiteral("compare/pareto/") : QStringLiteral("compare/scatter/")) +
           (&box == y_   ? QStringLiteral("y")
            : &box == x_ ? QStringLiteral("x")
                         : QStringLiteral("third"));
}

void CompareScatter::fillBoxes() {
    if (offered_ == columns_->all().size()) return;
    offered_ = columns_->all().size();
    const bool pareto = kind_ == Kind::Pareto;
    const std::pair<QComboBox*, const char*> usual[] = {
        {y_, "best_validation"}, {x_, pareto ? "samples_per_second" : "hidden_size"}, {third_, "peak_memory"}};
    for (const auto& [box, column] : usual) {
        const QSignalBlocker quiet(box);
        box->clear();
        fillColumnBox(*box, *columns_, !pareto);
        chooseColumn(*box, preferences_->window(keyOf(*box), QString::fromLatin1(column)).toString());
    }
}

void CompareScatter::addControls(QHBoxLayout& row) {
    const bool pareto = kind_ == Kind::Pareto;
    fillBoxes();
    for (const auto& [box, name] :
         {std::pair(y_, tr("Vertical")), std::pair(x_, tr("Horizontal")), std::pair(third_, tr("Third objective"))}) {
        box->setAccessibleName(name);
        box->setToolTip(name);
        connect(box, &QComboBox::currentIndexChanged, this, [this, box = box] {
            preferences_->setWindow(keyOf(*box), box->currentData());
            showChoice();
        });
        if (box == third_ && !pareto) continue;
        row.addWidget(makeLabel(name, "muted"));
        row.addWidget(box);
    }
    trend_->setChecked(true);
    trend_->setToolTip(
        tr("A straight line through all dots, by least squares; on a logarithmic axis through the logarithms."));
    if (!pareto) row.addWidget(trend_);
    row.addStretch();
    // Controls that this kind has no use for stay away.
    QWidget* unused = pareto ? static_cast<QWidget*>(trend_) : third_;
    unused->setParent(this);
    unused->hide();
    connect(trend_, &QCheckBox::toggled, this, &CompareScatter::rebuild);
    chart_->setEmptyText(pareto ? tr("Runs with a speed, an error and a memory peak appear here.")
                                : tr("Runs that have both values appear here."));
}

const RunColumn& CompareScatter::column(const QComboBox& box) const {
    return *columns_->find(box.currentData().toString());
}

void CompareScatter::choose(const QString& xKey, const QString& yKey) {
    chooseColumn(*x_, xKey);
    chooseColumn(*y_, yKey);
}

void CompareScatter::showChoice() {
    chart_->setLogX(false);
    chart_->setLogY(false);
    chart_->fit();
    rebuild();
}

void CompareScatter::setListed(ListedRuns runs) {
    listed_ = std::move(runs);
    fillBoxes();
    rebuild();
}

void CompareScatter::setHighlight(const QString& runId) {
    if (runId == highlight_) return;
    highlight_ = runId;
    rebuild();
}

bool CompareScatter::isDrawn(std::size_t dot) const {
    return std::isfinite(xs_.values[dot]) && std::isfinite(ys_.values[dot]) &&
           (kind_ != Kind::Pareto || std::isfinite(thirds_.values[dot]));
}

qint64 CompareScatter::drawn() const {
    qint64 count = 0;
    for (std::size_t i = 0; i < dots_.size(); ++i) count += isDrawn(i) ? 1 : 0;
    return count;
}

QString CompareScatter::leftOut() const {
    const qint64 without = static_cast<qint64>(dots_.size()) - drawn();
    return without == 0 ? QString() : tr("; left out for want of a value: %1").arg(formatCount(without));
}

std::vector<ChartTick> CompareScatter::fewValues(const ColumnValues& values, const RunColumn& column) const {
    std::set<double> distinct;
    for (std::size_t i = 0; i < dots_.size() && distinct.size() <= kFewValues; ++i)
        if (isDrawn(i)) distinct.insert(values.values[i]);
    // What is measured differs everywhere
    if (distinct.size() > kFewValues || (std::ssize(distinct) == drawn() && !column.isCount())) return {};
    std::vector<ChartTick> ticks;
    for (const double value : distinct)
        ticks.push_back({value, values.categories.isEmpty() ? column.format(value)
                                                            : values.categories.value(static_cast<qsizetype>(value))});
    return ticks;
}

void CompareScatter::spreadDots(bool alongX, bool alongY) {
    if (!alongX && !alongY) return;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < dots_.size(); ++i)
        if (isDrawn(i)) order.push_back(i);
    std::ranges::sort(order, {}, [this](std::size_t i) { return dots_[i].id; });  // however the table is sorted
    std::map<std::pair<double, double>, int> met;
    // Multiples of these fill a range evenly, however many there are; the first stays at its value.
    constexpr double kGolden = 0.6180339887498949, kPlastic = 0.7548776662466927;
    const auto offset = [](int nth, double share) { return kSpread * 2 * (std::fmod(nth * share + 0.5, 1.0) - 0.5); };
    for (const std::size_t i : order) {
        const int nth = met[{alongX ? xs_.values[i] : 0, alongY ? ys_.values[i] : 0}]++;
        dots_[i].spread = QPointF(alongX ? offset(nth, kGolden) : 0, alongY ? offset(nth, kPlastic) : 0);
    }
}

void CompareScatter::addDots(std::vector<ChartLine>& lines, const std::vector<bool>& strong) {
    // One line per colour, so that ten thousand runs are ten lines; what is beaten is a line of its own.
    std::map<QString, ChartLine> bySlot;
    samples_.clear();
    const bool isSpread = std::ranges::any_of(dots_, [](const Dot& dot) { return !dot.spread.isNull(); });
    for (std::size_t i = 0; i < dots_.size(); ++i) {
        if (!isDrawn(i)) continue;
        const bool full = strong.empty() || strong[i];
        const QString key = QStringLiteral("%1 %2").arg(full ? 1 : 0).arg(dots_[i].slot);
        ChartLine& line = bySlot[key];
        line.x.push_back(xs_.values[i]);
        line.y.push_back(ys_.values[i]);
        line.key = key;
        line.style = ChartLine::Style::Dots;
        line.slot = dots_[i].slot;
        line.colour = full ? theme_->runColour(dots_[i].slot) : theme_->palette().hatch;
        line.column = tr("%1, colour %2").arg(column(*y_).label).arg(dots_[i].slot + 1);
        if (isSpread) line.spread.push_back(dots_[i].spread);
        samples_[key].push_back(i);
    }
    for (auto& [key, line] : bySlot) lines.push_back(std::move(line));
}

void CompareScatter::addTrend(std::vector<ChartLine>& lines) {
    const bool logX = chart_->logX(), logY = chart_->logY();
    const std::vector<double> x = scaled(xs_.values, logX), y = scaled(ys_.values, logY);
    const Trend trend = trendOf(x, y);
    chart_->setTitle(tr("%1 over %2").arg(column(*y_).label, column(*x_).label),
                     (std::isnan(trend.r2) ? tr("%1 runs").arg(formatCount(static_cast<qint64>(trend.count)))
                                           : tr("%1 runs, R² %2, rank correlation %3")
                                                 .arg(formatCount(static_cast<qint64>(trend.count)),
                                                      formatNumber(trend.r2, 2), formatNumber(trend.rank, 2))) +
                         leftOut());
    if (!trend_->isChecked() || std::isnan(trend.slope) || !xs_.categories.isEmpty() || !ys_.categories.isEmpty())
        return;
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

/// The edge of what has been reached in the two drawn aims, as steps.
void CompareScatter::addFront(std::vector<ChartLine>& lines, const std::vector<bool>& front) {
    const bool moreX = column(*x_).sense == MetricSense::HigherIsBetter,
               moreY = column(*y_).sense == MetricSense::HigherIsBetter;
    std::vector<std::size_t> edge;
    std::vector<double> drawnX = xs_.values;
    for (std::size_t i = 0; i < dots_.size(); ++i)
        // The line leads through no dot that is not there
        if (!isDrawn(i)) drawnX[i] = std::numeric_limits<double>::quiet_NaN();
    const std::vector<bool> two = paretoFront({drawnX, ys_.values}, {moreX, moreY});
    for (std::size_t i = 0; i < two.size(); ++i)
        if (two[i]) edge.push_back(i);
    std::sort(edge.begin(), edge.end(), [&](std::size_t a, std::size_t b) { return xs_.values[a] < xs_.values[b]; });
    ChartLine line;
    line.name = tr("Pareto front of the two axes");
    line.hasLast = false;
    line.colour = theme_->palette().muted;
    line.style = ChartLine::Style::Dashed;
    for (std::size_t k = 0; k < edge.size(); ++k) {
        const double x = xs_.values[edge[k]], y = ys_.values[edge[k]];
        // What is reached at x is reached at every worse x too.
        if (k > 0) line.x.push_back(moreX ? line.x.back() : x), line.y.push_back(moreX ? y : line.y.back());
        line.x.push_back(x), line.y.push_back(y);
    }
    if (line.x.size() > 1) lines.push_back(std::move(line));
    std::vector<ChartPoint> points;
    // A unit says enough of what is meant; the tooltip says all.
    const RunColumn& third = column(*third_);
    const auto label = [&](std::size_t i) {
        const QString value = third.format(thirds_.values[i]);
        return third.unit.isEmpty() ? tr("%1, %2: %3").arg(dots_[i].name, third.label, value)
                                    : tr("%1, %2 %3").arg(dots_[i].name, value, third.unit);
    };
    for (std::size_t i = 0; i < dots_.size() && points.size() < kMaxNames; ++i)
        if (front[i])
            points.push_back({xs_.values[i],
                              ys_.values[i],
                              label(i),
                              theme_->runColour(dots_[i].slot),
                              dots_[i].slot,
                              {},
                              dots_[i].spread});
    chart_->setPoints(std::move(points));
    const auto count = std::count(front.begin(), front.end(), true);
    chart_->setTitle(tr("%1 against %2").arg(column(*y_).label, column(*x_).label),
                     tr("%1 of %2 runs on the Pareto front").arg(count).arg(drawn()) + leftOut());
}

void CompareScatter::rebuild() {
    const std::vector<const RunSummary*> runs = comparable_->shown(listed_(), base_);
    dots_.clear();
    for (const RunSummary* run : runs) dots_.push_back({fromUtf8(run->id), shownRunName(*run), run->colour});
    xs_ = columnValues(column(*x_), runs);
    ys_ = columnValues(column(*y_), runs);
    thirds_ = columnValues(column(*third_), runs);
    chart_->setXFormat(categoryFormat(xs_.categories));
    chart_->setYFormat(categoryFormat(ys_.categories));
    chart_->setXCounted(column(*x_).isCount());
    chart_->setYCounted(column(*y_).isCount());
    chart_->setXLabel(column(*x_).label);
    const std::vector<ChartTick> fewX = fewValues(xs_, column(*x_)), fewY = fewValues(ys_, column(*y_));
    spreadDots(!fewX.empty(), !fewY.empty());
    chart_->setTicks(fewX, fewY);
    // Room for the dots beside the outer values.
    const double margin = fewX.empty() ? 0 : 0.05 * std::max(1e-9, fewX.back().value - fewX.front().value);
    if (fewX.size() > 1)
        chart_->setXExtent(fewX.front().value - margin, fewX.back().value + margin);
    else
        chart_->setXExtent(1, 0);
    std::vector<ChartLine> lines;
    std::vector<bool> front;
    if (kind_ == Kind::Pareto) {
        const auto higher = [&](const QComboBox& box) { return column(box).sense == MetricSense::HigherIsBetter; };
        front = paretoFront({xs_.values, ys_.values, thirds_.values}, {higher(*x_), higher(*y_), higher(*third_)});
        addFront(lines, front);
    } else {
        addTrend(lines);
    }
    addDots(lines, front);
    if (kind_ == Kind::Relation) {
        std::vector<ChartPoint> ring;
        for (std::size_t i = 0; i < dots_.size(); ++i)
            if (dots_[i].id == highlight_ && isDrawn(i))
                ring.push_back({xs_.values[i],
                                ys_.values[i],
                                dots_[i].name,
                                theme_->runColour(dots_[i].slot),
                                -1,
                                {},
                                dots_[i].spread});
        chart_->setPoints(std::move(ring));
    }
    chart_->setLines(std::move(lines));
}

QString CompareScatter::runAt(const QString& key, int index) const {
    const auto found = samples_.find(key);
    if (found == samples_.end() || index < 0 || static_cast<std::size_t>(index) >= found->second.size()) return {};
    return dots_[found->second[static_cast<std::size_t>(index)]].id;
}

void CompareScatter::describe(const QString& key, int index) {
    const QString id = runAt(key, index);
    if (id.isEmpty()) return QToolTip::hideText();
    const std::size_t at = samples_.at(key)[static_cast<std::size_t>(index)];
    QStringList words{dots_[at].name};
    const auto say = [&](const QComboBox& box, const ColumnValues& values) {
        const double value = values.values[at];
        const QString text = values.categories.isEmpty() ? column(box).format(value)
                                                         : values.categories.value(static_cast<qsizetype>(value));
        words << tr("%1: %2").arg(column(box).label, text);
    };
    say(*x_, xs_);
    say(*y_, ys_);
    if (kind_ == Kind::Pareto) say(*third_, thirds_);
    QToolTip::showText(QCursor::pos(), words.join('\n'), this);
}

}  // namespace gatelab
