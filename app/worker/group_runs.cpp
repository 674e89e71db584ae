// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/group_runs.h"

#include "app/run_names.h"
#include "app/run_order.h"
#include "base/clock.h"
#include "store/workspace.h"
#include "worker/disk_wait.h"
#include "worker/output/console_text.h"
#include "worker/output/json_number.h"

#include <nlohmann/json.hpp>

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
    bool gaveUp = false, scoring = false;
};

class GroupTrainer {
public:
    GroupTrainer(Engine& engine, const std::vector<RunOrder>& runs, const GroupTraining& how)
        : engine_(engine),
          runs_(runs),
          how_(how),
          group_(engine, how.limits),
          ends_(runs.size()),
          line_(how.json || how.quiet) {}

    std::vector<GroupRunEnd> train() {
        const TrainingGroup::Watch watch{[this](std::size_t member, std::span<const MetricSample> samples) {
                                             metrics(training_.at(member), samples);
                                         },
                                         [this](std::size_t member, const RunEvent& event) { handle(member, event); },
                                         [this](std::size_t member, RunState state) { ended(member, state); }};
        for (;;) {
            while (begins()) {
            }
            if (group_.going() == 0 && (next_ == runs_.size() || isOver())) break;
            passSignals();
            group_.turn(kTurn, watch);
            for (auto& [member, one] : training_)
                if (!one.gaveUp && one.disk.isOver()) one.gaveUp = true, group_.control(member)->abandon();
            printProgress(false);
        }
        line_.end();
        printProgress(true);
        return std::move(ends_);
    }

private:
    [[nodiscard]] bool isOver() const { return signalCount.load() > 0 || isFull_; }

    /// Begins the next one where there is room for it. False: not now.
    bool begins() {
        if (next_ == runs_.size() || isOver()) return false;
        if (!needs_) {
            const RunOrder& order = runs_[next_];
            ExperimentConfig here = order.config;
            here.isolated = false;  // as this command trains
            needs_.emplace(engine_.needs(here, order.data, order.startWeights, group_.shared()));
        }
        if (needs_->ok() && !group_.hasRoomFor(**needs_)) return false;
        const auto needs = std::move(*std::exchange(needs_, std::nullopt));
        const std::size_t place = next_++;
        ends_[place].begun = true;
        if (!needs.ok()) return refuse(place, needs.error());
        if (place == 0) printGroup(*needs);
        RunOrder order = runs_[place];
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
        printBegun(place);
        return true;
    }

    bool refuse(std::size_t place, const Error& error) {
        GroupRunEnd& end = ends_[place];
        end.state = RunState::Failed;
        end.code = error.code;
        end.why = consoleText(error);
        ++done_;
        printEnded(place);
        return true;
    }

    void passSignals() {
        const int seen = signalCount.load(std::memory_order_relaxed);
        if (seen == passed_) return;
        passed_ = seen;
        line_.end();
        if (leaveAsked()) return group_.abandonAll();
        if (!how_.quiet)
            std::fprintf(stderr,
                         "stopping: the test parts of the %zu that train are scored next; %zu more are left out; "
                         "Ctrl+C again leaves at once\n",
                         group_.going(), runs_.size() - next_);
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
        printEnded(one.place);
    }

    // What is told.
    static void print(const Json& line) {
        std::fputs((line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n").c_str(), stdout);
        std::fflush(stdout);
    }
    /// "#31 LSTM 32, seed=2".
    [[nodiscard]] std::string nameOf(std::size_t place) const {
        const RunOrder& order = runs_[place];
        const std::string& label = place < how_.labels.size() ? how_.labels[place] : std::string();
        return numberedName(ends_[place].number, order.config.name, order.config).english() + ", " +
               (label.empty() ? "seed=" + std::to_string(order.config.seed) : label);
    }
    void say(std::size_t place, const std::string& what) {
        line_.end();
        std::fprintf(stderr, "%s: %s\n", nameOf(place).c_str(), what.c_str());
    }
    void printGroup(const RunNeeds& needs) {
        if (how_.quiet) return;
        const std::int64_t atOnce =
            std::min<std::int64_t>(group_.maxAtOnce(needs), static_cast<std::int64_t>(runs_.size()));
        if (how_.json)
            return print({{"group",
                           {{"runs", runs_.size()},
                            {"at_once", atOnce},
                            {"run_bytes", number(needs.ownBytes())},
                            {"shared_bytes", number(needs.sharedBytes())},
                            {"memory_bytes", number(group_.memoryBytes())}}}});
        std::printf("%zu runs, %lld at once\n", runs_.size(), static_cast<long long>(atOnce));
        std::fflush(stdout);
    }
    void printBegun(std::size_t place) {
        if (how_.json && !how_.quiet)
            print({{"begun",
                    {{"member", place},
                     {"run", ends_[place].run},
                     {"number", ends_[place].number},
                     {"name", runName(runs_[place].config)},
                     {"seed", runs_[place].config.seed}}}});
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
            return print({{"ended", std::move(json)}});
        }
        const std::string how = end.state == RunState::Finished ? ""
                                                                : std::string(", ") + stateWord(end.state) +
                                                                      (end.why.empty() ? "" : ": " + end.why);
        std::printf("%zu of %zu  %s: validation loss %s, %s%s\n", done_, runs_.size(), nameOf(place).c_str(),
                    figureText(end.validation, 5).c_str(), spanText(end.seconds).c_str(), how.c_str());
        std::fflush(stdout);
    }
    void printProgress(bool last) {
        if (how_.quiet || runs_.empty()) return;
        double done = static_cast<double>(done_);
        for (const auto& [member, one] : training_)
            // The rest is its test part
            if (one.steps > 0)
                done += 0.98 * std::min(1.0, static_cast<double>(one.step) / static_cast<double>(one.steps));
        const double share = done / static_cast<double>(runs_.size()), seconds = secondsSince(began_);
        if (!how_.json) {
            if (!last)
                line_.show(std::to_string(done_) + " of " + std::to_string(runs_.size()) + " done, " +
                               std::to_string(training_.size()) + " training",
                           share);
            return;
        }
        if (!last && secondsSince(reportedAt_) < kTellSeconds) return;
        reportedAt_ = Clock::now();
        print({{"progress",
                {{"runs", runs_.size()},
                 {"done", done_},
                 {"training", training_.size()},
                 {"share", number(share)},
                 {"seconds", number(seconds)},
                 {"seconds_left", number(share > 0 ? seconds * (1 - share) / share : NAN)}}}});
    }

    Engine& engine_;
    const std::vector<RunOrder>& runs_;
    const GroupTraining& how_;
    TrainingGroup group_;
    std::vector<GroupRunEnd> ends_;
    std::map<std::size_t, Training> training_;  ///< by member
    std::optional<Result<RunNeeds>> needs_;     ///< of the next one
    std::size_t next_ = 0, done_ = 0;
    std::string first_;
    int passed_ = 0;
    bool isFull_ = false;  ///< nothing can be written
    Clock::time_point began_ = Clock::now(), reportedAt_ = began_;
    ProgressLine line_;
};

}  // namespace

std::vector<GroupRunEnd> trainGroup(Engine& engine, const std::vector<RunOrder>& runs, const GroupTraining& how) {
    return GroupTrainer(engine, runs, how).train();
}

int exitCode(const std::vector<GroupRunEnd>& ends) {
    if (signalCount.load() > 0) return kInterrupted;
    for (const GroupRunEnd& end : ends)
        if (end.begun && end.state == RunState::Failed) return exitCode(end.code);
    return std::ranges::all_of(ends,
                               [](const GroupRunEnd& end) { return end.begun && end.state == RunState::Finished; })
               ? kDone
               : kInterrupted;
}

}  // namespace gatelab::worker
