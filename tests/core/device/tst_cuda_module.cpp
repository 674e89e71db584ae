// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/library_folder.h"
#include "device/cuda_module.h"
#include "device/driver_library.h"

#include "support/places.h"

#include <dlfcn.h>
#include <QTemporaryDir>
#include <QtTest>
#include <array>
#include <cmath>

/// The answer of the CUDA module where it cannot be opened. What it does where it can: tests/gpu.
class TstCudaModule : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void libraryFolderIsWhereCoreLies() {
        QVERIFY(std::filesystem::exists(gatelab::libraryFolder() / "libgatelab_core.so"));
        QVERIFY(gatelab::libraryFolder().is_absolute());
    }

    // A driver that is mounted somewhere and that the loader does not know.
    void theDriverIsFoundWhereItIs() {
        Dl_info known{};
        QVERIFY(dladdr(reinterpret_cast<const void*>(static_cast<double (*)(double)>(&std::cbrt)), &known) != 0);
        const QTemporaryDir empty, mounted;
        QVERIFY(QFile::copy(QString::fromUtf8(known.dli_fname),
                            mounted.filePath(QStringLiteral("libgatelab-driver.so.1"))));
        const QByteArray first = empty.path().toUtf8(), second = mounted.path().toUtf8();
        const std::array folders = {first.constData(), second.constData()};
        QVERIFY(gatelab::openDriverLibrary("libgatelab-driver.so.1", RTLD_LAZY, std::span(folders).first(1)) ==
                nullptr);
        QVERIFY(gatelab::openDriverLibrary("libgatelab-driver.so.1", RTLD_LAZY, folders) != nullptr);
        QVERIFY(gatelab::openDriverLibrary("libc.so.6", RTLD_LAZY, {}) != nullptr);
    }

    void setUpAndPackKnowTheSameFolders() {
        for (const char* path : {"/resources/engine/wheels.sh", "/tests/gpu/run"}) {
            QFile file(gatelab::testing::inSource("") + QLatin1String(path));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray text = file.readAll();
            for (const char* folder : gatelab::driverFolders()) QVERIFY2(text.contains(folder), folder);
        }
    }

    void anEmptyFolderGivesAReason() {
        const QTemporaryDir folder;
        const auto answer = gatelab::openCudaModule(folder.path().toStdString());
        QVERIFY(answer.module == nullptr);
        const auto reason = QString::fromStdString(answer.reason.english());
        const bool driver = gatelab::openDriverLibrary("libcuda.so.1", RTLD_LAZY) != nullptr;
        QVERIFY2(reason.contains(driver ? QStringLiteral("has no CUDA module") : QStringLiteral("no NVIDIA driver")),
                 qPrintable(reason));
        QVERIFY(!reason.endsWith(u'.'));  // a clause for sentences
    }

    void aForeignLibraryGivesAReason() {
        if (gatelab::openDriverLibrary("libcuda.so.1", RTLD_LAZY) == nullptr)
            QSKIP("the module is not looked at where there is no NVIDIA driver (libcuda.so.1)");
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
