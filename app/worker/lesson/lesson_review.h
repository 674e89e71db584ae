// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/lesson.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace gatelab::worker {

/// A text of the lesson with this key, in words.
using ReviewWords = std::function<std::string(const std::string& lesson, const LessonText& text)>;

/// One round of the mixed review in the terminal: an answer is the number of a line of the input. What is known is
/// remembered in the file `memory`, which need not be there yet. The input may end before the round does. 0, or what
/// kept the file from being read or written.
int reviewLessons(const std::vector<const Lesson*>& lessons, const std::filesystem::path& memory,
                  const ReviewWords& words, bool json);

}  // namespace gatelab::worker
