// SPDX-License-Identifier: GPL-3.0-or-later
// Every library that the built program and LibTorch's CUDA part are linked to comes from somewhere: this system's
// packages, LibTorch's wheel, a wheel that the set-up fetches wherever there is a driver, or a CUDA toolkit (for which
// wheels stand in where there is none).
#include "support/places.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QtTest>

namespace {

struct Wheel {
    const char* library;
    const char* wheel;
    bool isInToolkits;  ///< every CUDA 13 toolkit has it
};
constexpr Wheel kWheels[] = {
    {"libcudart.so.13", "nvidia-cuda-runtime", true},
    {"libcupti.so.13", "nvidia-cuda-cupti", true},
    {"libcublas.so.13", "nvidia-cublas", true},
    {"libcublasLt.so.13", "nvidia-cublas", true},
    {"libcufft.so.12", "nvidia-cufft", true},
    {"libcurand.so.10", "nvidia-curand", true},
    {"libcusolver.so.12", "nvidia-cusolver", true},
    {"libcusparse.so.12", "nvidia-cusparse", true},
    {"libnvJitLink.so.13", "nvidia-nvjitlink", true},
    {"libnvrtc.so.13", "nvidia-cuda-nvrtc", true},
    {"libcudnn.so.9", "nvidia-cudnn-cu13", false},
    {"libnccl.so.2", "nvidia-nccl-cu13", false},
    {"libcusparseLt.so.0", "nvidia-cusparselt-cu13", false},
    {"libcufile.so.0", "nvidia-cufile", false},
    {"libnvshmem_host.so.3", "nvidia-nvshmem-cu13", false},
    {"libarrow.so.2600", "pyarrow", false},
    {"libparquet.so.2600", "pyarrow", false},
};
constexpr const char* kSystem[] = {"/lib/x86_64-linux-gnu",
                                   "/usr/lib/x86_64-linux-gnu",
                                   "/lib64",
                                   "/usr/lib64",
                                   "/usr/lib",
                                   "/usr/lib/x86_64-linux-gnu/hdf5/serial"};

QStringList dynamicEntries(const QString& file, const char* kind) {
    QProcess process;
    process.start(QStringLiteral("readelf"), {QStringLiteral("-d"), file});
    process.waitForFinished(-1);
    const QRegularExpression line(QStringLiteral("\\((%1)\\).*\\[(.*)\\]").arg(QLatin1String(kind)));
    QStringList found;
    for (auto each = line.globalMatch(QString::fromUtf8(process.readAllStandardOutput())); each.hasNext();)
        found << each.next().captured(2);
    return found;
}

bool isSystems(const QString& name) {
    return std::ranges::any_of(
        kSystem, [&](const char* folder) { return QFileInfo::exists(QLatin1String(folder) + u'/' + name); });
}

}  // namespace

class TestLinkedLibraries : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        if (QStandardPaths::findExecutable(QStringLiteral("readelf")).isEmpty()) QSKIP("readelf is not here");
        QFile file(gatelab::testing::inSource("/resources/cmake/wheels.txt"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        for (const QString& line : QString::fromUtf8(file.readAll()).split(u'\n'))
            if (!line.startsWith(u'#') && !line.isEmpty())
                groups_[line.section(u' ', 1, 1, QString::SectionSkipEmpty).section(QStringLiteral("=="), 0, 0)] =
                    line.section(u' ', 0, 0);
        // LibTorch is where the engine looks for it.
        for (const QString& folder :
             dynamicEntries(gatelab::testing::inBuild("/bin/libgatelab_engine.so"), "RPATH").join(u':').split(u':'))
            if (folder.endsWith(QLatin1String("/torch/lib"))) torch_ = folder;
    }

    void everyNameIsSomewhere() {
        QStringList files;
        for (const QFileInfo& file :
             QDir(gatelab::testing::inBuild("/bin"))
                 .entryInfoList({QStringLiteral("gatelab*"), QStringLiteral("libgatelab_*.so")}, QDir::Files))
            files << file.filePath();
        const bool hasModule = !files.filter(QStringLiteral("libgatelab_cuda.so")).isEmpty();
        // What LibTorch opens on demand.
        if (hasModule && !torch_.isEmpty())
            files << torch_ + QStringLiteral("/libtorch_cuda_linalg.so")
                  << torch_ + QStringLiteral("/libcaffe2_nvrtc.so");
        QVERIFY(!files.isEmpty());
        QStringList lost;
        for (int i = 0; i < files.size(); ++i) {
            for (const QString& name : dynamicEntries(files[i], "NEEDED")) {
                const QString own = gatelab::testing::inBuild("/bin/") + name, torch = torch_ + u'/' + name;
                const auto wheel =
                    std::ranges::find_if(kWheels, [&](const Wheel& row) { return name == QLatin1String(row.library); });
                if (wheel != std::end(kWheels)) {
                    // Where there is a driver, a toolkit must not keep a wheel away whose library no toolkit has.
                    const QString group = groups_.value(QLatin1String(wheel->wheel));
                    const QStringList good = wheel->isInToolkits ? QStringList{"torch", "libs"}
                                                                 : QStringList{"torch", "arrow", "cudnn", "gpu"};
                    if (!good.contains(group))
                        lost << QStringLiteral("%1 of %2: its wheel %3 is in group '%4'")
                                    .arg(name, files[i], QLatin1String(wheel->wheel), group);
                } else if (!torch_.isEmpty() && QFileInfo::exists(torch)) {
                    if (!files.contains(torch)) files << torch;
                } else if (!QFileInfo::exists(own) && !isSystems(name) &&
                           !name.startsWith(QLatin1String("libcuda.so"))) {
                    lost << QStringLiteral("%1 of %2 is nowhere").arg(name, files[i]);
                }
            }
        }
        lost.removeDuplicates();
        QVERIFY2(lost.isEmpty(), qPrintable(lost.join(u'\n')));
        if (hasModule) QVERIFY(files.contains(torch_ + QStringLiteral("/libtorch_cuda.so")));
    }

    // LibTorch was built for one version of cuDNN. The module asks for cuDNN itself, before LibTorch's own run path
    // counts.
    void theWheelsComeBeforeAToolkit() {
        const QString module = gatelab::testing::inBuild("/bin/libgatelab_cuda.so");
        if (!QFileInfo::exists(module)) QSKIP("this build has no CUDA module");
        const QStringList folders = dynamicEntries(module, "RPATH").join(u':').split(u':', Qt::SkipEmptyParts);
        const QString root = torch_.section(QStringLiteral("/torch/lib"), 0, 0);
        const auto cudnn = folders.indexOf(root + QStringLiteral("/nvidia/cudnn/lib"));
        QVERIFY2(cudnn >= 0, qPrintable(folders.join(u'\n')));
        for (const char* part : {"nccl", "nvshmem", "cusparselt", "cu13"})
            QVERIFY2(folders.contains(root + QStringLiteral("/nvidia/%1/lib").arg(QLatin1String(part))), part);
        for (qsizetype i = 0; i < cudnn; ++i)
            QVERIFY2(!QFileInfo::exists(folders[i] + QStringLiteral("/libcudnn.so.9")), qPrintable(folders[i]));
    }

private:
    QHash<QString, QString> groups_;  ///< of a wheel
    QString torch_;
};

QTEST_GUILESS_MAIN(TestLinkedLibraries)
#include "tst_linked_libraries.moc"
