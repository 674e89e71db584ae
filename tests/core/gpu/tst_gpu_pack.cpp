// SPDX-License-Identifier: GPL-3.0-or-later
// tests/gpu/pack and what it packs, with programs that only say what they were called with.
#include "support/places.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

namespace {

struct Said {
    int status = -1;
    QString text;
};

Said call(const QString& program, const QStringList& arguments, const QStringList& environment = {}) {
    QProcess process;
    QStringList all = QProcess::systemEnvironment();
    process.setEnvironment(all << environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    process.waitForFinished(-1);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            QString::fromUtf8(process.readAll())};
}

void writeScript(const QString& path, const QString& text) {
    QFile::remove(path);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) qFatal("%s cannot be written", qPrintable(path));
    file.write("#!/bin/sh\n" + text.toUtf8());
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

QString read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

}  // namespace

class TestGpuPack : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        for (const char* tool : {"python3", "cmake", "xz", "strip"})
            if (QStandardPaths::findExecutable(QLatin1String(tool)).isEmpty())
                QSKIP(qPrintable(QStringLiteral("%1 is not here").arg(QLatin1String(tool))));
        // A build of programs that do nothing, and a machine with LibTorch's folders.
        QVERIFY(QDir(folder_.path()).mkpath(QStringLiteral("build/bin")) &&
                QDir(folder_.path()).mkpath(QStringLiteral("build/tests")));
        const QString nothing = QStandardPaths::findExecutable(QStringLiteral("true"));
        for (const char* name : {"bin/gatelab-worker", "bin/libgatelab_core.so", "bin/libgatelab_engine.so",
                                 "bin/libgatelab_cuda.so", "tests/tst_gpu_module", "tests/tst_gpu_steps"})
            QVERIFY(QFile::copy(nothing, folder_.filePath(QStringLiteral("build/") + QLatin1String(name))));
        for (const char* part : {"site/torch/lib", "site/nvidia/cu13/lib", "site/nvidia/cudnn/lib", "driver"})
            QVERIFY(QDir(folder_.path()).mkpath(QLatin1String(part)));
        const Said packed =
            call(gatelab::testing::inSource("/tests/gpu/pack"),
                 {folder_.filePath(QStringLiteral("build")), folder_.filePath(QStringLiteral("a.tar.xz"))});
        QVERIFY2(packed.status == 0, qPrintable(packed.text));
        const Said unpacked = call(QStringLiteral("tar"), {"-C", folder_.path(), "-xJf", folder_.filePath("a.tar.xz")});
        QVERIFY2(unpacked.status == 0, qPrintable(unpacked.text));
        QVERIFY(QFileInfo(path("programs/tst_gpu_module")).isExecutable());
        environment_ = {"LIBTORCH=" + folder_.filePath(QStringLiteral("site")),
                        "LD_LIBRARY_PATH=" + folder_.filePath(QStringLiteral("driver")),
                        "STUB_LOG=" + folder_.filePath(QStringLiteral("stub.log")), "PYTHONPATH=" + folder_.path()};
        // A PyTorch that this machine may have is not for a made-up GPU.
        QFile torch(folder_.filePath(QStringLiteral("torch.py")));
        QVERIFY(torch.open(QIODevice::WriteOnly) && torch.write("raise ImportError\n") > 0);
        torch.close();
        writeScript(path("bin/gatelab-worker"), QStringLiteral(R"(echo "$1 $LD_LIBRARY_PATH" >>"$STUB_LOG"
case $1 in
    devices) echo '{"devices": [{"key": "cpu", "name": "a processor"}, {"key": "cuda:0", "name": "Stub GPU"}], "cuda_reason": "", "torch": "2.11.0", "cuda": "13.0"}' ;;
    bench)
        for word; do rows=$word; done
        case $rows in
            *,*) for row in $(echo "$rows" | tr , ' '); do printf '{"row": "%s", "ms_per_step": 1.25}\n' "$row"; done ;;
            *) echo '{"ms_per_step": 1.25, "train_loss": 0.5}' ;;
        esac ;;
    verify) echo '{"equal": true}' ;;
esac
)"));
        for (const char* name : {"tst_gpu_module", "tst_gpu_steps"})
            QVERIFY(QFile::remove(path("programs/") + QLatin1String(name)));
    }

    void init() { QFile::remove(folder_.filePath(QStringLiteral("stub.log"))); }

    // The whole order by one command: what is there is tried, the report is for people and for programs.
    void theFirstMinutesLeaveAReport() {
        writeScript(
            path("programs/tst_gpu_module"),
            QStringLiteral(
                "echo 'PASS   : A::a()'; echo 'PASS   : A::b()'; echo 'PASS   : A::c()'; echo 'Totals: 3 passed'\n"));
        writeScript(path("programs/tst_gpu_steps"),
                    QStringLiteral("echo 'PASS   : A::a()'; echo 'FAIL!  : A::bad() 2 is not 3'; echo 'Totals: 1 "
                                   "passed, 1 failed'; exit 1\n"));
        const Said ran = call(path("run"), {"--out", path("out")}, environment_);
        QCOMPARE(ran.status, 1);  // one step was bad, the others were done all the same
        const QJsonObject report = QJsonDocument::fromJson(read(path("out/report.json")).toUtf8()).object();
        QCOMPARE(report["machine"].toObject()["gpu"].toString(), QStringLiteral("Stub GPU"));
        QStringList states;
        for (const QJsonValue& step : report["steps"].toArray())
            states << step["key"].toString() + ' ' + step["state"].toString();
        QVERIFY2(states.mid(0, 6) == QStringList({"devices good", "tst_gpu_module good", "default bad", "speed good",
                                                  "peers skipped", "tst_gpu_layers skipped"}),
                 qPrintable(states.join(u'\n') + ran.text));
        QVERIFY2(states.contains(QLatin1String("more_speed good")), qPrintable(states.join(u'\n')));
        // What comes back from a machine that is lent: three files, and the end of what was printed.
        QCOMPARE(QDir(path("out")).entryList(QDir::Files), QStringList({"logs.tar", "report.json", "report.md"}));
        QVERIFY2(ran.text.endsWith(read(path("out/report.md"))), qPrintable(ran.text));
        const QString text = read(path("out/report.md"));
        QVERIFY2(text.contains(QLatin1String("Stub GPU")) && text.contains(QLatin1String("2 is not 3")) &&
                     text.contains(QLatin1String("D:precision=bf16: 1.250 ms per step")),
                 qPrintable(text));
    }

    // The driver of a machine may be found by LD_LIBRARY_PATH only; the wheels' libraries come first.
    void whatTheMachineSetsIsKept() {
        const Said ran = call(path("run"), {"--out", path("out"), "--deadline", "3"}, environment_);
        const QStringList folders =
            read(folder_.filePath(QStringLiteral("stub.log"))).section(u'\n', 0, 0).section(u' ', 1).split(u':');
        const auto cudnn = folders.indexOf(folder_.filePath(QStringLiteral("site/nvidia/cudnn/lib"))),
                   torch = folders.indexOf(folder_.filePath(QStringLiteral("site/torch/lib"))),
                   driver = folders.indexOf(folder_.filePath(QStringLiteral("driver")));
        QVERIFY2(torch > 0 && cudnn > torch && driver > cudnn, qPrintable(folders.join(u'\n') + ran.text));
    }

    // What hangs costs its own time; what was found until then is in the report, and nothing is left running.
    void theDeadlineLeavesWhatWasFound() {
        writeScript(path("programs/tst_gpu_module"),
                    QStringLiteral("echo 'PASS   : A::a()'; echo $$ >'%1'; sleep 1000 & echo $! >>'%1'; wait\n")
                        .arg(folder_.filePath(QStringLiteral("pids"))));
        QElapsedTimer clock;
        clock.start();
        const Said ran = call(path("run"), {"--out", path("late"), "--deadline", "4"}, environment_);
        QCOMPARE(ran.status, 1);
        QVERIFY2(clock.elapsed() < 60000, qPrintable(QString::number(clock.elapsed())));
        const QJsonArray steps =
            QJsonDocument::fromJson(read(path("late/report.json")).toUtf8()).object()["steps"].toArray();
        QCOMPARE(steps[1].toObject()["state"].toString(), QStringLiteral("cut off"));
        QVERIFY(steps[1].toObject()["rows"].toArray().last().toString().startsWith(QLatin1String("1 passed")));
        QCOMPARE(steps.last().toObject()["state"].toString(), QStringLiteral("not reached"));
        for (const QString& pid : read(folder_.filePath(QStringLiteral("pids"))).split(u'\n', Qt::SkipEmptyParts)) {
            const QString state = read(QStringLiteral("/proc/%1/stat").arg(pid)).section(u' ', 2, 2);
            QVERIFY2(state.isEmpty() || state == QLatin1String("Z"), qPrintable(state));
        }
    }

    void withoutAGpuTheReasonIsSaid() {
        const QString stub = read(path("bin/gatelab-worker"));
        writeScript(path("bin/gatelab-worker"),
                    QStringLiteral("echo '{\"devices\": [{\"key\": \"cpu\", \"name\": \"a processor\"}], "
                                   "\"cuda_reason\": \"no driver here\"}'\n"));
        const Said ran = call(path("run"), {"--out", path("none")}, environment_);
        QCOMPARE(ran.status, 2);
        QVERIFY2(read(path("none/report.md")).contains(QLatin1String("no driver here")), qPrintable(ran.text));
        writeScript(path("bin/gatelab-worker"), stub.section(u'\n', 1));
    }

    // The comparison keeps its table after every round.
    void theComparisonEndsInTime() {
        const Said ran = call(
            path("run"),
            {"check", "--no-peer", "--shapes", "A", "--repeats", "2", "--out", path("RESULTS.md"), "--deadline", "60"},
            environment_);
        const QString table = read(path("RESULTS.md"));
        QVERIFY2(table.contains(QLatin1String("| Gatelab, BF16 | 1.250 |")), qPrintable(table + ran.text));
    }

private:
    [[nodiscard]] QString path(const char* name) const {
        return folder_.filePath(QStringLiteral("gatelab-gpu/") + QLatin1String(name));
    }
    QTemporaryDir folder_;
    QStringList environment_;
};

QTEST_GUILESS_MAIN(TestGpuPack)
#include "tst_gpu_pack.moc"
