// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "lesson/claim.h"
#include "lesson/lesson.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// Homework as a file: what is to be trained, which settings are the learner's, what is measured and what is asked.
/// resources/lessons/README.md says what stands in it.
namespace gatelab {

struct Exercise {
    Lesson lesson;  ///< title, task (as its question), runs with their settings, claim; no cards
    /// Settings that the learner may change; all others must be as the exercise has them
    std::vector<std::string> changes;
    std::vector<FigureCall> figures;  ///< that are measured of the learner's runs
    std::string predict;              ///< a sum of figures that is predicted before the training; empty: none is
    LessonText predictText, say;      ///< the questions for the prediction and for one sentence; empty: not asked
    std::string sha256;               ///< of the file's bytes: an answer tells to which file it belongs

    [[nodiscard]] bool mayChange(std::string_view setting) const;
};

/// Every error names the file, the place in it and the remedy. `file`: paths of data are taken from its folder.
Result<Exercise> exerciseFromJson(std::string_view json, const std::filesystem::path& file);
Result<Exercise> readExercise(const std::filesystem::path& file);
/// Whether a JSON file says that it is one; anything else, what cannot be read included, is none.
bool isExerciseFile(const std::filesystem::path& file);

/// The file of a new exercise, to be edited: one run with the settings that differ from the default, the validation
/// loss as its figure, and as its claim that it falls below half of `untrained`, the one before any training.
std::string exerciseTemplate(const ExperimentConfig& config, double untrained = 1);

/// Settings of a run that are neither as the exercise has them nor the learner's, by key in the order of their table;
/// where the data lie, names and notes count as nothing.
std::vector<std::string> foreignSettings(const Exercise& exercise, std::string_view run,
                                         const ExperimentConfig& config);
/// "learning_rate, epochs"; "-" for none.
std::string settingNames(const std::vector<std::string>& keys);
/// "rmse(lstm)", as it stands in a claim.
std::string figureName(const FigureCall& call);

}  // namespace gatelab
