// SPDX-License-Identifier: GPL-3.0-or-later
// Forecasts by the run's weights in bytes and of another file, asked from the window.
// Holds ui/pages/compare/forecasts/run_forecasts.cpp.
#include "common/background_job.h"
#include "pages/compare/forecasts/run_forecasts.h"
#include "runs/run_controller.h"
#include "support/take.h"
#include "support/tiny_experiment.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace gatelab;
using gatelab::testing::take;

class TestRunForecasts : public QObject {
    Q_OBJECT
    static constexpr int kPatience = 120000;  // a wait, no demand

    /// 300 rows of a number that rises with the rain, every tenth with the odd word.
    static QString table(const QTemporaryDir& folder, const QString& name, const char* odd) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write("weather,x\n");
        for (int row = 0; row < 300; ++row) {
            const bool rains = row % 3 == 0;
            file.write(row % 10 == 9 ? odd : rains ? "rain" : "sun");
            file.write("," + QByteArray::number(row % 7 + (rains ? 5 : 0)) + "\n");
        }
        return file.fileName();
    }

private Q_SLOTS:
    void cleanupTestCase() { BackgroundJob::waitForAll(); }

    void wordsThatARunDidNotLearnAreTold() {
        const QTemporaryDir folder;
        auto workspace = take(Workspace::open(folder.filePath(QStringLiteral("w")).toStdString()));
        RunController runs;
        runs.setWorkspace(workspace);
        runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(runs.sharedEngine(), kPatience);
        ExperimentConfig config = gatelab::testing::tinyExperiment();
        config.dataPath = table(folder, QStringLiteral("own.csv"), "sun").toStdString();
        auto record = take(workspace->createRun(config, {}, "own"));
        const QString id = QString::fromStdString(record->id());
        {
            const auto session = take(runs.sharedEngine()->start({config, nullptr, std::move(record), {}}));
            session->wait();
        }
        QTRY_VERIFY_WITH_TIMEOUT(runs.findRun(id), kPatience);
        RunForecasts forecasts(runs, nullptr);
        const auto ask = [&](const char* odd) {
            forecasts.ask({id}, {.path = table(folder, QString::fromLatin1(odd) + QStringLiteral(".csv"), odd)});
            return QTest::qWaitFor([&] { return forecasts.of(id) || !forecasts.problem(id).isEmpty(); }, kPatience);
        };
        QVERIFY(ask("rain"));
        QVERIFY2(forecasts.of(id), qPrintable(forecasts.problem(id)));
        QCOMPARE(forecasts.said(id), QStringList());
        QVERIFY(ask("snow"));
        QVERIFY2(forecasts.of(id), qPrintable(forecasts.problem(id)));
        QCOMPARE(forecasts.said(id).size(), 1);
        QVERIFY2(forecasts.said(id).front().startsWith(
                     QStringLiteral("column 'weather': 30 of 300 rows hold no word that the run learned")),
                 qPrintable(forecasts.said(id).front()));
        forecasts.ask({id}, {});
        QVERIFY(forecasts.said(id).isEmpty());
    }

    void bytesAreHeldAgainstTheRunItself() {
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
