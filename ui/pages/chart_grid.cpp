// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/chart_grid.h"

#include "run_controller.h"
#include "texts.h"

#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>

#include <cmath>

namespace gatelab {

namespace {

constexpr int kFastMs = 33, kSlowMs = 100;
/// Narrower than this the charts stand in one column.
constexpr int kTwoColumns = 680;
constexpr int kRowHeight = 220;
constexpr int kGap = 12;

QString axisText(XAxis axis, double x) {
    switch (axis) {
        case XAxis::Seconds: return formatDuration(x);
        case XAxis::Epoch: return formatNumber(x);
        default: break;
    }
    return std::floor(x) == x ? formatCount(static_cast<qint64>(x)) : formatNumber(x);
}

}  // namespace

ChartGrid::ChartGrid(Theme& theme, QWidget* parent) : QWidget(parent), theme_(&theme), layout_(new QGridLayout(this)), window_(new QLabel(this)) {
    layout_->setContentsMargins(0, 0, 0, 0);
    layout_->setSpacing(kGap);
    window_->setFont(theme.font(12));
    window_->hide();
}

LineChart* ChartGrid::chart(const QString& key) const {
    const auto found = charts_.find(key);
    return found == charts_.end() ? nullptr : found->second;
}

LineChart* ChartGrid::makeChart(const ChartRow& row) {
    auto* chart = new LineChart(*theme_, translated(row.title), translated(row.unit), this);
    chart->setAccessibleName(translated(row.title));
    chart->setToolTip(translated(row.help));
    chart->setYFromZero(row.fromZero);
    chart->setEmptyText(emptyText());
    chart->setLogY(row.logY);
    const QString key = QString::fromUtf8(row.key);
    if (row.key == kForecastChart) {
        chart->addHeaderWidget(window_);
        chart->setEmptyText(tr("A validation window is forecast here after each epoch."));
        chart->setSource([this](double, double, int) { return run_ ? previewLines(*run_, theme_->palette()) : std::vector<ChartLine>{}; });
    } else {
        chart->setSource([this, &row](double low, double high, int pixels) {
            return run_ ? metricLines(row, *run_, theme_->palette(), axis_, low, high, pixels) : std::vector<ChartLine>{};
        });
        connect(chart, &LineChart::cursorMoved, this, [this, chart](double x) { moveCursors(chart, x); });
    }
    connect(chart, &LineChart::fullSizeRequested, this, [this, key] { setFullSize(fullSize_ == key ? QString() : key); });
    connect(chart, &LineChart::exported, this, &ChartGrid::exported);
    connect(chart, &LineChart::failed, this, &ChartGrid::failed);
    return chart;
}

void ChartGrid::moveCursors(const LineChart* from, double x) {
    for (const auto& [key, chart] : charts_)
        if (chart != from && key.toStdString() != kForecastChart) chart->setCursor(x);
}

void ChartGrid::setCharts(const QStringList& keys) {
    keys_.clear();
    for (const QString& key : keys) {
        const ChartRow* row = findChartRow(key.toStdString());
        if (!row || keys_.contains(key)) continue;
        keys_ << key;
        if (!chart(key)) charts_[key] = makeChart(*row);
    }
    if (!keys_.contains(fullSize_)) fullSize_.clear();
    arrange();
    setAxis(axis_);
    showPreview();
    showUnits();
}

void ChartGrid::arrange() {
    while (layout_->count() > 0) delete layout_->takeAt(0);
    for (int row = 0; row < layout_->rowCount(); ++row) layout_->setRowStretch(row, 0);
    columns_ = width() < kTwoColumns ? 1 : 2;
    for (int column = 0; column < 2; ++column) layout_->setColumnStretch(column, column < columns_ ? 1 : 0);
    for (const auto& [key, chart] : charts_) chart->setVisible(fullSize_.isEmpty() ? keys_.contains(key) : key == fullSize_);
    if (!fullSize_.isEmpty()) {
        layout_->addWidget(chart(fullSize_), 0, 0, 1, 2);
        layout_->setRowStretch(0, 1);
        setMinimumHeight(0);
        return;
    }
    for (int i = 0; i < keys_.size(); ++i) {
        // A last chart alone in its row takes the whole row.
        const bool alone = columns_ == 2 && i == keys_.size() - 1 && i % 2 == 0;
        layout_->addWidget(chart(keys_[i]), i / columns_, i % columns_, 1, alone ? 2 : 1);
        layout_->setRowStretch(i / columns_, 1);
    }
    const int rows = (static_cast<int>(keys_.size()) + columns_ - 1) / columns_;
    setMinimumHeight(rows > 2 ? rows * kRowHeight + (rows - 1) * kGap : 0);
}

void ChartGrid::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if ((width() < kTwoColumns ? 1 : 2) != columns_) arrange();
}

void ChartGrid::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && !fullSize_.isEmpty()) setFullSize({});
    else QWidget::keyPressEvent(event);
}

void ChartGrid::setFullSize(const QString& key) {
    if (!key.isEmpty() && !keys_.contains(key)) return;
    fullSize_ = key;
    arrange();
}

void ChartGrid::setRun(std::shared_ptr<RunView> run) {
    run_ = std::move(run);
    if (run_) run_->metrics.setSmoothing(smoothing_);
    eventsShown_ = 0;
    for (const auto& [key, chart] : charts_) {
        if (key.toStdString() != kForecastChart) chart->setEmptyText(emptyText());
        chart->fit();
    }
    redraw();
}

QString ChartGrid::emptyText() const {
    if (!run_) return tr("Press Play: the curve appears here.");
    return run_->live ? tr("The curve appears with the first steps.") : tr("This run has not measured it.");
}

void ChartGrid::setAxis(XAxis axis) {
    axis_ = axis;
    const QString names[] = {tr("step"), tr("epoch"), tr("seconds"), tr("clock")};
    for (const auto& [key, chart] : charts_) {
        if (key.toStdString() == kForecastChart) continue;
        chart->setXLabel(names[static_cast<int>(axis)]);
        chart->setXTime(axis == XAxis::Wall);
        if (axis != XAxis::Wall) chart->setXFormat([axis](double x) { return axisText(axis, x); });
        chart->fit();
    }
    eventsShown_ = 0;
    redraw();
}

void ChartGrid::setSmoothing(double weightPerStep) {
    smoothing_ = weightPerStep;
    if (run_) run_->metrics.setSmoothing(weightPerStep);
    redraw();
}

void ChartGrid::setRowFormat(std::function<QString(double)> format) {
    rowFormat_ = std::move(format);
    if (LineChart* forecast = chart(QString::fromUtf8(kForecastChart.data()))) forecast->setXFormat(rowFormat_);
}

void ChartGrid::refresh(bool slow) {
    const int interval = slow ? kSlowMs : kFastMs;
    if (interval != interval_) {
        interval_ = interval;
        for (const auto& entry : charts_) entry.second->setRedrawInterval(interval);
    }
    redraw();
}

void ChartGrid::redraw() {
    showEvents();
    showExtent();
    showPreview();
    showUnits();
    for (const QString& key : keys_)
        if (chart(key)->isVisible()) chart(key)->refresh();
}

void ChartGrid::showEvents() {
    const std::size_t count = run_ ? run_->events.size() : 0;
    if (count == eventsShown_ && count > 0) return;
    eventsShown_ = count;
    const std::vector<ChartMarker> markers = run_ ? runMarkers(*run_, axis_) : std::vector<ChartMarker>{};
    for (const auto& [key, chart] : charts_)
        if (key.toStdString() != kForecastChart) chart->setMarkers(markers);
    if (LineChart* loss = chart(QStringLiteral("loss"))) loss->setPoints(run_ ? bestPoint(*run_, axis_, theme_->palette()) : std::vector<ChartPoint>{});
}

/// While a run goes on, the axis shows how far it is of all it plans.
void ChartGrid::showExtent() {
    double high = -1;
    if (run_ && run_->live && run_->plan.totalSteps > 0) {
        if (axis_ == XAxis::Step) high = static_cast<double>(run_->plan.totalSteps);
        if (axis_ == XAxis::Epoch) high = static_cast<double>(run_->summary.config.epochs);
    }
    for (const auto& [key, chart] : charts_)
        if (key.toStdString() != kForecastChart) chart->setXExtent(0, high);
}

void ChartGrid::showPreview() {
    LineChart* forecast = chart(QString::fromUtf8(kForecastChart.data()));
    if (!forecast) return;
    const bool there = run_ && !run_->preview.truth.empty();
    window_->setVisible(there);
    if (!there) {
        forecast->setRegions({});
        return;
    }
    const ForecastPreview& preview = run_->preview;
    window_->setText(tr("window %1 of %2").arg(formatCount(preview.window + 1), formatCount(preview.windows)));
    const auto origin = static_cast<double>(preview.originRow);
    forecast->setTitle(tr("Forecast against truth"), fromUtf8(preview.target));
    forecast->setXLabel(rowFormat_ ? QString() : tr("row"));
    forecast->setRegions({{origin, origin + static_cast<double>(preview.truth.size()), theme_->palette().raised, tr("forecast begins")}});
}

void ChartGrid::showUnits() {
    if (!run_) return;
    const MetricStore& store = run_->metrics;
    if (LineChart* memory = chart(QStringLiteral("memory"))) {
        const bool gpu = store.series(MetricId::GpuAllocated).size() > 0 || store.series(MetricId::GpuDeviceUsed).size() > 0;
        const bool cpu = !gpu && store.series(MetricId::ProcessMemory).size() > 0;
        memory->setTitle(gpu ? tr("GPU memory") : cpu ? tr("Process memory") : tr("Memory"), tr("MiB"));
    }
    if (LineChart* throughput = chart(QStringLiteral("throughput"))) {
        const MetricSeries& steps = store.series(MetricId::StepsPerSecond);
        const QString unit = steps.size() == 0 ? tr("samples/s") : tr("samples/s, %1 steps/s").arg(formatNumber(steps.smoothed(steps.size() - 1), 3));
        throughput->setTitle(tr("Throughput"), unit);
    }
}

}  // namespace gatelab
