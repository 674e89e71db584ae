// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_resolution.h"

#include "base/number_text.h"
#include "lab/student_t.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {
namespace {

constexpr double kUsualDeviation = 0.03, kLevel = 0.05;
constexpr int kMaxTables = 5, kMaxProposed = 50;

/// Squares and degrees of freedom of the logarithms of a rung's ratios.
struct Pooled {
    double squares = 0, freedom = 0;
    void add(const LabFigures& base, const LabFigures& other) {
        std::vector<double> logs;
        for (std::size_t i = 0; i < std::min(base.repeats.size(), other.repeats.size()); ++i) {
            const LabRepeat &a = base.repeats[i], &b = other.repeats[i];
            if (a.ms > 0 && b.ms > 0 && !a.disturbed() && !b.disturbed()) logs.push_back(std::log(a.ms / b.ms));
        }
        if (logs.size() < 2) return;
        double mean = 0;
        for (const double log : logs) mean += log / static_cast<double>(logs.size());
        for (const double log : logs) squares += (log - mean) * (log - mean);
        freedom += static_cast<double>(logs.size() - 1);
    }
};

Phrase percent(double share) { return numberText(100 * share, 2); }

}  // namespace

double labResolves(double deviation, int repeats, int comparisons) {
    if (repeats < kMinForInterval) return kNotMeasured;
    const double t = studentCritical(kLevel / std::max(1, comparisons), repeats - 1);
    return std::exp(t * deviation / std::sqrt(static_cast<double>(repeats))) - 1;
}

LabResolution labResolution(const LabPlan& plan, std::span<const LabReport> kept) {
    LabResolution found;
    Pooled pooled;
    for (auto report = kept.rbegin(); report != kept.rend() && found.tables < kMaxTables; ++report) {
        const double before = pooled.freedom;
        for (std::size_t i = 1; i < report->figures.size(); ++i)
            pooled.add(report->figures.front(), report->figures[i]);
        if (pooled.freedom > before) ++found.tables;
    }
    found.deviation = pooled.freedom > 0 ? std::sqrt(pooled.squares / pooled.freedom) : kUsualDeviation;
    const int comparisons = plan.comparisons();
    found.difference = labResolves(found.deviation, plan.repeats, comparisons);
    for (int repeats = kMinForInterval; repeats <= kMaxProposed && found.proposed == 0; ++repeats)
        if (labResolves(found.deviation, repeats, comparisons) <= kSameHigh - 1) found.proposed = repeats;
    return found;
}

Phrase labResolutionText(const LabPlan& plan, const LabResolution& resolution) {
    const Phrase sentence = plan.repeats < kMinForInterval
                                ? Phrase(GATELAB_TEXT("Lab", "Fewer than three repeats resolve no difference"))
                                : Phrase(GATELAB_TEXT("Lab", "%1 repeats resolve differences above about %2 %"),
                                         {plan.repeats, percent(resolution.difference)});
    Phrase text =
        resolution.tables == 0
            ? Phrase(GATELAB_TEXT("Lab", "%1, where times vary by 3 % as is usual; nothing was measured here yet."),
                     {sentence})
            : Phrase(GATELAB_TEXT("Lab", "%1, as times varied by %2 % in what was measured here."),
                     {sentence, percent(resolution.deviation)});
    if (resolution.proposed == 0 || resolution.proposed <= plan.repeats) return text;
    return together(std::move(text), {GATELAB_TEXT("Lab", "%1 repeats would resolve 5 %."), {resolution.proposed}});
}

}  // namespace gatelab
