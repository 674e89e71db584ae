// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace gatelab {

/// A matrix among the numbers that are exchanged, row by row from `first` on.
struct MatrixPlace {
    std::int64_t first = 0, rows = 0, columns = 0;
};

/// What a compression is made for.
struct CompressionPlan {
    std::int64_t length = 0;  ///< numbers of a gradient
    std::vector<MatrixPlace> matrices;
    std::int64_t rank = 1;  ///< of PowerSGD, 1 or more
    double share = 0.01;    ///< of the numbers that top-k sends, above 0, at most 1
    std::uint64_t seed = 0;
};

/// What a compression has put off until the next exchange, in units of the gradient, of any type of numbers. One
/// training thread.
class CompressionMemory {
public:
    virtual ~CompressionMemory() = default;
    /// Of each block of rows: as many numbers as a gradient has. Of blocks that were never seen: zeros.
    [[nodiscard]] virtual std::size_t blockBytes() const = 0;
    virtual void copyBlock(std::int64_t block, std::byte* into) const = 0;
    /// What all ranks know alike; may be empty.
    [[nodiscard]] virtual std::span<const std::byte> shared() const = 0;
    /// False, and nothing is changed: it was kept for another shape. `blocks`: of block 0, 1, ...
    virtual bool restore(std::span<const std::byte> blocks, std::span<const std::byte> shared) = 0;
    /// As at the start.
    virtual void reset() = 0;
};

/// Each block's gradient in one or two messages that are smaller than it, for all ranks; each of them then adds the
/// same numbers in the batch's order. T = float or double.
template <class T>
class BlockCompression : public CompressionMemory {
public:
    [[nodiscard]] virtual int rounds() const = 0;  ///< 1 or 2
    /// Of one block's message.
    [[nodiscard]] virtual std::size_t bytes(int round) const = 0;
    /// What this block has put off, where its gradient is to be added now: `length` numbers.
    virtual std::span<T> begin(std::int64_t block) = 0;
    /// Of a block that was begun.
    virtual void write(int round, std::int64_t block, std::byte* message) = 0;
    /// All blocks' messages in the batch's order. After the last round `sum` has all `length` numbers.
    virtual void add(int round, std::span<const std::byte* const> messages, std::span<T> sum) = 0;
    /// Puts off what was not sent of these blocks, which were begun.
    virtual void putOff(std::int64_t first, std::int64_t last, std::span<const T> sum, std::int64_t blocks) = 0;
};

/// How gradients travel between ranks: a row for each choice of the setting gradient_exchange.
///   none      each block's gradient as it is, added in the batch's order. The bits of one process.
///   bf16      each number of a block's gradient, and each of the sums, rounded to bfloat16 (to nearest, ties to even)
///             and added in T.
///   powersgd  Vogels, Karimireddy and Jaggi (2019), algorithm 1 with error feedback: of each matrix M of rank r a
///             block sends M Q, all orthogonalise the sum to P, a block sends M' P, and the sum is P (sum of M' P)',
///             whose Q starts the next exchange, as one power iteration. Vectors, and matrices that would not be
///             smaller, travel as they are. A block puts off M - sum / blocks.
///   top-k     Stich, Cordonnier and Jaggi (2018): a block sends its k largest numbers with their places (of equal
///             ones the first) and puts off the others.
/// What is compressed is a block's gradient and never a rank's, so the number of ranks changes no bit under any of
/// them; that a rank is lost changes none under none and bf16, while powersgd and top-k begin anew with nothing put
/// off. They send every block to every rank: less where the ranks have few blocks each.
struct GradientExchange {
    const char* key;
    bool isRounded = false;
    /// Null: the numbers themselves travel.
    std::unique_ptr<BlockCompression<float>> (*ofFloat)(const CompressionPlan& plan) = nullptr;
    std::unique_ptr<BlockCompression<double>> (*ofDouble)(const CompressionPlan& plan) = nullptr;

    template <class T>
    [[nodiscard]] std::unique_ptr<BlockCompression<T>> make(const CompressionPlan& plan) const {
        if constexpr (std::is_same_v<T, float>)
            return ofFloat != nullptr ? ofFloat(plan) : nullptr;
        else
            return ofDouble != nullptr ? ofDouble(plan) : nullptr;
    }
};
std::span<const GradientExchange> gradientExchanges();
/// Null when there is no such key.
const GradientExchange* findGradientExchange(std::string_view key);

/// The upper half of a float's bits, rounded to nearest, ties to even; a NaN stays one. Doubles are rounded once.
std::uint16_t toBfloat16(float value);
std::uint16_t toBfloat16(double value);
float fromBfloat16(std::uint16_t bits);

}  // namespace gatelab
