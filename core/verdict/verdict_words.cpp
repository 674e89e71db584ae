// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdict/verdict_words.h"

#include "base/number_text.h"
#include "config/heads/head_kinds.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gatelab {

namespace {

constexpr std::size_t kMaxNamed = 3;

Phrase figure(double value, int digits) {
    const std::string written = numberText(value, digits);
    return Text{kNumberContext, written.c_str()};
}

Phrase joined(std::vector<Phrase> members) {
    Phrase list;
    for (Phrase& member : members)
        list = list.empty() ? std::move(member)
                            : Phrase(GATELAB_TEXT("Verdict", "%1, %2"), {std::move(list), std::move(member)});
    return list;
}

/// "0.0112 (6 %)": the share as everywhere.
Phrase effectOf(const Verdict& v, const RunGroup& base) {
    const Phrase size = figure(std::abs(v.effect), 3);
    // A likelihood may be negative or nearly zero: a share of it says nothing.
    if (!(v.baseMean > 0) || givesDistribution(base.config.loss)) return size;
    return {GATELAB_TEXT("Verdict", "%1 (%2 %)"), {size, numberPhrase(percentText(std::abs(v.effect) / v.baseMean))}};
}

Phrase effectOf(const Verdict& v, VerdictScore score, const RunGroup& base) {
    Phrase size = effectOf(v, base);
    if (score == VerdictScore::Time) return {GATELAB_TEXT("Verdict", "%1 s"), {size}};
    if (score == VerdictScore::Memory) return {GATELAB_TEXT("Verdict", "%1 MiB"), {size}};
    return size;
}

/// What stands where the effect has no size.
std::vector<Phrase> divergedSentences(const Verdict& v, const std::string& nameA, const std::string& nameB) {
    if (v.allDiverged()) return {GATELAB_TEXT("Verdict", "Both diverged in every pair: there is no score.")};
    std::vector<Phrase> sentences;
    for (const auto& [diverged, name] : {std::pair(v.divergedA, nameA), std::pair(v.divergedB, nameB)})
        if (diverged > 0)
            sentences.push_back({GATELAB_TEXT("Verdict", "%1 of %2 runs of %3 diverged."), {diverged, v.pairs, name}});
    sentences.push_back(GATELAB_TEXT("Verdict", "A diverged run counts as the worst loss; the size is unknown."));
    return sentences;
}

/// Empty: the tests disagree.
Phrase sizeSentence(const Verdict& v, VerdictScore score, const RunGroup& base) {
    switch (v.answer) {
        case VerdictAnswer::Better:
        case VerdictAnswer::Worse:
            return {v.effect < 0 ? GATELAB_TEXT("Verdict", "%2 lower %1. The 98.5 % interval leaves out zero.")
                                 : GATELAB_TEXT("Verdict", "%2 higher %1. The 98.5 % interval leaves out zero."),
                    {verdictScoreName(score, base.config), effectOf(v, score, base)}};
        case VerdictAnswer::PracticallyEqual:
            return GATELAB_TEXT("Verdict", "Within a tenth of the SD between seeds.");
        case VerdictAnswer::CannotTell:
            break;
    }
    if (v.testsDisagree || v.copiesDecide || v.seedsRepeat) return {};
    return {GATELAB_TEXT("Verdict", "The difference is %1, but its interval includes zero."), {figure(v.effect, 3)}};
}

/// What stands in place of an interval where no seed changed a score.
std::vector<Phrase> stillSentences(const Verdict& v, VerdictScore score, const RunGroup& base) {
    const Phrase name = verdictScoreName(score, base.config);
    std::vector<Phrase> sentences;
    if (v.answer == VerdictAnswer::PracticallyEqual)
        sentences.push_back({GATELAB_TEXT("Verdict", "All %1 runs have the same %2."), {2 * v.pairs, name}});
    else
        sentences.push_back({v.effect < 0
                                 ? GATELAB_TEXT("Verdict", "Its %1 is lower by %2, by the same for every seed.")
                                 : GATELAB_TEXT("Verdict", "Its %1 is higher by %2, by the same for every seed."),
                             {name, effectOf(v, score, base)}});
    sentences.push_back(
        {GATELAB_TEXT("Verdict", "The seeds vary nothing: %1 runs of one result count as one. More would be the same."),
         {v.pairs}});
    return sentences;
}

/// When the answer can change.
std::vector<Phrase> nextSentences(const Verdict& v) {
    std::vector<Phrase> sentences;
    if (v.copiesDecide)
        sentences.push_back({GATELAB_TEXT("Verdict", "With each of %1 copies counted the test says otherwise."),
                             {v.pairs - v.results}});
    else if (v.testsDisagree)
        sentences.push_back(GATELAB_TEXT("Verdict", "The t-test and the sign-flip test disagree."));
    if (v.nextLook == 0) {
        sentences.push_back({GATELAB_TEXT("Verdict", "This was the last look, at %1 pairs."), {v.pairs}});
        return sentences;
    }
    sentences.push_back({GATELAB_TEXT("Verdict", "%2 more seeds to the next look, at %1 pairs."),
                         {v.nextLook, v.nextLook - v.pairsGiven}});
    if (v.pairsEstimate > kVerdictLooks.back())
        sentences.push_back(
            {GATELAB_TEXT("Verdict", "Even %1 seeds would not settle so small a difference."), {kVerdictLooks.back()}});
    else if (const int look = settlingLook(v); look > 0)
        sentences.push_back({GATELAB_TEXT("Verdict", "%1 pairs would probably settle it."), {look}});
    return sentences;
}

}  // namespace

const char* verdictAnswerKey(VerdictAnswer answer) {
    switch (answer) {
        case VerdictAnswer::Better:
            return "better";
        case VerdictAnswer::Worse:
            return "worse";
        case VerdictAnswer::PracticallyEqual:
            return "practically equal";
        case VerdictAnswer::CannotTell:
            break;
    }
    return "cannot tell";
}

Phrase verdictAnswer(const Verdict& verdict) {
    switch (verdict.answer) {
        case VerdictAnswer::Better:
            return GATELAB_TEXT("Verdict", "Yes, better");
        case VerdictAnswer::Worse:
            return GATELAB_TEXT("Verdict", "No, worse");
        case VerdictAnswer::PracticallyEqual:
            return GATELAB_TEXT("Verdict", "Practically equal");
        case VerdictAnswer::CannotTell:
            break;
    }
    if (verdict.allDiverged()) return GATELAB_TEXT("Verdict", "Nothing can be compared");
    if (verdict.seedsRepeat && (verdict.seedsVaryNothing || verdict.nextLook == 0))
        return GATELAB_TEXT("Verdict", "No verdict");
    return verdict.nextLook > 0 ? GATELAB_TEXT("Verdict", "Too early") : GATELAB_TEXT("Verdict", "Too small to settle");
}

Phrase repeatedResults(const Verdict& v) {
    if (v.seedsRepeat)
        return {GATELAB_TEXT("Verdict", "%1 pairs, %2 different results: copies count as one, a test needs %3."),
                {v.pairs, v.results, kVerdictLooks.front()}};
    return {GATELAB_TEXT("Verdict", "%1 pairs, %2 different results: copies count as one."), {v.pairs, v.results}};
}

std::vector<Phrase> verdictSentences(const Verdict& v, VerdictScore score, const RunGroup& base,
                                     const std::string& nameA, const std::string& nameB) {
    if (v.pairs == 0)
        return {{GATELAB_TEXT("Verdict", "%1 of %2 pairs. A pair is one seed in both."), {v.pairsGiven, v.nextLook}}};
    if (v.seedsVaryNothing) return stillSentences(v, score, base);
    std::vector<Phrase> sentences;
    if (v.results < v.pairs) sentences.push_back(repeatedResults(v));
    if (!v.hasSize())
        for (Phrase& sentence : divergedSentences(v, nameA, nameB)) sentences.push_back(std::move(sentence));
    else if (Phrase size = sizeSentence(v, score, base); !size.empty())
        sentences.push_back(std::move(size));
    if (v.answer == VerdictAnswer::CannotTell && !v.allDiverged())
        for (Phrase& sentence : nextSentences(v)) sentences.push_back(std::move(sentence));
    return sentences;
}

Phrase otherScoreNote(const Verdict& v, VerdictScore judged, const RunGroup& a, const RunGroup& b,
                      const std::string& nameA, const std::string& nameB) {
    if (v.pairs == 0 || !v.hasSize() || v.effect == 0) return {};
    if (judged != VerdictScore::Validation && judged != VerdictScore::Test) return {};
    const VerdictScore other = judged == VerdictScore::Test ? VerdictScore::Validation : VerdictScore::Test;
    const ScoreLead lead = scoreLead(a, b, other);
    const bool isAhead = (v.effect < 0) == lowerIsBetter(judged, a.config);
    const int against = isAhead ? lead.worse : lead.better;
    if (2 * against <= lead.pairs) return {};
    return {lowerIsBetter(other, a.config)
                ? GATELAB_TEXT("Verdict", "The %1 is lower for %2 in %3 of %4 pairs; not judged.")
                : GATELAB_TEXT("Verdict", "The %1 is higher for %2 in %3 of %4 pairs; not judged."),
            {verdictScoreName(other, a.config), isAhead ? nameB : nameA, against, lead.pairs}};
}

FactRows leftOutFacts(std::span<const RunGroup* const> groups) {
    FactRows rows;
    const auto add = [&](const Text& reason, int RunGroup::*count) {
        if (std::ranges::none_of(groups, [count](const RunGroup* group) { return group->*count > 0; })) return;
        std::vector<Phrase> counts;
        for (const RunGroup* group : groups) counts.emplace_back(group->*count);
        rows.emplace_back(reason, counts.size() == 2
                                      ? Phrase(GATELAB_TEXT("Verdict", "%1 vs %2"), std::move(counts))
                                      : Phrase(GATELAB_TEXT("Verdict", "%1 not counted"), {joined(std::move(counts))}));
    };
    add(GATELAB_TEXT("Verdict", "Excluded (stopped by you)"), &RunGroup::stopped);
    add(GATELAB_TEXT("Verdict", "Excluded (edited or extended while running)"), &RunGroup::changed);
    std::vector<Phrase> unfinished;
    std::size_t count = 0;
    for (const RunGroup* group : groups)
        for (const std::string& name : group->unfinished)
            if (++count <= kMaxNamed) unfinished.emplace_back(name);
    if (count > kMaxNamed) unfinished.push_back({GATELAB_TEXT("Verdict", "%1 more"), {count - kMaxNamed}});
    if (count > 0) rows.emplace_back(GATELAB_TEXT("Verdict", "Not finished, left out"), joined(std::move(unfinished)));
    return rows;
}

FactRows verdictFacts(const Verdict& v, const RunGroup& a, const RunGroup& b) {
    FactRows rows;
    const auto add = [&rows](const Text& what, Phrase value) { rows.emplace_back(what, std::move(value)); };
    if (const double ratio = timeRatio(a, b); ratio > 0)
        add(GATELAB_TEXT("Verdict", "Cost"), {GATELAB_TEXT("Verdict", "%1 × time per sample"), {figure(ratio, 2)}});
    add(GATELAB_TEXT("Verdict", "Test"), v.seedsVaryNothing ? GATELAB_TEXT("Verdict", "none: the seeds vary nothing")
                                         : v.seedsRepeat    ? GATELAB_TEXT("Verdict", "none: too few different results")
                                         : v.hasSize() && !v.hasTest()
                                             ? GATELAB_TEXT("Verdict", "none: every pair differs by the same")
                                             : GATELAB_TEXT("Verdict", "paired t-test, by seed"));
    if (!v.seedsVaryNothing)
        add(GATELAB_TEXT("Verdict", "Interim analyses"), GATELAB_TEXT("Verdict", "after 6, 12, 24 pairs"));
    add(GATELAB_TEXT("Verdict", "Pairs"), v.pairs > 0 ? v.pairs : v.pairsGiven);
    if (v.results < v.pairs) add(GATELAB_TEXT("Verdict", "Different results"), v.results);
    if (v.pairs > 0) {
        if (v.hasInterval())
            add(GATELAB_TEXT("Verdict", "98.5 % interval"),
                {GATELAB_TEXT("Verdict", "%1 to %2"), {figure(v.low, 3), figure(v.high, 3)}});
        if (v.hasTest()) {
            add(GATELAB_TEXT("Verdict", "p"), figure(v.p, 2));
            add(GATELAB_TEXT("Verdict", "Sign-flip, as a check"),
                v.signFlipP >= 0 ? Phrase(GATELAB_TEXT("Verdict", "p = %1"), {figure(v.signFlipP, 2)})
                                 : Phrase(GATELAB_TEXT("Verdict", "from 8 results on")));
        }
        if (v.divergedA + v.divergedB > 0)
            add(GATELAB_TEXT("Verdict", "Diverged, counted as worst"),
                {GATELAB_TEXT("Verdict", "%1 and %2"), {v.divergedA, v.divergedB}});
    }
    const std::array both{&a, &b};
    for (auto& row : leftOutFacts(both)) rows.push_back(std::move(row));
    return rows;
}

}  // namespace gatelab
