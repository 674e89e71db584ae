// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare_curves.h"

#include "charts/metric_lines.h"
#include "preferences.h"
#include "run_controller.h"
#include "texts.h"
#include "widgets/segments.h"

#include <QComboBox>
#include <QGridLayout>
#include <QVBoxLayout>
#include <algorithm>

namespace gatelab {

namespace {

/// More curves at once are a heap, not a comparison.
constexpr std::size_t kMostCurves = 20;
constexpr XAxis kAxes[] = {XAxis::Epoch, XAxis::Step, XAxis::Seconds};
const QString kMetric = QStringLiteral("compare/metric"), kAxis = QStringLiteral("compare/axis"), kBand = QStringLiteral("compare/band");

}  // namespace

CompareCurves::CompareCurves(Theme& theme, Preferences& preferences, QWidget* parent)
    : CompareView(parent), theme_(&theme), preferences_(&preferences), chart_(new LineChart(theme, {}, {})), metric_(new QComboBox), band_(new QComboBox),
      axis_(new Segments({tr("Epoch"), tr("Step"), tr("Seconds")})) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(chart_);
    chart_->setEmptyText(tr("Tick runs in the table to see their curves together."));
    fillMetricBox(*metric_);
    metric_->setCurrentIndex(std::max(0, metric_->findData(preferences.window(kMetric))));
    metric_->setAccessibleName(tr("Metric"));
    band_->addItems({tr("No band"), tr("Least to most"), tr("Standard error"), tr("95 % interval")});
    band_->setCurrentIndex(std::clamp(preferences.window(kBand, static_cast<int>(BandKind::Interval95)).toInt(), 0, 3));
    band_->setToolTip(tr("What is drawn around the mean of runs that are grouped in the table"));
    band_->setAccessibleName(tr("Band around means"));
    band_->setProperty("compact", true);
    axis_->setCompact(true);
    axis_->setAccessibleName(tr("Horizontal axis"));
    axis_->setCurrent(std::clamp(preferences.window(kAxis, 0).toInt(), 0, 2));
    for (QWidget* widget : std::initializer_list<QWidget*>{band_, metric_, axis_}) chart_->addHeaderWidget(widget);
    chart_->setSource([this](double low, double high, int pixels) { return lines(low, high, pixels); });
    connect(metric_, &QComboBox::currentIndexChanged, this, &CompareCurves::showChoice);
    connect(axis_, &Segments::chosen, this, &CompareCurves::showChoice);
    connect(band_, &QComboBox::currentIndexChanged, this, [this](int kind) {
        preferences_->setWindow(kBand, kind);
        chart_->refresh();
    });
    connect(chart_, &LineChart::pointed, this, [this](const QString& key) { chart_->setHighlight(key); });
    connect(chart_, &LineChart::picked, this, [this](const QString& key) { Q_EMIT picked(key); });
    connect(chart_, &LineChart::failed, this, &CompareView::failed);
    connect(chart_, &LineChart::exported, this, &CompareView::exported);
    showChoice();
}

MetricId CompareCurves::metricId() const { return chosenMetric(*metric_); }

void CompareCurves::showChoice() {
    const MetricId id = metricId();
    preferences_->setWindow(kMetric, metric_->currentData());
    preferences_->setWindow(kAxis, axis_->current());
    const bool loss = id == MetricId::ValidationLoss || id == MetricId::TrainLoss;
    chart_->setTitle(id == MetricId::ValidationLoss ? tr("Validation loss") : id == MetricId::TrainLoss ? tr("Training loss") : metric_->currentText(),
                     loss ? tr("prepared scale") : QString());
    chart_->setYFromZero(drawnFromZero(id));
    chart_->setLogY(drawnLogarithmic(id));
    const QString axes[] = {tr("epoch"), tr("step"), tr("seconds")};
    chart_->setXLabel(axes[axis_->current()]);
    chart_->setXCounted(kAxes[axis_->current()] != XAxis::Seconds);
    chart_->fit();
}

void CompareCurves::setCompared(const std::vector<ComparedRuns>& runs) {
    compared_ = runs;
    const bool groups = std::any_of(runs.begin(), runs.end(), [](const ComparedRuns& one) { return one.runs.size() > 1; });
    band_->setVisible(groups);
    chart_->refresh();
}

std::vector<ChartLine> CompareCurves::lines(double low, double high, int pixels) const {
    std::vector<ChartLine> all;
    for (std::size_t i = 0; i < std::min(compared_.size(), kMostCurves); ++i) {
        if (compared_[i].runs.size() > 1) addGroup(all, compared_[i], low, high, pixels);
        else if (!compared_[i].runs.empty()) addRun(all, compared_[i], low, high, pixels);
    }
    return all;
}

void CompareCurves::addRun(std::vector<ChartLine>& all, const ComparedRuns& one, double low, double high, int pixels) const {
    const MetricSeries& series = one.runs.front()->metrics.series(metricId());
    if (series.size() == 0) return;
    // Steps are many and noisy, epochs few: only the former are smoothed.
    ChartLine line = metricLine(series, kAxes[axis_->current()], low, high, pixels, metricId() != MetricId::ValidationLoss);
    line.style = ChartLine::Style::Smooth;
    line.slot = one.slot;
    line.colour = theme_->runColour(one.slot);
    line.name = one.name;
    line.key = one.id;
    all.push_back(std::move(line));
}

void CompareCurves::addGroup(std::vector<ChartLine>& all, const ComparedRuns& group, double low, double high, int pixels) const {
    std::vector<ChartLine> members;
    for (const auto& run : group.runs) {
        const MetricSeries& series = run->metrics.series(metricId());
        if (series.size() > 0) members.push_back(meanLine(series, kAxes[axis_->current()], low, high, pixels, metricId() != MetricId::ValidationLoss));
    }
    if (members.empty()) return;
    const auto kind = static_cast<BandKind>(band_->currentIndex());
    GroupLines lines = groupLines(members, kind, static_cast<std::size_t>(std::max(2, pixels / 2)));
    lines.mean.name = tr("%1, %2 runs").arg(group.name).arg(members.size());
    lines.mean.slot = group.slot;
    lines.band.column = group.name;
    for (ChartLine& line : members) line.style = ChartLine::Style::Raw;
    if (kind != BandKind::None) members.push_back(std::move(lines.band));
    members.push_back(std::move(lines.mean));
    for (ChartLine& line : members) {
        line.colour = theme_->runColour(group.slot);
        line.key = group.id;
        all.push_back(std::move(line));
    }
}

CompareMultiples::CompareMultiples(Theme& theme, Preferences& preferences, QWidget* parent)
    : CompareView(parent), theme_(&theme), preferences_(&preferences), metric_(new QComboBox), axis_(new Segments({tr("Epoch"), tr("Step"), tr("Seconds")})),
      area_(new QWidget) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    auto* row = new QHBoxLayout;
    fillMetricBox(*metric_);
    metric_->setCurrentIndex(std::max(0, metric_->findData(preferences.window(kMetric))));
    metric_->setAccessibleName(tr("Metric"));
    axis_->setCompact(true);
    axis_->setAccessibleName(tr("Horizontal axis"));
    row->addWidget(metric_);
    row->addWidget(axis_);
    row->addStretch();
    column->addLayout(row);
    column->addWidget(area_, 1);
    auto* grid = new QGridLayout(area_);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(8);
    const auto again = [this] { setCompared(compared_); };
    connect(metric_, &QComboBox::currentIndexChanged, this, again);
    connect(axis_, &Segments::chosen, this, again);
}

LineChart* CompareMultiples::makeChart(std::size_t index) {
    const MetricId id = chosenMetric(*metric_);
    auto* chart = new LineChart(*theme_, compared_[index].name, {}, area_);
    chart->setYFromZero(drawnFromZero(id));
    chart->setLogY(drawnLogarithmic(id));
    chart->setToolsVisible(false);
    chart->setSource([this, index](double low, double high, int pixels) { return lines(index, low, high, pixels); });
    connect(chart, &LineChart::failed, this, &CompareView::failed);
    connect(chart, &LineChart::exported, this, &CompareView::exported);
    connect(chart, &LineChart::picked, this, [this](const QString& key) { Q_EMIT picked(key); });
    connect(chart, &LineChart::viewChanged, this, [this, chart](double low, double high) {
        for (LineChart* other : charts_)
            if (other != chart && other->xView() != std::pair(low, high)) other->setXView(low, high);
    });
    return chart;
}

void CompareMultiples::setCompared(const std::vector<ComparedRuns>& runs) {
    if (&runs != &compared_) compared_ = runs;
    qDeleteAll(charts_);
    charts_.clear();
    auto* grid = static_cast<QGridLayout*>(area_->layout());
    const std::size_t count = std::min(compared_.size(), kMostCurves), columns = count <= 4 ? 2 : count <= 9 ? 3 : 4;
    for (std::size_t i = 0; i < count; ++i) {
        charts_.push_back(makeChart(i));
        grid->addWidget(charts_.back(), static_cast<int>(i / columns), static_cast<int>(i % columns));
    }
    linkCursors(charts_);
}

std::vector<ChartLine> CompareMultiples::lines(std::size_t index, double low, double high, int pixels) const {
    const MetricId id = chosenMetric(*metric_);
    std::vector<ChartLine> all;
    for (std::size_t i = 0; i < std::min(compared_.size(), kMostCurves); ++i)
        for (const auto& run : compared_[i].runs) {
            const MetricSeries& series = run->metrics.series(id);
            if (series.size() == 0) continue;
            ChartLine line = metricLine(series, kAxes[axis_->current()], low, high, pixels, id != MetricId::ValidationLoss);
            line.key = compared_[i].id;
            line.colour = i == index ? theme_->runColour(compared_[i].slot) : theme_->palette().hatch;
            line.style = i == index ? ChartLine::Style::Smooth : ChartLine::Style::Plain;
            if (i == index) line.name = fromUtf8(run->summary.name);
            all.push_back(std::move(line));
        }
    return all;
}

void CompareMultiples::refresh() {
    for (LineChart* chart : charts_) chart->refresh();
}

}  // namespace gatelab
