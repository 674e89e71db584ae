// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/belt/belt_training.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <string>

namespace gatelab {

namespace {

constexpr std::size_t kUnits = 8, kHorizon = 24, kWindow = 96, kBatch = 8;
constexpr double kRate = 0.02, kWarmUp = 0.05;
/// Constants of the paper.
constexpr double kFirstMoment = 0.9, kSecondMoment = 0.999, kSmall = 1e-8;

/// From 0 to 1, the same on every machine: the standard's distributions are not.
class Draw {
public:
    double share() { return static_cast<double>(engine_() >> 11U) * 0x1.0p-53; }
    double between(double low, double high) { return low + (high - low) * share(); }

private:
    std::mt19937_64 engine_{1};
};

std::array<std::vector<double>*, 5> weightsOf(BeltNetwork& network) {
    return {&network.input, &network.recurrent, &network.bias, &network.headWeight, &network.headBias};
}

BeltNetwork shaped(std::size_t horizon) {
    BeltNetwork network;
    network.units = kUnits;
    network.horizon = horizon;
    network.input.assign(kBeltValves * kUnits, 0);
    network.recurrent.assign(kBeltValves * kUnits * kUnits, 0);
    network.bias.assign(kBeltValves * kUnits, 0);
    network.headWeight.assign(horizon * kUnits, 0);
    network.headBias.assign(horizon, 0);
    return network;
}

/// As PyTorch draws them, and a forget bias of 1.
BeltNetwork drawn(std::size_t horizon) {
    BeltNetwork network = shaped(horizon);
    Draw draw;
    const double most = 1 / std::sqrt(static_cast<double>(kUnits));
    for (std::vector<double>* weights : weightsOf(network))
        for (double& weight : *weights) weight = draw.between(-most, most);
    constexpr auto kForget = static_cast<std::size_t>(BeltValve::Forget) * kUnits;
    std::fill_n(network.bias.begin() + kForget, kUnits, 1.0);
    return network;
}

/// False: there is no number at all.
bool fillGaps(std::vector<double>& numbers) {
    std::size_t last = numbers.size();  // the number before; size(): none
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (!std::isfinite(numbers[i])) continue;
        for (std::size_t gap = last == numbers.size() ? 0 : last + 1; gap < i; ++gap)
            numbers[gap] = last == numbers.size()
                               ? numbers[i]
                               : numbers[last] + (numbers[i] - numbers[last]) * static_cast<double>(gap - last) /
                                                     static_cast<double>(i - last);
        last = i;
    }
    if (last == numbers.size()) return false;
    std::fill(numbers.begin() + static_cast<std::ptrdiff_t>(last), numbers.end(), numbers[last]);
    return true;
}

/// Of one parameter after the other; `step` counts from 1.
class Adam {
public:
    explicit Adam(std::size_t horizon) : first_(shaped(horizon)), second_(shaped(horizon)) {}
    void update(BeltNetwork& network, BeltNetwork& gradient, double rate, std::int64_t step) {
        const auto weights = weightsOf(network), slopes = weightsOf(gradient), firsts = weightsOf(first_),
                   seconds = weightsOf(second_);
        double length = 0;
        for (const std::vector<double>* one : slopes)
            for (const double slope : *one) length += slope * slope;
        const double clip = 1 / std::max(1.0, std::sqrt(length));
        const double firstScale = 1 - std::pow(kFirstMoment, static_cast<double>(step)),
                     secondScale = 1 - std::pow(kSecondMoment, static_cast<double>(step));
        for (std::size_t part = 0; part < weights.size(); ++part)
            for (std::size_t i = 0; i < weights[part]->size(); ++i) {
                const double slope = (*slopes[part])[i] * clip;
                double &first = (*firsts[part])[i], &second = (*seconds[part])[i];
                first += (1 - kFirstMoment) * (slope - first);
                second += (1 - kSecondMoment) * (slope * slope - second);
                (*weights[part])[i] -= rate * first / firstScale / (std::sqrt(second / secondScale) + kSmall);
            }
    }

private:
    BeltNetwork first_, second_;
};

double rateAt(double share) {
    if (share < kWarmUp) return kRate * share / kWarmUp;
    return kRate * 0.5 * (1 + std::cos(std::numbers::pi * (share - kWarmUp) / (1 - kWarmUp)));
}

/// What reaches the step before: of its state h and of its cell c.
struct Back {
    std::vector<double> hidden, cell;
};

/// Through one step of the cell: `back` is of its own h and c when it comes, of those before when it goes.
void goBack(const BeltNetwork& network, const BeltState& before, const BeltState& now, double x, Back& back,
            BeltNetwork& gradient) {
    std::vector<double> hidden(network.units, 0);
    for (std::size_t unit = 0; unit < network.units; ++unit) {
        const double i = now.valve(BeltValve::Input, unit), f = now.valve(BeltValve::Forget, unit),
                     g = now.valve(BeltValve::Candidate, unit), o = now.valve(BeltValve::Output, unit);
        const double shown = std::tanh(now.cell[unit]);
        const double cell = back.cell[unit] + back.hidden[unit] * o * (1 - shown * shown);
        const std::array<double, kBeltValves> sums{cell * g * i * (1 - i), cell * before.cell[unit] * f * (1 - f),
                                                   cell * i * (1 - g * g), back.hidden[unit] * shown * o * (1 - o)};
        back.cell[unit] = cell * f;
        for (std::size_t valve = 0; valve < kBeltValves; ++valve) {
            const std::size_t row = valve * network.units + unit;
            gradient.bias[row] += sums[valve];
            gradient.input[row] += sums[valve] * x;
            for (std::size_t other = 0; other < network.units; ++other) {
                gradient.recurrent[row * network.units + other] += sums[valve] * before.hidden[other];
                hidden[other] += sums[valve] * network.recurrent[row * network.units + other];
            }
        }
    }
    back.hidden = std::move(hidden);
}

}  // namespace

Result<BeltFile> untrainedBelt(std::vector<double> numbers) {
    if (numbers.size() > kBeltMost)
        numbers.erase(numbers.begin(), numbers.end() - static_cast<std::ptrdiff_t>(kBeltMost));
    if (!fillGaps(numbers))
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Lesson", "the column holds no numbers; choose another one as the target")};
    if (numbers.size() < kBeltLeast)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Lesson", "%1 numbers are too few for the belt: it needs %2"),
                      {std::to_string(numbers.size()), std::to_string(kBeltLeast)}}};
    BeltFile file;
    file.test = {static_cast<std::int64_t>(numbers.size() - numbers.size() / 5),
                 static_cast<std::int64_t>(numbers.size())};
    file.network = drawn(std::min(kHorizon, numbers.size() / 20));
    const auto before = std::span(numbers).first(static_cast<std::size_t>(file.test.begin));
    double sum = 0, squares = 0;
    for (const double number : before) sum += number;
    file.network.offset = sum / static_cast<double>(before.size());
    for (const double number : before) squares += std::pow(number - file.network.offset, 2);
    file.network.scale = std::sqrt(squares / static_cast<double>(before.size()));
    if (!(file.network.scale > 1e-12 * std::max(1.0, std::abs(file.network.offset))))
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Lesson", "all numbers are the same: there is nothing to forecast")};
    file.series = std::move(numbers);
    return file;
}

double addBeltGradient(const BeltNetwork& network, std::span<const double> numbers, std::size_t scored, double share,
                       BeltNetwork& gradient) {
    const std::size_t steps = numbers.size() - network.horizon, units = network.units;
    std::vector<BeltState> states{network.start()};
    for (std::size_t step = 0; step < steps; ++step) states.push_back(network.read(states.back(), numbers[step]));
    Back back{std::vector<double>(units, 0), std::vector<double>(units, 0)};
    double errors = 0;
    for (std::size_t step = steps; step-- > 0;) {
        const BeltState& now = states[step + 1];
        if (step >= scored) {
            const auto forecast = network.forecast(now);
            for (std::size_t hour = 0; hour < network.horizon; ++hour) {
                const double error = (forecast[hour] - numbers[step + 1 + hour]) / network.scale;
                errors += share * error * error;
                const double slope = 2 * share * error;
                gradient.headBias[hour] += slope;
                for (std::size_t unit = 0; unit < units; ++unit) {
                    gradient.headWeight[hour * units + unit] += slope * now.hidden[unit];
                    back.hidden[unit] += slope * network.headWeight[hour * units + unit];
                }
            }
        }
        goBack(network, states[step], now, (numbers[step] - network.offset) / network.scale, back, gradient);
    }
    return errors;
}

Result<BeltFile> trainBelt(BeltFile file, const BeltFrame& frame) {
    BeltNetwork& network = file.network;
    const auto before = std::span(file.series).first(static_cast<std::size_t>(file.test.begin));
    // It reads on without end, so its first steps, from a state of zero, are not scored.
    const std::size_t reads = std::min(kWindow, before.size() / 2), scored = reads / 3, long_ = reads + network.horizon,
                      places = before.size() - long_ + 1;
    const double share = 1 / static_cast<double>(kBatch * (reads - scored) * network.horizon);
    Adam adam(network.horizon);
    Draw draw;
    for (std::int64_t step = 0; step < kBeltSteps; ++step) {
        const double done = static_cast<double>(step) / static_cast<double>(kBeltSteps);
        if (step % kBeltFrameEvery == 0 && frame && !frame(done, network))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Lesson", "the training was stopped")};
        BeltNetwork gradient = shaped(network.horizon);
        for (std::size_t window = 0; window < kBatch; ++window) {
            const auto at = static_cast<std::size_t>(draw.share() * static_cast<double>(places));
            addBeltGradient(network, before.subspan(at, long_), scored, share, gradient);
        }
        adam.update(network, gradient, rateAt(done), step + 1);
    }
    return file;
}

}  // namespace gatelab
