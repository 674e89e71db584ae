// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/curves/curve_choice.h"

#include "charts/data/metric_lines.h"
#include "common/list_text.h"
#include "common/preferences.h"
#include "common/texts.h"
#include "config/field_use.h"
#include "models/run_columns.h"
#include "models/run_figures.h"
#include "run/curves/further_metrics.h"
#include "runs/run_view.h"
#include "store/imported_run.h"
#include "widgets/list_box.h"
#include "widgets/smoothing_box.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

namespace gatelab {

namespace {

constexpr XAxis kAxes[] = {XAxis::Epoch, XAxis::Step, XAxis::Seconds};
const QString kMetric = QStringLiteral("compare/metric"), kLayer = QStringLiteral("compare/layer"),
              kAxis = QStringLiteral("compare/axis");

QString labelOf(const Metric& row) {
    const QString unit = translated(row.unit), label = translated(row.label);
    return unit.isEmpty() || unit == label ? label : QStringLiteral("%1, %2").arg(label, unit);
}

}  // namespace

CurveChoice::CurveChoice(Preferences& preferences, QWidget* parent)
    : QWidget(parent),
      preferences_(&preferences),
      layer_(new QComboBox),
      metric_(new ListBox),
      axis_(new ListBox),
      smoothing_(new SmoothingBox) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    // The validation loss is what most comparisons are about.
    for (const MetricId first : {MetricId::ValidationLoss, MetricId::TrainLoss})
        metric_->addItem(translated(gatelab::metric(first).label), QString::fromLatin1(gatelab::metric(first).key));
    for (const bool perLayer : {false, true}) {
        metric_->insertSeparator(metric_->count());
        for (const Metric& each : metrics())
            if (each.id != MetricId::ValidationLoss && each.id != MetricId::TrainLoss && each.perLayer == perLayer)
                metric_->addItem(labelOf(each), QString::fromLatin1(each.key));
    }
    ownChoices_ = metric_->count();
    metric_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    metric_->setMinimumContentsLength(14);
    metric_->setAccessibleName(tr("Metric"));
    layer_->setAccessibleName(tr("Layer"));
    axis_->addItems({tr("epoch"), tr("step"), tr("seconds")});
    for (QComboBox* box : {layer_, metric_, axis_}) box->setProperty("compact", true);
    axis_->setAccessibleName(tr("Horizontal axis"));
    for (QWidget* widget : std::initializer_list<QWidget*>{metric_, layer_, axis_, smoothing_}) row->addWidget(widget);
    layer_->addItem(tr("layer %1").arg(1));
    restore();
    connect(metric_, &QComboBox::currentIndexChanged, this, &CurveChoice::keep);
    connect(layer_, &QComboBox::currentIndexChanged, this, &CurveChoice::keep);
    connect(axis_, &QComboBox::currentIndexChanged, this, &CurveChoice::keep);
    connect(smoothing_, &SmoothingBox::chosen, this, [this](double epochs) {
        SmoothingBox::save(*preferences_, epochs);
        Q_EMIT smoothed();
    });
}

void CurveChoice::restore() {
    const QSignalBlocker quiet(metric_), quietLayer(layer_), quietAxis(axis_);
    metric_->setCurrentIndex(
        std::max(0, metric_->findData(preferences_->window(
                        kMetric, QString::fromLatin1(gatelab::metric(MetricId::ValidationLoss).key)))));
    layer_->setCurrentIndex(std::clamp(preferences_->window(kLayer, 0).toInt(), 0, layer_->count() - 1));
    axis_->setCurrentIndex(std::clamp(preferences_->window(kAxis, 0).toInt(), 0, axis_->count() - 1));
    smoothing_->setEpochs(SmoothingBox::saved(*preferences_));
    showParts();
}

void CurveChoice::keep() {
    preferences_->setWindow(kMetric, metric_->currentData());
    preferences_->setWindow(kLayer, layer_->currentIndex());
    preferences_->setWindow(kAxis, axis_->currentIndex());
    showParts();
    Q_EMIT changed();
}

void CurveChoice::showParts() {
    const std::string key = metric_->currentData().toString().toStdString();
    const auto further = key.starts_with(kFurtherPrefix) ? findChannel(key) : std::nullopt;
    const Metric* chosen = findMetric(key);
    further_ = further ? further->layer : std::uint16_t{0};
    std::tie(row_, curve_) = chartOf(further ? kFurtherMetric : chosen ? chosen->id : MetricId::ValidationLoss);
    layer_->setVisible(gatelab::metric(curve_.metric).perLayer);
    smoothing_->setVisible(curve_.smoothed);
}

/// Another view or the Train page may have chosen meanwhile.
void CurveChoice::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    const auto chosen = [this] {
        return std::tuple(metric_->currentIndex(), layer_->currentIndex(), axis_->currentIndex(), smoothing_->epochs());
    };
    const auto before = chosen();
    restore();
    if (chosen() != before) Q_EMIT changed();
}

void CurveChoice::listFurther() {
    QStringList keys;
    for (const ComparedRuns& one : runs_)
        for (const auto& run : one.runs)
            for (const auto& [key, value] : *run->summary.lastValues)
                if (key.starts_with(kFurtherPrefix)) keys << fromUtf8(key);
    keys.removeDuplicates();
    keys.sort();
    QStringList known;
    for (int i = ownChoices_ + 1; i < metric_->count(); ++i) known << metric_->itemData(i).toString();
    if (keys == known) return;
    const QSignalBlocker quiet(metric_);
    const QString chosen = metric_->currentData().toString();
    while (metric_->count() > ownChoices_) metric_->removeItem(metric_->count() - 1);
    if (!keys.isEmpty()) metric_->insertSeparator(metric_->count());
    for (const QString& key : std::as_const(keys)) metric_->addItem(key.mid(qsizetype(kFurtherPrefix.size())), key);
    metric_->setCurrentIndex(std::max(0, metric_->findData(chosen)));
    restore();
}

void CurveChoice::setRuns(const std::vector<ComparedRuns>& runs) {
    runs_ = runs;
    listFurther();
    losses_.clear();
    scales_.clear();
    for (const ComparedRuns& one : runs)
        for (const auto& run : one.runs) {
            if (!hasSettings(run->summary)) continue;
            losses_ << lossName(run->summary.config);
            scales_ << lossScale(run->summary.config);
        }
    losses_.removeDuplicates();
    scales_.removeDuplicates();
    int layers = 1;
    for (const Metric& row : metrics())
        for (const ComparedRuns& one : runs)
            for (const auto& run : one.runs)
                if (row.perLayer) layers = std::max<int>(layers, run->metrics.layers(row.id));
    if (layers != layer_->count()) {
        const QSignalBlocker quiet(layer_);
        layer_->clear();
        for (int layer = 1; layer <= layers; ++layer) layer_->addItem(tr("layer %1").arg(layer));
        layer_->setCurrentIndex(std::clamp(preferences_->window(kLayer, 0).toInt(), 0, layers - 1));
    }
}

QString CurveChoice::title() const {
    if (curve_.metric == MetricId::ValidationLoss) return tr("Validation loss");
    if (curve_.metric == MetricId::TrainLoss) return tr("Training loss");
    if (curve_.metric == kFurtherMetric) return fromUtf8(furtherName(further_));
    return gatelab::metric(curve_.metric).perLayer
               ? tr("%1, %2").arg(labelOf(gatelab::metric(curve_.metric)), layer_->currentText())
               : labelOf(gatelab::metric(curve_.metric));
}

QString CurveChoice::unit() const {
    if (!isLoss()) return {};
    const bool hasImported = std::ranges::any_of(runs_, [](const ComparedRuns& one) {
        return std::ranges::any_of(one.runs, [](const auto& run) { return !hasSettings(run->summary); });
    });
    // Whether what a tracker calls a loss is this one, nobody knows.
    if (hasImported && !losses_.isEmpty())
        return tr("%1; of imported runs what they call a loss").arg(listText(losses_));
    const QString scale = scales_.size() == 1 ? scales_.front() : QString(),
                  losses = losses_.size() > 1 ? tr("different losses: %1").arg(listText(losses_)) : QString();
    return scale.isEmpty() || losses.isEmpty() ? scale + losses : tr("%1; %2").arg(scale, losses);
}

QString CurveChoice::absence() const {
    bool isThere = runs_.empty(), isValidated = false;
    for (const ComparedRuns& one : runs_) {
        isThere = isThere || one.runs.empty();  // still being read
        for (const auto& run : one.runs) {
            isThere = isThere || seriesOf(*run).size() > 0;
            isValidated = isValidated || !hasSettings(run->summary) || hasValidation(*run->summary.config);
        }
    }
    if (isThere) return {};
    const bool isOfValidation = std::string_view(gatelab::metric(curve_.metric).key).starts_with("validation");
    return isOfValidation && !isValidated ? tr("No validation part, so no such curve.")
                                          : tr("Not measured by these runs.");
}

void CurveChoice::choose(MetricId metric) {
    metric_->setCurrentIndex(metric_->findData(QString::fromLatin1(gatelab::metric(metric).key)));
}

bool CurveChoice::isLoss() const {
    return curve_.metric == MetricId::ValidationLoss || curve_.metric == MetricId::TrainLoss;
}

XAxis CurveChoice::axis() const { return kAxes[axis_->currentIndex()]; }

void CurveChoice::shape(LineChart& chart) const {
    chart.setYFromZero(row_ && row_->fromZero);
    chart.setUsuallyLogY(row_ && row_->logY);
    // Where no run counts epochs, steps stand in their place.
    const auto hasNone = [](const auto& run) {
        return !hasSettings(run->summary) && !importedFrom(run->summary).hasEpochs;
    };
    const bool isStep =
        axis() == XAxis::Epoch && !runs_.empty() && std::ranges::all_of(runs_, [&](const ComparedRuns& one) {
            return !one.runs.empty() && std::ranges::all_of(one.runs, hasNone);
        });
    const bool isMixed = axis() == XAxis::Epoch && std::ranges::any_of(runs_, [&](const ComparedRuns& one) {
                             return std::ranges::any_of(one.runs, hasNone);
                         });
    chart.setXLabel(isStep ? tr("step") : isMixed ? tr("epoch, imported: step") : axis_->currentText());
    chart.setXCounted(axis() != XAxis::Seconds);
    chart.setXDuration(axis() == XAxis::Seconds);
}

const MetricSeries& CurveChoice::seriesOf(RunView& run) const {
    if (run.metrics.smoothing() != smoothing_->epochs()) run.metrics.setSmoothing(smoothing_->epochs());
    if (curve_.metric == kFurtherMetric) return run.metrics.series(curve_.metric, further_);
    return run.metrics.series(curve_.metric, gatelab::metric(curve_.metric).perLayer
                                                 ? static_cast<std::uint16_t>(layer_->currentIndex())
                                                 : 0);
}

std::vector<ChartLine> CurveChoice::lines(RunView& run, double low, double high, int pixels) const {
    const MetricSeries& series = seriesOf(run);
    if (series.size() == 0) return {};
    if (curve_.smoothed) return smoothedPair(run.metrics, curve_.metric, axis(), low, high, pixels, {}, {});
    return {curveLine(curve_, series, run, axis(), low, high, pixels)};
}

ChartLine CurveChoice::meanOf(RunView& run, double low, double high, int pixels) const {
    const MetricSeries& series = seriesOf(run);
    if (series.size() == 0) return {};
    if (curve_.holds) return curveLine(curve_, series, run, axis(), low, high, pixels);
    ChartLine line = meanLine(series, axis(), low, high, pixels, curve_.smoothed);
    if (curve_.smoothed) line.smoothing = run.metrics.smoothing();
    return line;
}

}  // namespace gatelab
