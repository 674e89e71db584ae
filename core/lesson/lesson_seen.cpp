// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/lesson_seen.h"

#include "lesson/lesson_parts.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

/// What is left at the end of the cell state right after the last mark; not a number: the picture has no such row.
double keptOf(const PictureFrame& frame) {
    const auto cell = std::ranges::find(frame.rows, "c", &RowTrack::quantity);
    if (cell == frame.rows.end() || cell->values.empty() || frame.marks.empty()) return std::nan("");
    return cell->values.back() / cell->values[static_cast<std::size_t>(frame.marks.back() - 1)];
}

}  // namespace

SeenSequence seenIn(const Lesson& lesson, std::span<const SeenTwin> twins, const LessonOutcomes& outcomes) {
    const LessonPicture& picture = lesson.picture;
    const std::size_t ringed = picture.ringed();
    SeenSequence seen;
    for (const SeenTwin& twin : twins) {
        seen.marks = twin.before->marks;
        seen.times = twin.before->times;
        if (picture.kind == "forecast" || picture.kind == "parts") seen.truth = twin.before->truth;
        if (twin.now == nullptr) continue;
        const std::string before = twin.key + std::string(kStepZero);
        seen.rows[before] = rowValues(twin.before->rows[ringed]);
        seen.known[before] = twin.before->rows[ringed].known;
        seen.known[twin.key] = twin.now->rows[ringed].known;
        for (const auto& [key, frame] : {std::pair{before, twin.before}, {twin.key, twin.now}}) {
            seen.here[key]["loss"] = frame->loss;
            for (std::size_t row = 0; row < frame->rows.size(); ++row)
                seen.here[key].emplace(picture.rows[row].quantity, rowFigure(frame->rows[row]));
            seen.here[key]["kept"] = keptOf(*frame);
        }
        seen.rows[twin.key] =
            columnsOf(picture).empty() ? rowValues(twin.now->rows[ringed]) : columnValues(picture, outcomes, false);
        if (picture.rows[ringed].quantity == "window")
            seen.enough = enoughOf(lesson, columnValues(picture, outcomes, false));
    }
    return seen;
}

}  // namespace gatelab
