// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file_io.h"
#include "io/json/json_text.h"
#include "lesson/figures/figure_key.h"
#include "lesson/lesson_figures.h"
#include "lesson/lesson_gap.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <system_error>

namespace gatelab {

namespace {

using Json = nlohmann::ordered_json;
constexpr std::uint64_t kFileBytes = 1U << 20;

/// Five figures are enough for a curve on a screen.
double fiveFigures(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.5g", value);
    return std::strtod(text, nullptr);
}

}  // namespace

FigureSource figureSource(const LessonOutcomes& outcomes) {
    return [&outcomes](const FigureCall& call) -> Result<double> {
        if (isGapWord(call.name)) return kNoFigure;  // nothing is drawn here
        const auto run = outcomes.find(call.arguments[0]);
        if (run == outcomes.end())
            return Error{ErrorCode::NotFound,
                         {GATELAB_TEXT("Lesson", "the run '%1' has not been trained yet"), {call.arguments[0]}}};
        const auto figure = run->second.figures.find(figureKey(call));
        return figure == run->second.figures.end() ? kNoFigure : figure->second;
    };
}

Result<bool> claimHoldsUntrained(const Lesson& lesson, const LessonOutcomes& outcomes) {
    const FigureSource figures = figureSource(outcomes);
    return claimHolds(lesson.claim, [&figures](FigureCall call) {
        if (!isStepZero(call.arguments[0])) call.arguments[0] += kStepZero;
        return figures(call);
    });
}

Result<std::size_t> rightChoice(const LessonCard& card, const FigureSource& figures) {
    std::size_t otherwise = card.choices.size();
    for (std::size_t i = 0; i < card.choices.size(); ++i) {
        if (card.choices[i].when.empty()) {
            otherwise = i;
            continue;
        }
        const auto holds = claimHolds(card.choices[i].when, figures);
        if (!holds.ok()) return holds.error();
        if (*holds) return i;
    }
    return otherwise;
}

std::filesystem::path shippedFile(const Lesson& lesson) {
    return lesson.file.parent_path() / "shipped" / (lesson.key + ".json");
}

std::string outcomesToJson(const LessonOutcomes& outcomes, std::int64_t seed) {
    const auto rounded = [](double value) -> Json {
        if (!std::isfinite(value)) return nullptr;
        return fiveFigures(value);
    };
    Json json{{"gatelab_outcomes", 1}, {"seed", seed}, {"runs", Json::object()}};
    for (const auto& [run, outcome] : outcomes) {
        Json& one = json["runs"][run];
        one = Json{{"figures", Json::object()}, {"x", Json::array()}, {"y", Json::array()}};
        for (const auto& [name, value] : outcome.figures) one["figures"][name] = rounded(value);
        for (const double x : outcome.line.x) one["x"].push_back(rounded(x));
        for (const double y : outcome.line.y) one["y"].push_back(rounded(y));
    }
    return json.dump() + "\n";
}

Result<LessonOutcomes> readOutcomes(const std::filesystem::path& file) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored))
        return Error{ErrorCode::NotFound, {GATELAB_TEXT("Lesson", "%1 is not there"), {file.string()}}};
    const auto bytes = readFileBytes(file, kFileBytes);
    if (!bytes.ok()) return bytes.error();
    LessonOutcomes outcomes;
    try {
        const Json json = parseJson<Json>(*bytes);
        const auto value = [](const Json& one) { return one.is_null() ? kNoFigure : one.get<double>(); };
        for (const auto& [run, one] : json.at("runs").items()) {
            LessonOutcome& outcome = outcomes[run];
            for (const auto& [name, figure] : one.at("figures").items()) outcome.figures[name] = value(figure);
            for (const auto& x : one.at("x")) outcome.line.x.push_back(value(x));
            for (const auto& y : one.at("y")) outcome.line.y.push_back(value(y));
            if (outcome.line.x.size() != outcome.line.y.size()) throw std::out_of_range("x and y");
        }
    } catch (const std::exception&) {
        return Error{ErrorCode::Corrupt,
                     GATELAB_TEXT("Lesson", "this is no file of shipped results; the lesson works without them")}
            .withContext(file.string());
    }
    return outcomes;
}

}  // namespace gatelab
