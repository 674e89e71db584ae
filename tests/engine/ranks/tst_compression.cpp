// SPDX-License-Identifier: GPL-3.0-or-later
// What ranks send of their gradients, beside references in double precision that are written otherwise.
#include "config/choices.h"
#include "ranks/compression.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>

#include <QtTest>

#include <bit>
#include <cmath>
#include <random>
#include <vector>

using namespace gatelab;

namespace {

constexpr std::int64_t kBlocks = 3;

at::Tensor drawn(std::int64_t count, std::uint64_t seed) {
    return at::randn({count}, at::make_generator<at::CPUGeneratorImpl>(seed), at::TensorOptions(at::kDouble));
}

/// One exchange of these blocks' gradients, each [length]; the sum.
template <class T>
at::Tensor exchanged(BlockCompression<T>& by, const std::vector<at::Tensor>& gradients) {
    std::vector<std::vector<std::byte>> messages(gradients.size());
    for (std::size_t block = 0; block < gradients.size(); ++block) {
        const std::span<T> numbers = by.begin(static_cast<std::int64_t>(block));
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] += static_cast<T>(gradients[block].const_data_ptr<double>()[i]);
    }
    std::vector<T> sum(static_cast<std::size_t>(gradients[0].numel()));
    for (int round = 0; round < by.rounds(); ++round) {
        std::vector<const std::byte*> all;
        for (std::size_t block = 0; block < gradients.size(); ++block) {
            messages[block].resize(by.bytes(round));
            by.write(round, static_cast<std::int64_t>(block), messages[block].data());
            all.push_back(messages[block].data());
        }
        by.add(round, all, sum);
    }
    const auto blocks = static_cast<std::int64_t>(gradients.size());
    by.putOff(0, blocks, sum, blocks);
    at::Tensor result = at::empty({gradients[0].numel()}, at::kDouble);
    for (std::int64_t i = 0; i < result.numel(); ++i)
        result.data_ptr<double>()[i] = static_cast<double>(sum[static_cast<std::size_t>(i)]);
    return result;
}

at::Tensor putOff(const CompressionMemory& memory, std::int64_t block) {
    at::Tensor result = at::empty({static_cast<std::int64_t>(memory.blockBytes() / sizeof(double))}, at::kDouble);
    memory.copyBlock(block, reinterpret_cast<std::byte*>(result.data_ptr<double>()));
    return result;
}

double gap(const at::Tensor& a, const at::Tensor& b) {
    return (a - b).abs().max().item<double>() / std::max(1e-300, b.abs().max().item<double>());
}

std::vector<at::Tensor> gradientsOf(std::int64_t length, int exchange) {
    std::vector<at::Tensor> gradients;
    for (std::int64_t block = 0; block < kBlocks; ++block)
        gradients.push_back(drawn(length, static_cast<std::uint64_t>(10 * exchange + block)));
    return gradients;
}

/// The nearest of the numbers with 8 bits, of two that are as near the even one.
float nearestBfloat16(double value) {
    const std::uint16_t low =
        static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(static_cast<float>(std::abs(value))) >> 16);
    double best = INFINITY;
    std::uint16_t chosen = 0;
    for (int step = -1; step <= 2; ++step) {
        const int bits = low + step;
        if (bits < 0) continue;
        const double off =
            std::abs(static_cast<double>(fromBfloat16(static_cast<std::uint16_t>(bits))) - std::abs(value));
        if (off < best || (off == best && bits % 2 == 0)) best = off, chosen = static_cast<std::uint16_t>(bits);
    }
    return std::copysign(fromBfloat16(chosen), static_cast<float>(value));
}

}  // namespace

class TestCompression : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theTableHasTheChoices() {
        QCOMPARE(gradientExchanges().size(), gradientExchangeChoices().size());
        for (const Choice& choice : gradientExchangeChoices()) QVERIFY2(findGradientExchange(choice.key), choice.key);
        QVERIFY(findGradientExchange("none")->make<float>({}) == nullptr);
    }

    void numbersOf16BitsAreTheNearest() {
        std::mt19937_64 random(5);
        for (int i = 0; i < 200'000; ++i) {
            const auto bits = static_cast<std::uint32_t>(random());
            const auto number = std::bit_cast<float>(bits);
            const auto expected = static_cast<float>(at::BFloat16(number));
            const float is = fromBfloat16(toBfloat16(number));
            QVERIFY2(std::isnan(number) ? std::isnan(is) : is == expected, std::to_string(number).c_str());
        }
        for (int i = 0; i < 200'000; ++i) {
            double number =
                std::ldexp(1 + static_cast<double>(random() >> 12) * 0x1p-52, static_cast<int>(random() % 180) - 90);
            if (i % 4 == 0)  // just beside the middle of two: a float would see the middle itself
                number = static_cast<double>(std::bit_cast<float>(
                             (std::bit_cast<std::uint32_t>(static_cast<float>(number)) & 0xFFFF0000u) | 0x8000u)) *
                         (1 + (i % 8 == 0 ? 0x1p-40 : -0x1p-40));
            if (i % 3 == 0) number = -number;
            QCOMPARE(fromBfloat16(toBfloat16(number)), nearestBfloat16(number));
        }
        for (const double number : {0.0, -0.0, static_cast<double>(INFINITY), -static_cast<double>(INFINITY), 1e300})
            QCOMPARE(static_cast<double>(fromBfloat16(toBfloat16(number))), number > 1e299 ? INFINITY : number);
        QVERIFY(std::isnan(fromBfloat16(toBfloat16(std::nan("")))));
    }

    void topKIsWithErrorFeedback() {
        constexpr std::int64_t kLength = 500, kKept = 25;
        const auto by = findGradientExchange("top-k")->make<double>({.length = kLength, .matrices = {}, .share = 0.05});
        QCOMPARE(by->rounds(), 1);
        QCOMPARE(by->bytes(0), std::size_t{kKept * (4 + 8)});
        std::vector<at::Tensor> memory(kBlocks, at::zeros({kLength}, at::kDouble));
        for (int exchange = 0; exchange < 6; ++exchange) {
            const auto gradients = gradientsOf(kLength, exchange);
            at::Tensor expected = at::zeros({kLength}, at::kDouble);
            for (std::size_t block = 0; block < kBlocks; ++block) {
                const at::Tensor all = memory[block] + gradients[block];
                const at::Tensor places = std::get<1>(all.abs().topk(kKept));
                const at::Tensor sent = at::zeros_like(all).index_put({places}, all.index({places}));
                memory[block] = all - sent;
                expected += sent;
            }
            QVERIFY(at::equal(exchanged(*by, gradients), expected));
            for (std::int64_t block = 0; block < kBlocks; ++block)
                QVERIFY(at::equal(putOff(*by, block), memory[static_cast<std::size_t>(block)]));
        }
    }

    void ofEqualNumbersTheFirstAreSentAndNoneIsLost() {
        const auto by = findGradientExchange("top-k")->make<float>({.length = 8, .matrices = {}, .share = 0.25});
        const at::Tensor ones = at::ones({8}, at::kDouble);
        at::Tensor total = at::zeros({8}, at::kDouble);
        for (int exchange = 0; exchange < 2; ++exchange) total += exchanged(*by, {exchange == 0 ? ones : ones * 0});
        QVERIFY(at::equal(total, at::tensor({1., 1., 1., 1., 0., 0., 0., 0.}, at::kDouble)));
        const at::Tensor bad = at::tensor({0., 0., 0., NAN, 0., 0., 0., 5.}, at::kDouble);
        QVERIFY(exchanged(*by, {bad}).isnan().any().item<bool>());  // so that the step is refused
    }

    void powerSgdIsTheProjectionOfThePaper_data() {
        QTest::addColumn<int>("rank");
        for (const int rank : {1, 2, 4}) QTest::newRow(std::to_string(rank).c_str()) << rank;
    }
    void powerSgdIsTheProjectionOfThePaper() {
        QFETCH(int, rank);
        constexpr std::int64_t kRows = 24, kColumns = 11, kBias = 7, kLength = kRows * kColumns + kBias;
        const auto by =
            findGradientExchange("powersgd")
                ->make<double>({.length = kLength, .matrices = {{kBias, kRows, kColumns}}, .rank = rank, .seed = 4});
        QCOMPARE(by->rounds(), 2);
        QCOMPARE(by->bytes(0), static_cast<std::size_t>(kRows * rank + kBias) * 8);
        QCOMPARE(by->bytes(1), static_cast<std::size_t>(kColumns * rank) * 8);
        const auto matrixOf = [&](const at::Tensor& all) {
            return all.narrow(0, kBias, kRows * kColumns).view({kRows, kColumns});
        };
        at::Tensor start =
            at::from_blob(const_cast<std::byte*>(by->shared().data()), {kColumns, rank}, at::kDouble).clone();
        std::vector<at::Tensor> memory(kBlocks, at::zeros({kLength}, at::kDouble));
        for (int exchange = 0; exchange < 5; ++exchange) {
            const auto gradients = gradientsOf(kLength, exchange);
            at::Tensor all = at::zeros({kLength}, at::kDouble);
            for (std::size_t block = 0; block < kBlocks; ++block) all += memory[block] + gradients[block];
            const at::Tensor matrix = matrixOf(all);
            // Any basis of the columns of M Q gives the same product.
            const at::Tensor basis = std::get<0>(at::linalg_qr(matrix.mm(start)));
            start = matrix.t().mm(basis);
            at::Tensor expected = all.clone();
            matrixOf(expected).copy_(basis.mm(start.t()));
            const at::Tensor sum = exchanged(*by, gradients);
            QVERIFY2(gap(sum, expected) < 1e-12, std::to_string(gap(sum, expected)).c_str());
            for (std::size_t block = 0; block < kBlocks; ++block) {
                at::Tensor left = memory[block] + gradients[block];
                matrixOf(left) -= matrixOf(expected) / kBlocks;
                left.narrow(0, 0, kBias).zero_();
                memory[block] = left;
                const at::Tensor is = putOff(*by, static_cast<std::int64_t>(block));
                QVERIFY2(gap(is, left) < 1e-11, std::to_string(gap(is, left)).c_str());
            }
        }
    }

    void aMatrixOfThatRankTravelsWhole() {
        const at::Tensor matrix = drawn(20 * 2, 1).view({20, 2}).mm(drawn(2 * 15, 2).view({2, 15}));
        for (const std::int64_t rank : {2, 4}) {  // with 4 two columns come to nothing
            const auto by = findGradientExchange("powersgd")
                                ->make<double>({.length = 300, .matrices = {{0, 20, 15}}, .rank = rank});
            for (int exchange = 0; exchange < 3; ++exchange)
                QVERIFY(gap(exchanged(*by, {matrix.reshape({300})}), matrix.reshape({300})) < 1e-12);
            // Nothing to send, and then something again.
            QVERIFY(exchanged(*by, {at::zeros({300}, at::kDouble)}).abs().max().item<double>() < 1e-12);
            at::Tensor total = at::zeros({300}, at::kDouble);
            for (int exchange = 0; exchange < 4; ++exchange)
                total += exchanged(*by, {exchange == 0 ? matrix.reshape({300}) : at::zeros({300}, at::kDouble)});
            QVERIFY(gap(total, matrix.reshape({300})) < 1e-9);
        }
    }

    void whatIsPutOffIsRestored() {
        for (const char* key : {"powersgd", "top-k"}) {
            const CompressionPlan plan{.length = 120, .matrices = {{0, 10, 12}}, .rank = 1, .share = 0.1, .seed = 1};
            const auto by = findGradientExchange(key)->make<double>(plan);
            const auto other = findGradientExchange(key)->make<double>(plan);
            exchanged(*by, gradientsOf(120, 0));
            std::vector<std::byte> blocks(kBlocks * by->blockBytes());
            for (std::int64_t block = 0; block < kBlocks; ++block)
                by->copyBlock(block, blocks.data() + static_cast<std::size_t>(block) * by->blockBytes());
            QVERIFY(other->restore(blocks, by->shared()));
            QVERIFY(at::equal(exchanged(*other, gradientsOf(120, 1)), exchanged(*by, gradientsOf(120, 1))));
            const at::Tensor begun = exchanged(*by, gradientsOf(120, 2));
            by->reset();
            QVERIFY(at::equal(putOff(*by, 1), at::zeros({120}, at::kDouble)));
            QVERIFY(!at::equal(exchanged(*by, gradientsOf(120, 2)), begun));
            QVERIFY(!by->restore(std::span(blocks).first(blocks.size() - 1), by->shared()));
        }
    }
};

QTEST_APPLESS_MAIN(TestCompression)
#include "tst_compression.moc"
