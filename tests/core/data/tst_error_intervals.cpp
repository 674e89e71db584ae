// SPDX-License-Identifier: GPL-3.0-or-later
// Intervals from errors: by hand, the levels that a number of windows allows, and how many truths they hold.
#include "base/rng.h"
#include "data/error_intervals.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace gatelab;

namespace {

/// One target; windows at every row, spread 1, errors of a step as `error` gives them.
PartErrors part(std::int64_t windows, std::size_t horizon,
                const std::function<double(std::int64_t, std::size_t)>& error) {
    PartErrors made;
    for (std::int64_t w = 0; w < windows; ++w) {
        made.starts.push_back(w);
        made.spreads.push_back(1);
        for (std::size_t h = 0; h < horizon; ++h) made.truth.push_back(error(w, h)), made.forecast.push_back(0);
    }
    return made;
}

ErrorIntervals of(const PartErrors& errors, std::size_t horizon) {
    return errorIntervals(std::span(&errors, 1), horizon, 1);
}

}  // namespace

class TestErrorIntervals : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theRankIsThatOfWindowsThatDoNotOverlap() {
        // 100 windows of one step: none overlap, rank 81 of the errors 1 to 100, and 96.
        const ErrorIntervals one = of(part(100, 1, [](std::int64_t w, std::size_t) { return w + 1.0; }), 1);
        QCOMPARE(one.windows, std::int64_t{100});
        QCOMPARE(one.levels.size(), std::size_t{2});
        QCOMPARE(one.levels[0].sizes[0], 81.0);
        QCOMPARE(one.levels[1].sizes[0], 96.0);
        // Steps 2 to 5 have windows in common: of 100 windows 50, 34, 25 and 20 do not overlap. Rank ceil(21 0.8) = 17
        // of 20: the 85th of 100.
        const ErrorIntervals five = of(part(100, 5, [](std::int64_t w, std::size_t) { return w + 1.0; }), 5);
        QCOMPARE(five.windows, std::int64_t{20});
        QCOMPARE(five.levels[0].sizes[0], 81.0);
        QCOMPARE(five.levels[0].sizes[1], 82.0);  // ceil(51 0.8) = 41 of 50
        QCOMPARE(five.levels[0].sizes[4], 85.0);
    }

    void tooFewWindowsGiveTheWidestLevelThatTheyAllow() {
        QCOMPARE(windowsNeeded(0.8), std::int64_t{4});
        QCOMPARE(windowsNeeded(0.95), std::int64_t{19});
        const auto error = [](std::int64_t w, std::size_t) { return w + 1.0; };
        const ErrorIntervals few = of(part(6, 1, error), 1), none = of(part(0, 1, error), 1),
                             two = of(part(2, 1, error), 1), enough = of(part(19, 1, error), 1);
        QCOMPARE(few.levels.size(), std::size_t{2});
        QCOMPARE(few.levels[0].level, 0.8);
        QCOMPARE(few.levels[1].level, 6.0 / 7);
        QCOMPARE(few.levels[1].sizes[0], 6.0);
        QCOMPARE(two.levels.size(), std::size_t{1});
        QCOMPARE(two.levels[0].level, 2.0 / 3);
        QCOMPARE(enough.levels[1].level, 0.95);
        QVERIFY(none.empty());
    }

    void noStepIsNarrowerThanTheOneBefore() {
        const ErrorIntervals made =
            of(part(200, 6, [](std::int64_t w, std::size_t h) { return (w % 10) * (h == 2 ? 5.0 : 1.0); }), 6);
        for (const ErrorIntervals::Level& level : made.levels)
            QVERIFY(std::ranges::is_sorted(level.sizes) && level.sizes[5] == level.sizes[2]);
    }

    void errorsCountInPartsOfTheirWindow() {
        PartErrors growing = part(50, 1, [](std::int64_t w, std::size_t) { return 2.0 * (w + 1); });
        for (std::size_t w = 0; w < 50; ++w) growing.spreads[w] = static_cast<double>(w + 1);
        QCOMPARE(of(growing, 1).levels[0].sizes[0], 2.0);
        growing.truth[3] = std::nan("");
        QCOMPARE(of(growing, 1).windows, std::int64_t{49});
        QCOMPARE(windowSpread(3, 10), 3.0);
        QCOMPARE(windowSpread(0, 10), 0.1);
        QCOMPARE(windowSpread(0, 0), 1.0);
    }

    void errorsThatGrowAreSeen() {
        const std::vector<PartErrors> parts{part(40, 2, [](std::int64_t, std::size_t) { return 1.0; }),
                                            part(40, 2, [](std::int64_t, std::size_t) { return 3.0; })};
        QCOMPARE(errorIntervals(parts, 2, 1).growth, 3.0);
        QCOMPARE(errorIntervals(parts, 2, 1).windows, std::int64_t{40});
    }

    // Errors that hang together as those of a walk do: of many draws the next window holds what is promised, within
    // four standard errors of the share, and not far more.
    void asManyTruthsAsPromised() {
        constexpr std::size_t kHorizon = 8;
        constexpr int kTrials = 2000;
        Rng rng(12, RandomPurpose::Test);
        double held = 0;
        for (int trial = 0; trial < kTrials; ++trial) {
            std::vector<double> steps;
            for (int i = 0; i < 220; ++i) steps.push_back(rng.normal());
            const auto walk = [&](std::int64_t first, std::size_t h) {
                double sum = 0;
                for (std::size_t i = 0; i <= h; ++i) sum += steps[static_cast<std::size_t>(first) + i];
                return sum;
            };
            const ErrorIntervals made = of(part(120, kHorizon, walk), kHorizon);
            held += std::abs(walk(200, kHorizon - 1)) <= made.levels[0].sizes[kHorizon - 1] ? 1 : 0;
        }
        const double share = held / kTrials;
        QVERIFY2(share > 0.8 - 4 * std::sqrt(0.16 / kTrials) && share < 0.88, qPrintable(QString::number(share)));
    }
};

QTEST_GUILESS_MAIN(TestErrorIntervals)
#include "tst_error_intervals.moc"
