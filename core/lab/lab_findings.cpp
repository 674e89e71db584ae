// SPDX-License-Identifier: GPL-3.0-or-later
// What a finished lab shows, in sentences: what it is all worth, the claims that hold, what is not decided in one line,
// and what disturbed the measuring.
#include "lab/lab_report.h"

#include "base/number_text.h"
#include "lab/lab_digits.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {
namespace {

/// Largest difference of the outputs that rounding explains.
constexpr double kRounding = 1e-3;

Phrase ratio(double value) { return numberText(value, lab_digits::kRatio); }

Phrase rate(double value) {
    const std::string written = numberText(value, lab_digits::kRate);
    return Text{kNumberContext, written.c_str()};
}

/// "a, b, c".
Phrase listed(const std::vector<Phrase>& items) {
    Phrase list = items.front();
    for (std::size_t i = 1; i < items.size(); ++i)
        list = {GATELAB_TEXT("LabFinding", "%1, %2"), {std::move(list), items[i]}};
    return list;
}

class Findings {
public:
    explicit Findings(const LabReport& report)
        : report_(report), best_(report.plan.mode == LabMode::OneOff ? 0 : labBest(report)) {}

    std::vector<LabFinding> all() {
        if (!report_.finished() || !report_.figures.front().measured()) return {};
        if (hasEqualSides())
            add(Kind::Caution,
                {GATELAB_TEXT(
                    "LabFinding",
                    "Both lines have the same settings, so what differs between them is the noise of this machine.")});
        if (report_.plan.repeats < kMinForInterval)
            add(Kind::Note, {GATELAB_TEXT("LabFinding",
                                          "Fewer than three repeats give no interval, so nothing can be said about the "
                                          "speed; five are enough.")});
        else if (report_.plan.mode == LabMode::Ladder)
            reportBest();
        for (std::size_t i = 1; i < report_.figures.size(); ++i)
            if (report_.figures[i].measured()) reportRung(i);
        if (const double share = report_.figures[best_].shareOfLimit; std::isfinite(share))
            add(Kind::Note,
                {GATELAB_TEXT(
                     "LabFinding",
                     "'%1' is at %2 % of the limit of this machine with as many threads, measured in the same run."),
                 {title(best_), numberText(100 * share, lab_digits::kShare)}});
        if (const auto same = titlesOf(LabOutcome::Same); !same.empty())
            add(Kind::Note,
                {GATELAB_TEXT("LabFinding", "No difference here (the interval of the ratio lies within %1 to %2): %3."),
                 {numberText(kSameLow, 2), ratio(kSameHigh), listed(same)}});
        if (const auto open = titlesOf(LabOutcome::Undecided); !open.empty() && !hasEqualSides())
            add(Kind::Note, {GATELAB_TEXT("LabFinding", "Not decided with %1 repeats: %2. More repeats would decide."),
                             {report_.plan.repeats, listed(open)}});
        reportShort();
        reportDisturbances();
        return std::move(out_);
    }

private:
    using Kind = LabFinding::Kind;
    void add(Kind kind, Phrase text, Phrase figure = {}) { out_.push_back({kind, std::move(text), std::move(figure)}); }
    [[nodiscard]] bool hasEqualSides() const {
        return report_.plan.mode == LabMode::Pair &&
               report_.plan.rungs.front().config == report_.plan.rungs.back().config;
    }
    [[nodiscard]] Phrase title(std::size_t rung) const {
        return report_.plan.mode == LabMode::OneOff ? Phrase(report_.plan.rungs[rung].title)
                                                    : report_.plan.rungs[rung].name();
    }

    [[nodiscard]] std::vector<Phrase> titlesOf(LabOutcome outcome) const {
        std::vector<Phrase> titles;
        for (std::size_t i = 1; i < report_.figures.size(); ++i)
            if (report_.figures[i].measured() && report_.figures[i].effect.outcome() == outcome)
                titles.push_back(title(i));
        return titles;
    }

    void reportShort() {
        double shortest = LabPlan::kMinMs;
        for (const LabFigures& f : report_.figures)
            if (f.measured()) shortest = std::min(shortest, f.ms * static_cast<double>(report_.plan.steps));
        if (report_.plan.minMs > 0 || shortest >= LabPlan::kMinMs) return;
        add(Kind::Caution,
            {GATELAB_TEXT("LabFinding",
                          "The %1 steps that were asked for take %2 ms at the shortest: too short to tell much from "
                          "the noise of a machine. Without a number each measurement lasts at least %3 ms."),
             {report_.plan.steps, numberText(shortest, lab_digits::kInterval),
              numberText(LabPlan::kMinMs, lab_digits::kInterval)}});
    }

    /// What disturbed it, then what became of the disturbed measurements: only those that count all the same make the
    /// figures doubtful.
    void reportDisturbances() {
        std::int64_t measured = 0, trained = 0, loaded = 0, replaced = 0, leftOut = 0, counting = 0;
        for (const LabFigures& f : report_.figures) {
            for (const auto* repeats : {&f.repeats, &f.replaced}) {
                measured += std::ssize(*repeats);
                trained += std::ranges::count(*repeats, LabDisturbance::Training, &LabRepeat::disturbance);
                loaded += std::ranges::count(*repeats, LabDisturbance::Load, &LabRepeat::disturbance);
            }
            replaced += std::ssize(f.replaced);
            leftOut += f.leftOut();
            counting += f.disturbed() - f.leftOut();
        }
        Phrase caution;
        const auto addCaution = [&caution](Phrase text) {
            caution = caution.empty() ? std::move(text) : together(std::move(caution), std::move(text));
        };
        if (trained > 0)
            addCaution(
                {GATELAB_TEXT("LabFinding",
                              "Disturbed: this program trained during %1 of %2 repeats, those that were measured "
                              "again included."),
                 {trained, measured}});
        if (loaded > 0)
            addCaution(
                {GATELAB_TEXT("LabFinding",
                              "Disturbed: other programs kept the processor busy during %1 of %2 repeats, those that "
                              "were measured again included."),
                 {loaded, measured}});
        if (replaced > 0)
            addCaution(counted(replaced, GATELAB_TEXT("LabFinding", "One disturbed repeat was measured again."),
                               GATELAB_TEXT("LabFinding", "%1 disturbed repeats were measured again.")));
        if (leftOut > 0)
            addCaution(counted(
                leftOut, GATELAB_TEXT("LabFinding", "One repeat that stayed disturbed is left out of the figures."),
                GATELAB_TEXT("LabFinding", "%1 repeats that stayed disturbed are left out of the figures.")));
        if (counting > 0) {
            addCaution(counted(counting, GATELAB_TEXT("LabFinding", "One disturbed repeat counts all the same."),
                               GATELAB_TEXT("LabFinding", "%1 disturbed repeats count all the same.")));
            addCaution(
                {GATELAB_TEXT("LabFinding",
                              "Only where at least %1 undisturbed ones are can the others be left out: until then no "
                              "effect is claimed of these rungs. Measure again for figures that hold."),
                 {kMinUndisturbed}});
        }
        if (!caution.empty()) add(counting > 0 ? Kind::Caution : Kind::Note, std::move(caution));
    }

    void reportBest() {
        const LabFigures& f = report_.figures[best_];
        if (best_ == 0 && !titlesOf(LabOutcome::Faster).empty())
            return add(Kind::Note,
                       {GATELAB_TEXT(
                            "LabFinding",
                            "How much faster the whole ladder is than the plain loop is not decided with %1 repeats."),
                        {report_.plan.repeats}});
        if (best_ == 0)
            return add(
                Kind::Note,
                {GATELAB_TEXT("LabFinding", "No switch is shown to make this experiment faster here with %1 repeats."),
                 {report_.plan.repeats}});
        add(Kind::Best,
            {GATELAB_TEXT("LabFinding",
                          "%1 times as fast with the same numbers (%2 to %3, at 95 % for all rungs together), up to "
                          "'%4': from %5 to %6 samples/s."),
             {ratio(f.speedup.value), ratio(f.speedup.low), ratio(f.speedup.high), title(best_),
              rate(report_.figures[0].samplesPerSecond), rate(f.samplesPerSecond)}},
            {GATELAB_TEXT("LabFinding", "%1 × as fast"), {ratio(f.speedup.value)}});
        if (std::isfinite(f.outputDifference))
            add(Kind::Note, {GATELAB_TEXT("LabFinding", "The outputs move by %1 of their size at most."),
                             {numberText(f.outputDifference, lab_digits::kDifference)}});
    }

    void reportRung(std::size_t rung) {
        const LabFigures& f = report_.figures[rung];
        reportEffect(rung);
        if (f.outputDifference > kRounding)
            add(Kind::Caution,
                {GATELAB_TEXT("LabFinding", "'%1' moves the outputs by %2 of their size: more than rounding."),
                 {title(rung), numberText(f.outputDifference, lab_digits::kDifference)}});
        const double saved = report_.figures[report_.plan.rungs[rung].against].peakMiB - f.peakMiB;
        if (report_.plan.rungs[rung].group == LabGroup::Trade && saved >= 1)
            add(Kind::Note, {GATELAB_TEXT("LabFinding", "'%1' needs %2 MiB less at the peak."),
                             {title(rung), numberText(saved, lab_digits::kMemory)}});
    }

    /// What holds; the rest is named in lines of its own.
    void reportEffect(std::size_t rung) {
        const LabFigures& f = report_.figures[rung];
        const LabOutcome outcome = f.effect.outcome();
        const std::vector<Phrase> faster = {title(rung), ratio(f.effect.value), ratio(f.effect.low),
                                            ratio(f.effect.high)};
        const std::vector<Phrase> slower = {title(rung), ratio(1 / f.effect.value), ratio(1 / f.effect.high),
                                            ratio(1 / f.effect.low)};
        if (report_.plan.mode == LabMode::OneOff) {
            if (outcome == LabOutcome::Slower)
                add(Kind::Best,
                    {GATELAB_TEXT("LabFinding", "Without '%1' a step takes %2 times as long (%3 to %4)."), slower});
            if (outcome == LabOutcome::Faster)
                add(Kind::Caution,
                    {GATELAB_TEXT("LabFinding", "Without '%1' it is %2 times as fast (%3 to %4): leave it off here."),
                     faster});
        } else if (outcome == LabOutcome::Faster) {
            add(Kind::Best, {GATELAB_TEXT("LabFinding", "'%1': %2 times as fast (%3 to %4)."), faster},
                report_.plan.mode == LabMode::Pair
                    ? Phrase(GATELAB_TEXT("LabFinding", "%1 × as fast"), {ratio(f.effect.value)})
                    : Phrase());
        } else if (outcome == LabOutcome::Slower) {
            add(Kind::Caution,
                {GATELAB_TEXT("LabFinding", "'%1' makes a step take %2 times as long here (%3 to %4)."), slower});
        }
    }

    const LabReport& report_;
    std::size_t best_;
    std::vector<LabFinding> out_;
};

}  // namespace

std::vector<LabFinding> labFindings(const LabReport& report) { return Findings(report).all(); }

}  // namespace gatelab
