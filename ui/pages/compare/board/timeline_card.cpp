// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/timeline_card.h"

#include "app/timeline_recording.h"
#include "common/background_job.h"
#include "common/file_job.h"
#include "common/texts.h"
#include "export/timeline_export.h"
#include "io/file_io.h"
#include "pages/compare/board/timeline_strip.h"
#include "run/run_change.h"
#include "run/timeline_json.h"
#include "runs/measurement.h"
#include "runs/run_controller.h"
#include "store/record/run_folder.h"
#include "widgets/bar_list.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/layouts.h"

#include <QFileDialog>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <cmath>
#include <utility>

namespace gatelab {

namespace {

constexpr int kDigits = 3;
constexpr double kMilliseconds = 1e3;

}  // namespace

TimelineCard::TimelineCard(Theme& theme, RunController& runs, QWidget* parent)
    : QWidget(parent), theme_(&theme), runs_(&runs), job_(new BackgroundJob(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    strip_ = new TimelineStrip(theme);
    parts_ = new BarList(theme);
    verdict_ = new WrappedLabel({});
    note_ = new WrappedLabel("note");
    record_ = makeButton({}, tr("Record a timeline"), this, [this] { record(); });
    steps_ = new QSpinBox;
    steps_->setRange(1, static_cast<int>(kMostTimelineSteps));
    steps_->setValue(static_cast<int>(kTimelineSteps));
    steps_->setAccessibleName(tr("Steps to record"));
    steps_->setToolTip(tr("How many steps are recorded; as many between them are only measured"));
    export_ = new QPushButton(tr("Export"));
    auto* exports = new QMenu(export_);
    exports->addAction(tr("Trace for Perfetto..."), this, &TimelineCard::exportTrace);
    exports->addAction(tr("Scalars for TensorBoard..."), this, &TimelineCard::exportScalars);
    export_->setMenu(exports);
    setStyleProperty(export_, "menu", true);
    column->addWidget(makeLabel(tr("Where the time of a step goes"), "section"));
    for (QWidget* widget : std::initializer_list<QWidget*>{verdict_, strip_, parts_, note_}) column->addWidget(widget);
    column->addLayout(makeRow(nullptr, {}, 8, {steps_, {record_, 1}, export_}));
    connect(job_, &BackgroundJob::progressed, this, [this](double share) {
        if (share >= 0) say(tr("Training steps again: %1 %").arg(std::lround(100 * share)));
    });
    connect(runs_, &RunController::engineReady, this, &TimelineCard::refresh);
    connect(theme_, &Theme::changed, this, &TimelineCard::refresh);
    refresh();
}

void TimelineCard::showRun(const QString& runId) {
    if (runId == run_ && (timeline_ || job_->running())) return refresh();
    if (runId != run_) {
        job_->cancel();
        timeline_.reset();
        say({});
    }
    run_ = runId;
    read();
}

bool TimelineCard::isTraining() const {
    const RunSummary* run = runs_->findRun(run_);
    return run && isGoingOn(run->state);
}

void TimelineCard::read() {
    refresh();
    const auto workspace = runs_->workspace();
    if (run_.isEmpty() || !workspace) return;
    const auto folder = runFolderIn(workspace->folder(), run_.toStdString());
    // An older one is not shown as the one that was asked for.
    const auto look = [folder, isTraining = isTraining()](const Progress&) -> Result<Timeline> {
        if (isTraining && askedTimelineSteps(folder) > 0) return Error{ErrorCode::NotFound, {}};
        return readTimeline(folder);
    };
    job_->run<Result<Timeline>>(look, [this, asked = ++asked_](Result<Timeline> result) {
        if (asked != asked_) return;
        if (result.ok()) return take(*result);
        if (result.error().code != ErrorCode::NotFound) say(translated(result.error().phrase));
        refresh();
    });
}

void TimelineCard::record() {
    const auto workspace = runs_->workspace();
    const RunSummary* run = runs_->findRun(run_);
    const auto engine = runs_->sharedEngine();
    if (!workspace || !run || job_->running()) return;
    const auto folder = runFolderIn(workspace->folder(), run->id);
    const std::int64_t steps = steps_->value();
    if (isTraining()) {
        timeline_.reset();
        job_->run<Result<>>([folder, steps](const Progress&) { return askForTimeline(folder, steps); },
                            [this, asked = ++asked_](Result<> result) {
                                if (asked != asked_) return;
                                say(result.ok() ? tr("Its next epoch is recorded; look again in a moment.")
                                                : translated(result.error().phrase));
                                refresh();
                            });
        return refresh();
    }
    if (!engine) return;
    const auto go = [this, engine, folder, steps, run = *run](const Measurements::Lease& lease) {
        job_->run<Result<Timeline>>(
            [engine, folder, run, steps](const Progress& progress) -> Result<Timeline> {
                auto timeline = recordTimeline(*engine, run, steps, progress);
                if (!timeline.ok()) return timeline;
                if (auto kept = keepTimeline(folder, *timeline); !kept.ok()) return kept.error();
                return timeline;
            },
            [this, lease, asked = ++asked_](Result<Timeline> result) {
                lease->end();
                if (asked != asked_) return;
                if (result.ok()) return take(*result);
                say(result.error().code == ErrorCode::Cancelled ? tr("The recording was stopped.")
                                                                : translated(result.error().phrase));
                refresh();
            });
        say(tr("Training steps again."));
        refresh();
    };
    const bool begun = runs_->measurements().begin(
        this, {tr("a timeline is recorded"), Yielding::ToTraining, [this] { job_->cancel(); }}, go);
    if (!begun) say(tr("Something trains or measures now: record when it has ended."));
}

void TimelineCard::take(const Timeline& timeline) {
    timeline_ = timeline;
    strip_->setTimeline(timeline);
    const RunSummary* run = runs_->findRun(run_);
    const TimelineVerdict verdict =
        run ? judgeTimeline(timeline, settingsAfter(run->config, run->changes)) : TimelineVerdict();
    verdict_->setFullText(translated(verdict.text));
    QString note = tr("%n step(s) recorded, %1 ms each", nullptr, static_cast<int>(timeline.usualSteps().size()))
                       .arg(formatNumber(kMilliseconds * timeline.stepSeconds(), kDigits));
    const TimelineCost cost = timeline.cost();
    if (cost.shows())
        note += tr("; recording made a step %1 % longer").arg(formatNumber(100 * cost.share, 2));
    else if (std::isfinite(cost.share))
        note += tr("; recording took no time that shows");
    for (const Phrase& one : timelineNotes(timeline)) note += QLatin1Char('\n') + translated(one);
    say(note);
    refresh();
}

void TimelineCard::exportTrace() {
    if (!timeline_) return;
    const QString path = QFileDialog::getSaveFileName(this, tr("Export the timeline"),
                                                      run_ + QStringLiteral("-timeline.json"), tr("Trace (*.json)"));
    if (path.isEmpty()) return;
    writeInBackground(*this, path, [timeline = *timeline_, to = toPath(path)] {
        return writeFileDurably(to, timelineJson(timeline));
    });
}

void TimelineCard::exportScalars() {
    if (!timeline_) return;
    const QString path = QFileDialog::getExistingDirectory(this, tr("Folder for TensorBoard"));
    if (path.isEmpty()) return;
    writeInBackground(*this, path,
                      [timeline = *timeline_, to = toPath(path)] { return exportTimelineTensorboard(timeline, to); });
}

void TimelineCard::say(const QString& text) {
    note_->setFullText(text);
    note_->setVisible(!text.isEmpty());
    Q_EMIT changed();
}

void TimelineCard::refresh() {
    setVisible(!run_.isEmpty());
    const bool has = timeline_ && timeline_->recordedSteps() > 0;
    for (QWidget* widget : std::initializer_list<QWidget*>{strip_, parts_, verdict_}) widget->setVisible(has);
    record_->setText(timeline_ ? tr("Record again") : tr("Record a timeline"));
    export_->setVisible(has);
    steps_->setEnabled(!job_->running());
    record_->setEnabled(!job_->running() && (isTraining() || runs_->sharedEngine()));
    if (!has) return;
    std::vector<BarList::Row> rows;
    for (const TimelineRow& row : timelineParts(*timeline_))
        rows.push_back({translated(timelineLabel(row.part)), row.seconds,
                        TimelineStrip::colourOf(theme_->palette(), row.part),
                        isOfStep(row.part) ? tr("%1 %").arg(formatNumber(100 * row.share, 2))
                                           : tr("%1 ms").arg(formatNumber(kMilliseconds * row.seconds, kDigits))});
    parts_->setRows(std::move(rows));
}

}  // namespace gatelab
