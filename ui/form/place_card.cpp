// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/place_card.h"

#include "app/machines/host_matrix.h"
#include "app/machines/place_measurement.h"
#include "app/machines/rank_forecast.h"
#include "common/background_job.h"
#include "common/texts.h"
#include "config/setting_predicates.h"
#include "form/place_form.h"
#include "runs/experiment_model.h"
#include "runs/machines.h"
#include "runs/measurement.h"
#include "runs/measurements.h"
#include "runs/queue_controller.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/layouts.h"

#include <QPushButton>
#include <QShortcut>

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

constexpr int kRefreshMs = 30;  // several signals of one edit are one refresh
constexpr std::int64_t kShownRanks[] = {2, 8, 64};
constexpr const char* kRanksField = "ranks";

}  // namespace

PlaceCard::PlaceCard(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue,
                     QWidget* parent)
    : QWidget(parent),
      experiment_(&experiment),
      runs_(&runs),
      queue_(&queue),
      form_(new PlaceForm(theme, queue.machines(), true)),
      measure_(makeButton(theme.icon(QStringLiteral("clock")), tr("Measure"), this, &PlaceCard::measureOrStop)),
      escape_(new QShortcut(Qt::Key_Escape, this)),
      job_(new BackgroundJob(this)) {
    measure_->setProperty("compact", true);
    measure_->setToolTip(
        tr("Measures for some seconds what messages between these ranks cost and what a step is on one core: from "
           "that follows what more ranks would gain."));
    makeColumn(this, {}, 6, {makeLabel(tr("Where it runs"), "section"), form_, {measure_, 0, Qt::AlignRight}});
    later_.setSingleShot(true);
    later_.setInterval(kRefreshMs);
    connect(&later_, &QTimer::timeout, this, &PlaceCard::refresh);
    connect(escape_, &QShortcut::activated, job_, &BackgroundJob::cancel);
    connect(job_, &BackgroundJob::progressed, this, [this] { later_.start(); });
    connect(form_, &PlaceForm::edited, this, &PlaceCard::take);
    const auto soon = [this] { later_.start(); };
    connect(experiment_, &ExperimentModel::configChanged, this, soon);
    connect(experiment_, &ExperimentModel::findingsChanged, this, soon);
    connect(queue_, &QueueController::placeChanged, this, soon);
    connect(&queue_->machines(), &Machines::changed, this, soon);
    for (const auto signal : {&RunController::stateChanged, &RunController::engineReady})
        connect(runs_, signal, this, soon);
    refresh();
}

PlaceCard::~PlaceCard() = default;

bool PlaceCard::onGpu() const {
    const auto machine = experiment_->machine();
    return machine && machine->cuda;
}

void PlaceCard::take() {
    const PlaceChoice place = form_->place();
    queue_->setPlace(place);
    if (place.kind == PlaceChoice::Kind::Here) {
        if (experiment_->config().ranks != form_->ranks()) experiment_->set("ranks", FieldValue(form_->ranks()));
        if (form_->ranks() == 1 && experiment_->config().threads != form_->threads())
            experiment_->set("threads", FieldValue(form_->threads()));
    }
    refresh();
}

void PlaceCard::refresh() {
    const ExperimentConfig& config = experiment_->config();
    const PlaceChoice& place = queue_->place();
    form_->showPlace(place, config.ranks, config.threads);
    const QString obstacle = placeObstacle(place, config, onGpu());
    experiment_->setUnread(kPlaceFinding, obstacle);
    // Those of this computer are found where the settings are checked.
    QString found = obstacle;
    if (found.isEmpty() && place.kind == PlaceChoice::Kind::Here && config.ranks > 1)
        for (const ConfigFinding& finding : experiment_->findings())
            if (finding.severity == Severity::Error && finding.key == kRanksField) found = translated(finding.message);
    // What is still to be typed or chosen is no mistake.
    const bool isMissing = (place.kind == PlaceChoice::Kind::Hosts && place.hosts.trimmed().isEmpty()) ||
                           (place.kind == PlaceChoice::Kind::Cluster && place.profile.isEmpty());
    form_->setNote(found.isEmpty() ? note() : found, !found.isEmpty() && !isMissing);
    const bool hasRanks =
        place.kind == PlaceChoice::Kind::Hosts || (place.kind == PlaceChoice::Kind::Here && config.ranks > 1);
    measure_->setVisible(hasRanks && found.isEmpty());
    measure_->setText(job_->running() ? tr("Stop") : tr("Measure"));
    escape_->setEnabled(job_->running());
    measure_->setEnabled(job_->running() || (!runs_->active() && runs_->engine() && experiment_->dataset() &&
                                             startObstacle(*experiment_).isEmpty()));
}

QString PlaceCard::note() const {
    const PlaceChoice& place = queue_->place();
    if (place.kind == PlaceChoice::Kind::Cluster) return clusterNote();
    if (place.kind == PlaceChoice::Kind::Here && experiment_->config().ranks <= 1) return {};
    if (job_->running())
        return job_->share() > 0 ? tr("Measuring, %1 %.").arg(qRound(100 * job_->share())) : tr("Measuring.");
    return forecastNote();
}

QString PlaceCard::clusterNote() const {
    const auto& profiles = queue_->machines().profiles();
    const auto found = std::ranges::find(profiles, queue_->place().profile.toStdString(), &ClusterProfile::name);
    if (found == profiles.end()) return {};
    QStringList facts;
    if (!found->partition.empty()) facts << tr("partition %1").arg(fromUtf8(found->partition));
    if (!found->time.empty()) facts << fromUtf8(found->time);
    if (found->cpusPerTask > 0) facts << tr("%1 threads").arg(found->cpusPerTask);
    facts << tr("as a job, saved before its time limit");
    return facts.join(QStringLiteral(", "));
}

QString PlaceCard::forecastNote() const {
    const PlaceChoice& choice = queue_->place();
    const auto place = placeOf(choice);
    const std::string hosts = place.ok() && *place ? (*place)->setup.hostsText() : std::string();
    if (place.ok() && *place && experiment_->config().isolated)
        return tr("The first rank is this window, also with a process of its own switched on.");
    const auto measured = measuredFor(queue_->machines().hosts(), hosts, experiment_->config());
    if (!measured)
        return choice.kind == PlaceChoice::Kind::Here
                   ? tr("Threads do the same for less. What more ranks gain is not measured for these settings.")
                   : tr("The hosts are asked before the run begins. What they gain is not measured for these "
                        "settings.");
    const RankMachines where = machinesOf(hosts);
    const auto forecasts = forecastRanks(measured->work, measured->costs, where);
    const std::int64_t chosen = place.ok() && *place ? 1 + (*place)->setup.ranksOfHosts() : experiment_->config().ranks;
    auto shown = forecasts;
    std::erase_if(shown, [&](const RankForecast& one) {
        return one.ranks == chosen || std::ranges::find(kShownRanks, one.ranks) == std::end(kShownRanks);
    });
    if (const auto its = forecastRanks(measured->work, measured->costs, where, chosen))
        shown.insert(shown.begin(), *its);
    QStringList gains;
    for (const RankForecast& one : shown)
        gains << tr("%1 ranks: %2 x")
                     .arg(QString::number(one.ranks), QString::number(one.gain, 'f', one.gain < 1 ? 2 : 1));
    return tr("%1. %2.").arg(gains.join(QStringLiteral(", ")), translated(rankAdvice(forecasts, where)));
}

void PlaceCard::measureOrStop() {
    if (job_->running())
        job_->cancel();
    else
        measure();
}

void PlaceCard::measure() {
    const auto place = placeOf(queue_->place(), experiment_->config().ranks);
    if (job_->running() || !place.ok() || !*place) return;
    const auto work = [this, place = *place](const Measurements::Lease& lease) {
        job_->run<Result<MeasuredRanks>>(
            [engine = runs_->sharedEngine(), place, config = experiment_->config(), data = experiment_->dataset()](
                const Progress& progress) { return measurePlace(*engine, *place, config, data, progress); },
            [this, lease](const Result<MeasuredRanks>& measured) {
                lease->end();
                if (measured.ok())
                    queue_->machines().keepMeasured(*measured);
                else if (measured.error().code != ErrorCode::Cancelled)
                    runs_->reportProblem(translated(measured.error()));
                refresh();
            });
        refresh();
    };
    runs_->measurements().begin(this, {tr("ranks are measured"), Yielding::ToTraining, [this] { job_->cancel(); }},
                                work);
}

}  // namespace gatelab
