// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/lesson/lesson_tries.h"

#include "lesson/lesson_picture.h"
#include "lesson/lesson_seen.h"

#include <deque>

namespace gatelab::worker {

namespace {

Result<std::unique_ptr<Inspector>> opened(Engine& engine, const std::filesystem::path& folder) {
    InspectRequest look;
    look.runFolder = folder;
    return engine.inspect(look);
}

}  // namespace

Result<SeenSequence> seenInRuns(Engine& engine, const Lesson& lesson, const LessonFolders& folders,
                                const LessonOutcomes& outcomes) {
    std::deque<PictureFrame> frames;  // their places stay
    std::vector<SeenTwin> twins;
    for (const std::string& key : lesson.picture.twins) {
        const auto start = folders.find(key + std::string(kStepZero));
        if (start == folders.end()) continue;  // it was stopped before its first step
        const auto untrained = opened(engine, start->second);
        if (!untrained.ok()) return untrained.error();
        const auto end = folders.find(key);
        std::unique_ptr<Inspector> trained;
        if (end != folders.end()) {
            auto found = opened(engine, end->second);
            if (!found.ok()) return found.error();
            trained = std::move(*found);
        }
        const bool isAsked = !trained || lesson.picture.kind == "own";
        const auto units = pictureUnits(lesson, key, isAsked ? **untrained : *trained);
        if (!units.ok()) return units.error();
        auto before = readPicture(lesson, key, **untrained, *units, start->second);
        if (!before.ok()) return before.error();
        const PictureFrame& first = frames.emplace_back(std::move(*before));
        twins.push_back({key, &first, &first});
        if (!trained) continue;
        auto now = readPicture(lesson, key, *trained, *units, end->second);
        if (!now.ok()) return now.error();
        twins.back().now = &frames.emplace_back(std::move(*now));
    }
    return seenIn(lesson, twins, outcomes);
}

ExperimentConfig tryConfig(const Lesson& lesson, const LessonTry& change, std::int64_t seed) {
    ExperimentConfig config = change.config;
    config.seed = lessonConfig(lesson, change.run, seed).seed;
    return config;
}

}  // namespace gatelab::worker
