// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/lesson_file.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// A class as a file, NAME.class: several lessons in an order of its own, with minutes, notes and questions in the
/// teacher's words. resources/lessons/README.md says what stands in it.
namespace gatelab {

struct ClassLesson {
    Lesson lesson;             ///< with the class's own title, question and hands, where it has them
    std::int64_t minutes = 0;  ///< 0: the lesson does not say
    std::int64_t seed = 1;     ///< of its first training
    LessonText notes;          ///< for the teacher alone; empty: none
};

struct ClassPlan {
    std::filesystem::path file;
    LessonText title, notes;
    std::vector<ClassLesson> lessons;
    [[nodiscard]] std::int64_t minutes() const {
        std::int64_t all = 0;
        for (const ClassLesson& one : lessons) all += one.minutes;
        return all;
    }
};

/// Ends the name of every class.
inline constexpr std::string_view kClassEnding = ".class";

/// Lessons are those of the shelf by their name, or files beside the class. Every error names the file, the place in it
/// and the remedy.
Result<ClassPlan> classFromJson(std::string_view json, const std::filesystem::path& file, const LessonCatalogue& shelf);
Result<ClassPlan> readClass(const std::filesystem::path& file, const LessonCatalogue& shelf);
/// The file of a new class of these lessons, to be edited.
std::string classTemplate(const std::vector<const Lesson*>& lessons);

}  // namespace gatelab
