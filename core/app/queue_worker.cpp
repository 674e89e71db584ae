// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue_worker.h"

#include "app/run_order.h"
#include "config/setting_predicates.h"
#include "io/file_lock.h"
#include "session/isolated_session.h"

#include <chrono>
#include <map>
#include <optional>
#include <utility>

namespace gatelab {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kTurn = std::chrono::milliseconds(5);
constexpr auto kLookEvery = std::chrono::milliseconds(200);  // at the queue
constexpr auto kLastLook = std::chrono::milliseconds(1500);  // for runs that are added just now

std::filesystem::path lockOf(const std::filesystem::path& workspace) { return workspace / "queue-worker.lock"; }

class QueueTrainer {
public:
    QueueTrainer(Engine& engine, Workspace& workspace, const TrainingGroup::Limits& limits)
        : engine_(engine), workspace_(workspace), queue_(workspace.folder()), group_(engine, limits) {
        for (const TrainingDevice& device : engine.info().devices) hasGpu_ = hasGpu_ || !isCpu(device.key);
    }

    Result<> train(const std::function<QueueCommand()>& word) {
        const TrainingGroup::Watch watch{
            {}, {}, [this](std::size_t member, RunState state) {
                (void)workspace_.refresh(members_.at(member).run).ok();  // the index is rebuilt from the folders anyway
                leave(member, state);
                waited_ = Clock::now();
                looked_ = {};
            }};
        for (;;) {
            pass(word());
            while (begins()) {
            }
            if (group_.going() == 0 && (isOver() || Clock::now() - waited_ > kLastLook)) break;
            group_.turn(kTurn, watch);
        }
        return problem_ ? Result<>(*problem_) : Result<>();
    }

private:
    [[nodiscard]] bool isOver() const { return problem_ || passed_ != QueueCommand::GoOn; }

    void pass(QueueCommand word) {
        if (word == passed_) return;
        passed_ = word;
        if (word == QueueCommand::Leave)
            group_.abandonAll();
        else
            group_.stopAll();
    }

    /// Looks at the queue now and then, and begins its first run where that is one for here and has room.
    bool begins() {
        if (isOver() || (Clock::now() - looked_ < kLookEvery)) return false;
        const auto state = queue_.read();
        looked_ = Clock::now();
        if (!state.ok() || state->paused || state->runs.empty() ||
            !trainsTogether(state->runs.front(), *state, hasGpu_))
            return false;
        const QueuedRun& first = state->runs.front();
        if (!needs_ || neededBy_ != first.id) {
            ExperimentConfig here = first.config;
            if (!first.resume.empty())
                if (const auto summary = workspace_.run(first.resume); summary.ok()) here = summary->config;
            needs_.emplace(engine_.needs(here, nullptr, {}, group_.shared()));
            neededBy_ = first.id;
        }
        if (!needs_->ok()) return refuse(needs_->error());
        if (!group_.hasRoomFor(**needs_)) return makeWay(first.priority);
        auto taken = queue_.takeFirst(first.id);
        if (!taken.ok()) return false;  // a window was quicker
        auto opened = openRun(engine_, &workspace_, orderOf(taken->run));
        if (!opened.ok()) return giveBack(taken->run, opened.error());
        const std::string id = opened->request.record->id();
        if (auto begun = queue_.begun(*taken); !begun.ok()) problem_ = begun.error();
        auto started = group_.start(std::move(opened->request), **needs_);
        if (!started.ok()) return refuse(started.error());
        members_[*started] = {id, taken->run};
        waited_ = Clock::now();
        needs_.reset();
        looked_ = {};
        return true;
    }

    struct Member {
        std::string run;
        QueuedRun entry;
        bool givesWay = false;
    };

    /// The one of the lowest priority, if that is below this one, saves and ends; of equal ones the newest. One at a
    /// time. False.
    bool makeWay(int priority) {
        Member* least = nullptr;
        RunControl* control = nullptr;
        for (auto& [number, member] : members_) {
            if (member.givesWay) return false;
            if (member.entry.priority >= priority || (least && least->entry.priority < member.entry.priority)) continue;
            if (RunControl* its = group_.control(number)) least = &member, control = its;
        }
        if (least == nullptr) return false;
        least->givesWay = true;
        control->abandon();
        return false;
    }

    void leave(std::size_t number, RunState state) {
        const Member member = std::move(members_.extract(number).mapped());
        // It may have come to its end meanwhile.
        if (!member.givesWay || state != RunState::Interrupted || passed_ != QueueCommand::GoOn) return;
        if (auto waits = queue_.giveBack(waitingAgain(member.entry, member.run)); !waits.ok()) problem_ = waits.error();
    }

    bool giveBack(const QueuedRun& run, const Error& error) {
        (void)queue_.giveBack(run).ok();
        return refuse(error);
    }

    /// The queue pauses, so that the same error does not come again and again.
    bool refuse(const Error& error) {
        problem_ = error;
        (void)queue_.setPaused(true).ok();
        return false;
    }

    Engine& engine_;
    Workspace& workspace_;
    RunQueue queue_;
    TrainingGroup group_;
    std::map<std::size_t, Member> members_;  ///< that train, by their number in the group
    std::optional<Result<RunNeeds>> needs_;
    std::string neededBy_;
    std::optional<Error> problem_;
    QueueCommand passed_ = QueueCommand::GoOn;
    bool hasGpu_ = false;
    Clock::time_point looked_, waited_ = Clock::now();
};

}  // namespace

bool trainsTogether(const QueuedRun& run, const RunQueue::State& state, bool hasGpu) {
    const std::string& device = run.config.device;
    return (run.together || state.together) && !run.config.isolated && run.config.ranks <= 1 && run.placeRanks <= 1 &&
           (isCpu(device) || (picksDevice(device) && !hasGpu));
}

QueuedRun waitingAgain(QueuedRun entry, const std::string& run) {
    entry.resume = run;
    entry.branchFrom.clear();
    entry.moreEpochs = 0;
    return entry;
}

bool queueWorkerRuns(const std::filesystem::path& workspace) { return FileLock::isHeld(lockOf(workspace)); }

std::filesystem::path queueWorkerLog(const std::filesystem::path& workspace) { return workspace / "queue-worker.log"; }

Result<int> startQueueWorker(const std::filesystem::path& workspace) {
    return spawnWorker({"serve", "--workspace", workspace.string(), "--queue"}, queueWorkerLog(workspace));
}

Result<> trainQueue(Engine& engine, Workspace& workspace, const TrainingGroup::Limits& limits,
                    const std::function<QueueCommand()>& word) {
    const auto lock = FileLock::acquire(lockOf(workspace.folder()));
    if (!lock.ok()) return lock.error();
    return QueueTrainer(engine, workspace, limits).train(word);
}

}  // namespace gatelab
