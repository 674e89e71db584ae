// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/column_values.h"

#include <utility>

namespace gatelab {

ColumnValues::ColumnValues(std::vector<double> values)
    : held_(std::make_shared<std::vector<double>>(std::move(values))), values_(*held_) {}

ColumnValues::ColumnValues(std::initializer_list<double> values) : ColumnValues(std::vector(values)) {}

ColumnValues::ColumnValues(std::span<const double> values, std::shared_ptr<const void> owner)
    : owner_(std::move(owner)), values_(values) {}

void ColumnValues::append(double value) {
    if (!held_ || held_.use_count() > 1) *this = ColumnValues(vector());
    held_->push_back(value);
    values_ = *held_;
}

std::span<double> ColumnValues::edit() {
    if (values_.empty()) return {};
    if (!held_ || held_.use_count() > 1) *this = ColumnValues(vector());
    return *held_;
}

std::vector<double> ColumnValues::take() {
    std::vector<double> taken = held_ && held_.use_count() == 1 ? std::move(*held_) : vector();
    *this = ColumnValues();
    return taken;
}

}  // namespace gatelab
