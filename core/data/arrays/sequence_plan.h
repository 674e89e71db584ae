// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/shapes/array_axes.h"
#include "data/arrays/array_look.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

/// What is read of which array, before it is.
namespace gatelab {

/// Arrays of one part in their file.
struct SequenceSource {
    const ArrayFile* file = nullptr;
    SequencePart arrays;
    SequenceSet::Part part = SequenceSet::Part::Unassigned;
};

/// All parts of one set.
struct SequencePlan {
    std::string shape;  ///< of kArrayShapes
    ArrayAxes axes;
    std::vector<SequenceSource> sources;
    std::unique_ptr<ArrayFile> other;  ///< the file of the test part
    std::filesystem::path testFile;
    ArrayLook look;
    Phrase forRun = {};  ///< that the order of the dimensions is another one than the run's own data have; empty: no
    Phrase alone = {};   ///< that a training part was asked for by its name, without the others beside it; empty: no
    [[nodiscard]] std::int64_t sequences(const SequenceSource& of) const {
        return of.arrays.values.shape[axes.sequences];
    }
    [[nodiscard]] std::int64_t steps(const SequenceSource& of) const { return of.arrays.values.shape[axes.steps]; }
    [[nodiscard]] std::int64_t channels(const SequenceSource& of) const {
        const auto& sizes = of.arrays.values.shape;
        return sizes.size() > 2 ? sizes[axes.channels] : 1;
    }
};

/// The parts of the file, and the other one of options.testPath or the partner beside it. Errors where no array holds
/// sequences, or the parts do not fit together.
Result<SequencePlan> planSequences(const ArrayFile& file, const ExperimentConfig& options, const Progress& progress);

/// The order of the dimensions as a guess with what else was weighed, in words where it is in doubt; what was left out.
void tellOfPlan(const SequencePlan& plan, ReadReport& report);

/// Names of the channels in the file: of the array, or words as many as there are channels; else "c1", "c2" ...
Result<std::vector<std::string>> channelNames(const SequencePlan& plan);

}  // namespace gatelab
