// SPDX-License-Identifier: GPL-3.0-or-later
// What a finished lab shows, in sentences: a claim only where the interval allows it, and what disturbed the measuring first of all.
#include "lab/lab_report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace gatelab {
namespace {

/// Largest difference of the outputs that rounding explains.
constexpr double kRounding = 1e-3;

LabWord fixed(double value, int decimals) {
    char text[48];
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    return {text, {}};
}

LabWord exponent(double value) {
    char text[48];
    std::snprintf(text, sizeof text, "%.1e", value);
    return {text, {}};
}

class Findings {
public:
    explicit Findings(const LabReport& report) : report_(report), best_(report.plan.mode == LabMode::OneOff ? 0 : labBest(report)) {}

    std::vector<LabFinding> all() {
        if (report_.figures.empty() || !report_.figures.front().measured()) return {};
        tellDisturbances();
        if (report_.plan.repeats < 2) add(Kind::Note, GATELAB_TEXT("LabFinding", "One repeat has no interval, so nothing is said of the speed; two or more can tell."), {});
        else if (report_.plan.mode == LabMode::Ladder) tellBest();
        for (std::size_t i = 1; i < report_.figures.size(); ++i)
            if (report_.figures[i].measured()) tellRung(i);
        if (const double share = report_.figures[best_].shareOfLimit; std::isfinite(share))
            add(Kind::Note, GATELAB_TEXT("LabFinding", "'%1' is at %2 % of the limit of this machine with as many threads, measured in the same run."), {title(best_), fixed(100 * share, 0)});
        if (report_.plan.repeats > 1)
            add(Kind::Note, GATELAB_TEXT("LabFinding", "Times and rates are geometric means of the repeats. A ratio is the geometric mean of the paired ratios of up to %1 repeats, with its 95 % interval."),
                {fixed(report_.plan.repeats, 0)});
        return std::move(out_);
    }

private:
    using Kind = LabFinding::Kind;
    void add(Kind kind, Text text, std::vector<LabWord> words) { out_.push_back({kind, text, std::move(words)}); }
    [[nodiscard]] LabWord title(std::size_t rung) const { return {{}, report_.plan.rungs[rung].title}; }

    /// What disturbed it, then what became of the disturbed measurements: only those that count all the same make the figures doubtful.
    void tellDisturbances() {
        int measured = 0, trained = 0, loaded = 0, replaced = 0, leftOut = 0, counted = 0;
        for (const LabFigures& f : report_.figures) {
            for (const auto* repeats : {&f.repeats, &f.replaced}) {
                measured += static_cast<int>(repeats->size());
                trained += static_cast<int>(std::ranges::count(*repeats, LabDisturbance::Training, &LabRepeat::disturbance));
                loaded += static_cast<int>(std::ranges::count(*repeats, LabDisturbance::Load, &LabRepeat::disturbance));
            }
            replaced += static_cast<int>(f.replaced.size());
            leftOut += f.leftOut();
            counted += f.disturbed() - f.leftOut();
        }
        const Kind kind = counted > 0 ? Kind::Caution : Kind::Note;
        const LabWord all = fixed(measured, 0);
        if (trained > 0) add(kind, GATELAB_TEXT("LabFinding", "Disturbed: this program trained during %1 of %2 measurements."), {fixed(trained, 0), all});
        if (loaded > 0) add(kind, GATELAB_TEXT("LabFinding", "Disturbed: other programs kept the processor busy during %1 of %2 measurements."), {fixed(loaded, 0), all});
        if (replaced > 0) add(Kind::Note, GATELAB_TEXT("LabFinding", "%1 disturbed repeats were measured again."), {fixed(replaced, 0)});
        if (leftOut > 0) add(Kind::Note, GATELAB_TEXT("LabFinding", "%1 repeats that stayed disturbed are left out of the figures."), {fixed(leftOut, 0)});
        if (counted > 0)
            add(kind, GATELAB_TEXT("LabFinding", "%1 disturbed repeats count all the same, since their rungs have fewer than %2 undisturbed ones. Measure again for figures that hold."),
                {fixed(counted, 0), fixed(kLeastUndisturbed, 0)});
    }

    void tellBest() {
        const LabFigures& f = report_.figures[best_];
        if (best_ == 0) {
            add(Kind::Note, GATELAB_TEXT("LabFinding", "No switch is shown to make this experiment faster here with %1 repeats."), {fixed(report_.plan.repeats, 0)});
            return;
        }
        add(Kind::Best, GATELAB_TEXT("LabFinding", "%1 times as fast with the same numbers (95 % interval %2 to %3), up to '%4': from %5 to %6 samples/s."),
            {fixed(f.speedup.value, 1), fixed(f.speedup.low, 1), fixed(f.speedup.high, 1), title(best_), fixed(report_.figures[0].samplesPerSecond, 0), fixed(f.samplesPerSecond, 0)});
        if (std::isfinite(f.outputDifference)) add(Kind::Note, GATELAB_TEXT("LabFinding", "The outputs move by %1 of their size at most."), {exponent(f.outputDifference)});
    }

    void tellRung(std::size_t rung) {
        const LabFigures& f = report_.figures[rung];
        tellEffect(rung);
        if (f.outputDifference > kRounding) add(Kind::Caution, GATELAB_TEXT("LabFinding", "'%1' moves the outputs by %2 of their size: more than rounding."), {title(rung), exponent(f.outputDifference)});
        const double saved = report_.figures[report_.plan.rungs[rung].against].peakMiB - f.peakMiB;
        if (report_.plan.rungs[rung].group == LabGroup::Trade && saved >= 1) add(Kind::Note, GATELAB_TEXT("LabFinding", "'%1' needs %2 MiB less at the peak."), {title(rung), fixed(saved, 0)});
    }

    void tellEffect(std::size_t rung) {
        const LabFigures& f = report_.figures[rung];
        const LabOutcome outcome = f.effect.outcome();
        const LabWord more = fixed(f.effect.value, 2), moreLow = fixed(f.effect.low, 2), moreHigh = fixed(f.effect.high, 2);
        const LabWord less = fixed(1 / f.effect.value, 2), lessLow = fixed(1 / f.effect.high, 2), lessHigh = fixed(1 / f.effect.low, 2);
        if (outcome == LabOutcome::Same) {
            add(Kind::Note, GATELAB_TEXT("LabFinding", "'%1' makes no difference here: the interval of the ratio, %2 to %3, lies within %4 to %5."),
                {title(rung), moreLow, moreHigh, fixed(kSameLow, 2), fixed(kSameHigh, 2)});
        } else if (outcome == LabOutcome::Undecided) {
            add(Kind::Note, GATELAB_TEXT("LabFinding", "'%1': not decided, %2 to %3 times as fast with %4 repeats. More repeats would tell."),
                {title(rung), moreLow, moreHigh, fixed(f.effect.pairs, 0)});
        } else if (report_.plan.mode == LabMode::OneOff) {
            if (outcome == LabOutcome::Slower) add(Kind::Best, GATELAB_TEXT("LabFinding", "Without '%1' a step takes %2 times as long (%3 to %4)."), {title(rung), less, lessLow, lessHigh});
            if (outcome == LabOutcome::Faster) add(Kind::Caution, GATELAB_TEXT("LabFinding", "Without '%1' it is %2 times as fast (%3 to %4): leave it off here."), {title(rung), more, moreLow, moreHigh});
        } else if (outcome == LabOutcome::Faster) {
            add(Kind::Best, GATELAB_TEXT("LabFinding", "'%1': %2 times as fast (%3 to %4)."), {title(rung), more, moreLow, moreHigh});
        } else if (outcome == LabOutcome::Slower) {
            add(Kind::Caution, GATELAB_TEXT("LabFinding", "'%1' makes a step take %2 times as long here (%3 to %4)."), {title(rung), less, lessLow, lessHigh});
        }
    }

    const LabReport& report_;
    std::size_t best_;
    std::vector<LabFinding> out_;
};

}  // namespace

std::vector<LabFinding> labFindings(const LabReport& report) { return Findings(report).all(); }

std::string LabFinding::english() const {
    std::string result = text.source;
    for (std::size_t i = words.size(); i > 0; --i) {
        const std::string mark = "%" + std::to_string(i), value = words[i - 1].value.empty() ? words[i - 1].text.source : words[i - 1].value;
        if (const auto at = result.find(mark); at != std::string::npos) result.replace(at, mark.size(), value);
    }
    return result;
}

}  // namespace gatelab
