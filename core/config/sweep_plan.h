// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"
#include "config/field.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// Experiments of a sweep at most: beyond it somebody mistyped.
inline constexpr std::int64_t kMaxSweepRuns = 100000;

/// One setting that a sweep varies: values, or a range that values are drawn from.
struct SweepAxis {
    const Field* field = nullptr;
    std::vector<FieldValue> values;  ///< different ones, in the order given; of a range without a number of points none
    bool isRange = false;
    double low = 0, high = 0;  ///< of a range; inclusive
    bool isLog = false;        ///< equal factors are equally likely, not equal distances
};

/// "learning_rate=0.001,0.003" (also with '-' for '_'), "hidden_size=16..128", "learning_rate=1e-4..1e-2:log", and with
/// a number of points to take from the range, both ends among them, "dropout=0..0.5:6". Values that hold commas (lists
/// of columns, recipe steps) are told apart by '|'. A switch takes true,false. InvalidInput names the setting and what
/// is wrong: an unknown or a free one (name, notes), the seed, no value, a value out of range, low above high, a log of
/// what is not above 0.
Result<SweepAxis> parseSweepAxis(std::string_view text);
/// The text that gives this axis again.
std::string formatSweepAxis(const SweepAxis& axis);
/// Whether a sweep may vary it: every setting but name, notes, the seed (which has a number of its own) and how the
/// process is limited.
bool isSwept(const Field& field);
/// Whether it has values between a low and a high end.
bool isNumber(const Field& field);

/// The value that an axis with a range has at this number: a whole one, or rounded to four figures as a person would
/// write it, and not beyond the ends.
FieldValue valueAt(const SweepAxis& axis, double number);

/// InvalidInput where there is no axis, or two name one setting.
Result<> checkAxes(std::span<const SweepAxis> axes);

/// InvalidInput names the axis that has no values of its own, of which there is no grid.
Result<> checkGrid(std::span<const SweepAxis> axes);

/// Every combination, or combinations at random (Bergstra and Bengio 2012), each with successive seeds.
struct SweepPlan {
    std::vector<SweepAxis> axes;
    /// So many combinations at random; 0: all of them (a grid), for which every axis has values
    std::int64_t random = 0;
    std::int64_t seeds = 1;     ///< of each combination: that of the base, and those that follow
    std::int64_t drawSeed = 0;  ///< start of the random combinations: the same one gives the same
};

/// What a sweep trains. Settings stand one behind the other, each with all its seeds, so that a part of the list is a
/// fair part of the sweep.
struct SweepRuns {
    std::vector<ExperimentConfig> configs;
    std::int64_t settings = 0;  ///< different ones; with a random sweep fewer than asked for where there are no more
};
/// InvalidInput where a grid has an axis without values, two axes name one setting, there is no axis, or there would be
/// more than kMaxSweepRuns. Settings may change the shape of the network. What checkConfig says of a combination is
/// not asked here.
Result<SweepRuns> sweepRuns(const ExperimentConfig& base, const SweepPlan& plan);

/// How many there would be, without making them; for a form.
std::int64_t countSweepRuns(const SweepPlan& plan);

}  // namespace gatelab
