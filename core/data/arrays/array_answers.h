// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/shapes/array_axes.h"
#include "data/arrays/array_roles.h"

#include <cstdint>
#include <string>
#include <vector>

/// What the sequences of a file of arrays are to be answered with: an array of classes, of numbers, or of a class for
/// each step.
namespace gatelab {

/// Of all parts, one below the other.
struct ArrayAnswers {
    enum class Kind { None, Classes, StepClasses, Numbers };
    Kind kind = Kind::None;
    std::vector<std::string> classNames = {};  ///< numbers rising, words as they appear
    /// [sequences][each]: numbers, or classes from 0 on; NaN: there is none
    std::vector<double> values = {};
    std::int64_t each = 1;          ///< of StepClasses: the steps of the part instead
    std::vector<Phrase> told = {};  ///< what a person should know of the reading
};

/// One part of the values, as its axes say.
struct AnswersWanted {
    const ArrayFile* file = nullptr;
    const StoredArray* answers = nullptr;  ///< null: the part has none
    std::int64_t sequences = 0, steps = 0;
};

/// Reads them: words and few whole numbers are classes, one 1 among zeros in each row is a class, other numbers are
/// numbers to be learned; as many as there are steps are a class for each. shape: that of the values. wantsNumbers:
/// whole numbers that could be either are numbers. Fails, with what to do, where they are none of these.
Result<ArrayAnswers> readAnswers(const std::vector<AnswersWanted>& parts, std::string_view shape, bool wantsNumbers,
                                 const Progress& progress);

/// The values of an array in the order sequences, steps (or anything), rest. Of two dimensions a row for each of
/// `sequences`, turned where they lie in columns.
std::vector<double> sequencesFirst(std::vector<double> values, const std::vector<std::int64_t>& sizes,
                                   const ArrayAxes& axes);

}  // namespace gatelab
