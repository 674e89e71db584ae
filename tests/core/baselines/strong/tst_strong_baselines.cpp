// SPDX-License-Identifier: GPL-3.0-or-later
// The table of strong baselines on a series: scores beside the others, no look ahead, what is left out and why.
// Holds core/baselines/strong/smoothing_rows.cpp and core/baselines/strong/strong_baselines.cpp.
#include "base/rng.h"
#include "baselines/strong/lightgbm_library.h"
#include "baselines/strong/strong_baselines.h"
#include "core/data_support.h"

#include <QTest>

#include <cmath>

using namespace gatelab;
using namespace datatest;

namespace {

/// A season of 12 on a slow trend with noise.
SeriesPtr seasonal(std::int64_t rows, double jump = 0) {
    auto series = std::make_shared<Series>();
    series->name = "made";
    Rng rng(6, RandomPurpose::Test);
    std::vector<double> values;
    for (std::int64_t row = 0; row < rows; ++row)
        values.push_back(50 + 0.05 * static_cast<double>(row) + 6 * std::sin(2 * M_PI * static_cast<double>(row) / 12) +
                         rng.normal() + (row >= rows - 5 ? jump : 0));
    series->channels.push_back({"v", "", std::move(values)});
    return series;
}

PreparedPtr prepare(const SeriesPtr& series) {
    ExperimentConfig config;
    config.recipe = {"standardise"};
    const auto prepared = prepareSeries(series, config);
    return prepared ? *prepared : nullptr;
}

}  // namespace

class TestStrongBaselines : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachBeatsPersistenceOnASeason() {
        const auto prepared = prepare(seasonal(500));
        const auto windows = makeWindows(*prepared, 24, 6, 1);
        std::vector<Phrase> left;
        const std::vector<std::string> keys = *strongKeys("all");
        QVERIFY(keys.size() >= 4);
        const auto all = runStrongBaselines(*prepared, windows->test, keys, left);
        QVERIFY(all.ok());
        QCOMPARE(all->size(), keys.size());
        QVERIFY(left.empty());
        const auto usual = runBaselines(*prepared, windows->test);
        for (const BaselineForecast& one : *all) {
            QCOMPARE(one.values.size(), windows->test.starts.size() * 6);
            QVERIFY2(one.original.rmse < 0.5 * usual->front().original.rmse,
                     qPrintable(QString::fromStdString(one.key + ' ' + std::to_string(one.original.rmse))));
            QVERIFY(findBaseline(one.key) != nullptr);
        }
        const auto ets = std::ranges::find(*all, "ets", &BaselineForecast::key);
        QVERIFY2(ets->note.starts_with("ETS(") && ets->note.ends_with(",A)"), ets->note.c_str());
        QVERIFY(std::ranges::find(*all, "arima", &BaselineForecast::key)->note.find("[12]") != std::string::npos);
    }

    /// Values after the origins of the windows change nothing of their forecasts.
    void nothingLooksAhead() {
        const auto plain = prepare(seasonal(400)), other = prepare(seasonal(400, 1000));
        const auto windows = makeWindows(*plain, 24, 6, 1), others = makeWindows(*other, 24, 6, 1);
        std::vector<Phrase> left;
        const std::vector<std::string> keys{"nlinear", "dlinear", "ets", "arima"};
        const auto a = runStrongBaselines(*plain, windows->test, keys, left),
                   b = runStrongBaselines(*other, others->test, keys, left);
        for (std::size_t k = 0; k < keys.size(); ++k) {
            const std::size_t before = ((*a)[k].values.size() / 6 - 6) * 6;
            for (std::size_t i = 0; i < before; ++i)
                QVERIFY2(std::abs((*a)[k].values[i] - (*b)[k].values[i]) < 1e-9, keys[k].c_str());
        }
    }

    /// The quick ones together below the limit; of the others it is said how long they would take.
    void theQuickOnesAreChosenByTheirSize() {
        const auto prepared = prepare(seasonal(500));
        const auto windows = makeWindows(*prepared, 24, 6, 1);
        const QuickBaselines few = quickBaselines(*prepared, windows->test);
        QVERIFY(std::ranges::find(few.keys, "dlinear") != few.keys.end());
        // NLinear is Linear but on windows of more rows than Linear reads: nowhere by itself, in no place's list.
        const auto wide = makeWindows(*prepared, 129, 6, 1), same = makeWindows(*prepared, 128, 6, 1);
        const auto has = [&](const WindowSet& of) {
            const auto keys = quickBaselines(*prepared, of, 1e9).keys;
            return std::ranges::find(keys, "nlinear") != keys.end();
        };
        QVERIFY(!has(same->validation.starts.empty() ? same->train : same->validation));
        QVERIFY(has(wide->validation.starts.empty() ? wide->train : wide->validation));
        QVERIFY(std::ranges::find(few.keys, "ets") != few.keys.end());
        QVERIFY(std::ranges::find(few.left, "arima", &QuickBaselines::Left::key)->seconds > kQuickSeconds);
        const QuickBaselines none = quickBaselines(*prepared, windows->test, 0),
                             all = quickBaselines(*prepared, windows->test, 1e9);
        QVERIFY(none.keys.empty() && all.left.empty());
        QCOMPARE(all.keys.size(), none.left.size());
        for (const StrongBaseline& one : strongBaselines())
            QVERIFY2(one.seconds({20'000, 24, 96, 24}) > one.seconds({100, 1, 8, 1}), one.row.key);
    }

    void wordsAndRefusals() {
        QCOMPARE(*strongKeys("ets,nlinear"), (std::vector<std::string>{"ets", "nlinear"}));
        QCOMPARE(strongKeys("best").error().code, ErrorCode::InvalidInput);
        QVERIFY(findBaseline("nothing") == nullptr && findBaseline("theta") != nullptr);
        const auto prepared = prepare(seasonal(400));
        const auto windows = makeWindows(*prepared, 24, 6, 1);
        std::vector<Phrase> left;
        const auto stopped = runStrongBaselines(*prepared, windows->test, std::vector<std::string>{"ets"}, left,
                                                [](double) { return false; });
        QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
        const auto library = lightGbmLibrary();
        if (!library.ok()) QVERIFY(strongKeys("lightgbm").error().code == ErrorCode::NotFound);
    }

    /// The same table by Python's own LightGBM 4.7.0 (tests/bench/strong_baselines.py prints it).
    void treesAreThoseOfTheLibrary() {
        if (!lightGbmLibrary().ok()) QSKIP("no library of LightGBM here; GATELAB_LIGHTGBM names one");
        std::vector<double> x, asked;
        std::vector<float> y;
        for (int row = 0; row < 400; ++row) {
            const double a = (row * 37) % 101 / 101.0, b = (row * 53) % 97 / 97.0;
            x.insert(x.end(), {a, b});
            y.push_back(static_cast<float>(a > 0.5 ? 2 * b : a));
        }
        for (const double a : {0.1, 0.45, 0.8})
            for (const double b : {0.2, 0.9}) asked.insert(asked.end(), {a, b});
        const auto answers = boostedTrees(x, y, 2, asked);
        QVERIFY(answers.ok());
        const std::vector<double> reference{-0.05422274944392153, 0.5955132449679383, 0.21167181810620003,
                                            0.86140781251806,     0.6332595368580047, 1.2829955312698653};
        for (std::size_t i = 0; i < reference.size(); ++i)
            QVERIFY2(std::abs((*answers)[i] - reference[i]) < 1e-9,
                     qPrintable(QString::number((*answers)[i], 'g', 17)));
    }
};

QTEST_GUILESS_MAIN(TestStrongBaselines)
#include "tst_strong_baselines.moc"
