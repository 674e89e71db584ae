// SPDX-License-Identifier: GPL-3.0-or-later
// Which trials go on and which stop; and that it reaches what random search reaches with a third of its epochs.
#include "search/asha.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace gatelab;

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

StudyTrial trialOf(std::vector<double> byEpoch, TrialState state = TrialState::Training) {
    StudyTrial trial;
    trial.state = state;
    trial.byEpoch = std::move(byEpoch);
    return trial;
}

std::vector<std::int64_t> rungsOf(std::int64_t epochs) { return Asha(epochs).rungs(); }

}  // namespace

class TestAsha : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rungs() {
        QCOMPARE(rungsOf(27), (std::vector<std::int64_t>{1, 3, 9}));
        QCOMPARE(rungsOf(100), (std::vector<std::int64_t>{3, 9, 27, 81}));
        QCOMPARE(rungsOf(3), (std::vector<std::int64_t>{1}));
        QCOMPARE(rungsOf(1), std::vector<std::int64_t>());  // nothing to stop
    }

    void theBestThirdGoesOn() {
        const Asha asha(9);  // rungs 1 and 3
        std::vector<StudyTrial> trials{trialOf({5})};
        QVERIFY(asha.goesOn(trials, 0, 1));  // alone, it is the best
        trials.push_back(trialOf({6}));
        QVERIFY(!asha.goesOn(trials, 1, 1));
        trials.push_back(trialOf({4}));
        QVERIFY(asha.goesOn(trials, 2, 1));
        QVERIFY(!asha.goesOn(trials, 0, 1));  // of three the best alone
        for (const double value : {7.0, 8.0, 9.0}) trials.push_back(trialOf({value}));
        QVERIFY(asha.goesOn(trials, 0, 1));  // of six the best two
        QVERIFY(!asha.goesOn(trials, 1, 1));
        // Between rungs nobody is asked.
        trials[1].byEpoch = {6, 6};
        QVERIFY(asha.goesOn(trials, 1, 2));
        // A higher rung has its own third.
        trials[1].byEpoch = {6, 6, 6};
        QVERIFY(asha.goesOn(trials, 1, 3));
        // What diverges never goes on; of equal ones the earlier.
        QVERIFY(!asha.goesOn(std::vector{trialOf({kNone})}, 0, 1));
        QVERIFY(asha.goesOn(std::vector{trialOf({1}), trialOf({1})}, 0, 1));
        QVERIFY(!asha.goesOn(std::vector{trialOf({1}), trialOf({1})}, 1, 1));
    }

    void aStoppedTrialIsPromoted() {
        const Asha asha(27);  // rungs 1, 3, 9
        std::vector<StudyTrial> trials{trialOf({1}), trialOf({2}, TrialState::Stopped),
                                       trialOf({3}, TrialState::Stopped)};
        QVERIFY(!asha.promoted(trials));
        for (const double value : {4.0, 5.0, 6.0}) trials.push_back(trialOf({value}, TrialState::Stopped));
        QCOMPARE(asha.promoted(trials), std::optional<std::size_t>(1));
        // Of a higher rung first.
        trials[0] = trialOf({1, 1, 1}, TrialState::Stopped);
        QCOMPARE(asha.promoted(trials), std::optional<std::size_t>(0));
        // It was judged there, and another one is better.
        trials.push_back(trialOf({2.5, 0.5, 0.5}));
        QCOMPARE(asha.promoted(trials), std::optional<std::size_t>(1));
        // One that ended is not begun again.
        for (StudyTrial& trial : trials) trial.state = TrialState::Complete;
        QVERIFY(!asha.promoted(trials));
        QVERIFY(!asha.promoted({}));
    }

    void itReachesTheBestOfRandomWithAThirdOfTheEpochs() {
        // Losses that fall towards a floor of their own, disturbed a little; 81 settings of 27 epochs, one at a time.
        int reached = 0;
        double epochs = 0;
        for (unsigned seed = 0; seed < 20; ++seed) {
            std::mt19937 random(seed);
            std::uniform_real_distribution<double> any;
            std::vector<std::vector<double>> curves;
            double best = std::numeric_limits<double>::infinity();
            for (int i = 0; i < 81; ++i) {
                const double floor = any(random), pace = 0.1 + 0.4 * any(random);
                std::vector<double>& curve = curves.emplace_back();
                double lowest = std::numeric_limits<double>::infinity();
                for (int epoch = 1; epoch <= 27; ++epoch) {
                    lowest = std::min(lowest, floor + std::exp(-pace * epoch) + 0.02 * any(random));
                    curve.push_back(lowest);
                }
                best = std::min(best, curve.back());
            }
            const Asha asha(27);
            std::vector<StudyTrial> trials;
            double lowest = std::numeric_limits<double>::infinity(), trained = 0;
            const auto train = [&](std::size_t i) {
                trials[i].state = TrialState::Complete;
                for (std::size_t epoch = trials[i].byEpoch.size(); epoch < 27; ++epoch) {
                    trials[i].byEpoch.push_back(curves[i][epoch]);
                    ++trained;
                    lowest = std::min(lowest, curves[i][epoch]);
                    if (!asha.goesOn(trials, i, static_cast<std::int64_t>(epoch + 1))) {
                        trials[i].state = TrialState::Stopped;
                        return;
                    }
                }
            };
            while (trials.size() < 81) {
                if (const auto promoted = asha.promoted(trials)) {
                    train(*promoted);
                    continue;
                }
                trials.push_back(trialOf({}));
                train(trials.size() - 1);
            }
            while (const auto promoted = asha.promoted(trials)) train(*promoted);
            reached += lowest <= best + 0.02;
            epochs += trained / (81 * 27) / 20;
        }
        QVERIFY2(reached >= 18, qPrintable(QString::number(reached)));
        QVERIFY2(epochs < 1.0 / 3, qPrintable(QString::number(epochs)));
    }
};

QTEST_APPLESS_MAIN(TestAsha)
#include "tst_asha.moc"
