// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_figures.h"

#include "lab/student_t.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace gatelab {
namespace {

constexpr double kChance = 0.05;

/// exp of the mean of the logarithms, and of its interval.
LabRatio geometricMean(const std::vector<double>& logs) {
    LabRatio result;
    result.pairs = static_cast<int>(logs.size());
    if (logs.empty()) return result;
    const auto n = static_cast<double>(logs.size());
    const double mean = std::accumulate(logs.begin(), logs.end(), 0.0) / n;
    result.value = std::exp(mean);
    if (logs.size() < static_cast<std::size_t>(kMinForInterval)) return result;
    double squares = 0;
    for (const double v : logs) squares += (v - mean) * (v - mean);
    const double error = std::sqrt(squares / (n - 1) / n), half = studentCritical(kChance, n - 1) * error;
    result.p = error > 0 ? studentTwoSided(mean / error, n - 1) : mean == 0 ? 1.0 : 0.0;
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
    LabRatio ratio = geometricMean(logs.counting());
    ratio.comparisons = comparisons;
    if (!logs.areEnough()) ratio.disturbed = static_cast<int>(logs.all.size() - logs.undisturbed.size());
    return ratio;
}

bool LabRatio::isBeyondChance() const { return p * comparisons < kChance; }

std::vector<LabLoss> thinned(const std::vector<LabLoss>& losses) {
    std::vector<LabLoss> kept;
    for (const LabLoss& one : losses)
        if (one.seconds > 0 && std::isfinite(one.loss)) kept.push_back(one);
    if (kept.size() <= kMaxLosses) return kept;
    const double first = std::log(kept.front().seconds), width = (std::log(kept.back().seconds) - first) / kMaxLosses;
    std::vector<LabLoss> means;
    double count = 0;
    int last = -1;
    for (const LabLoss& one : kept) {
        const int at = width > 0 ? static_cast<int>((std::log(one.seconds) - first) / width) : 0;
        const int stretch = std::clamp(at, std::max(0, last), kMaxLosses - 1);
        if (stretch != std::exchange(last, stretch)) means.push_back({0, 0}), count = 0;
        ++count;
        LabLoss& mean = means.back();
        mean.seconds += (one.seconds - mean.seconds) / count;
        mean.loss += (one.loss - mean.loss) / count;
    }
    return means;
}

int LabFigures::disturbed() const { return static_cast<int>(std::ranges::count_if(repeats, &LabRepeat::disturbed)); }

int LabFigures::leftOut() const {
    const int all = static_cast<int>(repeats.size()), some = disturbed();
    return all - some >= kMinUndisturbed ? some : 0;
}

void LabFigures::summarise() {
    Logs logs;
    for (const LabRepeat& repeat : repeats) logs.add(std::log(repeat.ms), repeat.disturbed());
    const LabRatio mean = geometricMean(logs.counting());
    ms = mean.value;
    msLow = mean.low;
    msHigh = mean.high;
}

}  // namespace gatelab
