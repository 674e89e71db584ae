// SPDX-License-Identifier: GPL-3.0-or-later
#include "ranks/compression.h"

#include "base/rng.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

namespace gatelab {

namespace {

/// What each block has put off.
template <class T>
class PutOff : public BlockCompression<T> {
public:
    explicit PutOff(std::int64_t length) : length_(static_cast<std::size_t>(length)) {}

    std::size_t blockBytes() const override { return length_ * sizeof(T); }
    void copyBlock(std::int64_t block, std::byte* into) const override {
        const auto found = blocks_.find(block);
        if (found != blocks_.end())
            std::memcpy(into, found->second.data(), blockBytes());
        else
            std::fill_n(into, blockBytes(), std::byte{});
    }
    std::span<const std::byte> shared() const override { return {}; }
    bool restore(std::span<const std::byte> blocks, std::span<const std::byte>) override {
        if (length_ == 0 || blocks.size() % blockBytes() != 0) return false;
        blocks_.clear();
        for (std::size_t block = 0; (block + 1) * blockBytes() <= blocks.size(); ++block)
            std::memcpy(begin(static_cast<std::int64_t>(block)).data(), blocks.data() + block * blockBytes(),
                        blockBytes());
        return true;
    }
    void reset() override { blocks_.clear(); }
    std::span<T> begin(std::int64_t block) override {
        auto& numbers = blocks_[block];
        numbers.resize(length_);
        return numbers;
    }

protected:
    std::size_t length_;
    std::map<std::int64_t, std::vector<T>> blocks_;  ///< with its gradient, once it was begun
};

template <class T>
class TopK final : public PutOff<T> {
public:
    explicit TopK(const CompressionPlan& plan)
        : PutOff<T>(plan.length),
          count_(std::clamp<std::size_t>(
              static_cast<std::size_t>(std::llround(plan.share * static_cast<double>(plan.length))),
              std::min<std::size_t>(1, this->length_), this->length_)),
          places_(this->length_) {}

    int rounds() const override { return 1; }
    std::size_t bytes(int) const override { return count_ * (sizeof(std::uint32_t) + sizeof(T)); }

    void write(int, std::int64_t block, std::byte* message) override {
        std::vector<T>& numbers = this->blocks_[block];
        std::iota(places_.begin(), places_.end(), 0u);
        // What is not a number is sent too: the step is refused by it.
        const auto size = [&](std::uint32_t place) {
            const T value = std::abs(numbers[place]);
            return std::isnan(value) ? std::numeric_limits<T>::infinity() : value;
        };
        const auto comesFirst = [&](std::uint32_t a, std::uint32_t b) {
            const T left = size(a), right = size(b);
            return left != right ? left > right : a < b;
        };
        const auto end = places_.begin() + static_cast<std::ptrdiff_t>(count_);
        if (end != places_.end()) std::nth_element(places_.begin(), end, places_.end(), comesFirst);
        std::sort(places_.begin(), end);
        std::memcpy(message, places_.data(), count_ * sizeof(std::uint32_t));
        message += count_ * sizeof(std::uint32_t);
        for (auto place = places_.begin(); place != end; ++place, message += sizeof(T)) {
            const T value = std::exchange(numbers[*place], T(0));
            std::memcpy(message, &value, sizeof value);
        }
    }
    void add(int, std::span<const std::byte* const> messages, std::span<T> sum) override {
        std::ranges::fill(sum, T(0));
        for (const std::byte* message : messages)
            for (std::size_t i = 0; i < count_; ++i) {
                std::uint32_t place = 0;
                T value = 0;
                std::memcpy(&place, message + i * sizeof place, sizeof place);
                std::memcpy(&value, message + count_ * sizeof place + i * sizeof value, sizeof value);
                if (place < sum.size()) sum[place] += value;
            }
    }
    void putOff(std::int64_t, std::int64_t, std::span<const T>, std::int64_t) override {}  // write() did

private:
    std::size_t count_;
    std::vector<std::uint32_t> places_;
};

/// Columns of `matrix`, [rows][rank], to length 1 and at right angles (Gram and Schmidt); those that the ones before
/// hold already to zero.
template <class T>
void orthogonalise(T* matrix, std::int64_t rows, std::int64_t rank) {
    constexpr double kNothingLeft = 64 * std::numeric_limits<T>::epsilon();
    const auto product = [&](std::int64_t a, std::int64_t b) {
        double sum = 0;
        for (std::int64_t row = 0; row < rows; ++row)
            sum += static_cast<double>(matrix[row * rank + a]) * static_cast<double>(matrix[row * rank + b]);
        return sum;
    };
    for (std::int64_t column = 0; column < rank; ++column) {
        const double before = std::sqrt(product(column, column));
        for (std::int64_t done = 0; done < column; ++done) {
            const double part = product(done, column);
            for (std::int64_t row = 0; row < rows; ++row)
                matrix[row * rank + column] -= static_cast<T>(part * static_cast<double>(matrix[row * rank + done]));
        }
        const double left = std::sqrt(product(column, column));
        const bool isNothing = std::isfinite(left) && left <= kNothingLeft * before;
        for (std::int64_t row = 0; row < rows; ++row) {
            T& number = matrix[row * rank + column];
            number = isNothing ? T(0) : static_cast<T>(static_cast<double>(number) / left);
        }
    }
}

template <class T>
class PowerSgd final : public PutOff<T> {
public:
    explicit PowerSgd(const CompressionPlan& plan) : PutOff<T>(plan.length), rank_(plan.rank), seed_(plan.seed) {
        std::vector<bool> isInMatrix(this->length_, false);
        for (const MatrixPlace& matrix : plan.matrices) {
            if (rank_ * (matrix.rows + matrix.columns) >= matrix.rows * matrix.columns) continue;
            matrices_.push_back(matrix);
            rows_ += matrix.rows;
            columns_ += matrix.columns;
            std::fill_n(isInMatrix.begin() + matrix.first, matrix.rows * matrix.columns, true);
        }
        for (std::size_t i = 0; i < this->length_; ++i)
            if (!isInMatrix[i]) whole_.push_back(i);
        left_.resize(static_cast<std::size_t>(rows_ * rank_));
        draw();
    }

    int rounds() const override { return 2; }
    std::size_t bytes(int round) const override {
        const auto factor = static_cast<std::size_t>((round == 0 ? rows_ : columns_) * rank_);
        return (factor + (round == 0 ? whole_.size() : 0)) * sizeof(T);
    }
    std::span<const std::byte> shared() const override { return std::as_bytes(std::span(right_)); }
    bool restore(std::span<const std::byte> blocks, std::span<const std::byte> shared) override {
        if (shared.size() != right_.size() * sizeof(T) || !PutOff<T>::restore(blocks, shared)) return false;
        std::memcpy(right_.data(), shared.data(), shared.size());
        return true;
    }
    void reset() override {
        PutOff<T>::reset();
        draw();
    }

    void write(int round, std::int64_t block, std::byte* message) override {
        const T* numbers = this->blocks_[block].data();
        std::vector<T> factor(bytes(round) / sizeof(T), T(0));
        T* into = factor.data();
        overMatrices([&](const MatrixPlace& m, const T* left, const T* right) {
            const T* from = numbers + m.first;
            if (round == 0)  // M Q
                for (std::int64_t row = 0; row < m.rows; ++row)
                    for (std::int64_t column = 0; column < m.columns; ++column)
                        for (std::int64_t r = 0; r < rank_; ++r)
                            into[row * rank_ + r] += from[row * m.columns + column] * right[column * rank_ + r];
            else  // M' P
                for (std::int64_t row = 0; row < m.rows; ++row)
                    for (std::int64_t column = 0; column < m.columns; ++column)
                        for (std::int64_t r = 0; r < rank_; ++r)
                            into[column * rank_ + r] += from[row * m.columns + column] * left[row * rank_ + r];
            into += (round == 0 ? m.rows : m.columns) * rank_;
        });
        if (round == 0)
            for (const std::size_t place : whole_) *into++ = numbers[place];
        std::memcpy(message, factor.data(), bytes(round));
    }

    void add(int round, std::span<const std::byte* const> messages, std::span<T> sum) override {
        std::vector<T> total(bytes(round) / sizeof(T), T(0)), one(total.size());
        for (const std::byte* message : messages) {
            std::memcpy(one.data(), message, bytes(round));
            for (std::size_t i = 0; i < total.size(); ++i) total[i] += one[i];
        }
        if (round == 0) {
            std::copy_n(total.begin(), left_.size(), left_.begin());
            T* left = left_.data();
            for (const MatrixPlace& m : matrices_) orthogonalise(left, m.rows, rank_), left += m.rows * rank_;
            for (std::size_t i = 0; i < whole_.size(); ++i) sum[whole_[i]] = total[left_.size() + i];
            return;
        }
        right_ = std::move(total);
        overMatrices([&](const MatrixPlace& m, const T* left, const T* right) {
            for (std::int64_t row = 0; row < m.rows; ++row)
                for (std::int64_t column = 0; column < m.columns; ++column) {
                    T value = 0;
                    for (std::int64_t r = 0; r < rank_; ++r) value += left[row * rank_ + r] * right[column * rank_ + r];
                    sum[static_cast<std::size_t>(m.first + row * m.columns + column)] = value;
                }
        });
        prepareNext();
    }

    void putOff(std::int64_t first, std::int64_t last, std::span<const T> sum, std::int64_t blocks) override {
        for (std::int64_t block = first; block < last; ++block) {
            std::vector<T>& numbers = this->blocks_[block];
            for (const std::size_t place : whole_) numbers[place] = 0;
            for (const MatrixPlace& m : matrices_)
                for (std::int64_t i = m.first; i < m.first + m.rows * m.columns; ++i)
                    numbers[static_cast<std::size_t>(i)] -= sum[static_cast<std::size_t>(i)] / static_cast<T>(blocks);
        }
    }

private:
    /// visit(matrix, its P, its Q).
    template <class Visit>
    void overMatrices(const Visit& visit) {
        T *left = left_.data(), *right = right_.data();
        for (const MatrixPlace& matrix : matrices_) {
            visit(matrix, left, right);
            left += matrix.rows * rank_;
            right += matrix.columns * rank_;
        }
    }
    void draw() {
        Rng rng(seed_, RandomPurpose::GradientExchange);
        right_.resize(static_cast<std::size_t>(columns_ * rank_));
        for (T& number : right_) number = static_cast<T>(rng.normal());
    }
    /// Brings the columns of Q to length 1, which changes none of the next P and lets no number become too small, and
    /// draws those anew that came to nothing: they would stay so.
    void prepareNext() {
        Rng rng(seed_, RandomPurpose::GradientExchange, 1);
        overMatrices([&](const MatrixPlace& m, const T*, T* right) {
            for (std::int64_t r = 0; r < rank_; ++r) {
                double squares = 0;
                for (std::int64_t i = 0; i < m.columns; ++i)
                    squares += static_cast<double>(right[i * rank_ + r]) * static_cast<double>(right[i * rank_ + r]);
                for (std::int64_t i = 0; i < m.columns; ++i) {
                    T& number = right[i * rank_ + r];
                    number =
                        static_cast<T>(squares > 0 ? static_cast<double>(number) / std::sqrt(squares) : rng.normal());
                }
            }
        });
    }

    std::int64_t rank_, rows_ = 0, columns_ = 0;  ///< of all matrices
    std::uint64_t seed_;
    std::vector<MatrixPlace> matrices_;
    std::vector<std::size_t> whole_;  ///< numbers that travel as they are
    std::vector<T> left_, right_;     ///< P and Q of all matrices, [rows][rank] and [columns][rank]
};

template <template <class> class Kind, class T>
std::unique_ptr<BlockCompression<T>> made(const CompressionPlan& plan) {
    return std::make_unique<Kind<T>>(plan);
}

const GradientExchange kExchanges[] = {
    {"none"},
    {"bf16", true},
    {"powersgd", false, made<PowerSgd, float>, made<PowerSgd, double>},
    {"top-k", false, made<TopK, float>, made<TopK, double>},
};

}  // namespace

std::span<const GradientExchange> gradientExchanges() { return kExchanges; }

const GradientExchange* findGradientExchange(std::string_view key) {
    const auto row = std::ranges::find_if(kExchanges, [&](const GradientExchange& e) { return key == e.key; });
    return row == std::end(kExchanges) ? nullptr : &*row;
}

std::uint16_t toBfloat16(float value) {
    auto bits = std::bit_cast<std::uint32_t>(value);
    if (std::isnan(value)) return static_cast<std::uint16_t>(bits >> 16 | 0x40u);
    bits += 0x7FFFu + (bits >> 16 & 1u);
    return static_cast<std::uint16_t>(bits >> 16);
}

std::uint16_t toBfloat16(double value) {
    if (std::isnan(value)) return toBfloat16(static_cast<float>(value));
    // To odd first: what was cut off is not forgotten, and the second rounding sees it.
    float cut = static_cast<float>(value);
    if (std::abs(static_cast<double>(cut)) > std::abs(value)) cut = std::nextafter(cut, 0.0f);
    if (static_cast<double>(cut) != value) cut = std::bit_cast<float>(std::bit_cast<std::uint32_t>(cut) | 1u);
    return toBfloat16(cut);
}

float fromBfloat16(std::uint16_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16); }

}  // namespace gatelab
