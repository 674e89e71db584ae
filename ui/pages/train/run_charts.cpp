// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/run_charts.h"

#include "charts/chart_link.h"
#include "charts/chart_scale.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "config/setting_predicates.h"
#include "models/class_chart.h"
#include "models/run_figures.h"
#include "pages/train/histogram_picker.h"
#include "runs/run_controller.h"

#include <QLabel>
#include <QRegularExpression>

#include <cmath>
#include <utility>

namespace gatelab {

namespace {

bool isOfSequences(const RunView& run) { return !isForecast(*run.summary.config); }

}  // namespace

RunCharts::RunCharts(Theme& theme, QWidget& area, std::function<void(const LiveChange&)> askSetting)
    : QObject(&area), theme_(&theme), area_(&area), askSetting_(std::move(askSetting)), link_(new ChartLink(this)) {}

LineChart* RunCharts::find(const QString& key) const {
    const auto found = charts_.find(key);
    return found == charts_.end() ? nullptr : found->second;
}

QStringList RunCharts::keep(const QStringList& keys) {
    // What is not shown costs nothing: it is not there.
    std::erase_if(charts_, [this, &keys](const auto& entry) {
        if (keys.contains(entry.first)) return false;
        if (entry.first.toStdString() == kForecastChart) window_ = nullptr;
        if (entry.first.toStdString() == kHistogramChart) picker_ = nullptr;
        entry.second->hide();
        entry.second->deleteLater();
        return true;
    });
    QStringList made;
    for (const QString& key : keys) {
        const ChartRow* row = findChartRow(key.toStdString());
        if (!row || find(key)) continue;
        charts_[key] = makeChart(*row);
        made << key;
    }
    if (!made.isEmpty()) eventsShown_ = 0;
    return made;
}

void RunCharts::setRun(std::shared_ptr<RunView> run) {
    const bool another = run != run_;
    run_ = std::move(run);
    if (another) extentEnd_ = -1;
    if (run_) run_->metrics.setSmoothing(smoothing_);
    eventsShown_ = 0;
    for (const auto& [key, chart] : charts_) {
        explain(chart, *findChartRow(key.toStdString()));
        if (another) chart->fit();
        chart->setOwner(ownerText());
    }
}

void RunCharts::setAxis(XAxis axis) {
    axis_ = axis;
    extentEnd_ = -1;
    forRunCharts([this](LineChart* chart) { showAxis(chart); });
    link_->reset();
    eventsShown_ = 0;
}

void RunCharts::setSmoothing(double epochs) {
    smoothing_ = epochs;
    if (run_) run_->metrics.setSmoothing(epochs);
}

void RunCharts::setRowTimes(std::function<double(double)> secondsOf, std::function<QString(double)> table) {
    rowSeconds_ = std::move(secondsOf);
    rowTimes_ = std::move(table);
    showPreview();
}

void RunCharts::setMarked(bool on) {
    if (std::exchange(isMarked_, on) != on) eventsShown_ = 0;
}

void RunCharts::setLinked(bool on) { link_->setViewsLinked(on); }

void RunCharts::setRedrawInterval(int milliseconds) {
    if (std::exchange(interval_, milliseconds) == milliseconds) return;
    for (const auto& entry : charts_) entry.second->setRedrawInterval(milliseconds);
}

void RunCharts::redraw() {
    showEvents();
    showExtent();
    showPreview();
    showUnits();
    if (picker_) picker_->showRun(run_.get());
    for (const auto& [key, chart] : charts_)
        if (chart->isVisible()) chart->refresh();
}

LineChart* RunCharts::makeChart(const ChartRow& row) {
    auto* chart = new LineChart(*theme_, translated(row.title), translated(row.unit), area_);
    chart->setAccessibleName(translated(row.title));
    chart->setToolTip(translated(row.help));
    chart->setYFromZero(row.fromZero);
    explain(chart, row);
    chart->setUsuallyLogY(row.logY);
    chart->setMovable(true);
    chart->setRedrawInterval(interval_);
    if (row.key == kForecastChart) {
        window_ = new QLabel;
        window_->setFont(theme_->font(12));
        window_->hide();
        chart->addHeaderWidget(window_);
        chart->setXCounted(true);
    } else if (row.key == kHistogramChart) {
        picker_ = new HistogramPicker;
        chart->addHeaderWidget(picker_);
        chart->setSource([this](double, double, int) {
            return run_ ? histogramLines(*run_, picker_->kind(), theme_->palette(), axis_) : std::vector<ChartLine>{};
        });
        connect(picker_, &HistogramPicker::picked, chart, &LineChart::fitY);
    } else {
        chart->setIgnoreOutliers(true);
    }
    if (row.key != kHistogramChart)
        chart->setSource([this, &row](double low, double high, int pixels) {
            return run_ ? metricLines(row, *run_, theme_->palette(), axis_, low, high, pixels)
                        : std::vector<ChartLine>{};
        });
    if (row.key != kForecastChart) {
        showAxis(chart);
        link_->add(chart);
    }
    return chart;
}

void RunCharts::forRunCharts(const std::function<void(LineChart*)>& action) {
    for (const auto& [key, chart] : charts_)
        if (key.toStdString() != kForecastChart) action(chart);
}

/// Names tell the seed where others have the same settings: once is enough.
QString RunCharts::ownerText() const {
    if (!run_) return {};
    const QString name = shownRunName(run_->summary), data = fromUtf8(run_->summary.dataName),
                  seed = QString::number(run_->summary.config->seed);
    const QRegularExpression seedText(QStringLiteral("\\bseed %1\\b").arg(seed));
    return name.contains(seedText) ? tr("%1, %2").arg(name, data) : tr("%1, seed %2, %3").arg(name, seed, data);
}

QString RunCharts::emptyText(const ChartRow& row) const {
    const bool sequences = run_ && isOfSequences(*run_);
    if (row.key == kForecastChart && sequences && run_->plan.totalSteps > 0 && run_->plan.validationWindows == 0)
        return tr(
            "This run has no validation part to show during training. Once it has ended, its predictions of the test "
            "part are in Compare, Forecasts.");
    if (row.key == kForecastChart && sequences && !run_->live)
        return tr("This run has not kept them. The predictions of the test part are in Compare, Forecasts.");
    if (row.key == kForecastChart)
        return sequences ? tr("The predictions of the validation part are shown here after each epoch.")
                         : tr("A validation window is forecast here after each epoch.");
    if (!run_) return tr("Press Play: the curve appears here.");
    const QString absent = translated(row.absent);
    if (run_->live)
        return absent.isEmpty() ? tr("The curve appears with the first steps.")
                                : tr("Nothing measured so far. %1").arg(absent);
    return absent.isEmpty() ? tr("This run has not measured it.") : absent;
}

void RunCharts::explain(LineChart* chart, const ChartRow& row) {
    chart->setEmptyText(emptyText(row));
    const bool helps = run_ && !row.remedy.key.empty();
    const QString text = !helps ? QString() : run_->live ? tr("Switch it on") : tr("Switch it on for the next run");
    chart->setEmptyAction(text, [this, &row] { askSetting_(row.remedy); });
}

bool RunCharts::lacksAnswers() const {
    if (!run_ || !isOfSequences(*run_) || !run_->preview.truth.empty() || !run_->preview.confusion.empty())
        return false;
    return !run_->live || (run_->plan.totalSteps > 0 && run_->plan.validationWindows == 0);
}

void RunCharts::showAxis(LineChart* chart) const {
    const QString names[] = {tr("step"), tr("epoch"), tr("seconds")};
    chart->setXLabel(names[static_cast<int>(axis_)]);
    chart->setXCounted(axis_ == XAxis::Epoch || axis_ == XAxis::Step);
    chart->setXDuration(axis_ == XAxis::Seconds);
}

void RunCharts::showEvents() {
    const std::size_t count = run_ ? run_->events.size() : 0;
    if (count == eventsShown_ && count > 0) return;
    eventsShown_ = count;
    std::vector<ChartMarker> markers = run_ ? runMarkers(*run_, axis_) : std::vector<ChartMarker>{};
    if (!isMarked_)
        std::erase_if(markers, [](const ChartMarker& marker) { return marker.kind != ChartMarker::Kind::Change; });
    forRunCharts([&](LineChart* chart) { chart->setMarkers(markers); });
    if (LineChart* loss = find(QStringLiteral("loss")))
        loss->setPoints(run_ ? bestPoint(*run_, axis_, theme_->palette()) : std::vector<ChartPoint>{});
}

/// The same for all charts: the steps of the run, also where a curve begins late, to where it can end first.
void RunCharts::showExtent() {
    double low = 0, high = -1;
    if (run_ && run_->metrics.series(MetricId::TrainLoss).size() > 0) {
        const MetricSeries& steps = run_->metrics.series(MetricId::TrainLoss);
        low = steps.x(0, axis_), high = steps.x(steps.size() - 1, axis_);
        // In seconds it is an estimate, by which the axis would tremble.
        const double stop = axis_ == XAxis::Seconds ? std::nan("") : earliestStop(*run_, axis_),
                     plan = axis_ == XAxis::Step    ? static_cast<double>(run_->plan.totalSteps)
                            : axis_ == XAxis::Epoch ? static_cast<double>(run_->summary.config->epochs)
                                                    : std::nan("");
        if (run_->live && extentEnd_ <= low && stop > high) extentEnd_ = stop;
        if (run_->live) high = trainingEnd(extentEnd_, low, high, std::isnan(stop) ? plan : stop);
    }
    extentEnd_ = high;
    forRunCharts([low, high](LineChart* chart) { chart->setXExtent(low, high); });
}

void RunCharts::showPreview() {
    LineChart* chart = find(QString::fromUtf8(kForecastChart.data()));
    if (!chart) return;
    static const ForecastPreview none;
    const ForecastPreview& preview = run_ ? run_->preview : none;
    const bool window = !preview.past.empty(), numbers = !window && !preview.truth.empty(),
               classes = !preview.confusion.empty();
    const bool bare = !window && !numbers && !classes && run_ && isOfSequences(*run_);
    const ConfusionAxes axes = classes ? confusionAxes(preview.confusion) : ConfusionAxes();
    chart->setNames(axes.answers, axes.truths);
    explain(chart, *findChartRow(kForecastChart));
    if (window)
        chart->setXTimes(rowSeconds_, rowTimes_);
    else
        chart->setXTimes({}, {});
    window_->setVisible(window);
    std::vector<ChartRegion> regions;
    if (window) {
        window_->setText(tr("window %1 of %2").arg(formatCount(preview.window + 1), formatCount(preview.windows)));
        const auto origin = static_cast<double>(preview.originRow);
        regions.push_back({origin, origin + static_cast<double>(preview.truth.size()), theme_->palette().raised,
                           tr("forecast begins")});
    }
    chart->setRegions(regions);
    const bool isKept = run_ && !run_->live && preview.epoch == run_->summary.bestEpoch;
    if (classes)
        chart->setTitle(
            tr("Classes of the validation part"),
            (isKept ? tr("kept weights, epoch %1; truth from top to bottom") : tr("epoch %1; truth from top to bottom"))
                .arg(formatCount(preview.epoch)));
    else if (numbers)
        chart->setTitle(tr("Predictions against truth"), tr("validation sequences in the order of their truth"));
    else if (bare)
        chart->setTitle(tr("Predictions of the validation part"), {});
    else
        chart->setTitle(tr("Forecast against truth"), fromUtf8(preview.target));
    chart->setXLabel(classes               ? tr("taken for")
                     : numbers             ? tr("sequence")
                     : bare || rowSeconds_ ? QString()
                                           : tr("row"));
}

void RunCharts::showUnits() {
    static const MetricStore nothing;  // the figures of a run that has gone do not stay
    const MetricStore& store = run_ ? run_->metrics : nothing;
    if (LineChart* loss = find(QStringLiteral("loss")); loss && run_)
        loss->setTitle(tr("Loss"), lossScale(run_->summary.config));
    if (LineChart* errors = find(QStringLiteral("validation")); errors && run_) {
        const std::string& task = run_->summary.config->task;
        errors->setTitle(tr("Validation errors"),
                         isForecast(task) || isRegression(task) ? lossScale(run_->summary.config) : QString());
    }
    if (LineChart* memory = find(QStringLiteral("memory"))) {
        const bool gpu =
            store.series(MetricId::GpuAllocated).size() > 0 || store.series(MetricId::GpuDeviceUsed).size() > 0;
        const bool cpu = !gpu && store.series(MetricId::ProcessMemory).size() > 0;
        memory->setTitle(gpu ? tr("GPU memory") : cpu ? tr("Process memory") : tr("Memory"), tr("MiB"));
    }
    if (LineChart* throughput = find(QStringLiteral("throughput"))) {
        const MetricSeries& steps = store.series(MetricId::StepsPerSecond);
        const QString unit =
            steps.size() == 0 ? tr("samples/s") : tr("samples/s, %1 steps/s").arg(formatNumber(steps.current(), 3));
        throughput->setTitle(tr("Throughput"), unit);
    }
}

}  // namespace gatelab
