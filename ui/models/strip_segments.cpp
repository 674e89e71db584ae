// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/strip_segments.h"

#include "app/run_names.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "models/run_columns.h"
#include "runs/run_actions.h"

#include <QCoreApplication>

#include <algorithm>

namespace gatelab {

namespace {

/// A run that another process trains is among the newest.
constexpr std::size_t kNewestRuns = 500, kMaxElsewhere = 3, kMaxAside = 2;

QString say(const char* source) { return QCoreApplication::translate("RunStrip", source); }

QString percent(double share) {
    return say(QT_TRANSLATE_NOOP("RunStrip", "%1 %")).arg(static_cast<int>(100 * std::clamp(share, 0.0, 1.0)));
}

double stepShare(const RunView& run) {
    return run.plan.totalSteps > 0
               ? std::min(1.0, static_cast<double>(run.summary.step) / static_cast<double>(run.plan.totalSteps))
               : 0;
}

double epochShare(const RunSummary& run) {
    return run.epochs > 0 ? std::min(1.0, static_cast<double>(run.epoch) / static_cast<double>(run.epochs)) : 0;
}

StripSegment segmentOf(SegmentKind kind, const RunSummary& run) {
    StripSegment segment;
    segment.kind = kind;
    segment.id = segment.runId = fromUtf8(run.id);
    segment.name = shownRunName(run);
    segment.number = run.number > 0 ? QStringLiteral("#%1").arg(run.number) : segment.name;
    segment.slot = run.colour;
    return segment;
}

void addAlert(StripSegment& segment, const QString& alert) {
    if (alert.isEmpty()) return;
    segment.icon = QStringLiteral("warn");
    segment.ink = Ink::Warning;
    segment.words = say(QT_TRANSLATE_NOOP("RunStrip", "%1, %2")).arg(alert, segment.words);
}

StripSegment liveSegment(const RunView& run, RunState state, const QString& alert) {
    const bool isPaused = state == RunState::Paused;
    StripSegment segment = segmentOf(isPaused ? SegmentKind::Paused : SegmentKind::Live, run.summary);
    segment.share = stepShare(run);
    segment.isPaused = isPaused;
    segment.icon = isPaused ? QStringLiteral("pause") : QStringLiteral("play");
    segment.ink = isPaused ? Ink::Text : Ink::Accent;
    if (isPaused)
        segment.words = say(QT_TRANSLATE_NOOP("RunStrip", "paused, %1")).arg(percent(segment.share));
    else if (state != RunState::Running)
        segment.words = stateLabel(state);
    else
        segment.words = run.secondsLeft < 0 ? percent(segment.share)
                                            : say(QT_TRANSLATE_NOOP("RunStrip", "%1, %2 left"))
                                                  .arg(percent(segment.share), formatTimeLeft(run.secondsLeft));
    addAlert(segment, alert);
    return segment;
}

StripSegment startingSegment() {
    StripSegment segment;
    segment.name = segment.number = say(QT_TRANSLATE_NOOP("RunStrip", "New run"));
    segment.words = stateLabel(RunState::Preparing);
    segment.icon = QStringLiteral("play");
    segment.ink = Ink::Accent;
    segment.share = 0;
    segment.isOpen = true;
    return segment;
}

StripSegment clusterSegment(const RunSummary& run, const QString& words) {
    StripSegment segment = segmentOf(SegmentKind::Cluster, run);
    segment.share = epochShare(run);
    segment.words = words;
    segment.icon = run.epoch > 0 ? QStringLiteral("play") : QStringLiteral("clock");
    return segment;
}

/// One that is not steered here.
StripSegment restingSegment(const RunSummary& run, const StripFacts& facts) {
    if (const QString words = facts.atCluster ? facts.atCluster(run.id) : QString(); !words.isEmpty()) {
        StripSegment segment = clusterSegment(run, words);
        addAlert(segment, facts.alerts.value(segment.id));
        return segment;
    }
    const bool isAside = facts.aside.contains(fromUtf8(run.id));
    if (isGoingOn(run.state) && !isAside) {
        StripSegment segment = segmentOf(SegmentKind::Elsewhere, run);
        segment.share = epochShare(run);
        segment.isHeard = facts.hears && facts.hears(run.id);
        segment.isPaused = run.state == RunState::Paused;
        segment.words = (segment.isPaused  ? say(QT_TRANSLATE_NOOP("RunStrip", "paused, %1"))
                         : segment.isHeard ? QStringLiteral("%1")
                                           : say(QT_TRANSLATE_NOOP("RunStrip", "%1, another process")))
                            .arg(percent(segment.share));
        segment.icon = segment.isPaused ? QStringLiteral("pause") : QStringLiteral("play");
        addAlert(segment, facts.alerts.value(segment.id));
        return segment;
    }
    if (run.state != RunState::Interrupted && !isGoingOn(run.state)) {
        StripSegment segment = segmentOf(SegmentKind::Ended, run);
        const bool isFailed = run.state == RunState::Failed;
        segment.icon = isFailed ? QStringLiteral("error") : QStringLiteral("check");
        segment.ink = isFailed ? Ink::Error : Ink::Success;
        const QString best = bestValidationText(run);
        segment.words = isFailed || best == QLatin1String("-")
                            ? runStateText(run)
                            : say(QT_TRANSLATE_NOOP("RunStrip", "best %1")).arg(best);
        return segment;
    }
    StripSegment segment = segmentOf(SegmentKind::Aside, run);
    segment.share = epochShare(run);
    segment.icon = QStringLiteral("pause");
    segment.words = (isAside ? say(QT_TRANSLATE_NOOP("RunStrip", "paused, %1"))
                             : say(QT_TRANSLATE_NOOP("RunStrip", "interrupted, %1")))
                        .arg(percent(segment.share));
    if (isGoingOn(run.state)) segment.obstacle = say(QT_TRANSLATE_NOOP("RunStrip", "It is being saved."));
    if (const QString file = facts.missing.value(segment.id); !file.isEmpty()) {
        segment.obstacle = say(QT_TRANSLATE_NOOP("RunStrip", "%1 is missing")).arg(file);
        segment.words = segment.obstacle;
        segment.isMissing = true;
    }
    return segment;
}

StripSegment waitingSegment(const QueuedRun& waiting, std::size_t place, const QueuePlan& plan) {
    const RunSummary run = plan.runOf(waiting);
    StripSegment segment = segmentOf(SegmentKind::Waiting, run);
    segment.id = fromUtf8(waiting.id);
    segment.runId = fromUtf8(waiting.resume);
    segment.words = placeWord(place);
    segment.icon = QStringLiteral("clock");
    if (waiting.resume.empty()) segment.slot = -1;
    return segment;
}

}  // namespace

std::vector<StripSegment> stripSegments(const StripFacts& facts, const QueuePlan& plan) {
    std::vector<StripSegment> segments;
    QStringList seen;
    if (facts.live) {
        segments.push_back(liveSegment(*facts.live, facts.liveState, facts.alert));
        seen << facts.live->id;
    } else if (facts.isStarting) {
        segments.push_back(startingSegment());
    }
    // What waits to go on stands where it waits, once.
    if (facts.queue)
        for (const QueuedRun& run : facts.queue->runs)
            if (!run.resume.empty()) seen << fromUtf8(run.resume);
    const auto add = [&](const RunSummary& run) {
        const QString id = fromUtf8(run.id);
        if (seen.contains(id)) return;
        seen << id;
        segments.push_back(restingSegment(run, facts));
    };
    std::size_t elsewhere = 0;
    const auto newest = facts.runs.first(std::min(facts.runs.size(), kNewestRuns));
    for (const RunSummary& run : newest)
        if (const QString id = fromUtf8(run.id);
            isGoingOn(run.state) && elsewhere < kMaxElsewhere && !seen.contains(id) && !facts.aside.contains(id)) {
            add(run);
            ++elsewhere;
        }
    const std::size_t atCluster = std::min(facts.clusterRuns.size(), kMaxElsewhere);
    for (const std::string& id : std::span(facts.clusterRuns).first(atCluster))
        if (const auto found = std::ranges::find(facts.runs, id, &RunSummary::id); found != facts.runs.end())
            add(*found);
    for (const QString& id : facts.aside.first(std::min<qsizetype>(facts.aside.size(), kMaxAside)))
        if (const auto found = std::ranges::find(facts.runs, id.toStdString(), &RunSummary::id);
            found != facts.runs.end() && (isGoingOn(found->state) || found->state == RunState::Interrupted))
            add(*found);
    if (facts.open && !facts.open->live) add(facts.open->summary);
    const std::size_t waiting = facts.queue ? facts.queue->runs.size() : 0;
    for (std::size_t i = 0; waiting <= kMaxWaitingSegments && i < waiting; ++i)
        segments.push_back(waitingSegment(facts.queue->runs[i], i + 1, plan));
    for (StripSegment& segment : segments)
        if (facts.open && !segment.runId.isEmpty() && !facts.isStarting)
            segment.isOpen = segment.runId == facts.open->id;
    return segments;
}

std::vector<int> segmentWidths(std::span<const SegmentRoom> rooms, int width) {
    int least = 0, growth = 0;
    for (const SegmentRoom& room : rooms) {
        least += room.least;
        growth += std::max(0, room.wanted - room.least);
    }
    const double share = growth > 0 ? std::clamp(static_cast<double>(width - least) / growth, 0.0, 1.0) : 0;
    std::vector<int> widths;
    for (const SegmentRoom& room : rooms)
        widths.push_back(room.least + static_cast<int>(share * std::max(0, room.wanted - room.least)));
    return widths;
}

QString placeWord(std::size_t place) {
    switch (place) {
        case 1:
            return say(QT_TRANSLATE_NOOP("RunStrip", "1st"));
        case 2:
            return say(QT_TRANSLATE_NOOP("RunStrip", "2nd"));
        case 3:
            return say(QT_TRANSLATE_NOOP("RunStrip", "3rd"));
        default:
            return say(QT_TRANSLATE_NOOP("RunStrip", "%1th")).arg(place);
    }
}

QString waitingText(std::size_t count, double seconds, bool isPaused) {
    if (count == 0) return {};
    const QString wait =
        count == 1 ? say(QT_TRANSLATE_NOOP("RunStrip", "1 run waits"))
                   : say(QT_TRANSLATE_NOOP("RunStrip", "%1 runs wait")).arg(formatCount(static_cast<qint64>(count)));
    if (isPaused) return say(QT_TRANSLATE_NOOP("RunStrip", "%1, paused")).arg(wait);
    return seconds > 0 ? say(QT_TRANSLATE_NOOP("RunStrip", "%1, %2")).arg(wait, formatTimeLeft(seconds)) : wait;
}

}  // namespace gatelab
