// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// Arithmetic over columns, checked before it is used: numbers, names of columns (letters, digits and '_', anything
/// else in 'quotes'), + - * / ^, comparisons (1 or 0), a ? b : c, and abs, sqrt, log, exp, sin, cos, sign, floor, min,
/// max. At most 2,000 characters, 64 brackets deep. It reads nothing but the values of one row.
class Formula {
public:
    /// Errors name the character, counted from 1, and what is expected there.
    static Result<Formula> parse(std::string_view text);
    /// In the order of their first use.
    [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }
    /// values[i]: of columns()[i] in one row. Missing and infinite results are NaN, and so is what is made of a missing
    /// value that is used.
    [[nodiscard]] double value(std::span<const double> values) const;

private:
    friend class FormulaParser;
    enum class Kind { Number, Column, Choose, Unary, Binary };
    struct Node {
        Kind kind = Kind::Number;
        double number = 0;
        std::size_t column = 0;
        int word = 0;  ///< which function or operator
        std::size_t first = 0, second = 0, third = 0;
    };
    [[nodiscard]] double valueOf(std::size_t node, std::span<const double> values) const;

    std::vector<Node> nodes_;
    std::vector<std::string> columns_;
    std::size_t root_ = 0;
};

}  // namespace gatelab
