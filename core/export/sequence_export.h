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

/// Writes labelled sequences as they were understood in the format of the UEA & UCR archive (.ts), each file durably:
/// numbers read back to the same bits, a missing one is '?'; blanks in names of classes become '_'. Unsupported:
/// another ending, and what the format has no place for (a class for each step, several numbers for a sequence,
/// tokens).
Result<> exportSequences(const SequenceSet& set, const std::filesystem::path& path, const Progress& progress = {});

}  // namespace gatelab
