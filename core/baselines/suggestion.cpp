// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/suggestion.h"

#include "baselines/signal_check.h"
#include "baselines/suggest/suggestion_members.h"
#include "baselines/target_choice.h"
#include "config/setting_predicates.h"
#include "config/task_data.h"
#include "data/experiment_check.h"
#include "data/findings/mended_series.h"
#include "data/many/many_series.h"
#include "data/many/static_columns.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

namespace {

/// One of many series that is shorter than most of them: what suits it leaves out few.
SeriesPtr typicalMember(const Series& all) {
    std::vector<SeriesMember> members = membersOf(all);
    const auto quarter = members.begin() + std::ssize(members) / 4;
    std::ranges::nth_element(members, quarter, {}, &SeriesMember::rows);
    return memberSeries(all, *quarter);
}

/// `refused`: columns about which nothing can be learned with the settings that were suggested for them. False: there
/// is nothing to choose, or nothing can be learned of any. `all`: the many series that `series` is one of, or itself.
bool suggestTarget(Suggester& to, const Series& series, const std::vector<std::string>& refused, const Series& all) {
    if (to.isGiven("targets") || !to.config().targets.empty()) return false;
    const auto choice = chooseTarget(series, to.config(), refused);
    const std::string& last = series.channels.back().name;
    const Phrase isStatic{GATELAB_TEXT("Suggestion",
                                       "'%1', the last column, is constant in each series: a static covariate, which "
                                       "has nothing to forecast"),
                          {last}};
    if (choice)
        to.suggest("targets", std::vector<std::string>{choice->target},
                   choice->target != last && isStaticColumn(all, last) ? isStatic : choice->reason);
    return series.channels.size() > 1 && (!choice || choice->isLearnable);
}

/// The target about which nothing can be learned with these settings, as the doctor would say of them; empty: there is
/// none.
std::string unlearnable(const Series& series, const ExperimentConfig& config) {
    if (isMany(series)) return {};
    for (const SignalCheck& check : checkSignals(series, config))
        if (check.verdict == SignalCheck::Verdict::None) return check.target;
    return {};
}

}  // namespace

std::vector<Suggestion> suggestSettings(const Dataset& data, const ExperimentConfig& config,
                                        const std::function<bool(std::string_view key)>& isGiven) {
    return suggestForGoals(data, config, isGiven).of(config);
}

const std::vector<Suggestion>& GoalSuggestions::of(const ExperimentConfig& config) const {
    return seeksForecast(config) ? forecast : experiment;
}

GoalSuggestions suggestForGoals(const Dataset& data, const ExperimentConfig& config,
                                const std::function<bool(std::string_view key)>& isGiven) {
    std::optional<FoundFacts> facts;  // found once
    const std::int64_t many = data.series ? std::max<std::int64_t>(1, std::ssize(membersOf(*data.series))) : 1;
    std::optional<StandIns> standIns;  // likewise
    std::vector<std::string> refused;
    const auto suggestFor = [&](const char* goal) {
        constexpr std::size_t kMostRefused = 3;
        ExperimentConfig start = config;
        start.goal = goal;
        for (;;) {
            Suggester to(start, isGiven);
            if (const char* task = fittingTask(dataFacts(&data).kind); task != nullptr && config.task != task) {
                to.suggest("task", std::string(task), GATELAB_TEXT("Suggestion", "what these data can be asked for"));
                const ExperimentConfig fitting = withTask(to.config(), to.config().task);
                to.suggest("loss", fitting.loss, GATELAB_TEXT("Suggestion", "the loss of this task"));
            }
            if (data.sequences && !isForecast(to.config())) suggestSequences(to, data);
            if (!data.series || !isForecast(to.config()) || data.series->channels.empty()) return to.take();
            const SeriesPtr one = many > 1 ? typicalMember(*data.series) : data.series;
            if (!standIns) standIns = standInsOf(*data.series);
            suggestMissing(to, *standIns);
            if (many == 1) suggestZeros(to, *one);
            const SeriesPtr mended = mendedSeries(one, to.config());
            const bool isChosen = suggestTarget(to, *mended, refused, *data.series) && refused.size() < kMostRefused;
            suggestForecast(to, one, data.series, facts);
            const std::string none = unlearnable(*mended, to.config());
            if (!none.empty()) to.leaveErrorsOut(none);
            if (none.empty() || !isChosen || std::ranges::find(refused, none) != refused.end()) return to.take();
            // Which columns it sees may decide: the next better one, or none, which is then said.
            refused.push_back(none), facts.reset();
        }
    };
    return {suggestFor("experiment"), suggestFor("forecast")};
}

ExperimentConfig withSuggestions(ExperimentConfig config, std::span<const Suggestion> suggestions) {
    for (const Suggestion& one : suggestions) (void)setFieldValue(config, *one.field, one.value).ok();
    return config;
}

}  // namespace gatelab
