// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/verdict_text.h"

#include "common/list_text.h"
#include "common/texts.h"
#include "common/theme.h"
#include "pages/compare/verdict_panel.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>

namespace gatelab {

namespace {

constexpr int kMostNamed = 3;

/// "0.0112 (5.6 %)".
QString effectText(const Verdict& v, const RunGroup& base) {
    const QString size = formatNumber(std::abs(v.effect), 3);
    // A likelihood may be negative or nearly zero: a share of it says nothing.
    if (!(v.baseMean > 0) || base.config.loss == "gaussian-nll") return size;
    return VerdictPanel::tr("%1 (%2 %)").arg(size, formatNumber(100 * std::abs(v.effect) / v.baseMean, 2));
}

QString effectText(const Verdict& v, VerdictScore score, const RunGroup& base) {
    const QString size = effectText(v, base);
    return score == VerdictScore::Time     ? VerdictPanel::tr("%1 s").arg(size)
           : score == VerdictScore::Memory ? VerdictPanel::tr("%1 MiB").arg(size)
                                           : size;
}

/// What stands where the effect has no size.
QString divergedText(const Verdict& v, const QString& nameA, const QString& nameB) {
    if (v.allDiverged())
        return VerdictPanel::tr("The runs of both diverged in every pair, so there is no score to compare them by.");
    QStringList sentences;
    if (v.divergedA > 0)
        sentences << VerdictPanel::tr("%1 of %2 runs of %3 diverged.").arg(v.divergedA).arg(v.pairs).arg(nameA);
    if (v.divergedB > 0)
        sentences << VerdictPanel::tr("%1 of %2 runs of %3 diverged.").arg(v.divergedB).arg(v.pairs).arg(nameB);
    sentences << VerdictPanel::tr(
        "Such a run counts as the worst loss seen, so the size of the difference is not known.");
    return sentences.join(QLatin1Char(' '));
}

QString sizeText(const Verdict& v, VerdictScore score, const RunGroup& base) {
    switch (v.answer) {
        case VerdictAnswer::Better:
        case VerdictAnswer::Worse:
            return (v.effect < 0 ? VerdictPanel::tr(
                                       "Its %1 is lower by %2. The 98.5 % interval of the difference excludes zero.")
                                 : VerdictPanel::tr(
                                       "Its %1 is higher by %2. The 98.5 % interval of the difference excludes zero."))
                .arg(scoreTitle(score, base.config.task), effectText(v, score, base));
        case VerdictAnswer::PracticallyEqual:
            return VerdictPanel::tr("The difference lies within a tenth of the SD between seeds.");
        case VerdictAnswer::CannotTell:
            break;
    }
    return v.testsDisagree ? QString()
                           : VerdictPanel::tr("The difference is %1, but its interval includes zero.")
                                 .arg(formatNumber(v.effect, 3));
}

/// When the answer can change.
QStringList nextText(const Verdict& v) {
    QStringList sentences;
    if (v.testsDisagree) sentences << VerdictPanel::tr("The t-test and the sign-flip test disagree.");
    if (v.nextLook == 0) return sentences << VerdictPanel::tr("This was the final analysis, at %1 pairs.").arg(v.pairs);
    sentences << VerdictPanel::tr("The next interim analysis is at %1 pairs: %2 more seeds.")
                     .arg(v.nextLook)
                     .arg(v.nextLook - v.pairsGiven);
    if (v.pairsEstimate > kVerdictLooks.back())
        sentences << VerdictPanel::tr(
                         "A difference of this size needs more seeds than the final analysis, at %1 pairs, has.")
                         .arg(kVerdictLooks.back());
    else if (const int look = settlingLook(v); look > 0)
        sentences << VerdictPanel::tr(
                         "The interim analysis at %1 pairs would probably decide a difference of this size.")
                         .arg(look);
    return sentences;
}

}  // namespace

QString scoreTitle(VerdictScore score, const std::string& task) { return translated(verdictScoreName(score, task)); }

QString verdictText(const Verdict& v, VerdictScore score, const RunGroup& base, const QString& nameA,
                    const QString& nameB) {
    if (v.pairs == 0)
        return VerdictPanel::tr(
                   "%1 of %2 pairs of seeds are there. A pair is one seed in both: it draws the split, the start "
                   "weights and the order.")
            .arg(v.pairsGiven)
            .arg(v.nextLook);
    QStringList sentences;
    if (const QString size = v.hasSize() ? sizeText(v, score, base) : divergedText(v, nameA, nameB); !size.isEmpty())
        sentences << size;
    if (v.answer == VerdictAnswer::CannotTell && !v.allDiverged()) sentences << nextText(v);
    return sentences.join(QLatin1Char(' '));
}

QString otherScoreNote(const Verdict& v, VerdictScore judged, const RunGroup& a, const RunGroup& b,
                       const QString& nameA, const QString& nameB) {
    if (v.pairs == 0 || !v.hasSize() || v.effect == 0) return {};
    if (judged != VerdictScore::Validation && judged != VerdictScore::Test) return {};
    const VerdictScore other = judged == VerdictScore::Test ? VerdictScore::Validation : VerdictScore::Test;
    const ScoreLead lead = scoreLead(a, b, other);
    const bool isAhead = (v.effect < 0) == lowerIsBetter(judged, a.config.task);
    const int against = isAhead ? lead.worse : lead.better;
    if (2 * against <= lead.pairs) return {};
    const QString pattern = lowerIsBetter(other, a.config.task)
                                ? VerdictPanel::tr("The %1 is lower for %2 in %3 of %4 pairs; not judged.")
                                : VerdictPanel::tr("The %1 is higher for %2 in %3 of %4 pairs; not judged.");
    return pattern.arg(scoreTitle(other, a.config.task), isAhead ? nameB : nameA).arg(against).arg(lead.pairs);
}

KeyValueList::Rows leftOutFacts(std::span<const RunGroup* const> groups) {
    KeyValueList::Rows rows;
    const auto add = [&](const QString& reason, int RunGroup::*count) {
        if (std::ranges::none_of(groups, [count](const RunGroup* group) { return group->*count > 0; })) return;
        QStringList counts;
        for (const RunGroup* group : groups) counts << QString::number(group->*count);
        rows.emplace_back(reason, counts.size() == 2 ? VerdictPanel::tr("%1 vs %2").arg(counts[0], counts[1])
                                                     : VerdictPanel::tr("%1 not counted").arg(listText(counts)));
    };
    add(VerdictPanel::tr("Excluded (stopped by you)"), &RunGroup::stopped);
    add(VerdictPanel::tr("Excluded (edited or extended while running)"), &RunGroup::changed);
    QStringList unfinished;
    for (const RunGroup* group : groups)
        for (const std::string& name : group->unfinished) unfinished << fromUtf8(name);
    if (const qsizetype more = unfinished.size() - kMostNamed; more > 0)
        unfinished = unfinished.mid(0, kMostNamed) << VerdictPanel::tr("%1 more").arg(more);
    if (!unfinished.isEmpty()) rows.emplace_back(VerdictPanel::tr("Not finished, left out"), listText(unfinished));
    return rows;
}

KeyValueList::Rows verdictFacts(const Verdict& v, const RunGroup& a, const RunGroup& b) {
    KeyValueList::Rows rows;
    if (const double ratio = timeRatio(a, b); ratio > 0)
        rows.emplace_back(VerdictPanel::tr("Cost"),
                          VerdictPanel::tr("%1 × time per sample").arg(formatNumber(ratio, 2)));
    rows.insert(rows.end(), {{VerdictPanel::tr("Test", "statistical"), VerdictPanel::tr("paired t-test, by seed")},
                             {VerdictPanel::tr("Interim analyses"), VerdictPanel::tr("after 6, 12, 24 pairs")},
                             {VerdictPanel::tr("Pairs"), formatCount(v.pairs > 0 ? v.pairs : v.pairsGiven)}});
    if (v.pairs > 0) {
        if (v.hasSize())
            rows.emplace_back(VerdictPanel::tr("98.5 % interval"),
                              VerdictPanel::tr("%1 to %2").arg(formatNumber(v.low, 3), formatNumber(v.high, 3)));
        if (!v.allDiverged()) rows.emplace_back(VerdictPanel::tr("p"), formatNumber(v.p, 2));
        if (!v.allDiverged())
            rows.emplace_back(VerdictPanel::tr("Sign-flip, as a check"),
                              v.signFlipP >= 0 ? VerdictPanel::tr("p = %1").arg(formatNumber(v.signFlipP, 2))
                                               : VerdictPanel::tr("from 8 pairs on"));
        if (v.divergedA + v.divergedB > 0)
            rows.emplace_back(VerdictPanel::tr("Diverged, counted as worst"),
                              VerdictPanel::tr("%1 and %2").arg(v.divergedA).arg(v.divergedB));
    }
    const std::array both{&a, &b};
    const KeyValueList::Rows leftOut = leftOutFacts(both);
    rows.insert(rows.end(), leftOut.begin(), leftOut.end());
    return rows;
}

}  // namespace gatelab
