// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "data/series.h"

#include <filesystem>
#include <vector>

namespace gatelab {

/// The files that exportSequences() writes for `path`: of a set with a test part NAME_TRAIN.ts and NAME_TEST.ts.
std::vector<std::filesystem::path> sequenceFilesFor(const SequenceSet& set, const std::filesystem::path& path);

/// Writes labelled sequences as they were understood, each file durably: .npz and .h5 as arrays
/// (export/sequence_arrays.h), .ts in the format of the UEA & UCR archive, where numbers read back to the same bits, a
/// missing one and an answer that is not there are '?', and blanks in names of classes become '_'. Where the file of
/// the test part cannot be written, that of the training part does not stay unless it was there before. Unsupported:
/// another ending, and what the format has no place for (in .ts a class for each step, several numbers for a sequence,
/// a validation part; tokens).
Result<> exportSequences(const SequenceSet& set, const std::filesystem::path& path, const Progress& progress = {});

}  // namespace gatelab
