// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/readers.h"
#include "engine/session_support.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace gatelab;
using namespace gatelab::testing;

/// Series whose future is known: 1 to 100, a sine, an AR(2) process without noise. A small LSTM with a linear path
/// forecasts each of the steps 1 to 24 of every test window within a thousandth of the series' standard deviation, all
/// at once and one after the other, and every forecast heeds the last observation.
class TestKnownAnswers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void forecasts_data();
    void forecasts();

private:
    std::shared_ptr<Engine> engine_;
};

namespace {

constexpr std::int64_t kSteps = 24;
constexpr double kShareOfDeviation = 1e-3;

double deviation(std::span<const double> values) {
    double mean = 0, square = 0;
    for (const double value : values) mean += value / static_cast<double>(values.size());
    for (const double value : values) square += (value - mean) * (value - mean) / static_cast<double>(values.size());
    return std::sqrt(square);
}

ExperimentConfig configOf(const QString& series, bool recursive) {
    ExperimentConfig config;
    config.builtin = series.toStdString();
    config.builtinLength = series == "ramp" ? 100 : 300;
    config.split = series == "ramp" ? "50/24/26" : "60%/20%/20%";
    config.lookback = 24;
    config.horizon = recursive ? 1 : kSteps;
    config.anchor = "last";
    config.linearPath = true;
    config.hiddenSize = 8;
    config.batchSize = 32;
    config.epochs = 500;
    config.learningRate = 0.03;
    config.schedule = "cosine";
    config.device = "cpu";
    config.threads = 1;
    return config;
}

/// The same data with another value in one row.
std::shared_ptr<const Dataset> withChanged(const ExperimentConfig& config, std::int64_t row, double by) {
    auto loaded = take(loadDataset(config));
    auto series = std::make_shared<Series>(*loaded.series);
    series->channels.front().values.edit()[static_cast<std::size_t>(row)] += by;
    return std::make_shared<const Dataset>(Dataset{series, nullptr});
}

}  // namespace

void TestKnownAnswers::initTestCase() { engine_ = take(openEngine()); }

void TestKnownAnswers::forecasts_data() {
    QTest::addColumn<QString>("series");
    QTest::addColumn<bool>("recursive");
    for (const char* series : {"ramp", "sine", "ar2"})
        for (const bool recursive : {false, true})
            QTest::addRow("%s, %s", series, recursive ? "recursive" : "direct") << series << recursive;
}

void TestKnownAnswers::forecasts() {
    QFETCH(QString, series);
    QFETCH(bool, recursive);
    const ExperimentConfig config = configOf(series, recursive);
    const QTemporaryDir folder;
    const auto workspace = openWorkspace(folder);
    auto record = take(workspace->createRun(config, {}, "known"));
    const auto run = record->folder();
    const Received received = runToEnd(*engine_, config, std::move(record));
    QVERIFY2(received.last<RunEnd>()->state == RunState::Finished, received.last<RunEnd>()->why.english().c_str());

    const auto data = take(loadDataset(config));
    const ColumnValues& values = data.series->channels.front().values;
    const double sd = deviation(values);
    const auto ask = [&](std::shared_ptr<const Dataset> other) {
        ForecastRequest asked;
        asked.runFolder = run;
        asked.data = std::move(other);
        asked.closedLoopSteps = recursive ? kSteps : 0;
        return take(engine_->forecast(asked, {}));
    };
    const ForecastSet set = ask(nullptr);
    const std::vector<double>& made = recursive ? set.closedLoop : set.forecast;
    double worst = 0;
    for (std::size_t i = 0; i < made.size(); ++i) {
        const auto window = i / kSteps, step = i % kSteps;
        worst = std::max(worst,
                         std::abs(made[i] - values[static_cast<std::size_t>(set.originRows[window]) + 1 + step]) / sd);
    }
    qInfo("largest error %.2e standard deviations over %zu forecasts", worst, made.size());
    QVERIFY(made.size() >= kSteps);
    QVERIFY2(worst <= kShareOfDeviation, qPrintable(QString::number(worst)));

    const ForecastSet changed = ask(withChanged(config, set.originRows.front(), 0.1 * sd));
    const std::vector<double>& moved = recursive ? changed.closedLoop : changed.forecast;
    for (std::size_t step = 0; step < kSteps; ++step)
        QVERIFY2(std::abs(moved[step] - made[step]) > 1e-4 * sd,
                 qPrintable(QString("step %1 does not heed the last observation").arg(step + 1)));
}

QTEST_GUILESS_MAIN(TestKnownAnswers)
#include "tst_known_answers.moc"
