// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/findings/finding_check.h"

#include "data/row_time.h"

#include <cmath>
#include <cstdio>
#include <utility>

namespace gatelab {

DataFinding foundOf(DataFinding::Severity severity, const char* code, const std::string& column, FoundRows rows,
                    Phrase message, std::string recipe) {
    return {severity, code, column, rows.first, rows.last, rows.count, std::move(message), std::move(recipe)};
}

DataFinding warningOf(const char* code, const std::string& column, FoundRows rows, Phrase message, std::string recipe) {
    return foundOf(DataFinding::Severity::Warning, code, column, rows, std::move(message), std::move(recipe));
}

void addPlace(std::vector<RowRange>& places, std::int64_t first, std::int64_t rows) {
    if (!places.empty() && places.back().end == first)
        places.back().end += rows;
    else if (places.size() <= kMostPlaces)
        places.push_back({first, first + rows});
}

Phrase rowsPhrase(std::int64_t first, std::int64_t last) {
    if (first == last) return {GATELAB_TEXT("Doctor", "row %1"), {first}};
    return {GATELAB_TEXT("Doctor", "rows %1 to %2"), {first, last}};
}

std::string rowAndTime(std::int64_t row, const TimeAxis& time) {
    const bool isTimed = time.known() && row >= 0 && row < std::ssize(time.values);
    return std::to_string(row) + (isTimed ? " (" + rowTime(time, row) + ")" : std::string());
}

std::string spanText(std::int64_t micros) {
    const double seconds = static_cast<double>(micros) / 1e6;
    const auto text = [](double value, const char* unit) { return decimalText(std::round(value * 100) / 100) + unit; };
    if (seconds >= 86400) return text(seconds / 86400, " d");
    if (seconds >= 3600) return text(seconds / 3600, " h");
    if (seconds >= 60) return text(seconds / 60, " min");
    return text(seconds, " s");
}

std::string shareText(std::int64_t part, std::int64_t all) {
    const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(all);
    if (percent < 0.1) return "< 0.1 %";
    char text[32];
    std::snprintf(text, sizeof text, percent < 9.95 ? "%.1f %%" : "%.0f %%", percent);
    return text;
}

std::string valueText(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    return text;
}

std::string decimalText(double value) {
    std::string text = std::to_string(value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text;
}

}  // namespace gatelab
