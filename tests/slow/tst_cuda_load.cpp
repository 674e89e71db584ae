// SPDX-License-Identifier: GPL-3.0-or-later
// How the CUDA module is found and opened, as far as that can be seen without a GPU: by the toolkit's stand-in for the
// driver, and from an installed tree.
#include "support/places.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

namespace {

struct Said {
    int status = -1;
    QByteArray out, error;
};

Said call(const QString& program, const QStringList& arguments, const QStringList& environment = {}) {
    QProcess process;
    QStringList all = QProcess::systemEnvironment();
    process.setEnvironment(all << environment);
    process.start(program, arguments);
    process.waitForFinished(-1);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
            process.readAllStandardError()};
}

/// What `gatelab-worker devices` says of CUDA.
QString cudaReason(const Said& message) {
    return QJsonDocument::fromJson(message.out.split('\n').value(0)).object()["cuda_reason"].toString();
}

/// The loader's words where a library is missing that only some machines have.
bool lacksLibraries(const QString& reason) { return reason.contains(QLatin1String("cannot open shared object file")); }

}  // namespace

class TestCudaLoad : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        if (!QFileInfo::exists(gatelab::testing::inBuild("/bin/libgatelab_cuda.so")))
            QSKIP("this build has no CUDA module");
        for (const QString& root : {QString::fromLocal8Bit(qgetenv("CUDA_HOME")), QStringLiteral("/usr/local/cuda"),
                                    QStringLiteral("/opt/cuda")})
            for (const char* folder : {"/lib64/stubs", "/lib/stubs", "/targets/x86_64-linux/lib/stubs"})
                if (stub_.isEmpty() && !root.isEmpty() &&
                    QFileInfo::exists(root + QLatin1String(folder) + QStringLiteral("/libcuda.so")))
                    stub_ = root + QLatin1String(folder) + QStringLiteral("/libcuda.so");
        if (stub_.isEmpty()) QSKIP("no CUDA toolkit with a stub of the driver is installed");
        QVERIFY(QFile::link(stub_, driver_.filePath(QStringLiteral("libcuda.so.1"))));
    }

    // Load order, run paths and every library that is needed: only then CUDA itself is asked, and says that this is no
    // driver.
    void theStubEndsInAReason() {
        const Said message = call(gatelab::testing::inBuild("/bin/gatelab-worker"), {"devices", "--json"},
                                  {"LD_LIBRARY_PATH=" + driver_.path()});
        const QString reason = cudaReason(message);
        if (lacksLibraries(reason))
            QSKIP(qPrintable(QStringLiteral("the wheels of group gpu are not here: ") + reason));
        QVERIFY2(reason.contains(QLatin1String("stub library")), qPrintable(reason + QString::fromUtf8(message.error)));
    }

    // Moved away from where it was built, without the folder that LibTorch was fetched to.
    void anInstalledTreeStandsAlone() {
        const QTemporaryDir folder;
        const QString tree = folder.filePath(QStringLiteral("tree")), moved = folder.filePath(QStringLiteral("moved"));
        const Said installed =
            call(QStringLiteral("cmake"), {"--install", gatelab::testing::inBuild(""), "--prefix", tree});
        if (installed.error.contains("cannot find")) QSKIP("not everything that is installed was built here");
        QVERIFY2(installed.status == 0, installed.error.constData());
        QVERIFY(QDir().rename(tree, moved));
        QString library;
        for (const char* name : {"/lib", "/lib64", "/lib/x86_64-linux-gnu"})
            if (QFileInfo::exists(moved + QLatin1String(name) + QStringLiteral("/gatelab/libgatelab_cuda.so")))
                library = moved + QLatin1String(name) + QStringLiteral("/gatelab");
        QVERIFY(!library.isEmpty());
        const QString cache = libtorchRoot();
        QVERIFY(!cache.isEmpty());
        // No name is found in the folder that LibTorch was fetched to.
        for (const char* name : {"libgatelab_core.so", "libgatelab_engine.so", "libgatelab_cuda.so"}) {
            const QByteArray found = call(QStringLiteral("ldd"), {library + u'/' + QLatin1String(name)}).out;
            QVERIFY2(!found.contains(cache.toUtf8()), found.constData());
        }
        // The cuDNN that LibTorch was built for, where it was fetched, and not one of the system.
        if (const QString cudnn = library + QStringLiteral("/libtorch/nvidia/cudnn/lib/libcudnn.so.9");
            QFileInfo::exists(cudnn)) {
            const QByteArray found = call(QStringLiteral("ldd"), {library + QStringLiteral("/libgatelab_cuda.so")}).out;
            QVERIFY2(QRegularExpression(QStringLiteral("libcudnn\\.so\\.9 => [^ ]*/libtorch/[^ ]*nvidia/cudnn/lib/"))
                         .match(QString::fromUtf8(found))
                         .hasMatch(),
                     found.constData());
        }
        QVERIFY2(
            !call(QStringLiteral("ldd"), {library + QStringLiteral("/libgatelab_engine.so")}).out.contains("not found"),
            "the engine's libraries");
        // And with that folder covered the program still opens everything.
        if (call(QStringLiteral("unshare"), {"-rm", "true"}).status != 0)
            QSKIP("folders cannot be covered here (unshare)");
        const Said message =
            call(QStringLiteral("unshare"),
                 {"-rm", "sh", "-c",
                  QStringLiteral("mount -t tmpfs none '%1' && exec '%2/bin/gatelab-worker' devices --json")
                      .arg(cache, moved)},
                 {"LD_LIBRARY_PATH=" + driver_.path()});
        const QString reason = cudaReason(message);
        QVERIFY2(!reason.isEmpty(), message.error.constData());
        if (lacksLibraries(reason)) {
            QVERIFY2(!reason.contains(QLatin1String("cudnn")) && !reason.contains(QLatin1String("libtorch")),
                     qPrintable(reason));
            QSKIP(qPrintable(QStringLiteral("the wheels of group gpu are not here: ") + reason));
        }
        QVERIFY2(reason.contains(QLatin1String("stub library")), qPrintable(reason));
    }

private:
    static QString libtorchRoot() {
        const QByteArray entries =
            call(QStringLiteral("readelf"), {"-d", gatelab::testing::inBuild("/bin/libgatelab_engine.so")}).out;
        for (const QByteArray& folder :
             entries.mid(entries.indexOf("RPATH")).split('\n').first().split('[').last().split(']').first().split(':'))
            if (folder.endsWith("/torch/lib")) return QString::fromUtf8(folder.chopped(10));
        return {};
    }
    QString stub_;
    QTemporaryDir driver_;
};

QTEST_GUILESS_MAIN(TestCudaLoad)
#include "tst_cuda_load.moc"
