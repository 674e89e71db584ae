// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/column_error.h"

#include "base/numeric/running_variance.h"
#include "base/ridge.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

namespace gatelab {

namespace {

constexpr std::size_t kMaxColumns = 32, kLags = 8, kMaxExamples = 2'000;
constexpr double kRidge = 1e-3;  // of each column's own sum of squares
constexpr double kHoldsStill = 0.5;

/// Mean of the finite values that were added; NaN: none.
class Mean {
public:
    void add(double value) {
        if (std::isfinite(value)) sum_ += value, count_ += 1;
    }
    [[nodiscard]] double value() const { return count_ > 0 ? sum_ / count_ : std::numeric_limits<double>::quiet_NaN(); }

private:
    double sum_ = 0, count_ = 0;
};

/// Row of the last value; -1: there is none.
std::int64_t lastValue(const Channel& channel) {
    const std::span<const double> values = channel.values;
    auto last = std::ssize(values) - 1;
    while (last >= 0 && !std::isfinite(values[static_cast<std::size_t>(last)])) --last;
    return last;
}

/// A yes or no, or a value that stays the same from most rows to the next.
bool holdsStill(const Channel& channel) {
    double before = std::numeric_limits<double>::quiet_NaN(), pairs = 0, changes = 0;
    bool isYesNo = true;
    for (const double value : channel.values) {
        if (!std::isfinite(value)) continue;
        isYesNo = isYesNo && (value == 0 || value == 1);
        if (!std::isnan(before)) pairs += 1, changes += value != before ? 1 : 0;
        before = value;
    }
    return isYesNo || changes <= kHoldsStill * pairs;
}

bool isCalledPlanned(const std::string& name) {
    // The last ones: promotion, holiday, price, discount, campaign, plan
    constexpr std::string_view kWords[] = {
        "promo",  "holiday",      "price",        "discount",     "campaign",     "planned",      "schedul",
        "aktion", "feiertag",     "preis",        "rabatt",       "geplant",      "tariff",       "tarif",
        "event",  "\u4fc3\u9500", "\u8282\u5047", "\u4ef7\u683c", "\u6298\u6263", "\u6d3b\u52a8", "\u8ba1\u5212"};
    std::string lower;
    for (const char c : name) lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return std::ranges::any_of(kWords, [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

}  // namespace

std::vector<double> standardised(const Channel& channel, RowRange train) {
    std::vector<double> values(channel.values.begin() + train.begin, channel.values.begin() + train.end);
    RunningVariance present;
    for (const double value : values)
        if (std::isfinite(value)) present.add(value);
    const double variance = present.variance();
    const double scale = variance > 0 && std::isfinite(variance) ? 1 / std::sqrt(variance) : 0;
    double last = 0;
    for (double& value : values) last = value = std::isfinite(value) ? (value - present.mean) * scale : last;
    return values;
}

double heldOutError(const std::vector<const std::vector<double>*>& columns, const std::vector<double>& target,
                    std::size_t ahead, const std::vector<const std::vector<double>*>& given) {
    const std::size_t lagged = columns.size() * kLags, n = lagged + 2 * given.size(), rows = target.size();
    if (rows < 4 * (kLags + ahead)) return 0;
    const std::size_t border = rows * 3 / 4;
    const std::size_t every = std::max<std::size_t>(1, rows / kMaxExamples);
    const std::size_t steps[] = {1, ahead};
    Ridge ridge(n, 2);
    std::vector<double> x(n);
    const auto look = [&](std::size_t origin) {
        for (std::size_t c = 0; c < columns.size(); ++c)
            for (std::size_t k = 0; k < kLags; ++k) x[c * kLags + k] = (*columns[c])[origin - k];
        for (std::size_t c = 0; c < given.size(); ++c)
            for (std::size_t h = 0; h < 2; ++h)
                x[lagged + 2 * c + h] = (*given[c])[std::min(origin + steps[h], rows - 1)];
    };
    for (std::size_t origin = kLags; origin + ahead < border; origin += every) {
        look(origin);
        ridge.add(x, std::array{target[origin + 1] - target[origin], target[origin + ahead] - target[origin]});
    }
    const auto map = ridge.solve(kRidge);
    if (!map) return 0;
    // Each of the two distances in units of persistence, so that both count.
    double relative = 0;
    for (std::size_t h = 0; h < 2; ++h) {
        double squares = 0, still = 0;
        for (std::size_t origin = border; origin + steps[h] < rows; ++origin) {
            look(origin);
            const double change = target[origin + steps[h]] - target[origin];
            const double error = change - map->answer(x, h);
            squares += error * error, still += change * change;
        }
        relative += still > 0 ? squares / still : 1;
    }
    return relative;
}

std::size_t judgedAhead(std::int64_t trainRows) {
    return std::clamp<std::size_t>(static_cast<std::size_t>(trainRows) / 20, 2, 24);
}

std::vector<ColumnError> columnErrors(std::span<const JudgedSeries> all, const std::string& target,
                                      std::span<const std::string> columns) {
    std::vector<ColumnError> errors;
    for (const std::string& name : columns) {
        if (name == target || errors.size() == kMaxColumns) continue;
        Mean past, given;
        for (const auto& [series, train] : all) {
            const auto own = series->find(target), other = series->find(name);
            if (!own || !other) continue;
            const std::vector<double> truth = standardised(series->channels[*own], train),
                                      column = standardised(series->channels[*other], train);
            const std::size_t ahead = judgedAhead(train.size());
            const double alone = heldOutError({&truth}, truth, ahead),
                         with = heldOutError({&truth, &column}, truth, ahead);
            if (!(alone > 0) || !(with > 0)) continue;
            past.add(with / alone);
            given.add(heldOutError({&truth, &column}, truth, ahead, {&column}) / with);
        }
        errors.push_back({name, past.value(), given.value()});
    }
    return errors;
}

GivenAhead givenAhead(const Series& series, const std::string& column, const std::string& target) {
    const auto own = series.find(target), other = series.find(column);
    if (!own || !other) return GivenAhead::No;
    const std::int64_t last = lastValue(series.channels[*own]);
    if (last >= 0 && lastValue(series.channels[*other]) > last) return GivenAhead::Rows;
    return isCalledPlanned(column) && holdsStill(series.channels[*other]) ? GivenAhead::Name : GivenAhead::No;
}

}  // namespace gatelab
