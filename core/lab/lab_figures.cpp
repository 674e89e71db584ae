// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_figures.h"

#include "lab/student_t.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gatelab {
namespace {

constexpr double kIntervalLevel = 0.05;

/// exp of the mean of the logarithms, and of its interval.
LabRatio geometricMean(const std::vector<double>& logs, int comparisons) {
    LabRatio result;
    result.pairs = static_cast<int>(logs.size());
    if (logs.empty()) return result;
    const auto n = static_cast<double>(logs.size());
    const double mean = std::accumulate(logs.begin(), logs.end(), 0.0) / n;
    result.value = std::exp(mean);
    if (logs.size() < static_cast<std::size_t>(kMinForInterval)) return result;
    double squares = 0;
    for (const double v : logs) squares += (v - mean) * (v - mean);
    const double half = studentCritical(kIntervalLevel / comparisons, n - 1) * std::sqrt(squares / (n - 1) / n);
    result.low = std::exp(mean - half);
    result.high = std::exp(mean + half);
    return result;
}

/// The logarithms that count: the undisturbed ones where they are enough, else all.
struct Logs {
    std::vector<double> undisturbed, all;
    void add(double log, bool disturbed) {
        all.push_back(log);
        if (!disturbed) undisturbed.push_back(log);
    }
    [[nodiscard]] bool areEnough() const { return undisturbed.size() >= kMinUndisturbed; }
    [[nodiscard]] const std::vector<double>& counting() const { return areEnough() ? undisturbed : all; }
};

}  // namespace

LabRatio labRatio(const LabFigures& base, const LabFigures& other, int comparisons) {
    Logs logs;
    for (std::size_t i = 0; i < std::min(base.repeats.size(), other.repeats.size()); ++i) {
        const LabRepeat &a = base.repeats[i], &b = other.repeats[i];
        if (a.ms > 0 && b.ms > 0) logs.add(std::log(a.ms / b.ms), a.disturbed() || b.disturbed());
    }
    LabRatio ratio = geometricMean(logs.counting(), comparisons);
    if (!logs.areEnough()) ratio.disturbed = static_cast<int>(logs.all.size() - logs.undisturbed.size());
    return ratio;
}

LabOutcome LabRatio::outcome() const {
    if (!std::isfinite(low) || !std::isfinite(high)) return LabOutcome::Unknown;
    if (disturbed > 0) return LabOutcome::Undecided;
    if (low >= kSameLow && high <= kSameHigh) return LabOutcome::Same;
    return low > 1 ? LabOutcome::Faster : high < 1 ? LabOutcome::Slower : LabOutcome::Undecided;
}

int LabFigures::disturbed() const { return static_cast<int>(std::ranges::count_if(repeats, &LabRepeat::disturbed)); }

int LabFigures::leftOut() const {
    const int all = static_cast<int>(repeats.size()), some = disturbed();
    return all - some >= kMinUndisturbed ? some : 0;
}

void LabFigures::summarise() {
    Logs logs;
    for (const LabRepeat& repeat : repeats) logs.add(std::log(repeat.ms), repeat.disturbed());
    const LabRatio mean = geometricMean(logs.counting(), 1);
    ms = mean.value;
    msLow = mean.low;
    msHigh = mean.high;
}

}  // namespace gatelab
