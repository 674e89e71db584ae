// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/lesson_json.h"

#include "base/words/edit_distance.h"
#include "io/json/json_text.h"

#include <algorithm>

namespace gatelab {

namespace {

const LessonJson::Json kNothing;

const char* kindOf(const LessonJson::Json& json) {
    using Kind = nlohmann::detail::value_t;
    switch (json.type()) {
        case Kind::object:
            return "{...}";
        case Kind::array:
            return "[...]";
        case Kind::string:
            return "\"...\"";
        case Kind::boolean:
            return "true/false";
        case Kind::null:
            return "null";
        default:
            return "123";
    }
}

}  // namespace

std::string nearestWord(std::string_view word, const std::vector<std::string>& words) {
    std::string nearest;
    std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (const std::string& one : words) {
        // As far apart as their lengths at least: what is no word at all, of a million letters, is held against none.
        if (std::max(word.size(), one.size()) - std::min(word.size(), one.size()) >= least) continue;
        if (const std::size_t far = editDistance(word, one); far < least) least = far, nearest = one;
    }
    return nearest;
}

void LessonJson::fail(Phrase what) const {
    if (problem_->has_value()) return;
    Error error{ErrorCode::InvalidInput, std::move(what)};
    for (auto step = place_.rbegin(); step != place_.rend(); ++step) error = error.withContext(*step);
    *problem_ = std::move(error);
}

LessonJson LessonJson::under(Phrase step) const {
    LessonJson inner = *this;
    inner.place_.push_back(std::move(step));
    return inner;
}

const LessonJson& LessonJson::allow(const std::vector<std::string_view>& keys) const {
    if (failed()) return *this;
    if (!json_->is_object())
        return fail({GATELAB_TEXT("Lesson", "here stands %1, and {...} was expected"), {kindOf(*json_)}}), *this;
    for (const auto& [key, value] : json_->items()) {
        if (std::ranges::find(keys, key) != keys.end()) continue;
        const std::string near = nearestWord(key, {keys.begin(), keys.end()});
        if (near.empty())
            fail({GATELAB_TEXT("Lesson", "'%1' is not known here; take it out"), {key}});
        else
            fail({GATELAB_TEXT("Lesson", "'%1' is not known here; was '%2' meant?"), {key, near}});
    }
    return *this;
}

bool LessonJson::has(const char* key) const { return !failed() && json_->is_object() && json_->contains(key); }

LessonJson LessonJson::at(const char* key) const {
    LessonJson inner = under(key);
    inner.json_ = &kNothing;
    if (failed()) return inner;
    if (!json_->is_object())
        return fail({GATELAB_TEXT("Lesson", "here stands %1, and {...} was expected"), {kindOf(*json_)}}), inner;
    const auto found = json_->find(key);
    if (found == json_->end())
        return fail({GATELAB_TEXT("Lesson", "the member \"%1\" is missing; add it"), {key}}), inner;
    inner.json_ = &*found;
    return inner;
}

void LessonJson::each(std::size_t least, const std::function<void(const LessonJson&, std::size_t)>& use) const {
    if (failed()) return;
    if (!json_->is_array())
        return fail({GATELAB_TEXT("Lesson", "here stands %1, and a list [...] was expected"), {kindOf(*json_)}});
    if (json_->size() < least)
        return fail({GATELAB_TEXT("Lesson", "the list has %1 entries and needs at least %2"), {json_->size(), least}});
    for (std::size_t i = 0; i < json_->size() && !failed(); ++i) {
        LessonJson item = under(Phrase(i + 1));
        item.json_ = &(*json_)[i];
        use(item, i + 1);
    }
}

std::string LessonJson::text(bool mayBeEmpty) const {
    if (failed()) return {};
    if (!json_->is_string())
        return fail({GATELAB_TEXT("Lesson", "here stands %1, and a text \"...\" was expected"), {kindOf(*json_)}}),
               std::string();
    auto found = json_->get<std::string>();
    if (!mayBeEmpty && found.find_first_not_of(" \t\n") == std::string::npos)
        fail(GATELAB_TEXT("Lesson", "the text is empty; write it"));
    return found;
}

std::int64_t LessonJson::whole(std::int64_t low, std::int64_t high) const {
    if (failed()) return low;
    if (!json_->is_number_integer())
        return fail({GATELAB_TEXT("Lesson", "here stands %1, and a whole number was expected"), {kindOf(*json_)}}), low;
    const auto value = json_->get<std::int64_t>();
    const bool isBeyond = value < low || value > high || (value < 0 && json_->is_number_unsigned());
    if (isBeyond) fail({GATELAB_TEXT("Lesson", "%1 is not between %2 and %3"), {json_->dump(), low, high}});
    return value;
}

bool LessonJson::truth() const {
    if (failed()) return false;
    if (!json_->is_boolean())
        return fail({GATELAB_TEXT("Lesson", "here stands %1, and true or false was expected"), {kindOf(*json_)}}),
               false;
    return json_->get<bool>();
}

double LessonJson::number(double low, double high) const {
    if (failed()) return low;
    if (!json_->is_number())
        return fail({GATELAB_TEXT("Lesson", "here stands %1, and a number was expected"), {kindOf(*json_)}}), low;
    const auto value = json_->get<double>();
    if (!(value >= low && value <= high))
        fail({GATELAB_TEXT("Lesson", "%1 is not between %2 and %3"),
              {json_->dump(), Json(low).dump(), Json(high).dump()}});
    return value;
}

LessonText LessonJson::words(std::string_view only) const {
    allow({"en", "zh"});
    if (only.empty()) return {at("en").text(), at("zh").text()};
    const std::string one = at(only == "en" ? "en" : "zh").text();
    return {one, one};
}

Result<LessonJson::Json> parseLessonJson(std::string_view text) {
    try {
        return parseJson<LessonJson::Json>(text);
    } catch (const nlohmann::json::parse_error& problem) {
        const std::string_view before = text.substr(0, problem.byte > 0 ? std::min(problem.byte - 1, text.size()) : 0);
        const auto line = std::count(before.begin(), before.end(), '\n') + 1;
        const std::size_t start = before.rfind('\n');
        return Error{
            ErrorCode::Corrupt,
            GATELAB_TEXT(
                "Lesson",
                "this is not JSON; look for a comma, a bracket or a quotation mark that is missing just before")}
            .withContext({GATELAB_TEXT("Experiment", "line %1, column %2"),
                          {line, before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1}});
    } catch (const nlohmann::json::out_of_range&) {
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Experiment", "a number in it is beyond 1e308; correct the number")};
    }
}

}  // namespace gatelab
