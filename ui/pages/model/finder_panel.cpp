// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/model/finder_panel.h"

#include "charts/line_chart.h"
#include "common/background_job.h"
#include "common/texts.h"
#include "models/run_figures.h"
#include "runs/experiment_model.h"
#include "runs/measurement.h"
#include "runs/run_controller.h"
#include "session/engine.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/layouts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace gatelab {

namespace {

constexpr int kChartHeight = 170;
constexpr int kDigits = 3;

QString number(double value) { return QString::number(value, 'g', kDigits); }

}  // namespace

FinderPanel::FinderPanel(Theme& theme, ExperimentModel& experiment, RunController& runs, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      experiment_(&experiment),
      runs_(&runs),
      card_(new Card),
      chart_(new LineChart(theme, {}, {})),
      note_(makeLabel({}, "note")),
      apply_(makeButton({}, {}, this, &FinderPanel::apply)),
      close_(makeButton({}, {}, this, &FinderPanel::dismiss)),
      job_(new BackgroundJob(this)) {
    makeColumn(this, {}, -1, {card_});
    chart_->setMinimumHeight(static_cast<int>(kChartHeight * theme.textScale()));
    chart_->setToolsVisible(false);
    chart_->setLogX(true);
    card_->body()->addWidget(chart_, 1);
    auto* row = new QHBoxLayout;
    note_->setWordWrap(true);
    row->addWidget(note_, 1);
    row->addWidget(apply_);
    row->addWidget(close_);
    card_->body()->addLayout(row);
    connect(job_, &BackgroundJob::progressed, this,
            [this](double share) { note_->setText(tr("Searching: %1 %").arg(static_cast<int>(100 * share))); });
    hide();
}

FinderPanel::~FinderPanel() = default;

void FinderPanel::start(FinderRequest::Kind kind) {
    if (job_->running()) return;
    result_.reset();
    const bool isRate = kind == FinderRequest::Kind::LearningRate;
    card_->setTitle(isRate ? tr("Learning-rate search") : tr("Batch-size search"));
    chart_->setTitle(isRate ? tr("Loss") : tr("Throughput"),
                     isRate ? lossScale(experiment_->config()) : tr("samples/s"));
    chart_->setXCounted(!isRate);
    chart_->setXLabel(isRate ? tr("learning rate") : tr("batch size"));
    chart_->setYFromZero(!isRate);
    chart_->setIgnoreOutliers(isRate);
    chart_->setLines({});
    chart_->setMarkers({});
    apply_->hide();
    close_->setText(tr("Cancel"));
    show();
    note_->setText(tr("Searching: %1 %").arg(0));
    gaveWay_ = false;
    const auto giveWay = [this] {
        gaveWay_ = true;
        job_->cancel();
    };
    const bool begins = runs_->sharedEngine() &&
                        runs_->measurements().begin(this, {tr("the search measures"), Yielding::ToTraining, giveWay},
                                                    [this, kind](Measurements::Lease lease) {
                                                        if (isHidden()) return;  // dismissed
                                                        search(kind, std::move(lease));
                                                    });
    if (begins) return;
    close_->setText(tr("Close"));
    note_->setText(
        !runs_->sharedEngine() ? tr("The training engine is not open yet; try again in a moment.")
        : runs_->active()
            ? tr("A run is training and would disturb the search; start it when the run has ended.")
            : tr("Something else measures, and each would disturb the other; start the search when that has ended."));
}

void FinderPanel::search(FinderRequest::Kind kind, Measurements::Lease lease) {
    Q_EMIT searching(true);
    const FinderRequest request{kind, experiment_->config(), experiment_->dataset(), {}};
    job_->run<Result<FinderResult>>(
        [engine = runs_->sharedEngine(), request](const Progress& progress) { return engine->find(request, progress); },
        [this, lease = std::move(lease)](const Result<FinderResult>& result) {
            lease->end();
            showResult(result);
        });
    if (gaveWay_) job_->cancel();
}

void FinderPanel::showResult(const Result<FinderResult>& result) {
    Q_EMIT searching(false);
    close_->setText(tr("Close"));
    if (!result.ok()) {
        note_->setText(gaveWay_ ? tr("The search was stopped so that it does not disturb this training.")
                                : translated(result.error()));
        return;
    }
    result_ = *result;
    if (result_->kind == FinderRequest::Kind::LearningRate)
        showRates(*result_);
    else
        showBatches(*result_);
    note_->setText(translated(result_->reason));
    apply_->setVisible(result_->suggestion > 0);
    setStyleProperty(apply_, "link", result_->weak);  // no advice, but it can be had
    apply_->setText(tr("Apply %1").arg(number(result_->suggestion)));
    if (result_->suggestion > 0) chart_->setMarkers({{result_->suggestion, number(result_->suggestion)}});
    chart_->fit();
}

void FinderPanel::showRates(const FinderResult& result) {
    ChartLine raw, smoothed;
    raw.name = tr("each step");
    raw.colour = theme_->palette().muted;
    smoothed.name = tr("smoothed");
    smoothed.colour = theme_->runColour(0);
    for (const FinderPoint& point : result.points) {
        raw.x.push_back(point.value);
        raw.y.push_back(point.loss);
        smoothed.x.push_back(point.value);
        smoothed.y.push_back(point.smoothed);
    }
    chart_->setLines({raw, smoothed});
}

void FinderPanel::showBatches(const FinderResult& result) {
    ChartLine line;
    line.name = tr("samples/s");
    line.colour = theme_->runColour(0);
    for (const FinderPoint& point : result.points) {
        line.x.push_back(point.value);
        line.y.push_back(point.samplesPerSecond);
    }
    chart_->setLines({line});
}

void FinderPanel::apply() {
    if (!result_ || result_->suggestion <= 0) return;
    // Three digits: more would pretend to know better than the noise of the search.
    if (result_->kind == FinderRequest::Kind::BatchSize)
        experiment_->set(result_->field, static_cast<std::int64_t>(result_->suggestion));
    else
        experiment_->set(result_->field, number(result_->suggestion).toDouble());
    dismiss();
}

void FinderPanel::dismiss() {
    job_->cancel();
    hide();
}

}  // namespace gatelab
