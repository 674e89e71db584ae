// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/forecasts/other_run_box.h"

#include "common/background_job.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "config/setting_predicates.h"
#include "pages/compare/forecasts/forecast_pair.h"
#include "pages/compare/forecasts/future_forecaster.h"
#include "pages/compare/forecasts/heldout_forecast.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "widgets/card.h"
#include "widgets/list_box.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace gatelab {

OtherRunBox::OtherRunBox(RunController& runs, QWidget* parent)
    : QWidget(parent),
      runs_(&runs),
      job_(new BackgroundJob(this)),
      future_(new FutureForecaster(runs, this)),
      box_(new ListBox) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    QLabel* label = makeLabel(tr("Compare with"), "note");
    label->setBuddy(box_);
    box_->setAccessibleName(label->text());
    box_->setToolTip(
        tr("Draws the forecasts of a second run over these: one on the same data with a target in common"));
    box_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    box_->setMinimumWidth(120);
    row->addWidget(label);
    row->addWidget(box_);
    connect(box_, &QComboBox::activated, this, [this](int index) { choose(box_->itemData(index).toString()); });
    connect(future_, &FutureForecaster::changed, this, &OtherRunBox::changed);
    connect(runs_, &RunController::engineReady, this, [this] {
        if (!runId_.isEmpty() && !set_) compute();
    });
    refresh();
}

void OtherRunBox::setFirst(const QString& runId) {
    if (runId == firstId_) return;
    firstId_ = runId;
    refresh();
}

void OtherRunBox::refresh() {
    box_->clear();
    box_->addItem(tr("no other run"), QString());
    if (const RunSummary* first = runs_->findRun(firstId_); first && isForecast(*first->config))
        for (const RunSummary& run : runs_->runs())
            if (run.id != first->id && hasEnded(run.state) && canShareForecasts(first->config, run.config))
                box_->addItem(shownRunName(run), fromUtf8(run.id));
    setVisible(box_->count() > 1);
    const int index = box_->findData(runId_);
    if (index < 0) return choose({});
    box_->setCurrentIndex(index);
}

void OtherRunBox::choose(const QString& runId) {
    const int index = std::max(0, box_->findData(runId));
    box_->setCurrentIndex(index);
    const QString id = box_->itemData(index).toString();
    if (id == runId_) return;
    runId_ = id;
    job_->cancel();
    set_.reset();
    status_.clear();
    {
        const QSignalBlocker quiet(future_);
        future_->clear();
    }
    if (!runId_.isEmpty()) compute();
    Q_EMIT chosen();
    Q_EMIT changed();
}

QString OtherRunBox::name() const {
    const RunSummary* run = runs_->findRun(runId_);
    return run ? shownRunName(*run) : QString();
}

int OtherRunBox::slot() const {
    const RunSummary* run = runs_->findRun(runId_);
    return run ? run->colour : 0;
}

void OtherRunBox::setForecasts(std::shared_ptr<const ForecastSet> set) {
    set_ = std::move(set);
    status_.clear();
    Q_EMIT changed();
}

void OtherRunBox::compute() {
    const auto engine = runs_->sharedEngine();
    const RunSummary* first = runs_->findRun(firstId_);
    if (!first) return;
    const auto request = testForecast(*runs_, runId_, first->config->horizon);
    if (!request) {
        status_ = tr("%1 has no checkpoint, so it has no weights to forecast with.").arg(name());
        return;
    }
    status_ = tr("Forecasting the test part with %1.").arg(name());
    if (!engine) return;
    job_->run<Result<ForecastSet>>(
        [engine, asked = *request](const Progress& progress) { return engine->forecast(asked, progress); },
        [this, of = runId_](Result<ForecastSet> result) {
            if (of != runId_) return;  // another has been chosen meanwhile
            if (result.ok()) return setForecasts(std::make_shared<const ForecastSet>(std::move(*result)));
            if (result.error().code == ErrorCode::Cancelled) return;
            status_ = tr("%1 gives no forecasts: %2").arg(name(), translated(result.error()));
            Q_EMIT changed();
        });
}

}  // namespace gatelab
