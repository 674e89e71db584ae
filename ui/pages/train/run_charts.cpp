// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/run_charts.h"

#include "charts/chart_link.h"
#include "charts/chart_scale.h"
#include "common/list_text.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "config/setting_predicates.h"
#include "models/class_chart.h"
#include "models/memory_chart.h"
#include "models/run_figures.h"
#include "pages/train/histogram_picker.h"
#include "runs/machines.h"
#include "runs/run_view.h"
#include "widgets/card.h"

#include <QLabel>
#include <QRegularExpression>

#include <cmath>
#include <utility>

namespace gatelab {

namespace {

bool isOfSequences(const RunView& run) { return !isForecast(*run.summary.config); }

/// Right of the plots in the live card, which stand below each other; on a GPU the line of the device is named there.
constexpr double kRight = 16, kRightOfDevice = 72;
/// Their least heights: each plot has 64, the lower one its legend and the labels of x as well; px.
constexpr int kLeastUpper = 80, kLeastMemory = 104;

const ChartRow& rowOf(const QString& key) { return *findChartRow(key.section(' ', -1).toStdString()); }
bool isLive(const QString& key) { return key.startsWith(RunCharts::liveKey({})); }

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
        if (find(key)) continue;
        charts_[key] = makeChart(key, rowOf(key));
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
        explain(chart, rowOf(key));
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

void RunCharts::setDeviceMemory(double mebibytes) { deviceMemory_ = mebibytes; }

void RunCharts::setIdleText(const QString& text) {
    idleText_ = text;
    if (LineChart* loss = find(QStringLiteral("loss"))) explain(loss, *findChartRow(kLossChart));
}

void RunCharts::redraw() {
    showEvents();
    showExtent();
    showPreview();
    showUnits();
    showMemory();
    showNow();
    if (picker_) picker_->showRun(run_.get());
    for (const auto& [key, chart] : charts_)
        if (chart->isVisible()) chart->refresh();
}

LineChart* RunCharts::makeChart(const QString& key, const ChartRow& row) {
    const QString title = translated(row.title), unit = translated(row.unit);
    const bool isBare = isLive(key) || row.key == kMemoryChart;
    const QString whole = unit.isEmpty() ? title : listText({title, unit});
    auto* chart = new LineChart(*theme_, isBare ? whole : title, isBare ? QString() : unit, area_);
    chart->setAccessibleName(title);
    chart->setToolTip(translated(row.help));
    chart->setYFromZero(row.fromZero);
    explain(chart, row);
    chart->setUsuallyLogY(row.logY);
    chart->setMovable(!isBare && !row.stands);
    chart->setRedrawInterval(interval_);
    if (row.key == kForecastChart) {
        window_ = new QLabel;
        window_->setFont(theme_->font(12));
        window_->hide();
        chart->addHeaderWidget(window_);
    } else if (row.key == kHistogramChart) {
        picker_ = new HistogramPicker;
        chart->addHeaderWidget(picker_);
        connect(picker_, &HistogramPicker::picked, chart, &LineChart::fitY);
    }
    chart->setIgnoreOutliers(!row.ownX && row.key != kHistogramChart && row.key != kMemoryChart);
    chart->setSource([this, &row](double low, double high, int pixels) {
        return run_ ? linesOf(row, low, high, pixels) : std::vector<ChartLine>{};
    });
    if (isBare) shapeLive(chart, row);
    if (row.ownX) {
        chart->setXCounted(true);
        chart->setXLabel(row.key == kForecastChart ? QString() : tr("step of the forecast"));
    } else {
        showAxis(chart);
        link_->add(chart);
    }
    return chart;
}

/// Of the two in the live card the lower one names the ticks of x for both, unless the upper one has an x of its own.
void RunCharts::shapeLive(LineChart* chart, const ChartRow& row) const {
    chart->setBare();
    chart->setMinimumSize(120, row.key == kMemoryChart ? kLeastMemory : kLeastUpper);
    chart->setXLabelled(row.ownX || row.key == kMemoryChart);
    if (row.key != kMemoryChart) return;
    auto* name = makeLabel(translated(row.title), "title");
    auto* unit = makeLabel(translated(row.unit), "unit");
    unit->setContentsMargins(6, 0, 12, 0);
    chart->addLegendWidget(unit);
    chart->addLegendWidget(name);
}

std::vector<ChartLine> RunCharts::linesOf(const ChartRow& row, double low, double high, int pixels) const {
    std::vector<ChartLine> lines =
        row.key == kHistogramChart ? histogramLines(*run_, picker_->kind(), theme_->palette(), axis_)
        : row.key == kMemoryChart  ? memoryLines(*run_, theme_->palette(), axis_, low, high, pixels, deviceMemory_)
                                   : metricLines(row, *run_, theme_->palette(), axis_, low, high, pixels);
    // Levels reach to the end of the axis, which may lie beyond the data.
    for (ChartLine& line : lines)
        if (!(low <= high) && !row.ownX && !line.mark.isEmpty() && line.x.back() < extentEnd_)
            line.x.back() = extentEnd_;
    return lines;
}

void RunCharts::forRunCharts(const std::function<void(LineChart*)>& action) {
    for (const auto& [key, chart] : charts_)
        if (!rowOf(key).ownX) action(chart);
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
    if (!run_) return row.key == kLossChart ? idleText_ : QString();
    const bool sequences = isOfSequences(*run_);
    if (row.ownX && row.key != kForecastChart && sequences) return translated(row.absent);
    if (row.ownX && run_->plan.totalSteps > 0 && run_->plan.validationWindows == 0)
        return sequences ? tr("There is no validation part. The answers of the test part are in Compare, Forecasts.")
                         : tr("There is no validation part.");
    if (row.key == kForecastChart && sequences && !run_->live)
        return tr("This run has not kept them. The predictions of the test part are in Compare, Forecasts.");
    if (row.ownX)
        return sequences ? tr("The predictions of the validation part are shown here after each epoch.")
                         : tr("A validation window is forecast here after each epoch.");
    const QString absent = translated(row.absent);
    if (run_->live || !clusterStateOf(run_->summary.id).isEmpty())
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
    // The loss above them names what they mark.
    std::vector<ChartMarker> unnamed = markers;
    for (ChartMarker& marker : unnamed)
        if (marker.kind != ChartMarker::Kind::Best) marker.label.clear(), marker.tag.clear();
    for (const auto& [key, chart] : charts_)
        if (!rowOf(key).ownX) chart->setMarkers(isLive(key) || rowOf(key).key == kMemoryChart ? unnamed : markers);
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
    if (LineChart* loss = find(QStringLiteral("loss")); loss && run_)
        loss->setTitle(tr("Loss"), lossScale(run_->summary.config));
    if (LineChart* errors = find(QStringLiteral("validation")); errors && run_) {
        const std::string& task = run_->summary.config->task;
        errors->setTitle(tr("Validation errors"),
                         isForecast(task) || isRegression(task) ? lossScale(run_->summary.config) : QString());
    }
}

/// On a GPU the range ends with the device, whatever is held of it.
void RunCharts::showMemory() {
    LineChart* memory = find(QString::fromUtf8(kMemoryChart.data()));
    if (!memory) return;
    const double total = run_ && measuresGpuMemory(*run_) ? deviceMemory_ : 0;
    memory->setYTop(total);
    memory->setTicks({}, total > 0 ? capacityTicks(total) : std::vector<ChartTick>{});
    for (const auto& [key, chart] : charts_)
        if (chart == memory || isLive(key)) chart->setLeastRight(total > 0 ? kRightOfDevice : kRight);
}

/// Where the run is now, in the live card.
void RunCharts::showNow() {
    for (const auto& [key, chart] : charts_) {
        const ChartRow& row = rowOf(key);
        if (row.ownX || row.curves.empty() || !(isLive(key) || row.key == kMemoryChart)) continue;
        const MetricId id = row.key != kMemoryChart            ? row.curves.front().metric
                            : run_ && measuresGpuMemory(*run_) ? MetricId::GpuAllocated
                                                               : MetricId::EngineMemory;
        chart->setPoints(run_ && !metric(id).perLayer ? nowPoint(*run_, id, axis_, theme_->palette())
                                                      : std::vector<ChartPoint>{});
    }
}

}  // namespace gatelab
