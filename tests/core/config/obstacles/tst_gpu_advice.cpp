// SPDX-License-Identifier: GPL-3.0-or-later
// What is said where a GPU computes: TF32 where it is worth it, the processor where the GPU has too little to do.
#include "config/obstacles/gpu_advice.h"

#include <QtTest>

#include <algorithm>

using namespace gatelab;

class TestGpuAdvice : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tf32IsOfferedFromASizeOn() {
        ExperimentConfig config;
        const SwitchMachine ampere{.cuda = true, .computeCapability = 80}, older{.cuda = true, .computeCapability = 75};
        config.hiddenSize = 191;
        QVERIFY(!tf32Advice(config, ampere));
        config.hiddenSize = 192;
        QVERIFY(tf32Advice(config, ampere)->severity == Severity::Info);
        QCOMPARE(tf32Advice(config, ampere)->key, std::string("precision"));
        QVERIFY(tf32Advice(config, ampere)->message.english().find("PyTorch") != std::string::npos);
        QVERIFY(!tf32Advice(config, older));
        QVERIFY(!tf32Advice(config, SwitchMachine{}));
        std::vector<ConfigFinding> findings;
        addMachineFindings(findings, config, ampere);
        QCOMPARE(std::ranges::count(findings, std::string("precision"), &ConfigFinding::key), std::ptrdiff_t{1});
        QVERIFY(!hasErrors(findings));
        QCOMPARE(config.precision, std::string("fp32"));  // never silently
        for (const char* other : {"tf32", "bf16", "fp64"}) {
            config.precision = other;
            QVERIFY2(!tf32Advice(config, ampere), other);
        }
    }

    // 5e9 operations a second, six for each product of a forward pass.
    void aTinyRunIsSaidToBe() {
        const std::string text = tinyRunAdvice(1e5, 1000).english();
        QVERIFY2(text.starts_with("about 120 ms of work for the processor"), text.c_str());
        QVERIFY(!tinyRunAdvice(1e5, 12'000).empty());
        QVERIFY(tinyRunAdvice(1e5, 13'000).empty());
    }
};

QTEST_APPLESS_MAIN(TestGpuAdvice)
#include "tst_gpu_advice.moc"
