// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/findings/next_value.h"

#include "base/ridge.h"
#include "data/recipe/categories.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

namespace gatelab {

namespace {

using Values = std::vector<double>;

constexpr double kGap = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kMaxColumns = 64, kMinRows = 30, kMaxLags = 16;
constexpr std::size_t kMaxRows = 1000, kFewRows = 300, kMaxValues = 10'000;
constexpr std::ptrdiff_t kAhead[] = {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 24};
constexpr std::size_t kFirstLook = 250;  // rows, before all of them are compared
constexpr std::size_t kRowsPerLag = 12;
constexpr std::ptrdiff_t kRowsPerStep = 6;
constexpr double kRidge = 1e-9;
constexpr double kRest = 1e-6;  // of the variance: a trend that needs no other column
constexpr double kLeftOfOwn = 0.1, kForeseen = 0.02;
constexpr double kLeftOfChange = 0.01;  // what drives a slow column is nearly its change
constexpr double kForeseenSign = 0.5;   // what heats and cools holds for a while
constexpr double kLeftOfNext = 1e-3;    // of the variance; a rounded one leaves more
constexpr double kNoise = 0.9;          // of the variance, which the own past leaves
constexpr double kFewestEvents = 10, kChance = 1e-7;
constexpr std::ptrdiff_t kBack = 48;  // rows: two days of hours

/// The place of each value in the order of all, equal ones sharing theirs; a gap stays one.
Values ranksOf(std::span<const double> values) {
    std::vector<std::size_t> order;
    for (std::size_t row = 0; row < values.size(); ++row)
        if (std::isfinite(values[row])) order.push_back(row);
    std::ranges::sort(order, {}, [&](std::size_t row) { return values[row]; });
    Values ranks(values.size(), kGap);
    for (std::size_t from = 0, to = 0; from < order.size(); from = to) {
        while (to < order.size() && values[order[to]] == values[order[from]]) ++to;
        for (std::size_t i = from; i < to; ++i)
            ranks[order[i]] = (static_cast<double>(from + to - 1) / 2 - static_cast<double>(order.size()) / 2) / 1000;
    }
    return ranks;
}

/// Share of the variance of y that a line through x leaves; 1 where either does not vary, or fewer than half of the
/// rows of y have both.
double left(const Values& x, const Values& y, std::size_t every = 1) {
    double all = 0, count = 0, sumX = 0, sumY = 0, xx = 0, yy = 0, xy = 0;
    for (std::size_t row = 0; row < y.size(); row += every) {
        if (!std::isfinite(y[row])) continue;
        all += 1;
        if (!std::isfinite(x[row])) continue;
        count += 1, sumX += x[row], sumY += y[row];
        xx += x[row] * x[row], yy += y[row] * y[row], xy += x[row] * y[row];
    }
    if (count < std::max(all / 2, static_cast<double>(kMinRows))) return 1;
    xx -= sumX * sumX / count, yy -= sumY * sumY / count, xy -= sumX * sumY / count;
    return xx > 0 && yy > 0 ? std::max(0.0, 1 - xy / xx * (xy / yy)) : 1;
}

/// Gaps hold the last value; empty: more than half are gaps.
Values withoutGaps(std::span<const double> values) {
    const auto isFinite = [](double value) { return std::isfinite(value); };
    if (2 * std::ranges::count_if(values, isFinite) < std::ssize(values)) return {};
    Values whole(values.begin(), values.end());
    double last = *std::ranges::find_if(whole, isFinite);
    for (double& value : whole) last = value = isFinite(value) ? value : last;
    return whole;
}

/// For each row the sum of those from `first` to `last` rows after it; negative: before it.
Values sumsOf(std::span<const double> y, std::ptrdiff_t first, std::ptrdiff_t last) {
    Values sums(y.size(), kGap);
    for (std::ptrdiff_t row = std::max<std::ptrdiff_t>(0, -first); row + last < std::ssize(y); ++row)
        sums[static_cast<std::size_t>(row)] = std::accumulate(y.begin() + row + first, y.begin() + row + last + 1, 0.0);
    return sums;
}

/// How many rows count in a sum of squares, by the kurtosis: all of normal ones, three for each one beside which the
/// others are small.
double countedRows(const Values& errors) {
    double count = 0, squares = 0, fourths = 0;
    for (const double error : errors)
        if (std::isfinite(error)) count += 1, squares += error * error, fourths += error * error * error * error;
    return fourths > 0 ? std::min(count, 3 * squares * squares / fourths) : 0;
}

/// What a column may hold of a target's coming rows.
struct Answer {
    Values ranks;
    std::ptrdiff_t ahead;         ///< rows until its last one
    double most = kLeftOfOwn;     ///< of what the own past leaves, that the column may leave
    double foreseen = kForeseen;  ///< of what the last value leaves: a past that leaves less needs no other column
    double own = 0, limit = 0;    ///< shares of the variance: that the own past leaves, and that a column may leave
    double events = 0;            ///< surprises for the own past that do not overlap
};

/// The next value is the first.
std::vector<Answer> answersOf(std::span<const double> y) {
    std::vector<Answer> answers;
    for (const std::ptrdiff_t ahead : kAhead) {
        if (kRowsPerStep * ahead > std::ssize(y)) break;
        const Values level = sumsOf(y, ahead, ahead);
        Values change = level, sign = level;
        for (std::size_t row = 0; row < y.size(); ++row) {
            change[row] -= y[row];
            sign[row] = std::isfinite(change[row]) ? static_cast<double>(change[row] > 0) : kGap;
        }
        answers.push_back({ranksOf(level), ahead});
        answers.push_back({ranksOf(change), ahead, kLeftOfChange});
        answers.push_back({ranksOf(sign), ahead, kLeftOfChange, kForeseenSign});
        for (const std::ptrdiff_t first : {-ahead, std::ptrdiff_t{0}, std::ptrdiff_t{1}})
            if (first < ahead) answers.push_back({ranksOf(sumsOf(y, first, ahead)), ahead});
    }
    return answers;
}

/// Compares each answer with a linear forecast of it from the last values and the number of the row.
void compareWithPast(const Values& past, std::vector<Answer>& answers) {
    const std::size_t rows = past.size(), lags = std::min(kMaxLags, rows / kRowsPerLag);
    Ridge ridge(lags + 1, answers.size());
    Values x(lags + 1), y(answers.size());
    const auto look = [&](std::size_t row) {
        for (std::size_t k = 0; k < lags; ++k) x[k] = past[row - k];
        x[lags] = static_cast<double>(row);
        for (std::size_t a = 0; a < y.size(); ++a) y[a] = answers[a].ranks[row];
        const auto isFinite = [](double value) { return std::isfinite(value); };
        return std::ranges::all_of(x, isFinite) && std::ranges::all_of(y, isFinite);
    };
    std::vector<std::size_t> used;
    for (std::size_t row = lags; row < rows; ++row)
        if (look(row)) ridge.add(x, y), used.push_back(row);
    const auto map = ridge.solve(kRidge);
    if (!map || used.size() < kMinRows) return;
    std::vector<Values> forecasts(answers.size(), Values(rows, kGap));
    for (const std::size_t row : used) {
        look(row);
        for (std::size_t a = 0; a < y.size(); ++a) forecasts[a][row] = map->answer(x, a);
    }
    for (std::size_t a = 0; a < y.size(); ++a) {
        Answer& answer = answers[a];
        answer.own = left(forecasts[a], answer.ranks);
        if (answer.own > std::max(kRest, answer.foreseen * left(past, answer.ranks)))
            answer.limit = answer.most * answer.own;
        Values errors = std::move(forecasts[a]);
        for (std::size_t row = 0; row < rows; ++row) errors[row] -= answer.ranks[row];
        answer.events = countedRows(errors) / static_cast<double>(answer.ahead);
    }
}

/// Whether a share that is left is too large to be more than chance, or no smaller than what the column leaves of rows
/// that have been: two columns that move together, or with one season, tell each other's past as well as what comes.
/// Of n independent normal pairs a line leaves less than a share s with probability s^((n - 2) / 2).
bool isOrdinary(const Values& column, const Answer& answer, double rest) {
    if (answer.events < kFewestEvents || std::pow(rest / answer.own, answer.events / 2 - 1) > kChance) return true;
    for (std::ptrdiff_t back = answer.ahead; back < std::min(answer.ahead + kBack, std::ssize(column) / 2); ++back) {
        Values past(column.size(), kGap);
        std::copy(answer.ranks.begin(), answer.ranks.end() - back, past.begin() + back);
        if (rest >= answer.most * left(column, past)) return true;
    }
    return false;
}

/// What of the answers the column holds, with the share of the variance that it leaves; none: nothing.
std::optional<std::pair<std::size_t, double>> heldBy(const Values& column, const std::vector<Answer>& answers) {
    const std::size_t every = std::max<std::size_t>(1, column.size() / kFirstLook);
    for (std::size_t a = 0; a < answers.size(); ++a) {
        const Answer& answer = answers[a];
        if (!(answer.limit > 0) || left(column, answer.ranks, every) > 2 * answer.limit) continue;
        const double rest = left(column, answer.ranks);
        if (rest < answer.limit && !isOrdinary(column, answer, rest)) return std::pair(a, rest);
    }
    return std::nullopt;
}

}  // namespace

std::vector<NextValue> nextValues(const Series& series, RowRange rows, const std::string& only) {
    std::vector<NextValue> found;
    const std::size_t columns = std::min(series.channels.size(), kMaxColumns);
    if (columns < 2 || rows.size() < static_cast<std::int64_t>(kMinRows)) return found;
    const std::size_t count =
        std::min(static_cast<std::size_t>(rows.size()), std::clamp(kMaxValues / columns, kFewRows, kMaxRows));
    const auto lastOf = [&](const Channel& channel) {
        return std::span(channel.values).subspan(static_cast<std::size_t>(rows.end) - count, count);
    };
    std::vector<Values> ranks;
    for (std::size_t c = 0; c < columns; ++c) ranks.push_back(ranksOf(lastOf(series.channels[c])));
    // Words of one column leave each other out.
    std::vector<std::size_t> wordOf(series.channels.size(), 0);
    std::size_t categories = 0;
    for (const Category& category : categoriesOf(series)) {
        ++categories;
        for (const std::size_t c : category.channels) wordOf[c] = categories;
    }
    for (std::size_t target = 0; target < (only.empty() ? columns : series.channels.size()); ++target) {
        const Channel& channel = series.channels[target];
        if (!only.empty() && channel.name != only) continue;
        const Values held = withoutGaps(lastOf(channel));
        if (held.empty()) continue;
        std::vector<Answer> answers = answersOf(held);
        compareWithPast(ranksOf(held), answers);
        for (std::size_t holder = 0; holder < columns; ++holder) {
            if (holder == target || (wordOf[holder] > 0 && wordOf[holder] == wordOf[target])) continue;
            const auto what = heldBy(ranks[holder], answers);
            if (!what) continue;
            const bool isNext = what->first == 0 && what->second < kLeftOfNext;
            const bool isNoise = answers.front().own > kNoise;
            found.push_back({series.channels[holder].name, channel.name, 1 - what->second, isNext, isNoise});
        }
    }
    return found;
}

std::vector<NextValue> nextValues(const Series& series) { return nextValues(series, {0, series.rows()}); }

Phrase nextValueText(const NextValue& pair) {
    if (!pair.isNext)
        return {GATELAB_TEXT("Doctor",
                             "Column '%1' seems to hold coming values of '%2', or what is made of them: it tells them "
                             "far better than the past of '%2' can, and the scores would be too good. Leave it out of "
                             "the inputs if it is made of them; keep it if it truly runs ahead, as a meter upstream "
                             "or a forecast does."),
                {pair.holder, pair.target}};
    return {GATELAB_TEXT("Doctor",
                         "Column '%1' holds the next value of '%2': as an input for '%2' it tells the answer, and the "
                         "scores would be too good. Leave it out of the inputs, unless it is truly known in advance."),
            {pair.holder, pair.target}};
}

}  // namespace gatelab
