// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/sweep_plan.h"

#include "base/rng.h"
#include "base/words/trimmed.h"
#include "config/config_difference.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <set>
#include <utility>

namespace gatelab {
namespace {

/// Far from the streams of a training, whose numbers are epochs.
constexpr std::uint64_t kSweepStream = UINT64_C(1) << 62;
constexpr int kMaxTries = 200;  // for one combination that is not there yet
constexpr std::int64_t kMaxPoints = 10000;

Error wrong(const Field& field, Phrase what) {
    return Error{ErrorCode::InvalidInput, std::move(what)}.withContext(field.key).ofField(field.key);
}

bool isWhole(const Field& field) { return std::holds_alternative<std::int64_t ExperimentConfig::*>(field.member); }

/// To four figures: as a person would write it, in names too.
double rounded(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return std::strtod(text, nullptr);
}

/// The share 0 to 1 of the way from low to high.
double between(const SweepAxis& axis, double share) {
    if (share <= 0) return axis.low;
    if (share >= 1) return axis.high;
    return axis.isLog ? axis.low * std::pow(axis.high / axis.low, share) : axis.low + (axis.high - axis.low) * share;
}

FieldValue drawn(const SweepAxis& axis, Rng& rng) {
    if (!axis.isRange) return axis.values[static_cast<std::size_t>(rng.below(axis.values.size()))];
    // Whole numbers: each has its part of the range, those at the ends too.
    if (isWhole(*axis.field) && !axis.isLog)
        return static_cast<std::int64_t>(axis.low) +
               static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(axis.high - axis.low) + 1));
    const double share = rng.uniform();
    if (!isWhole(*axis.field)) return valueAt(axis, between(axis, share));
    const double low = axis.low - 0.5, high = axis.high + 0.5;
    return valueAt(axis, low * std::pow(high / low, share));
}

bool addValue(SweepAxis& axis, FieldValue value) {
    if (std::ranges::find(axis.values, value) != axis.values.end()) return false;
    axis.values.push_back(std::move(value));
    return true;
}

std::vector<std::string_view> parts(std::string_view text, char border) {
    std::vector<std::string_view> found;
    for (;;) {
        const auto at = text.find(border);
        found.push_back(text.substr(0, at));
        if (at == std::string_view::npos) return found;
        text.remove_prefix(at + 1);
    }
}

Result<double> endOf(const Field& field, std::string_view text) {
    auto value = parseFieldValue(field, trimmed(text));
    if (!value.ok()) return wrong(field, value.error().phrase);
    return std::holds_alternative<std::int64_t>(*value) ? static_cast<double>(std::get<std::int64_t>(*value))
                                                        : std::get<double>(*value);
}

/// "1e-4..1e-2:log:5" behind the '='.
Result<SweepAxis> parseRange(const Field& field, std::string_view text) {
    SweepAxis axis{&field, {}, true};
    const auto words = parts(text, ':');
    const auto dots = words.front().find("..");
    if (trimmed(words.front().substr(0, dots)).empty() || trimmed(words.front().substr(dots + 2)).empty())
        return wrong(field, GATELAB_TEXT("Sweep", "a range has two ends, as in 0.001..0.1; one of them is missing"));
    auto low = endOf(field, words.front().substr(0, dots)), high = endOf(field, words.front().substr(dots + 2));
    if (!low.ok()) return low.error();
    if (!high.ok()) return high.error();
    axis.low = *low, axis.high = *high;
    std::int64_t points = 0;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string word(trimmed(words[i]));
        if (word == "log")
            axis.isLog = true;
        else if (word == "linear")
            axis.isLog = false;
        else if (word.empty() || word.size() > 6 ||
                 !std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; }) ||
                 (points = std::stoll(word)) < 2 || points > kMaxPoints)
            return wrong(
                field, {GATELAB_TEXT("Sweep", "'%1' behind a range is neither log nor a number of points from 2 to %2"),
                        {word, kMaxPoints}});
    }
    if (axis.low > axis.high)
        return wrong(field, {GATELAB_TEXT("Sweep", "the range begins with %1, above its end %2"),
                             {formatFieldValue(axis.low), formatFieldValue(axis.high)}});
    if (axis.isLog && axis.low <= 0)
        return wrong(field,
                     {GATELAB_TEXT("Sweep", "a log range begins above 0, not at %1"), {formatFieldValue(axis.low)}});
    for (std::int64_t i = 0; i < points; ++i)
        addValue(axis, valueAt(axis, between(axis, static_cast<double>(i) / static_cast<double>(points - 1))));
    if (points > 0) axis.isRange = false;
    return axis;
}

Result<> checkPlan(const SweepPlan& plan) {
    if (auto checked = checkAxes(plan.axes); !checked.ok()) return checked;
    if (plan.random == 0)
        if (auto checked = checkGrid(plan.axes); !checked.ok()) return checked;
    if (countSweepRuns(plan) > kMaxSweepRuns)
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Sweep", "this would be more than %1 runs; take fewer values, or combinations at random"),
             {kMaxSweepRuns}}};
    return {};
}

void addSeeds(const ExperimentConfig& setting, const SweepPlan& plan, SweepRuns& runs) {
    ++runs.settings;
    for (std::int64_t seed = 0; seed < std::max<std::int64_t>(1, plan.seeds); ++seed) {
        runs.configs.push_back(setting);
        runs.configs.back().seed += seed;
    }
}

void addGrid(const ExperimentConfig& base, const SweepPlan& plan, std::size_t axis, SweepRuns& runs) {
    if (axis == plan.axes.size()) return addSeeds(base, plan, runs);
    for (const FieldValue& value : plan.axes[axis].values) {
        ExperimentConfig config = base;
        (void)setFieldValue(config, *plan.axes[axis].field, value).ok();
        addGrid(config, plan, axis + 1, runs);
    }
}

void addRandom(const ExperimentConfig& base, const SweepPlan& plan, SweepRuns& runs) {
    Rng rng(static_cast<std::uint64_t>(plan.drawSeed), RandomPurpose::Order, kSweepStream);
    std::set<std::string> seen;
    for (std::int64_t i = 0; i < plan.random; ++i) {
        for (int tries = 0;; ++tries) {
            if (tries == kMaxTries) return;  // there are no more, or almost none
            ExperimentConfig config = base;
            std::string text;
            for (const SweepAxis& axis : plan.axes) {
                const FieldValue value = drawn(axis, rng);
                (void)setFieldValue(config, *axis.field, value).ok();
                text += formatFieldValue(value) + "\n";
            }
            if (!seen.insert(text).second) continue;
            addSeeds(config, plan, runs);
            break;
        }
    }
}

}  // namespace

bool isSwept(const Field& field) { return !isCosmetic(field) && std::string_view(field.key) != "seed"; }

bool isNumber(const Field& field) {
    return isWhole(field) || std::holds_alternative<double ExperimentConfig::*>(field.member);
}

Result<> checkAxes(std::span<const SweepAxis> axes) {
    if (axes.empty())
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Sweep", "no setting varies; name at least one with its values")};
    std::set<std::string_view> seen;
    for (const SweepAxis& axis : axes)
        if (!seen.insert(axis.field->key).second)
            return wrong(*axis.field, GATELAB_TEXT("Sweep", "is named twice; give all its values at once"));
    return {};
}

Result<> checkGrid(std::span<const SweepAxis> axes) {
    for (const SweepAxis& axis : axes)
        if (axis.isRange)
            return wrong(*axis.field, GATELAB_TEXT("Sweep",
                                                   "a grid needs values: give them one by one, or a number of points "
                                                   "behind the range, or take combinations at random"));
    return {};
}

FieldValue valueAt(const SweepAxis& axis, double number) {
    if (isWhole(*axis.field)) return static_cast<std::int64_t>(std::llround(std::clamp(number, axis.low, axis.high)));
    // An end is as it was given, with all its figures.
    if (number <= axis.low || number >= axis.high) return std::clamp(number, axis.low, axis.high);
    return std::clamp(rounded(number), axis.low, axis.high);
}

Result<SweepAxis> parseSweepAxis(std::string_view text) {
    const auto equals = text.find('=');
    std::string key(trimmed(text.substr(0, equals)));
    std::ranges::replace(key, '-', '_');
    const Field* field = findField(key);
    if (field == nullptr)
        return Error{ErrorCode::InvalidInput, {GATELAB_TEXT("Sweep", "there is no setting '%1'"), {key}}};
    if (key == "seed")
        return wrong(*field, GATELAB_TEXT("Sweep", "seeds are given as a number of seeds for each setting"));
    if (!isSwept(*field)) return wrong(*field, GATELAB_TEXT("Sweep", "changes nothing that a sweep could compare"));
    const std::string_view given =
        equals == std::string_view::npos ? std::string_view() : trimmed(text.substr(equals + 1));
    if (given.empty())
        return wrong(*field, GATELAB_TEXT("Sweep", "has no values; write them behind '=', with commas between them"));
    if (isNumber(*field) && given.find("..") != std::string_view::npos) return parseRange(*field, given);
    SweepAxis axis{field, {}};
    for (const std::string_view part : parts(given, given.find('|') != std::string_view::npos ? '|' : ',')) {
        const std::string_view word = trimmed(part);
        if (word.empty() && isNumber(*field))
            return wrong(*field, GATELAB_TEXT("Sweep", "a value is missing between two commas"));
        auto value = parseFieldValue(*field, word);
        if (!value.ok()) return wrong(*field, value.error().phrase);
        addValue(axis, std::move(*value));  // one that comes twice trains once
        if (std::ssize(axis.values) > kMaxPoints)
            return wrong(*field, {GATELAB_TEXT("Sweep", "has more than %1 values; give a range"), {kMaxPoints}});
    }
    return axis;
}

std::string formatSweepAxis(const SweepAxis& axis) {
    std::string text = std::string(axis.field->key) + "=";
    if (axis.isRange)
        return text + formatFieldValue(axis.low) + ".." + formatFieldValue(axis.high) + (axis.isLog ? ":log" : "");
    const bool hasCommas = std::ranges::any_of(
        axis.values, [](const FieldValue& value) { return formatFieldValue(value).find(',') != std::string::npos; });
    for (std::size_t i = 0; i < axis.values.size(); ++i)
        text += (i == 0 ? "" : hasCommas ? "|" : ",") + formatFieldValue(axis.values[i]);
    return text;
}

std::int64_t countSweepRuns(const SweepPlan& plan) {
    double count = plan.random > 0 ? static_cast<double>(plan.random) : 1;
    if (plan.random == 0)
        for (const SweepAxis& axis : plan.axes) count *= static_cast<double>(axis.values.size());
    count *= static_cast<double>(std::max<std::int64_t>(1, plan.seeds));
    return static_cast<std::int64_t>(std::min(count, 1e15));
}

Result<SweepRuns> sweepRuns(const ExperimentConfig& base, const SweepPlan& plan) {
    if (auto checked = checkPlan(plan); !checked.ok()) return checked.error();
    if (const double last =
            static_cast<double>(base.seed) + static_cast<double>(std::max<std::int64_t>(1, plan.seeds)) - 1;
        last > findField("seed")->range.high)
        return wrong(*findField("seed"), {GATELAB_TEXT("Sweep", "the last of the successive seeds would be above %1"),
                                          {formatFieldValue(findField("seed")->range.high)}});
    SweepRuns runs;
    if (plan.random > 0)
        addRandom(base, plan, runs);
    else
        addGrid(base, plan, 0, runs);
    return runs;
}

}  // namespace gatelab
