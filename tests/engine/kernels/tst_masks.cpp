// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/rng.h"
#include "kernels/masks.h"
#include "support/step_counters.h"

#include <ATen/ATen.h>

#include <QtTest>

#include <cmath>

using namespace gatelab;

class TestMasks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sameNumbersAsTheGenerator();
    void deviceStepGivesTheSameNumbers();
    void dropsTheRightShare();
    void differByStepSeedLayerAndSite();
    void differByPiece();
    void edges();
    void aKernelDrawsTheSameBits_data();
    void aKernelDrawsTheSameBits();
    void aKernelReadsWhatAGraphReads();
    void aMaskIsOneCallOfLibTorch();
};

namespace {
const auto kDouble = at::TensorOptions(at::kDouble);

/// The kernel of the CUDA module (core/cuda/kernels/draw_mask.cu), one block after the other, last one first: no block
/// needs another.
template <class Bits>
void drawAll(const MaskJob& job) {
    const PhiloxStream stream = job.stream();
    const std::uint64_t threshold = job.thresholdNow();
    for (std::int64_t index = (job.count + 3) / 4 - 1; index >= 0; --index)
        drawMaskBlock<Bits>(job, stream, threshold, index);
}
void drawHere(int, const MaskJob& job) {
    if (job.bytes == 2)
        drawAll<std::uint16_t>(job);
    else if (job.bytes == 4)
        drawAll<std::uint32_t>(job);
    else
        drawAll<std::uint64_t>(job);
}
}  // namespace

void TestMasks::sameNumbersAsTheGenerator() {
    const RandomPosition position{0x1234567890abcdefull, 98765, {}};
    for (const std::int64_t count : {1, 3, 64, 65, 1001}) {
        const at::Tensor mask = randomMask({count}, 0.3, 2.0, position, 5, MaskSite::RecurrentReverse, kDouble);
        const Rng rng(position.seed, RandomPurpose::Dropout, position.step << 8 | (5 * 8 + 2));
        for (std::int64_t e = 0; e < count; ++e) {
            const bool dropped = rng.block(static_cast<std::uint64_t>(e / 4))[static_cast<std::size_t>(e % 4)] <
                                 std::nearbyint(0.3 * 0x1.0p32);
            QCOMPARE(mask[e].item<double>(), dropped ? 0.0 : 2.0);
        }
    }
}

void TestMasks::deviceStepGivesTheSameNumbers() {
    for (const MaskSite site : {MaskSite::BetweenLayers, MaskSite::ZoneoutCell}) {
        const RandomPosition host{77, 123456, {}}, device{77, 0, at::scalar_tensor(123456, at::kLong)};
        const at::Tensor a = dropoutMask({7, 5, 3}, 0.25, host, 2, site, kDouble),
                         b = dropoutMask({7, 5, 3}, 0.25, device, 2, site, kDouble);
        QVERIFY(a.equal(b));
        QVERIFY(a.to(at::kFloat).equal(dropoutMask({7, 5, 3}, 0.25, host, 2, site, at::TensorOptions(at::kFloat))));
    }
}

void TestMasks::dropsTheRightShare() {
    constexpr std::int64_t kCount = 400000;
    for (const double p : {0.1, 0.5, 0.9}) {
        const at::Tensor mask = dropoutMask({kCount}, p, {1, 1, {}}, 0, MaskSite::BetweenLayers, kDouble);
        const double share = mask.eq(0).to(at::kDouble).mean().item<double>(),
                     deviation = std::sqrt(p * (1 - p) / kCount);
        QVERIFY(std::abs(share - p) < 5 * deviation);
        QVERIFY(std::abs(mask.mean().item<double>() - 1) < 5 * deviation / (1 - p));
    }
}

// Two masks are independent: they agree as often as chance says.
void TestMasks::differByStepSeedLayerAndSite() {
    const auto draw = [](std::uint64_t seed, std::uint64_t step, int layer, MaskSite site) {
        return randomMask({40000}, 0.5, 1, {seed, step, {}}, layer, site, kDouble);
    };
    const at::Tensor base = draw(1, 1, 0, MaskSite::BetweenLayers);
    QVERIFY(base.equal(draw(1, 1, 0, MaskSite::BetweenLayers)));
    for (const at::Tensor& other :
         {draw(2, 1, 0, MaskSite::BetweenLayers), draw(1, 2, 0, MaskSite::BetweenLayers),
          draw(1, 1, 1, MaskSite::BetweenLayers), draw(1, 1, 0, MaskSite::RecurrentForward),
          draw(1, 1, 0, MaskSite::ZoneoutHidden), draw(1, std::uint64_t{1} << 40, 0, MaskSite::BetweenLayers)}) {
        const double agree = base.eq(other).to(at::kDouble).mean().item<double>();
        QVERIFY(std::abs(agree - 0.5) < 0.02);
    }
}

// Pieces of a sequence have masks of their own, except for what is dropped all along it.
void TestMasks::differByPiece() {
    const auto draw = [](std::uint64_t piece, MaskSite site, bool onDevice) {
        RandomPosition position{1, 77, {}};
        if (onDevice) position = {1, 0, at::scalar_tensor(77, at::kLong)};
        position.piece = piece;
        return randomMask({200, 200}, 0.5, 1, position, 1, site, kDouble);
    };
    for (const MaskSite site : {MaskSite::BetweenLayers, MaskSite::ZoneoutHidden, MaskSite::ZoneoutCell}) {
        QVERIFY(draw(2, site, false).equal(draw(2, site, true)));
        for (const std::uint64_t other : {0, 1, 9999})
            QVERIFY(std::abs(draw(2, site, false).eq(draw(other, site, false)).to(at::kDouble).mean().item<double>() -
                             0.5) < 0.02);
    }
    QVERIFY(draw(2, MaskSite::RecurrentForward, false).equal(draw(0, MaskSite::RecurrentForward, false)));
    RandomPosition part{1, 77, {}};
    part.piece = 2;
    part.firstRow = 50;
    part.allRows = 200;
    QVERIFY(randomMask({100, 200}, 0.5, 1, part, 1, MaskSite::BetweenLayers, kDouble)
                .equal(draw(2, MaskSite::BetweenLayers, false).narrow(0, 50, 100)));
}

void TestMasks::edges() {
    QCOMPARE(randomMask({0, 3}, 0.5, 1, {1, 1, {}}, 0, MaskSite::BetweenLayers, kDouble).numel(), std::int64_t{0});
    QCOMPARE(randomMask({50}, 0.0, 1, {1, 1, {}}, 0, MaskSite::BetweenLayers, kDouble).sum().item<double>(), 50.0);
    const at::Tensor half =
        dropoutMask({64}, 0.5, {1, 1, {}}, 0, MaskSite::BetweenLayers, at::TensorOptions(at::kBFloat16));
    QCOMPARE(half.scalar_type(), at::kBFloat16);
}

void TestMasks::aKernelDrawsTheSameBits_data() {
    QTest::addColumn<int>("type");
    QTest::newRow("fp64") << static_cast<int>(at::kDouble);
    QTest::newRow("fp32") << static_cast<int>(at::kFloat);
    QTest::newRow("fp16") << static_cast<int>(at::kHalf);
    QTest::newRow("bf16") << static_cast<int>(at::kBFloat16);
}

void TestMasks::aKernelDrawsTheSameBits() {
    QFETCH(int, type);
    const at::TensorOptions options(static_cast<at::ScalarType>(type));
    RandomPosition position{0x1234567890abcdefull, (std::uint64_t{1} << 35) + 12345, {}};
    RandomPosition kernel = position;
    kernel.draw = drawHere;
    for (const MaskSite site :
         {MaskSite::BetweenLayers, MaskSite::RecurrentReverse, MaskSite::ZoneoutCell, MaskSite::Teacher})
        for (const std::uint64_t piece : {0, 7})
            for (const std::int64_t rows : {1, 2, 37, 500}) {
                position.piece = kernel.piece = piece;
                const at::Tensor own = dropoutMask({rows, 3}, 0.3, position, 2, site, options),
                                 drawn = dropoutMask({rows, 3}, 0.3, kernel, 2, site, options);
                QVERIFY2(own.equal(drawn),
                         qPrintable(QStringLiteral("site %1, %2 rows").arg(static_cast<int>(site)).arg(rows)));
                QVERIFY(rows < 37 || (drawn.ne(0).any().item<bool>() && drawn.eq(0).any().item<bool>()));
            }
    kernel.firstRow = position.firstRow = 3;
    kernel.allRows = position.allRows = 40;
    QVERIFY(dropoutMask({5, 3}, 0.3, position, 2, MaskSite::BetweenLayers, options)
                .equal(dropoutMask({5, 3}, 0.3, kernel, 2, MaskSite::BetweenLayers, options)));
}

// A graph reads the step and the share of taught windows when it is launched, not when it was recorded.
void TestMasks::aKernelReadsWhatAGraphReads() {
    const at::Tensor first = at::scalar_tensor(1000, at::kLong), threshold = at::scalar_tensor(0, at::kLong);
    RandomPosition recorded{9, 3, first};
    recorded.draw = drawHere;
    const auto replay = [&] { return dropoutMask({64, 8}, 0.5, recorded, 1, MaskSite::BetweenLayers, kDouble); };
    for (const std::int64_t start : {1000, 1008, 77}) {
        first.fill_(start);
        QVERIFY(replay().equal(dropoutMask({64, 8}, 0.5, {9, static_cast<std::uint64_t>(start) + 3, {}}, 1,
                                           MaskSite::BetweenLayers, kDouble)));
    }
    recorded.deviceThreshold = threshold;
    const auto taught = [&] {
        return randomMask({64, 8}, 0.5, 1, recorded, 0, MaskSite::Teacher, kDouble).sum().item<double>();
    };
    QCOMPARE(taught(), 512.0);
    threshold.fill_(std::int64_t{1} << 32);  // not one word is as high
    QCOMPARE(taught(), 0.0);
    threshold.fill_(std::int64_t{maskThreshold(0.25)});
    QVERIFY(randomMask({64, 8}, 0.5, 1, recorded, 0, MaskSite::Teacher, kDouble)
                .equal(randomMask({64, 8}, 0.25, 1, {9, 80, {}}, 0, MaskSite::Teacher, kDouble)));
}

// Drawn by operations on tensors it was 279.
void TestMasks::aMaskIsOneCallOfLibTorch() {
    RandomPosition position{9, 3, at::scalar_tensor(1000, at::kLong)};
    position.draw = drawHere;
    for (const MaskSite site : {MaskSite::BetweenLayers, MaskSite::ZoneoutHidden}) {
        position.piece = 2;
        const testing::CallCounter calls;
        (void)dropoutMask({16, 8, 4}, 0.5, position, 1, site, at::TensorOptions(at::kFloat));
        QCOMPARE(calls.count(), std::int64_t{1});
    }
}

QTEST_APPLESS_MAIN(TestMasks)
#include "tst_masks.moc"
