// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "lesson/class/answer.h"
#include "session/engine.h"
#include "store/workspace.h"

#include <filesystem>
#include <map>
#include <string>

/// From kept runs to an answer that is handed in. All calls block; off the GUI thread.
namespace gatelab {

/// What an exercise asks of a kept run, measured from its folder.
struct MeasuredRun {
    AnswerRun run;
    RunSummary summary;
};
/// `fromWeights`: the errors on the test part are computed again by the kept weights, on the data that the exercise
/// names; else they are those of the record. Corrupt where the record or the weights are damaged.
Result<MeasuredRun> measureRun(Engine& engine, const Exercise& exercise, const std::string& key,
                               const std::filesystem::path& runFolder, bool fromWeights, const Progress& progress);

/// What a learner says, beside the runs.
struct AnswerWords {
    std::string student;
    double predicted = std::numeric_limits<double>::quiet_NaN();
    std::string sentence;
};
/// runs: id in the workspace by key. InvalidInput where a run is missing, still goes on, or has settings that are
/// neither the exercise's nor the learner's; no name is given; or what the exercise asks is not answered.
Result<ExerciseAnswer> makeAnswer(Engine& engine, Workspace& workspace, const Exercise& exercise,
                                  const AnswerWords& words, const std::map<std::string, std::string>& runs,
                                  const Progress& progress);
/// Writes the file, and the folders of its runs beside it (without films and locks) where there is a workspace; null:
/// the file alone. What was handed in there before is replaced.
Result<> writeAnswer(const ExerciseAnswer& answer, const std::filesystem::path& file, const Workspace* workspace,
                     const Progress& progress);

}  // namespace gatelab
