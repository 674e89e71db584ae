// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/library_folder.h"
#include "device/cuda_module.h"

#include <QTemporaryDir>
#include <QtTest>
#include <dlfcn.h>

/// The answer of the CUDA module where it cannot be opened. What it does where it can: tests/gpu.
class TstCudaModule : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void libraryFolderIsWhereCoreLies() {
        QVERIFY(std::filesystem::exists(gatelab::libraryFolder() / "libgatelab_core.so"));
        QVERIFY(gatelab::libraryFolder().is_absolute());
    }

    void anEmptyFolderGivesAReason() {
        const QTemporaryDir folder;
        const auto answer = gatelab::openCudaModule(folder.path().toStdString());
        QVERIFY(answer.module == nullptr);
        const auto reason = QString::fromStdString(answer.reason.english());
        const bool driver = dlopen("libcuda.so.1", RTLD_LAZY) != nullptr;
        QVERIFY2(reason.contains(driver ? QStringLiteral("has no CUDA module") : QStringLiteral("no NVIDIA driver")), qPrintable(reason));
        QVERIFY(!reason.endsWith(u'.'));  // a clause for sentences
    }

    void aForeignLibraryGivesAReason() {
        if (dlopen("libcuda.so.1", RTLD_LAZY) == nullptr) QSKIP("the module is not looked at where there is no NVIDIA driver (libcuda.so.1)");
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("libgatelab_cuda.so")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("not a library");
        file.close();
        const auto answer = gatelab::openCudaModule(folder.path().toStdString());
        QVERIFY(answer.module == nullptr);
        QVERIFY(QString::fromStdString(answer.reason.english()).contains(QStringLiteral("could not be opened")));
    }
};

QTEST_APPLESS_MAIN(TstCudaModule)
#include "tst_cuda_module.moc"
