// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/field.h"

#include "config/choices.h"
#include "config/shapes/resample_rule.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace gatelab {
namespace {

template <class... Fs>
struct Overload : Fs... {
    using Fs::operator()...;
};
template <class... Fs>
Overload(Fs...) -> Overload<Fs...>;

std::string_view trim(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

template <class T>
std::optional<T> parseNumber(std::string_view text) {
    if (!text.empty() && text.front() == '+') text.remove_prefix(1);
    T value{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// Whether a text is a number that no double is: 1e400, 1e-400.
bool isOutOfRange(std::string_view text) {
    if (!text.empty() && text.front() == '+') text.remove_prefix(1);
    double value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    return problem == std::errc::result_out_of_range && end == text.data() + text.size();
}

std::string formatReal(double value) {
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return {buffer, end};
}

/// Comma-separated; a backslash keeps the next character, so that names may hold commas. A bracketed part keeps its
/// commas ("fill(a=1,b=2)").
std::vector<std::string> splitList(std::string_view text) {
    std::vector<std::string> items;
    std::string item;
    int depth = 0;
    const auto finish = [&] {
        if (const auto trimmed = trim(item); !trimmed.empty()) items.emplace_back(trimmed);
        item.clear();
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\\' && i + 1 < text.size()) {
            item += text[++i];
            continue;
        }
        depth += c == '(' ? 1 : c == ')' && depth > 0 ? -1 : 0;
        if (c == ',' && depth == 0)
            finish();
        else
            item += c;
    }
    finish();
    return items;
}

std::string joinList(const std::vector<std::string>& items) {
    std::string text;
    for (const auto& item : items) {
        if (!text.empty()) text += ',';
        int depth = 0;
        const bool balanced = std::count(item.begin(), item.end(), '(') == std::count(item.begin(), item.end(), ')');
        for (const char c : item) {
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            const bool bracket = (c == '(' || c == ')') && !balanced;
            if (c == '\\' || bracket || (c == ',' && (depth <= 0 || !balanced))) text += '\\';
            text += c;
        }
    }
    return text;
}

/// What a value of the field must be.
Text kindOf(const Field& field) {
    return std::visit(
        Overload{
            [](bool ExperimentConfig::*) { return GATELAB_TEXT("Finding", "'%1' must be true or false"); },
            [](std::int64_t ExperimentConfig::*) { return GATELAB_TEXT("Finding", "'%1' must be a whole number"); },
            [](double ExperimentConfig::*) { return GATELAB_TEXT("Finding", "'%1' must be a number"); },
            [](std::string ExperimentConfig::*) { return GATELAB_TEXT("Finding", "'%1' must be a text"); },
            [](std::vector<std::string> ExperimentConfig::*) {
                return GATELAB_TEXT("Finding", "'%1' must be a list of texts");
            }},
        field.member);
}

Phrase outOfRange(const FieldRange& range) {
    return {GATELAB_TEXT("Finding", "must be between %1 and %2"), {formatReal(range.low), formatReal(range.high)}};
}

}  // namespace

const Field* findField(std::string_view key) {
    const auto all = fields();
    const auto it = std::find_if(all.begin(), all.end(), [&](const Field& f) { return key == f.key; });
    return it == all.end() ? nullptr : &*it;
}

FieldValue fieldValue(const ExperimentConfig& config, const Field& field) {
    return std::visit([&](auto member) { return FieldValue(config.*member); }, field.member);
}

Result<void> setFieldValue(ExperimentConfig& config, const Field& field, const FieldValue& value) {
    return std::visit(
        [&](auto member) -> Result<void> {
            using T = std::remove_reference_t<decltype(config.*member)>;
            if (const T* same = std::get_if<T>(&value)) {
                config.*member = *same;
                return {};
            }
            if constexpr (std::is_same_v<T, double>) {
                if (const auto* whole = std::get_if<std::int64_t>(&value)) {
                    config.*member = static_cast<double>(*whole);
                    return {};
                }
            }
            return Error{ErrorCode::InvalidInput, {kindOf(field), {field.key}}};
        },
        field.member);
}

Result<FieldValue> parseFieldValue(const Field& field, std::string_view text) {
    const std::string_view trimmed = trim(text);
    const auto wrong = [&](const Text& what) { return Error{ErrorCode::InvalidInput, {what, {std::string(trimmed)}}}; };
    constexpr Text kOutOfRange = GATELAB_TEXT("Finding", "'%1' is too large or too small a number");
    Result<FieldValue> value = std::visit(
        Overload{[&](bool ExperimentConfig::*) -> Result<FieldValue> {
                     if (trimmed == "true" || trimmed == "1" || trimmed == "on" || trimmed == "yes")
                         return FieldValue(true);
                     if (trimmed == "false" || trimmed == "0" || trimmed == "off" || trimmed == "no")
                         return FieldValue(false);
                     return wrong(GATELAB_TEXT("Finding", "'%1' is not true or false"));
                 },
                 [&](std::int64_t ExperimentConfig::*) -> Result<FieldValue> {
                     if (const auto whole = parseNumber<std::int64_t>(trimmed)) return FieldValue(*whole);
                     const auto real = parseNumber<double>(trimmed);  // "1e5" is a whole number too
                     if (real && std::abs(*real) < 9e15 && *real == std::floor(*real))
                         return FieldValue(static_cast<std::int64_t>(*real));
                     const bool isTooLarge = isOutOfRange(trimmed) || (real && std::abs(*real) >= 9e15);
                     return wrong(isTooLarge ? kOutOfRange : GATELAB_TEXT("Finding", "'%1' is not a whole number"));
                 },
                 [&](double ExperimentConfig::*) -> Result<FieldValue> {
                     if (const auto real = parseNumber<double>(trimmed)) return FieldValue(*real);
                     return wrong(isOutOfRange(trimmed) ? kOutOfRange
                                                        : GATELAB_TEXT("Finding", "'%1' is not a number"));
                 },
                 [&](std::string ExperimentConfig::*) -> Result<FieldValue> { return FieldValue(std::string(text)); },
                 [&](std::vector<std::string> ExperimentConfig::*) -> Result<FieldValue> {
                     return FieldValue(splitList(text));
                 }},
        field.member);
    if (!value) return value;
    if (auto problem = checkFieldValue(field, *value)) return *problem;
    return value;
}

std::string formatFieldValue(const FieldValue& value) {
    return std::visit(
        Overload{[](bool on) { return std::string(on ? "true" : "false"); },
                 [](std::int64_t whole) { return std::to_string(whole); }, [](double real) { return formatReal(real); },
                 [](const std::string& text) { return text; },
                 [](const std::vector<std::string>& items) { return joinList(items); }},
        value);
}

std::optional<Error> checkFieldValue(const Field& field, const FieldValue& value) {
    const auto outside = [&](double number) -> std::optional<Error> {
        if (number >= field.range.low && number <= field.range.high) return std::nullopt;
        return Error{ErrorCode::InvalidInput, outOfRange(field.range)};
    };
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return outside(static_cast<double>(*whole));
    if (const auto* real = std::get_if<double>(&value)) return outside(*real);  // NaN fails both comparisons
    if (const auto* text = std::get_if<std::string>(&value);
        text && !field.choices.empty() && !findChoice(field.choices, *text)) {
        std::string known;
        for (const auto& choice : field.choices) known += (known.empty() ? "" : ", ") + std::string(choice.key);
        return Error{ErrorCode::InvalidInput, {GATELAB_TEXT("Finding", "'%1' is not one of %2"), {*text, known}}};
    }
    if (const auto* text = std::get_if<std::string>(&value); text && field.key == std::string_view("resample_by"))
        if (auto rule = parseResampleRule(*text); !rule.ok()) return rule.error();
    return std::nullopt;
}

std::string fieldFlag(const Field& field) {
    std::string flag = std::string("--") + field.key;
    std::replace(flag.begin(), flag.end(), '_', '-');
    return flag;
}

}  // namespace gatelab
