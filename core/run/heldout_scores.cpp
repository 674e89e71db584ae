// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/heldout_scores.h"

#include "baselines/token_baselines.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>
#include <utility>

namespace gatelab {

namespace {

const char* const kComparedWith = "compared_with";
const char* const kTrainingItems = "training_items";
const char* const kBand = "band";
const char* const kTargets = "targets";
const char* const kOwnSeasons = "own_seasons";
const char* const kPooled = "pooled_targets";
const char* const kOneSeason = "one_season";

void addFormed(const std::string& method, const std::string& scale, const std::string& metric, double value,
               std::vector<TestScore>& all) {
    if (!std::isnan(value)) all.push_back({method, scale, metric, value});
}

/// Null: the method has no such score on this scale.
TestScore* scoreOf(std::vector<TestScore>& all, const std::string& method, std::string_view scale,
                   std::string_view metric) {
    const auto found = std::ranges::find_if(all, [&](const TestScore& score) {
        return score.method == method && score.scale == scale && score.metric == metric;
    });
    return found == all.end() ? nullptr : &*found;
}

bool hasRow(const std::vector<TestScore>& all, const std::string& method, std::string_view metric) {
    return std::ranges::any_of(
        all, [&](const TestScore& score) { return score.method == method && score.metric == metric; });
}

/// Reads the level behind "pinball_" or "below_"; false: another key.
bool readLevel(std::string_view key, std::string_view what, double& level) {
    if (!key.starts_with(what) || key.size() <= what.size() + 1 || key[what.size()] != '_') return false;
    const char* end = key.data() + key.size();
    const auto [stop, problem] = std::from_chars(key.data() + what.size() + 1, end, level);
    return problem == std::errc() && stop == end;
}

}  // namespace

void addScores(const std::string& method, const std::string& scale, const ForecastScores& values,
               std::vector<TestScore>& all) {
    for (const Score& score : scores())
        if (score.value != nullptr && (!score.isOfOwnUnit || scale == "original"))
            all.push_back({method, scale, score.key, values.*score.value});
    if (values.targets < 2) return;
    all.push_back({method, scale, kTargets, static_cast<double>(values.targets)});
    all.push_back({method, scale, kOwnSeasons, 1});
}

void addScores(const std::string& method, const std::string& scale, const SpreadScores& values,
               std::vector<TestScore>& all) {
    for (const auto& [key, value] :
         {std::pair("pinball", values.pinball), std::pair("crps", values.crps), std::pair("nll", values.nll),
          std::pair("coverage", values.coverage), std::pair("coverage_nominal", values.nominal),
          std::pair("width", values.width), std::pair("crossed", values.crossed)})
        addFormed(method, scale, key, value, all);
    for (const QuantileScore& quantile : values.quantiles) {
        addFormed(method, scale, quantileKey("pinball", quantile.level), quantile.pinball, all);
        addFormed(method, scale, quantileKey("below", quantile.level), quantile.below, all);
    }
}

void addScores(const std::string& method, const std::string& scale, const ClassSummary& values,
               std::vector<TestScore>& all) {
    addFormed(method, scale, "accuracy", values.accuracy, all);
    addFormed(method, scale, "f1", values.f1, all);
    addFormed(method, scale, "precision", values.precision, all);
    addFormed(method, scale, "recall", values.recall, all);
}

void addScores(const BaselineForecast& baseline, std::vector<TestScore>& all) {
    addScores(baseline.key, "standardised", baseline.standardised, all);
    addScores(baseline.key, "original", baseline.original, all);
}

void addTextScores(const std::string& method, double crossEntropy, bool ofWords, std::vector<TestScore>& all) {
    addFormed(method, "original", ofWords ? "bits_per_word" : "bits_per_character", bitsOf(crossEntropy), all);
    addFormed(method, "original", "perplexity", perplexityOf(crossEntropy), all);
}

void addScores(const SequenceScore& baseline, std::vector<TestScore>& all) {
    addTextScores(baseline.key, baseline.crossEntropy, baseline.ofWords, all);
    addFormed(baseline.key, "original", "accuracy", baseline.accuracy, all);
    addFormed(baseline.key, "original", "mse", baseline.mse, all);
    addFormed(baseline.key, "original", "rmse", std::sqrt(baseline.mse), all);
    addFormed(baseline.key, "original", "mae", baseline.mae, all);
    if (baseline.band < 1) all.push_back({baseline.key, "original", kBand, baseline.band});
    if (baseline.comparedWith >= baseline.trainingItems) return;
    all.push_back({baseline.key, "original", kComparedWith, static_cast<double>(baseline.comparedWith)});
    all.push_back({baseline.key, "original", kTrainingItems, static_cast<double>(baseline.trainingItems)});
}

std::optional<ItemsCompared> itemsCompared(const std::vector<TestScore>& all, const std::string& method) {
    ItemsCompared items{0, 0, true};
    for (const TestScore& score : all) {
        if (score.method != method) continue;
        if (score.metric == kComparedWith)
            items.with = std::llround(score.value);
        else if (score.metric == kTrainingItems)
            items.of = std::llround(score.value);
        else if (score.metric != kBand)
            items.leftOut = false;
    }
    return items.of > 0 ? std::optional(items) : std::nullopt;
}

std::optional<double> warpingBand(const std::vector<TestScore>& all, const std::string& method) {
    const auto band = std::ranges::find_if(
        all, [&](const TestScore& score) { return score.method == method && score.metric == kBand; });
    return band == all.end() ? std::nullopt : std::optional(band->value);
}

bool isDecisive(const std::vector<TestScore>& all, const std::string& method) { return !itemsCompared(all, method); }

Phrase itemsNote(const std::vector<TestScore>& all, const std::string& method) {
    const auto items = itemsCompared(all, method);
    const std::int64_t percent = std::llround(100 * warpingBand(all, method).value_or(1));
    if (items && items->leftOut)
        return {GATELAB_TEXT("Scores", "left out: only %1 of %2 training items in the time for baselines, under 1 %"),
                {items->with, items->of}};
    if (items && percent < 100)
        return {GATELAB_TEXT("Scores", "cut short, decides nothing: %1 of %2 training items, warped by at most %3 %"),
                {items->with, items->of, percent}};
    if (items)
        return {GATELAB_TEXT("Scores",
                             "cut short, so it decides nothing: compared with %1 of %2 training items, evenly chosen; "
                             "with all of them it would take too long"),
                {items->with, items->of}};
    if (percent < 100)
        return {GATELAB_TEXT(
                    "Scores",
                    "warped by at most %1 % of the length (Sakoe-Chiba band); without a limit it would take too long"),
                {percent}};
    return {};
}

std::string quantileKey(const char* what, double level) {
    char text[32];
    return std::string(what) + "_" + std::string(text, std::to_chars(text, text + sizeof text, level).ptr);
}

std::vector<QuantileScore> quantileScores(const std::vector<TestScore>& all, const std::string& method,
                                          const std::string& scale) {
    std::vector<QuantileScore> found;
    for (const TestScore& score : all) {
        double level = 0;
        const bool pinball = readLevel(score.metric, "pinball", level);
        if (score.method != method || score.scale != scale || (!pinball && !readLevel(score.metric, "below", level)))
            continue;
        auto place = std::ranges::find_if(found, [&](const QuantileScore& one) { return one.level == level; });
        if (place == found.end()) place = found.insert(found.end(), {level, std::nan(""), std::nan("")});
        (pinball ? place->pinball : place->below) = score.value;
    }
    std::ranges::sort(found, {}, &QuantileScore::level);
    return found;
}

void withoutPooled(std::vector<TestScore>& all) {
    std::set<std::string> methods, pooled, oneSeason;
    for (const TestScore& score : all) methods.insert(score.method);
    for (const std::string& method : methods) {
        if (hasRow(all, method, kTargets)) {
            if (!hasRow(all, method, kOwnSeasons) && !hasRow(all, method, kOneSeason)) oneSeason.insert(method);
            continue;
        }
        for (const char* metric : {"mase", "r2"}) {
            TestScore *one = scoreOf(all, method, "standardised", metric),
                      *other = scoreOf(all, method, "original", metric);
            if (one == nullptr || other == nullptr) continue;
            // More than what rounding a large level leaves of it
            const double gap = std::abs(one->value - other->value),
                         size = std::max({1.0, std::abs(one->value), std::abs(other->value)});
            if (gap > 1e-4 * size) pooled.insert(method);
        }
    }
    for (TestScore& score : all)
        if ((score.metric == "mase" && (pooled.contains(score.method) || oneSeason.contains(score.method))) ||
            (score.metric == "r2" && pooled.contains(score.method)))
            score.value = std::numeric_limits<double>::quiet_NaN();
    for (const std::string& method : pooled) all.push_back({method, "original", kPooled, 1});
    for (const std::string& method : oneSeason) all.push_back({method, "original", kOneSeason, 1});
}

Phrase whyUnformed(const std::vector<TestScore>& all, const TestScore& score) {
    if (std::isfinite(score.value)) return {};
    const auto isFinite = [&](std::string_view metric) {
        return std::ranges::any_of(all, [&](const TestScore& other) {
            return other.method == score.method && other.scale == score.scale && other.metric == metric &&
                   std::isfinite(other.value);
        });
    };
    if ((score.metric == "mase" || score.metric == "r2") && hasRow(all, score.method, kPooled))
        return GATELAB_TEXT("Scores",
                            "not comparable: an older version made one figure of all targets; a forecast of this run "
                            "is scored anew, target by target");
    if (score.metric == "mase" && hasRow(all, score.method, kOneSeason))
        return GATELAB_TEXT("Scores",
                            "not comparable: an older version took the first target's season for all; a forecast of "
                            "this run is scored anew");
    if (score.metric == "kge" && isFinite("rmse"))
        return GATELAB_TEXT(
            "Scores",
            "KGE divides by mean and spread of the truth and needs a forecast that changes; one of them "
            "is missing");
    if (score.metric == "mse" && isFinite("rmse"))
        return GATELAB_TEXT("Scores",
                            "the squares of the errors are larger than any number (1.8e308); the RMSE says the same");
    if (score.metric == "mase" && isFinite("mae"))
        return GATELAB_TEXT("Scores",
                            "the seasonal naive forecast makes no error on the training part, and MASE divides by it");
    // Infinite squares are no sign of a spread of zero, and a stored minus infinity comes back as NaN.
    if (score.metric == "r2" && isFinite("rmse") && (std::isinf(score.value) || !isFinite("mse")))
        return GATELAB_TEXT("Scores", "errors so large that R² is below any number (-1.8e308)");
    if (score.metric == "r2" && isFinite("rmse"))
        return GATELAB_TEXT("Scores", "the values to forecast are all the same, and R² divides by their spread");
    if (std::isinf(score.value))
        return GATELAB_TEXT("Scores", "the sum of the errors is larger than any number in double precision (1.8e308)");
    return GATELAB_TEXT("Scores", "no observed value, or a forecast that is not finite");
}

}  // namespace gatelab
