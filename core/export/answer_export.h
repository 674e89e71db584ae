// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "run/sequence_answers.h"

#include <filesystem>

namespace gatelab {

class Hdf5Writer;

/// One line per row: which sequence, for labelling which step, truth, prediction, and of classes the probability of
/// each. Numbers: one line per target.
Result<> exportAnswersCsv(const SequenceAnswers& answers, const std::filesystem::path& path);
/// The same as arrays with a value per row; classes by number, their names beside them.
Result<> writeAnswerArrays(Hdf5Writer& writer, const SequenceAnswers& answers);

}  // namespace gatelab
