// SPDX-License-Identifier: GPL-3.0-or-later
// What the baselines of a kept run's forecasts miss at each step, against sums over the rows of the file.
#include "engine/session_support.h"

#include "io/file_io.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr int kRows = 300, kHorizon = 5, kLookback = 16, kSeason = 24;

std::vector<double> values() {
    std::vector<double> all;
    for (int row = 0; row < kRows; ++row)
        all.push_back(10 + 0.02 * row + 3 * std::sin(2 * std::numbers::pi * row / kSeason) + 0.2 * std::cos(1.7 * row));
    return all;
}

}  // namespace

class TestBaselineErrors : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachStepByHand() {
        const QTemporaryDir folder;
        const std::string file = folder.filePath(QStringLiteral("hours.csv")).toStdString();
        std::string text = "time,x\n";
        const std::vector<double> x = values();
        for (int row = 0; row < kRows; ++row) {
            char line[128];
            std::snprintf(line, sizeof line, "2024-01-%02d %02d:00:00,%.17g\n", 1 + row / 24, row % 24,
                          x[static_cast<std::size_t>(row)]);
            text += line;
        }
        QVERIFY(writeFileDurably(file, text).ok());
        const auto engine = take(openEngine());
        const auto workspace = openWorkspace(folder);
        ExperimentConfig config = smallConfig();
        config.dataPath = file;
        config.targets = {"x"};
        config.lookback = kLookback;
        config.horizon = kHorizon;
        config.epochs = 1;
        auto record = take(workspace->createRun(config, {}, "hours"));
        ForecastRequest request;
        request.runFolder = workspace->folder() / "runs" / record->id();
        runToEnd(*engine, config, std::move(record));
        const ForecastSet set = take(engine->forecast(request, {}));
        QVERIFY(set.originRows.size() > 20);
        QVERIFY(set.baselineErrors.size() >= 5);
        // The forecasts of the best one are told, or of those that were asked for.
        const auto squared = [&](const std::string& method) {
            return score(set.scores, method.c_str(), "mse", "original");
        };
        QCOMPARE(set.baselines.size(), std::size_t{1});
        QCOMPARE(set.baselines.front().values.size(), set.truth.size());
        for (const StepErrors& errors : set.baselineErrors)
            QVERIFY(!(squared(errors.method) < squared(set.baselines.front().method)));
        request.baselines = {"seasonal-naive", "nobody", "persistence"};
        const ForecastSet asked = take(engine->forecast(request, {}));
        QCOMPARE(asked.baselines.size(), std::size_t{2});
        QCOMPARE(asked.baselines.front().values, asked.seasonalNaive);
        QCOMPARE(asked.baselines.back().method, std::string("persistence"));
        const auto errorsOf = [&](const char* method) {
            const auto found = std::ranges::find(set.baselineErrors, method, &StepErrors::method);
            return found == set.baselineErrors.end() ? StepErrors() : *found;
        };
        std::vector<double> last(kHorizon), season(kHorizon);
        for (const std::int64_t origin : set.originRows)
            for (std::int64_t step = 0; step < kHorizon; ++step) {
                const auto row = static_cast<std::size_t>(origin + 1 + step), at = static_cast<std::size_t>(step);
                last[at] += std::abs(x[row] - x[static_cast<std::size_t>(origin)]);
                season[at] += std::abs(x[row] - x[row - kSeason]);
            }
        const StepErrors persistence = errorsOf("persistence"), seasonal = errorsOf("seasonal-naive");
        QCOMPARE(persistence.season, std::int64_t{1});
        QCOMPARE(seasonal.season, std::int64_t{kSeason});
        const auto windows = static_cast<double>(set.originRows.size());
        for (std::size_t step = 0; step < kHorizon; ++step) {
            QVERIFY(std::abs(persistence.mae.at(step) - last[step] / windows) < 1e-9);
            QVERIFY(std::abs(seasonal.mae.at(step) - season[step] / windows) < 1e-9);
        }
        // The same windows as the scores: their mean is the score.
        for (const StepErrors& errors : set.baselineErrors) {
            double sum = 0;
            for (const double error : errors.mae) sum += error;
            QVERIFY(std::abs(sum / kHorizon - score(set.scores, errors.method.c_str(), "mae", "original")) < 1e-9);
        }
    }
};

QTEST_GUILESS_MAIN(TestBaselineErrors)
#include "tst_baseline_errors.moc"
