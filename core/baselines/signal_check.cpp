// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/signal_check.h"

#include "base/category_names.h"
#include "base/number_text.h"
#include "base/ridge.h"
#include "data/many/many_series.h"
#include "data/many/static_columns.h"
#include "data/recipe/known_ahead.h"
#include "data/rows_ahead.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>

namespace gatelab {

namespace {

using Values = std::vector<double>;

constexpr std::size_t kMaxRows = 5000, kMinRows = 80, kMaxLags = 12, kFewLags = 2, kRowsPerLag = 30, kMaxInputs = 8,
                      kMaxSeason = 400;
constexpr std::size_t kBlocks = 20, kFirstBlock = 6, kMinFitted = 16;
constexpr double kRidge = 1e-3, kFar = 3, kMostChange = 3;
constexpr Text kNoise = GATELAB_TEXT(
    "Doctor",
    "Nothing can be learned about '%1' from what was before: it looks like noise. The best of several linear "
    "forecasts, "
    "%2 rows ahead, takes %3 % off the squared error of the mean, measured on %4 held-out blocks of the training part; "
    "that is no more than chance. A network will come to forecast the mean.");
constexpr Text kWalk = GATELAB_TEXT(
    "Doctor",
    "Nothing can be learned about '%1' beyond its last value: it looks like a random walk. The best of several linear "
    "forecasts, %2 rows ahead, takes %3 % off the squared error of the last value, measured on %4 held-out blocks of "
    "the "
    "training part; that is no more than chance. A network will come to forecast the last value.");

constexpr Text kNoiseWorse = GATELAB_TEXT(
    "Doctor",
    "Nothing can be learned about '%1' from what was before: it looks like noise. The best of several linear "
    "forecasts, %2 rows ahead, has a squared error %3 % above that of the mean, measured on %4 held-out blocks of the "
    "training part. A network will come to forecast the mean.");
constexpr Text kWalkWorse = GATELAB_TEXT(
    "Doctor",
    "Nothing can be learned about '%1' beyond its last value: it looks like a random walk. The best of several linear "
    "forecasts, %2 rows ahead, has a squared error %3 % above that of the last value, measured on %4 held-out blocks "
    "of the training part. A network will come to forecast the last value.");

constexpr Text kStatic = GATELAB_TEXT(
    "Doctor",
    "'%1' is constant in each series: a static covariate, which tells the series apart and has nothing to forecast. "
    "Choose another target");

/// Gaps hold the value before them; empty: there is none.
Values held(std::span<const double> values) {
    const auto first = std::ranges::find_if(values, [](double value) { return std::isfinite(value); });
    if (first == values.end()) return {};
    Values whole(values.begin(), values.end());
    double last = *first;
    for (double& value : whole) last = value = std::isfinite(value) ? value : last;
    return whole;
}

double quantile(Values values, double share) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

/// About its median, in units of its middle half, so that nothing here depends on the unit; what lies far out comes
/// nearer (the inverse of sinh), so that no few rows decide.
void level(Values& values) {
    const double median = quantile(values, 0.5), half = quantile(values, 0.75) - quantile(values, 0.25);
    double squares = 0;
    for (const double value : values) squares += (value - median) * (value - median);
    const double unit = half > 0 ? half : std::sqrt(squares / static_cast<double>(values.size()));
    for (double& value : values) value = unit > 0 ? std::asinh((value - median) / unit) : 0;
}

/// The lag from 2 rows on, after the correlation has first fallen below zero, at which the values correlate best with
/// themselves; 0: they never do. Found on the rows that every regression is fitted to.
std::size_t seasonOf(std::span<const double> values) {
    const std::size_t longest = std::min(kMaxSeason, values.size() / 3);
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    double best = 0;
    std::size_t season = 0;
    bool hasTurned = false;
    for (std::size_t lag = 1; lag <= longest; ++lag) {
        double sum = 0;
        for (std::size_t row = lag; row < values.size(); ++row)
            sum += (values[row] - mean) * (values[row - lag] - mean);
        hasTurned |= sum < 0;
        if (hasTurned && sum > best) best = sum, season = lag;
    }
    return season;
}

/// One kind of regression.
struct Probe {
    std::size_t horizon = 1;
    bool isCurved = false;   ///< with squares and products
    bool isShort = false;    ///< of the newest values of the target alone
    bool seesLevel = false;  ///< else changes alone
};

/// What a forecast of the target from row `row` may know.
class Known {
public:
    /// `ahead`: so many of the inputs, the first ones, are known for the rows to come, too.
    Known(Values target, std::vector<Values> inputs, std::size_t ahead, std::size_t fitted, std::size_t far)
        : y_(std::move(target)), inputs_(std::move(inputs)), ahead_(ahead) {
        lags_ = std::clamp(y_.size() / kRowsPerLag, std::size_t{2}, kMaxLags);
        season_ = seasonOf(std::span(y_).first(fitted));
        mostNext_ = mostOf(1), mostFar_ = mostOf(far);
    }
    [[nodiscard]] const Values& target() const { return y_; }
    [[nodiscard]] std::size_t firstRow(std::size_t horizon) const {
        return std::max(lags_ + 1, season_ > horizon ? season_ - horizon : 0);
    }
    [[nodiscard]] std::size_t columns(const Probe& probe) const {
        if (probe.isShort) return 1 + kFewLags;
        return 1 + lags_ + (season_ > 0 ? 1 : 0) + 2 * inputs_.size() + 2 * ahead_ + (probe.isCurved ? 5 + ahead_ : 0);
    }
    /// The change of the target over so many rows; a jump counts as a large change and no more.
    [[nodiscard]] double change(std::size_t row, std::size_t rows) const {
        return clipped(y_[row + rows] - y_[row], rows);
    }
    [[nodiscard]] double clipped(double change, std::size_t rows) const {
        const double most = rows == 1 ? mostNext_ : mostFar_;
        return std::clamp(change, -most, most);
    }
    void fill(std::size_t row, const Probe& probe, Values& x) const {
        const std::size_t horizon = probe.horizon;
        std::size_t at = 0;
        // Beside a walk its own level tells nothing but of the rows that were seen (Dickey and Fuller 1979)
        x[at++] = probe.seesLevel ? y_[row] : 0;
        const std::size_t lags = probe.isShort ? kFewLags : lags_;
        for (std::size_t lag = 0; lag < lags; ++lag) x[at++] = change(row - lag - 1, 1);
        if (probe.isShort) return;
        if (season_ > 0) {
            const std::size_t seasons = (horizon + season_ - 1) / season_;
            const std::size_t back = seasons * season_;
            x[at++] = row + horizon >= back ? y_[row + horizon - back] - y_[row] : 0;
        }
        for (const Values& input : inputs_) {
            x[at++] = input[row];
            x[at++] = input[row] - input[row - 1];
        }
        for (std::size_t i = 0; i < ahead_; ++i) {
            x[at++] = inputs_[i][row + horizon];
            x[at++] = inputs_[i][row + horizon] - inputs_[i][row];
        }
        if (!probe.isCurved) return;
        const auto near = [](double value) { return std::clamp(value, -kFar, kFar); };
        const double level = near(y_[row]), before = near(y_[row - 1]), change = near(y_[row] - y_[row - 1]);
        for (const double value :
             {level * level, level * before, change * change, change * std::abs(change), level * level * level})
            x[at++] = value;
        for (std::size_t i = 0; i < ahead_; ++i)
            x[at++] = near(inputs_[i][row + horizon]) * near(inputs_[i][row + horizon]);
    }

private:
    /// Beyond which a change over so many rows counts as one of this size.
    [[nodiscard]] double mostOf(std::size_t rows) const {
        Values changes;
        for (std::size_t row = 0; row + rows < y_.size(); ++row) changes.push_back(y_[row + rows] - y_[row]);
        const double half = changes.empty() ? 0 : quantile(changes, 0.75) - quantile(std::move(changes), 0.25);
        return half > 0 ? kMostChange * half : std::numeric_limits<double>::infinity();
    }

    Values y_;
    std::vector<Values> inputs_;
    std::size_t ahead_ = 0;
    std::size_t lags_ = 0, season_ = 0;
    double mostNext_ = 0, mostFar_ = 0;
};

/// Squared errors on each held-out block.
struct Errors {
    Values model, mean, last;
    Values fromMean, fromLast;  ///< squared distances of its forecasts from theirs
};

Errors errorsOf(const Known& known, const Probe& probe) {
    const std::size_t horizon = probe.horizon;
    const Values& y = known.target();
    const std::size_t columns = known.columns(probe), first = known.firstRow(horizon);
    Ridge ridge(columns, 1);
    Values x(columns), answer(1);
    Errors errors;
    std::size_t next = first;  // row whose answer is added to the fit next
    double sum = std::accumulate(y.begin(), y.begin() + static_cast<std::ptrdiff_t>(std::min(first, y.size())), 0.0);
    std::size_t counted = std::min(first, y.size());
    for (std::size_t block = kFirstBlock; block < kBlocks; ++block) {
        const std::size_t begin = block * y.size() / kBlocks, end = (block + 1) * y.size() / kBlocks;
        for (; next + horizon < begin; ++next) {
            known.fill(next, probe, x);
            answer[0] = known.change(next, horizon);
            ridge.add(x, answer);
        }
        if (next < first + kMinFitted) continue;
        const auto map = ridge.solve(kRidge);
        if (!map) continue;
        double model = 0, mean = 0, last = 0, fromMean = 0, fromLast = 0;
        for (std::size_t at = std::max(begin, first + horizon); at < end; ++at) {
            // The forecast is made from `horizon` rows before; the mean is of the rows up to there
            const std::size_t from = at - horizon;
            for (; counted <= from; ++counted) sum += y[counted];
            known.fill(from, probe, x);
            const double truth = known.change(from, horizon), byModel = map->answer(x, 0),
                         byMean = sum / static_cast<double>(counted) - y[from];
            model += (truth - byModel) * (truth - byModel);
            mean += (truth - byMean) * (truth - byMean);
            last += truth * truth;
            fromMean += (byModel - byMean) * (byModel - byMean);
            fromLast += byModel * byModel;
        }
        errors.model.push_back(model), errors.mean.push_back(mean), errors.last.push_back(last);
        errors.fromMean.push_back(fromMean), errors.fromLast.push_back(fromLast);
    }
    return errors;
}

double sumOf(const Values& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

/// The point above which a standard normal number lies with this probability below a half, to three digits.
double normalPoint(double above) {
    double low = 0, high = 10;
    for (int halved = 0; halved < 50; ++halved) {
        const double middle = (low + high) / 2;
        (std::erfc(middle / std::sqrt(2.0)) / 2 > above ? low : high) = middle;
    }
    return std::round(1000 * low) / 1000;
}

/// Upper point of Student's t, one side of 3 % over the four regressions and the columns that are tried (Bonferroni),
/// by degrees of freedom from 5 on (Hill 1970).
double criticalT(std::size_t degrees, std::size_t tried) {
    const double d = static_cast<double>(degrees), z = normalPoint(0.03 / 4 / static_cast<double>(tried));
    return z + (std::pow(z, 3) + z) / (4 * d) + (5 * std::pow(z, 5) + 16 * std::pow(z, 3) + 3 * z) / (96 * d * d);
}

/// One regression against the better simple forecast.
struct Trial {
    double t = -std::numeric_limits<double>::infinity(), gain = 0;
    std::size_t blocks = 0;
    bool lastIsBest = false;
    [[nodiscard]] bool isSignal(std::size_t tried) const {
        return blocks > kFirstBlock && t > criticalT(blocks - 1, tried);
    }
};

Trial compare(const Errors& errors) {
    Trial trial;
    trial.blocks = errors.model.size();
    if (trial.blocks < 2) return trial;
    trial.lastIsBest = sumOf(errors.last) < sumOf(errors.mean);
    const Values &simple = trial.lastIsBest ? errors.last : errors.mean,
                 &apart = trial.lastIsBest ? errors.fromLast : errors.fromMean;
    const double all = sumOf(simple);
    trial.gain = all > 0 ? 1 - sumOf(errors.model) / all : 0;
    const auto count = static_cast<double>(trial.blocks);
    Values shares;
    for (std::size_t k = 0; k < trial.blocks; ++k) {
        const double both = simple[k] + errors.model[k];
        shares.push_back(both > 0 ? (simple[k] - errors.model[k] + apart[k]) / both : 0);
    }
    const double mean = sumOf(shares) / count;
    double squares = 0;
    for (const double share : shares) squares += (share - mean) * (share - mean);
    const double error = std::sqrt(squares / (count - 1) / count);
    trial.t = error > 0 ? mean / error : mean > 0 ? std::numeric_limits<double>::infinity() : 0;
    return trial;
}

Phrase percentOf(double gain) { return numberPhrase(numberText(100 * gain, 2)); }

}  // namespace

SignalCheck checkSignal(const Series& series, const ExperimentConfig& config, const std::string& target,
                        RowRange training, std::size_t tried) {
    SignalCheck check;
    check.target = target;
    const auto channel = series.find(target);
    const auto rows = static_cast<std::size_t>(std::min<std::int64_t>(training.size(), kMaxRows));
    check.isStatic = channel && isStaticColumn(series, target);
    if (!channel || rows < kMinRows || check.isStatic) return check;
    const auto rowsOf = [&](std::size_t c) {
        Values values =
            held(std::span(series.channels[c].values).subspan(static_cast<std::size_t>(training.end) - rows, rows));
        if (!values.empty()) level(values);
        return values;
    };
    Values own = rowsOf(*channel);
    if (own.empty()) return check;
    const auto isIn = [](const std::vector<std::string>& names, const std::string& name) {
        return std::ranges::find(names, name) != names.end();
    };
    const std::vector<std::string> ahead = knownAheadColumns(config.recipe);
    const std::size_t most = std::max(std::min(kMaxInputs, rows / 100), ahead.size());
    std::vector<Values> inputs;
    for (const std::string& name : ahead) {
        const auto c = series.find(name);
        Values values = c && ahead.size() <= kMaxInputs ? rowsOf(*c) : Values();
        // One that the recipe makes, say: nothing can be said without it.
        if (values.empty()) return check;
        inputs.push_back(std::move(values));
    }
    for (std::size_t c = 0; c < series.channels.size() && inputs.size() < most; ++c) {
        const std::string& name = series.channels[c].name;
        const bool isInput = (config.inputs.empty() || namesColumn(config.inputs, name)) && name != kSeriesNumber;
        if (c == *channel || !isInput || isIn(ahead, name)) continue;
        if (Values values = rowsOf(c); !values.empty()) inputs.push_back(std::move(values));
    }
    const auto far =
        static_cast<std::size_t>(std::clamp<std::int64_t>(config.horizon, 1, static_cast<std::int64_t>(rows) / 20));
    const Known known(std::move(own), std::move(inputs), ahead.size(), kFirstBlock * rows / kBlocks, far);
    std::optional<Trial> best;
    for (Probe probe :
         {Probe{1, false, false}, Probe{1, true, false}, Probe{far, false, false}, Probe{1, false, true}}) {
        probe.seesLevel = true;
        Trial trial = compare(errorsOf(known, probe));
        probe.seesLevel = false;
        if (trial.lastIsBest) trial = compare(errorsOf(known, probe));
        if (best && !(trial.t > best->t)) continue;
        best = trial;
        check.horizon = static_cast<std::int64_t>(probe.horizon);
    }
    check.gain = best->gain, check.lastIsBest = best->lastIsBest;
    check.blocks = static_cast<std::int64_t>(best->blocks);
    check.verdict = best->isSignal(tried)         ? SignalCheck::Verdict::Signal
                    : best->blocks <= kFirstBlock ? SignalCheck::Verdict::TooShort
                                                  : SignalCheck::Verdict::None;
    return check;
}

std::vector<SignalCheck> checkSignals(const Series& series, const ExperimentConfig& config) {
    std::vector<SignalCheck> checks;
    const auto split = splitRows(observedSplit(series, config), series.rows(), config.splitGap);
    if (!split.ok() || series.channels.empty()) return checks;
    std::vector<std::string> targets = config.targets;
    if (targets.empty()) targets.push_back(series.channels.back().name);
    for (const std::string& target : targets) checks.push_back(checkSignal(series, config, target, split->train));
    return checks;
}

Phrase noSignalText(const SignalCheck& check) {
    if (check.isStatic) return {kStatic, {check.target}};
    if (check.verdict != SignalCheck::Verdict::None) return {};
    const bool isWorse = check.gain < 0;
    const Text& said = check.lastIsBest ? (isWorse ? kWalkWorse : kWalk) : isWorse ? kNoiseWorse : kNoise;
    return {said, {check.target, check.horizon, percentOf(std::abs(check.gain)), check.blocks}};
}

bool isNoSignalText(const Phrase& text) {
    const std::string_view source = text.source;
    return std::ranges::any_of(std::array{kNoise, kWalk, kNoiseWorse, kWalkWorse, kStatic},
                               [&](const Text& one) { return source == one.source; });
}

}  // namespace gatelab
