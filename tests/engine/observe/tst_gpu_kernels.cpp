// SPDX-License-Identifier: GPL-3.0-or-later
// CUPTI by a made-up library of the same interface (tests/fake_gpu/fake_cupti.cpp); none of it has met a GPU.
#include "observe/gpu_kernels.h"

#include <QtTest>

using namespace gatelab;

class TestGpuKernels : public QObject {
    Q_OBJECT
    using Clock = std::chrono::steady_clock;

private Q_SLOTS:
    void init() {
        const QString made = QCoreApplication::applicationDirPath() + "/../fake_gpu/bin/libfake_cupti.so";
        if (!QFile::exists(made)) QSKIP("the made-up GPU is not built");
        qputenv("GATELAB_CUPTI", made.toUtf8());
    }
    void cleanup() { qunsetenv("GATELAB_CUPTI"); }

    /// Kernels and copies, in their order, on the host's clock.
    void whatTheGpuDidIsToldOnTheHostsClock() {
        auto kernels = GpuKernels::open();
        QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().message.c_str());
        for (int turn = 0; turn < 3; ++turn) {
            const Clock::time_point before = Clock::now();
            QVERIFY((*kernels)->begin());
            const std::vector<GpuWork> works = (*kernels)->end();
            const Clock::time_point after = Clock::now();
            QCOMPARE(works.size(), std::size_t{2});
            QCOMPARE(works[0].name, std::string("copy to the device"));
            QCOMPARE(works[1].name, std::string("lstm_cell(float*)"));
            for (const GpuWork& work : works) {
                QVERIFY(work.began <= work.ended);
                QVERIFY(work.began >= before && work.ended <= after);
            }
            QVERIFY(works[0].ended <= works[1].began);
        }
        QVERIFY((*kernels)->end().empty());  // nothing is switched on
    }

    void oneRecordingAtATime() {
        auto first = GpuKernels::open();
        QVERIFY(first.ok());
        const auto second = GpuKernels::open();
        QVERIFY(!second.ok() && second.error().code == ErrorCode::Busy);
        first->reset();
        QVERIFY(GpuKernels::open().ok());
    }

    void whatIsNoCuptiIsRefused() {
        qputenv("GATELAB_CUPTI", "/nowhere/libcupti.so");
        const auto none = GpuKernels::open();
        QVERIFY2(!none.ok() && none.error().message.find("/nowhere") != std::string::npos, "");
        qputenv("GATELAB_CUPTI", "libc.so.6");
        const auto other = GpuKernels::open();
        QVERIFY(!other.ok() && other.error().code == ErrorCode::NoDevice);
    }
};

QTEST_GUILESS_MAIN(TestGpuKernels)
#include "tst_gpu_kernels.moc"
