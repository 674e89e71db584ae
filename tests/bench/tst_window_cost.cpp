// SPDX-License-Identifier: GPL-3.0-or-later
// What the window costs: training speed with four live charts against none, how long Stop takes, and how long the GUI
// thread was ever busy. Prints figures; has no limits.
#include "common/background_job.h"
#include "data/readers.h"
#include "support/watched_application.h"
#include "support/whole_program.h"
#include "window/window_actions.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

using namespace gatelab;

namespace {

constexpr int kPairs = 9;

/// Four units in one layer would measure only overhead; this is a usual small experiment.
ExperimentConfig experiment() {
    ExperimentConfig config;
    config.lookback = 96;
    config.horizon = 24;
    config.hiddenSize = 32;
    config.batchSize = 64;
    config.epochs = 100000;
    config.device = "cpu";
    config.threads = 1;
    return config;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

QString spread(const std::vector<double>& values) {
    return QStringLiteral("%1 (%2 to %3)")
        .arg(median(values), 0, 'f', 3)
        .arg(*std::min_element(values.begin(), values.end()), 0, 'f', 3)
        .arg(*std::max_element(values.begin(), values.end()), 0, 'f', 3);
}

}  // namespace

class BenchWindowCost : public QObject {
    Q_OBJECT

    /// Steps per second of the same work without a window's eyes on it: no page, no charts; the run is kept as always.
    double headless(const ExperimentConfig& config, const std::shared_ptr<const Dataset>& data) {
        auto record = program_->runs.workspace()->createRun(config, {}, "bench");
        if (!record.ok()) return 0;
        auto session = program_->runs.engine()->start({config, data, std::move(*record), {}});
        if (!session.ok()) return 0;
        double speed = 0;
        for (bool last = false;;) {
            (*session)->channel().drainMetrics([](const MetricSample&) {});
            for (const RunEvent& event : (*session)->channel().takeEvents())
                if (event.is<RunEnd>() && event.seconds > 0) speed = static_cast<double>(event.step) / event.seconds;
            if (last) return speed;
            last = (*session)->done();
            if (!last) QThread::msleep(20);
        }
    }

    double inWindow(const ExperimentConfig& config, const std::shared_ptr<const Dataset>& data) {
        QSignalSpy finished(&program_->runs, &RunController::runFinished);
        program_->runs.start({config, data});
        if (!finished.wait(300000)) return 0;
        const auto& summary = program_->runs.current()->summary;
        return static_cast<double>(summary.step) / summary.seconds;
    }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<test::WholeProgram> program_;

private Q_SLOTS:
    void initTestCase() {
        folder_ = std::make_unique<QTemporaryDir>();
        program_ = std::make_unique<test::WholeProgram>(folder_->path());
        program_->runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program_->runs.engine() || !program_->runs.engineError().isEmpty(), 120000);
        if (!program_->runs.engine()) QSKIP(qPrintable(program_->runs.engineError()));
        QTRY_VERIFY(program_->runs.workspace() != nullptr);
        program_->window->showPage(QStringLiteral("train"));
    }
    void cleanupTestCase() {
        program_.reset();
        BackgroundJob::waitForAll();
    }

    void charts_data() {
        QTest::addColumn<int>("threads");
        QTest::newRow("one thread") << 1;
        QTest::newRow("two threads") << 2;
    }
    void charts() {
        QFETCH(int, threads);
        ExperimentConfig config = experiment();
        config.threads = threads;
        config.maxSteps = 1200;
        auto loaded = loadDataset(config);
        QVERIFY(loaded.ok());
        const auto data = std::make_shared<const Dataset>(std::move(*loaded));
        (void)headless(config, data);
        std::vector<double> ratios;
        for (int pair = 0; pair < kPairs; ++pair) {
            const bool windowFirst = pair % 2 == 1;
            const double first = windowFirst ? inWindow(config, data) : headless(config, data);
            const double second = windowFirst ? headless(config, data) : inWindow(config, data);
            ratios.push_back(windowFirst ? second / first : first / second);
            qInfo("steps/s headless %.1f, in the window %.1f", windowFirst ? second : first,
                  windowFirst ? first : second);
        }
        qInfo("%d thread(s): steps/s headless / in the window with four charts, %d pairs: %s", threads, kPairs,
              qPrintable(spread(ratios)));
    }

    void stop() {
        auto loaded = loadDataset(experiment());
        QVERIFY(loaded.ok());
        const auto data = std::make_shared<const Dataset>(std::move(*loaded));
        std::vector<double> halt, end;
        for (int i = 0; i < kPairs; ++i) {
            QSignalSpy finished(&program_->runs, &RunController::runFinished);
            program_->runs.start({experiment(), data});
            QTRY_VERIFY_WITH_TIMEOUT(program_->runs.live() && program_->runs.live()->summary.step > 50 + 20 * i,
                                     120000);
            QElapsedTimer clock;
            clock.start();
            program_->window->actions()["stop"]->trigger();
            QTRY_VERIFY_WITH_TIMEOUT(program_->runs.state() != RunState::Running, 120000);
            halt.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
            QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 120000);
            end.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
        }
        qInfo("Stop, ms until training has ended: %s", qPrintable(spread(halt)));
        qInfo("Stop, ms until the best weights are tested and kept: %s", qPrintable(spread(end)));
    }

    void busiest() {
        auto* app = static_cast<test::WatchedApplication*>(qApp);
        qInfo("GUI thread, longest event since the start: %.1f ms busy, %.1f ms wall (%s)", app->worstBusyMs(),
              app->worstWallMs(), qPrintable(app->worstWhat()));
    }
};

int main(int argc, char** argv) {
    gatelab::test::WatchedApplication app(argc, argv);
    BenchWindowCost bench;
    return QTest::qExec(&bench, argc, argv);
}

#include "tst_window_cost.moc"
