// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "data/series.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gatelab {

/// One array of a set of sequences, row-major: numbers, or words.
struct SequenceArray {
    std::string name;                 ///< "X_train"
    std::vector<std::int64_t> shape;  ///< of at least one dimension
    std::vector<double> numbers = {};
    std::vector<std::string> words = {};
};

/// X [sequences][steps][channels] filled up with NaN, their lengths where they differ, y: a class or numbers for each
/// sequence, or a class for each step (classes called by whole numbers as these, others as words; none: NaN or an empty
/// word), and the names of the channels where they have some. Of a set with a test or validation part X_train, X_val,
/// X_test and so on.
std::vector<SequenceArray> arraysOf(const SequenceSet& set);

/// Whether the ending is that of a file of arrays that is written: .npz, .h5, .hdf5.
bool isArrayEnding(const std::filesystem::path& path);

/// Writes them durably. Unsupported: tokens, and in HDF5 words for each step.
Result<> exportSequenceArrays(const SequenceSet& set, const std::filesystem::path& path, const Progress& progress = {});

}  // namespace gatelab
