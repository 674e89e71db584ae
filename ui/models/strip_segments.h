// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/queue_plan.h"
#include "common/theme.h"
#include "runs/run_view.h"

#include <QHash>
#include <QString>
#include <QStringList>
#include <functional>
#include <span>
#include <string>
#include <vector>

/// What stands on the run strip of the Train page, and how it gives way in a narrow window. Pure functions.
namespace gatelab {

/// What a segment stands for; its own buttons follow from it. Aside: a run that can go on, but holds nothing now.
enum class SegmentKind { Live, Paused, Elsewhere, Cluster, Aside, Ended, Waiting };

struct StripSegment {
    SegmentKind kind = SegmentKind::Live;
    /// Of the run; of a waiting one that of its entry in the queue; empty: the run that is only starting.
    QString id = {};
    QString runId = {};     ///< that a click opens; empty: it has no run yet
    QString name = {};      ///< "#110 LSTM 64"
    QString number = {};    ///< "#110": all that stays of a waiting one's name in a narrow strip
    QString words = {};     ///< "42 %, 0:16 left"
    QString obstacle = {};  ///< why it cannot go on; empty: it can
    QString icon = {};
    Ink ink = Ink::Muted;
    int slot = -1;      ///< of its colour and marker; -1: none yet
    double share = -1;  ///< done, 0 to 1; negative: nothing to show
    bool isOpen = false;
    bool isMissing = false;  ///< its data file is
    bool isHeard = false;    ///< trains elsewhere, in a process that takes orders from here
    bool isPaused = false;

    [[nodiscard]] bool trainsHere() const { return kind == SegmentKind::Live || kind == SegmentKind::Paused; }
    /// Pause, Go on and Stop act on it.
    [[nodiscard]] bool isSteered() const { return trainsHere() || isHeard; }
    bool operator==(const StripSegment&) const = default;
};

/// What the segments are made of; a view.
struct StripFacts {
    const RunView* live = nullptr;  ///< the run that is steered here
    RunState liveState = RunState::Running;
    bool isStarting = false;                ///< a run begins, and has no view yet
    QString alert = {};                     ///< "diverging": which alert rules hold for the live run
    QHash<QString, QString> alerts = {};    ///< the same of runs that train elsewhere
    const RunView* open = nullptr;          ///< the run that the page shows
    std::span<const RunSummary> runs = {};  ///< newest first
    const RunQueue::State* queue = nullptr;
    /// Whether the process that trains a run takes orders; null: none does
    std::function<bool(const std::string& runId)> hears = {};
    /// How a run stands at a cluster, "waiting at cluster 'gpu' (job 123)"; empty: it does not wait or train there
    std::function<QString(const std::string& runId)> atCluster = {};
    std::vector<std::string> clusterRuns = {};  ///< that do, the newest first
    QStringList aside = {};                     ///< runs that were paused when another one began
    QHash<QString, QString> missing = {};       ///< run that could go on -> its data file, which is not there
};

/// More waiting runs than this are a list behind one button.
inline constexpr std::size_t kMaxWaitingSegments = 3;
/// The time of more waiting runs than this is not told: for each, many runs are looked at.
inline constexpr std::size_t kMaxTimedRuns = 50;

/// In their order: what trains here, what others train, what a cluster has, what stands still, the open one, what
/// waits.
std::vector<StripSegment> stripSegments(const StripFacts& facts, const QueuePlan& plan);

/// How far the strip has given way; each level keeps what the one before took away.
enum class StripLevel {
    Full,
    Numbers,  ///< no names of waiting runs
    Icons,    ///< no words on Step, Stop and Go on
    List,     ///< waiting runs behind one button
    Short,    ///< names and words are cut, keys are not written on buttons
    Least     ///< numbers and icons
};

/// The least width of a segment, and what it has where there is room; px.
struct SegmentRoom {
    int least = 0, wanted = 0;
};
/// What each gets of the width: what it wants where all do, else at least its least and an even part of the rest.
std::vector<int> segmentWidths(std::span<const SegmentRoom> rooms, int width);

/// "1st" of a place from 1.
QString placeWord(std::size_t place);
/// "2 runs wait, 0:41", "3 runs wait, paused"; empty: none waits. `seconds` negative: not known.
QString waitingText(std::size_t count, double seconds, bool isPaused);

}  // namespace gatelab
