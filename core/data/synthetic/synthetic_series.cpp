// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/rng.h"
#include "data/synthetic/catchment_model.h"
#include "data/synthetic/synthetic_members.h"

#include <array>
#include <cmath>
#include <numbers>

namespace gatelab::synthetic {
namespace {

constexpr double kTwoPi = 2 * std::numbers::pi;

Dataset wrap(const char* key, const char* name, std::vector<Channel> channels, TimeAxis time = {}) {
    auto series = std::make_shared<Series>();
    series->name = name;
    series->source = std::string("builtin:") + key;
    series->time = std::move(time);
    series->channels = std::move(channels);
    series->report.format = "builtin";
    return {std::move(series), nullptr};
}

/// Hourly rows from Monday 1 January 2024, 00:00 UTC.
TimeAxis hourly(std::int64_t length) {
    constexpr std::int64_t kStart = INT64_C(1704067200) * 1'000'000, kHour = INT64_C(3600) * 1'000'000;
    TimeAxis time{"time", {}, kHour};
    time.values.reserve(static_cast<std::size_t>(length));
    for (std::int64_t row = 0; row < length; ++row) time.values.push_back(kStart + row * kHour);
    return time;
}

template <class Value>
std::vector<double> valuesOf(std::int64_t length, Value value) {
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(length));
    for (std::int64_t row = 0; row < length; ++row) values.push_back(value(row));
    return values;
}

/// Daily and weekly season, a slow trend, a faster sine without relation to the day, and noise: hourly.
Dataset sineMix(std::int64_t length, std::uint64_t seed) {
    Rng rng(seed, RandomPurpose::Synthetic);
    auto values = valuesOf(length, [&](std::int64_t row) {
        const auto t = static_cast<double>(row);
        const double season = 3.0 * std::sin(kTwoPi * t / 24) + 1.2 * std::sin(kTwoPi * t / 12 + 0.7) +
                              1.0 * std::sin(kTwoPi * t / 168 + 1.9);
        return 20 + 0.001 * t + season + 0.6 * std::sin(kTwoPi * t / 37.3) + 0.35 * rng.normal();
    });
    return wrap("sine-mix", "Sine mix", {{"value", "", std::move(values)}}, hourly(length));
}

/// Lorenz (1963) with sigma 10, rho 28, beta 8/3: fourth-order Runge-Kutta with step 0.01, every second state kept
/// (0.02 between rows), after 2,000 steps of settling. The seed moves the start.
Dataset lorenz(std::int64_t length, std::uint64_t seed) {
    using State = std::array<double, 3>;
    const auto slope = [](const State& s) {
        return State{10 * (s[1] - s[0]), s[0] * (28 - s[2]) - s[1], s[0] * s[1] - 8.0 / 3.0 * s[2]};
    };
    const auto ahead = [](const State& s, const State& d, double h) {
        return State{s[0] + h * d[0], s[1] + h * d[1], s[2] + h * d[2]};
    };
    const auto step = [&](State s) {
        constexpr double h = 0.01;
        const State a = slope(s), b = slope(ahead(s, a, h / 2)), c = slope(ahead(s, b, h / 2)),
                    d = slope(ahead(s, c, h));
        for (std::size_t i = 0; i < 3; ++i) s[i] += h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
        return s;
    };
    Rng rng(seed, RandomPurpose::Synthetic);
    State state{1 + 0.5 * rng.normal(), 1 + 0.5 * rng.normal(), 20 + rng.normal()};
    for (int i = 0; i < 2000; ++i) state = step(state);
    std::array<std::vector<double>, 3> values;
    for (std::int64_t row = 0; row < length; ++row) {
        for (std::size_t i = 0; i < 3; ++i) values[i].push_back(state[i]);
        state = step(step(state));
    }
    return wrap("lorenz", "Lorenz attractor",
                {{"x", "", std::move(values[0])}, {"y", "", std::move(values[1])}, {"z", "", std::move(values[2])}});
}

/// Mackey and Glass (1977): dx/dt = 0.2 x(t - 17) / (1 + x(t - 17)^10) - 0.1 x, one row per unit of time. Runge-Kutta
/// with step 0.1; the delayed value halfway through a step is the mean of its neighbours. The seed sets the constant
/// past.
Dataset mackeyGlass(std::int64_t length, std::uint64_t seed) {
    constexpr std::size_t kStepsPerRow = 10, kDelaySteps = 17 * kStepsPerRow, kSettleRows = 300;
    constexpr double h = 1.0 / kStepsPerRow;
    Rng rng(seed, RandomPurpose::Synthetic);
    // Ring: past[at] is x now, past[at + 1] is x(t - 17)
    std::vector<double> past(kDelaySteps + 1, 1.2 + 0.1 * rng.uniform(-1, 1));
    std::size_t at = 0;
    const auto slope = [](double x, double delayed) { return 0.2 * delayed / (1 + std::pow(delayed, 10)) - 0.1 * x; };
    const auto step = [&] {
        const double x = past[at], old = past[(at + 1) % past.size()], oldNext = past[(at + 2) % past.size()],
                     oldHalf = (old + oldNext) / 2;
        const double a = slope(x, old), b = slope(x + h / 2 * a, oldHalf), c = slope(x + h / 2 * b, oldHalf),
                     d = slope(x + h * c, oldNext);
        at = (at + 1) % past.size();
        past[at] = x + h / 6 * (a + 2 * b + 2 * c + d);
    };
    const auto row = [&] {
        for (std::size_t i = 0; i < kStepsPerRow; ++i) step();
        return past[at];
    };
    for (std::size_t i = 0; i < kSettleRows; ++i) row();
    auto values = valuesOf(length, [&](std::int64_t) { return row(); });
    return wrap("mackey-glass", "Mackey-Glass", {{"x", "", std::move(values)}});
}

Dataset sine(std::int64_t length, std::uint64_t) {
    return wrap("sine", "Sine", {{"value", "", valuesOf(length, [](std::int64_t row) {
                                      return std::sin(kTwoPi * static_cast<double>(row) / 25);
                                  })}});
}

/// x[t] = 2 cos(w) x[t-1] - x[t-2] without noise, by its solution: it neither grows nor dies away.
Dataset ar2(std::int64_t length, std::uint64_t) {
    constexpr double w = kTwoPi / 17.3;
    return wrap("ar2", "AR(2) without noise", {{"value", "", valuesOf(length, [](std::int64_t row) {
                                                    return 1.5 * std::cos(w * static_cast<double>(row) + 0.4);
                                                })}});
}

/// Sums of independent normal steps of deviation 1.
Dataset randomWalk(std::int64_t length, std::uint64_t seed) {
    Rng rng(seed, RandomPurpose::Synthetic);
    double level = 0;
    return wrap("random-walk", "Random walk",
                {{"value", "", valuesOf(length, [&](std::int64_t) { return level += rng.normal(); })}});
}

Dataset ramp(std::int64_t length, std::uint64_t) {
    return wrap("ramp", "Ramp",
                {{"value", "", valuesOf(length, [](std::int64_t row) { return static_cast<double>(row + 1); })}});
}

/// Weather and discharge of one catchment, daily from 1 October 2000; what it is like is drawn from the seed.
Dataset catchment(std::int64_t length, std::uint64_t seed) {
    constexpr std::int64_t kStart = INT64_C(970358400) * 1'000'000, kDay = INT64_C(86400) * 1'000'000;
    Rng rng(seed, RandomPurpose::Synthetic);
    const std::vector<CatchmentDay> days = runCatchment(CatchmentTraits::draw(rng), length, rng);
    const auto column = [&](const char* name, const char* unit, double CatchmentDay::*of) {
        return Channel{name, unit,
                       valuesOf(length, [&](std::int64_t row) { return days[static_cast<std::size_t>(row)].*of; })};
    };
    TimeAxis time{"time", {}, kDay};
    for (std::int64_t row = 0; row < length; ++row) time.values.push_back(kStart + row * kDay);
    return wrap(
        "catchment", "Catchment",
        {column("precipitation", "mm", &CatchmentDay::precipitation),
         column("temperature", "°C", &CatchmentDay::temperature),
         column("evaporation", "mm", &CatchmentDay::evaporation), column("discharge", "mm", &CatchmentDay::discharge)},
        std::move(time));
}

}  // namespace

std::span<const Builtin> series() {
    static const Builtin table[] = {
        {"sine-mix", sineMix}, {"lorenz", lorenz}, {"mackey-glass", mackeyGlass}, {"sine", sine},
        {"ar2", ar2},          {"ramp", ramp},     {"random-walk", randomWalk},   {"catchment", catchment}};
    return table;
}

}  // namespace gatelab::synthetic
