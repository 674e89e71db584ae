// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "data/arrays/array_columns.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// Which arrays of a file are sequences, and which their answers, as far as their names and shapes tell.
namespace gatelab {

/// What the name of an array says: "X_train", "/test/labels", "trainY".
struct ArrayRole {
    enum class Kind { None, Values, Answers, Lengths };
    enum class Part { None, Train, Validation, Test };
    Kind kind = Kind::None;
    Part part = Part::None;
    std::size_t rank = 0;   ///< among the words for its kind: 0 is the plainest ("x", "y")
    std::string rest = {};  ///< what else the name says, words with blanks between them
};
ArrayRole roleOf(const std::string& path);
/// Whether an array of another name belongs to the same sequences: their answers, or another part of them.
bool belongsTo(const ArrayRole& first, const ArrayRole& other);
/// Of files with one array each, named as values and answers of one set ("X_train", "y_train", "X_test" ...): the one
/// by which all of them are read. Empty: they are no such set.
std::filesystem::path firstOfArraySet(const std::vector<std::filesystem::path>& files);

/// The arrays of one part of a set of sequences.
struct SequencePart {
    ArrayRole::Part part = ArrayRole::Part::None;
    StoredArray values;
    std::optional<StoredArray> answers = std::nullopt;
    std::optional<StoredArray> lengths = std::nullopt;  ///< steps of each sequence
};

struct SequenceArrays {
    std::vector<SequencePart> parts;  ///< training, validation, test; empty: the file holds none
    std::vector<StoredArray> left;    ///< other arrays that hold more than places along the axes
    std::vector<StoredArray> along;   ///< of one dimension that is as long as one of the values
    bool hasTime = false;             ///< a time for each place in the first dimension
    [[nodiscard]] bool hasAnswers() const;
};

/// Values of three dimensions, or of two (`dimensions`); options.hdf5Datasets names those that are taken.
SequenceArrays findSequences(const ArrayFile& file, const ExperimentConfig& options, std::size_t dimensions);

}  // namespace gatelab
