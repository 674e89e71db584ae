// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks on GPUs, of which there are none here: that they are refused, and why.
#include "engine/gpu_ranks.h"
#include "ranks/rank_wire.h"

#include <QtTest>

#include <memory>

using namespace gatelab;

namespace {

ExperimentConfig onGpus() {
    ExperimentConfig config;
    config.layers = config.ranks = 3;
    config.pipelineChunks = 4;
    config.device = "cuda:1";
    return config;
}

/// Of a module with two GPUs.
CudaModuleAnswer twoGpus() {
    static const CudaModule module = [] {
        CudaModule made;
        made.devices = []() -> Result<std::vector<CudaDevice>> { return std::vector<CudaDevice>(2); };
        made.openRankWire = [](int, const RankWireRequest&) { return std::unique_ptr<RankWire>(); };
        return made;
    }();
    return {&module, {}};
}

}  // namespace

class TestGpuRanks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void withoutAGpuTheReasonIsSaid() {
        const CudaModuleAnswer none{nullptr, Phrase(GATELAB_TEXT("Device", "no NVIDIA driver was found"))};
        const auto refused = checkGpuRanks(onGpus(), {}, none);
        QVERIFY(!refused.ok() && refused.error().code == ErrorCode::NoDevice);
        QVERIFY2(QString::fromStdString(refused.error().message).contains("no NVIDIA driver was found"),
                 refused.error().message.c_str());
        auto onProcessors = onGpus();
        onProcessors.device = "cpu";
        QVERIFY(checkGpuRanks(onProcessors, {}, none).ok());
    }

    void onlyOnATrustedNetwork() {
        QVERIFY(checkGpuRanks(onGpus(), {}, twoGpus()).ok());  // this machine
        RankSetup setup;
        setup.hosts = {{"h1", 2}};
        const auto refused = checkGpuRanks(onGpus(), setup, twoGpus());
        QVERIFY(!refused.ok() && refused.error().code == ErrorCode::PermissionDenied);
        QVERIFY2(QString::fromStdString(refused.error().message).contains("was not declared trusted"),
                 refused.error().message.c_str());
        setup.isTrusted = true;
        QVERIFY(checkGpuRanks(onGpus(), setup, twoGpus()).ok());
        setup.encrypted = RankSetup::Encrypted::Yes;
        QVERIFY(!checkGpuRanks(onGpus(), setup, twoGpus()).ok());
    }

    void eachHasTheNextGpu() {
        QCOMPARE(gpuOfRank("cuda:1", 0, twoGpus()), std::string("cuda:1"));
        QCOMPARE(gpuOfRank("cuda:1", 1, twoGpus()), std::string("cuda:0"));
        const RankNetwork network = overGpus({}, "cuda:0", twoGpus());
        QVERIFY(static_cast<bool>(network.openWire));
        QVERIFY(network.describe().english().find("never been run") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestGpuRanks)
#include "tst_gpu_ranks.moc"
