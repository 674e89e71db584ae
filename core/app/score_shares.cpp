// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/score_shares.h"

#include "config/field.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <utility>
#include <variant>

namespace gatelab {

namespace {

constexpr std::size_t kMinRuns = 3, kMinPerValue = 3, kMaxValues = 12, kMinParts = 3, kMaxParts = 6, kPerPart = 8;
/// A column of the model that the others make up to so much has no part of its own.
constexpr double kDependent = 1e-9;

bool isNumber(const FieldValue& value) {
    return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value);
}

/// Of each sample the place of its value, from 0, and how many places there are.
struct Levels {
    std::string key;
    std::vector<std::size_t> at;
    std::size_t count = 0;
};

/// The place of each value among parts of equal size, from low to high.
std::map<FieldValue, std::size_t> rangesOf(const std::map<FieldValue, std::size_t>& counts, std::size_t samples,
                                           std::size_t parts) {
    std::map<FieldValue, std::size_t> places;
    std::size_t before = 0;
    for (const auto& [value, count] : counts) {
        places[value] = std::min(parts - 1, (2 * before + count) * parts / (2 * samples));
        before += count;
    }
    return places;
}

std::map<FieldValue, std::size_t> mostFrequent(const std::map<FieldValue, std::size_t>& counts, std::size_t parts) {
    std::vector<std::pair<FieldValue, std::size_t>> sorted(counts.begin(), counts.end());
    std::ranges::stable_sort(sorted, std::greater(), &std::pair<FieldValue, std::size_t>::second);
    std::map<FieldValue, std::size_t> places;
    for (std::size_t i = 0; i < sorted.size(); ++i) places[sorted[i].first] = std::min(i, parts - 1);
    return places;
}

Levels levelsOf(std::span<const ScoreSample> samples, const Field& field) {
    std::map<FieldValue, std::size_t> counts;
    for (const ScoreSample& sample : samples) ++counts[fieldValue(*sample.config, field)];
    std::map<FieldValue, std::size_t> places;
    const std::size_t parts = std::clamp(samples.size() / kPerPart, kMinParts, kMaxParts);
    if (counts.size() > parts && (counts.size() > kMaxValues || samples.size() < kMinPerValue * counts.size())) {
        places =
            isNumber(counts.begin()->first) ? rangesOf(counts, samples.size(), parts) : mostFrequent(counts, parts);
    } else {
        for (const auto& [value, count] : counts) places.emplace(value, places.size());
    }
    Levels levels{field.key, {}, 0};
    std::map<std::size_t, std::size_t> used;  // a part may be empty
    for (const auto& [value, place] : places) used.emplace(place, 0);
    for (auto& [place, dense] : used) dense = levels.count++;
    for (const ScoreSample& sample : samples)
        levels.at.push_back(used.at(places.at(fieldValue(*sample.config, field))));
    return levels;
}

/// The linear model by the values of settings: products of its centred columns with each other and with the scores.
class Model {
public:
    Model(const std::vector<Levels>& settings, const std::vector<double>& scores) : samples_(scores.size()) {
        for (std::size_t k = 0; k < settings.size(); ++k)
            for (std::size_t level = 1; level < settings[k].count; ++level) columns_.push_back({k, level});
        const std::size_t size = columns_.size();
        products_.assign(size * size, 0);
        withScore_.assign(size, 0);
        const auto n = static_cast<double>(samples_);
        const double mean = std::accumulate(scores.begin(), scores.end(), 0.0) / n;
        std::vector<double> counts(size, 0);
        std::vector<std::size_t> in;
        for (std::size_t i = 0; i < samples_; ++i) {
            total_ += (scores[i] - mean) * (scores[i] - mean);
            in.clear();
            for (std::size_t c = 0; c < size; ++c)
                if (settings[columns_[c].first].at[i] == columns_[c].second) in.push_back(c);
            for (const std::size_t c : in) {
                counts[c] += 1;
                withScore_[c] += scores[i] - mean;
                for (const std::size_t d : in) products_[c * size + d] += 1;
            }
        }
        for (std::size_t c = 0; c < size; ++c)
            for (std::size_t d = 0; d < size; ++d) products_[c * size + d] -= counts[c] * counts[d] / n;
    }

    struct Fit {
        double explained = 0;  ///< sum of squares
        std::size_t rank = 0;
    };
    /// Of the settings in the set, a bit for each: columns are made orthogonal one after the other (Cholesky).
    [[nodiscard]] Fit fit(unsigned set) const {
        const std::size_t size = columns_.size();
        std::vector<std::size_t> taken;
        std::vector<std::vector<double>> rows;
        std::vector<double> parts;
        for (std::size_t c = 0; c < size; ++c) {
            if (!(set >> columns_[c].first & 1U)) continue;
            std::vector<double> row;
            double left = products_[c * size + c], score = withScore_[c];
            for (std::size_t k = 0; k < taken.size(); ++k) {
                double one = products_[c * size + taken[k]];
                for (std::size_t j = 0; j < k; ++j) one -= row[j] * rows[k][j];
                row.push_back(one / rows[k][k]);
                left -= row[k] * row[k];
                score -= row[k] * parts[k];
            }
            if (left <= kDependent * products_[c * size + c]) continue;
            row.push_back(std::sqrt(left));
            parts.push_back(score / row.back());
            taken.push_back(c);
            rows.push_back(std::move(row));
        }
        return {std::inner_product(parts.begin(), parts.end(), parts.begin(), 0.0), taken.size()};
    }
    [[nodiscard]] double total() const { return total_; }
    /// 1 minus the mean square that is left over that of all, at least 0.
    [[nodiscard]] double corrected(double left, std::size_t freedom) const {
        const double all = total_ / static_cast<double>(samples_ - 1);
        return std::clamp(1 - left / static_cast<double>(freedom) / all, 0.0, 1.0);
    }

private:
    std::size_t samples_;
    std::vector<std::pair<std::size_t, std::size_t>> columns_;  ///< setting and level
    std::vector<double> products_, withScore_;
    double total_ = 0;
};

/// What each setting adds to what any others explain, on average over all orders.
std::vector<double> parted(const Model& model, std::size_t settings) {
    std::vector<double> explained(std::size_t{1} << settings);
    for (unsigned set = 0; set < explained.size(); ++set) explained[set] = model.fit(set).explained;
    std::vector<double> weights(settings);  // of sets of so many others
    for (std::size_t k = 0; k < settings; ++k)
        weights[k] = std::tgamma(static_cast<double>(k) + 1) * std::tgamma(static_cast<double>(settings - k)) /
                     std::tgamma(static_cast<double>(settings) + 1);
    std::vector<double> shares(settings, 0);
    for (std::size_t k = 0; k < settings; ++k)
        for (unsigned set = 0; set < explained.size(); ++set)
            if (!(set >> k & 1U))
                shares[k] += weights[static_cast<std::size_t>(std::popcount(set))] *
                             std::max(0.0, explained[set | 1U << k] - explained[set]);
    return shares;
}

/// Sum of squares within groups, and how many values it leaves free.
std::pair<double, std::size_t> withinGroups(std::span<const ScoreSample> samples, const std::vector<double>& scores) {
    struct Part {
        double sum = 0, squares = 0, count = 0;
    };
    std::map<std::size_t, Part> parts;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        Part& part = parts[samples[i].group];
        part.sum += scores[i], part.count += 1;
    }
    double within = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const Part& part = parts.at(samples[i].group);
        within += std::pow(scores[i] - part.sum / part.count, 2);
    }
    return {within, samples.size() - parts.size()};
}

std::vector<double> scaled(std::span<const ScoreSample> samples) {
    const bool isLog = std::ranges::all_of(samples, [](const ScoreSample& sample) { return sample.score > 0; });
    std::vector<double> scores;
    for (const ScoreSample& sample : samples) scores.push_back(isLog ? std::log(sample.score) : sample.score);
    return scores;
}

/// Those with two values; of very many those that explain most alone.
std::vector<Levels> weighedSettings(std::span<const ScoreSample> samples, std::span<const std::string> keys,
                                    const std::vector<double>& scores) {
    std::vector<Levels> settings;
    for (const std::string& key : keys)
        if (const Field* field = findField(key))
            if (Levels levels = levelsOf(samples, *field); levels.count > 1) settings.push_back(std::move(levels));
    if (settings.size() <= kMaxShared) return settings;
    std::map<std::string, double> alone;
    for (const Levels& levels : settings) alone[levels.key] = Model({levels}, scores).fit(1).explained;
    std::ranges::stable_sort(settings, [&](const Levels& a, const Levels& b) { return alone[a.key] > alone[b.key]; });
    settings.resize(kMaxShared);
    return settings;
}

}  // namespace

double ScoreShares::of(std::string_view key) const {
    for (const ScoreShare& part : parts)
        if (part.of == ScoreShare::Of::Setting && part.key == key) return part.share;
    return 0;
}

const ScoreShare* ScoreShares::strongest() const {
    const bool isThere = !parts.empty() && parts.front().of == ScoreShare::Of::Setting && parts.front().share > 0;
    return isThere ? &parts.front() : nullptr;
}

std::vector<std::string> ScoreShares::sorted(std::vector<std::string> keys) const {
    std::ranges::stable_sort(keys, [this](const std::string& a, const std::string& b) { return of(a) > of(b); });
    return keys;
}

ScoreShares scoreShares(std::span<const ScoreSample> samples, std::span<const std::string> keys) {
    ScoreShares shares{.parts = {}, .runs = samples.size(), .lack = ScoreShares::Lack::Settings};
    const std::vector<double> scores = scaled(samples);
    const std::vector<Levels> settings = weighedSettings(samples, keys, scores);
    if (settings.empty()) return shares;
    const Model model(settings, scores);
    const auto all = static_cast<unsigned>((std::size_t{1} << settings.size()) - 1);
    const Model::Fit fit = model.fit(all);
    const bool isFlat = std::ranges::adjacent_find(scores, std::not_equal_to()) == scores.end();
    shares.lack = samples.size() < kMinRuns || fit.rank + 1 >= samples.size() ? ScoreShares::Lack::Runs
                  : isFlat                                                    ? ScoreShares::Lack::Spread
                                                                              : ScoreShares::Lack::None;
    if (shares.lack != ScoreShares::Lack::None) return shares;
    const double explained =
        model.corrected(std::max(0.0, model.total() - fit.explained), samples.size() - 1 - fit.rank);
    const std::vector<double> parts = parted(model, settings.size());
    const double sum = std::accumulate(parts.begin(), parts.end(), 0.0);
    for (std::size_t k = 0; k < settings.size(); ++k)
        shares.parts.push_back({.key = settings[k].key, .share = sum > 0 ? explained * parts[k] / sum : 0});
    std::ranges::stable_sort(shares.parts, std::greater(), &ScoreShare::share);
    const auto [within, freedom] = withinGroups(samples, scores);
    if (freedom == 0) {
        shares.parts.push_back({.of = ScoreShare::Of::Rest, .share = 1 - explained});
        return shares;
    }
    const double together = std::max(0.0, model.corrected(within, freedom) - explained);
    if (together > 0) {
        const bool areTwo = settings.size() == 2 && keys.size() == 2;
        shares.parts.push_back({.of = ScoreShare::Of::Together,
                                .key = areTwo ? shares.parts[0].key : std::string(),
                                .with = areTwo ? shares.parts[1].key : std::string(),
                                .share = together});
    }
    shares.parts.push_back({.of = ScoreShare::Of::Seed, .share = 1 - explained - together});
    return shares;
}

}  // namespace gatelab
