// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "lesson/lesson.h"

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// A word that a beginner does not know.
struct GlossaryEntry {
    std::string key;
    LessonText term, text;              ///< text: plain words, other terms marked as in lessons
    std::string formula;                ///< empty: none
    std::string source;                 ///< paper; empty: none
    std::vector<std::string> settings;  ///< keys of the settings that it explains
};

struct Glossary {
    std::vector<GlossaryEntry> entries;
    [[nodiscard]] const GlossaryEntry* find(std::string_view key) const;
    /// The entry that explains a setting; null: there is none.
    [[nodiscard]] const GlossaryEntry* ofSetting(std::string_view setting) const;
    [[nodiscard]] std::set<std::string> keys() const;
};

/// Both languages, known settings and marked words that have an entry are checked.
Result<Glossary> glossaryFromJson(std::string_view json);
Result<Glossary> readGlossary(const std::filesystem::path& file);

}  // namespace gatelab
