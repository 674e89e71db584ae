// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/implementation_measurement.h"

#include "plan/devices.h"

#include <sys/resource.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace gatelab {
namespace {

constexpr int kRounds = 5, kStepsOfRound = 3;
/// Of the time of the row before it.
constexpr double kWorthIt = 0.97;
/// So far from kWorthIt a ratio is believed of less than three rounds.
constexpr double kFarOff = 0.1;
constexpr double kHopeless = 2;  ///< times as long as the fastest
constexpr double kLongStepSeconds = 0.2, kMaxSeconds = 2;
/// A core of one's own: the clock and the processor agree but for the waits of a team.
constexpr double kCalmWall = 1.25;
/// An idle system takes the core a few times in a second, one equal competitor some two hundred times.
constexpr double kCalmPreemptions = 20;

std::int64_t preemptionsOfThread() {
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nivcsw;
}

struct Runner {
    const ImplementationCandidate* candidate;
    std::vector<double> rounds = {};  ///< seconds of the best step of each
    bool isOut = false;               ///< of the rounds to come
};

/// One round: seconds of the best step; what the steps cost is added to `all`. Nothing: it cannot compute the step.
std::optional<double> timeRound(const ImplementationCandidate& candidate, StepTime& all) {
    const auto step = candidate.prepare();
    if (!step) return std::nullopt;
    const bool isLong = step().processor >= kLongStepSeconds;  // buffers and code are warm after this
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < (isLong ? 1 : kStepsOfRound); ++i) {
        const StepTime time = step();
        best = std::min(best, time.processor);
        all.processor += time.processor;
        all.wall += time.wall;
        all.preempted += time.preempted;
    }
    return best;
}

bool isCalm(const StepTime& all) {
    return all.wall <= kCalmWall * all.processor &&
           static_cast<double>(all.preempted) <= 1 + kCalmPreemptions * all.processor;
}

/// Seconds of `other` for one second of `before`, round by round.
std::vector<double> ratios(const Runner& before, const Runner& other) {
    std::vector<double> all;
    for (std::size_t i = 0; i < std::min(before.rounds.size(), other.rounds.size()); ++i)
        all.push_back(other.rounds[i] / before.rounds[i]);
    std::ranges::sort(all);
    return all;
}

bool isFaster(const std::vector<double>& sorted) { return sorted[(sorted.size() - 1) / 2] < kWorthIt; }

/// Whether the rounds say the same; of five the lowest and the highest do not count.
bool isClear(const std::vector<double>& sorted) {
    const std::size_t size = sorted.size(), odd = size / 5;
    const double low = sorted[odd], high = sorted[size - 1 - odd];
    if ((low < kWorthIt) != (high < kWorthIt)) return false;
    return size >= 3 || low > kWorthIt + kFarOff || high < kWorthIt - kFarOff;
}

/// What is far behind need not be measured again.
void leaveOut(std::vector<Runner>& runners) {
    double fastest = std::numeric_limits<double>::infinity();
    for (const Runner& one : runners) fastest = std::min(fastest, one.rounds.front());
    for (Runner& one : runners) one.isOut = one.rounds.front() > kHopeless * fastest;
}

RowFinding decide(const std::vector<Runner>& runners, const StepTime& all) {
    if (runners.size() == 1) return {runners.front().candidate->row, true, true};  // whoever else computes
    std::size_t best = 0;
    for (std::size_t i = 1; i < runners.size(); ++i)
        if (isFaster(ratios(runners[best], runners[i]))) best = i;
    RowFinding found{runners[best].candidate->row, true, isCalm(all)};
    for (std::size_t i = 0; i < runners.size(); ++i)
        if (i != best) found.isClear &= isClear(ratios(runners[std::min(i, best)], runners[std::max(i, best)]));
    return found;
}

}  // namespace

std::function<StepTime()> measuredStep(std::function<void()> step) {
    return [onProcessor = timedOnProcessor(std::move(step))] {
        StepTime time;
        const std::int64_t before = preemptionsOfThread();
        time.wall = timed([&] { time.processor = onProcessor(); })();
        time.preempted = preemptionsOfThread() - before;
        return time;
    };
}

std::optional<RowFinding> measureRows(std::span<const ImplementationCandidate> candidates,
                                      const std::function<bool()>& goOn) {
    std::vector<Runner> runners;
    for (const ImplementationCandidate& candidate : candidates) runners.push_back({&candidate});
    StepTime all;
    const auto isOver = [&] {
        return std::ranges::count(runners, false, &Runner::isOut) < 2 || all.wall > kMaxSeconds;
    };
    for (int round = 0; round < kRounds && (round == 0 || !isOver()); ++round) {
        for (Runner& one : runners) {
            if (goOn && !goOn()) return std::nullopt;
            if (one.isOut) continue;
            if (const auto seconds = timeRound(*one.candidate, all)) one.rounds.push_back(*seconds);
        }
        std::erase_if(runners, [](const Runner& one) { return one.rounds.empty(); });
        if (round == 0) leaveOut(runners);
    }
    return runners.empty() ? std::nullopt : std::optional(decide(runners, all));
}

}  // namespace gatelab
