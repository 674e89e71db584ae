// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/cuda/backend.cpp.
#include "base/library_folder.h"
#include "device/cuda_module.h"
#include "kernels/masks.h"

#include <ATen/ATen.h>
#include <QRegularExpression>
#include <QtTest>

using gatelab::CudaModule;

/// libgatelab_cuda on a real GPU; skips with the module's own reason where there is none.
class TstGpuModule : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        // Before anything asks LibTorch about CUDA.
        const auto answer = gatelab::openCudaModule(gatelab::libraryFolder());
        if (answer.module == nullptr) QSKIP(answer.reason.english().c_str());
        cuda_ = answer.module;
        QVERIFY(at::hasCUDA());
        QVERIFY(cuda_->initialise().ok());
    }

    void versionsAreThoseOfTheBuild() {
        QCOMPARE(QString::fromStdString(cuda_->runtimeVersion), QStringLiteral("13.0"));
        QVERIFY(QString::fromStdString(cuda_->cudnnVersion).startsWith(QStringLiteral("9.")));
    }

    void everyDeviceIsDescribedAndProbed() {
        const auto devices = cuda_->devices();
        QVERIFY2(devices.ok(), devices.ok() ? "" : devices.error().message.c_str());
        QVERIFY(!devices->empty());
        static const QRegularExpression kUuid(QStringLiteral("^GPU-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"));
        for (const gatelab::CudaDevice& device : *devices) {
            QVERIFY2(device.unusable.empty(), device.unusable.c_str());
            QVERIFY(!device.name.empty());
            QVERIFY2(kUuid.match(QString::fromStdString(device.uuid)).hasMatch(), device.uuid.c_str());
            QVERIFY(device.totalBytes > 1e9);
            QCOMPARE(cuda_->probe(device.index), std::string());
            const auto free = cuda_->freeBytes(device.index);
            QVERIFY(free.ok() && *free > 0 && *free <= device.totalBytes);
        }
    }

    void allocatorFiguresFollowTensors() {
        constexpr double kBytes = 64.0 * 1024 * 1024;
        cuda_->releaseCachedMemory();
        const auto before = cuda_->allocatorFigures(0);
        {
            const at::Tensor tensor =
                at::zeros({static_cast<std::int64_t>(kBytes)}, at::TensorOptions().device(at::kCUDA).dtype(at::kByte));
            const auto held = cuda_->allocatorFigures(0);
            QVERIFY(held.allocated - before.allocated >= kBytes);
            QVERIFY(held.reserved >= held.allocated);
            QVERIFY(held.allocatedPeak >= held.allocated);
        }
        QCOMPARE(cuda_->allocatorFigures(0).allocated, before.allocated);
        cuda_->resetAllocatorPeaks(0);
        QCOMPARE(cuda_->allocatorFigures(0).allocatedPeak, before.allocated);
        cuda_->releaseCachedMemory();
        QCOMPARE(cuda_->allocatorFigures(0).reserved, before.reserved);
    }

    void masksHaveTheBitsOfTheProcessor() {
        using namespace gatelab;
        for (const at::ScalarType type : {at::kFloat, at::kDouble, at::kHalf, at::kBFloat16})
            for (const std::int64_t rows : {1, 37, 100000}) {
                const RandomPosition here{77, 123456, {}};
                RandomPosition there{77, 123000,
                                     at::scalar_tensor(456, at::TensorOptions(at::kLong).device(at::kCUDA))};
                there.draw = cuda_->drawMask;
                const at::Tensor mask = dropoutMask({rows, 3}, 0.3, there, 2, MaskSite::BetweenLayers,
                                                    at::TensorOptions(type).device(at::kCUDA));
                QVERIFY(mask.cpu().equal(
                    dropoutMask({rows, 3}, 0.3, here, 2, MaskSite::BetweenLayers, at::TensorOptions(type))));
            }
    }

    void synchroniseWaits() {
        const at::Tensor a = at::ones({512, 512}, at::TensorOptions().device(at::kCUDA));
        const at::Tensor product = at::matmul(a, a);
        const auto done = cuda_->synchronise(0);
        QVERIFY2(done.ok(), done.ok() ? "" : done.error().message.c_str());
        QCOMPARE(product.cpu().sum().item<double>(), 512.0 * 512.0 * 512.0);
    }

private:
    const CudaModule* cuda_ = nullptr;
};

QTEST_GUILESS_MAIN(TstGpuModule)
#include "tst_gpu_module.moc"
