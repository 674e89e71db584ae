// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/lesson_file.h"

#include "base/library_folder.h"
#include "io/file_io.h"
#include "lesson/lesson_cards.h"
#include "lesson/lesson_json.h"
#include "lesson/lesson_scenes.h"

#include <algorithm>

namespace gatelab {

namespace {

constexpr std::uint64_t kFileBytes = 1U << 20;
constexpr double kMinLearningRate = 1e-9;  ///< that the table of settings allows

}  // namespace

std::vector<std::string> lessonKeys(const Lesson& lesson) {
    std::vector<std::string> keys;
    for (const LessonRun& run : lesson.runs) {
        keys.push_back(run.key + std::string(kStepZero));
        keys.push_back(run.key);
    }
    return keys;
}

ExperimentConfig lessonConfig(const Lesson& lesson, std::string_view run, std::int64_t seed) {
    ExperimentConfig config = lesson.findRun(run)->config;
    config.seed += (seed - 1) * 1000;
    return isStepZero(run) ? stepZeroOf(std::move(config)) : config;
}

ExperimentConfig stepZeroOf(ExperimentConfig config) {
    config.name += kStepZero;
    config.learningRate = kMinLearningRate;
    config.clipNorm = 1;  // however long the gradient is, no weight moves
    config.epochs = 1;
    return config;
}

Result<Lesson> lessonFromJson(std::string_view text, const std::filesystem::path& file,
                              const std::set<std::string>& terms) {
    const auto json = parseLessonJson(text);
    if (!json.ok()) return json.error().withContext(file.string());
    std::optional<Error> problem;
    const std::int64_t format = LessonJson(*json, {}, problem).at("gatelab_lesson").whole(1, 2);
    if (problem) return problem->withContext(file.string());
    if (format == 1) return LessonCardsReader(file, terms).read(*json).withContext(file.string());
    return LessonScenesReader(file, terms).read(*json).withContext(file.string());
}

Result<Lesson> readLesson(const std::filesystem::path& file, const std::set<std::string>& terms) {
    const auto bytes = readFileBytes(file, kFileBytes);
    if (!bytes.ok()) return bytes.error();
    return lessonFromJson(*bytes, file, terms);
}

LessonCatalogue readLessons(const std::filesystem::path& folder, Glossary glossary) {
    LessonCatalogue shelf;
    shelf.glossary = std::move(glossary);
    const auto terms = shelf.glossary.keys();
    std::error_code problem;
    std::vector<std::filesystem::path> files;
    for (std::filesystem::directory_iterator entry(folder, problem), end; !problem && entry != end;
         entry.increment(problem))
        if (entry->path().extension() == ".json") files.push_back(entry->path());
    if (problem) shelf.problems.push_back(ioError(problem.value(), GATELAB_TEXT("Lesson", "read the lessons"), folder));
    std::ranges::sort(files);
    for (const auto& file : files) {
        auto lesson = readLesson(file, terms);
        if (lesson.ok())
            shelf.lessons.push_back(std::move(*lesson));
        else
            shelf.problems.push_back(lesson.error());
    }
    std::ranges::stable_sort(shelf.lessons, {}, &Lesson::order);
    return shelf;
}

LessonCatalogue readShippedLessons() {
    const auto glossary = readGlossary(sharedPlace("glossary.json"));
    LessonCatalogue shelf = readLessons(sharedPlace("lessons"), glossary.ok() ? *glossary : Glossary{});
    if (!glossary.ok()) shelf.problems.insert(shelf.problems.begin(), glossary.error());
    return shelf;
}

}  // namespace gatelab
