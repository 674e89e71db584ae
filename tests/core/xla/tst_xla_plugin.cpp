// SPDX-License-Identifier: GPL-3.0-or-later
// Which plugins are found and opened. Holds core/xla/find.cpp and core/xla/pjrt_plugin.cpp (as far as none is needed).
#include "xla/plugin.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>

using namespace gatelab;

namespace fs = std::filesystem;

class TestXlaPlugin : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    fs::path path(const char* name) const { return fs::path(folder_.path().toStdString()) / name; }
    void add(const char* name) const {
        fs::create_directories(path(name).parent_path());
        QFile file(QString::fromStdString(path(name).string()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("no library");
    }

private Q_SLOTS:
    void init() {
        for (const char* variable : {"GATELAB_PJRT_PLUGIN", "VIRTUAL_ENV", "GATELAB_CACHE", "XDG_CACHE_HOME"})
            qunsetenv(variable);
        qputenv("HOME", folder_.path().toUtf8() + "/home");
    }

    void theNamedOnesAloneAreFound() {
        add("named/xla/libtpu/libtpu.so");
        qputenv("GATELAB_CACHE", folder_.path().toUtf8() + "/named");
        qputenv("GATELAB_PJRT_PLUGIN", "/somewhere/a.so::/b.so");
        const std::vector<fs::path> wanted{"/somewhere/a.so", "/b.so"};
        QVERIFY(findXlaPlugins() == wanted);
    }

    void cacheComesBeforePython() {
        add("cache/xla/xla_plugins/one/plugin.so");
        add("cache/xla/xla_plugins/one/__init__.py");
        add("venv/lib/python3.11/site-packages/libtpu/libtpu.so");
        add("venv/lib/python3.11/site-packages/jax_plugins/cuda/cuda.so");
        add("venv/lib/other/site-packages/libtpu/libtpu.so");
        qputenv("GATELAB_CACHE", folder_.path().toUtf8() + "/cache");
        qputenv("VIRTUAL_ENV", folder_.path().toUtf8() + "/venv");
        std::vector<fs::path> found = findXlaPlugins();
        QVERIFY(found.size() >= 3);  // the machine may have some of its own behind them
        QCOMPARE(found[0].string(), path("cache/xla/xla_plugins/one/plugin.so").string());
        QCOMPARE(found[1].string(), path("venv/lib/python3.11/site-packages/libtpu/libtpu.so").string());
        QCOMPARE(found[2].string(), path("venv/lib/python3.11/site-packages/jax_plugins/cuda/cuda.so").string());
    }

    // Before anything allows it: a window never opens one.
    void onlyAProcessThatTrainsOpensThem() {
        const auto refused = XlaDevice::open("/nowhere/a.so", 0);
        QVERIFY(!refused.ok());
        QVERIFY(refused.error().message.find("process of its own") != std::string::npos);
        allowXlaPlugins();
        const auto missing = XlaDevice::open("/nowhere/a.so", 0);
        QVERIFY(!missing.ok() && missing.error().code == ErrorCode::NoDevice);
        QVERIFY(missing.error().message.find("process of its own") == std::string::npos);
        add("text.so");
        QVERIFY(!XlaDevice::open(path("text.so"), 0).ok());
        const auto none = XlaDevice::open("libc.so.6", 0);
        QVERIFY(!none.ok());
        QVERIFY2(none.error().message.find("GetPjrtApi") != std::string::npos, none.error().message.c_str());
    }
};

QTEST_GUILESS_MAIN(TestXlaPlugin)
#include "tst_xla_plugin.moc"
