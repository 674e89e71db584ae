// SPDX-License-Identifier: GPL-3.0-or-later
// Products with packed matrices. Included once per instruction set (Highway's foreach_target), hence no ordinary guard.
#if defined(GATELAB_PACKED_PRODUCTS) == defined(HWY_TARGET_TOGGLE)
#ifdef GATELAB_PACKED_PRODUCTS
#undef GATELAB_PACKED_PRODUCTS
#else
#define GATELAB_PACKED_PRODUCTS
#endif

#include "compress/packed_kernels.h"
#include "kernels/native/simd_math_inl.h"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace gatelab::packed::HWY_NAMESPACE {
using namespace native::HWY_NAMESPACE;
namespace hn = hwy::HWY_NAMESPACE;

constexpr int kPanelVectors = static_cast<int>(std::max<std::int64_t>(1, kPanelRows / kLanes<float>));
/// Rows of the batch, or columns of a single row, whose sums are kept apart at once.
constexpr int kTogether = kPanelVectors >= 8 ? 1 : 8 / kPanelVectors;

/// The columns of one panel, as its weights have them.
struct PanelColumns {
    bool isEvery;
    const std::int32_t* kept;
    std::int64_t first, end;  ///< in the weights
    [[nodiscard]] HWY_INLINE std::int64_t column(std::int64_t at) const { return isEvery ? at - first : kept[at]; }
};
HWY_INLINE PanelColumns columnsOfPanel(const PackedMatrix& m, std::int64_t panel) {
    if (m.starts.empty()) return {true, nullptr, panel * m.columns, (panel + 1) * m.columns};
    const auto at = static_cast<std::size_t>(panel);
    return {false, m.kept.data(), m.starts[at], m.starts[at + 1]};
}

template <int N>
HWY_INLINE void addColumn(const float* weights, float x, V<float> (&sum)[N]) {
    const Tag<float> d;
    const V<float> factor = hn::Set(d, x);
    GATELAB_UNROLL
    for (int v = 0; v < N; ++v) sum[v] = hn::MulAdd(hn::LoadU(d, weights + v * kLanes<float>), factor, sum[v]);
}

/// One row of the batch: sums of several columns run beside each other, since each waits for the one before.
HWY_INLINE void panelOfOne(const PackedMatrix& m, const PanelColumns& columns, const float* x, float* y) {
    const Tag<float> d;
    V<float> sum[kTogether][kPanelVectors];
    for (auto& part : sum)
        for (auto& s : part) s = hn::Zero(d);
    std::int64_t at = columns.first;
    for (; at + kTogether <= columns.end; at += kTogether) {
        GATELAB_UNROLL
        for (int k = 0; k < kTogether; ++k)
            addColumn(m.values.data() + (at + k) * kPanelRows, x[columns.column(at + k)], sum[k]);
    }
    for (; at < columns.end; ++at) addColumn(m.values.data() + at * kPanelRows, x[columns.column(at)], sum[0]);
    for (int k = 1; k < kTogether; ++k)
        for (int v = 0; v < kPanelVectors; ++v) sum[0][v] = hn::Add(sum[0][v], sum[k][v]);
    for (int v = 0; v < kPanelVectors; ++v) hn::StoreU(sum[0][v], d, y + v * kLanes<float>);
}

template <int R>
HWY_INLINE void panelOfRows(const packed::ProductJob& job, const PanelColumns& columns, std::int64_t row, float* y) {
    const Tag<float> d;
    V<float> sum[R][kPanelVectors];
    for (auto& part : sum)
        for (auto& s : part) s = hn::Zero(d);
    const float* x = job.x + row * job.xRow;
    for (std::int64_t at = columns.first; at < columns.end; ++at) {
        const std::int64_t column = columns.column(at);
        V<float> line[kPanelVectors];
        GATELAB_UNROLL
        for (int v = 0; v < kPanelVectors; ++v)
            line[v] = hn::LoadU(d, job.matrix.values.data() + at * kPanelRows + v * kLanes<float>);
        GATELAB_UNROLL
        for (int r = 0; r < R; ++r) {
            const V<float> factor = hn::Set(d, x[r * job.xRow + column]);
            GATELAB_UNROLL
            for (int v = 0; v < kPanelVectors; ++v) sum[r][v] = hn::MulAdd(line[v], factor, sum[r][v]);
        }
    }
    for (int r = 0; r < R; ++r)
        for (int v = 0; v < kPanelVectors; ++v) hn::StoreU(sum[r][v], d, y + (row + r) * job.yRow + v * kLanes<float>);
}

void panelProduct(const packed::ProductJob& job) {
    std::int64_t row = 0;
    const std::int64_t panels = job.matrix.panels();
    if constexpr (kTogether > 1)
        for (; row + kTogether <= job.batch; row += kTogether)
            for (std::int64_t panel = 0; panel < panels; ++panel)
                panelOfRows<kTogether>(job, columnsOfPanel(job.matrix, panel), row, job.y + panel * kPanelRows);
    for (; row < job.batch; ++row)
        for (std::int64_t panel = 0; panel < panels; ++panel)
            panelOfOne(job.matrix, columnsOfPanel(job.matrix, panel), job.x + row * job.xRow,
                       job.y + row * job.yRow + panel * kPanelRows);
}

void quantiseRows(const packed::QuantiseJob& job) {
    const Tag<float> d;
    const hn::Rebind<std::int16_t, Tag<float>> words;
    constexpr std::int64_t L = kLanes<float>;
    for (std::int64_t row = 0; row < job.batch; ++row) {
        const float* x = job.x + row * job.xRow;
        std::int16_t* to = job.quantised + row * job.quantisedRow;
        V<float> most = hn::Zero(d);
        for (std::int64_t c = 0; c < job.columns; c += L)
            most = hn::Max(most, hn::Abs(loadFirst<float>(x + c, job.columns - c)));
        const float largest = hn::GetLane(hn::MaxOfLanes(d, most));
        job.scales[row] = largest / job.limit;
        const V<float> factor = hn::Set(d, largest > 0 ? job.limit / largest : 0.0F);
        for (std::int64_t c = 0; c < job.columns; c += L) {
            HWY_ALIGN std::int16_t part[L];
            hn::Store(hn::DemoteTo(words, hn::NearestInt(hn::Mul(loadFirst<float>(x + c, job.columns - c), factor))),
                      words, part);
            std::memcpy(to + c, part, static_cast<std::size_t>(std::min(L, job.columns - c)) * sizeof part[0]);
        }
    }
}

void sparseProduct(const packed::ProductJob& job) {
    const PackedMatrix& m = job.matrix;
    const Tag<float> d;
    const hn::RebindToSigned<Tag<float>> di;
    for (std::int64_t row = 0; row < job.batch; ++row) {
        const float* x = job.x + row * job.xRow;
        float* y = job.y + row * job.yRow;
        std::fill(y + m.rows, y + m.paddedRows(), 0.0F);
        for (std::int64_t r = 0; r < m.rows; ++r) {
            std::int64_t at = m.starts[static_cast<std::size_t>(r)];
            const std::int64_t end = m.starts[static_cast<std::size_t>(r) + 1];
            V<float> sum = hn::Zero(d);
            for (; at + kLanes<float> <= end; at += kLanes<float>)
                sum = hn::MulAdd(hn::LoadU(d, m.values.data() + at),
                                 hn::GatherIndex(d, x, hn::LoadU(di, m.kept.data() + at)), sum);
            float total = hn::GetLane(hn::SumOfLanes(d, sum));
            for (; at < end; ++at)
                total += m.values[static_cast<std::size_t>(at)] * x[m.kept[static_cast<std::size_t>(at)]];
            y[r] = total;
        }
    }
}

#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
// Pairs of columns by one instruction that multiplies 16 bits and adds neighbours, which Highway names only for x86.
using Words = hn::ScalableTag<std::int16_t>;
using Halves = hn::Rebind<std::int8_t, Words>;
using Sums = hn::Repartition<std::int32_t, Words>;
constexpr int kByteVectors = static_cast<int>(2 * kPanelRows / static_cast<std::int64_t>(hn::MaxLanes(Words())));

HWY_INLINE std::int32_t pairOf(const packed::ByteJob& job, const PanelColumns& columns, std::int64_t pair,
                               std::int64_t row) {
    const std::int16_t* x = job.quantised + row * job.quantisedRow;
    std::int16_t both[2];
    if (columns.isEvery) {
        std::memcpy(both, x + 2 * pair, sizeof both);
    } else {
        both[0] = x[columns.kept[columns.first + 2 * pair]];
        both[1] = x[columns.kept[columns.first + 2 * pair + 1]];
    }
    std::int32_t word;
    std::memcpy(&word, both, sizeof word);
    return word;
}

template <int R>
HWY_INLINE void bytePanel(const packed::ByteJob& job, const PanelColumns& columns, const std::int8_t* weights,
                          std::int64_t pairs, std::int64_t panel, std::int64_t row) {
    const Words words;
    const Sums integers;
    const Tag<float> d;
    hn::Vec<Sums> sum[R][kByteVectors], unused = hn::Zero(integers);
    for (auto& part : sum)
        for (auto& s : part) s = hn::Zero(integers);
    for (std::int64_t pair = 0; pair < pairs; ++pair) {
        hn::Vec<Words> line[kByteVectors];
        GATELAB_UNROLL
        for (int v = 0; v < kByteVectors; ++v)
            line[v] = hn::PromoteTo(words, hn::LoadU(Halves(), weights + 2 * kPanelRows * pair +
                                                                   v * static_cast<std::int64_t>(hn::MaxLanes(words))));
        GATELAB_UNROLL
        for (int r = 0; r < R; ++r) {
            const auto both = hn::BitCast(words, hn::Set(integers, pairOf(job, columns, pair, row + r)));
            GATELAB_UNROLL
            for (int v = 0; v < kByteVectors; ++v)
                sum[r][v] = hn::ReorderWidenMulAccumulate(integers, line[v], both, sum[r][v], unused);
        }
    }
    const PackedMatrix& m = job.product.matrix;
    for (int r = 0; r < R; ++r)
        for (int v = 0; v < kByteVectors; ++v) {
            const std::int64_t at = panel * kPanelRows + v * kLanes<float>;
            const V<float> scale = hn::Mul(hn::LoadU(d, m.scales.data() + at), hn::Set(d, job.scales[row + r]));
            hn::StoreU(hn::Mul(hn::ConvertTo(d, sum[r][v]), scale), d,
                       job.product.y + (row + r) * job.product.yRow + at);
        }
}
#else
// One after the other, in whole numbers all the same.
template <int R>
HWY_INLINE void bytePanel(const packed::ByteJob& job, const PanelColumns& columns, const std::int8_t* weights,
                          std::int64_t pairs, std::int64_t panel, std::int64_t row) {
    for (int r = 0; r < R; ++r) {
        const std::int16_t* x = job.quantised + (row + r) * job.quantisedRow;
        std::int32_t sum[kPanelRows] = {};
        for (std::int64_t at = 0; at < 2 * pairs; ++at) {
            const std::int32_t value = x[columns.isEvery ? at : columns.kept[columns.first + at]];
            const std::int8_t* line = weights + at / 2 * 2 * kPanelRows + at % 2;
            for (std::int64_t i = 0; i < kPanelRows; ++i) sum[i] += line[2 * i] * value;
        }
        const PackedMatrix& m = job.product.matrix;
        for (std::int64_t i = 0; i < kPanelRows; ++i)
            job.product.y[(row + r) * job.product.yRow + panel * kPanelRows + i] =
                static_cast<float>(sum[i]) * m.scales[static_cast<std::size_t>(panel * kPanelRows + i)] *
                job.scales[row + r];
    }
}
#endif

void byteProduct(const packed::ByteJob& job) {
    const PackedMatrix& m = job.product.matrix;
    const std::int64_t panels = m.panels(), batch = job.product.batch;
    const auto over = [&](auto count, std::int64_t row) {
        for (std::int64_t panel = 0; panel < panels; ++panel) {
            const PanelColumns columns = columnsOfPanel(m, panel);
            const std::int64_t pairs = columns.isEvery ? (m.columns + 1) / 2 : (columns.end - columns.first) / 2;
            const std::int64_t before = columns.isEvery ? panel * pairs : columns.first / 2;
            bytePanel<decltype(count)::value>(job, columns, m.bytes.data() + before * 2 * kPanelRows, pairs, panel,
                                              row);
        }
    };
    std::int64_t row = 0;
    if constexpr (kTogether > 1)
        for (; row + kTogether <= batch; row += kTogether) over(std::integral_constant<int, kTogether>(), row);
    for (; row < batch; ++row) over(std::integral_constant<int, 1>(), row);
}

}  // namespace gatelab::packed::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
