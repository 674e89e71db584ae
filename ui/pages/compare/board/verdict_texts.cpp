// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/verdict_texts.h"

#include "base/number_text.h"
#include "common/list_text.h"
#include "common/texts.h"
#include "verdict/verdict_score.h"
#include "verdict/verdict_words.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <vector>

namespace gatelab {

namespace {

const QString kPercent = QStringLiteral("\u00A0%");

/// A share above so much, or a rest below so little, reads as a factor.
constexpr double kManyTimes = 2, kFraction = 0.001;

QString percentOf(double share) {
    const double percent = shownPercent(share);
    return percent == std::round(percent) ? formatCount(std::llround(percent)) : formatSetting(percent);
}

/// "33" times, or the 270 of "1/270"; both 0: a share is said in percent.
struct Factor {
    double times = 0, part = 0;
};
Factor factorOf(double share) {
    if (share > kManyTimes) return {1 + share, 0};
    return share > -1 && 1 + share < kFraction ? Factor{0, 1 / (1 + share)} : Factor();
}

QString signedSize(const BoardEffect& effect, double value) {
    const QString text = effect.isShare ? percentOf(value) : formatNumber(value, 2);
    return value > 0 ? QLatin1Char('+') + text : text;
}

QString secondsText(double seconds) {
    constexpr double kMinute = 60;
    return seconds < kMinute - 0.5
               ? QCoreApplication::translate("Theme", "%1 s").arg(std::max(1L, std::lround(seconds)))
               : formatDuration(seconds);
}

}  // namespace

QString VerdictTexts::Answer::whole() const { return rest.isEmpty() ? bold : bold + QLatin1Char(' ') + rest; }

QString VerdictTexts::share(double share) { return percentOf(std::abs(share)) + kPercent; }

QString VerdictTexts::effect(const BoardVerdict& verdict, const ExperimentConfig& config) {
    const BoardEffect& effect = verdict.effect;
    if (!effect.hasSize() || !effect.isShare) return change(effect);
    const bool isMore = effect.size > 0;
    QString what, pattern;
    if (verdict.score == VerdictScore::Time) {
        what = tr("time"), pattern = isMore ? tr("%1 more time") : tr("%1 less time");
    } else if (verdict.score == VerdictScore::Memory) {
        what = tr("memory"), pattern = isMore ? tr("%1 more memory") : tr("%1 less memory");
    } else if (lowerIsBetter(verdict.score, config)) {
        what = tr("error"), pattern = isMore ? tr("%1 higher error") : tr("%1 lower error");
    } else {
        what = tr("accuracy"), pattern = isMore ? tr("%1 higher accuracy") : tr("%1 lower accuracy");
    }
    if (effect.size == 0) return tr("the same %1").arg(what);
    const auto [times, part] = factorOf(effect.size);
    if (times > 0) return tr("%1 times the %2").arg(formatNumber(times, 2), what);
    return part > 0 ? tr("1/%1 of the %2").arg(formatNumber(part, 2), what) : pattern.arg(share(effect.size));
}

QString VerdictTexts::change(const BoardEffect& effect) {
    if (!effect.hasSize()) return QStringLiteral("-");
    if (effect.size == 0) return tr("the same");
    const auto [times, part] = effect.isShare ? factorOf(effect.size) : Factor();
    if (times > 0) return tr("%1 times").arg(formatNumber(times, 2));
    if (part > 0) return tr("1/%1").arg(formatNumber(part, 2));
    const QString size = effect.isShare ? share(effect.size) : formatNumber(std::abs(effect.size), 2);
    return effect.size > 0 ? tr("%1 higher").arg(size) : tr("%1 lower").arg(size);
}

QString VerdictTexts::pairs(const BoardVerdict& verdict, bool brief) {
    const BoardEffect& effect = verdict.effect;
    if (verdict.answer == BoardAnswer::OneSetting) return tr("means, without a verdict");
    QString count = effect.pairs == 1 ? tr("1 paired seed") : tr("%1 paired seeds").arg(formatCount(effect.pairs));
    if (effect.results > 1 && effect.results < effect.pairs)
        count = tr("%1, %2 results").arg(count, formatCount(effect.results));
    if (effect.hasInterval()) {
        if (brief) return tr("%1, 95 %").arg(count);
        const QString high = signedSize(effect, effect.high) + (effect.isShare ? kPercent : QString());
        return tr("%1, 95 %: %2 to %3").arg(count, signedSize(effect, effect.low), high);
    }
    if (brief || verdict.answer != BoardAnswer::TooEarly || effect.pairs >= BoardVerdict::kMinIntervalPairs)
        return count;
    return tr("%1, no interval below 3").arg(count);
}

QString VerdictTexts::measures(const BoardVerdict& verdict) {
    QStringList names;
    for (const BoardMeasure measure : verdict.differs) switch (measure) {
            case BoardMeasure::Data:
                names << tr("data");
                break;
            case BoardMeasure::Target:
                names << tr("target");
                break;
            case BoardMeasure::Horizon:
                names << tr("horizon");
                break;
            case BoardMeasure::Recipe:
                names << tr("recipe");
                break;
            case BoardMeasure::Split:
                names << tr("split");
                break;
            case BoardMeasure::Loss:
                names << tr("loss");
                break;
        }
    return listText(names);
}

QString VerdictTexts::tooEarly(const Verdict& verdict) {
    return tr("Too early: %1 of %2 seeds").arg(verdict.pairsGiven).arg(verdict.nextLook);
}

VerdictTexts::Answer VerdictTexts::oneSetting(const BoardRow& only) {
    if (only.scored() >= static_cast<std::size_t>(BoardVerdict::kMinIntervalPairs))
        return {tr("One setting so far."), tr("Change one on Model and train again."), QStringLiteral("info")};
    return {only.scored() > 1 ? tr("%1 seeds so far.").arg(only.scored()) : tr("One run so far."),
            {},
            QStringLiteral("clock")};
}

VerdictTexts::Answer VerdictTexts::answer(const BoardVerdict& verdict, const Names& names, const BoardRow& challenger,
                                          const BoardRow& base) {
    const Verdict& v = verdict.verdict;
    const QString help = QStringLiteral("help");
    switch (verdict.answer) {
        case BoardAnswer::OneSetting:
            return oneSetting(challenger);
        case BoardAnswer::Better:
        case BoardAnswer::Worse: {
            const bool isBetter = verdict.answer == BoardAnswer::Better;
            QString sentence = tr("The interval leaves out zero.");
            if (!verdict.effect.hasSize()) {
                const bool isFirst = v.divergedA >= v.divergedB;
                sentence = translated(Phrase(GATELAB_TEXT("Verdict", "%1 of %2 runs of %3 diverged."),
                                             {isFirst ? v.divergedA : v.divergedB, v.pairs,
                                              (isFirst ? names.challenger : names.base).toStdString()}));
            }
            return {isBetter ? tr("Better.") : tr("Worse."), sentence,
                    isBetter ? QStringLiteral("done") : QStringLiteral("error"), isBetter ? Ink::Success : Ink::Error};
        }
        case BoardAnswer::Equal:
            return {tr("Practically equal."),
                    translated(GATELAB_TEXT("Verdict", "Within a tenth of the SD between seeds.")),
                    QStringLiteral("info")};
        case BoardAnswer::TooEarly:
            return {tooEarly(v), v.seedsRepeat ? translated(repeatedResults(v)) : QString(), QStringLiteral("clock"),
                    Ink::Warning};
        case BoardAnswer::TooSmall:
            return {tr("Too small to settle."), tr("Even 24 seeds would not settle it."), help};
        case BoardAnswer::NotComparable:
            return {tr("Not comparable: other %1").arg(measures(verdict)), {}, help};
        case BoardAnswer::NoPairs: {
            QStringList given;
            if (!challenger.group.start.empty()) given << names.challenger;
            if (!base.group.start.empty()) given << names.base;
            return {tr("Not comparable: given weights"), tr("%1 began with trained weights.").arg(listText(given)),
                    help};
        }
        case BoardAnswer::SeedsRepeat:
            return {tr("No verdict."),
                    v.seedsVaryNothing ? tr("The seeds vary nothing; more would be the same.")
                                       : translated(repeatedResults(v)),
                    help};
        case BoardAnswer::NoSettings:
            return {tr("No verdict."), tr("Imported runs take no part: their settings are not known."), help};
        case BoardAnswer::AllDiverged:
            break;
    }
    return {tr("No verdict."), tr("All runs of both diverged."), help};
}

QString VerdictTexts::line(const BoardVerdict& verdict) {
    switch (verdict.answer) {
        case BoardAnswer::Better:
            return verdict.effect.hasSize() ? tr("%1: better").arg(change(verdict.effect)) : tr("better");
        case BoardAnswer::Worse:
            return verdict.effect.hasSize() ? tr("%1: worse").arg(change(verdict.effect)) : tr("worse");
        case BoardAnswer::Equal:
            return translated(GATELAB_TEXT("Verdict", "Practically equal"));
        case BoardAnswer::TooEarly:
            return tooEarly(verdict.verdict);
        case BoardAnswer::TooSmall:
            return tr("Too small to settle");
        case BoardAnswer::NotComparable:
            return tr("Not comparable: other %1").arg(measures(verdict));
        case BoardAnswer::NoPairs:
            return tr("Not comparable: given weights");
        case BoardAnswer::OneSetting:
        case BoardAnswer::SeedsRepeat:
        case BoardAnswer::AllDiverged:
        case BoardAnswer::NoSettings:
            break;
    }
    return tr("No verdict");
}

QString VerdictTexts::baselineLine(double above, const QString& reference) {
    if (!std::isfinite(above)) return QStringLiteral("-");
    if (above == 0) return tr("the same as the base");
    const auto [times, part] = factorOf(above);
    if (times > 0) return tr("%1 times %2").arg(formatNumber(times, 2), reference);
    if (part > 0) return tr("1/%1 of %2").arg(formatNumber(part, 2), reference);
    return (above > 0 ? tr("%1 higher than %2") : tr("%1 lower than %2")).arg(share(above), reference);
}

QString VerdictTexts::luck(const SweepLuck& luck) {
    const QString said = formatCount(luck.said) + kPercent;
    if (luck.points == 1) return tr("The sweep said %1: one point was luck.").arg(said);
    const QStringList words = tr("one two three four five six seven eight nine ten").split(QLatin1Char(' '));
    const QString points =
        luck.points <= words.size() ? words[luck.points - 1] : formatCount(static_cast<qint64>(luck.points));
    return tr("The sweep said %1: %2 points were luck.").arg(said, points);
}

QString VerdictTexts::method(const BoardVerdict& verdict, const RunGroup& challenger, const RunGroup& base,
                             const Names& names) {
    QStringList lines;
    if (verdict.answer == BoardAnswer::NoSettings) return {};
    if (verdict.answer == BoardAnswer::OneSetting || verdict.answer == BoardAnswer::NotComparable ||
        verdict.answer == BoardAnswer::NoPairs) {
        std::vector<const RunGroup*> both{&challenger, &base};
        if (both[0] == both[1]) both.pop_back();
        for (const auto& [what, value] : leftOutFacts(both)) lines << translated(labelled(what, value));
        return lines.join(QLatin1Char('\n'));
    }
    for (const auto& [what, value] : verdictFacts(verdict.verdict, challenger, base))
        lines << translated(labelled(what, value));
    lines << tr("The intervals of the three looks hold together at 95 %.");
    if (const Phrase note = otherScoreNote(verdict.verdict, verdict.score, challenger, base,
                                           names.challenger.toStdString(), names.base.toStdString());
        !note.empty())
        lines << translated(note);
    return lines.join(QLatin1Char('\n'));
}

QString VerdictTexts::train(const BoardVerdict& verdict) {
    const int seeds = verdict.missingSeeds();
    const QString what = verdict.answer == BoardAnswer::NotComparable ? tr("Train its settings here")
                         : verdict.answer == BoardAnswer::NoPairs     ? tr("Train from the start")
                         : seeds == 1                                 ? tr("Run 1 more seed")
                                                                      : tr("Run %1 more seeds").arg(seeds);
    return verdict.seconds > 0 ? tr("%1, %2").arg(what, secondsText(verdict.seconds)) : what;
}

QString VerdictTexts::score(VerdictScore score) {
    switch (score) {
        case VerdictScore::Test:
            return tr("by test");
        case VerdictScore::Time:
            return tr("by time");
        case VerdictScore::Memory:
            return tr("by memory");
        case VerdictScore::Validation:
            break;
    }
    return tr("by validation");
}

}  // namespace gatelab
