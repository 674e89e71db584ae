// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "lesson/glossary.h"
#include "lesson/lesson.h"

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// A lesson is a file of JSON; resources/lessons/README.md says what stands in it. Every error names the file, the
/// place in it and the remedy.
namespace gatelab {

/// `file`: its name is the lesson's key, and paths of data are taken from its folder.
Result<Lesson> lessonFromJson(std::string_view json, const std::filesystem::path& file,
                              const std::set<std::string>& terms);
/// `terms`: keys of the glossary that words may be marked with.
Result<Lesson> readLesson(const std::filesystem::path& file, const std::set<std::string>& terms);

/// The lessons that come with the program.
struct LessonCatalogue {
    std::vector<Lesson> lessons;  ///< in their order
    std::vector<Error> problems;  ///< of files that cannot be used
    Glossary glossary;
    [[nodiscard]] const Lesson* find(std::string_view key) const {
        for (const Lesson& lesson : lessons)
            if (lesson.key == key) return &lesson;
        return nullptr;
    }
};
/// Reads all of a folder; a file that is broken is told among the problems, and the others are there.
LessonCatalogue readLessons(const std::filesystem::path& folder, Glossary glossary);
/// Those of this installation.
LessonCatalogue readShippedLessons();

}  // namespace gatelab
