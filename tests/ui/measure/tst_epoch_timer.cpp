// SPDX-License-Identifier: GPL-3.0-or-later
// The time per epoch is measured by itself where nothing tells it, and not beside anything that measures.
#include "common/background_job.h"
#include "measure/epoch_timer.h"
#include "runs/experiment_model.h"
#include "runs/measurement.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "support/tiny_experiment.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

ExperimentConfig smallConfig(std::int64_t hidden) {
    ExperimentConfig config = testing::tinyExperiment();
    config.hiddenSize = hidden;
    return config;
}

}  // namespace

class TestEpochTimer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(folder_.isValid());
        QSignalSpy ready(&runs_, &RunController::engineReady);
        runs_.setWorkspace(*Workspace::open(folder_.path().toStdString()));
        runs_.openEngine();
        QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, kPatience);
        experiment_.replace(smallConfig(4), QStringLiteral("test"));
        experiment_.reload();
        QTRY_VERIFY_WITH_TIMEOUT(experiment_.dataset() && !experiment_.preparing(), kPatience);
    }
    void cleanupTestCase() { BackgroundJob::waitForAll(); }

    void measuresByItself() {
        EpochTimer timer(experiment_, runs_, queue_);
        timer.setWanted(true);
        QTRY_VERIFY_WITH_TIMEOUT(experiment_.epochSeconds() > 0, kPatience);
        // And anew for other settings.
        experiment_.replace(smallConfig(5), QStringLiteral("test"));
        QVERIFY(experiment_.epochSeconds() < 0);
        QTRY_VERIFY_WITH_TIMEOUT(experiment_.epochSeconds() > 0, kPatience);
    }

    void stopsForWhatMeasures() {
        EpochTimer timer(experiment_, runs_, queue_);
        experiment_.replace(smallConfig(6), QStringLiteral("test"));
        QTRY_VERIFY_WITH_TIMEOUT(!experiment_.preparing(), kPatience);
        timer.measure();
        QVERIFY(timer.running());
        QVERIFY(!queue_.held());  // what waits need not hear of it
        bool together = false;
        Measurements::Lease other;
        QVERIFY(runs_.measurements().begin(this, {QStringLiteral("another measures"), Yielding::ToTraining},
                                           [&](Measurements::Lease lease) {
                                               other = std::move(lease);
                                               together = timer.running();
                                           }));
        QVERIFY(timer.isBusy() && !other);
        QTRY_VERIFY_WITH_TIMEOUT(other, kPatience);
        QVERIFY(!together && !timer.running());
        timer.measure();
        QVERIFY(!timer.running());  // not beside it
        other.reset();
        QVERIFY(!timer.isBusy());
    }

    void aRunBeginsWhenTheMeasurementHasEnded() {
        EpochTimer timer(experiment_, runs_, queue_);
        timer.setWanted(true);
        experiment_.replace(smallConfig(7), QStringLiteral("test"));
        QTRY_VERIFY_WITH_TIMEOUT(!experiment_.preparing(), kPatience);
        timer.measure();
        QVERIFY(timer.running());
        bool together = false;
        connect(&runs_, &RunController::begun, &timer, [&] { together = timer.running(); });
        runs_.start({experiment_.config(), experiment_.dataset()});
        QVERIFY(timer.isBusy() && runs_.state() == RunState::Preparing);
        QTRY_VERIFY_WITH_TIMEOUT(!timer.running(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(!runs_.active(), kPatience);
        QVERIFY(!together);
        QCOMPARE(runs_.runs().size(), std::size_t{1});
    }

private:
    QTemporaryDir folder_;
    RunController runs_;
    QueueController queue_{runs_};
    ExperimentModel experiment_;
};

QTEST_MAIN(TestEpochTimer)
#include "tst_epoch_timer.moc"
