// SPDX-License-Identifier: GPL-3.0-or-later
// The archive of tests/gpu/pack as it travels: its size from this very build, and the whole order of its first minutes
// on the made-up GPU.
#include "support/places.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

using gatelab::testing::inBuild;
using gatelab::testing::inSource;

namespace {

constexpr qint64 kMiB = 1 << 20;

struct Said {
    int status = -1;
    QString text;
};

Said call(const QString& program, const QStringList& arguments, const QStringList& environment = {}) {
    QProcess process;
    process.setEnvironment(QProcess::systemEnvironment() << environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    process.waitForFinished(-1);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            QString::fromUtf8(process.readAll())};
}

}  // namespace

class TestGpuArchive : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        for (const char* tool : {"python3", "cmake", "xz", "strip", "cc"})
            if (QStandardPaths::findExecutable(QLatin1String(tool)).isEmpty())
                QSKIP(qPrintable(QStringLiteral("%1 is not here").arg(QLatin1String(tool))));
    }

    // A machine that is lent takes 64 MiB in all: the project's files and what they need from here.
    void travelsWithTheProject() {
        if (!QFileInfo::exists(inBuild("/bin/libgatelab_cuda.so"))) QSKIP("this build has no CUDA module");
        const QString archive = folder_.filePath(QStringLiteral("real.tar.xz"));
        const Said packed = call(inSource("/tests/gpu/pack"), {inBuild(""), archive});
        QVERIFY2(packed.status == 0, qPrintable(packed.text));
        const qint64 bytes = QFileInfo(archive).size();
        const Said tracked = call(QStringLiteral("git"), {"-C", inSource(""), "ls-files", "-z"});
        if (tracked.status != 0) QSKIP("these sources are no checkout of git");
        qint64 project = 0;
        for (const QString& name : tracked.text.split(u'\0', Qt::SkipEmptyParts))
            project += QFileInfo(inSource("/") + name).size();
        qInfo("archive %.1f MiB, project %.1f MiB", static_cast<double>(bytes) / kMiB,
              static_cast<double>(project) / kMiB);
        QVERIFY(bytes < 32 * kMiB);
        QVERIFY(bytes + project < 60 * kMiB);
        // Nothing of what libhdf5 only names is carried, and nothing that LibTorch brings, wherever ldd found it here.
        const Said listed = call(QStringLiteral("tar"), {"-tJf", archive});
        for (const char* name :
             {"libgnutls", "libldap", "libkrb5", "libssh", "libcublas", "libcudnn", "libnccl", "libtorch", "libc10"})
            QVERIFY2(!listed.text.contains(QLatin1String(name)), name);
        QVERIFY(listed.text.contains(QLatin1String("gatelab-gpu/lib/libcurl.so.4")) ==
                listed.text.contains(QLatin1String("libhdf5")));
    }

    // Every step runs, none of them by mistakes of its own; only what this machine has no tools for is left out.
    void theWholeOrderRunsOnTheMadeUpGpu() {
        const QString archive = folder_.filePath(QStringLiteral("fake.tar.xz")),
                      out = folder_.filePath(QStringLiteral("out"));
        const Said packed = call(inSource("/tests/gpu/pack"), {inBuild("/fake_gpu"), archive}, {"XZ_OPT=-0"});
        QVERIFY2(packed.status == 0, qPrintable(packed.text));
        // Neither a PyTorch nor the tools of a toolkit that this machine may have are for a made-up GPU.
        QFile torch(folder_.filePath(QStringLiteral("torch.py")));
        QVERIFY(torch.open(QIODevice::WriteOnly) && torch.write("raise ImportError\n") > 0);
        torch.close();
        const Said ran = call(inSource("/tests/gpu/run"),
                              {archive, "--out", out, "--shapes", "A", "--bench", "--rows 1000 --epochs 1",
                               "--patience", "100", "--deadline", "100000", "--without", "compute-sanitizer,ncu"},
                              {"PYTHONPATH=" + folder_.path(), "LD_LIBRARY_PATH=" + inBuild("/fake_gpu/bin")});
        QFile file(out + QStringLiteral("/report.json"));
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(ran.text));
        double limits = 0;
        for (const QJsonValue& value : QJsonDocument::fromJson(file.readAll()).object()["steps"].toArray()) {
            const QJsonObject step = value.toObject();
            const QString key = step["key"].toString(), state = step["state"].toString();
            qInfo("%-16s %-8s %6.1f s of %3.0f", qPrintable(key), qPrintable(state), step["seconds"].toDouble(),
                  step["limit"].toDouble());
            const bool needsTools = key == u"peers" || key == u"sanitizer" || key == u"profile";
            QVERIFY2(state == (needsTools ? QStringLiteral("skipped") : QStringLiteral("good")), qPrintable(ran.text));
            QVERIFY(step["limit"].toDouble() > 0);
            limits += step["limit"].toDouble();
        }
        QCOMPARE(ran.status, 0);
        QCOMPARE(limits, 540.0);
        QCOMPARE(QDir(out).entryList(QDir::Files), QStringList({"logs.tar", "report.json", "report.md"}));
    }

private:
    QTemporaryDir folder_;
};

QTEST_GUILESS_MAIN(TestGpuArchive)
#include "tst_gpu_archive.moc"
