// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/lesson_figures.h"
#include "lesson/lesson_gap.h"
#include "lesson/lesson_picture.h"

#include <span>
#include <string>

/// What a picture shows, as sums of a gap may ask for it.
namespace gatelab {

/// One network of a picture.
struct SeenTwin {
    std::string key;  ///< of its run
    const PictureFrame* before = nullptr;
    const PictureFrame* now = nullptr;  ///< null: it is not trained, or may not be seen yet
};
/// `outcomes`: of all its runs, for bars of figures. Of valves that a hand sets nothing is known here.
SeenSequence seenIn(const Lesson& lesson, std::span<const SeenTwin> twins, const LessonOutcomes& outcomes);

}  // namespace gatelab
