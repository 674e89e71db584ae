// SPDX-License-Identifier: GPL-3.0-or-later
// Forecasts by the run's weights in bytes, asked from the window.
// Holds ui/pages/compare/forecasts/run_forecasts.cpp.
#include "common/background_job.h"
#include "pages/compare/forecasts/run_forecasts.h"
#include "runs/run_controller.h"
#include "support/take.h"
#include "support/tiny_experiment.h"

#include <QTemporaryDir>
#include <QTest>

using namespace gatelab;
using gatelab::testing::take;

class TestRunForecasts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanupTestCase() { BackgroundJob::waitForAll(); }

    void bytesAreHeldAgainstTheRunItself() {
        constexpr int kPatience = 120000;  // a wait, no demand
        const QTemporaryDir folder;
        auto workspace = take(Workspace::open(folder.filePath(QStringLiteral("w")).toStdString()));
        RunController runs;
        runs.setWorkspace(workspace);
        runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(runs.sharedEngine(), kPatience);
        const ExperimentConfig config = gatelab::testing::tinyExperiment();
        auto record = take(workspace->createRun(config, {}, "sine"));
        const QString id = QString::fromStdString(record->id());
        {
            const auto session = take(runs.sharedEngine()->start({config, nullptr, std::move(record), {}}));
            session->wait();
        }
        QTRY_VERIFY_WITH_TIMEOUT(runs.findRun(id), kPatience);
        RunForecasts forecasts(runs, nullptr);
        forecasts.ask({id}, {});
        QTRY_VERIFY_WITH_TIMEOUT(forecasts.of(id) || !forecasts.problem(id).isEmpty(), kPatience);
        QVERIFY2(forecasts.of(id), qPrintable(forecasts.problem(id)));
        QVERIFY(forecasts.beside(id).isEmpty());
        const std::vector<double> own = forecasts.of(id)->forecast;
        forecasts.ask({id}, {.int8 = true});
        QTRY_VERIFY_WITH_TIMEOUT(!forecasts.beside(id).isEmpty() || !forecasts.problem(id).isEmpty(), kPatience);
        QVERIFY2(forecasts.of(id), qPrintable(forecasts.problem(id)));
        QVERIFY(forecasts.of(id)->forecast.size() == own.size() && forecasts.of(id)->forecast != own);
        QVERIFY2(forecasts.beside(id).startsWith(QStringLiteral("INT8 differs")), qPrintable(forecasts.beside(id)));
    }
};

QTEST_MAIN(TestRunForecasts)
#include "tst_run_forecasts.moc"
