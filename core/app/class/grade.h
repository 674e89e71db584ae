// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/class/exercise_runs.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// Answers of a class, each figure computed again from the run that it tells of.
namespace gatelab {

/// What came of one file that was handed in, from good to bad.
enum class GradeState {
    Holds,       ///< every figure came out again, and the claim holds (or there is none)
    Fails,       ///< every figure came out again, and the claim does not hold
    Unchecked,   ///< nothing could be computed again for lack of runs
    Shared,      ///< as it was told, but another handed in the same run, and whose it is cannot be told
    Differs,     ///< something is not as it was told: changed, damaged, other settings
    Unreadable,  ///< the file is no answer to this exercise
};
/// "holds", "does not hold", "not checked", "same run", "differs", "unreadable".
Text gradeText(GradeState state);

struct GradedFigure {
    std::string name;            ///< "rmse(lstm)"
    double told = 0, found = 0;  ///< NaN: not told; not computed again
    bool agrees = false;         ///< to a thousandth: another processor rounds otherwise
};
struct Grade {
    std::filesystem::path file;
    std::string student;  ///< empty: not known
    GradeState state = GradeState::Unreadable;
    double predicted = 0, reached = 0;  ///< NaN: none
    std::optional<bool> holds;          ///< the claim, of the figures that were computed again
    /// Trained again from settings and seed: to the same bits. None: not tried
    std::optional<bool> repeats;
    std::vector<GradedFigure> figures;
    std::string sentence;
    std::map<std::string, std::string> runs;  ///< id by key
    std::vector<Phrase> notes;                ///< what does not fit, is missing or was not done, a sentence each
};
/// The student; where none is known, the name of the file.
std::string whose(const Grade& grade);

struct ClassGrades {
    std::string title;            ///< of the exercise
    std::vector<Grade> grades;    ///< by student, then file
    std::vector<Phrase> leftOut;  ///< what else lies in the folder
};

/// Trains a config anew in a workspace of its own and returns the folder of the run.
using TrainAgain = std::function<Result<std::filesystem::path>(const ExperimentConfig& config)>;

/// Reads every answer in the folder and in its folders one below, and the runs beside them. trainAgain: runs are
/// trained once more from their settings, those that were not handed in as well; empty: not. A file that cannot be used
/// gets a sentence; only Cancelled and a folder that cannot be read are errors. Blocks.
Result<ClassGrades> gradeFolder(Engine& engine, const Exercise& exercise, const std::filesystem::path& folder,
                                const TrainAgain& trainAgain, const Progress& progress);
/// The exercise that lies in a folder. NotFound: none does; InvalidInput: more than one.
Result<std::filesystem::path> exerciseIn(const std::filesystem::path& folder);

/// A table, one row for each student, and below it what does not fit.
std::string gradesToMarkdown(const ClassGrades& grades);
/// The same for spreadsheets; each figure as told and as computed again.
std::string gradesToCsv(const ClassGrades& grades);

}  // namespace gatelab
