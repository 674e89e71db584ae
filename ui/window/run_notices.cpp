// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/run_notices.h"

#include "app/board.h"
#include "common/file_watch.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "common/theme.h"
#include "runs/queue_controller.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "store/imported_run.h"
#include "store/record/run_folder.h"
#include "store/run_job.h"
#include "window/engine_dialog.h"
#include "window/notices.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

namespace gatelab {

namespace {

// Rows of command_rows.cpp.
const QString kContinue = QStringLiteral("continue"), kStartQueue = QStringLiteral("queue-start"),
              kPauseQueue = QStringLiteral("queue-pause"), kWorkspace = QStringLiteral("workspace"),
              kShow = QStringLiteral("show"), kEngine = QStringLiteral("engine");
// Causes without a button.
const QString kMissing = QStringLiteral("missing"), kDisk = QStringLiteral("disk");

}  // namespace

RunNotices::RunNotices(NoticeBook& notices, RunController& runs, QueueController& queue, QObject* parent)
    : QObject(parent), notices_(notices), runs_(runs), queue_(queue), files_(new FileWatch(this)) {
    const auto error = [this](const QString& message, const Command& remedy, NoticeOf of) {
        const QString button = remedy.key == kWorkspace  ? tr("Choose a workspace")
                               : remedy.key == kShow     ? tr("Show the setting")
                               : remedy.key == kContinue ? tr("Continue from its last checkpoint")
                                                         : QString();
        notices_.addError(message, button, remedy, of);
        if (remedy.key == kMissing) watchFiles();
    };
    connect(&runs_, &RunController::problem, this,
            [error](const QString& message, const Command& remedy) { error(message, remedy, NoticeOf::Asked); });
    const auto tell = [this, error](const QString& message, const Command& remedy) {
        // Some lessons are about runs that fail, and say it where one looks.
        const RunSummary* run = runs_.findRun(remedy.run);
        if (run != nullptr && isLessonRun(*run)) return;
        const bool isInVain = remedy.key == kContinue && !canContinue(remedy.run.toStdString());
        error(message, isInVain ? Command() : remedy, NoticeOf::Workspace);
    };
    connect(&runs_, &RunController::failed, this, [this, tell](const QString& message, const Command& remedy) {
        // One that fails at once may be listed only then.
        const bool isListed = remedy.run.isEmpty() || !runs_.workspace() || runs_.findRun(remedy.run) != nullptr;
        if (isListed) return tell(message, remedy);
        connect(
            &runs_, &RunController::runsChanged, this, [tell, message, remedy] { tell(message, remedy); },
            Qt::SingleShotConnection);
    });
    connect(&runs_, &RunController::warned, this,
            [this](const QString& message) { notices_.addWarning(message, NoticeOf::Workspace); });
    connect(&runs_, &RunController::diskFailed, this, [this](const QString& message) {
        notices_.setMessage(Tone::Warning, kDisk, message, NoticeOf::Workspace);
    });
    connect(&runs_, &RunController::stateChanged, this, &RunNotices::followDisk);
    const auto goesOn = [this] { notices_.closeCommand(kDisk); };
    connect(&runs_, &RunController::checkpointLogged, this, goesOn);
    connect(&runs_, &RunController::runFinished, this, goesOn);
    connect(files_, &FileWatch::changed, this, &RunNotices::followFiles);
    connect(&runs_, &RunController::engineReady, this, [this] {
        if (runs_.engineError().isEmpty()) return notices_.closeCommand(kEngine);
        const bool canFetch = EngineDialog::isMissing();
        notices_.addError(runs_.engineError(), canFetch ? tr("Fetch it...") : QString(),
                          canFetch ? Command(kEngine) : Command());
    });
    connect(&runs_, &RunController::asked, this, [this] { notices_.leave(NoticeOf::Asked); });
    connect(&runs_, &RunController::workspaceChanged, this, [this] {
        notices_.leave(NoticeOf::Workspace);
        notices_.closeCommand(kWorkspace);
        isOffered_ = false;
    });
    connect(&runs_, &RunController::runsChanged, this, &RunNotices::offerInterrupted);
    for (auto signal : {&RunController::stateChanged, &RunController::runsChanged})
        connect(&runs_, signal, this, &RunNotices::closeSettled);
    for (auto signal : {&QueueController::foundWaiting, &QueueController::addedWhilePaused})
        connect(&queue_, signal, this, &RunNotices::reportWaiting);
    connect(&queue_, &QueueController::changed, this, &RunNotices::closeSettled);
}

std::optional<CheckpointInfo> RunNotices::lastGood(const std::string& runId) const {
    const auto checkpoints = CheckpointStore(runFolderIn(runs_.workspace()->folder(), runId)).list();
    const auto last = std::ranges::find_if(
        checkpoints, [](const CheckpointInfo& checkpoint) { return checkpoint.problem.empty() && checkpoint.finite; });
    return last == checkpoints.end() ? std::nullopt : std::optional(*last);
}

/// Asked of the workspace: the list of runs is older than the end of this one.
bool RunNotices::canContinue(const std::string& runId) const {
    if (!runs_.workspace()) return false;
    const auto run = runs_.workspace()->run(runId);
    return run.ok() && run->state == RunState::Interrupted && lastGood(runId).has_value();
}

/// A damaged record does not stop it, but without one only a checkpoint tells that it was at work.
bool RunNotices::isLeftBehind(const RunSummary& run) const {
    // What is or was a job of a cluster was not left behind here.
    std::error_code ignored;
    if (std::filesystem::exists(runFolderIn(runs_.workspace()->folder(), run.id) / kJobFile, ignored)) return false;
    return run.state == RunState::Interrupted && hasSettings(run) && !run.archived &&
           (run.problem.empty() || lastGood(run.id).has_value());
}

void RunNotices::offerInterrupted() {
    if (isOffered_ || runs_.runs().empty()) return;
    const RunSummary& newest = runs_.runs().front();
    isOffered_ = !isLeftBehind(newest) || runs_.active();
    if (isOffered_) return;
    watchFiles();
    const QString data = fromUtf8(newest.config->dataPath);
    if (!data.isEmpty() && (!files_->isKnown(data) || files_->isMissing(data))) return;
    isOffered_ = true;
    notices_.add(interruptedNotice(newest));
}

Notice RunNotices::interruptedNotice(const RunSummary& newest) const {
    const auto count = std::ranges::count_if(runs_.runs(), [this](const RunSummary& run) { return isLeftBehind(run); });
    Notice notice;
    notice.tone = Tone::Info;
    notice.of = NoticeOf::Workspace;
    notice.page = QStringLiteral("train");
    notice.clause = count == 1 ? tr("%1 was interrupted.").arg(shownRunName(newest))
                               : tr("%1 runs were interrupted.").arg(formatCount(count));
    const QString who = count == 1 ? tr("It") : shownRunName(newest);
    const auto last = lastGood(newest.id);
    if (!last) {
        notice.text = tr("%1 has no checkpoint yet; run it again.").arg(who);
    } else {
        notice.text = last->step < newest.step ? tr("%1 goes on from step %2; it had come to step %3.")
                                                     .arg(who, formatCount(last->step), formatCount(newest.step))
                                               : tr("%1 goes on from step %2.").arg(who, formatCount(last->step));
        notice.button = tr("Continue");
        notice.command = Command(kContinue, fromUtf8(newest.id));
    }
    if (count > 1) {
        notice.link = tr("Show them");
        notice.linkCommand = Command(QStringLiteral("filter-runs"), {},
                                     QStringLiteral("state = %1").arg(stateLabel(RunState::Interrupted)));
    }
    return notice;
}

QString RunNotices::waitingClause() const {
    const auto count = static_cast<qint64>(queue_.state().runs.size());
    return count == 1 ? tr("1 run waits in the queue.") : tr("%1 runs wait in the queue.").arg(formatCount(count));
}

void RunNotices::reportWaiting() {
    const bool paused = queue_.state().paused;
    Notice notice{Tone::Info, waitingClause(),
                  paused ? tr("The queue is paused until you start it.")
                         : tr("The queue goes on, as it did when the workspace was closed."),
                  paused ? tr("Start the queue") : tr("Pause the queue"), paused ? kStartQueue : kPauseQueue};
    notice.of = NoticeOf::Workspace;
    notices_.add(std::move(notice));
}

/// A run that waits for its disk is paused; one that goes on has found room, or was told to.
void RunNotices::followDisk() {
    const bool isPaused = runs_.live() && runs_.state() == RunState::Paused;
    if (std::exchange(wasPaused_, isPaused) && !isPaused) notices_.closeCommand(kDisk);
}

void RunNotices::watchFiles() {
    QStringList paths;
    for (const Notice& notice : notices_.notices())
        if (notice.command.key == kMissing) paths << notice.command.choice;
    if (!runs_.runs().empty()) paths << fromUtf8(runs_.runs().front().config->dataPath);
    files_->watch(paths);
}

void RunNotices::followFiles() {
    std::vector<Command> over;
    for (const Notice& notice : notices_.notices()) {
        const Command& command = notice.command;
        if (command.key == kMissing && files_->isKnown(command.choice) && !files_->isMissing(command.choice))
            over.push_back(command);
        const RunSummary* run = command.key == kContinue ? runs_.findRun(command.run) : nullptr;
        if (!run || !files_->isMissing(fromUtf8(run->config->dataPath))) continue;
        over.push_back(command);
        isOffered_ = false;
    }
    for (const Command& command : over) notices_.closeCommand(command);
    offerInterrupted();
}

/// Offers that nobody needs any more.
void RunNotices::closeSettled() {
    const bool waits = !queue_.state().runs.empty(), paused = queue_.state().paused;
    if (!waits || !paused) notices_.closeCommand(kStartQueue);
    if (!waits || paused) notices_.closeCommand(kPauseQueue);
    const auto shown = std::ranges::find_if(notices_.notices(), [](const Notice& notice) {
        return notice.command.key == kStartQueue || notice.command.key == kPauseQueue;
    });
    if (shown != notices_.notices().end()) notices_.setClause(shown->id, waitingClause());
    if (const auto live = runs_.live()) notices_.closeCommand(Command(kContinue, live->id));
    std::vector<Command> gone;
    for (const Notice& notice : notices_.notices())
        if (notice.command.key == kContinue && !runs_.runs().empty() && !runs_.findRun(notice.command.run))
            gone.push_back(notice.command);
    for (const Command& command : gone) notices_.closeCommand(command);
}

}  // namespace gatelab
