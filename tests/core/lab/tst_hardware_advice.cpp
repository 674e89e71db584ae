// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/hardware_advice.h"
#include "lab/known_devices.h"
#include "support/places.h"
#include "support/take.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace gatelab;
using gatelab::testing::take;

namespace {

KnownDevice device(const char* name, bool isGpu, double gigabytes, double fp32, double bf16 = 0, double fp16 = 0) {
    KnownDevice made{name, isGpu, gigabytes * 1e9, 1e12, {{"fp64", fp32 / 2}, {"fp32", fp32}}, "made"};
    if (bf16 > 0) made.flopsPerSecond["bf16"] = bf16;
    if (fp16 > 0) made.flopsPerSecond["fp16"] = fp16;
    return made;
}

/// 1e9 operations and 1e6 bytes a step; activations of a megabyte a row, half of it in 16 bits.
HardwareFormulas formulas() {
    return {[](const ExperimentConfig&) {
                return StepWork{1e9, 1e6};
            },
            [](const ExperimentConfig& config) {
                MemoryForecast memory;
                memory.activations =
                    1e6 * static_cast<double>(config.batchSize) * (config.precision == "bf16" ? 0.5 : 1);
                return memory;
            }};
}

ExperimentConfig experiment() {
    ExperimentConfig config;
    config.batchSize = 64;
    config.lookback = 10;
    config.layers = 1;
    config.precision = "fp32";
    return config;
}

const DeviceAdvice& of(const std::vector<DeviceAdvice>& all, const std::string& name) {
    for (const DeviceAdvice& one : all)
        if (one.device.name == name) return one;
    qFatal("no %s", name.c_str());
}

}  // namespace

class TestHardwareAdvice : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void timeIsWhatTheRatesAllow() {
        const KnownDevice cpu = device("cpu", false, 64, 1e12);
        const auto all = adviseHardware(std::span(&cpu, 1), experiment(), formulas(), 4);
        QCOMPARE(all.front().precision, std::string("fp32"));
        QVERIFY(std::abs(all.front().floorMs - 1.001) < 1e-12);  // 1e9 / 1e12 s and 1e6 / 1e12 s
        QVERIFY(std::abs(all.front().likelyMs - 4.004) < 1e-12);
        QVERIFY(!all.front().isHeldUp);
        QVERIFY(std::isnan(adviseHardware(std::span(&cpu, 1), experiment(), formulas(), NAN).front().likelyMs));
    }

    void fastestPrecisionButNoneThatOverflows() {
        const KnownDevice gpu = device("gpu", true, 64, 1e12, 1e13, 1e14);
        ExperimentConfig config = experiment();
        const auto precision = [&] {
            return adviseHardware(std::span(&gpu, 1), config, formulas(), NAN).front().precision;
        };
        QCOMPARE(precision(), std::string("bf16"));
        config.precision = "fp16";
        QCOMPARE(precision(), std::string("fp16"));
        config.precision = "fp64";  // there to check numbers
        QCOMPARE(precision(), std::string("fp64"));
    }

    void gpuIsHeldUpByTimeSteps() {
        const KnownDevice gpu = device("gpu", true, 64, 1e15);
        ExperimentConfig config = experiment();
        config.lookback = 1000;
        config.layers = 2;
        const DeviceAdvice held = adviseHardware(std::span(&gpu, 1), config, formulas(), 3).front();
        QVERIFY(held.isHeldUp);
        QVERIFY(std::abs(held.floorMs - 3.4) < 1e-12);  // 2000 times 1.7 us
        QVERIFY(std::isnan(held.likelyMs));             // this processor tells nothing of a GPU
        config.cell = "slstm";                          // no kernel of its own: 50 operations of 1.5 us a time step
        QVERIFY(std::abs(adviseHardware(std::span(&gpu, 1), config, formulas(), 3).front().floorMs - 150) < 1e-9);
        config.cell = "lru";  // a parallel scan: ten times
        QVERIFY(std::abs(adviseHardware(std::span(&gpu, 1), config, formulas(), 3).front().floorMs - 1.5) < 1e-9);
    }

    void likelyTimeDecidesAndEqualsAreSaid() {
        // The processor takes 0.5 ms by the formula, which is 4 times off here; time steps hold GPUs up for 17 us.
        const std::vector devices{device("cpu", false, 64, 2e12), device("gpu", true, 64, 1e15),
                                  device("twin", true, 64, 2e15)};
        const auto all = adviseHardware(devices, experiment(), formulas(), 4);
        QCOMPARE(all.front().device.name, std::string("gpu"));
        QCOMPARE(all.back().device.name, std::string("cpu"));
        const std::string text = hardwareSentence(all, 4).english();
        QVERIFY2(text.starts_with("It fits on 3 of 3 devices; the 2 fastest are alike, gpu with fp32 among them: "),
                 text.c_str());
        // At best the processor would be no slower: nothing else is known then.
        const std::vector slow{device("cpu", false, 64, 1e14), device("gpu", true, 64, 1e15)};
        QCOMPARE(adviseHardware(slow, experiment(), formulas(), NAN).front().device.name, std::string("cpu"));
        QCOMPARE(adviseHardware(slow, experiment(), formulas(), 40).front().device.name, std::string("gpu"));
    }

    void memoryDecidesWhatFitsAndTheBatch() {
        // All that a device has is free: 256 rows take 256 of 300 MB, 512 do not fit.
        const std::vector devices{device("small", false, 0.05, 1e15), device("middle", false, 0.3, 1e12),
                                  device("large", false, 64, 1e11)};
        const auto all = adviseHardware(devices, experiment(), formulas(), NAN);
        QCOMPARE(of(all, "small").fit, MemoryFit::TooLarge);
        QCOMPARE(of(all, "small").largestBatch, std::int64_t{32});
        QCOMPARE(of(all, "middle").fit, MemoryFit::Fits);
        QCOMPARE(of(all, "middle").largestBatch, std::int64_t{256});
        QCOMPARE(all.back().device.name, std::string("small"));  // however fast
        QCOMPARE(all.front().device.name, std::string("middle"));
        const std::string text = hardwareSentence(all, 4).english();
        QVERIFY2(text.starts_with("It fits on 2 of 3 devices; fastest is middle with fp32: 1 ms a step at best."),
                 text.c_str());
        QVERIFY2(text.find("4 times what the formula says") != std::string::npos, text.c_str());
        // A batch that is too large is halved until it fits; none is larger than the training part.
        ExperimentConfig large = experiment();
        large.batchSize = 1024;
        const auto halved = adviseHardware(std::span(devices).subspan(1, 1), large, formulas(), NAN).front();
        QCOMPARE(halved.fit, MemoryFit::TooLarge);
        QCOMPARE(halved.largestBatch, std::int64_t{256});
        HardwareFormulas few = formulas();
        few.trainingExamples = 100;
        const auto capped = adviseHardware(std::span(devices).subspan(1, 1), large, few, NAN).front();
        QCOMPARE(capped.fit, MemoryFit::Fits);
        QCOMPARE(capped.largestBatch, std::int64_t{100});
        QVERIFY(hardwareSentence(std::span(all).last(1), NAN).english().starts_with("It fits on none"));
    }

    void listIsWholeAndNamesItsSources() {
        const auto devices =
            take(readKnownDevices(gatelab::testing::inSource("/resources/devices.json").toStdString()));
        QVERIFY(devices.size() >= 30);
        std::set<std::string> names;
        for (const KnownDevice& one : devices) {
            QVERIFY2(names.insert(one.name).second, one.name.c_str());
            QVERIFY(!one.source.empty());
            // Each narrower kind of number is at least as fast.
            const auto rate = [&](const char* key) {
                const auto found = one.flopsPerSecond.find(key);
                return found == one.flopsPerSecond.end() ? HUGE_VAL : found->second;
            };
            QVERIFY2(rate("fp64") < rate("fp32") && rate("fp32") <= rate("tf32") && rate("fp32") < rate("bf16"),
                     one.name.c_str());
        }
    }

    void damagedListsAreRefused() {
        for (
            const char* bad :
            {"", "{}", R"({"devices":[{"name":"a"}]})",
             R"({"devices":[{"name":"a","kind":"gpu","memory_gb":0,"bandwidth_gb_s":1,"tflops":{"fp32":1},"source":"s"}]})",
             R"({"devices":[{"name":"a","kind":"gpu","memory_gb":1,"bandwidth_gb_s":1,"tflops":{},"source":"s"}]})"})
            QCOMPARE(knownDevicesOfJson(bad).error().code, ErrorCode::Corrupt);
    }
};

QTEST_GUILESS_MAIN(TestHardwareAdvice)
#include "tst_hardware_advice.moc"
