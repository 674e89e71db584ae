// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "lesson/class/exercise.h"
#include "lesson/lesson_figures.h"
#include "store/run_proof.h"

#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <string_view>

/// What a learner hands in for an exercise: one file of JSON, NAME.answer.json, sealed by a SHA-256 of itself. The runs
/// may lie beside it, in runs/ID of the folder NAME.answer-runs.
namespace gatelab {

struct AnswerRun {
    std::string id;
    ExperimentConfig config;
    RunFigures figures;  ///< by how they are called without the run; NaN: not measured
    RunProof proof;
};

struct ExerciseAnswer {
    std::string exercise;  ///< SHA-256 of the exercise's file
    std::string title;     ///< of the exercise
    std::string student;   ///< as they call themselves
    double predicted = std::numeric_limits<double>::quiet_NaN();
    std::string sentence;
    std::map<std::string, AnswerRun> runs;  ///< by the run's key in the exercise
    std::string program;                    ///< version that wrote it
    bool isSealed = true;                   ///< its seal fits: nothing was changed since it was written
};

/// UTF-8, sealed.
std::string answerToJson(const ExerciseAnswer& answer);
/// Corrupt: it is no JSON; InvalidInput: it is no answer, or a member is missing or of another kind. A broken seal is
/// no error. `file` is named in errors alone.
Result<ExerciseAnswer> answerFromJson(std::string_view json, const std::filesystem::path& file);
Result<ExerciseAnswer> readAnswer(const std::filesystem::path& file);

/// Ends the name of every answer: "anna.answer.json".
inline constexpr std::string_view kAnswerEnding = ".answer.json";
/// anna.answer.json -> anna.answer-runs beside it.
std::filesystem::path runsBeside(const std::filesystem::path& answer);

}  // namespace gatelab
