// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/replay/backtest/rolling_origins.cpp and core/replay/backtest/origin_plan.cpp.
#include "data/readers.h"
#include "engine/session_support.h"
#include "lab/backtest/conformal.h"
#include "replay/backtest/refit.h"
#include "replay/backtest/rolling_origins.h"
#include "support/quick_folder.h"
#include "support/take.h"

#include <QtTest>

#include <cmath>
#include <map>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

const BacktestWatch kNobody = [](const Backtest&, double) { return true; };

/// Runs that are trained once for all tests.
class Runs {
public:
    const std::filesystem::path& of(std::int64_t seed, double dropout = 0) {
        auto& folder = folders_[{seed, dropout}];
        if (!folder.empty()) return folder;
        ExperimentConfig config = smallConfig();
        config.seed = seed, config.dropout = dropout, config.layers = dropout > 0 ? 2 : 1;
        config.recipe = {"standardise"};
        auto record = take(workspace_->createRun(config, {}, "sine-mix"));
        folder = record->folder();
        runToEnd(*engine_, config, std::move(record));
        return folder;
    }
    Engine& engine() { return *engine_; }

private:
    QuickFolder place_;
    std::shared_ptr<Workspace> workspace_ = take(Workspace::open(place_.path() / "space"));
    std::shared_ptr<Engine> engine_ = take(openEngine());
    std::map<std::pair<std::int64_t, double>, std::filesystem::path> folders_;
};

BacktestRequest requestOf(const std::filesystem::path& folder) {
    BacktestRequest request;
    request.runFolder = folder, request.run = "r", request.maxThreads = 1;
    return request;
}

/// The built-in series with other values from `row` on.
std::shared_ptr<const Dataset> otherFrom(std::int64_t row) {
    auto data = take(loadDataset(smallConfig()));
    auto series = std::make_shared<Series>(*data.series);
    for (Channel& channel : series->channels)
        for (std::size_t r = static_cast<std::size_t>(row); r < channel.values.size(); ++r)
            channel.values.edit()[r] += 7;
    return std::make_shared<const Dataset>(Dataset{series, nullptr});
}

}  // namespace

class TestRollingOrigins : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// 600 rows, 20 % of them for the test: rows 480 to 599, 30 windows of 4 steps side by side.
    void isWhatTheRunForecasts() {
        const auto made = take(rollingOrigins(requestOf(runs().of(1)), kNobody));
        QCOMPARE(made.plan.windowStepSize, std::int64_t(4));
        QCOMPARE(made.cutoffs.front(), std::int64_t(480));
        QCOMPARE(made.windows(), std::size_t(30));
        QVERIFY(made.finished() && made.skipped == 0);
        QCOMPARE(made.fittedRows.front(), std::int64_t(360));
        ForecastRequest request;
        request.runFolder = runs().of(1);
        const auto set = take(runs().engine().forecast(request, {}));
        for (std::size_t w = 0; w < made.windows(); ++w)
            for (std::size_t step = 0; step < 4; ++step) {
                QCOMPARE(made.methods.front().forecast[w * 4 + step], set.forecast[w * 16 + step]);
                QCOMPARE(made.truth[w * 4 + step], set.truth[w * 16 + step]);
            }
        QCOMPARE(made.audited, std::int64_t(30));
        QVERIFY(made.leaks.empty());
        QVERIFY(made.find("persistence") != nullptr && made.find("seasonal-naive") != nullptr);
        QCOMPARE(made.find("persistence")->forecast[0], made.find("persistence")->forecast[3]);
        QCOMPARE(made.calibrationCutoffs.size(), std::size_t(117));  // of the validation part, at every row
        QVERIFY(!makeIntervals(made, IntervalMethod::Adaptive).empty());
    }

    void threadsChangeNoBit() {
        BacktestRequest request = requestOf(runs().of(1));
        request.plan.windowStepSize = 1;
        const auto one = take(rollingOrigins(request, kNobody));
        request.maxThreads = 3;
        const auto three = take(rollingOrigins(request, kNobody));
        QCOMPARE(one.windows(), std::size_t(117));
        for (std::size_t m = 0; m < one.methods.size(); ++m) {
            QCOMPARE(one.methods[m].key, three.methods[m].key);
            QCOMPARE(one.methods[m].forecast, three.methods[m].forecast);
            QCOMPARE(one.methods[m].calibration, three.methods[m].calibration);
        }
    }

    void originsInTheTrainingAreRefused() {
        BacktestRequest request = requestOf(runs().of(1));
        request.plan.initialCutoff = 200;
        QCOMPARE(rollingOrigins(request, kNobody).error().code, ErrorCode::InvalidInput);
        request.plan.initialCutoff = -8;
        request.plan.numWindows = 2;
        const auto last = take(rollingOrigins(request, kNobody));
        QCOMPARE(last.cutoffs, (std::vector<std::int64_t>{592, 596}));
        request.plan.initialCutoff = -2;
        QCOMPARE(rollingOrigins(request, kNobody).error().code, ErrorCode::InvalidInput);
    }

    void refitsSeeNothingLater() {
        BacktestRequest request = requestOf(runs().of(1));
        request.plan.refitEvery = 2, request.plan.numWindows = 4, request.plan.initialCutoff = 300;
        const auto made = take(rollingOrigins(request, kNobody));
        QCOMPARE(made.fittedRows, (std::vector<std::int64_t>{300, 300, 308, 308}));
        QVERIFY(made.finished() && made.leaks.empty() && made.audited == 2);
        // With other values from the second origin on, the first forecast is the same to the bit
        request.data = otherFrom(308);
        const auto other = take(rollingOrigins(request, kNobody));
        for (std::size_t i = 0; i < 8; ++i)
            QCOMPARE(made.methods.front().forecast[i], other.methods.front().forecast[i]);
        QVERIFY(made.methods.front().forecast[12] != other.methods.front().forecast[12]);
        request.data = nullptr, request.maxThreads = 2;
        QCOMPARE(take(rollingOrigins(request, kNobody)).methods.front().forecast, made.methods.front().forecast);
        request.plan.sliding = true;
        const auto sliding = take(rollingOrigins(request, kNobody));
        QCOMPARE(sliding.methods.front().forecast[0], made.methods.front().forecast[0]);
        QVERIFY(sliding.methods.front().forecast[8] != made.methods.front().forecast[8]);
    }

    void refitSplitsWhatIsBefore() {
        ExperimentConfig config = smallConfig();
        Split own;
        own.train = {0, 360}, own.validation = {360, 480}, own.test = {480, 600};
        QCOMPARE(refitConfig(config, own, {0, 400, 420}).split, std::string("300/100/20"));
        config.splitGap = 5;
        QCOMPARE(refitConfig(config, own, {100, 500, 512}).split, std::string("290/100/12"));
        const auto data = take(loadDataset(smallConfig()));
        QCOMPARE(refitData(*data.series, {100, 500, 512})->series->rows(), std::int64_t(412));
        QCOMPARE(refitData(*data.series, {100, 500, 512})->series->channels[0].values[0],
                 data.series->channels[0].values[100]);
    }

    void goesOnWhereItWasStopped() {
        BacktestRequest request = requestOf(runs().of(1));
        request.plan.refitEvery = 1, request.plan.numWindows = 3, request.plan.initialCutoff = 480;
        const auto whole = take(rollingOrigins(request, kNobody));
        Backtest kept;
        const auto stopped = rollingOrigins(request, [&](const Backtest& now, double) {
            kept = now;
            return now.doneWindows() < 1;
        });
        QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
        QCOMPARE(kept.doneWindows(), std::int64_t(1));
        request.known = kept;
        std::int64_t least = 3;
        const auto rest = take(rollingOrigins(request, [&](const Backtest& now, double) {
            least = std::min(least, now.doneWindows());
            return true;
        }));
        QCOMPARE(least, std::int64_t(1));
        QCOMPARE(rest.methods.front().forecast, whole.methods.front().forecast);
        request.plan.numWindows = 2;  // another plan begins anew
        QCOMPARE(take(rollingOrigins(request, kNobody)).windows(), std::size_t(2));
    }

    void dropoutAndEnsembleHaveASpread() {
        BacktestRequest request = requestOf(runs().of(1, 0.3));
        request.plan.numWindows = 3, request.plan.dropoutSamples = 20;
        const auto made = take(rollingOrigins(request, kNobody));
        const BacktestMethod* dropout = made.find("dropout");
        QVERIFY(dropout != nullptr);
        for (const double deviation : dropout->deviation) QVERIFY(deviation > 0);
        QCOMPARE(take(rollingOrigins(request, kNobody)).find("dropout")->forecast, dropout->forecast);
        request = requestOf(runs().of(1));
        request.plan.numWindows = 3, request.plan.dropoutSamples = 20, request.plan.ensemble = {"b"};
        request.members = {runs().of(2)};
        const auto both = take(rollingOrigins(request, kNobody));
        QVERIFY(both.find("dropout") == nullptr);  // this one has none
        const auto other = take(rollingOrigins(
            [&] {
                BacktestRequest one = requestOf(runs().of(2));
                one.plan.numWindows = 3;
                return one;
            }(),
            kNobody));
        const double a = both.methods.front().forecast[0], b = other.methods.front().forecast[0];
        QVERIFY(std::abs(both.find("ensemble")->forecast[0] - (a + b) / 2) < 1e-12);
        QVERIFY(std::abs(both.find("ensemble")->deviation[0] - std::abs(a - b) / std::sqrt(2.0)) < 1e-12);
        request.members = {runs().of(1, 0.3)};
        QVERIFY(rollingOrigins(request, kNobody).ok());
    }

private:
    Runs& runs() {
        if (!runs_) runs_ = std::make_unique<Runs>();
        return *runs_;
    }
    std::unique_ptr<Runs> runs_;
};
QTEST_GUILESS_MAIN(TestRollingOrigins)
#include "tst_rolling_origins.moc"
