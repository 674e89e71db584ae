// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdict/verdict_words.h"

#include <QTest>

#include <array>
#include <cmath>
#include <limits>

using namespace gatelab;

namespace {

constexpr double kDiverged = std::numeric_limits<double>::quiet_NaN();

RunGroup groupOf(const char* name, const std::vector<double>& losses, std::int64_t hidden = 8) {
    RunGroup group;
    group.name = name;
    group.config.hiddenSize = hidden;
    for (std::size_t i = 0; i < losses.size(); ++i) {
        SeedScore score;
        score.validation = losses[i];
        score.ended = static_cast<double>(i);
        score.samplesPerSecond = 100;
        group.scores[static_cast<std::int64_t>(i)] = score;
    }
    return group;
}

Verdict verdictOf(const RunGroup& a, const RunGroup& b) {
    const PairedScores pairs = pairScores(a, b);
    return decideVerdict(pairs.a, pairs.b);
}

QString textOf(const Verdict& verdict, const RunGroup& a, const RunGroup& b,
               VerdictScore score = VerdictScore::Validation) {
    QStringList texts;
    for (const Phrase& sentence : verdictSentences(verdict, score, b, a.name, b.name))
        texts << QString::fromStdString(sentence.english());
    return texts.join(QLatin1Char(' '));
}

QString factOf(const FactRows& facts, const char* what) {
    for (const auto& [key, value] : facts)
        if (key.english() == what) return QString::fromStdString(value.english());
    return {};
}

std::vector<double> around(double middle, int count, double step = 0.001) {
    std::vector<double> values;
    for (int i = 0; i < count; ++i) values.push_back(middle + step * ((i * 7) % 5 - 2 + 0.001 * i));
    return values;
}

}  // namespace

/// What is said of a verdict: no sentence claims more than its numbers.
class TestVerdictWords : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void beforeTheFirstLookPairsAreCounted() {
        const RunGroup a = groupOf("a", {0.1, 0.1}), b = groupOf("b", {0.2, 0.2}, 4);
        const Verdict verdict = verdictOf(a, b);
        QVERIFY(textOf(verdict, a, b).startsWith("2 of 6 pairs."));
        QCOMPARE(QString::fromStdString(verdictAnswer(verdict).english()), QStringLiteral("Too early"));
        const FactRows facts = verdictFacts(verdict, a, b);
        QCOMPARE(factOf(facts, "Pairs"), QStringLiteral("2"));
        QVERIFY(factOf(facts, "p").isEmpty() && factOf(facts, "98.5 % interval").isEmpty());
    }

    void theSizeOfTheDifferenceIsTold() {
        const RunGroup a = groupOf("a", around(0.1, 6)), b = groupOf("b", around(0.2, 6, 0.002), 4);
        const Verdict better = verdictOf(a, b), worse = verdictOf(b, a);
        QCOMPARE(QString::fromStdString(verdictAnswer(better).english()), QStringLiteral("Yes, better"));
        QCOMPARE(QString::fromStdString(verdictAnswer(worse).english()), QStringLiteral("No, worse"));
        const QString text = textOf(better, a, b);
        QVERIFY2(text.startsWith("0.09") && text.contains("(50 %) lower validation loss.") &&
                     text.contains("leaves out zero"),
                 qPrintable(text));
        QVERIFY(textOf(worse, b, a).contains(" higher validation loss"));
        const RunGroup near = groupOf("a", around(0.188, 6, 0.0002));
        QVERIFY2(textOf(verdictOf(near, b), near, b).contains("(6 %) lower"),
                 qPrintable(textOf(verdictOf(near, b), near, b)));
        QVERIFY(!factOf(verdictFacts(better, a, b), "p").isEmpty());
        QVERIFY(textOf(better, a, b, VerdictScore::Time).contains(" s "));
        QVERIFY(textOf(better, a, b, VerdictScore::Memory).contains(" MiB "));
        // A likelihood may be negative or nearly zero: a share of it says nothing.
        RunGroup likelihood = b;
        likelihood.config.loss = "gaussian-nll";
        QVERIFY(!textOf(better, a, likelihood).contains("%)"));
    }

    void whatIsNotDecidedNamesTheNextLook() {
        const RunGroup a = groupOf("a", {1, 2, 3, 4, 5, 6}), b = groupOf("b", {2, 1, 4, 3, 6, 5}, 4);
        const Verdict verdict = verdictOf(a, b);
        QCOMPARE(verdict.answer, VerdictAnswer::CannotTell);
        const QString text = textOf(verdict, a, b);
        QVERIFY2(text.contains("interval includes zero") && text.contains("6 more seeds to the next look, at 12 pairs"),
                 qPrintable(text));
    }

    void seedsThatVaryNothingAreNamed() {
        const RunGroup a = groupOf("a", std::vector(6, 0.1)), b = groupOf("b", std::vector(6, 0.2), 4);
        const Verdict verdict = verdictOf(a, b);
        QCOMPARE(QString::fromStdString(verdictAnswer(verdict).english()), QStringLiteral("No verdict"));
        const QString text = textOf(verdict, a, b);
        QVERIFY2(text.contains("lower by 0.100 (50 %), by the same for every seed") &&
                     text.contains("The seeds vary nothing: 6 runs of one result count as one"),
                 qPrintable(text));
        const FactRows facts = verdictFacts(verdict, a, b);
        QVERIFY(factOf(facts, "p").isEmpty() && factOf(facts, "98.5 % interval").isEmpty());
        // No test was made of copies of one result, and none will be.
        QCOMPARE(factOf(facts, "Test"), QStringLiteral("none: the seeds vary nothing"));
        QVERIFY(factOf(facts, "Interim analyses").isEmpty());
        const RunGroup varied = groupOf("c", around(0.2, 6), 4);
        QCOMPARE(factOf(verdictFacts(verdictOf(a, varied), a, varied), "Test"),
                 QStringLiteral("paired t-test, by seed"));
        const Verdict same = verdictOf(a, a);
        QCOMPARE(same.answer, VerdictAnswer::PracticallyEqual);
        QVERIFY(textOf(same, a, a).startsWith("All 12 runs have the same validation loss."));
    }

    void seedsThatRepeatAResultAreNamed() {
        const RunGroup a = groupOf("a", {0.0415, 0.0766, 0.0766, 0.0766, 0.0766, 0.0766}),
                       b = groupOf("b", std::vector(6, 0.0482), 4);
        const Verdict verdict = verdictOf(a, b);
        QCOMPARE(QString::fromStdString(verdictAnswer(verdict).english()), QStringLiteral("Too early"));
        const QString text = textOf(verdict, a, b);
        QVERIFY2(text.contains("6 pairs, 2 different results: copies count as one, a test needs 6.") &&
                     text.contains("6 more seeds to the next look") && !text.contains("interval"),
                 qPrintable(text));
        const FactRows facts = verdictFacts(verdict, a, b);
        QCOMPARE(factOf(facts, "Test"), QStringLiteral("none: too few different results"));
        QCOMPARE(factOf(facts, "Different results"), QStringLiteral("2"));
        QVERIFY(factOf(facts, "p").isEmpty() && factOf(facts, "98.5 % interval").isEmpty());
        std::vector<double> many(24, 0.0766);
        many[3] = 0.05;
        const RunGroup last = groupOf("a", many), still = groupOf("b", std::vector(24, 0.0482), 4);
        QCOMPARE(QString::fromStdString(verdictAnswer(verdictOf(last, still)).english()), QStringLiteral("No verdict"));
        QVERIFY(textOf(verdictOf(last, still), last, still).contains("24 pairs, 2 different results"));
        QVERIFY(factOf(verdictFacts(verdictOf(b, a), b, b), "Excluded (stopped by you)").isEmpty());
    }

    // As of a setting that changes nothing: a t-test divides by how much the differences vary.
    void pairsThatDifferByTheSameHaveNoTest() {
        const RunGroup a = groupOf("a", around(0.1, 6));
        const Verdict none = verdictOf(a, a);
        QVERIFY(!none.seedsVaryNothing && none.answer == VerdictAnswer::PracticallyEqual);
        const FactRows facts = verdictFacts(none, a, a);
        QCOMPARE(factOf(facts, "Test"), QStringLiteral("none: every pair differs by the same"));
        QVERIFY(factOf(facts, "p").isEmpty() && factOf(facts, "Sign-flip, as a check").isEmpty());
        QCOMPARE(factOf(facts, "Interim analyses"), QStringLiteral("after 6, 12, 24 pairs"));
        const RunGroup b = groupOf("b", around(0.3, 6), 4);  // but for rounding
        QCOMPARE(factOf(verdictFacts(verdictOf(a, b), a, b), "Test"),
                 QStringLiteral("none: every pair differs by the same"));
    }

    void divergedRunsHaveNoSize() {
        const RunGroup all = groupOf("a", std::vector(6, kDiverged)), good = groupOf("b", around(0.2, 6), 4);
        const Verdict verdict = verdictOf(all, good);
        const QString text = textOf(verdict, all, good);
        QVERIFY2(text.contains("6 of 6 runs of a diverged.") && !text.contains(" lower ") && !text.contains("of b"),
                 qPrintable(text));
        QCOMPARE(factOf(verdictFacts(verdict, all, good), "Diverged, counted as worst"), QStringLiteral("6 and 0"));
        Verdict both;
        both.pairs = both.divergedA = both.divergedB = 24;
        both.nextLook = 0;
        QVERIFY(textOf(both, all, good).contains("Both diverged in every pair"));
        QCOMPARE(QString::fromStdString(verdictAnswer(both).english()), QStringLiteral("Nothing can be compared"));
    }

    void whatIsLeftOutIsNamed() {
        RunGroup a = groupOf("a", {}), b = groupOf("b", {}, 4);
        const std::array both{&a, &b};
        const std::array<const RunGroup*, 2> groups{both[0], both[1]};
        QVERIFY(leftOutFacts(groups).empty());
        a.stopped = 1, b.stopped = 2;
        QCOMPARE(factOf(leftOutFacts(groups), "Excluded (stopped by you)"), QStringLiteral("1 vs 2"));
        QCOMPARE(factOf(leftOutFacts(std::span(groups).first(1)), "Excluded (stopped by you)"),
                 QStringLiteral("1 not counted"));
        a.unfinished = {"r1", "r2"}, b.unfinished = {"r3", "r4", "r5"};
        QCOMPARE(factOf(leftOutFacts(groups), "Not finished, left out"), QStringLiteral("r1, r2, r3, 2 more"));
    }

    void aTestPartThatPointsElsewhereIsNoted() {
        RunGroup a = groupOf("a", around(0.1, 6)), b = groupOf("b", around(0.2, 6), 4);
        const Verdict verdict = verdictOf(a, b);
        QVERIFY(otherScoreNote(verdict, VerdictScore::Validation, a, b, "a", "b").empty());
        for (auto& [seed, score] : a.scores) score.test = 2;
        for (auto& [seed, score] : b.scores) score.test = 1;
        const std::string note = otherScoreNote(verdict, VerdictScore::Validation, a, b, "a", "b").english();
        QVERIFY2(note.find("lower for b in 6 of 6 pairs") != std::string::npos, note.c_str());
        QVERIFY(otherScoreNote(verdict, VerdictScore::Time, a, b, "a", "b").empty());
    }
};

QTEST_APPLESS_MAIN(TestVerdictWords)
#include "tst_verdict_words.moc"
