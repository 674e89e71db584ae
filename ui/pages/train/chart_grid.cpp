// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/chart_grid.h"

#include "charts/chart_link.h"
#include "charts/chart_scale.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "models/class_chart.h"
#include "models/run_figures.h"
#include "pages/train/histogram_picker.h"
#include "runs/run_controller.h"
#include "widgets/empty_state.h"
#include "widgets/place_mark.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>

namespace gatelab {

namespace {

constexpr int kFastMs = 33, kSlowMs = 100;
/// No chart is narrower.
constexpr int kNarrowest = 340;
constexpr int kRowHeight = 220;
constexpr int kGap = 12;
/// Beside the keys of charts.
const QString kFullSize = QStringLiteral(" full size");

bool isOfSequences(const RunView& run) { return run.summary.config->task != "forecast"; }

}  // namespace

ChartGrid::ChartGrid(Theme& theme, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      layout_(new QGridLayout(this)),
      link_(new ChartLink(this)),
      mark_(new PlaceMark(theme, this)) {
    layout_->setContentsMargins(0, 0, 0, 0);
    layout_->setSpacing(kGap);
    makeEmptyState();
    back_ = new QPushButton(theme.icon(QStringLiteral("chevron-left")), tr("All charts (Esc)"), this);
    back_->setProperty("compact", true);
    back_->hide();
    connect(back_, &QPushButton::clicked, this, [this] { setFullSize({}); });
}

LineChart* ChartGrid::chart(const QString& key) const {
    const auto found = charts_.find(key);
    return found == charts_.end() ? nullptr : found->second;
}

LineChart* ChartGrid::makeChart(const ChartRow& row) {
    auto* chart = new LineChart(*theme_, translated(row.title), translated(row.unit), this);
    const QString key = QString::fromUtf8(row.key);
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
    connectChart(chart, key);
    return chart;
}

void ChartGrid::connectChart(LineChart* chart, const QString& key) {
    if (key.toStdString() != kForecastChart) {
        showAxis(chart);
        link_->add(chart);
    }
    connect(chart, &LineChart::menuOpening, this, [this, key](QMenu* menu) { fillMenu(menu, key); });
    connect(chart, &LineChart::fullSizeRequested, this,
            [this, key] { setFullSize(fullSize_ == key ? QString() : key); });
    connect(chart, &LineChart::dragged, this, [this, key](const QPoint& at) { showDrop(key, at); });
    connect(chart, &LineChart::dropped, this, [this, key](const QPoint& at) { drop(key, at); });
    connect(chart, &LineChart::dragCancelled, mark_, &QWidget::hide);
}

void ChartGrid::forRunCharts(const std::function<void(LineChart*)>& action) {
    for (const auto& [key, chart] : charts_)
        if (key.toStdString() != kForecastChart) action(chart);
}

void ChartGrid::setDashboard(const Dashboard& dashboard) {
    bool fresh = dashboard.marks != dashboard_.marks;
    dashboard_ = dashboard;
    link_->setViewsLinked(dashboard_.linked);
    const QStringList visible = dashboard_.visible();
    if (!visible.contains(fullSize_)) fullSize_.clear();
    // What is not shown costs nothing: it is not there.
    std::erase_if(charts_, [this, &visible](const auto& entry) {
        if (visible.contains(entry.first)) return false;
        if (entry.first.toStdString() == kForecastChart) window_ = nullptr;
        if (entry.first.toStdString() == kHistogramChart) picker_ = nullptr;
        entry.second->hide();
        entry.second->deleteLater();
        return true;
    });
    for (const QString& key : visible) {
        const ChartRow* row = findChartRow(key.toStdString());
        if (!row || chart(key)) continue;
        charts_[key] = makeChart(*row);
        fresh = true;
    }
    arrange();
    if (!fresh) return;
    eventsShown_ = 0;
    redraw();
}

int ChartGrid::columns() const { return std::clamp(width() / kNarrowest, 1, dashboard_.columns); }

void ChartGrid::arrange() {
    while (layout_->count() > 0) delete layout_->takeAt(0);
    for (int row = 0; row < layout_->rowCount(); ++row) layout_->setRowStretch(row, 0);
    columns_ = columns();
    for (int column = 0; column < Dashboard::kMostColumns; ++column)
        layout_->setColumnStretch(column, column < columns_ ? 1 : 0);
    standing_ = standing();
    for (const auto& [key, chart] : charts_)
        chart->setVisible(fullSize_.isEmpty() ? standing_.contains(key) : key == fullSize_);
    empty_->hide();
    back_->setVisible(!fullSize_.isEmpty());
    if (!fullSize_.isEmpty()) {
        layout_->addWidget(back_, 0, 0, 1, columns_, Qt::AlignLeft);
        layout_->addWidget(chart(fullSize_), 1, 0, 1, columns_);
        layout_->setRowStretch(1, 1);
        setMinimumHeight(0);
        return;
    }
    const QStringList& visible = standing_;
    empty_->setVisible(visible.isEmpty());
    if (visible.isEmpty()) {
        layout_->addWidget(empty_, 0, 0, 1, columns_);
        layout_->setRowStretch(0, 1);
    }
    int row = 0, column = 0;
    QWidget* previous = nullptr;  // the one that takes what is left of its row
    const auto endRow = [&] {
        if (column == 0) return;
        if (column < columns_) layout_->addWidget(previous, row, column - 1, 1, columns_ - column + 1);
        ++row, column = 0;
    };
    for (const QString& key : visible) {
        const bool wide = dashboard_.wide.contains(key);
        if (wide || column == columns_) endRow();
        layout_->setRowStretch(row, 1);
        layout_->addWidget(chart(key), row, column, 1, wide ? columns_ : 1);
        previous = chart(key);
        column = wide ? columns_ : column + 1;
    }
    endRow();
    // The order of the Tab key is that of reading.
    for (qsizetype i = 1; i < visible.size(); ++i) setTabOrder(chart(visible[i - 1]), chart(visible[i]));
    setMinimumHeight(row > 2 ? row * kRowHeight + (row - 1) * kGap : 0);
}

void ChartGrid::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (columns() != columns_) arrange();
}

void ChartGrid::setFullSize(const QString& key) {
    if (!key.isEmpty() && !chart(key)) return;
    fullSize_ = key;
    arrange();
}

QVariantMap ChartGrid::viewState() const {
    QVariantMap state{{kFullSize, fullSize_}};
    for (const auto& [key, chart] : charts_) state.insert(key, chart->viewState());
    return state;
}

void ChartGrid::restoreViewState(const QVariantMap& state) {
    for (const auto& [key, chart] : charts_) chart->restoreViewState(state.value(key).toMap());
    setFullSize(state.value(kFullSize).toString());
}

void ChartGrid::setRun(std::shared_ptr<RunView> run) {
    const bool another = run != run_;
    run_ = std::move(run);
    if (run_) run_->metrics.setSmoothing(smoothing_);
    eventsShown_ = 0;
    for (const auto& [key, chart] : charts_) {
        explain(chart, *findChartRow(key.toStdString()));
        if (another) chart->fit();
        chart->setOwner(ownerText());
    }
    redraw();
}

/// Names tell the seed where others have the same settings: once is enough.
QString ChartGrid::ownerText() const {
    if (!run_) return {};
    const QString name = shownRunName(run_->summary.name), data = fromUtf8(run_->summary.dataName),
                  seed = QString::number(run_->summary.config->seed);
    const QRegularExpression seedText(QStringLiteral("\\bseed %1\\b").arg(seed));
    return name.contains(seedText) ? tr("%1, %2").arg(name, data) : tr("%1, seed %2, %3").arg(name, seed, data);
}

QString ChartGrid::emptyText(const ChartRow& row) const {
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

void ChartGrid::explain(LineChart* chart, const ChartRow& row) {
    chart->setEmptyText(emptyText(row));
    const bool helps = run_ && !row.remedy.key.empty();
    const QString text = !helps ? QString() : run_->live ? tr("Switch it on") : tr("Switch it on for the next run");
    chart->setEmptyAction(text, [this, &row] { Q_EMIT settingRequested(row.remedy); });
}

bool ChartGrid::lacksAnswers() const {
    if (!run_ || !isOfSequences(*run_) || !run_->preview.truth.empty() || !run_->preview.confusion.empty())
        return false;
    return !run_->live || (run_->plan.totalSteps > 0 && run_->plan.validationWindows == 0);
}

QStringList ChartGrid::standing() const {
    QStringList keys = dashboard_.visible();
    if (keys.size() > 1 && lacksAnswers() && dashboard_.suited(false).charts == Dashboard::usual().charts)
        keys.removeAll(QString::fromUtf8(kForecastChart.data()));
    return keys;
}

void ChartGrid::showAxis(LineChart* chart) const {
    const QString names[] = {tr("step"), tr("epoch"), tr("seconds"), tr("clock")};
    chart->setXLabel(names[static_cast<int>(axis_)]);
    chart->setXTime(axis_ == XAxis::Wall);
    chart->setXCounted(axis_ == XAxis::Epoch || axis_ == XAxis::Step);
    chart->setXDuration(axis_ == XAxis::Seconds);
}

void ChartGrid::setAxis(XAxis axis) {
    axis_ = axis;
    forRunCharts([this](LineChart* chart) { showAxis(chart); });
    link_->reset();
    eventsShown_ = 0;
    redraw();
}

void ChartGrid::setSmoothing(double weightPerStep) {
    smoothing_ = weightPerStep;
    if (run_) run_->metrics.setSmoothing(weightPerStep);
    redraw();
}

void ChartGrid::setRowFormat(std::function<QString(double)> format, std::function<QString(double)> table) {
    rowFormat_ = std::move(format);
    rowTimes_ = std::move(table);
    showPreview();
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
    if (standing() != standing_) arrange();
    showEvents();
    showExtent();
    showPreview();
    showUnits();
    if (picker_) picker_->showRun(run_.get());
    for (const auto& [key, chart] : charts_)
        if (chart->isVisible()) chart->refresh();
}

void ChartGrid::showEvents() {
    const std::size_t count = run_ ? run_->events.size() : 0;
    if (count == eventsShown_ && count > 0) return;
    eventsShown_ = count;
    std::vector<ChartMarker> markers = run_ ? runMarkers(*run_, axis_) : std::vector<ChartMarker>{};
    if (!dashboard_.marks)
        std::erase_if(markers, [](const ChartMarker& marker) { return marker.kind != ChartMarker::Kind::Change; });
    forRunCharts([&](LineChart* chart) { chart->setMarkers(markers); });
    if (LineChart* loss = chart(QStringLiteral("loss")))
        loss->setPoints(run_ ? bestPoint(*run_, axis_, theme_->palette()) : std::vector<ChartPoint>{});
}

/// The same for all charts: the steps of the run, also where a curve begins late. While it goes on, the axis grows in
/// steps, and shows how far the run is of all it plans once that is a third: before, the curve would be a sliver.
void ChartGrid::showExtent() {
    double low = 0, high = -1;
    if (run_ && run_->metrics.series(MetricId::TrainLoss).size() > 0) {
        const MetricSeries& steps = run_->metrics.series(MetricId::TrainLoss);
        low = steps.x(0, axis_), high = steps.x(steps.size() - 1, axis_);
        const bool counted = axis_ == XAxis::Step || axis_ == XAxis::Epoch;
        const double plan = !counted || run_->plan.totalSteps <= 0 ? -1
                            : axis_ == XAxis::Step                 ? static_cast<double>(run_->plan.totalSteps)
                                                                   : static_cast<double>(run_->summary.config->epochs);
        constexpr double kSeenShare = 1.0 / 3;
        if (run_->live && plan > high && high - low >= kSeenShare * (plan - low))
            high = plan;
        else if (run_->live && high > low)
            high = grownEnd(extentEnd_, low, high);
    }
    extentEnd_ = high;
    forRunCharts([low, high](LineChart* chart) { chart->setXExtent(low, high); });
}

void ChartGrid::showPreview() {
    LineChart* chart = this->chart(QString::fromUtf8(kForecastChart.data()));
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
        chart->setXFormat(rowFormat_, rowTimes_);
    else
        chart->setXFormat({});
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
    chart->setXLabel(classes ? tr("taken for") : numbers ? tr("sequence") : bare || rowFormat_ ? QString() : tr("row"));
}

void ChartGrid::showUnits() {
    static const MetricStore nothing;  // the figures of a run that has gone do not stay
    const MetricStore& store = run_ ? run_->metrics : nothing;
    if (LineChart* loss = chart(QStringLiteral("loss")); loss && run_)
        loss->setTitle(tr("Loss"), lossScale(run_->summary.config));
    if (LineChart* errors = chart(QStringLiteral("validation")); errors && run_) {
        const std::string& task = run_->summary.config->task;
        errors->setTitle(tr("Validation errors"),
                         task == "forecast" || task == "regression" ? lossScale(run_->summary.config) : QString());
    }
    if (LineChart* memory = chart(QStringLiteral("memory"))) {
        const bool gpu =
            store.series(MetricId::GpuAllocated).size() > 0 || store.series(MetricId::GpuDeviceUsed).size() > 0;
        const bool cpu = !gpu && store.series(MetricId::ProcessMemory).size() > 0;
        memory->setTitle(gpu ? tr("GPU memory") : cpu ? tr("Process memory") : tr("Memory"), tr("MiB"));
    }
    if (LineChart* throughput = chart(QStringLiteral("throughput"))) {
        const MetricSeries& steps = store.series(MetricId::StepsPerSecond);
        const QString unit =
            steps.size() == 0 ? tr("samples/s") : tr("samples/s, %1 steps/s").arg(formatNumber(steps.current(), 3));
        throughput->setTitle(tr("Throughput"), unit);
    }
}

}  // namespace gatelab
