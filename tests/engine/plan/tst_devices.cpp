// SPDX-License-Identifier: GPL-3.0-or-later
// Which device a run gets, what it takes to ask, and what a failure on it is called, with GPUs that are made up.
#include "batch/stream_pool.h"
#include "config/architecture.h"
#include "device/switch_machine.h"
#include "engine/run_session.h"
#include "plan/devices.h"
#include "plan/plan.h"
#include "support/step_counters.h"
#include "train/failure.h"
#include "train/start_check.h"

#include <ATen/Context.h>
#include <c10/util/Exception.h>

#include <QTest>

#include <cmath>
#include <stdexcept>

using namespace gatelab;

namespace {

/// Two GPUs. What happened to them is written down.
struct TwoGpus {
    static inline std::string asked;        ///< in order: i(nitialise), d(evices), p(robe) and the index
    static inline std::string unusable[2];  ///< what the probe says
    static inline bool lost = false;

    static CudaModule module() {
        asked.clear();
        unusable[0] = unusable[1] = "";
        lost = false;
        CudaModule made;
        made.initialise = []() -> Result<> {
            asked += 'i';
            return {};
        };
        made.devices = []() -> Result<std::vector<CudaDevice>> {
            asked += 'd';
            std::vector<CudaDevice> two(2);
            for (int i : {0, 1}) {
                auto& device = two[static_cast<std::size_t>(i)];
                device.index = i;
                device.name = i == 0 ? "First" : "Second";
                device.uuid = "GPU-" + std::to_string(i);
                device.totalBytes = 8e9;
                device.computeMajor = 9;
            }
            return two;
        };
        made.probe = [](int device) {
            asked += 'p' + std::to_string(device);
            return lost ? std::string("unspecified launch failure") : unusable[device];
        };
        made.freeBytes = [](int) -> Result<double> { return 4e9; };
        made.allocatorFigures = [](int) {
            CudaAllocatorFigures figures;
            figures.allocated = 1e9;
            figures.graphs = 2e9;
            figures.reserved = 5e9;
            return figures;
        };
        made.resetAllocatorPeaks = [](int) {};
        made.releaseCachedMemory = [] {};
        made.synchronise = [](int) -> Result<> {
            if (lost) return Error{ErrorCode::DeviceLost, "lost"};
            return {};
        };
        made.recurrentRows = []() -> std::span<const RecurrentImplementation> { return {}; };
        return made;
    }
};

ExperimentConfig on(const char* device) {
    ExperimentConfig config;
    config.builtinLength = 300;
    config.lookback = 16;
    config.horizon = 4;
    config.device = device;
    return config;
}

template <class Failure>
std::exception_ptr made(const Failure& failure) {
    return std::make_exception_ptr(failure);
}
c10::SourceLocation here() { return {"here", "test", 1}; }

}  // namespace

class TestDevices : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        module_ = TwoGpus::module();
        replaceCudaPart({&module_, {}});
    }
    void cleanupTestCase() {
        replaceCudaPart({nullptr, GATELAB_TEXT("Device", "no NVIDIA driver (libcuda.so.1) was found")});
    }

    void theListTakesNoMemoryOfAGpu() {
        const EngineInfo info = describeEngine();
        QCOMPARE(info.devices.size(), std::size_t{3});
        QCOMPARE(info.devices[2].uuid, std::string("GPU-1"));
        QVERIFY(std::isnan(info.devices[1].freeBytes));  // nobody told; 0 would be a full GPU
        QCOMPARE(TwoGpus::asked, std::string("id"));     // LibTorch's part is ready before anything else is asked
    }

    void theFirstThatWorksIsChosen() {
        auto machine = chooseMachine(on("auto"));
        QVERIFY(machine.ok() && machine->device == c10::Device("cuda:0"));
        QCOMPARE(TwoGpus::asked, std::string("idp0"));  // the other one is left alone
        for (const char* word : {"auto", "cuda"}) {
            TwoGpus::unusable[0] = "it computed a wrong sum";
            machine = chooseMachine(on(word));
            QVERIFY(machine.ok() && machine->device == c10::Device("cuda:1"));
            QCOMPARE(machine->name, std::string("Second"));
            QVERIFY(machine->reason.empty());
        }
        machine = chooseMachine(on("cuda:0"));
        QVERIFY(!machine.ok() && machine.error().code == ErrorCode::NoDevice);
        QVERIFY2(machine.error().message.find("First cannot be used: it computed a wrong sum") != std::string::npos,
                 machine.error().message.c_str());
        TwoGpus::unusable[1] = "busy";
        machine = chooseMachine(on("auto"));
        QVERIFY(machine.ok() && machine->device.is_cpu());
        QVERIFY2(machine->reason.english().find("busy") != std::string::npos, machine->reason.english().c_str());
        QVERIFY(!chooseMachine(on("cuda")).ok());
    }

    void aLookLeavesNoContext() {
        QVERIFY(chooseMachine(on("auto"), DeviceUse::Look).ok());
        QVERIFY(chooseMachine(on("cpu")).ok());
        QVERIFY2(TwoGpus::asked.find('p') == std::string::npos, TwoGpus::asked.c_str());
        ExperimentConfig config = on("cpu");
        config.isolated = true;
        config.device = "auto";
        // The window checks a run that another process will do: a GPU that serves one process at a time must stay free
        // for it.
        (void)checkStart(config, nullptr, {});
        QVERIFY2(TwoGpus::asked.find('p') == std::string::npos, TwoGpus::asked.c_str());
    }

    void afterALossTheNextRunSaysSo() {
        TwoGpus::lost = true;
        const auto named = chooseMachine(on("cuda:1")), any = chooseMachine(on("auto"));
        QVERIFY(!named.ok());
        QVERIFY2(named.error().message.find("unspecified launch failure") != std::string::npos,
                 named.error().message.c_str());
        QVERIFY(any.ok() && any->device.is_cpu());
        QVERIFY2(any->reason.english().find("unspecified launch failure") != std::string::npos,
                 any->reason.english().c_str());
    }

    void whatGraphsNeedIsNotFree() { QCOMPARE(freeMemory(c10::Device("cuda:0")), 4e9 + 5e9 - 3e9); }

    // A word for a device is looked up once: "auto" on a machine with a GPU has the forecast of a GPU.
    void autoIsForecastAsWhatItMeans() {
        const EngineInfo info = describeEngine();
        QCOMPARE(withDevice(on("auto"), info).device, std::string("cuda:0"));
        QCOMPARE(withDevice(on("cuda"), info).device, std::string("cuda:0"));
        QCOMPARE(withDevice(on("cpu"), info).device, std::string("cpu"));
        QCOMPARE(withDevice(on("auto"), {}).device, std::string("cpu"));
        ExperimentConfig config = on("auto");
        config.precision = "fp16";
        const ModelShape shape{1, 1, 0, 0};
        const auto total = [&](const ExperimentConfig& one) { return forecastMemory(one, shape, 300).total(); };
        ExperimentConfig named = config;
        named.device = "cuda:0";
        QCOMPARE(total(withDevice(config, info)), total(named));
        QVERIFY(total(withDevice(config, info)) != total(withDevice(config, {})));
        QCOMPARE(trainingGpu(info, "cuda:1")->uuid, std::string("GPU-1"));
    }

    void precisionOfCudaLayers_data() {
        QTest::addColumn<bool>("layers");  // may use tensor cores for what is FP32
        QTest::addColumn<bool>("products");
        QTest::newRow("fp32") << false << false;
        QTest::newRow("fp64") << false << false;
        QTest::newRow("tf32") << true << true;
        // No layer of such a run is FP32, and LibTorch asks this also for BF16.
        QTest::newRow("bf16") << true << false;
        QTest::newRow("fp16") << true << false;
    }
    void precisionOfCudaLayers() {
        QFETCH(bool, layers);
        QFETCH(bool, products);
        ExperimentConfig config = on("cuda:0");
        config.precision = QTest::currentDataTag();
        configureLibrary(config, c10::Device("cuda:0"));
        const auto isTf32 = [](at::Float32Op op) {
            return at::globalContext().float32Precision(at::Float32Backend::CUDA, op) == at::Float32Precision::TF32;
        };
        QCOMPARE(isTf32(at::Float32Op::RNN), layers);
        QCOMPARE(isTf32(at::Float32Op::MATMUL), products);
    }

    void whoLooksInLeavesTheRunsSettings() {
        const auto isTf32 = [] {
            return at::globalContext().float32Precision(at::Float32Backend::CUDA, at::Float32Op::RNN) ==
                   at::Float32Precision::TF32;
        };
        const c10::Device gpu("cuda:0");
        ExperimentConfig fast = on("cuda:0"), exact = fast;
        fast.precision = "tf32";
        {
            const LibrarySettings run(fast, gpu);
            QVERIFY(isTf32());
            const LibrarySettings forecast(exact, gpu, LibrarySettings::Of::LookingIn);
            QVERIFY(isTf32());
        }
        const LibrarySettings alone(exact, gpu, LibrarySettings::Of::LookingIn);
        QVERIFY(!isTf32());
    }

    void failuresAreToldByTheirCode() {
        const auto codeOf = [&](const std::exception_ptr& failure) {
            return describeFailure(failure, &module_, 0).code;
        };
        const auto cuda = [](int code, const char* text) { return made(c10::AcceleratorError(here(), code, text)); };
        const auto message = [](const char* text) { return made(c10::Error(here(), text)); };
        constexpr int kMemory = 2, kLaunch = 719, kInvalid = 1;
        // Beside LibTorch's allocator memory is asked for by handles, modules and graphs.
        QCOMPARE(codeOf(cuda(kMemory, "CUDA error: out of memory")), ErrorCode::OutOfMemory);
        QCOMPARE(codeOf(cuda(kMemory, "in whatever words")), ErrorCode::OutOfMemory);
        QCOMPARE(codeOf(message("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`")),
                 ErrorCode::OutOfMemory);
        QCOMPARE(codeOf(message("cuDNN error: CUDNN_STATUS_ALLOC_FAILED")), ErrorCode::OutOfMemory);
        QCOMPARE(codeOf(made(c10::OutOfMemoryError(here(), "CUDA out of memory."))), ErrorCode::OutOfMemory);
        // The GPU answers: it is not lost, whatever the words.
        QCOMPARE(codeOf(cuda(kInvalid, "CUDA error: invalid argument")), ErrorCode::Internal);
        QCOMPARE(codeOf(message("cuDNN error: CUDNN_STATUS_NOT_SUPPORTED")), ErrorCode::Unsupported);
        QCOMPARE(codeOf(message("a shape does not fit")), ErrorCode::Internal);
        TwoGpus::lost = true;
        QCOMPARE(codeOf(cuda(kLaunch, "CUDA error: unspecified launch failure")), ErrorCode::DeviceLost);
        // Not "choose another implementation"
        QCOMPARE(codeOf(message("cuDNN error: CUDNN_STATUS_EXECUTION_FAILED")), ErrorCode::DeviceLost);
        QCOMPARE(codeOf(message("CUDA error: CUBLAS_STATUS_EXECUTION_FAILED")), ErrorCode::DeviceLost);
        QCOMPARE(codeOf(cuda(kMemory, "CUDA error: out of memory")), ErrorCode::OutOfMemory);
        // A run on the processor asks no GPU.
        QCOMPARE(describeFailure(message("a shape does not fit"), &module_, -1).code, ErrorCode::Internal);
        QCOMPARE(describeFailure(made(std::runtime_error("x"))).code, ErrorCode::Internal);
    }

    // Each new stream would have a workspace of cuBLAS for good.
    void streamsAreTakenAgain() {
        int fresh = 0;
        StreamPool pool([&fresh](c10::Device device) { return c10::Stream(c10::Stream::UNSAFE, device, ++fresh); });
        const c10::Device first("cuda:0"), second("cuda:1");
        for (int run = 0; run < 5; ++run) {
            const c10::Stream stream = pool.take(first);
            QCOMPARE(stream.id(), c10::StreamId{1});
            pool.giveBack(stream);
        }
        const c10::Stream a = pool.take(first), b = pool.take(first), c = pool.take(second);
        QVERIFY(a != b && c.device() == second);
        QCOMPARE(fresh, 3);
    }

private:
    CudaModule module_;
};

QTEST_GUILESS_MAIN(TestDevices)
#include "tst_devices.moc"
