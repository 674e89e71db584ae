// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_alerts.h"

#include "common/background_job.h"
#include "common/list_text.h"
#include "common/texts.h"
#include "run/alert_rules_json.h"
#include "runs/run_controller.h"
#include "store/record/recorded_alerts.h"
#include "store/record/run_folder.h"

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

constexpr qint64 kEveryMs = 1000;
constexpr int kElsewhereMs = 2000;
constexpr std::size_t kMostElsewhere = 20;  // the newest of the runs that others train

AlertCurve curveOf(const MetricSeries& series) {
    AlertCurve curve;
    for (std::size_t i = 0; i < series.size(); ++i) {
        curve.seconds.push_back(series.x(i, XAxis::Seconds));
        curve.epochs.push_back(series.x(i, XAxis::Epoch));
        curve.values.push_back(series.value(i));
    }
    return curve;
}

bool names(const std::vector<Alert>& alerts, const AlertRule& rule) {
    return std::ranges::any_of(alerts, [&rule](const Alert& one) { return one.rule == rule; });
}

}  // namespace

RunAlerts::RunAlerts(RunController& runs)
    : QObject(&runs),
      runs_(runs),
      reading_(new BackgroundJob(this)),
      writing_(new BackgroundJob(this)),
      looking_(new BackgroundJob(this)) {
    timer_.setInterval(kElsewhereMs);
    connect(&timer_, &QTimer::timeout, this, &RunAlerts::lookElsewhere);
    connect(&runs_, &RunController::runsChanged, this, &RunAlerts::lookElsewhere);
    timer_.start();
    connect(&runs_, &RunController::workspaceChanged, this, &RunAlerts::read);
    connect(&runs_, &RunController::stateChanged, this, &RunAlerts::look);
    connect(&runs_, &RunController::ticked, this, [this] {
        if (!looked_.isValid() || looked_.elapsed() >= kEveryMs) look();
    });
    read();
}

void RunAlerts::read() {
    rules_ = defaultAlertRules();
    problem_.clear();
    looking_->cancel();
    notesSeen_.clear();
    elsewhere_.clear();
    const auto workspace = runs_.workspace();
    if (!workspace) return;
    reading_->run<Result<std::vector<AlertRule>>>(
        [folder = workspace->folder()](const Progress&) { return readAlertRules(folder); },
        [this, workspace](Result<std::vector<AlertRule>> result) {
            if (workspace != runs_.workspace()) return;
            if (result.ok())
                rules_ = std::move(*result);
            else
                problem_ = translated(result.error().phrase);
            Q_EMIT changed();
        });
}

void RunAlerts::setRules(std::vector<AlertRule> rules) {
    rules_ = std::move(rules);
    problem_.clear();
    reading_->cancel();
    if (const auto workspace = runs_.workspace())
        writing_->run<Result<>>(
            [folder = workspace->folder(), kept = rules_](const Progress&) { return keepAlertRules(folder, kept); },
            [this](Result<> result) {
                if (result.ok()) return;
                problem_ = translated(result.error().phrase);
                Q_EMIT changed();
            });
    look();
    Q_EMIT changed();
}

QString RunAlerts::words() const {
    QStringList words;
    for (const Alert& alert : holding_) words << translated(alertName(alert.rule));
    return listText(words);
}

void RunAlerts::look() {
    looked_.start();
    const auto live = runs_.live();
    const QString run = live && runs_.state() == RunState::Running ? live->id : QString();
    const std::vector<Alert> before = run == run_ ? holding_ : std::vector<Alert>();
    const QString wordsBefore = words();
    run_ = run;
    holding_.clear();
    if (!run.isEmpty())
        holding_ = holdingAlerts(rules_, [&live](MetricId id) { return curveOf(live->metrics.series(id)); });
    for (const Alert& alert : holding_)
        if (!names(before, alert.rule)) Q_EMIT raised(run, translated(alert.text));
    if (words() != wordsBefore) Q_EMIT changed();
}

void RunAlerts::lookElsewhere() {
    const auto workspace = runs_.workspace();
    if (!workspace || looking_->running()) return;
    const auto live = runs_.live();
    std::vector<std::string> ids;
    for (const RunSummary& run : runs_.runs())
        if (isGoingOn(run.state) && ids.size() < kMostElsewhere && (!live || fromUtf8(run.id) != live->id))
            ids.push_back(run.id);
    if (ids.empty()) return takeElsewhere({});
    using Notes = QHash<QString, std::vector<AlertNote>>;
    looking_->run<Notes>(
        [folder = workspace->folder(), ids](const Progress&) {
            Notes notes;
            for (const std::string& id : ids)
                if (auto read = readAlertNotes(runFolderIn(folder, id)); read.ok())
                    notes.insert(fromUtf8(id), std::move(*read));
            return notes;
        },
        [this, workspace](const Notes& notes) {
            if (workspace == runs_.workspace()) takeElsewhere(notes);
        });
}

/// What was there before this window looked is marked, and no news.
void RunAlerts::takeElsewhere(const QHash<QString, std::vector<AlertNote>>& notes) {
    QHash<QString, QString> words;
    QHash<QString, std::size_t> seen;
    for (auto run = notes.begin(); run != notes.end(); ++run) {
        QStringList names;
        for (const AlertNote& open : openAlerts(*run)) names << translated(alertName({.name = open.rule}));
        if (!names.isEmpty()) words.insert(run.key(), listText(names));
        seen.insert(run.key(), run->size());
        for (std::size_t i = notesSeen_.value(run.key(), run->size()); i < run->size(); ++i)
            if ((*run)[i].begins) Q_EMIT raised(run.key(), translated((*run)[i].text));
    }
    notesSeen_ = std::move(seen);
    if (std::exchange(elsewhere_, words) != words) Q_EMIT changed();
}

RunAlerts& alertsOf(RunController& runs) {
    auto* alerts = runs.findChild<RunAlerts*>(QString(), Qt::FindDirectChildrenOnly);
    return alerts ? *alerts : *new RunAlerts(runs);
}

}  // namespace gatelab
