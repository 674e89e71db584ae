// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/belt/belt_network.h"

#include <cstdint>
#include <deque>
#include <utility>

namespace gatelab {

/// Root mean square errors over the whole horizon, original scale.
struct BeltErrors {
    double network = 0;    ///< while it reads the test part once, its state carried on
    double dayBefore = 0;  ///< of repeating the last `horizon` numbers
};
BeltErrors measureBelt(const BeltFile& file);

/// A network that reads its series without end, one number at each step, with valves that a hand can hold; beside it a
/// twin that no hand has touched. It reads the test part over and over, cut to a multiple of the horizon. Units and
/// rows count from 0.
class Belt {
public:
    /// How many numbers, cell states and forget valves are kept.
    static constexpr std::size_t kKept = 64;

    explicit Belt(BeltFile file);

    /// Another network of the same units and horizon is seen as if it had read these numbers itself; a hand that holds
    /// a valve holds it.
    void use(BeltNetwork network);
    [[nodiscard]] bool isHourly() const { return isHourly_; }

    /// Reads the next number. What is held or pinned stays so.
    void step();
    [[nodiscard]] std::int64_t row() const { return row_; }  ///< of the series: the number that was read last
    [[nodiscard]] std::size_t units() const { return network_.units; }
    [[nodiscard]] std::size_t unit() const { return hand_.unit; }
    /// The unit whose valves are seen and held; every hand lets go.
    void choose(std::size_t unit);

    /// Whether the unit's memory fits on a belt at all steps that are kept: cell states of at most 1.5.
    [[nodiscard]] bool fits(std::size_t unit) const;
    /// The unit whose memory, halved at this step, moves the forecast most, among those that fit on a belt where there
    /// are such.
    [[nodiscard]] std::size_t tellingUnit() const;

    /// This step is computed again with that value, cut to what the valve can be, and so are the coming ones.
    void hold(BeltValve valve, double value);
    /// This step stays; from the next one the valve is the network's again, unless it is pinned.
    void letGo(BeltValve valve);
    void pin(BeltValve valve, bool on);  ///< as it stands; off: it is let go
    [[nodiscard]] bool isHeld(BeltValve valve) const { return holding_.values[index(valve)].has_value(); }
    [[nodiscard]] bool isPinned(BeltValve valve) const { return pinned_[index(valve)]; }
    /// Whether a hand made this step another one than the network's.
    [[nodiscard]] bool isTouched(BeltValve valve) const { return hand_.values[index(valve)].has_value(); }
    /// Whether state and forecast are no longer the twin's, to the eye (0.005 of a state).
    [[nodiscard]] bool isApart() const;

    [[nodiscard]] const BeltState& state() const { return state_; }
    [[nodiscard]] const BeltState& own() const { return twin_; }  ///< the twin's
    [[nodiscard]] const BeltState& before() const { return before_; }
    [[nodiscard]] const BeltState& ownBefore() const { return twinBefore_; }
    [[nodiscard]] std::vector<double> forecast() const { return network_.forecast(state_); }
    [[nodiscard]] std::vector<double> ownForecast() const { return network_.forecast(twin_); }
    /// Least and greatest number of the rows that it reads.
    [[nodiscard]] std::pair<double, double> range() const;
    /// The last numbers read, oldest first, at most kKept.
    [[nodiscard]] std::vector<double> past() const;
    /// Cell states of a unit at those steps.
    [[nodiscard]] std::vector<double> cells(std::size_t unit) const;

    /// What is left of a memory after so many steps as the chosen unit's forget valve stands now: f to the n-th power.
    [[nodiscard]] double left(std::size_t steps) const;
    /// What the twin's own forget valves left of one in its last steps: their product.
    [[nodiscard]] double ownLeft(std::size_t steps) const;
    /// Holds the forget valve so that `share` is left after so many steps.
    void holdLeft(std::size_t steps, double share);

private:
    static std::size_t index(BeltValve valve) { return static_cast<std::size_t>(valve); }
    void compute();
    [[nodiscard]] std::int64_t rowAfter(std::int64_t row) const;

    BeltNetwork network_;
    std::vector<double> series_;
    RowRange loop_;
    std::int64_t row_ = 0;
    bool isHourly_;
    BeltHand holding_, hand_;  ///< from the next step on; at this one
    std::array<bool, kBeltValves> pinned_{};
    BeltState before_, state_, twinBefore_, twin_;
    std::deque<double> past_;
    std::deque<std::vector<double>> cells_, forgets_;  ///< [step][unit]; forgets_: the twin's
};

}  // namespace gatelab
