// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

namespace gatelab {

/// The numbers of a column, [rows]: immutable and shared, so that a copy costs nothing, wherever they lie: in memory or
/// in a mapped file. Any thread may read; whoever changes an object is the only one that has it.
class ColumnValues {
public:
    using value_type = double;
    using const_iterator = std::span<const double>::iterator;

    ColumnValues() = default;
    ColumnValues(std::vector<double> values);
    ColumnValues(std::initializer_list<double> values);
    /// Numbers of somebody else, which stay as long as `owner` does.
    ColumnValues(std::span<const double> values, std::shared_ptr<const void> owner);

    [[nodiscard]] std::size_t size() const { return values_.size(); }
    [[nodiscard]] bool empty() const { return values_.empty(); }
    [[nodiscard]] const double* data() const { return values_.data(); }
    [[nodiscard]] const_iterator begin() const { return values_.begin(); }
    [[nodiscard]] const_iterator end() const { return values_.end(); }
    [[nodiscard]] const double& operator[](std::size_t row) const { return values_[row]; }
    [[nodiscard]] const double& front() const { return values_.front(); }
    [[nodiscard]] const double& back() const { return values_.back(); }
    [[nodiscard]] std::span<const double> span() const { return values_; }
    operator std::span<const double>() const { return values_; }
    /// A copy.
    [[nodiscard]] std::vector<double> vector() const { return {values_.begin(), values_.end()}; }

    /// Equal numbers in equal places; one that is missing equals nothing.
    friend bool operator==(const ColumnValues& a, const ColumnValues& b) { return std::ranges::equal(a, b); }

    /// Copies first where anybody else has the numbers.
    void append(double value);
    /// The numbers to be changed in place; copied first where anybody else has them.
    std::span<double> edit();
    /// The numbers, for a list of another length; what is left is empty. Copied where anybody else has them.
    std::vector<double> take();

private:
    std::shared_ptr<std::vector<double>> held_;  ///< null: they are somebody else's
    std::shared_ptr<const void> owner_;
    std::span<const double> values_;
};

}  // namespace gatelab
