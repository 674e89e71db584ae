// SPDX-License-Identifier: GPL-3.0-or-later
// Holds app/worker/xla_command.cpp.
#include "support/worker_process.h"
#include "xla/plugin.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

using namespace gatelab::testing;

/// XLA as the command line has it. What needs a plugin is skipped where none is installed.
class TestWorkerXla : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    QStringList small_;
    bool hasPlugin_ = false;

private Q_SLOTS:
    void initTestCase() {
        QFile file(folder_.filePath("load.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("load [MW]\n");
        for (int i = 0; i < 300; ++i)
            file.write(QByteArray::number(50 + 10 * std::sin(0.3 * i) + std::cos(1.7 * i)) + '\n');
        small_ = {"--data", file.fileName(), "--lookback", "8", "--horizon", "2", "--hidden-size", "4"};
        hasPlugin_ = !gatelab::findXlaPlugins().empty();
    }

    void printsTheProgram() {
        const Answer step = askWorker(QStringList{"xla", "text"} + small_);
        QCOMPARE(step.code, 0);
        QVERIFY(step.out.startsWith("module @gatelab {"));
        QVERIFY(step.out.contains("stablehlo.while"));
        const Answer forward = askWorker(QStringList{"xla", "text", "--forward"} + small_);
        QVERIFY(forward.out.size() > 0 && forward.out.size() < step.out.size() / 2);
    }

    void whatItCannotIsRefused() {
        const Answer text = askWorker(QStringList{"xla", "text", "--layer-norm", "on"} + small_);
        QVERIFY(text.code != 0 && text.err.contains("no layer norm"));
    }

    void aPluginThatIsNotThereIsSaid() {
        const bool isNamed = qEnvironmentVariableIsSet("GATELAB_PJRT_PLUGIN");
        const QByteArray named = qgetenv("GATELAB_PJRT_PLUGIN");
        qputenv("GATELAB_PJRT_PLUGIN", folder_.filePath("none.so").toUtf8());
        const Answer devices = askWorker({"devices", "--xla"});
        if (isNamed)
            qputenv("GATELAB_PJRT_PLUGIN", named);
        else
            qunsetenv("GATELAB_PJRT_PLUGIN");
        QCOMPARE(devices.code, 0);
        QVERIFY2(devices.out.contains("none.so cannot be used"), devices.out);
    }

    void devicesAreListedAndOpenedOnlyWhenAsked() {
        if (!hasPlugin_) QSKIP("no PJRT plugin is installed (wheel group xla: resources/cmake/wheels.txt)");
        const Answer closed = askWorker({"devices", "--json"}), opened = askWorker({"devices", "--xla", "--json"});
        const QJsonArray before = lastLine(closed.out)["xla"].toArray(), after = lastLine(opened.out)["xla"].toArray();
        QVERIFY(before[0].toObject()["devices"].toArray().isEmpty());
        QVERIFY(before[0].toObject()["reason"].toString().contains("--xla"));
        QCOMPARE(after[0].toObject()["devices"].toArray()[0].toObject()["key"].toString(), QStringLiteral("xla:0"));
    }
};

QTEST_GUILESS_MAIN(TestWorkerXla)
#include "tst_worker_xla.moc"
