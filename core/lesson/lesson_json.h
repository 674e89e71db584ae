// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "io/json/json.h"
#include "lesson/lesson.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// A member of a JSON file under its place ("cards, 3 (explain), text"): what is missing, of the wrong kind or unknown
/// ends the reading with that place. After the first problem every reading gives an empty value.
class LessonJson {
public:
    using Json = nlohmann::ordered_json;
    LessonJson(const Json& json, std::vector<Phrase> place, std::optional<Error>& problem)
        : json_(&json), place_(std::move(place)), problem_(&problem) {}

    /// Only these members may be there.
    const LessonJson& allow(const std::vector<std::string_view>& keys) const;
    [[nodiscard]] bool has(const char* key) const;
    [[nodiscard]] LessonJson at(const char* key) const;
    /// Calls with each item of a list of at least `least`, numbered from 1.
    void each(std::size_t least, const std::function<void(const LessonJson&, std::size_t)>& use) const;
    [[nodiscard]] std::string text(bool mayBeEmpty = false) const;
    std::int64_t whole(std::int64_t low, std::int64_t high) const;
    [[nodiscard]] double number(double low, double high) const;
    [[nodiscard]] bool truth() const;
    /// {"en": ..., "zh": ...}, neither empty. `only`: a lesson's one language, which then stands for both; empty: both.
    [[nodiscard]] LessonText words(std::string_view only = {}) const;
    [[nodiscard]] const Json& json() const { return *json_; }
    [[nodiscard]] LessonJson under(Phrase step) const;
    void fail(Phrase what) const;
    [[nodiscard]] bool failed() const { return problem_->has_value(); }

private:
    const Json* json_;
    std::vector<Phrase> place_;
    std::optional<Error>* problem_;
};

/// Parses, or says at which line and column it is no JSON.
Result<LessonJson::Json> parseLessonJson(std::string_view text);
/// The word of a list that is nearest to one that is not in it, for remedies; empty: none is near.
std::string nearestWord(std::string_view word, const std::vector<std::string>& words);

}  // namespace gatelab
