// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tables/number_times.h"

#include "data/readers.h"
#include "data/tables/file_part.h"
#include "io/csv_cell.h"
#include "io/file_io.h"
#include "io/temporary_folder.h"

#include <algorithm>
#include <cmath>

namespace gatelab {
namespace {

/// Whole numbers with all their digits, so that they show how many they have.
void appendNumber(std::string& text, double value) {
    constexpr double kMostWhole = 9e18;
    if (value == std::floor(value) && std::abs(value) < kMostWhole)
        text += std::to_string(static_cast<std::int64_t>(value));
    else
        appendCsvNumber(text, value);
}

}  // namespace

std::optional<NumberTimes> numberTimes(const std::string& name, const std::vector<double>& numbers, bool isFirst) {
    if (numbers.size() < 2 || !std::ranges::all_of(numbers, [](double v) { return std::isfinite(v); })) return {};
    // Beside values that are no part of a time
    constexpr const char* kBeside = "level (m)";
    std::string csv;
    appendCsvRow(csv, isFirst ? std::vector<std::string>{name, kBeside} : std::vector<std::string>{kBeside, name});
    for (std::size_t r = 0; r < numbers.size(); ++r) {
        const std::string beside = std::to_string(-1 - static_cast<int>(r % 7)) + (r % 2 == 0 ? ".25" : ".5");
        if (!isFirst) csv += beside + ",";
        appendNumber(csv, numbers[r]);
        csv += isFirst ? "," + beside + "\n" : "\n";
    }
    ExperimentConfig options;
    options.csvHeader = "first", options.csvDecimal = "point", options.csvThousands = "none";
    const TemporaryFolder folder("times");
    const std::filesystem::path file = folder.path() / "times.csv";
    if (folder.path().empty() || !folder.write(file.filename(), csv)) return {};
    const auto data = readFile(file, options);
    if (!data || !data->series || data->series->time.name != name || data->series->time.values.size() != numbers.size())
        return {};
    NumberTimes times{data->series->time.values, {}, false};
    for (const ReadGuess& guess : data->series->report.guesses) {
        if (guess.key == "time_column") times.isCertain = guess.certain;
        if (guess.key == "time_format") times.shown = guess.shown;
    }
    return times;
}

Phrase sayNumberTimes(const std::string& name, const NumberTimes& times) {
    if (times.isCertain)
        return {GATELAB_TEXT("Reading", "the times are the numbers of '%1', read as %2"), {name, times.shown}};
    return {GATELAB_TEXT("Reading",
                         "the times are the numbers of '%1', taken as %2, for no unit is said. If they count something "
                         "else, choose another time column, or none"),
            {name, times.shown}};
}

}  // namespace gatelab
