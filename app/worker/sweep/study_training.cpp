// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/sweep/study_training.h"

#include "worker/output/console_text.h"

#include "app/study_search.h"
#include "base/clock.h"
#include "data/experiment_check.h"
#include "io/file_lock.h"
#include "search/asha.h"
#include "store/record/run_folder.h"
#include "store/run_job.h"
#include "store/workspace.h"
#include "verdict/study_trials.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string_view>
#include <utility>

namespace gatelab::worker {

namespace {

constexpr double kMaxCount = 2147483647;
/// Who holds it chooses and begins the next trial.
constexpr const char* kTurnLock = "sweep-next.lock";

/// "learning_rate=0.003 hidden_size=32".
std::string labelOf(const SearchSpace& space, const SearchPoint& point) {
    std::string label;
    for (std::size_t axis = 0; axis < point.size(); ++axis)
        if (const std::string value = space.valueText(axis, point); !value.empty())
            label += (label.empty() ? "" : " ") + std::string(space.axes()[axis].field->key) + "=" + value;
    return label;
}

class StudySupply : public RunSupply {
public:
    StudySupply(Workspace& workspace, const Study& study, std::vector<StudyTrial> known,
                const std::shared_ptr<const Dataset>& data, const StudyShare& share)
        : workspace_(workspace),
          data_(data),
          facts_(dataFacts(data.get())),
          share_(share),
          asha_(study.space.base().epochs),
          search_(study, std::move(known),
                  [this](const ExperimentConfig& config) { return firstError(checkExperiment(config, facts_)).ok(); }) {
        if (share_.since <= 0) share_.since = wallSeconds();
    }

    std::optional<Supplied> next() override {
        if (!waitForTurn()) return std::nullopt;
        look();
        auto next = search_.next(secondsGone());
        if (!next) {
            turn_.reset();
            return std::nullopt;
        }
        trials_.push_back(next->trial);
        if (next->order.isNew()) next->order.data = data_;
        std::string label = labelOf(search_.study().space, search_.trials()[next->trial].point);
        if (!next->order.isNew()) label += ", goes on";
        return Supplied{std::move(next->order), std::move(label)};
    }
    [[nodiscard]] std::size_t total() const override { return 0; }
    [[nodiscard]] double share() const override { return search_.share(secondsGone()); }
    [[nodiscard]] bool learns() const override { return true; }
    bool takesBack() override {
        search_.takeBack(trials_.back());
        trials_.pop_back();
        turn_.reset();
        return true;
    }
    void begun(std::size_t place, const GroupRunEnd& run) override {
        search_.began(trials_[place], run.run, run.number);
        turn_.reset();
        if (share_.profile.empty()) return;
        // A run whose job cannot be told trains all the same.
        (void)beginTask(runFolderIn(workspace_.folder(), run.run), share_.profile).ok();
    }
    bool goesOn(std::size_t place, std::int64_t epoch, double validation) override {
        if (search_.study().method == SearchMethod::Asha &&
            std::ranges::find(asha_.rungs(), epoch) != asha_.rungs().end())
            look();
        return search_.goesOn(trials_[place], epoch, validation);
    }
    void ended(std::size_t place, GroupRunEnd& end) override {
        turn_.reset();
        if (!share_.profile.empty() && !end.run.empty())
            (void)endTask(runFolderIn(workspace_.folder(), end.run), exitCode(end)).ok();
        const StudyTrial as = recorded(trials_[place], end);
        if (as.state == TrialState::Stopped) end.stoppedAt = as.epochs;
        if (std::isnan(end.validation)) end.validation = as.value;
        search_.ended(trials_[place], as);
    }

    [[nodiscard]] const StudySearch& search() const { return search_; }

private:
    /// As the record tells it, so that a search that goes on later learns from the same.
    [[nodiscard]] StudyTrial recorded(std::size_t trial, const GroupRunEnd& end) const {
        StudyTrial as = search_.trials()[trial];
        as.state = end.state == RunState::Interrupted ? TrialState::Interrupted : TrialState::Failed;
        if (end.run.empty()) return as;
        const auto run = workspace_.run(end.run);
        if (!run.ok()) return as;
        const auto seen = studyTrials(search_.study(), std::span(&*run, 1));
        return seen.empty() ? as : seen.front();
    }

    [[nodiscard]] double secondsGone() const { return wallSeconds() - share_.since; }
    /// Until no other process chooses a trial; from then to begun() or ended() it is ours. False: a signal came, or the
    /// disk has no locks.
    bool waitForTurn() {
        while (signalCount.load() == 0) {
            auto turn = FileLock::wait(workspace_.folder() / kTurnLock);
            if (turn.ok()) turn_ = std::move(*turn);
            if (turn.ok() || turn.error().code != ErrorCode::Busy) return turn.ok();
        }
        return false;
    }
    /// At what the others have come to.
    void look() {
        auto known = trialsOf(workspace_, search_.study(), false);
        if (!known.ok()) return;  // the disk is away for a moment
        if (search_.study().method == SearchMethod::Asha)
            for (StudyTrial& trial : *known)
                if (auto& read = readTo_[trial.run]; read < trial.epochs) {
                    readEpochs(workspace_.folder(), std::span(&trial, 1));
                    read = trial.epochs;
                }
        search_.update(std::move(*known));
    }

    Workspace& workspace_;
    std::shared_ptr<const Dataset> data_;
    DataFacts facts_;
    StudyShare share_;
    Asha asha_;
    std::optional<FileLock> turn_;
    std::map<std::string, std::int64_t> readTo_;  ///< by run: epochs whose record has been read
    StudySearch search_;
    std::vector<std::size_t> trials_;  ///< by place
};

GroupRunEnd endOf(const StudyTrial& trial) {
    GroupRunEnd end;
    end.begun = !trial.run.empty();
    end.run = trial.run;
    end.number = trial.number;
    end.validation = trial.value;
    end.seconds = trial.seconds;
    const bool isWhole = trial.state == TrialState::Complete || trial.state == TrialState::Stopped;
    end.state = isWhole ? RunState::Finished : trial.hasEnded() ? RunState::Failed : RunState::Interrupted;
    end.code = trial.state == TrialState::Diverged ? ErrorCode::NonFinite : ErrorCode::Internal;
    if (trial.state == TrialState::Stopped) end.stoppedAt = trial.epochs;
    return end;
}

}  // namespace

Result<std::vector<StudyTrial>> trialsOf(Workspace& workspace, const Study& study, bool withEpochs) {
    const auto runs = workspace.runs();
    if (!runs.ok()) return runs.error();
    auto trials = studyTrials(study, *runs);
    if (withEpochs) readEpochs(workspace.folder(), trials);
    return trials;
}

Result<StudyEnds> trainStudy(Engine& engine, const Study& study, const std::shared_ptr<const Dataset>& data,
                             const GroupTraining& how, const StudyShare& share) {
    auto known = trialsOf(*how.workspace, study, study.method == SearchMethod::Asha);
    if (!known.ok()) return known.error();
    if (!known->empty() && !how.quiet && !how.json) std::printf("goes on from %s\n", countText(*known).c_str());
    StudySupply supply(*how.workspace, study, std::move(*known), data, share);
    const auto trained = trainSupply(engine, supply, how);
    StudyEnds result;
    result.trials = supply.search().trials();
    for (StudyTrial& trial : result.trials) {
        result.configs.push_back(study.space.at(trial.point));
        result.ends.push_back(endOf(trial));
    }
    // What could not be begun has no record that says why.
    for (const GroupRunEnd& end : trained)
        if (end.state == RunState::Failed && end.code != ErrorCode::NonFinite && !bestTrial(result.trials))
            return Error{end.code, end.why};
    return result;
}

int exitCode(const StudyEnds& study) {
    if (signalCount.load() > 0) return kInterrupted;
    return bestTrial(study.trials) ? kDone : exitCode(study.ends);
}

std::string countText(const std::vector<StudyTrial>& trials) {
    static constexpr std::pair<TrialState, const char*> kWords[] = {
        {TrialState::Complete, "to their end"}, {TrialState::Stopped, "stopped"},
        {TrialState::Diverged, "diverged"},     {TrialState::Failed, "failed"},
        {TrialState::Training, "under way"},    {TrialState::Interrupted, "interrupted"}};
    std::string text = std::to_string(trials.size()) + (trials.size() == 1 ? " trial" : " trials");
    const char* border = ": ";
    for (const auto& [state, word] : kWords) {
        const auto count = std::ranges::count(trials, state, &StudyTrial::state);
        if (count == 0) continue;
        text += border + std::to_string(count) + " " + word;
        border = ", ";
    }
    std::int64_t epochs = 0;
    for (const StudyTrial& trial : trials) epochs += trial.epochs;
    return text + "; " + std::to_string(epochs) + " epochs";
}

Result<SearchBudget> parseBudget(const std::string& text) {
    static constexpr std::pair<std::string_view, double> kUnits[] = {{"s", 1}, {"m", 60}, {"h", 3600}, {"d", 86400}};
    SearchBudget budget;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t end = std::min(text.find(',', from), text.size());
        const std::string part = text.substr(from, end - from);
        from = end + 1;
        char* rest = nullptr;
        const double number = std::strtod(part.c_str(), &rest);
        const bool isNumber = rest != part.c_str() && std::isfinite(number);
        while (*rest == ' ') ++rest;
        const std::string_view unit(rest);
        const auto* time = std::ranges::find(kUnits, unit, &std::pair<std::string_view, double>::first);
        const bool isCount = unit.empty() || unit == "trials" || unit == "epochs";
        if (!isNumber || (!isCount && time == std::end(kUnits)))
            return Error{ErrorCode::InvalidInput,
                         "'" + part + "' is no budget; write 40 trials, 1000 epochs, 90s, 30m, 2h or 1d"};
        if (number <= 0 || (isCount && (number != std::floor(number) || number > kMaxCount)))
            return Error{ErrorCode::InvalidInput, "'" + part +
                                                      "' trains nothing; write 40 trials, 1000 epochs, 90s, "
                                                      "30m, 2h or 1d"};
        if (!isCount)
            budget.seconds = number * time->second;
        else
            (unit == "epochs" ? budget.epochs : budget.trials) = static_cast<std::int64_t>(number);
    }
    return budget;
}

}  // namespace gatelab::worker
