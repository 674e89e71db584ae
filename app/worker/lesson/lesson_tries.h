// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/lesson_figures.h"
#include "lesson/lesson_gap.h"
#include "session/engine.h"

#include <filesystem>
#include <map>
#include <string>

namespace gatelab::worker {

/// Folders of the runs of a lesson that have been trained, by their key, also of step 0.
using LessonFolders = std::map<std::string, std::filesystem::path>;

/// What the lesson's picture shows of these runs, read as the window reads it: untrained and as they are now. Of a run
/// that was stopped step 0 stands for both. Blocks.
Result<SeenSequence> seenInRuns(Engine& engine, const Lesson& lesson, const LessonFolders& folders,
                                const LessonOutcomes& outcomes);
/// The settings of a change that asks and answers, for the training with this seed.
ExperimentConfig tryConfig(const Lesson& lesson, const LessonTry& change, std::int64_t seed);

}  // namespace gatelab::worker
