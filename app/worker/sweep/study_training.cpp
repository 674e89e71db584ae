// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/sweep/study_training.h"

#include "worker/output/console_text.h"

#include "app/study_search.h"
#include "base/clock.h"
#include "data/experiment_check.h"
#include "store/workspace.h"
#include "verdict/study_trials.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string_view>
#include <utility>

namespace gatelab::worker {

namespace {

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
                const std::shared_ptr<const Dataset>& data)
        : workspace_(workspace),
          data_(data),
          facts_(dataFacts(data.get())),
          search_(study, std::move(known),
                  [this](const ExperimentConfig& config) { return firstError(checkExperiment(config, facts_)).ok(); }) {
    }

    std::optional<Supplied> next() override {
        auto next = search_.next(secondsSince(began_));
        if (!next) return std::nullopt;
        trials_.push_back(next->trial);
        if (next->order.isNew()) next->order.data = data_;
        std::string label = labelOf(search_.study().space, search_.trials()[next->trial].point);
        if (!next->order.isNew()) label += ", goes on";
        return Supplied{std::move(next->order), std::move(label)};
    }
    [[nodiscard]] std::size_t total() const override { return 0; }
    [[nodiscard]] double share() const override { return search_.share(secondsSince(began_)); }
    [[nodiscard]] bool learns() const override { return true; }
    void begun(std::size_t place, const GroupRunEnd& run) override {
        search_.began(trials_[place], run.run, run.number);
    }
    bool goesOn(std::size_t place, std::int64_t epoch, double validation) override {
        return search_.goesOn(trials_[place], epoch, validation);
    }
    void ended(std::size_t place, GroupRunEnd& end) override {
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

    Workspace& workspace_;
    std::shared_ptr<const Dataset> data_;
    DataFacts facts_;
    StudySearch search_;
    std::vector<std::size_t> trials_;  ///< by place
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
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
                             const GroupTraining& how) {
    auto known = trialsOf(*how.workspace, study, study.method == SearchMethod::Asha);
    if (!known.ok()) return known.error();
    if (!known->empty() && !how.quiet && !how.json) std::printf("goes on from %s\n", countText(*known).c_str());
    StudySupply supply(*how.workspace, study, std::move(*known), data);
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

Result<double> parseSpan(const std::string& text) {
    static constexpr std::pair<char, double> kUnits[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}};
    char* end = nullptr;
    double seconds = std::strtod(text.c_str(), &end);
    const std::string_view unit(end);
    const auto found =
        std::ranges::find_if(kUnits, [&](const auto& one) { return unit == std::string_view(&one.first, 1); });
    if (end == text.c_str() || !std::isfinite(seconds) || (!unit.empty() && found == std::end(kUnits)))
        return Error{ErrorCode::InvalidInput, "'" + text + "' is no time; write 90s, 30m, 2h or 1d"};
    if (!unit.empty()) seconds *= found->second;
    if (seconds <= 0) return Error{ErrorCode::InvalidInput, "a time of 0 trains nothing; write 90s, 30m, 2h or 1d"};
    return seconds;
}

}  // namespace gatelab::worker
