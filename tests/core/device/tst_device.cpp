// SPDX-License-Identifier: GPL-3.0-or-later
#include "device/monitor.h"

#include <sched.h>
#include <QTest>
#include <thread>

using namespace gatelab;

class TestDevice : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void memoryGrowsWithWhatIsTouched() {
        const ProcessMemory before = processMemory();
        QVERIFY(before.resident > (1U << 20) && before.peak >= before.resident / 2);
        std::vector<char> block(64 << 20, 1);
        const ProcessMemory after = processMemory();
        QVERIFY(after.resident >= before.resident + (60U << 20) && block.back() == 1);
        QVERIFY(after.peak >= after.resident - (1U << 20));
        QVERIFY(totalHostMemory() > after.resident && freeHostMemory() <= totalHostMemory());
    }

    void coresFollowTheAffinity() {
        const int all = usableCores();
        QVERIFY(all >= 1);
        int inThread = 0;
        std::thread([&] {
            cpu_set_t one;
            CPU_ZERO(&one);
            CPU_SET(sched_getcpu(), &one);
            if (sched_setaffinity(0, sizeof one, &one) == 0) inThread = usableCores();
        }).join();
        QCOMPARE(inThread, 1);
        QVERIFY(!processorName().empty());
    }

    void loadIsAShare() {
        CpuLoadState state;
        QCOMPARE(cpuLoad(state), 0.0);
        volatile double sum = 0;
        double load = 0;
        for (int round = 0; round < 200 && load == 0; ++round) {
            for (int i = 0; i < 3'000'000; ++i) sum = sum + i;
            load = cpuLoad(state);
        }
        QVERIFY(load > 0 && load <= 1);
    }

    void withoutAGpuTheReasonIsSaid() {
        const GpuMonitor monitor;
        QCOMPARE(monitor.gpus().empty(), !monitor.reason().empty());
        QVERIFY(!monitor.read(99).usedBytes.has_value());
        if (monitor.gpus().empty()) QSKIP(monitor.reason().c_str());
        const GpuReading reading = monitor.read(0);
        QVERIFY(reading.totalBytes.has_value() && *reading.usedBytes <= *reading.totalBytes);
        if (reading.utilisation) QVERIFY(*reading.utilisation >= 0 && *reading.utilisation <= 1);
        if (reading.temperature) QVERIFY(*reading.temperature > 0 && *reading.temperature < 120);
        if (reading.power) QVERIFY(*reading.power > 0 && *reading.power < 2000);
        QVERIFY(!monitor.gpus()[0].uuid.empty() && !monitor.gpus()[0].name.empty());
    }
};

QTEST_APPLESS_MAIN(TestDevice)
#include "tst_device.moc"
