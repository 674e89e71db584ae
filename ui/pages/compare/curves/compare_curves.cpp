// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/curves/compare_curves.h"

#include "charts/chart_content.h"
#include "charts/data/group_lines.h"
#include "common/list_text.h"
#include "common/texts.h"
#include "common/theme.h"
#include "pages/compare/curves/curve_choice.h"
#include "runs/run_view.h"
#include "store/imported_run.h"
#include "widgets/layouts.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace gatelab {

namespace {

/// Fewer seeds are drawn one by one; up to so many are seen behind their median.
constexpr std::size_t kMinBand = 5, kMaxThin = 12;

std::vector<ChartLine> linesOfRun(const CurveChoice& choice, const QString& name, RunView& run, double low, double high,
                                  int pixels) {
    std::vector<ChartLine> lines = choice.lines(run, low, high, pixels);
    if (lines.empty()) return lines;
    for (std::size_t i = 0; i + 1 < lines.size(); ++i)
        lines[i].column = QCoreApplication::translate("CompareCurves", "%1, raw").arg(name);
    lines.back().style = ChartLine::Style::Smooth;
    lines.back().name = name;
    return lines;
}

std::vector<ChartLine> linesOfSeeds(const CurveChoice& choice, const ComparedRuns& group, double low, double high,
                                    int pixels) {
    std::vector<ChartLine> seeds;
    for (const auto& run : group.runs)
        if (ChartLine line = choice.meanOf(*run, low, high, pixels); !line.x.empty()) {
            line.column = !hasSettings(run->summary) ? group.name
                                                     : QCoreApplication::translate("CompareCurves", "%1, seed %2")
                                                           .arg(group.name)
                                                           .arg(run->summary.config->seed);
            seeds.push_back(std::move(line));
        }
    if (seeds.empty()) return seeds;
    const std::size_t count = seeds.size();
    GroupLines lines = groupLines(seeds, static_cast<std::size_t>(std::max(2, pixels / 2)));
    lines.median.name =
        std::cmp_greater(group.listed, count) ? QCoreApplication::translate("CompareCurves", "%1, %2 of %3 seeds")
                                                    .arg(group.name)
                                                    .arg(count)
                                                    .arg(group.listed)
        : count < kMinBand ? QCoreApplication::translate("CompareCurves", "%1, %2 seeds").arg(group.name).arg(count)
                           : group.name;
    lines.band.column = group.name;
    if (count > kMaxThin) seeds.clear();
    for (ChartLine& line : seeds) line.style = count < kMinBand ? ChartLine::Style::Plain : ChartLine::Style::Raw;
    if (count < kMinBand)
        lines.median.style = ChartLine::Style::Silent;
    else
        seeds.push_back(std::move(lines.band));
    seeds.push_back(std::move(lines.median));
    return seeds;
}

}  // namespace

std::vector<ChartLine> comparedLines(const CurveChoice& choice, const Theme& theme, const ComparedRuns& compared,
                                     double low, double high, int pixels) {
    std::vector<ChartLine> lines = compared.runs.size() == 1
                                       ? linesOfRun(choice, compared.name, *compared.runs.front(), low, high, pixels)
                                       : linesOfSeeds(choice, compared, low, high, pixels);
    for (ChartLine& line : lines) {
        line.colour = theme.runColour(compared.slot);
        line.key = compared.id;
    }
    if (lines.empty()) return lines;
    lines.back().slot = compared.slot;
    lines.back().mark = compared.mark;
    return lines;
}

CompareCurves::CompareCurves(Theme& theme, Preferences& preferences, QWidget* parent)
    : CompareView(parent),
      theme_(&theme),
      chart_(new LineChart(theme, {}, {})),
      choice_(new CurveChoice(preferences, this)) {
    makeColumn(this, {}, 0, {{chart_, 1}});
    chart_->setBare();
    chart_->setIgnoreOutliers(true);
    showSource();
    connect(choice_, &CurveChoice::changed, this, &CompareCurves::showChoice);
    connect(choice_, &CurveChoice::smoothed, this, &CompareCurves::refresh);
    connect(chart_, &LineChart::pointed, this, [this](const QString& key) { chart_->setHighlight(key); });
    connect(chart_, &LineChart::picked, this, [this](const QString& key) {
        if (!key.isEmpty()) Q_EMIT picked(key);
    });
    showChoice();
}

QWidget* CompareCurves::pickers() { return choice_; }

/// What is not drawn makes nothing paler.
void CompareCurves::setHighlight(const QString& rowKey) {
    const bool isDrawn = std::ranges::find(compared_, rowKey, &ComparedRuns::id) != compared_.end();
    chart_->setHighlight(isDrawn ? rowKey : QString());
}

void CompareCurves::refresh() {
    showBest();
    chart_->refresh();
}

void CompareCurves::showTitle() {
    QStringList about{choice_->unit()};
    if (std::ranges::any_of(compared_, [](const ComparedRuns& one) { return one.runs.size() >= kMinBand; }))
        about << tr("median, 10 to 90 % from %1 seeds").arg(kMinBand);
    about.removeAll(QString());
    const QString absence = choice_->absence();
    chart_->setEmptyText(absence.isEmpty() ? tr("Choose rows to see their curves.") : absence);
    chart_->setEmptyAction(absence.isEmpty() || choice_->isTrainLoss() ? QString() : tr("Show the training loss"),
                           [this] { choice_->choose(MetricId::TrainLoss); });
    chart_->setTitle(choice_->title(), clausesText(about));
}

void CompareCurves::showChoice() {
    showTitle();
    choice_->shape(*chart_);
    chart_->fit();
    refresh();
}

void CompareCurves::setCompared(const std::vector<ComparedRuns>& runs, const std::vector<BaselineLevel>& baselines) {
    const bool isOther = runs != compared_ || baselines != baselines_;
    compared_ = runs;
    baselines_ = baselines;
    choice_->setRuns(runs);
    showTitle();
    if (isOther) showSource();  // other data: the axis ends where they end
    refresh();
}

void CompareCurves::showSource() {
    chart_->setSource([this](double low, double high, int pixels) { return lines(low, high, pixels); });
}

void CompareCurves::showBest() {
    std::vector<ChartPoint> points;
    constexpr int kPixels = 1000;
    for (const ComparedRuns& one : compared_) {
        if (choice_->metric() != MetricId::ValidationLoss) break;
        const std::vector<ChartLine> drawn = comparedLines(*choice_, *theme_, one, 1, 0, kPixels);
        if (drawn.empty() || drawn.back().style == ChartLine::Style::Silent) continue;
        const ChartLine& line = drawn.back();
        std::size_t best = line.x.size();
        for (std::size_t i = 0; i < line.x.size(); ++i)
            if (std::isfinite(line.y[i]) && (best == line.x.size() || line.y[i] < line.y[best])) best = i;
        if (best < line.x.size()) points.push_back({line.x[best], line.y[best], {}, line.colour});
    }
    chart_->setPoints(std::move(points));
}

bool CompareCurves::isScore() const {
    const auto is = [this](const auto& run) { return isBaselineScore(*run->summary.config, choice_->metric()); };
    return std::ranges::all_of(compared_, [&](const ComparedRuns& one) { return std::ranges::all_of(one.runs, is); });
}

std::vector<ChartLine> CompareCurves::lines(double low, double high, int pixels) const {
    std::vector<ChartLine> all;
    for (const ComparedRuns& one : compared_)
        std::ranges::move(comparedLines(*choice_, *theme_, one, low, high, pixels), std::back_inserter(all));
    if (isScore()) addBaselines(all, baselines_, theme_->palette(), 1, 0);
    return all;
}

}  // namespace gatelab
