// SPDX-License-Identifier: GPL-3.0-or-later
// What a lab shows in all, as far as it is: how much, how sure, and by which rungs.
#include "lab/lab_report.h"

#include "base/number_text.h"
#include "lab/lab_digits.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {
namespace {

constexpr double kNearOne = 0.1;

/// Two digits, as it is the one figure that is read from afar; more where a ratio is near 1.
Phrase ratio(double value) {
    return numberText(value, std::abs(value - 1) < kNearOne ? lab_digits::kRatio : lab_digits::kHeadline);
}

Phrase rate(double value) {
    const std::string written = numberText(value, lab_digits::kRate);
    return Text{kNumberContext, written.c_str()};
}

/// Whether the rung is one of those that keep the numbers, one on top of the other, and was measured.
bool isStep(const LabReport& report, std::size_t rung) {
    const LabRung& line = report.plan.rungs[rung];
    return line.group == LabGroup::SameNumbers && line.isSetOfSwitches() && line.wanted() &&
           report.figures[rung].measured() && report.figures[rung].problem.empty();
}

bool isTraining(const LabFigures& figures) {
    return std::ranges::find(figures.repeats, LabDisturbance::Training, &LabRepeat::disturbance) !=
           figures.repeats.end();
}

/// The switch that costs most where it is left out; 0: none is measured.
std::size_t dearest(const LabReport& report) {
    std::size_t found = 0;
    for (std::size_t i = 1; i < report.figures.size(); ++i)
        if (isStep(report, i) && std::isfinite(report.figures[i].effect.value) &&
            (found == 0 || report.figures[i].effect.value < report.figures[found].effect.value))
            found = i;
    return found;
}

Phrase titleOf(const LabReport& report, const LabHeadline& headline) {
    const bool isWhole = report.finished();
    const Phrase value = ratio(headline.effect.value);
    switch (report.plan.mode) {
        case LabMode::OneOff:
            return {isWhole ? GATELAB_TEXT("Lab", "%1 × as slow without %2")
                            : GATELAB_TEXT("Lab", "%1 × as slow so far without %2"),
                    {value, report.plan.rungs[headline.rung].title}};
        case LabMode::Pair:
            return {isWhole ? GATELAB_TEXT("Lab", "B is %1 × as fast as A")
                            : GATELAB_TEXT("Lab", "B is %1 × as fast as A so far"),
                    {value}};
        case LabMode::Ladder:
            break;
    }
    return {isWhole ? GATELAB_TEXT("Lab", "%1 × as fast, same numbers")
                    : GATELAB_TEXT("Lab", "%1 × as fast so far, same numbers"),
            {value}};
}

/// "822 → 42180 samples/s with rungs 1 to 10.", then what is to be known of it.
Phrase textOf(const LabReport& report, const LabHeadline& headline) {
    const LabFigures &base = report.figures.front(), &top = report.figures[headline.rung];
    const Phrase from = rate(base.samplesPerSecond), to = rate(top.samplesPerSecond);
    Phrase text = report.plan.mode == LabMode::Ladder ? Phrase(GATELAB_TEXT("Lab", "%1 → %2 samples/s with %3."),
                                                               {from, to, labRungNumbers(report, headline.rung)})
                                                      : Phrase(GATELAB_TEXT("Lab", "%1 → %2 samples/s."), {from, to});
    if (top.isComputed)
        text = together(std::move(text),
                        GATELAB_TEXT("Lab", "Computed for the rungs below those taken out, not measured."));
    if (!headline.isDisturbed) return text;
    const bool isOwn = isTraining(base) || isTraining(top);
    if (!std::isfinite(headline.effect.low))
        return together(std::move(text), isOwn ? GATELAB_TEXT("Lab", "This program trained meanwhile.")
                                               : GATELAB_TEXT("Lab", "Others used the processor."));
    return together(std::move(text), isOwn
                                         ? GATELAB_TEXT("Lab", "This program trained meanwhile, so the range is wide.")
                                         : GATELAB_TEXT("Lab", "Others used the processor, so the range is wide."));
}

}  // namespace

std::size_t labTop(const LabReport& report) {
    if (report.figures.empty() || report.plan.mode == LabMode::OneOff) return 0;
    std::size_t top = 0;
    for (std::size_t i = 1; i < report.figures.size(); ++i)
        if (isStep(report, i)) top = i;
    for (std::size_t below = top; below-- > 0;) {
        if (!isStep(report, below)) continue;
        const LabRatio gain = labRatio(report.figures[top], report.figures[below], report.plan.comparisons());
        if (gain.value > 1 && gain.isBeyondChance()) top = below;
    }
    return top;
}

Phrase labRungNumbers(const LabReport& report, std::size_t top) {
    std::vector<std::pair<int, int>> runs;
    int numbers = 0;
    for (std::size_t i = 1; i <= top; ++i) {
        if (!isStep(report, i)) continue;
        const int number = report.plan.numberOf(i);
        ++numbers;
        if (!runs.empty() && runs.back().second == number - 1)
            runs.back().second = number;
        else
            runs.emplace_back(number, number);
    }
    Phrase list;
    for (const auto& [first, last] : runs) {
        Phrase run = first == last ? Phrase(first) : Phrase(GATELAB_TEXT("Lab", "%1 to %2"), {first, last});
        list = list.empty() ? std::move(run) : Phrase(GATELAB_TEXT("Lab", "%1, %2"), {std::move(list), std::move(run)});
    }
    return {numbers == 1 ? GATELAB_TEXT("Lab", "rung %1") : GATELAB_TEXT("Lab", "rungs %1"), {std::move(list)}};
}

std::optional<LabHeadline> labHeadline(const LabReport& report) {
    if (report.figures.empty() || !report.figures.front().measured()) return {};
    LabHeadline headline;
    const bool isOff = report.plan.mode == LabMode::OneOff;
    headline.rung = isOff ? dearest(report) : report.plan.mode == LabMode::Pair ? 1 : labTop(report);
    if (headline.rung >= report.figures.size()) return {};
    if (headline.rung == 0) {
        const bool isAny = std::ranges::any_of(report.figures.begin() + 1, report.figures.end(), &LabFigures::measured);
        if (!isAny) return {};
        headline.title = GATELAB_TEXT("Lab", "No rung is faster than the plain loop");
        return headline;
    }
    const LabFigures& figures = report.figures[headline.rung];
    headline.effect = figures.speedup;
    if (isOff) {
        const LabRatio off = figures.effect;
        headline.effect.value = 1 / off.value;
        headline.effect.low = 1 / off.high;
        headline.effect.high = 1 / off.low;
    }
    if (!std::isfinite(headline.effect.value)) return {};
    headline.isDisturbed = headline.effect.disturbed > 0;
    headline.title = titleOf(report, headline);
    if (std::isfinite(headline.effect.low))
        headline.range = {GATELAB_TEXT("Lab", "range %1 to %2"),
                          {ratio(headline.effect.low), ratio(headline.effect.high)}};
    else if (headline.effect.pairs > 1)
        headline.range = {GATELAB_TEXT("Lab", "%1 repeats"), {headline.effect.pairs}};
    headline.text = textOf(report, headline);
    return headline;
}

Phrase labMissing(const LabPlan& plan) {
    std::int64_t missing = 0;
    bool isMachine = true;
    for (const LabRung& rung : plan.rungs) {
        if (rung.supported()) continue;
        ++missing;
        isMachine = isMachine && rung.needsOtherMachine();
    }
    if (missing == 0) return {};
    return isMachine ? counted(missing, GATELAB_TEXT("Lab", "1 rung needs an NVIDIA GPU or more cores"),
                               GATELAB_TEXT("Lab", "%1 rungs need an NVIDIA GPU or more cores"))
                     : counted(missing, GATELAB_TEXT("Lab", "1 rung cannot run here"),
                               GATELAB_TEXT("Lab", "%1 rungs cannot run here"));
}

}  // namespace gatelab
