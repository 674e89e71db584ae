// SPDX-License-Identifier: GPL-3.0-or-later
// A library whose own run path lacks what it needs is opened by what was fetched into the cache, and only then.
// Holds core/base/torch_module.cpp and core/base/cache_folder.cpp.
#include "base/cache_folder.h"
#include "base/library_folder.h"
#include "base/torch_module.h"
#include "support/quick_folder.h"

#include <dlfcn.h>
#include <QtTest>

#include <fstream>

using namespace gatelab;

class TestTorchModule : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() {
        for (const char* name : {"GATELAB_CACHE", "XDG_CACHE_HOME"}) qunsetenv(name);
    }

    void theCacheIsWhereItIsNamed() {
        const QByteArray home = qgetenv("HOME");
        qunsetenv("GATELAB_CACHE");
        qunsetenv("XDG_CACHE_HOME");
        qputenv("HOME", "/nowhere/somebody");
        QCOMPARE(cacheFolder(), std::filesystem::path("/nowhere/somebody/.cache/gatelab"));
        qputenv("XDG_CACHE_HOME", "/other");
        QCOMPARE(cacheFolder(), std::filesystem::path("/other/gatelab"));
        qputenv("GATELAB_CACHE", "/mine");
        QCOMPARE(cacheFolder(), std::filesystem::path("/mine"));
        for (const char* name : {"GATELAB_CACHE", "XDG_CACHE_HOME", "HOME"}) qunsetenv(name);
        QVERIFY(cacheFolder().empty());
        QVERIFY(installedLibTorch().empty());
        if (!home.isEmpty()) qputenv("HOME", home);
    }

    void whatCannotBeOpenedSaysWhy() {
        const QuickFolder folder;
        qputenv("GATELAB_CACHE", QByteArray::fromStdString(folder.path().string()));
        const std::filesystem::path absent = folder.path() / "libabsent.so";
        QVERIFY(openTorchModule(absent, "torch/lib/libtorch_cpu.so", RTLD_NOW | RTLD_LOCAL) == nullptr);
        QVERIFY(loaderMessage().find("libabsent.so") != std::string::npos);
        // What was fetched is damaged: its own name is said.
        const auto part = installedLibTorch() / "torch/lib/libtorch_cpu.so";
        std::filesystem::create_directories(part.parent_path());
        std::ofstream(part) << "no library";
        QVERIFY(openTorchModule(absent, "torch/lib/libtorch_cpu.so", RTLD_NOW | RTLD_LOCAL) == nullptr);
        QVERIFY(loaderMessage().find("libtorch_cpu.so") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestTorchModule)
#include "tst_torch_module.moc"
