// SPDX-License-Identifier: GPL-3.0-or-later
// What a finished lab shows, in sentences; only claims whose interval leaves 1 out.
#include "lab/lab_report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace gatelab {
namespace {

/// Below this an effect that holds is still not worth a switch.
constexpr double kWorthIt = 1.03;
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
    explicit Findings(const LabReport& report) : report_(report) {}

    std::vector<LabFinding> all() {
        if (report_.figures.empty() || report_.figures.front().msPerStep.empty()) return {};
        if (report_.plan.mode == LabMode::Ladder) tellBest();
        for (std::size_t i = 1; i < report_.figures.size(); ++i)
            if (!report_.figures[i].msPerStep.empty()) tellRung(i);
        if (const double share = report_.figures[best()].shareOfLimit; std::isfinite(share))
            add(LabFinding::Kind::Note, GATELAB_TEXT("LabFinding", "The fastest is at %1 % of the limit of this machine, measured in the same run."), {fixed(100 * share, 0)});
        return std::move(out_);
    }

private:
    using Kind = LabFinding::Kind;
    void add(Kind kind, Text text, std::vector<LabWord> words) { out_.push_back({kind, text, std::move(words)}); }
    [[nodiscard]] LabWord title(std::size_t rung) const { return {{}, report_.plan.rungs[rung].title}; }

    /// The fastest rung that keeps the numbers; 0: none is faster.
    [[nodiscard]] std::size_t best() const {
        std::size_t best = 0;
        for (std::size_t i = 1; i < report_.figures.size(); ++i)
            if (report_.plan.rungs[i].group == LabGroup::SameNumbers && report_.figures[i].ms < report_.figures[best].ms) best = i;
        return best;
    }

    void tellBest() {
        const std::size_t rung = best();
        const LabFigures& f = report_.figures[rung];
        if (rung == 0 || !f.speedup.holds()) {
            add(Kind::Note, GATELAB_TEXT("LabFinding", "No switch makes this experiment faster here beyond what the repeats vary."), {});
            return;
        }
        add(Kind::Best, GATELAB_TEXT("LabFinding", "%1 times as fast with the same numbers (%2 to %3), up to '%4': from %5 to %6 samples/s."),
            {fixed(f.speedup.value, 1), fixed(f.speedup.low, 1), fixed(f.speedup.high, 1), title(rung), fixed(report_.figures[0].samplesPerSecond, 0), fixed(f.samplesPerSecond, 0)});
        if (std::isfinite(f.outputDifference)) add(Kind::Note, GATELAB_TEXT("LabFinding", "The outputs move by %1 of their size at most."), {exponent(f.outputDifference)});
    }

    void tellRung(std::size_t rung) {
        const LabFigures& f = report_.figures[rung];
        const bool helps = f.effect.holds() && f.effect.value > kWorthIt, hurts = f.effect.holds() && f.effect.value < 1 / kWorthIt;
        const LabWord more = fixed(f.effect.value, 2), moreLow = fixed(f.effect.low, 2), moreHigh = fixed(f.effect.high, 2);
        const LabWord less = fixed(1 / f.effect.value, 2), lessLow = fixed(1 / f.effect.high, 2), lessHigh = fixed(1 / f.effect.low, 2);
        if (report_.plan.mode == LabMode::OneOff) {
            if (hurts) add(Kind::Best, GATELAB_TEXT("LabFinding", "Without '%1' a step takes %2 times as long (%3 to %4)."), {title(rung), less, lessLow, lessHigh});
            else if (helps) add(Kind::Caution, GATELAB_TEXT("LabFinding", "Without '%1' it is %2 times as fast (%3 to %4): leave it off here."), {title(rung), more, moreLow, moreHigh});
            else add(Kind::Note, GATELAB_TEXT("LabFinding", "'%1' makes no difference here."), {title(rung)});
        } else if (helps) {
            add(Kind::Best, GATELAB_TEXT("LabFinding", "'%1': %2 times as fast (%3 to %4)."), {title(rung), more, moreLow, moreHigh});
        } else if (hurts) {
            add(Kind::Caution, GATELAB_TEXT("LabFinding", "'%1' makes a step take %2 times as long here (%3 to %4)."), {title(rung), less, lessLow, lessHigh});
        } else {
            add(Kind::Note, GATELAB_TEXT("LabFinding", "'%1' makes no difference here."), {title(rung)});
        }
        if (f.outputDifference > kRounding) add(Kind::Caution, GATELAB_TEXT("LabFinding", "'%1' moves the outputs by %2 of their size: more than rounding."), {title(rung), exponent(f.outputDifference)});
        const double saved = report_.figures[report_.plan.rungs[rung].against].peakMiB - f.peakMiB;
        if (report_.plan.rungs[rung].group == LabGroup::Trade && saved >= 1) add(Kind::Note, GATELAB_TEXT("LabFinding", "'%1' needs %2 MiB less at the peak."), {title(rung), fixed(saved, 0)});
    }

    const LabReport& report_;
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
