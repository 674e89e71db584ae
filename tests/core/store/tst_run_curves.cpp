// SPDX-License-Identifier: GPL-3.0-or-later
// The curves of a run on disk: one per layer, their best values, their value at a step.
// Holds core/store/record/run_record.cpp.
#include "io/database.h"
#include "run/metric.h"
#include "store/workspace.h"
#include "support/quick_folder.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace gatelab;
namespace fs = std::filesystem;

namespace {

MetricSample sample(MetricId metric, std::int64_t step, double value) {
    return {metric,
            0,
            step,
            static_cast<double>(step) / 10,
            static_cast<double>(step) / 100,
            1.7e9 + static_cast<double>(step),
            value};
}

std::shared_ptr<Workspace> open(const fs::path& folder) {
    auto workspace = Workspace::open(folder);
    if (!workspace) qFatal("%s", workspace.error().message.c_str());
    return *workspace;
}

}  // namespace

class TestRunCurves : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void layersKeepTheirCurves() {
        const QuickFolder folder;
        auto workspace = open(folder.path());
        auto record = workspace->createRun(ExperimentConfig(), "", "");
        std::vector<MetricSample> samples;
        for (std::uint16_t layer = 0; layer < 3; ++layer) {
            samples.push_back(sample(MetricId::Saturation, 5, 0.25 * layer));
            samples.back().layer = layer;
        }
        QVERIFY((*record)->addMetrics(samples) && (*record)->flush());
        const auto history = readRunHistory((*record)->folder());
        QVERIFY(history && history->problems.empty());
        QCOMPARE(history->metrics.size(), std::size_t{3});
        for (std::size_t i = 0; i < 3; ++i)
            QVERIFY(history->metrics[i].channel() == samples[i].channel() &&
                    history->metrics[i].value == samples[i].value);
        QCOMPARE(workspace->run((*record)->id())->lastValues->at("saturation_l2"), 0.5);
        QVERIFY(!workspace->run((*record)->id())->bestValues->contains("saturation_l2"));  // neither way is good
    }

    void bestValuesAndValuesAtAStep() {
        const QuickFolder folder;
        auto workspace = open(folder.path());
        auto record = workspace->createRun(ExperimentConfig(), "", "");
        constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
        const double losses[] = {kNaN, 5, 3, 4, std::numeric_limits<double>::infinity(), 2, 6};
        std::vector<MetricSample> samples;
        for (int i = 0; i < 7; ++i) samples.push_back(sample(MetricId::TrainLoss, i, losses[i]));
        samples.push_back(sample(MetricId::SamplesPerSecond, 3, 70));
        samples.push_back(sample(MetricId::SamplesPerSecond, 6, 50));
        QVERIFY((*record)->addMetrics(samples) && (*record)->flush());
        const std::string id = (*record)->id();
        const auto best = [&](const char* key) { return workspace->run(id)->bestValues->at(key); };
        QCOMPARE(best("train_loss"), 2.0);
        QCOMPARE(best("samples_per_second"), 70.0);
        const auto at = [&](const char* key, std::int64_t step) {
            return *readValueAtStep((*record)->folder(), key, step);
        };
        QCOMPARE(at("train_loss", 3), 4.0);
        QCOMPARE(at("samples_per_second", 5), 70.0);
        QVERIFY(std::isnan(at("samples_per_second", 2)) && std::isnan(at("train_loss", 7)) &&
                std::isnan(at("nothing", 3)) && std::isnan(at("train_loss", 0)));
        // A resume goes back before the best.
        QVERIFY((*record)->truncateAfter(4));
        QCOMPARE(best("train_loss"), 3.0);
        QVERIFY((*record)->setState(RunState::Finished, 4, 1, 2));
        record->reset();
        QVERIFY(workspace->refresh(id));
        QCOMPARE(best("train_loss"), 3.0);
        // An index of an older program knows none; the folder does.
        workspace.reset();
        fs::remove(fs::path(folder.path()) / "workspace.sqlite");
        workspace = open(folder.path());
        QCOMPARE(best("train_loss"), 3.0);
        QCOMPARE(best("samples_per_second"), 70.0);
    }

    // 60 steps in half a second and 40 in two: 40 per second, and not the mean of the two rates.
    void aRateOfAnEndedRunCountsByItsTime_data() {
        QTest::addColumn<bool>("ends");
        QTest::newRow("ended") << true;
        QTest::newRow("killed") << false;
    }
    void aRateOfAnEndedRunCountsByItsTime() {
        QFETCH(bool, ends);
        const QuickFolder folder;
        auto workspace = open(folder.path());
        auto record = workspace->createRun(ExperimentConfig(), "", "");
        const std::vector<MetricSample> samples = {
            sample(MetricId::StepsPerSecond, 60, 120), sample(MetricId::SamplesPerSecond, 60, 7680),
            sample(MetricId::StepsPerSecond, 100, 20), sample(MetricId::SamplesPerSecond, 100, 1280),
            sample(MetricId::EpochSeconds, 60, 1),     sample(MetricId::EpochSeconds, 100, 2)};
        QVERIFY((*record)->addMetrics(samples) && (*record)->flush());
        const std::string id = (*record)->id();
        if (ends) QVERIFY((*record)->setState(RunState::Finished, 100, 2, 3));
        record->reset();
        QVERIFY(workspace->refresh(id));
        QCOMPARE(workspace->run(id)->state, ends ? RunState::Finished : RunState::Interrupted);
        const CurveValues values = *workspace->run(id)->lastValues;
        QCOMPARE(values.at("steps_per_second"), 40.0);
        QCOMPARE(values.at("samples_per_second"), 2560.0);
        QCOMPARE(values.at("epoch_seconds"), 1.5);
    }

    void theKeptWeightsHaveTheirOwnValues() {
        const QuickFolder folder;
        auto workspace = open(folder.path());
        auto record = workspace->createRun(ExperimentConfig(), "", "");
        const std::string id = (*record)->id();
        const auto validated = [&](std::int64_t step, double loss, double accuracy) {
            return (*record)
                ->addMetrics(std::vector<MetricSample>{sample(MetricId::ValidationLoss, step, loss),
                                                       sample(MetricId::ValidationAccuracy, step, accuracy)})
                .ok();
        };
        const auto kept = [&](const char* key) { return workspace->run(id)->keptValues->at(key); };
        QVERIFY(validated(1, 1.25, 0.25) && (*record)->setBest(1.25, 1, 1) && validated(2, 1.5, 0.75));
        QVERIFY((*record)->setState(RunState::Finished, 2, 2, 1));
        QCOMPARE(kept("validation_accuracy"), 0.25);
        QCOMPARE(workspace->run(id)->bestValues->at("validation_accuracy"), 0.75);
        // Also where the best is told later than what was measured since.
        QVERIFY((*record)->setBest(1.25, 1, 1));
        QCOMPARE(kept("validation_accuracy"), 0.25);
        record->reset();
        workspace.reset();
        const fs::path run = fs::path(folder.path()) / "runs" / id;
        for (const bool isOld : {false, true}) {  // an older program kept none: the curves tell it
            if (isOld)
                QVERIFY(
                    Database::open(run / "run.sqlite", Database::Mode::ReadWrite)
                        ->execute(
                            "DELETE FROM meta WHERE key IN ('kept_values', 'config_sha256') OR key LIKE 'checksum_%'")
                        .ok());
            fs::remove(fs::path(folder.path()) / "workspace.sqlite");
            workspace = open(folder.path());
            QCOMPARE(kept("validation_accuracy"), 0.25);
            QCOMPARE(kept("validation_loss"), 1.25);
            workspace.reset();
        }
    }
};

QTEST_APPLESS_MAIN(TestRunCurves)
#include "tst_run_curves.moc"
