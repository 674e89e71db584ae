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
namespace {

/// The variable names this file, for the life of the object; then what it named before.
class NamedPlugin {
public:
    explicit NamedPlugin(const QString& file)
        : wasSet_(qEnvironmentVariableIsSet(kVariable)), before_(qgetenv(kVariable)) {
        qputenv(kVariable, file.toUtf8());
    }
    NamedPlugin(const NamedPlugin&) = delete;
    NamedPlugin& operator=(const NamedPlugin&) = delete;
    ~NamedPlugin() {
        if (wasSet_)
            qputenv(kVariable, before_);
        else
            qunsetenv(kVariable);
    }

private:
    static constexpr const char* kVariable = "GATELAB_PJRT_PLUGIN";
    bool wasSet_;
    QByteArray before_;
};

}  // namespace

class TestWorkerXla : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    QStringList train_, small_;
    bool hasPlugin_ = false;

    QJsonObject trained(const QStringList& more) {
        const Answer answer = askWorker(train_ + more + QStringList{"--json", "--quiet"});
        if (answer.code != 0) qWarning("%s", answer.err.constData());
        return answer.code == 0 ? lastLine(answer.out)["result"].toObject() : QJsonObject();
    }
    static double mseOf(const QJsonObject& result) {
        return result["test"].toObject()["standardised"].toObject()["mse"].toDouble(NAN);
    }

private Q_SLOTS:
    void initTestCase() {
        QFile file(folder_.filePath("load.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("load [MW]\n");
        for (int i = 0; i < 300; ++i)
            file.write(QByteArray::number(50 + 10 * std::sin(0.3 * i) + std::cos(1.7 * i)) + '\n');
        small_ = {"--data", file.fileName(), "--lookback", "8", "--horizon", "2", "--hidden-size", "4"};
        train_ = QStringList{"train"} + small_ +
                 QStringList{"--epochs", "2", "--no-suggest", "--workspace", folder_.filePath("runs here")};
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

    void whatItCannotIsRefusedBeforeTheTraining() {
        const Answer answer = askWorker(train_ + QStringList{"--device", "xla:0", "--layer-norm", "on"});
        QCOMPARE(answer.code, 2);
        QVERIFY2(answer.err.contains("no layer norm"), answer.err);
        const Answer text = askWorker(QStringList{"xla", "text", "--layer-norm", "on"} + small_);
        QVERIFY(text.code != 0 && text.err.contains("no layer norm"));
    }

    void withoutAPluginItSaysWhatToInstall() {
        // A name that is no file is still what the user asked for.
        const NamedPlugin named(folder_.filePath("none.so"));
        const Answer answer = askWorker(train_ + QStringList{"--device", "xla:0"});
        const Answer devices = askWorker({"devices", "--xla"});
        QCOMPARE(answer.code, 3);
        QVERIFY2(answer.err.contains("none.so"), answer.err);
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

    void memoryIsToldByTheCompilerThatIsHere() {
        if (!hasPlugin_) QSKIP("no PJRT plugin is installed (wheel group xla: resources/cmake/wheels.txt)");
        const Answer answer = askWorker(QStringList{"xla", "compile", "--for", "here", "--json"} + small_);
        QVERIFY2(answer.code == 0, answer.err);
        const QJsonObject one = lastLine(answer.out)["programs"].toArray()[0].toObject();
        QVERIFY2(one["bytes"].toDouble() > 1000 && one["argument_bytes"].toDouble() > 0, answer.out);
        // As a run has it in its record.
        const QString run = trained({"--device", "xla:0"})["run"].toString();
        const QJsonObject report =
            lastLine(askWorker({"show", run, "--workspace", folder_.filePath("runs here"), "--json"}).out);
        const QJsonObject memory = report["forecasts"].toObject()["memory_mib"].toObject();
        QVERIFY2(memory["forecast"].toDouble() > 0 && memory["measured"].toDouble() >= memory["forecast"].toDouble(),
                 QJsonDocument(memory).toJson());
    }

    void trainsAsTheProcessorDoes() {
        if (!hasPlugin_) QSKIP("no PJRT plugin is installed (wheel group xla: resources/cmake/wheels.txt)");
        const QJsonObject xla = trained({"--device", "xla:0"}), cpu = trained({"--device", "cpu", "--threads", "1"});
        QVERIFY(std::abs(mseOf(xla) - mseOf(cpu)) < 1e-4 * mseOf(cpu));
        const QString run = xla["run"].toString();
        // A kept run is used without a plugin.
        {
            const NamedPlugin named(folder_.filePath("none.so"));
            const Answer forecast =
                askWorker({"forecast", run, "--ahead", "2", "--workspace", folder_.filePath("runs here"), "--json"});
            QVERIFY2(forecast.code == 0, forecast.err);
        }
        const Answer more = askWorker(
            {"resume", run, "--more-epochs", "1", "--workspace", folder_.filePath("runs here"), "--json", "--quiet"});
        QVERIFY2(more.code == 0, more.err);
        const Answer shown = askWorker({"show", run, "--workspace", folder_.filePath("runs here"), "--json"});
        const QJsonObject report = lastLine(shown.out);
        QVERIFY2(report["identity"].toObject()["device"].toString().contains("(XLA, PJRT"), shown.out);
        // What makes it again can be said again: the implementation is not one to choose.
        const QString again = report["command"].toString();
        QVERIFY2(again.contains("--device xla:0") && !again.contains("--implementation"), qPrintable(again));
    }
};

QTEST_GUILESS_MAIN(TestWorkerXla)
#include "tst_worker_xla.moc"
