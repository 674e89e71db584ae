// SPDX-License-Identifier: GPL-3.0-or-later
// What "auto" may stand for on a GPU, and what is guessed before anything was measured there.
#include "config/obstacles/gpu_rows.h"

#include <QtTest>

using namespace gatelab;
using Rows = std::vector<std::string>;

namespace {

ExperimentConfig shape(std::int64_t hidden, std::int64_t batch = 64) {
    ExperimentConfig config;
    config.device = "cuda:0";
    config.lookback = 96;
    config.hiddenSize = hidden;
    config.batchSize = batch;
    return config;
}

SwitchMachine gpu(int capability) { return {.cuda = true, .computeCapability = capability}; }

std::string guessed(const ExperimentConfig& config, int capability = 90) {
    return std::string(guessedGpuRow(config, gpu(capability)));
}

}  // namespace

class TestGpuRows : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theYardstickIsFirstAndTheGuessSecond() {
        QVERIFY((gpuRows(shape(32), gpu(90)) == Rows{"library", "persistent", "cudnn-tuned"}));
        QVERIFY((gpuRows(shape(160, 512), gpu(90)) == Rows{"library", "cudnn-tuned", "persistent"}));
        QVERIFY(gpuRows(shape(64), {}).empty());  // the processor has its rule
        QVERIFY(guessedGpuRow(shape(64), {}).empty());
    }

    void onlyWhatCanRunIsTried() {
        ExperimentConfig config = shape(64);
        config.peephole = true;
        QVERIFY((gpuRows(config, gpu(90)) == Rows{"cell"}));
        QCOMPARE(guessed(config), std::string("cell"));
        config = shape(64);
        config.precision = "fp64";
        QVERIFY((gpuRows(config, gpu(90)) == Rows{"library", "cudnn-tuned"}));
        config = shape(64);
        config.task = "classification";  // sequences of unequal length: cuDNN has one algorithm
        QVERIFY((gpuRows(config, gpu(90)) == Rows{"library", "persistent"}));
    }

    // Computed times: section 3 of the second desk check. On the chip are up to 264 units (9.0), 204 (8.0), 140 (8.6,
    // 8.9, 12.0) and 108 (7.5).
    void theTableOfComputedTimes() {
        QCOMPARE(guessed(shape(32)), std::string("library"));
        QCOMPARE(guessed(shape(63)), std::string("library"));
        QCOMPARE(guessed(shape(64)), std::string("persistent"));
        QCOMPARE(guessed(shape(128)), std::string("persistent"));
        QCOMPARE(guessed(shape(256)), std::string("persistent"));
        QCOMPARE(guessed(shape(257)), std::string("library"));
        QCOMPARE(guessed(shape(512, 128)), std::string("library"));
        QCOMPARE(guessed(shape(128, 128)), std::string("persistent"));
        QCOMPARE(guessed(shape(128, 129)), std::string("library"));
        QCOMPARE(guessed(shape(160, 129)), std::string("cudnn-tuned"));
        QCOMPARE(guessed(shape(204), 80), std::string("persistent"));
        QCOMPARE(guessed(shape(205), 80), std::string("library"));
        for (const int rtx : {86, 89, 120}) {
            QCOMPARE(guessed(shape(140), rtx), std::string("persistent"));
            QCOMPARE(guessed(shape(141), rtx), std::string("cudnn-tuned"));
            QCOMPARE(guessed(shape(193), rtx), std::string("library"));
        }
        QCOMPARE(guessed(shape(108), 75), std::string("persistent"));
        QCOMPARE(guessed(shape(109), 75), std::string("library"));
        ExperimentConfig config = shape(128);
        config.precision = "tf32";
        QCOMPARE(guessed(config), std::string("library"));
        config = shape(128, 512);
        config.task = "classification";
        QCOMPARE(guessed(config), std::string("persistent"));  // whatever the batch
        config = shape(128);
        config.cell = "rnn-tanh";  // it has no such kernel
        QCOMPARE(guessed(config), std::string("library"));
    }
};

QTEST_APPLESS_MAIN(TestGpuRows)
#include "tst_gpu_rows.moc"
