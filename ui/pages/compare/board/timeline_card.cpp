// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/timeline_card.h"

#include "app/timeline_recording.h"
#include "common/background_job.h"
#include "common/texts.h"
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

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>
#include <utility>

namespace gatelab {

namespace {

constexpr int kDigits = 3;
constexpr double kMilliseconds = 1e3, kNoCost = 0.005;

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
    column->addWidget(makeLabel(tr("Where the time of a step goes"), "section"));
    for (QWidget* widget : std::initializer_list<QWidget*>{verdict_, strip_, parts_, note_, record_})
        column->addWidget(widget);
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
    if (isTraining()) {
        timeline_.reset();
        job_->run<Result<>>([folder](const Progress&) { return askForTimeline(folder, kTimelineSteps); },
                            [this, asked = ++asked_](Result<> result) {
                                if (asked != asked_) return;
                                say(result.ok() ? tr("Its next epoch is recorded; look again in a moment.")
                                                : translated(result.error().phrase));
                                refresh();
                            });
        return refresh();
    }
    if (!engine) return;
    const auto go = [this, engine, folder, run = *run](const Measurements::Lease& lease) {
        job_->run<Result<Timeline>>(
            [engine, folder, run](const Progress& progress) -> Result<Timeline> {
                auto timeline = recordTimeline(*engine, run, kTimelineSteps, progress);
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
    QString note = tr("%n step(s) recorded, %1 ms each", nullptr, static_cast<int>(timeline.recordedSteps()))
                       .arg(formatNumber(kMilliseconds * timeline.recordedMedian(), kDigits));
    if (std::isfinite(timeline.cost()) && timeline.cost() < kNoCost)
        note += tr("; recording took no time that shows");
    else if (std::isfinite(timeline.cost()))
        note += tr("; recording made a step %1 % longer").arg(formatNumber(100 * timeline.cost(), 2));
    say(note);
    refresh();
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
    record_->setEnabled(!job_->running() && (isTraining() || runs_->sharedEngine()));
    if (!has) return;
    std::vector<BarList::Row> rows;
    for (const TimelineRow& row : timelineParts(*timeline_))
        if (row.part != TimelinePart::Prepare)
            rows.push_back({translated(timelineLabel(row.part)), row.seconds,
                            TimelineStrip::colourOf(theme_->palette(), row.part),
                            isOfStep(row.part) ? tr("%1 %").arg(formatNumber(100 * row.share, 2))
                                               : tr("%1 ms").arg(formatNumber(kMilliseconds * row.seconds, kDigits))});
    parts_->setRows(std::move(rows));
}

}  // namespace gatelab
