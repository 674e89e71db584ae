// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/search/importance.cpp: axes whose part in a function is known.
#include "base/rng.h"
#include "search/importance.h"

#include <QtTest>

#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

using namespace gatelab;

namespace {

const std::vector<SearchDimension> kSpace{{0, 1}, {1e-4, 1, true}, {.choices = 3}, {0, 1}};

std::vector<StudyTrial> sampled(int count, const std::function<double(const SearchPoint&)>& value) {
    Rng rng(7, RandomPurpose::Test);
    std::vector<StudyTrial> trials;
    for (int i = 0; i < count; ++i) {
        StudyTrial trial;
        trial.point = {rng.uniform(), std::pow(10, -4 * rng.uniform()), static_cast<double>(rng.below(3)),
                       rng.uniform()};
        trial.value = value(trial.point);
        trial.state = TrialState::Complete;
        trials.push_back(trial);
    }
    return trials;
}

std::vector<double> importanceOf(int count, const std::function<double(const SearchPoint&)>& value) {
    return settingImportance(kSpace, sampled(count, value));
}

double sumOf(const std::vector<double>& shares) { return std::accumulate(shares.begin(), shares.end(), 0.0); }

}  // namespace

class TestImportance : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneAxisExplainsAll() {
        for (std::size_t axis : {0u, 1u, 2u}) {
            const auto shares = importanceOf(200, [axis](const SearchPoint& x) {
                return axis == 1 ? std::pow(std::log10(x[1]) + 2, 2) : axis == 2 ? std::abs(x[2] - 1) : x[0] * x[0];
            });
            QVERIFY(std::abs(sumOf(shares) - 1) < 1e-12);
            QVERIFY2(shares[axis] > 0.95, qPrintable(QString::number(shares[axis])));
        }
    }

    void partsAreInTheirOrder() {
        // Variances of the parts: 9, 4 and 1 times 1/12; the last axis has none.
        const auto shares = importanceOf(
            400, [](const SearchPoint& x) { return 3 * x[0] + 2 * (std::log10(x[1]) / 4 + 1) + 0.35 * x[2]; });
        QVERIFY(std::abs(sumOf(shares) - 1) < 1e-12);
        QVERIFY2(shares[0] > 0.5 && shares[0] < 0.8, qPrintable(QString::number(shares[0])));
        QVERIFY2(shares[1] > 0.15 && shares[1] < 0.4, qPrintable(QString::number(shares[1])));
        QVERIFY2(shares[2] > 0.02 && shares[2] < 0.2, qPrintable(QString::number(shares[2])));
        QVERIFY2(shares[3] < 0.02, qPrintable(QString::number(shares[3])));
    }

    void whatActsOnlyTogetherCounts() {
        const auto shares =
            importanceOf(400, [](const SearchPoint& x) { return (x[0] > 0.5) == (x[3] > 0.5) ? 1.0 : 0.0; });
        QVERIFY2(shares[0] > 0.3 && shares[3] > 0.3, qPrintable(QString("%1 %2").arg(shares[0]).arg(shares[3])));
    }

    void whatDivergesIsTheWorst() {
        auto trials = sampled(120, [](const SearchPoint& x) { return 0.001 * x[0]; });
        for (StudyTrial& trial : trials)
            if (trial.point[2] == 2)
                trial.value = std::numeric_limits<double>::quiet_NaN(), trial.state = TrialState::Diverged;
        const auto shares = settingImportance(kSpace, trials);
        QVERIFY2(shares[2] > 0.4, qPrintable(QString::number(shares[2])));
    }

    void aSettingWithoutEffectInSomeTrials() {
        // The width counts only with the first kind, which is the better one.
        auto trials = sampled(200, [](const SearchPoint& x) { return x[2] == 0 ? x[0] : 1.5; });
        for (StudyTrial& trial : trials)
            if (trial.point[2] != 0) trial.point[0] = std::numeric_limits<double>::quiet_NaN();
        const auto shares = settingImportance(kSpace, trials);
        QVERIFY(std::abs(sumOf(shares) - 1) < 1e-12);
        QVERIFY(shares[0] > 0.1 && shares[1] < 0.05 && shares[3] < 0.05);
    }

    void nothingToExplain() {
        const auto constant = importanceOf(50, [](const SearchPoint&) { return 1.0; });
        QCOMPARE(constant, std::vector<double>(4, 0.0));
        Rng noise(3, RandomPurpose::Test);
        const auto shares = importanceOf(100, [&](const SearchPoint&) { return noise.normal(); });
        QCOMPARE(shares, std::vector<double>(4, 0.0));
        QVERIFY(importanceOf(7, [](const SearchPoint& x) { return x[0]; }).empty());
        QVERIFY(settingImportance(kSpace, {}).empty());
        QCOMPARE(importanceOf(60, [](const SearchPoint& x) { return x[0]; }),
                 importanceOf(60, [](const SearchPoint& x) { return x[0]; }));
    }
};

QTEST_APPLESS_MAIN(TestImportance)
#include "tst_importance.moc"
