// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/search_space.h"

#include "config/config_difference.h"
#include "config/field_use.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace gatelab {

namespace {

constexpr double kNoEffect = std::numeric_limits<double>::quiet_NaN();

SearchDimension dimensionOf(const SweepAxis& axis) {
    if (!axis.isRange) return {.choices = axis.values.size()};
    const bool isWhole = std::holds_alternative<std::int64_t ExperimentConfig::*>(axis.field->member);
    return {axis.low, axis.high, axis.isLog, isWhole};
}

double numberOf(const FieldValue& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
    return std::get<double>(value);
}

FieldValue valueOf(const SweepAxis& axis, double coordinate) {
    return axis.isRange ? valueAt(axis, coordinate) : axis.values[static_cast<std::size_t>(coordinate)];
}

/// NaN: it lies on no value of the axis.
double coordinateOf(const SweepAxis& axis, const FieldValue& value) {
    if (axis.isRange) {
        const double number = numberOf(value);
        return number >= axis.low && number <= axis.high ? number : kNoEffect;
    }
    const auto found = std::ranges::find(axis.values, value);
    return found == axis.values.end() ? kNoEffect : static_cast<double>(found - axis.values.begin());
}

}  // namespace

double SearchDimension::scaled(double value) const { return isLog ? std::log(value) : value; }

double SearchDimension::value(double scaled) const {
    const double value = isLog ? std::exp(scaled) : scaled;
    return std::clamp(isWhole ? std::round(value) : value, low, high);
}

double SearchDimension::scaledLow() const { return scaled(isWhole ? low - 0.5 : low); }
double SearchDimension::scaledHigh() const { return scaled(isWhole ? high + 0.5 : high); }

double SearchDimension::count() const {
    if (isCategory()) return static_cast<double>(choices);
    return isWhole ? high - low + 1 : low == high ? 1 : 0;
}

SearchSpace::SearchSpace(ExperimentConfig base, std::vector<SweepAxis> axes)
    : base_(std::move(base)), axes_(std::move(axes)) {
    for (const SweepAxis& axis : axes_) dimensions_.push_back(dimensionOf(axis));
}

double SearchSpace::count() const {
    double count = 1;
    for (const SearchDimension& dimension : dimensions_) count *= dimension.count();
    return count;
}

ExperimentConfig SearchSpace::at(SearchPoint& point) const {
    ExperimentConfig config = base_;
    for (std::size_t i = 0; i < axes_.size(); ++i) {
        if (std::isnan(point[i])) continue;
        const FieldValue value = valueOf(axes_[i], point[i]);
        (void)setFieldValue(config, *axes_[i].field, value).ok();
        if (axes_[i].isRange) point[i] = numberOf(value);
    }
    // What has no effect may in turn be what another one depends on.
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 0; i < axes_.size(); ++i) {
            if (std::isnan(point[i]) || !unusedReason(*axes_[i].field, config)) continue;
            (void)setFieldValue(config, *axes_[i].field, fieldValue(base_, *axes_[i].field)).ok();
            point[i] = kNoEffect;
            changed = true;
        }
    }
    return config;
}

std::optional<SearchPoint> SearchSpace::pointOf(const ExperimentConfig& config) const {
    SearchPoint point(axes_.size(), kNoEffect);
    for (const Field& field : fields()) {
        const auto axis = std::ranges::find(axes_, &field, &SweepAxis::field);
        if (axis == axes_.end()) {
            if (!isCosmetic(field) && !isSameValue(field, config, base_)) return std::nullopt;
            continue;
        }
        if (unusedReason(field, config)) {
            if (!isSameValue(field, config, base_)) return std::nullopt;
            continue;
        }
        double& coordinate = point[static_cast<std::size_t>(axis - axes_.begin())];
        coordinate = coordinateOf(*axis, fieldValue(config, field));
        if (std::isnan(coordinate)) return std::nullopt;
    }
    return point;
}

SearchPoint SearchSpace::gridPoint(std::size_t place) const {
    SearchPoint point(dimensions_.size());
    for (std::size_t axis = dimensions_.size(); axis-- > 0; place /= dimensions_[axis].choices)
        point[axis] = static_cast<double>(place % dimensions_[axis].choices);
    return point;
}

std::string SearchSpace::valueText(std::size_t axis, const SearchPoint& point) const {
    return std::isnan(point[axis]) ? std::string() : formatFieldValue(valueOf(axes_[axis], point[axis]));
}

}  // namespace gatelab
