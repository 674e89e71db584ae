// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/asha.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab {

namespace {

/// Whether it has come to this rung, and with what.
bool isAt(const StudyTrial& trial, std::int64_t rung) { return std::ssize(trial.byEpoch) >= rung; }

double valueAt(const StudyTrial& trial, std::int64_t rung) {
    const double value = trial.byEpoch[static_cast<std::size_t>(rung - 1)];
    return std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
}

}  // namespace

Asha::Asha(std::int64_t epochs) {
    for (std::int64_t rung = std::max<std::int64_t>(1, epochs / (kEta * kEta * kEta)); rung < epochs; rung *= kEta)
        rungs_.push_back(rung);
}

bool Asha::isAmongBest(std::span<const StudyTrial> trials, std::size_t trial, std::int64_t rung) {
    const double value = valueAt(trials[trial], rung);
    if (std::isinf(value)) return false;
    std::int64_t come = 0, before = 0;
    for (std::size_t i = 0; i < trials.size(); ++i) {
        if (!isAt(trials[i], rung)) continue;
        ++come;
        const double other = valueAt(trials[i], rung);
        if (i != trial && (other < value || (other == value && i < trial))) ++before;
    }
    return before < std::max<std::int64_t>(1, come / kEta);
}

bool Asha::goesOn(std::span<const StudyTrial> trials, std::size_t trial, std::int64_t epochs) const {
    return std::ranges::find(rungs_, epochs) == rungs_.end() || isAmongBest(trials, trial, epochs);
}

std::optional<std::size_t> Asha::promoted(std::span<const StudyTrial> trials) const {
    for (auto rung = rungs_.rbegin(); rung != rungs_.rend(); ++rung) {
        std::optional<std::size_t> best;
        for (std::size_t i = 0; i < trials.size(); ++i) {
            const StudyTrial& trial = trials[i];
            // One that has come to a higher rung was judged there.
            if (trial.state != TrialState::Stopped || !isAt(trial, *rung) ||
                (rung != rungs_.rbegin() && isAt(trial, *(rung - 1))) || !isAmongBest(trials, i, *rung))
                continue;
            if (!best || valueAt(trial, *rung) < valueAt(trials[*best], *rung)) best = i;
        }
        if (best) return best;
    }
    return std::nullopt;
}

}  // namespace gatelab
