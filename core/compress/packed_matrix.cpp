// SPDX-License-Identifier: GPL-3.0-or-later
#include "compress/packed_matrix.h"

#include "compress/packed_kernels.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace gatelab {
namespace {

constexpr auto kRows = static_cast<std::size_t>(kPanelRows);
constexpr float kByteLimit = 127;
constexpr std::int64_t kMaxInteger = 8191;  ///< of a quantised input

bool hasBytes(PackKind kind) { return kind == PackKind::Int8 || kind == PackKind::BlocksInt8; }

/// Where the weights are, with zeros behind the last row.
struct Weights {
    std::int64_t rows, columns;
    std::span<const float> values;
    [[nodiscard]] float at(std::int64_t row, std::int64_t column) const {
        return row < rows ? values[static_cast<std::size_t>(row * columns + column)] : 0;
    }
};

/// The columns of a panel that are not zero alone.
std::vector<std::int32_t> columnsOf(const Weights& weights, std::int64_t panel) {
    std::vector<std::int32_t> kept;
    for (std::int64_t c = 0; c < weights.columns; ++c)
        for (std::int64_t r = 0; r < kPanelRows; ++r)
            if (weights.at(panel * kPanelRows + r, c) != 0) {
                kept.push_back(static_cast<std::int32_t>(c));
                break;
            }
    return kept;
}

std::vector<std::int32_t> allColumns(std::int64_t count) {
    std::vector<std::int32_t> all(static_cast<std::size_t>(count));
    for (std::size_t c = 0; c < all.size(); ++c) all[c] = static_cast<std::int32_t>(c);
    return all;
}

void addScales(const Weights& weights, std::int64_t panel, PackedMatrix& packed) {
    for (std::int64_t r = 0; r < kPanelRows; ++r) {
        float largest = 0;
        for (std::int64_t c = 0; c < weights.columns; ++c)
            largest = std::max(largest, std::abs(weights.at(panel * kPanelRows + r, c)));
        packed.scales.push_back(largest > 0 ? largest / kByteLimit : 1.0F);
    }
}

/// Bytes of these columns, two of them side by side for each row.
void addBytes(const Weights& weights, std::int64_t panel, const std::vector<std::int32_t>& columns,
              PackedMatrix& packed) {
    for (std::size_t pair = 0; pair < columns.size(); pair += 2)
        for (std::int64_t r = 0; r < kPanelRows; ++r)
            for (std::size_t k = 0; k < 2; ++k) {
                const float weight =
                    pair + k < columns.size() ? weights.at(panel * kPanelRows + r, columns[pair + k]) : 0;
                const float scale = packed.scales[static_cast<std::size_t>(panel * kPanelRows + r)];
                packed.bytes.push_back(
                    static_cast<std::int8_t>(std::clamp(std::round(weight / scale), -kByteLimit, kByteLimit)));
            }
}

void addPanel(const Weights& weights, std::int64_t panel, PackedMatrix& packed) {
    const bool leavesOut = packed.kind == PackKind::Blocks || packed.kind == PackKind::BlocksInt8;
    std::vector<std::int32_t> columns = leavesOut ? columnsOf(weights, panel) : allColumns(weights.columns);
    if (hasBytes(packed.kind)) {
        addScales(weights, panel, packed);
        addBytes(weights, panel, columns, packed);
        if (columns.size() % 2 == 1) columns.push_back(columns.back());
    } else {
        for (const std::int32_t c : columns)
            for (std::int64_t r = 0; r < kPanelRows; ++r)
                packed.values.push_back(weights.at(panel * kPanelRows + r, c));
    }
    if (!leavesOut) return;
    packed.kept.insert(packed.kept.end(), columns.begin(), columns.end());
    packed.starts.push_back(static_cast<std::int32_t>(packed.kept.size()));
}

PackedMatrix packSparse(const Weights& weights) {
    PackedMatrix packed{.kind = PackKind::Sparse, .rows = weights.rows, .columns = weights.columns, .starts = {0}};
    for (std::int64_t r = 0; r < weights.rows; ++r) {
        for (std::int64_t c = 0; c < weights.columns; ++c)
            if (const float weight = weights.at(r, c); weight != 0) {
                packed.values.push_back(weight);
                packed.kept.push_back(static_cast<std::int32_t>(c));
            }
        packed.starts.push_back(static_cast<std::int32_t>(packed.kept.size()));
    }
    return packed;
}

/// Columns that stand in a panel, in the order of its weights.
std::vector<std::int32_t> columnsOf(const PackedMatrix& matrix, std::size_t panel) {
    if (matrix.starts.empty()) return allColumns(matrix.columns);
    return {matrix.kept.begin() + matrix.starts[panel], matrix.kept.begin() + matrix.starts[panel + 1]};
}

std::vector<float> unpackedFactors(const PackedMatrix& matrix) {
    const std::vector<float> right = unpacked(matrix.factors[0]), left = unpacked(matrix.factors[1]);
    const std::int64_t rank = matrix.factors[0].rows;
    std::vector<float> whole(static_cast<std::size_t>(matrix.rows * matrix.columns));
    for (std::int64_t r = 0; r < matrix.rows; ++r)
        for (std::int64_t c = 0; c < matrix.columns; ++c) {
            double sum = 0;
            for (std::int64_t k = 0; k < rank; ++k)
                sum += double(left[static_cast<std::size_t>(r * rank + k)]) *
                       right[static_cast<std::size_t>(k * matrix.columns + c)];
            whole[static_cast<std::size_t>(r * matrix.columns + c)] = static_cast<float>(sum);
        }
    return whole;
}

void quantise(std::int64_t batch, std::int64_t columns, const float* x, std::int64_t xRow, PackedScratch& scratch) {
    const std::int64_t row = (columns + 1) / 2 * 2;
    const auto limit =
        static_cast<float>(std::min(kMaxInteger, (std::int64_t{1} << 31) / (128 * std::max<std::int64_t>(row, 1)) - 1));
    scratch.quantised.assign(static_cast<std::size_t>(batch * row), 0);
    scratch.scales.resize(static_cast<std::size_t>(batch));
    packed::kernels().quantise({batch, columns, x, xRow, limit, scratch.quantised.data(), row, scratch.scales.data()});
}

}  // namespace

std::int64_t PackedMatrix::byteCount() const {
    std::int64_t count = std::ssize(values) * 4 + std::ssize(bytes) + 4 * (std::ssize(starts) + std::ssize(kept)) +
                         (hasBytes(kind) ? 4 * rows : 0);
    for (const PackedMatrix& factor : factors) count += factor.byteCount();
    return count;
}

PackedMatrix packMatrix(PackKind kind, std::int64_t rows, std::int64_t columns, std::span<const float> weights) {
    const Weights from{rows, columns, weights};
    if (kind == PackKind::Sparse) return packSparse(from);
    PackedMatrix packed{.kind = kind, .rows = rows, .columns = columns};
    if (kind == PackKind::Blocks || kind == PackKind::BlocksInt8) packed.starts.push_back(0);
    for (std::int64_t panel = 0; panel < packed.panels(); ++panel) addPanel(from, panel, packed);
    return packed;
}

PackedMatrix packFactors(std::int64_t rows, std::int64_t columns, std::int64_t rank, std::span<const float> left,
                         std::span<const float> right) {
    PackedMatrix packed{.kind = PackKind::LowRank, .rows = rows, .columns = columns};
    packed.factors.push_back(packMatrix(PackKind::Dense, rank, columns, right));
    packed.factors.push_back(packMatrix(PackKind::Dense, rows, rank, left));
    return packed;
}

std::vector<float> unpacked(const PackedMatrix& matrix) {
    if (matrix.kind == PackKind::LowRank) return unpackedFactors(matrix);
    std::vector<float> whole(static_cast<std::size_t>(matrix.rows * matrix.columns), 0.0F);
    if (matrix.kind == PackKind::Sparse) {
        for (std::size_t r = 0; r + 1 < matrix.starts.size(); ++r)
            for (auto i = static_cast<std::size_t>(matrix.starts[r]);
                 i < static_cast<std::size_t>(matrix.starts[r + 1]); ++i)
                whole[r * static_cast<std::size_t>(matrix.columns) + static_cast<std::size_t>(matrix.kept[i])] =
                    matrix.values[i];
        return whole;
    }
    std::size_t at = 0;
    for (std::size_t panel = 0; panel < static_cast<std::size_t>(matrix.panels()); ++panel) {
        const std::vector<std::int32_t> columns = columnsOf(matrix, panel);
        const std::size_t step = hasBytes(matrix.kind) ? 2 : 1;
        for (std::size_t j = 0; j < columns.size(); j += step)
            for (std::size_t r = 0; r < kRows; ++r)
                for (std::size_t k = 0; k < step; ++k, ++at) {
                    const std::size_t row = panel * kRows + r;
                    // What stands beside an odd column is a zero and belongs to none
                    if (row >= static_cast<std::size_t>(matrix.rows) || j + k >= columns.size()) continue;
                    if (k == 1 && columns[j] == columns[j + 1]) continue;
                    whole[row * static_cast<std::size_t>(matrix.columns) + static_cast<std::size_t>(columns[j + k])] =
                        hasBytes(matrix.kind) ? matrix.scales[row] * static_cast<float>(matrix.bytes[at])
                                              : matrix.values[at];
                }
    }
    return whole;
}

void multiply(const PackedMatrix& matrix, std::int64_t batch, const float* x, std::int64_t xRow, float* y,
              std::int64_t yRow, PackedScratch& scratch) {
    const packed::ProductJob job{matrix, batch, x, xRow, y, yRow};
    if (matrix.kind == PackKind::LowRank) {
        const std::int64_t width = matrix.factors[0].paddedRows();
        scratch.between.resize(static_cast<std::size_t>(batch * width));
        packed::kernels().panels({matrix.factors[0], batch, x, xRow, scratch.between.data(), width});
        packed::kernels().panels({matrix.factors[1], batch, scratch.between.data(), width, y, yRow});
    } else if (matrix.kind == PackKind::Sparse) {
        packed::kernels().sparse(job);
    } else if (hasBytes(matrix.kind)) {
        quantise(batch, matrix.columns, x, xRow, scratch);
        packed::kernels().bytes({job, scratch.quantised.data(), (matrix.columns + 1) / 2 * 2, scratch.scales.data()});
    } else {
        packed::kernels().panels(job);
    }
}

}  // namespace gatelab
