// SPDX-License-Identifier: GPL-3.0-or-later
// Holds app/worker/share/export_command.cpp.
#include "support/worker_process.h"

#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

using namespace gatelab::testing;

/// A run is given to a colleague without Gatelab, and put on a microcontroller, from the command line.
class TestWorkerExport : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    QString workspace_, run_;

    Answer exported(const QString& kind, const QString& file, const QStringList& words = {}) const {
        return askWorker(
            QStringList{"export", run_, "--workspace", workspace_, "--to", kind, "-o", folder_.filePath(file)} + words);
    }

private Q_SLOTS:
    void initTestCase() {
        workspace_ = folder_.filePath("runs");
        const Answer trained =
            askWorker({"train",    "--json",           "--quiet", "--workspace", workspace_, "--builtin",
                       "sine-mix", "--builtin-length", "300",     "--lookback",  "8",        "--horizon",
                       "2",        "--hidden-size",    "8",       "--epochs",    "1",        "--threads",
                       "1",        "--device",         "cpu",     "--no-suggest"});
        run_ = lastLine(trained.out)["result"].toObject()["run"].toString();
        QVERIFY2(!run_.isEmpty(), trained.err);
    }

    void onnxForAColleague() {
        const Answer made = exported("onnx", "net.onnx", {"--json"});
        QVERIFY2(made.code == 0, made.err);
        const QJsonObject told = lastLine(made.out);
        QCOMPARE(told["files"].toArray().size(), 2);  // and one with states
        QVERIFY(QFile::exists(folder_.filePath("net.onnx")) && QFile::exists(folder_.filePath("net.stream.onnx")));
        if (told.contains("check"))
            QVERIFY2(told["check"].toObject()["relative"].toDouble() < 1e-5 &&
                         told["check"].toObject()["windows"].toInt() == 100,
                     made.out);
        else
            QVERIFY2(told["not_checked"].toString().contains("onnxruntime"), made.out);
    }

    void cForAMicrocontroller() {
        const Answer whole = exported("c", "net.c"), bytes = exported("c", "small.c", {"--int8"});
        QVERIFY2(whole.code == 0 && bytes.code == 0, whole.err + bytes.err);
        QVERIFY2(bytes.out.contains("windows by ") || bytes.out.contains("not checked: "), bytes.out);
        QFile file(folder_.filePath("net.c"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY(text.contains("void net_step(net_state *state, const float *row, float *answer);"));
        QVERIFY(!text.contains("malloc"));
    }

    /// What the check finds wrong is no success: exit code, words, and no file.
    void aFileThatIsWrongIsNoSuccess() {
        const QString liar = folder_.filePath("liar");
        QFile file(liar);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            "#!/bin/sh\n[ \"$1\" = --version ] && { echo liar 1; exit 0; }\n"
            "while [ \"$1\" != -o ]; do shift; done\n"
            "printf '#!/bin/sh\\nyes 1000000 | head -n 5000\\n' > \"$2\"\nchmod +x \"$2\"\n");
        file.close();
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        const QByteArray before = qgetenv("CC");
        qputenv("CC", liar.toUtf8());
        const Answer made = exported("c", "lied.c");
        before.isNull() ? qunsetenv("CC") : qputenv("CC", before);
        QVERIFY(made.code != 0);
        QVERIFY2(made.err.contains("computes something else than the run"), made.err);
        QVERIFY(!QFile::exists(folder_.filePath("lied.c")));
    }

    void otherFormsAndFaults() {
        QVERIFY(exported("tensorboard", "board").code == 0);
        QCOMPARE(QDir(folder_.filePath("board")).entryList({"events.out.tfevents.*"}).size(), 1);
        QVERIFY2(exported("perfetto", "t.pftrace").err.contains("no timeline yet"), "");
        const Answer script = exported("pytorch", "net.py", {"--no-check"});
        QVERIFY2(script.code == 0 && !script.out.contains("checked"), script.err + script.out);
        QVERIFY(QFile::exists(folder_.filePath("net.safetensors")));
        QVERIFY(exported("libtorch", "program", {"--no-check"}).code == 0);
        for (const char* name : {"CMakeLists.txt", "README.md", "forecast.cpp", "network.safetensors"})
            QVERIFY2(QFile::exists(folder_.filePath("program/") + name), name);
        QVERIFY(exported("onnx", "no.onnx", {"--int8"}).err.contains("only a C file"));
        QCOMPARE(exported("word", "x").code, 2);
        QVERIFY(askWorker({"export", "nobody", "--workspace", workspace_, "-o", "x"}).code != 0);
    }
};

QTEST_GUILESS_MAIN(TestWorkerExport)
#include "tst_worker_export.moc"
