// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/model/preflight_inspector.h"

#include "common/texts.h"
#include "config/obstacles/xla_obstacle.h"
#include "config/setting_predicates.h"
#include "form/place_card.h"
#include "form/plan_card.h"
#include "form/repeat_note.h"
#include "form/train_button.h"
#include "measure/epoch_timer.h"
#include "pages/model/xla_memory_card.h"
#include "runs/device_watch.h"
#include "runs/experiment_model.h"
#include "runs/preflight.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/key_values.h"
#include "widgets/layouts.h"
#include "widgets/memory_bar.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <limits>
#include <tuple>

namespace gatelab {

namespace {

constexpr double kSteady = 0.1;  // of the time per epoch: a range as narrow is one number
constexpr int kRefreshMs = 30;   // several signals of one edit are one refresh

/// Icon of a check: differs in shape, not only in colour.
std::pair<QString, Ink> checkIcon(PreflightCheck::Kind kind) {
    switch (kind) {
        case PreflightCheck::Kind::Good:
            return {QStringLiteral("done"), Ink::Success};
        case PreflightCheck::Kind::Warning:
            return {QStringLiteral("warn"), Ink::Warning};
        case PreflightCheck::Kind::Error:
            return {QStringLiteral("error"), Ink::Error};
        case PreflightCheck::Kind::Info:
            break;
    }
    return {QStringLiteral("info"), Ink::Muted};
}

QLabel* iconLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setFixedWidth(18);
    label->setAlignment(Qt::AlignTop | Qt::AlignHCenter);
    return label;
}

}  // namespace

PreflightInspector::PreflightInspector(Theme& theme, ExperimentModel& experiment, RunController& runs,
                                       QueueController& queue, DeviceWatch& device, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      experiment_(&experiment),
      runs_(&runs),
      device_(&device),
      verdictIcon_(iconLabel(this)),
      verdict_(makeLabel({}, "figure")),
      share_(makeLabel({}, "muted")),
      memoryNote_(makeLabel({}, "note")),
      bar_(new MemoryBar(theme)),
      xla_(new XlaMemoryCard(experiment, this)),
      figures_(new KeyValueList),
      measure_(
          makeButton(theme.icon(QStringLiteral("clock")), tr("Measure"), this, [this] { epochTimer_->measure(); })),
      epochTimer_(new EpochTimer(experiment, runs, queue, this)) {
    // The figures scroll in a low window; the button under them stays in sight.
    auto* outer = makeColumn(this, {}, 0);
    auto* figures = new QWidget;
    auto* area = makeScrolled(figures);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    outer->addWidget(area, 1);
    fillColumn(figures, queue);
    addFoot(outer);
    later_.setSingleShot(true);
    later_.setInterval(kRefreshMs);
    connectSources();
    refresh();
}

void PreflightInspector::fillColumn(QWidget* figures, QueueController& queue) {
    auto* column = makeColumn(figures, {12, 8, 12, 8}, 8);
    auto* plan = new PlanCard(*theme_, *experiment_, *runs_, figures);
    plan->setFolded();
    column->addWidget(plan);
    addMemory(column);
    column->addWidget(makeLine());
    addFigures(column);
    column->addWidget(makeLine());
    column->addWidget(new PlaceCard(*theme_, *experiment_, *runs_, queue));
    column->addWidget(makeLine());
    auto* list = new QWidget;
    checks_ = makeColumn(list, {}, 8);
    column->addWidget(list);
    column->addStretch();
}

void PreflightInspector::addMemory(QVBoxLayout* column) {
    auto* head = new QHBoxLayout;
    verdictIcon_->setAlignment(Qt::AlignCenter);
    head->addWidget(verdictIcon_);
    head->addWidget(verdict_, 1);
    verdict_->setWordWrap(true);
    column->addLayout(head);
    column->addWidget(share_);
    column->addWidget(bar_);
    const QString counted =
        tr("Program and libraries: what a process with LibTorch holds without a run, as measured for a run of its own. "
           "What this window holds besides is not counted, and is not free either.");
    bar_->setToolTip(bar_->toolTip() + QLatin1Char('\n') + counted);
    memoryNote_->setToolTip(counted);
    memoryNote_->setWordWrap(true);
    column->addWidget(memoryNote_);
    column->addWidget(xla_);
}

void PreflightInspector::addFigures(QVBoxLayout* column) {
    column->addWidget(figures_);
    measure_->setProperty("compact", true);
    measure_->setToolTip(
        tr("Measures the time per epoch with about a second of training, whose result is discarded. The run keeps the "
           "estimate and shows its error afterwards. While nothing trains, this is done automatically shortly after "
           "the last edit, where it takes no longer than two seconds."));
    column->addWidget(measure_, 0, Qt::AlignRight);
    connect(epochTimer_, &EpochTimer::changed, this, &PreflightInspector::refresh);
}

void PreflightInspector::addFoot(QVBoxLayout* outer) {
    outer->addLayout(makeColumn(
        nullptr, {12, 0, 12, 12}, 8,
        {makeLine(), new RepeatNote(*theme_, *experiment_, *runs_), new TrainButton(*theme_, *experiment_, *runs_)}));
}

void PreflightInspector::connectSources() {
    connect(&later_, &QTimer::timeout, this, &PreflightInspector::refresh);
    const auto soon = [this] { later_.start(); };
    connect(experiment_, &ExperimentModel::configChanged, this, soon);
    for (const auto signal :
         {&ExperimentModel::findingsChanged, &ExperimentModel::dataChanged, &ExperimentModel::preparedChanged})
        connect(experiment_, signal, this, soon);
    for (const auto signal : {&RunController::stateChanged, &RunController::runsChanged})
        connect(runs_, signal, this, soon);
    connect(device_, &DeviceWatch::changed, this, soon);
}

bool PreflightInspector::onGpu() const { return device_->reading().gpu && !isCpu(experiment_->config().device); }

void PreflightInspector::refresh() {
    xla_->refresh();
    showMemory();
    showFigures();
    showChecks();
    showMeasure();
}

void PreflightInspector::showMemory() {
    const bool wrong = hasErrors(*experiment_);
    for (QWidget* widget : {static_cast<QWidget*>(bar_), static_cast<QWidget*>(share_)}) widget->setVisible(!wrong);
    if (wrong) {
        verdict_->setText(tr("Settings with errors"));
        verdictIcon_->setPixmap(theme_->icon(QStringLiteral("error"), Ink::Error).pixmap(16, 16));
        memoryNote_->setText(tr("Memory and time are shown once the errors below are fixed."));
        return;
    }
    const MemoryRoom room = memoryRoom(device_->reading(), experiment_->config());
    const MemoryForecast forecast = experiment_->memoryForecast();
    const MemoryFit fit = memoryFit(forecast, room);
    const bool known = fit != MemoryFit::Unknown;
    const double available = availableMemory(forecast, room);
    std::vector<MemoryBar::Part> parts = {
        {tr("Activations"), forecast.activations},
        {onGpu() ? tr("CUDA context") : tr("Program and libraries"), forecast.framework},
        {tr("Workspace"), forecast.workspace},
        {tr("Optimiser state"), forecast.optimiser},
        {tr("Gradients"), forecast.gradients},
        {tr("Weights"), forecast.weights},
        {tr("Data"), forecast.data + forecast.tables}};
    if (forecast.spare > 0) parts.push_back({tr("Kept for other lengths"), forecast.spare});
    bar_->set(std::move(parts), available);
    const auto [words, icon, ink] = [fit]() -> std::tuple<QString, const char*, Ink> {
        switch (fit) {
            case MemoryFit::Fits:
                return {tr("Fits"), "done", Ink::Success};
            case MemoryFit::Tight:
                return {tr("May not fit"), "warn", Ink::Warning};
            case MemoryFit::TooLarge:
                return {tr("Does not fit"), "error", Ink::Error};
            case MemoryFit::Unknown:
                break;
        }
        return {tr("Not known here"), "help", Ink::Muted};
    }();
    verdict_->setText(words);
    verdictIcon_->setPixmap(theme_->icon(QLatin1String(icon), ink).pixmap(16, 16));
    share_->setText(known
                        ? tr("%1 % of free memory").arg(formatNumber(100 * neededMemory(forecast, room) / available, 2))
                        : QString());
    memoryNote_->setText(isXla(experiment_->config().device)
                             ? tr("Of this process on the processor; the step itself lies on the XLA device:")
                         : forecast.calibrated ? tr("Calibrated on this machine.")
                                               : tr("From formulas; a run measures it."));
}

void PreflightInspector::showFigures() {
    const auto dataset = experiment_->dataset();
    const bool sequences = dataset && dataset->sequences;
    const Architecture architecture = describeArchitecture(usedConfig(*experiment_), experiment_->shape());
    const RunLength length = runLength(*experiment_);
    KeyValueList::Rows rows;
    const bool isOnXla = isXla(experiment_->config().device);
    rows.emplace_back(tr("Device"), onGpu()   ? device_->reading().name
                                    : isOnXla ? tr("XLA, %1").arg(fromUtf8(experiment_->config().device))
                                              : tr("processor"));
    if (hasErrors(*experiment_)) return figures_->setRows(rows);
    rows.emplace_back(tr("Parameters"), formatCount(architecture.parameters));
    rows.emplace_back(sequences ? tr("Multiply-adds per sequence") : tr("Multiply-adds per window"),
                      tr("%1 M").arg(formatNumber(architecture.multiplyAdds / 1e6, 3)));
    rows.emplace_back(tr("Steps of the run"),
                      length.examples < 0 ? QStringLiteral("-") : formatCount(length.totalSteps));
    const EpochForecast epoch = epochForecast(*experiment_, runs_->runs());
    // Where parts of the measurement lie far apart, one number would claim too much.
    const EpochTime& time = epoch.time;
    const bool isWide = time.high - time.low > kSteady * time.seconds;
    const QString seconds = isWide ? tr("%1 to %2 s").arg(formatNumber(time.low, 2), formatNumber(time.high, 2))
                                   : tr("%1 s").arg(formatNumber(time.seconds, 3));
    rows.emplace_back(tr("Time per epoch"), epochTimer_->running() ? tr("measuring")
                                            : time.seconds < 0     ? QStringLiteral("-")
                                            : epoch.run.isEmpty()  ? tr("%1, measured").arg(seconds)
                                                                   : tr("%1, as in %2").arg(seconds, epoch.run));
    // A weight needs several examples to be told apart from noise.
    if (length.examples > 0)
        rows.emplace_back(
            sequences ? tr("Parameters / training sequences") : tr("Parameters / training windows"),
            formatNumber(static_cast<double>(architecture.parameters) / static_cast<double>(length.examples), 2));
    figures_->setRows(rows);
}

void PreflightInspector::showChecks() {
    const std::vector<PreflightCheck> checks = preflightChecks(*experiment_);
    QString all;
    for (const PreflightCheck& check : checks)
        all += QString::number(static_cast<int>(check.kind)) + check.key + check.text + QLatin1Char('\n');
    if (all == shownChecks_) return;
    shownChecks_ = all;
    while (QLayoutItem* item = checks_->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    for (const PreflightCheck& check : checks) {
        auto* line = new QWidget;
        auto* row = makeRow(line, {}, 6);
        auto* icon = iconLabel(line);
        const auto [name, ink] = checkIcon(check.kind);
        icon->setPixmap(theme_->icon(name, ink).pixmap(14, 14));
        row->addWidget(icon);
        auto* text = new QLabel(check.text);
        text->setWordWrap(true);
        text->setFont(theme_->font(12));
        const bool leads = !check.key.isEmpty() && check.kind != PreflightCheck::Kind::Good;
        if (leads) {
            text->setTextFormat(Qt::RichText);
            text->setText(QStringLiteral("%1 <a href=\"%2\">%3</a>").arg(toHtml(check.text), check.key, tr("Show")));
            text->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
            connect(text, &QLabel::linkActivated, this, &PreflightInspector::fieldRequested);
        }
        row->addWidget(text, 1);
        checks_->addWidget(line);
    }
}

void PreflightInspector::showMeasure() {
    measure_->setEnabled(!epochTimer_->isBusy() && startObstacle(*experiment_).isEmpty() && runs_->engine() &&
                         !epochTimer_->running());
}

void PreflightInspector::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    epochTimer_->setWanted(true);
}

void PreflightInspector::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    epochTimer_->setWanted(false);
}

}  // namespace gatelab
