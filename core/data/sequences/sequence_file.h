// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "data/series.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// What the readers of labelled sequences (.ts, .arff, recordings in folders) share.
namespace gatelab {

/// One file's worth of sequences as it is being read. Class names become numbers in the order of the header, then of
/// appearance.
struct SequenceBuilder {
    SequenceSet set;
    ExperimentConfig options = {};  ///< by which it is read
    /// Of the file that is being read: what the parser leaves out, and how many lines describe the set
    ReadAccount account;
    std::int64_t headerLines = 0;
    std::map<std::string, std::int32_t, std::less<>> classNumbers;
    std::int32_t classOf(std::string_view name);
    /// Adds an item from channels of values [channel][step]. Channels of different lengths are padded with NaN and
    /// reported.
    void add(std::vector<std::vector<double>> channels, std::int64_t line, SequenceSet::Part part);
};

/// A line-wise parser: adds the items of `text` to the builder.
using SequenceParser = Result<> (*)(std::string_view text, SequenceSet::Part part, SequenceBuilder& builder,
                                    const Progress& progress);

/// Reads `path` and its partner: the file of options.testPath, else the one beside it whose name has TEST for TRAIN (or
/// the other way round, in any case). Items of the training file come first. Without a partner the items belong to no
/// part. options.csvEncoding may name the encoding. Fails when the two files do not fit together.
Result<Dataset> readSequenceFile(const std::filesystem::path& path, const ExperimentConfig& options, const char* format,
                                 SequenceParser parse, const Progress& progress);

/// The given training file first, then the test file; one file alone belongs to no part.
struct SequenceFiles {
    std::filesystem::path first, second;
    bool both = false;
};
/// `path` with the file of options.testPath, else with its partner.
SequenceFiles sequenceFiles(const std::filesystem::path& path, const ExperimentConfig& options);

/// What the set can be asked for, as a guess of the task.
void guessTask(SequenceSet& set);
/// InvalidInput where a set has no sequence, one alone, or no value. path: shown.
Result<> checkSequences(const SequenceSet& set, const std::filesystem::path& path);
/// Says so where the test part, which came last, has brought classes.
void warnOfNewClasses(std::size_t classesBefore, SequenceSet& set);
/// Checks a set that came from elsewhere than one or two files (`path`: what an Error names; its parts are given), and
/// says what it can be asked for.
Result<> completeSet(SequenceSet& set, const std::filesystem::path& path);

/// "line 12: why", of a file that is damaged there.
inline Error badLine(std::int64_t line, const Phrase& why) {
    return {ErrorCode::Corrupt, {GATELAB_TEXT("Reading", "line %1: %2"), {line, why}}};
}
/// The next line without its end; advances `at`. False at the end.
bool nextLine(std::string_view text, std::size_t& at, std::string_view& line);

}  // namespace gatelab
