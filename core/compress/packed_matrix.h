// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace gatelab {

/// How the matrix of a recurrent product is kept.
enum class PackKind : std::uint8_t {
    Dense,       ///< float32, nothing left out
    Int8,        ///< a signed byte per weight, one scale per row: w = scale * q, |q| <= 127
    Blocks,      ///< float32, blocks of kPanelRows rows x 1 column; those that hold zeros alone are left out
    BlocksInt8,  ///< the same in bytes
    Sparse,      ///< compressed rows (CSR) of the weights that are not zero
    LowRank,     ///< two dense factors
};

inline constexpr std::int64_t kPanelRows = 16;  ///< of a panel and of a block

/// A matrix [rows, columns], packed for multiplying by it. A value; const once it is packed, any thread.
struct PackedMatrix {
    PackKind kind = PackKind::Dense;
    std::int64_t rows = 0, columns = 0;
    /// Dense: [panel][column][16]; Blocks: [kept column][16]; Sparse: [kept weight]
    std::vector<float> values = {};
    /// Int8: [panel][pair of columns][16][2]; BlocksInt8: [pair of kept columns][16][2]; an odd one is beside zeros
    std::vector<std::int8_t> bytes = {};
    std::vector<float> scales = {};  ///< [panels * 16]
    /// Where each panel (Sparse: row) begins in `kept`, and the end; empty: every column is kept
    std::vector<std::int32_t> starts = {};
    std::vector<std::int32_t> kept = {};     ///< columns; of pairs an odd one repeats the last
    std::vector<PackedMatrix> factors = {};  ///< LowRank: [rank, columns], [rows, rank]

    [[nodiscard]] std::int64_t panels() const { return (rows + kPanelRows - 1) / kPanelRows; }
    [[nodiscard]] std::int64_t paddedRows() const { return panels() * kPanelRows; }
    /// Of what a file must hold: weights, scales and indices.
    [[nodiscard]] std::int64_t byteCount() const;
};

/// `weights`: row-major [rows, columns]. Not for LowRank, whose factors are packed by packFactors.
PackedMatrix packMatrix(PackKind kind, std::int64_t rows, std::int64_t columns, std::span<const float> weights);
/// left [rows, rank] times right [rank, columns].
PackedMatrix packFactors(std::int64_t rows, std::int64_t columns, std::int64_t rank, std::span<const float> left,
                         std::span<const float> right);
/// What it stands for, row-major: of bytes scale * q.
std::vector<float> unpacked(const PackedMatrix& matrix);

/// Memory that products use on the way; of one thread.
struct PackedScratch {
    std::vector<std::int16_t> quantised;
    std::vector<float> scales, between;
};
/// y[b][r] = sum over c of matrix[r][c] * x[b][c] for every row b of the batch, in vector code of this processor. x has
/// rows of xRow numbers, y rows of yRow >= paddedRows(); those behind `rows` become 0. With bytes x is rounded to 14
/// bits of its row's largest number.
void multiply(const PackedMatrix& matrix, std::int64_t batch, const float* x, std::int64_t xRow, float* y,
              std::int64_t yRow, PackedScratch& scratch);

}  // namespace gatelab
