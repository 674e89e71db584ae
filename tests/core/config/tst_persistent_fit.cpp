// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/persistent_fit.h"

#include <QtTest>

using namespace gatelab;
using persistent::blocksPerMultiprocessor;
using persistent::gpuLimits;

/// The arithmetic of a GPU's multiprocessors, against what NVIDIA's occupancy calculator gives for blocks of 256
/// threads.
class TestPersistentFit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void blocksAreThoseOfTheOccupancyCalculator() {
        // Registers: 65,536 are 8 warps of 255, 24 of 80, 48 of 40 and 64 of 32.
        QCOMPARE(blocksPerMultiprocessor(gpuLimits(90), 255, 0), std::int64_t{1});
        QCOMPARE(blocksPerMultiprocessor(gpuLimits(90), 168, 0), std::int64_t{1});
        QCOMPARE(blocksPerMultiprocessor(gpuLimits(90), 128, 0), std::int64_t{2});
        QCOMPARE(blocksPerMultiprocessor(gpuLimits(90), 80, 0), std::int64_t{3});
        QCOMPARE(blocksPerMultiprocessor(gpuLimits(90), 32, 0), std::int64_t{8});
        // Threads.
        QCOMPARE(blocksPerMultiprocessor(gpuLimits(86), 32, 0), std::int64_t{6});
        QCOMPARE(blocksPerMultiprocessor(gpuLimits(75), 32, 0), std::int64_t{4});
        // Shared memory, with 1 KiB more per block from 8.0 on.
        QCOMPARE(blocksPerMultiprocessor(gpuLimits(80), 32, 163 << 10), std::int64_t{1});
        QCOMPARE(blocksPerMultiprocessor(gpuLimits(80), 32, 81 << 10), std::int64_t{2});
        QCOMPARE(blocksPerMultiprocessor(gpuLimits(80), 32, (81 << 10) + 1), std::int64_t{1});
        QCOMPARE(blocksPerMultiprocessor(gpuLimits(75), 32, 32 << 10), std::int64_t{2});
        QCOMPARE(blocksPerMultiprocessor(gpuLimits(75), 32, (64 << 10) + 1), std::int64_t{0});
    }

    void generationsInBetweenAreAsTheOneBefore() {
        QCOMPARE(gpuLimits(103).sharedPerBlock, gpuLimits(100).sharedPerBlock);
        QCOMPARE(gpuLimits(121).sharedPerBlock, std::int64_t{99} << 10);
        QCOMPARE(gpuLimits(121).capability, 121);
        QCOMPARE(gpuLimits(70).sharedPerBlock, std::int64_t{0});
        QVERIFY(!persistent::fitsGpu(gpuLimits(70), 4, 1));
    }

    void ranksAreAPowerOfTwo() {
        for (const auto& [hidden, ranks] :
             {std::pair{1, 1}, {64, 1}, {65, 2}, {129, 4}, {512, 8}, {513, 16}, {1024, 16}})
            QCOMPARE(persistent::ranksFor(hidden), ranks);
    }

    // A grid whose blocks wait for each other must be on the GPU as a whole.
    void aTeamMustFitTheMultiprocessors() {
        persistent::GpuLimits gpu = gpuLimits(80);
        QVERIFY(persistent::fitsGpu(gpu, 4, 1024));
        gpu.multiprocessors = 15;
        QVERIFY(!persistent::fitsGpu(gpu, 4, 1024) && persistent::fitsGpu(gpu, 4, 512));
        gpu.cooperative = false;
        QVERIFY(!persistent::fitsGpu(gpu, 4, 65) && persistent::fitsGpu(gpu, 4, 64));
    }
};

QTEST_GUILESS_MAIN(TestPersistentFit)
#include "tst_persistent_fit.moc"
