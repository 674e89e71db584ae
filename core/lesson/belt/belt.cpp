// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/belt/belt.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

double clampedTo(BeltValve valve, double value) {
    return std::clamp(std::isfinite(value) ? value : 0.0, valve == BeltValve::Candidate ? -1.0 : 0.0, 1.0);
}

template <class T>
void keep(std::deque<T>& kept, T value) {
    kept.push_back(std::move(value));
    if (kept.size() > Belt::kKept) kept.pop_front();
}

}  // namespace

BeltErrors measureBelt(const BeltFile& file) {
    const auto horizon = static_cast<std::int64_t>(file.network.horizon);
    BeltState state = file.network.start();
    double network = 0, dayBefore = 0, count = 0;
    const auto at = [&file](std::int64_t row) { return file.series[static_cast<std::size_t>(row)]; };
    for (std::int64_t row = 0; row + horizon < file.test.end; ++row) {
        state = file.network.read(state, at(row));
        // The first forecast is that of the test part's first number.
        if (row + 1 < file.test.begin) continue;
        const auto forecast = file.network.forecast(state);
        for (std::int64_t hour = 1; hour <= horizon; ++hour) {
            const double truth = at(row + hour);
            network += std::pow(forecast[static_cast<std::size_t>(hour - 1)] - truth, 2);
            dayBefore += std::pow(at(row + hour - horizon) - truth, 2);
            ++count;
        }
    }
    return {std::sqrt(network / count), std::sqrt(dayBefore / count)};
}

Belt::Belt(BeltFile file)
    : network_(std::move(file.network)),
      series_(std::move(file.series)),
      loop_(file.test),
      isHourly_(file.isHourly),
      before_(network_.start()),
      state_(before_),
      twinBefore_(before_),
      twin_(before_) {
    const auto horizon = static_cast<std::int64_t>(network_.horizon);
    loop_.end = loop_.begin + loop_.size() / horizon * horizon;
    row_ = loop_.end - 1;
    for (std::size_t i = 0; i < 2 * kKept; ++i) step();
}

void Belt::use(BeltNetwork network) {
    network_ = std::move(network);
    const BeltHand held = std::exchange(holding_, BeltHand{hand_.unit, {}}), now = hand_;
    const std::int64_t row = row_, size = loop_.size();
    before_ = state_ = twinBefore_ = twin_ = network_.start();
    row_ = loop_.begin + ((row - loop_.begin - 2 * static_cast<std::int64_t>(kKept)) % size + size) % size;
    for (std::size_t i = 0; i < 2 * kKept; ++i) step();
    holding_ = held;
    hand_ = now;
    compute();
}

std::int64_t Belt::rowAfter(std::int64_t row) const { return row + 1 < loop_.end ? row + 1 : loop_.begin; }

void Belt::step() {
    row_ = rowAfter(row_);
    before_ = state_;
    twinBefore_ = twin_;
    hand_ = holding_;
    twin_ = network_.read(twinBefore_, series_[static_cast<std::size_t>(row_)]);
    state_ = network_.read(before_, series_[static_cast<std::size_t>(row_)], hand_);
    keep(past_, series_[static_cast<std::size_t>(row_)]);
    keep(cells_, state_.cell);
    keep(forgets_, twin_.valves[index(BeltValve::Forget)]);
}

void Belt::compute() {
    state_ = network_.read(before_, series_[static_cast<std::size_t>(row_)], hand_);
    cells_.back() = state_.cell;
}

void Belt::choose(std::size_t unit) {
    if (unit >= units() || unit == hand_.unit) return;
    holding_ = hand_ = {unit, {}};
    pinned_ = {};
}

bool Belt::fits(std::size_t unit) const {
    constexpr double kFits = 1.5;
    return std::ranges::all_of(cells_, [unit](const auto& step) { return std::abs(step[unit]) <= kFits; });
}

std::size_t Belt::tellingUnit() const {
    const auto now = network_.forecast(twin_);
    std::size_t best = 0;
    double most = -1;
    for (std::size_t unit = 0; unit < units(); ++unit) {
        BeltHand halved{unit, {}};
        halved.values[index(BeltValve::Forget)] = 0.5 * twin_.valve(BeltValve::Forget, unit);
        const auto other =
            network_.forecast(network_.read(twinBefore_, series_[static_cast<std::size_t>(row_)], halved));
        double moved = 0;
        for (std::size_t hour = 0; hour < now.size(); ++hour)
            moved = std::max(moved, std::abs(other[hour] - now[hour]));
        if (!fits(unit)) moved = 0;
        if (moved > most) most = moved, best = unit;
    }
    return best;
}

void Belt::hold(BeltValve valve, double value) {
    hand_.values[index(valve)] = holding_.values[index(valve)] = clampedTo(valve, value);
    compute();
}

void Belt::letGo(BeltValve valve) {
    if (!pinned_[index(valve)]) holding_.values[index(valve)].reset();
}

void Belt::pin(BeltValve valve, bool on) {
    pinned_[index(valve)] = on;
    if (on) return hold(valve, state_.valve(valve, unit()));
    letGo(valve);
}

bool Belt::isApart() const {
    constexpr double kSeen = 0.005;
    for (std::size_t unit = 0; unit < units(); ++unit)
        if (std::abs(state_.cell[unit] - twin_.cell[unit]) > kSeen ||
            std::abs(state_.hidden[unit] - twin_.hidden[unit]) > kSeen)
            return true;
    return false;
}

std::pair<double, double> Belt::range() const {
    const auto [least, greatest] = std::minmax_element(series_.begin() + loop_.begin, series_.begin() + loop_.end);
    return {*least, *greatest};
}

std::vector<double> Belt::past() const { return {past_.begin(), past_.end()}; }

std::vector<double> Belt::cells(std::size_t unit) const {
    std::vector<double> values;
    for (const auto& step : cells_) values.push_back(step[unit]);
    return values;
}

double Belt::left(std::size_t steps) const {
    return std::pow(state_.valve(BeltValve::Forget, unit()), static_cast<double>(steps));
}

double Belt::ownLeft(std::size_t steps) const {
    double product = 1;
    for (std::size_t i = 0; i < std::min(steps, forgets_.size()); ++i)
        product *= forgets_[forgets_.size() - 1 - i][unit()];
    return product;
}

void Belt::holdLeft(std::size_t steps, double share) {
    hold(BeltValve::Forget,
         std::pow(std::clamp(share, 0.0, 1.0), 1 / static_cast<double>(std::max<std::size_t>(1, steps))));
}

}  // namespace gatelab
