// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/model/xla_memory_card.h"

#include "common/background_job.h"
#include "common/texts.h"
#include "common/theme.h"
#include "config/epoch_work.h"
#include "config/obstacles/xla_obstacle.h"
#include "runs/experiment_model.h"
#include "runs/preflight.h"
#include "widgets/button.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/layouts.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace gatelab {

namespace {

constexpr int kSoonMs = 1000;  // after the last edit

QString deviceWord(const std::string& device) {
    return device == kXlaHere ? XlaMemoryCard::tr("XLA here") : XlaMemoryCard::tr("TPU %1").arg(fromUtf8(device));
}

}  // namespace

XlaMemoryCard::XlaMemoryCard(ExperimentModel& experiment, QWidget* parent, Ask ask, std::function<bool()> hasCompiler)
    : QWidget(parent),
      experiment_(&experiment),
      ask_(std::move(ask)),
      hasCompiler_(std::move(hasCompiler)),
      job_(new BackgroundJob(this)),
      looking_(new BackgroundJob(this)),
      figures_(new KeyValueList),
      note_(new WrappedLabel("note")),
      button_(makeButton({}, tr("Memory on TPUs"), this, [this] { askTpus(); })) {
    button_->setProperty("compact", true);
    auto* column = makeColumn(this, {}, 6, {figures_, note_});
    column->addWidget(button_, 0, Qt::AlignRight);
    soon_.setSingleShot(true);
    soon_.setInterval(kSoonMs);
    connect(&soon_, &QTimer::timeout, this, &XlaMemoryCard::askHere);
    refresh();
}

void XlaMemoryCard::refresh() {
    const ExperimentConfig& config = experiment_->config();
    const bool isHere =
        isXla(config.device) && experiment_->dataset() && xlaObstacle(config).isEmpty() && !hasErrors(*experiment_);
    setVisible(isHere);
    if (!isHere || !(epochWork(config) == epochWork(of_))) {
        stop();
        rows_.clear();
        problem_.clear();
        here_.reset();
        isNew_ = true;
    }
    if (!isHere) return;
    of_ = config;
    if (!canCompile_ && !looking_->running())
        looking_->run<bool>([look = hasCompiler_](const Progress&) { return look(); },
                            [this](bool found) {
                                canCompile_ = found;
                                showAnswers();
                            });
    if (std::exchange(isNew_, false)) soon_.start();
    showAnswers();
}

void XlaMemoryCard::askHere() {
    waiting_ = {std::string(kXlaHere)};
    askNext();
}

/// A second click stops it.
void XlaMemoryCard::askTpus() {
    if (job_->running()) return stop(), showAnswers();
    rows_.resize(here_ ? 1 : 0);
    problem_.clear();
    waiting_ = knownTpus();
    askNext();
}

void XlaMemoryCard::stop() {
    soon_.stop();
    waiting_.clear();
    job_->cancel();
}

void XlaMemoryCard::askNext() {
    if (job_->running()) return;  // its end asks again
    asked_.clear();
    if (!waiting_.empty()) {
        asked_ = waiting_.front();
        waiting_.erase(waiting_.begin());
        job_->run<Result<XlaForecast>>([ask = ask_, config = of_, device = asked_](
                                           const Progress& progress) { return ask(config, device, progress); },
                                       [this, config = of_, device = asked_](const Result<XlaForecast>& forecast) {
                                           if (epochWork(config) == epochWork(of_)) take(device, forecast);
                                           askNext();
                                       });
    }
    showAnswers();
}

void XlaMemoryCard::take(const std::string& device, const Result<XlaForecast>& forecast) {
    if (forecast.ok()) {
        rows_.emplace_back(deviceWord(device), formatBytes(forecast->memory.total()));
        if (device == kXlaHere) here_ = forecast->memory.total();
    } else if (forecast.error().code != ErrorCode::Cancelled) {
        problem_ = tr("%1: %2").arg(deviceWord(device), translated(forecast.error().phrase));
        waiting_.clear();
    }
    Q_EMIT changed();
}

void XlaMemoryCard::showAnswers() {
    figures_->setRows(rows_);
    figures_->setVisible(!rows_.empty());
    const bool isAsking = !asked_.empty() && job_->running();
    const auto all = static_cast<qsizetype>(knownTpus().size());
    if (isAsking && asked_ == kXlaHere)
        note_->setFullText(tr("XLA's compiler is asked what a step takes."));
    else if (isAsking)
        note_->setFullText(tr("Compiling for %1, %2 of %3; up to half a minute each.")
                               .arg(deviceWord(asked_))
                               .arg(all - static_cast<qsizetype>(waiting_.size()))
                               .arg(all));
    else if (!problem_.isEmpty())
        note_->setFullText(problem_);
    else if (canCompile_ && !*canCompile_)
        note_->setFullText(
            tr("What it would take on TPUs is told by Google's compiler, without a TPU: pip install "
               "libtpu, then start Gatelab again."));
    else
        note_->setFullText(tr("Of one step, as the compilers lay it out. No TPU has run it yet."));
    button_->setVisible(canCompile_.value_or(false));
    button_->setEnabled(!isAsking || asked_ != kXlaHere);
    button_->setText(isAsking && asked_ != kXlaHere ? tr("Stop") : tr("Memory on TPUs"));
}

}  // namespace gatelab
