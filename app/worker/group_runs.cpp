// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/group_runs.h"

#include "app/run_names.h"
#include "app/run_order.h"
#include "base/clock.h"
#include "io/json/json.h"
#include "store/workspace.h"
#include "worker/disk_wait.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/output/json_number.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <optional>
#include <utility>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr auto kTurn = std::chrono::milliseconds(4);
constexpr double kTellSeconds = 1;

const char* stateWord(RunState state) {
    return state == RunState::Finished ? "finished" : state == RunState::Failed ? "failed" : "interrupted";
}

/// One that trains.
struct Training {
    std::size_t place = 0;  ///< in the list
    std::filesystem::path folder;
    DiskWait disk;
    std::int64_t step = 0, steps = 0;
    bool gaveUp = false, scoring = false, isStopped = false;  ///< isStopped: by the supply
};

/// Runs that are known from the start.
class RunList : public RunSupply {
public:
    RunList(const std::vector<RunOrder>& runs, const std::vector<std::string>& labels) : runs_(runs), labels_(labels) {}
    std::optional<Supplied> next() override {
        if (next_ == runs_.size()) return std::nullopt;
        const std::size_t place = next_++;
        return Supplied{runs_[place], place < labels_.size() ? labels_[place] : std::string()};
    }
    [[nodiscard]] std::size_t total() const override { return runs_.size(); }

private:
    const std::vector<RunOrder>& runs_;
    const std::vector<std::string>& labels_;
    std::size_t next_ = 0;
};

class GroupTrainer {
public:
    GroupTrainer(Engine& engine, RunSupply& supply, const GroupTraining& how)
        : engine_(engine), supply_(supply), how_(how), group_(engine, how.limits), line_(how.json || how.quiet) {}

    std::vector<GroupRunEnd> train() {
        const TrainingGroup::Watch watch{[this](std::size_t member, std::span<const MetricSample> samples) {
                                             metrics(training_.at(member), samples);
                                         },
                                         [this](std::size_t member, const RunEvent& event) { handle(member, event); },
                                         [this](std::size_t member, RunState state) { ended(member, state); }};
        for (;;) {
            while (begins()) {
            }
            if (group_.going() == 0 && ((isDry_ && !pending_) || isOver())) break;
            passSignals();
            group_.turn(kTurn, watch);
            for (auto& [member, one] : training_)
                if (!one.gaveUp && one.disk.isOver()) one.gaveUp = true, group_.control(member)->abandon();
            printProgress(false);
        }
        line_.end();
        printProgress(true);
        // Those that were not begun.
        ends_.resize(std::max(ends_.size(), supply_.learns() ? 0 : supply_.total()));
        return std::move(ends_);
    }

private:
    [[nodiscard]] bool isOver() const { return signalCount.load() > 0 || isFull_; }

    /// Begins the next one where there is room for it. False: not now.
    bool begins() {
        if (isOver() || !asks()) return false;
        if (needs_->ok() && !group_.hasRoomFor(**needs_)) {
            if (supply_.takesBack()) pending_.reset(), needs_.reset(), isDry_ = true;
            return false;
        }
        const auto needs = std::move(*std::exchange(needs_, std::nullopt));
        const std::size_t place = runs_.size();
        runs_.push_back(std::move(*std::exchange(pending_, std::nullopt)));
        ends_.emplace_back().begun = true;
        if (!needs.ok()) return refuse(place, needs.error());
        if (place == 0) printGroup(*needs);
        last_ = *needs;
        RunOrder order = runs_[place].order;
        order.data = needs->data;
        if (how_.repeatsFirst) order.parent = first_;
        auto opened = openRun(engine_, how_.workspace, order);
        if (!opened.ok()) return isFull_ = exitCode(opened.error().code) == kStorage, refuse(place, opened.error());
        RunRequest& request = opened->request;
        std::filesystem::path folder;
        if (request.record) {
            folder = request.record->folder();
            ends_[place].run = request.record->id();
            if (const auto made = how_.workspace->run(ends_[place].run); made.ok()) ends_[place].number = made->number;
            if (first_.empty()) first_ = ends_[place].run;
        }
        auto started = group_.start(std::move(request), *needs);
        if (!started.ok()) return refuse(place, started.error());
        training_.emplace(*started, Training{place, folder, DiskWait(folder, how_.diskPatience)});
        supply_.begun(place, ends_[place]);
        printBegun(place);
        return true;
    }

    /// Asks for the next run, and what it needs, where that is not known yet. False: there is none now.
    bool asks() {
        if (pending_) return true;
        if (isDry_ || (supply_.learns() && last_ && !group_.hasRoomFor(*last_))) return false;
        pending_ = supply_.next();
        isDry_ = !pending_;
        if (isDry_) return false;
        ExperimentConfig here = pending_->order.config;
        here.isolated = false;  // as this command trains
        needs_.emplace(engine_.needs(here, pending_->order.data, pending_->order.startWeights, group_.shared()));
        return true;
    }

    bool refuse(std::size_t place, const Error& error) {
        GroupRunEnd& end = ends_[place];
        end.state = RunState::Failed;
        end.code = error.code;
        end.why = consoleText(error);
        ++done_;
        isDry_ = false;
        supply_.ended(place, end);
        printEnded(place);
        return true;
    }

    void passSignals() {
        const int seen = signalCount.load(std::memory_order_relaxed);
        if (seen == passed_) return;
        passed_ = seen;
        line_.end();
        if (leaveAsked() || supply_.learns()) return group_.abandonAll();
        if (!how_.quiet)
            std::fprintf(stderr,
                         "stopping: the test parts of the %zu that train are scored next; %zu more are left out; "
                         "Ctrl+C again leaves at once\n",
                         group_.going(), supply_.total() - runs_.size());
        group_.stopAll();
    }

    void metrics(Training& one, std::span<const MetricSample> samples) {
        for (const MetricSample& sample : samples)
            if (sample.metric == MetricId::TrainLoss) one.step = sample.step, ends_[one.place].seconds = sample.seconds;
    }

    void handle(std::size_t member, const RunEvent& event) {
        Training& one = training_.at(member);
        GroupRunEnd& end = ends_[one.place];
        one.disk.handle(event);
        if (const auto* plan = event.as<RunPlanInfo>()) {
            one.steps = plan->totalSteps;
            end.unit = plan->unit;
            if (plan->trainWindows > 0 && plan->testWindows == 0) end.testAbsent = "the split has no test part";
        } else if (const auto* epoch = event.as<EpochEnd>()) {
            if (how_.json && !how_.quiet)
                print({{"epoch",
                        {{"member", one.place},
                         {"run", end.run},
                         {"epoch", event.epoch},
                         {"step", event.step},
                         {"validation_loss", number(epoch->validationLoss)}}}});
            if (!supply_.goesOn(one.place, event.epoch, epoch->validationLoss) && !std::exchange(one.isStopped, true))
                if (RunControl* control = group_.control(member)) control->stop();
        } else if (const auto* best = event.as<NewBest>()) {
            end.validation = best->validationLoss;
        } else if (const auto* warning = event.as<RunWarning>()) {
            if (exitCode(warning->code) == kStorage) say(one.place, "warning: " + consoleText(warning->text));
        } else if (event.is<ScoringProgress>()) {
            if (!std::exchange(one.scoring, true)) end.whole = signalCount.load() == 0;
        } else if (const auto* ended = event.as<RunEnd>()) {
            end.state = ended->state;
            end.code = ended->code;
            end.why = consoleText(ended->why);
            end.scores = ended->scores;
            end.seconds = event.seconds;
        }
    }

    void ended(std::size_t member, RunState state) {
        Training one = std::move(training_.extract(member).mapped());
        GroupRunEnd& end = ends_[one.place];
        end.state = state;
        if (!one.scoring) end.whole = state == RunState::Finished && signalCount.load() == 0;
        if (one.gaveUp) {
            end.state = RunState::Failed;
            end.code = one.disk.problem().code;
            end.why = one.disk.problem().message;
        }
        if (end.state == RunState::Failed && exitCode(end.code) == kStorage) isFull_ = true;  // so would the others
        // The index is rebuilt from the folders anyway
        if (how_.workspace != nullptr) (void)how_.workspace->refresh(end.run).ok();
        ++done_;
        isDry_ = false;
        supply_.ended(one.place, end);
        printEnded(one.place);
    }

    // What is told.
    static void print(const Json& line) {
        printJson(line);
        std::fflush(stdout);
    }
    /// "#31 LSTM 32, seed=2".
    [[nodiscard]] std::string nameOf(std::size_t place) const {
        const auto& [order, label] = runs_[place];
        return numberedName(ends_[place].number, order.config.name, order.config).english() + ", " +
               (label.empty() ? "seed=" + std::to_string(order.config.seed) : label);
    }
    void say(std::size_t place, const std::string& what) {
        line_.end();
        std::fprintf(stderr, "%s: %s\n", nameOf(place).c_str(), what.c_str());
    }
    void printGroup(const RunNeeds& needs) {
        if (how_.quiet) return;
        const auto total = static_cast<std::int64_t>(supply_.total());
        const std::int64_t atOnce = std::min(group_.maxAtOnce(needs), total > 0 ? total : group_.maxAtOnce(needs));
        if (how_.json)
            return print({{"group",
                           {{"runs", total},
                            {"at_once", atOnce},
                            {"run_bytes", number(needs.ownBytes())},
                            {"shared_bytes", number(needs.sharedBytes())},
                            {"memory_bytes", number(group_.memoryBytes())}}}});
        std::printf("%s%lld at once\n", total > 0 ? (std::to_string(total) + " runs, ").c_str() : "",
                    static_cast<long long>(atOnce));
        std::fflush(stdout);
    }
    void printBegun(std::size_t place) {
        if (how_.json && !how_.quiet)
            print({{"begun",
                    {{"member", place},
                     {"run", ends_[place].run},
                     {"number", ends_[place].number},
                     {"name", runName(runs_[place].order.config)},
                     {"seed", runs_[place].order.config.seed}}}});
    }
    void printEnded(std::size_t place) {
        const GroupRunEnd& end = ends_[place];
        if (how_.quiet) {
            if (end.state == RunState::Failed) say(place, "failed: " + end.why);
            return;
        }
        line_.end();
        if (how_.json) {
            Json json{{"member", place},
                      {"run", end.run},
                      {"number", end.number},
                      {"state", stateWord(end.state)},
                      {"validation_loss", number(end.validation)},
                      {"seconds", number(end.seconds)}};
            if (!end.why.empty()) json["why"] = end.why;
            if (end.stoppedAt > 0) json["stopped_at"] = end.stoppedAt;
            return print({{"ended", std::move(json)}});
        }
        const std::string how = end.stoppedAt > 0 ? ", stopped at epoch " + std::to_string(end.stoppedAt)
                                : end.state == RunState::Finished ? ""
                                                                  : std::string(", ") + stateWord(end.state) +
                                                                        (end.why.empty() ? "" : ": " + end.why);
        std::printf("%s  %s: validation loss %s, %s%s\n", doneText().c_str(), nameOf(place).c_str(),
                    figureText(end.validation, 5).c_str(), spanText(end.seconds).c_str(), how.c_str());
        std::fflush(stdout);
    }
    /// "3 of 20"; "3" where nobody knows how many there will be.
    [[nodiscard]] std::string doneText() const {
        return std::to_string(done_) + (supply_.total() > 0 ? " of " + std::to_string(supply_.total()) : "");
    }
    [[nodiscard]] double shareDone() const {
        if (const double share = supply_.share(); !std::isnan(share)) return share;
        double done = static_cast<double>(done_);
        for (const auto& [member, one] : training_)
            // The rest is its test part
            if (one.steps > 0)
                done += 0.98 * std::min(1.0, static_cast<double>(one.step) / static_cast<double>(one.steps));
        return done / static_cast<double>(supply_.total());
    }
    void printProgress(bool last) {
        if (how_.quiet || (runs_.empty() && supply_.total() == 0)) return;
        const double seconds = secondsSince(began_);
        if (!how_.json) {
            if (!last) line_.show(doneText() + " done, " + std::to_string(training_.size()) + " training", shareDone());
            return;
        }
        if (!last && secondsSince(reportedAt_) < kTellSeconds) return;
        reportedAt_ = Clock::now();
        const double share = shareDone();
        print({{"progress",
                {{"runs", supply_.total()},
                 {"done", done_},
                 {"training", training_.size()},
                 {"share", number(share)},
                 {"seconds", number(seconds)},
                 {"seconds_left", number(share > 0 ? seconds * (1 - share) / share : NAN)}}}});
    }

    Engine& engine_;
    RunSupply& supply_;
    const GroupTraining& how_;
    TrainingGroup group_;
    std::vector<RunSupply::Supplied> runs_;  ///< those that were begun
    std::vector<GroupRunEnd> ends_;
    std::map<std::size_t, Training> training_;    ///< by member
    std::optional<RunSupply::Supplied> pending_;  ///< the next one
    std::optional<Result<RunNeeds>> needs_;       ///< of the next one
    std::optional<RunNeeds> last_;                ///< of the last one that began
    std::size_t done_ = 0;
    std::string first_;
    int passed_ = 0;
    bool isFull_ = false;  ///< nothing can be written
    bool isDry_ = false;   ///< the supply has none now
    Clock::time_point began_ = Clock::now(), reportedAt_ = began_;
    ProgressLine line_;
};

}  // namespace

void RunSupply::begun(std::size_t, const GroupRunEnd&) {}
bool RunSupply::goesOn(std::size_t, std::int64_t, double) { return true; }
void RunSupply::ended(std::size_t, GroupRunEnd&) {}

std::vector<GroupRunEnd> trainGroup(Engine& engine, const std::vector<RunOrder>& runs, const GroupTraining& how) {
    RunList list(runs, how.labels);
    return GroupTrainer(engine, list, how).train();
}

std::vector<GroupRunEnd> trainSupply(Engine& engine, RunSupply& supply, const GroupTraining& how) {
    return GroupTrainer(engine, supply, how).train();
}

int exitCode(const GroupRunEnd& end) {
    if (end.begun && end.state == RunState::Failed) return exitCode(end.code);
    return end.begun && end.state == RunState::Finished ? kDone : kInterrupted;
}

int exitCode(const std::vector<GroupRunEnd>& ends) {
    if (signalCount.load() > 0) return kInterrupted;
    for (const GroupRunEnd& end : ends)
        if (end.begun && end.state == RunState::Failed) return exitCode(end);
    return std::ranges::all_of(ends, [](const GroupRunEnd& end) { return exitCode(end) == kDone; }) ? kDone
                                                                                                    : kInterrupted;
}

}  // namespace gatelab::worker
