// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "data/series.h"
#include "lesson/belt/belt_network.h"
#include "lesson/lesson.h"
#include "lesson/lesson_file.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace gatelab {

/// Key of the lesson whose scenes are played where a lesson is on a learner's own series.
inline constexpr const char* kOwnScenes = "own-series";

/// What the learner's series is called: its file, or the key of a built-in one.
std::string seriesName(const ExperimentConfig& data);

/// `lesson` on a series of the learner's own: its network, with the settings that it names as going with any series and
/// 8 units where it names none, without linear path, trained so shortly that it can be waited for; its picture, texts
/// and claim are those of `scenes`, which say nothing of a network that learned nothing. `data`: what is read and how
/// it is cut; at most 96 steps of it are read and 48 forecast. `rows`: of the series; 0: not known. InvalidInput where
/// the lesson makes no sense there, or the task is no forecast.
Result<Lesson> ownSeriesLesson(const Lesson& lesson, const Lesson& scenes, const ExperimentConfig& data,
                               std::int64_t rows);
/// The same on the series of a file, with what suits it. The scenes are those of the catalogue.
Result<Lesson> lessonOnFile(const Lesson& lesson, const LessonCatalogue& shelf, const std::filesystem::path& file);

/// The belt's network, untrained, on a series of the learner's own: on its first target; without one, on the last
/// column. InvalidInput where that one cannot be read there (untrainedBelt).
Result<BeltFile> beltOnSeries(const Series& series, const ExperimentConfig& data);
/// The same on the series of a file.
Result<BeltFile> beltOnFile(const std::filesystem::path& file);

}  // namespace gatelab
