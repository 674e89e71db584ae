// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "config/sweep_plan.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace gatelab {

/// A combination of settings, a number for each axis: of a range the value, of a list its place in it, NaN where the
/// setting has no effect beside the others.
using SearchPoint = std::vector<double>;

/// What an axis looks like to a search.
struct SearchDimension {
    double low = 0, high = 0;  ///< of a range; inclusive
    bool isLog = false;        ///< equal factors are equally far, not equal distances
    bool isWhole = false;
    std::size_t choices = 0;  ///< of a list: how many, without an order; 0: a range

    [[nodiscard]] bool isCategory() const { return choices > 0; }
    /// On the scale that is searched: the logarithm where it isLog.
    [[nodiscard]] double scaled(double value) const;
    [[nodiscard]] double value(double scaled) const;
    /// Ends of the searched scale. Whole numbers have half a unit more on each side, so that all are equally likely.
    [[nodiscard]] double scaledLow() const;
    [[nodiscard]] double scaledHigh() const;
    /// How many values there are; 0: without number.
    [[nodiscard]] double count() const;
};

/// All experiments that a sweep may train: one experiment, and the settings that vary in it. A setting that has no
/// effect beside the others (unusedReason) keeps the value of the base, so that equal trainings are one point. A value.
class SearchSpace {
public:
    SearchSpace() = default;
    SearchSpace(ExperimentConfig base, std::vector<SweepAxis> axes);

    [[nodiscard]] const ExperimentConfig& base() const { return base_; }
    [[nodiscard]] const std::vector<SweepAxis>& axes() const { return axes_; }
    [[nodiscard]] const std::vector<SearchDimension>& dimensions() const { return dimensions_; }
    /// Combinations at most, those counted that train alike; 0: without number.
    [[nodiscard]] double count() const;
    /// The experiment at a point, with the seed of the base. Values of a range are rounded to four figures or to whole
    /// numbers. `point` is made normal: what has no effect becomes NaN.
    [[nodiscard]] ExperimentConfig at(SearchPoint& point) const;
    /// Where an experiment lies; nothing: it differs from the base in something else (its name, notes and how it was
    /// run aside), has another seed, or lies outside an axis.
    [[nodiscard]] std::optional<SearchPoint> pointOf(const ExperimentConfig& config) const;
    /// Of the count() combinations of axes with values one, from 0, the last axis varying fastest; made normal by at().
    [[nodiscard]] SearchPoint gridPoint(std::size_t place) const;
    /// The value of an axis at a point, as it is written; empty: it has no effect there.
    [[nodiscard]] std::string valueText(std::size_t axis, const SearchPoint& point) const;

private:
    ExperimentConfig base_;
    std::vector<SweepAxis> axes_;
    std::vector<SearchDimension> dimensions_;
};

}  // namespace gatelab
