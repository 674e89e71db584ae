// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "config/task_data.h"
#include "data/series.h"

#include <cstdint>
#include <vector>

namespace gatelab {

/// By their answers.
DataKind kindOf(const SequenceSet& set);

/// What the sequences of one class have in common; those without a class together are one with the label -1.
struct SequenceClass {
    std::int32_t label = -1;                           ///< number in SequenceSet::classNames; -1: none
    std::int64_t train = 0, test = 0, unassigned = 0;  ///< sequences by the part that their file gives them;
                                                       ///< train: validation too
    std::int64_t shortest = 0, longest = 0;            ///< steps
    std::int64_t missing = 0;                          ///< values that are not there, of all channels
    /// Of one channel, by step: mean and standard deviation (n - 1) of the sequences that have a value there. NaN: none
    /// has one, or, of the deviation, fewer than two have.
    std::vector<double> mean, deviation;

    [[nodiscard]] std::int64_t count() const { return train + test + unassigned; }
};

/// The classes that occur, by label, those without one last. channel: below channelNames.size(). Sums in the order of
/// the items; empty where `progress` said stop. Any thread.
std::vector<SequenceClass> sequenceClasses(const SequenceSet& set, std::size_t channel, const Progress& progress = {});

/// Values of one item that are not there, of all channels.
std::int64_t missingValues(const SequenceSet::Item& item);

/// The item after (step 1) or before (step -1) `from` whose class is `label` (-2: any) and that has steps; `from` where
/// there is none.
std::size_t nextItem(const SequenceSet& set, std::size_t from, int step, std::int32_t label);

}  // namespace gatelab
