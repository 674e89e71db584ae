// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/look/insight.h"

#include "base/number_text.h"
#include "config/field.h"
#include "config/setting_predicates.h"
#include "data/doctor.h"
#include "data/findings/next_value.h"
#include "data/look/season_lookback.h"
#include "data/recipe/categories.h"
#include "data/recipe/known_ahead.h"
#include "data/recipe/recipe.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <set>

namespace gatelab {
namespace {

using Tone = Insight::Tone;

constexpr double kDrift = 1, kAlike = 0.5, kTail = 2, kTogether = 0.5, kSame = 0.98, kLeads = 0.3, kGains = 0.05;

std::string shortNumber(double value, int digits = 2) {
    char text[32];
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    return text;
}

/// Of 100, as a whole number from 10 on.
std::string percent(double share) {
    return share < 0.0995 ? shortNumber(100 * share, 1) : std::to_string(std::llround(100 * share));
}

bool isTarget(const Series& series, const std::string& name, const ExperimentConfig& config) {
    return std::ranges::find(config.targets, name) != config.targets.end() ||
           (config.targets.empty() && name == series.channels.back().name);
}

/// The action forecasts a target relative to something of its window.
Insight withAnchor(Insight insight, const char* anchor, bool isOfTarget, const ExperimentConfig& config) {
    if (!isForecast(config) || !isOfTarget || isAnchored(config.anchor)) return insight;
    insight.settings = {{"anchor", anchor}};
    insight.action = anchorsAtLast(anchor) ? Phrase(GATELAB_TEXT("Look", "Forecast the change"))
                                           : Phrase(GATELAB_TEXT("Look", "Scale each window"));
    return insight;
}

/// The lookback is held against what is suggested for such a season, so that neither speaks against the other; where it
/// holds two of another season it was chosen for that one.
Insight seasonInsight(const Series& series, const ChannelLook& look, const Season& season,
                      const ExperimentConfig& config) {
    const std::int64_t step = series.time.stepMicros,
                       wanted =
                           std::min(2 * season.rows, suitingLookback(series, look.trainRows, season.rows, config).rows);
    const Phrase period = shownPeriod(static_cast<double>(season.rows), step);
    const std::string share = percent(std::max(0.0, season.explained));
    const std::int64_t held = config.lookback / season.rows;
    const auto said = [&](Tone tone, const Text& pattern, std::int64_t number) {
        return Insight{tone, {pattern, {period, share, number}}};
    };
    if (!isForecast(config) || held >= 2 || (held == 1 && config.lookback >= wanted))
        return said(
            Tone::Good,
            held == 1
                ? GATELAB_TEXT("Look",
                               "A season of %1 explains %2 % of the swings within %1; the lookback of %3 rows "
                               "holds it once.")
                : GATELAB_TEXT("Look",
                               "A season of %1 explains %2 % of the swings within %1; the lookback holds %3 seasons."),
            held == 1 ? config.lookback : held);
    const bool holdsAnother = std::ranges::any_of(
        look.seasons, [&](const Season& one) { return one.rows > 1 && config.lookback >= 2 * one.rows; });
    Insight found = said(
        holdsAnother ? Tone::Fact : Tone::Caution,
        held == 0 ? GATELAB_TEXT("Look",
                                 "A season of %1 explains %2 % of the swings within %1; a lookback of %3 holds less "
                                 "than one.")
                  : GATELAB_TEXT("Look",
                                 "A season of %1 explains %2 % of the swings within %1; a lookback of %3 holds less "
                                 "than two."),
        config.lookback);
    if (wanted >= season.rows && wanted > config.lookback && !holdsAnother) {
        found.action = {GATELAB_TEXT("Look", "Lookback %1"), {wanted}};
        found.settings = {{"lookback", std::to_string(wanted)}};
    } else if (series.time.known() && !hasStep(config, "calendar")) {
        found.action = GATELAB_TEXT("Look", "Add the calendar");
        found.recipe = "calendar(parts=all)";
    }
    return found;
}

Insight stationarityInsight(const Stationarity& s, bool isOfTarget, const ExperimentConfig& config) {
    const std::string walk = shortNumber(s.dickeyFuller.pValue), level = s.kpss.pValue <= 0.01 ? "< 0.01"
                                                                         : s.kpss.pValue >= 0.1
                                                                             ? "> 0.1"
                                                                             : shortNumber(s.kpss.pValue);
    switch (s.verdict) {
        case Stationarity::Verdict::Level:
            return {Tone::Good,
                    {GATELAB_TEXT("Look", "It keeps its level (Dickey-Fuller p %1, KPSS p %2)."), {walk, level}}};
        case Stationarity::Verdict::Walk:
            return withAnchor(
                {Tone::Caution,
                 {GATELAB_TEXT("Look", "It does not keep its level and may be a walk (Dickey-Fuller p %1, KPSS p %2)."),
                  {walk, level}}},
                "last", isOfTarget, config);
        case Stationarity::Verdict::Shifts:
            return {
                Tone::Caution,
                {GATELAB_TEXT("Look", "It comes back, but to a level that changes (Dickey-Fuller p %1, KPSS p %2)."),
                 {walk, level}}};
        default:
            break;
    }
    if (s.rows < 20)
        return {Tone::Fact, {GATELAB_TEXT("Look", "Too few values to tell whether it keeps its level: %1."), {s.rows}}};
    if (5 * s.filled > s.rows)
        return {Tone::Fact, GATELAB_TEXT("Look", "Too many gaps to tell whether it keeps its level.")};
    if (!s.kpss.made() || !s.dickeyFuller.made())
        return {Tone::Fact,
                GATELAB_TEXT("Look", "Nothing is left to chance in it: the tests of its level say nothing.")};
    return {Tone::Fact,
            {GATELAB_TEXT("Look", "Level or walk, these values cannot tell (Dickey-Fuller p %1, KPSS p %2)."),
             {walk, level}}};
}

/// The first lag from which on the autocorrelation is no longer beyond chance; 0: it always is, or nothing is known.
std::int64_t memoryOf(const Autocorrelation& found) {
    for (std::size_t k = 1; k < found.values.size(); ++k)
        if (found.values[k] < found.bounds[k]) return static_cast<std::int64_t>(k);
    return 0;
}

bool isIn(const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
}

/// Of a column of 0 and 1 that stands for a word: what figures advise for numbers (a logarithm, a lookback) says
/// nothing of words.
std::optional<Insight> wordInsight(const Series& series, std::size_t channel) {
    for (const Category& category : categoriesOf(series))
        if (std::ranges::find(category.channels, channel) != category.channels.end())
            return Insight{Tone::Fact,
                           {GATELAB_TEXT("Look",
                                         "A word of %1: 1 in the rows that hold it, else 0. What is told of numbers "
                                         "says nothing of it."),
                            {category.column}}};
    return std::nullopt;
}

/// Whether a column holds two values at most, as a switch does.
bool isSwitch(const Channel& channel) {
    double first = std::nan(""), second = first;
    for (const double value : channel.values) {
        if (!std::isfinite(value) || value == first || value == second) continue;
        if (!std::isnan(second)) return false;
        (std::isnan(first) ? first : second) = value;
    }
    return true;
}

/// Whether a column that runs ahead so closely holds what comes, as the doctor tells of it.
bool tellsTheAnswer(const Series& series, const std::string& holder, const std::string& target, double ahead) {
    constexpr double kClosely = 0.9;
    if (std::abs(ahead) < kClosely) return false;
    return std::ranges::any_of(nextValues(series, {0, series.rows()}, target),
                               [&](const NextValue& pair) { return pair.holder == holder && !pair.isDoubtful; });
}

/// Where the test part goes beyond all that training saw: by a twentieth of that, or in several rows; above, below.
Insights beyondInsights(const Channel& channel, const PartDistributions& d) {
    constexpr double kFar = 0.05, kManyOf = 0.01;
    constexpr std::int64_t kFew = 3;
    Insights found;
    const ValueFigures &train = d.train.figures, &test = d.test.figures;
    if (train.count == 0 || test.count == 0) return found;
    const auto rows = channel.values.span().subspan(static_cast<std::size_t>(d.test.rows.begin),
                                                    static_cast<std::size_t>(d.test.rows.size()));
    for (const bool isAbove : {true, false}) {
        const double end = isAbove ? train.high : train.low, most = isAbove ? test.high : test.low;
        const auto beyond =
            std::ranges::count_if(rows, [&](double value) { return isAbove ? value > end : value < end; });
        if (beyond == 0 || (beyond < kFew && !(std::abs(most - end) > kFar * (train.high - train.low)))) continue;
        const double share = static_cast<double>(beyond) / static_cast<double>(test.count);
        found.push_back(
            {beyond >= kFew && share >= kManyOf ? Tone::Caution : Tone::Fact,
             {isAbove ? GATELAB_TEXT("Look",
                                     "The test part goes up to %1, training only to %2: %3 of its values lie beyond "
                                     "all that was seen.")
                      : GATELAB_TEXT("Look",
                                     "The test part goes down to %1, training only to %2: %3 of its values lie beyond "
                                     "all that was seen."),
              {numberPhrase(numberText(most)), numberPhrase(numberText(end)), beyond}}});
    }
    return found;
}

/// Of a column that has one value in each of many series.
Insight staticInsight() {
    return {Tone::Fact, GATELAB_TEXT("Look",
                                     "Constant in each series: a static covariate, which tells the series apart. It "
                                     "has no seasons and no lags, and it can be an input but is no target.")};
}

std::string joined(const std::vector<std::string>& names) { return formatFieldValue(FieldValue(names)); }

}  // namespace

bool hasStep(const ExperimentConfig& config, std::string_view key) {
    return std::ranges::any_of(config.recipe, [key](const std::string& text) {
        const auto step = parseRecipeStep(text);
        return step.ok() && step->key == key && step->enabled;
    });
}

ExperimentConfig afterAction(ExperimentConfig config, const Insight& insight) {
    for (const auto& [key, text] : insight.settings) {
        const Field* field = findField(key);
        if (!field) continue;
        if (const auto value = parseFieldValue(*field, text); value.ok()) (void)setFieldValue(config, *field, *value);
    }
    if (!insight.recipe.empty()) config.recipe = withStep(config.recipe, insight.recipe);
    return config;
}

Insights distributionInsights(const Series& series, const ChannelLook& look, const ExperimentConfig& config) {
    const PartDistributions& d = look.distributions;
    const ValueFigures& all = d.whole.figures;
    if (all.count == 0) return {{Tone::Caution, GATELAB_TEXT("Look", "This column has no value.")}};
    if (look.isStatic) return {staticInsight()};
    if (const auto word = wordInsight(series, look.channel)) return {*word};
    if (all.low == all.high)
        return {{Tone::Caution, GATELAB_TEXT("Look", "This column is constant: there is nothing to learn from it.")}};
    Insights found;
    const std::string apart = shortNumber(std::abs(d.shift));
    if (std::abs(d.shift) >= kDrift)
        found.push_back(withAnchor(
            {Tone::Caution,
             {d.shift > 0 ? GATELAB_TEXT("Look", "The test part lies %1 SD above the training part: its level drifts.")
                          : GATELAB_TEXT("Look", "The test part lies %1 SD below the training part: its level drifts."),
              {apart}}},
            look.stationarity.verdict == Stationarity::Verdict::Walk ? "last" : "revin",
            isTarget(series, series.channels[look.channel].name, config), config));
    const Insights beyond = beyondInsights(series.channels[look.channel], d);
    if (std::abs(d.shift) < kDrift) {
        const bool isAlike = std::abs(d.shift) < kAlike && beyond.empty();
        found.push_back(
            isAlike
                ? Insight{Tone::Good, {GATELAB_TEXT("Look", "Training and test part lie %1 SD apart: alike."), {apart}}}
                : Insight{Tone::Fact, {GATELAB_TEXT("Look", "Training and test part lie %1 SD apart."), {apart}}});
    }
    found.insert(found.end(), beyond.begin(), beyond.end());
    const ValueFigures& train = d.train.figures.count > 0 ? d.train.figures : all;
    if (train.skewness > kTail && train.low >= 0 && !isSwitch(series.channels[look.channel])) {
        Insight tail{Tone::Caution,
                     {GATELAB_TEXT("Look", "A long tail upwards (skewness %1): few values decide the loss."),
                      {shortNumber(train.skewness)}}};
        if (!hasStep(config, "log") && !hasStep(config, "boxcox"))
            tail.action = GATELAB_TEXT("Look", "Take the logarithm"), tail.recipe = "log";
        found.push_back(tail);
    }
    return found;
}

Insights seasonInsights(const Series& series, const ChannelLook& look, const ExperimentConfig& config) {
    if (look.isStatic) return {staticInsight()};
    if (const auto word = wordInsight(series, look.channel)) return {*word};
    Insights found;
    const std::int64_t step = series.time.stepMicros;
    if (look.spectrum.power.empty())
        found.push_back({Tone::Fact, GATELAB_TEXT("Look", "Too few different values to tell a season.")});
    else if (look.seasons.empty())
        found.push_back({Tone::Fact, GATELAB_TEXT("Look", "No season repeats in the training part.")});
    else
        found.push_back(seasonInsight(series, look, look.seasons.front(), config));
    if (series.time.known() && step > 0 && !look.isByClock && std::ranges::is_sorted(series.time.values))
        found.push_back({Tone::Caution,
                         GATELAB_TEXT("Look",
                                      "The times keep no step: seasons and lags count rows. Resampling brings them to "
                                      "one.")});
    else if (look.absent > 0)
        found.push_back(
            {Tone::Fact,
             counted(look.absent, GATELAB_TEXT("Look", "A time step has no row: seasons and lags go by the clock."),
                     GATELAB_TEXT("Look", "%1 time steps have no row: seasons and lags go by the clock."))});
    if (look.seasons.size() > 1) {
        const Season& second = look.seasons[1];
        const Phrase period = shownPeriod(static_cast<double>(second.rows), step);
        Insight also{Tone::Fact,
                     {GATELAB_TEXT("Look", "A second season of %1 explains another %2 % of the variance."),
                      {period, percent(second.explained)}}};
        if (isForecast(config) && config.lookback < second.rows && series.time.known() && !hasStep(config, "calendar"))
            also.action = GATELAB_TEXT("Look", "Add the calendar"), also.recipe = "calendar(parts=all)";
        found.push_back(std::move(also));
    }
    if (const std::int64_t memory = memoryOf(look.autocorrelation); memory > 1 && look.seasons.empty())
        found.push_back({Tone::Fact,
                         {GATELAB_TEXT("Look", "After %1 a value tells no more of the next ones than chance."),
                          {shownPeriod(static_cast<double>(memory), step)}}});
    found.push_back(
        stationarityInsight(look.stationarity, isTarget(series, series.channels[look.channel].name, config), config));
    return found;
}

Insights relationInsights(const Series& series, std::size_t channel, const std::vector<Leader>& leaders,
                          const ExperimentConfig& config) {
    Insights found;
    const std::string& name = series.channels[channel].name;
    const bool takesAll = config.inputs.empty();
    if (const auto word = wordInsight(series, channel)) return {*word};
    const std::set<std::size_t> words = wordChannels(series);
    for (const Leader& one : leaders) {
        if (words.contains(one.channel)) continue;
        const double gained = one.value * one.value - one.atOnce * one.atOnce;
        if (!one.isBeyondChance || std::abs(one.value) < kLeads || gained < kGains || one.lag == 0) continue;
        const std::string& other = series.channels[one.channel].name;
        const auto length = [&](std::int64_t rows) {
            return shownPeriod(static_cast<double>(rows), series.time.stepMicros);
        };
        Insight ahead{Tone::Good,
                      {GATELAB_TEXT("Look", "%1 runs %2 ahead of %3: %4, at the same time %5."),
                       {other, length(one.lag), name, shortNumber(one.value), shortNumber(one.atOnce)}}};
        if (one.season > 0)
            ahead.text = together(std::move(ahead.text),
                                  {GATELAB_TEXT("Look", "Both without the season of %1, in which any two are alike."),
                                   {length(one.season)}});
        if (tellsTheAnswer(series, other, name, one.value)) {
            ahead.tone = Tone::Caution;
            ahead.text = together(std::move(ahead.text),
                                  {GATELAB_TEXT("Look",
                                                "It may hold coming values of %1: as an input it tells the "
                                                "answer, which a forecast does not have."),
                                   {name}});
        } else if (isForecast(config) && !takesAll && !isIn(config.inputs, other)) {
            std::vector<std::string> inputs = config.inputs;
            inputs.push_back(other);
            ahead.action = {GATELAB_TEXT("Look", "Use %1 as an input"), {other}};
            ahead.settings = {{"inputs", joined(inputs)}};
        }
        found.push_back(ahead);
        break;
    }
    if (found.empty())
        found.push_back(leaders.empty()
                            ? Insight{Tone::Fact, GATELAB_TEXT("Look", "There is no other column to compare with.")}
                            : Insight{Tone::Fact, {GATELAB_TEXT("Look", "No other column runs ahead of %1."), {name}}});
    const auto atOnce = std::ranges::find_if(leaders, [&](const Leader& one) {
        return one.lag == 0 && one.isBeyondChance && std::abs(one.value) >= kTogether && !words.contains(one.channel);
    });
    if (atOnce == leaders.end()) return found;
    const std::string& other = series.channels[atOnce->channel].name;
    const bool isKnown = isIn(knownAheadColumns(config.recipe), other);
    found.push_back(
        {isKnown ? Tone::Good : Tone::Fact,
         {isKnown ? GATELAB_TEXT("Look",
                                 "%1 goes with %2 at the same row (%3), and the forecast is given its values of the "
                                 "rows to come.")
                  : GATELAB_TEXT("Look",
                                 "%1 goes with %2 at the same row (%3): that helps a forecast only where its values "
                                 "are known beforehand."),
          {other, name, shortNumber(atOnce->value)}}});
    return found;
}

Insights wordInsights(const Series& series, const ExperimentConfig& config) {
    Insights found;
    for (const Category& category : categoriesOf(series)) {
        const std::string use = categoryUse(config.recipe, category.column);
        const bool isLeft = use == kAsNothing;
        const std::size_t words = category.channels.size();
        Insight one{
            Tone::Fact,
            {isLeft                ? GATELAB_TEXT("Look", "%1 holds %2 words and is left out.")
             : use == kAsEmbedding ? GATELAB_TEXT("Look", "%1 holds %2 words: an embedding, learned numbers for each.")
                                   : GATELAB_TEXT("Look", "%1 holds %2 words: an input of 0 and 1 for each."),
             {category.column, words}}};
        if (isForecast(config)) {
            one.action = isLeft ? Phrase(GATELAB_TEXT("Look", "Use %1 as an input"), {category.column})
                                : Phrase(GATELAB_TEXT("Look", "Leave out %1"), {category.column});
            one.recipe = categoryStep(category.column, isLeft ? kAsOneHot : kAsNothing);
        }
        found.push_back(std::move(one));
    }
    return found;
}

namespace {

/// The inputs as they are chosen, in the order of the series, without these.
std::vector<std::string> inputsWithout(const Series& series, const std::vector<std::string>& left,
                                       const ExperimentConfig& config) {
    std::vector<std::string> inputs;
    for (const Channel& column : series.channels)
        if (config.inputs.empty() || isIn(config.inputs, column.name)) inputs.push_back(column.name);
    for (const std::string& name : config.inputs)  // columns of words by their own name
        if (!isIn(inputs, name)) inputs.push_back(name);
    std::erase_if(inputs, [&](const std::string& name) { return isIn(left, name); });
    return inputs;
}

/// Whether a person, or the plan by what each is worth, chose both of them beside the targets.
bool wereBothChosen(const Series& series, const std::string& first, const std::string& second,
                    const ExperimentConfig& config) {
    return isIn(config.inputs, first) && isIn(config.inputs, second) && !isTarget(series, first, config) &&
           !isTarget(series, second, config);
}

/// Leaving out the later one, or the earlier one where the later is forecast.
Insight twinInsight(const Series& series, const std::string& first, const std::string& second, double correlation,
                    const ExperimentConfig& config) {
    const std::string &left = isTarget(series, second, config) ? first : second,
                      &kept = left == second ? first : second;
    const bool isInput = config.inputs.empty() || isIn(config.inputs, left);
    const Phrase howMuch(shortNumber(correlation, 4));
    if (!isInput && isForecast(config))
        return {Tone::Fact,
                {GATELAB_TEXT("Look", "%1 and %2 say the same (%3); %4 is no input."), {first, second, howMuch, left}}};
    Insight same{Tone::Caution, {GATELAB_TEXT("Look", "%1 and %2 say the same (%3)."), {first, second, howMuch}}};
    const std::vector<std::string> inputs = inputsWithout(series, {left}, config);
    const bool isKept = isIn(inputs, kept) || isTarget(series, kept, config);
    if (isForecast(config) && !isTarget(series, left, config) && !inputs.empty() && isKept) {
        same.action = {GATELAB_TEXT("Look", "Leave out %1"), {left}};
        same.settings = {{"inputs", joined(inputs)}};
    }
    return same;
}

/// Of inputs that were chosen, those that go with one before them: one line for all of them, which can be left out
/// together. They help, or they would not have been chosen: it warns of nothing.
struct ChosenTwin {
    std::string first, second;
    double correlation = 0;
};
Insight chosenInsight(const Series& series, const std::vector<ChosenTwin>& twins, const ExperimentConfig& config) {
    constexpr std::size_t kNamed = 4;
    std::vector<std::string> left;
    std::string names;
    for (const ChosenTwin& one : twins) {
        if (left.size() < kNamed) names += (names.empty() ? "" : ", ") + one.second;
        if (left.size() == kNamed) names += ", ...";
        left.push_back(one.second);
    }
    const ChosenTwin& twin = twins.front();
    Insight found{Tone::Fact,
                  twins.size() == 1
                      ? Phrase(GATELAB_TEXT("Look", "%1 and %2 go together (%3); both were chosen as inputs."),
                               {twin.first, twin.second, shortNumber(twin.correlation, 4)})
                      : Phrase(GATELAB_TEXT("Look", "%1 chosen inputs go together with another one (%2 and more): %3."),
                               {twins.size(), shortNumber(kSame), names})};
    const std::vector<std::string> inputs = inputsWithout(series, left, config);
    if (!isForecast(config) || inputs.empty()) return found;
    found.action = twins.size() == 1 ? Phrase(GATELAB_TEXT("Look", "Leave out %1"), {twin.second})
                                     : Phrase(GATELAB_TEXT("Look", "Leave out these %1"), {twins.size()});
    found.settings = {{"inputs", joined(inputs)}};
    return found;
}

}  // namespace

Insights twinInsights(const Series& series, const Correlations& all, const ExperimentConfig& config) {
    constexpr std::size_t kMost = 6;
    Insights found;
    std::vector<ChosenTwin> chosen;
    const std::set<std::size_t> words = wordChannels(series);
    for (std::size_t i = 0; i < all.channels.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const std::string &one = series.channels[all.channels[j]].name,
                              &other = series.channels[all.channels[i]].name;
            if (!(std::abs(all.at(i, j)) >= kSame) || words.contains(all.channels[i]) ||
                words.contains(all.channels[j]))
                continue;
            if (wereBothChosen(series, one, other, config))
                chosen.push_back({one, other, all.at(i, j)});
            else if (found.size() < kMost)
                found.push_back(twinInsight(series, one, other, all.at(i, j), config));
            break;  // the others that it is like are like each other
        }
    if (!chosen.empty()) found.push_back(chosenInsight(series, chosen, config));
    return found;
}

Insights missingInsights(const Series& series, const MissingMap& map, const ExperimentConfig& config) {
    if (map.rowsWithAny == 0) return {{Tone::Good, GATELAB_TEXT("Look", "No value is missing.")}};
    Insights found;
    std::size_t worst = 0;
    for (std::size_t c = 1; c < map.columns.size(); ++c)
        if (map.columns[c].missing > map.columns[worst].missing) worst = c;
    const auto rows = static_cast<double>(map.rows);
    const MissingMap::Column& column = map.columns[worst];
    Insight most{Tone::Caution,
                 {column.gaps == 1 ? GATELAB_TEXT("Look", "%1 misses most: %2 % in %3 gap of %4.")
                                   : GATELAB_TEXT("Look", "%1 misses most: %2 % in %3 gaps, the longest of %4."),
                  {series.channels[worst].name, percent(static_cast<double>(column.missing) / rows), column.gaps,
                   shownPeriod(static_cast<double>(column.longest), series.time.stepMicros)}}};
    if (!hasStep(config, "fill")) {
        const bool isLong = column.longest > 24 || column.missing * 20 > map.rows;
        most.action = GATELAB_TEXT("Look", "Fill the gaps");
        most.recipe = isLong ? "fill(method=hold)" : "fill(method=linear)";
    }
    found.push_back(most);
    if (map.columns.size() > 1 && map.rowsWithAll > 0)
        found.push_back(
            {Tone::Fact,
             {GATELAB_TEXT("Look", "In %1 % of the rows all columns are missing at once: the logger, not a sensor."),
              {percent(static_cast<double>(map.rowsWithAll) / rows)}}});
    return found;
}

}  // namespace gatelab
