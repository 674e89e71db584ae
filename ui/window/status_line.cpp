// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/status_line.h"

#include "base/units.h"
#include "common/responder.h"
#include "common/texts.h"
#include "common/theme.h"
#include "device/disturbance.h"
#include "device/switch_machine.h"
#include "models/strip_segments.h"
#include "runs/device_watch.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "widgets/layouts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QTimer>
#include <QToolButton>
#include <cmath>

namespace gatelab {

namespace {
constexpr int kHeight = 26, kFlashMs = 6000;
}  // namespace

StatusLine::StatusLine(Theme& theme, DeviceWatch& device, RunController& runs, QueueController& queue, QWidget* parent)
    : QWidget(parent), theme_(theme), device_(device), runs_(runs), queue_(queue) {
    auto* layout = makeRow(this, {12, 0, 8, 0}, 12);
    name_ = addPart(QStringLiteral("chip"), tr("Device"));
    memory_ = addPart({}, tr("Free memory"));
    temperature_ = addPart(QStringLiteral("temperature"), tr("Temperature"));
    load_ = addPart({}, tr("Load"));
    power_ = addPart({}, tr("Power"));
    neighbours_ = addPart({}, tr("Other programs on the GPU"));
    clock_ = addPart({}, tr("Clock of the GPU"));
    rate_ = addPart({}, tr("Rate"));
    left_ = addPart({}, tr("Time left"));
    layout->addStretch();
    flash_ = new QLabel(this);
    flash_->setProperty("role", "small");
    layout->addWidget(flash_);
    waiting_ = addButton(Command::show({QStringLiteral("train")}));
    log_ = addButton(QStringLiteral("log"));
    log_->setIcon(theme.icon(QStringLiteral("log")));
    connect(&device_, &DeviceWatch::changed, this, &StatusLine::showDevice);
    for (const auto signal : {&RunController::ticked, &RunController::stateChanged, &RunController::openingChanged})
        connect(&runs_, signal, this, &StatusLine::showRun);
    connect(&queue_, &QueueController::heldChanged, this, &StatusLine::showRun);
    connect(&queue_, &QueueController::changed, this, &StatusLine::showWaiting);
    for (const auto signal : {&RunController::stateChanged, &RunController::runsChanged})
        connect(&runs_, signal, this, &StatusLine::showWaiting);
    connect(&runs_, &RunController::runProgressed, this, &StatusLine::showWaiting);
    connect(&runs_, &RunController::engineReady, this, &StatusLine::showDevice);
    setFixedHeight(qRound(kHeight * theme.textScale()));
    setUnread(0);
    showDevice();
    showRun();
    showWaiting();
}

QToolButton* StatusLine::addButton(const Command& command) {
    auto* button = new QToolButton(this);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setProperty("compact", true);
    button->setAutoRaise(true);
    layout()->addWidget(button);
    connect(button, &QToolButton::clicked, this, [this, command] { responderOf(*this).ask(command); });
    return button;
}

QLabel* StatusLine::addPart(const QString& icon, const QString& name) {
    auto* box = new QWidget(this);
    auto* layout = makeRow(box, {}, 6);
    if (!icon.isEmpty()) {
        auto* picture = new QLabel(box);
        picture->setPixmap(theme_.icon(icon, theme_.palette().muted).pixmap(16, 16));
        layout->addWidget(picture);
    }
    auto* label = new QLabel(box);
    label->setProperty("role", "small");
    label->setTextFormat(Qt::RichText);
    box->setAccessibleName(name);  // the label says the figure
    label->setToolTip(name);
    layout->addWidget(label);
    this->layout()->addWidget(box);
    return label;
}

namespace {

/// A figure in text colour among muted words: whole sentences stay whole for translators, %1 is the figure.
QString figure(const Palette& palette, const QString& value) {
    return QStringLiteral("<span style='color:%1;font-weight:500'>%2</span>")
        .arg(palette.text.name(), value.toHtmlEscaped());
}

void setPart(QLabel* label, const QString& text) {
    if (label->text() != text) label->setText(text);
    label->parentWidget()->setVisible(!text.isEmpty());
}

}  // namespace

void StatusLine::showDevice() {
    const auto& reading = device_.reading();
    const auto& palette = theme_.palette();
    if (reading.name.isEmpty()) {
        setPart(name_, tr("Looking at the machine"));
        for (auto* label : {memory_, temperature_, load_, power_, neighbours_, clock_}) setPart(label, {});
        return;
    }
    // The engine has the last word: a driver without a working CUDA still trains on the processor.
    const bool usesGpu = reading.gpu && (!runs_.engine() || trainingGpu(runs_.engine()->info(), "auto") != nullptr);
    setPart(name_, usesGpu ? figure(palette, reading.name) : tr("No CUDA device: training on CPU"));
    name_->setToolTip(usesGpu                    ? tr("Device")
                      : reading.reason.isEmpty() ? reading.name
                                                 : reading.name + QLatin1Char('\n') + reading.reason);
    setPart(memory_, reading.totalBytes <= 0
                         ? tr("does not answer")
                         : tr("%1 of %2 MiB free")
                               .arg(figure(palette, formatCount(qRound64(reading.freeBytes / kMiB))),
                                    formatCount(qRound64(reading.totalBytes / kMiB))));
    setPart(temperature_,
            reading.temperature ? figure(palette, tr("%1 °C").arg(qRound(*reading.temperature))) : QString());
    const QString load = reading.load ? figure(palette, tr("%1 %").arg(qRound(*reading.load * 100))) : QString();
    setPart(load_, load.isEmpty() ? load : reading.gpu ? tr("GPU %1").arg(load) : tr("CPU %1").arg(load));
    setPart(power_, reading.power ? figure(palette, tr("%1 W").arg(qRound(*reading.power))) : QString());
    showDisturbance();
}

/// What makes timings doubtful; nothing to see where nothing does.
void StatusLine::showDisturbance() {
    const auto& reading = device_.reading();
    QStringList programs;
    for (const GpuNeighbour& neighbour : reading.neighbours) {
        const QString name = neighbour.name.isEmpty() ? tr("process %1").arg(neighbour.pid)
                                                      : tr("%1 (%2)").arg(neighbour.name).arg(neighbour.pid);
        programs << (neighbour.bytes > 0 ? tr("%1: %2 MiB").arg(name, formatCount(qRound64(neighbour.bytes / kMiB)))
                                         : name);
    }
    setPart(neighbours_,
            programs.isEmpty()
                ? QString()
                : tr("other programs on the GPU: %1").arg(figure(theme_.palette(), formatCount(programs.size()))));
    neighbours_->setToolTip(tr("Other programs on the GPU") + QLatin1Char('\n') + programs.join(QLatin1Char('\n')));
    const bool slowed = isSlowed(reading.clockShare, reading.brake);
    setPart(clock_, slowed ? tr("clock %1, held down by %2")
                                 .arg(figure(theme_.palette(), tr("%1 %").arg(qRound(*reading.clockShare * 100))),
                                      translated(brakeName(*reading.brake)))
                           : QString());
}

void StatusLine::showRun() {
    const auto view = runs_.live();
    const auto& palette = theme_.palette();
    // A run that stands still comes no nearer to its end.
    const auto setLeft = [&](double seconds, bool isPaused) {
        setPart(left_, seconds < 0 ? QString()
                                   : (isPaused ? tr("%1 left once it goes on") : tr("%1 left"))
                                         .arg(figure(palette, formatTimeLeft(seconds))));
    };
    if (!view) {
        const bool elsewhere = runs_.trainsElsewhere() && !runs_.active() && !queue_.held();
        if (const double share = runs_.openingShare(); share >= 0)
            setPart(
                rate_,
                tr("reading all runs for a new index: %1").arg(figure(palette, tr("%1 %").arg(qRound(share * 100)))));
        else
            setPart(rate_, elsewhere        ? tr("trained by another process")
                           : runs_.active() ? tr("preparing")
                           : queue_.held()  ? queue_.heldFor()
                                            : tr("idle"));
        return setLeft(elsewhere ? runs_.current()->secondsLeft : -1,
                       elsewhere && runs_.current()->summary.state == RunState::Paused);
    }
    switch (runs_.state()) {
        case RunState::Paused:
            setPart(rate_, tr("paused"));
            break;
        case RunState::Stopping:
            setPart(rate_, tr("stopping"));
            break;
        case RunState::Preparing:
            setPart(rate_, tr("preparing"));
            break;
        default: {
            const double steps = view->metrics.series(MetricId::StepsPerSecond).current();
            setPart(rate_, tr("%1 steps/s").arg(figure(palette, formatNumber(steps, 3))));
        }
    }
    setLeft(view->secondsLeft, runs_.state() == RunState::Paused);
}

void StatusLine::showWaiting() {
    const RunQueue::State& state = queue_.state();
    const QueuePlan::Time left = state.runs.size() <= kMaxTimedRuns ? queue_.timeLeft() : QueuePlan::Time{-1, false};
    waiting_->setText(waitingText(state.runs.size(), left.isWhole ? left.seconds : -1, state.paused));
    waiting_->setVisible(!state.runs.empty());
    waiting_->setToolTip(tr("Runs that wait for their turn: shows them"));
}

void StatusLine::setUnread(int lines) { log_->setText(lines > 0 ? tr("Log %1").arg(lines) : tr("Log")); }

void StatusLine::flash(const QString& text) {
    flash_->setText(text);
    QTimer::singleShot(kFlashMs, flash_, [label = flash_, text] {
        if (label->text() == text) label->clear();
    });
}

}  // namespace gatelab
