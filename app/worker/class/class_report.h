// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/lesson_file.h"

#include <filesystem>
#include <string>
#include <vector>

namespace gatelab::worker {

/// Reads a class and prints it as a page for its teacher: lessons, minutes, questions, notes; isBrief: whether it can
/// be used, in one line. The exit code.
int reportClass(const std::filesystem::path& file, const LessonCatalogue& shelf, const std::string& language,
                bool isBrief, bool json);
/// Writes a class of these lessons, which must not be there yet. The exit code.
int writeClass(const std::filesystem::path& file, const LessonCatalogue& shelf, const std::vector<std::string>& keys,
               bool json);

}  // namespace gatelab::worker
