// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

namespace gatelab {

/// A sum of squares whose root is right also where the sum itself is larger than any number (values above 1e154):
/// beside the plain sum, which counts as long as it is finite, the squares in parts of the largest value are summed
/// (Blue 1978; LAPACK's dlassq). NaN stays NaN.
class SumOfSquares {
public:
    void add(double value) {
        plain_ += value * value;
        const double size = std::abs(value);
        if (size > largest_) {
            const double shrink = largest_ / size;
            scaled_ = scaled_ * shrink * shrink + 1;
            largest_ = size;
        } else if (size > 0) {
            scaled_ += size / largest_ * (size / largest_);
        }
    }
    /// The sum as it is: infinite where it is too large.
    [[nodiscard]] double sum() const { return plain_; }
    [[nodiscard]] double rootMean(double count) const {
        return std::isinf(plain_) ? largest_ * std::sqrt(scaled_ / count) : std::sqrt(plain_ / count);
    }
    /// This sum in parts of another one.
    [[nodiscard]] double over(const SumOfSquares& other) const {
        if (!std::isinf(plain_) && !std::isinf(other.plain_)) return plain_ / other.plain_;
        const double root = largest_ / other.largest_;
        return root * root * (scaled_ / other.scaled_);
    }

private:
    double plain_ = 0, largest_ = 0, scaled_ = 0;
};

}  // namespace gatelab
