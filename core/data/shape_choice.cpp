// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/shape_choice.h"

#include "config/choices.h"
#include "config/many_series.h"
#include "config/setting_predicates.h"
#include "data/many/many_series.h"
#include "data/readers.h"

#include <algorithm>
#include <vector>

namespace gatelab {

std::string betterShape(const ReadReport& report) {
    const auto guess = std::ranges::find(report.guesses, "csv_shape", &ReadGuess::key);
    if (guess == report.guesses.end() || guess->overridden || guess->certain) return {};
    return guess->runnerUp;
}

bool isBetterRead(const Series& read, const std::string& shape, std::size_t columnsAsRows) {
    constexpr std::int64_t kFewRows = 3;
    constexpr std::size_t kMostRowsAsSeries = 1000;
    if (!isLongShape(shape))
        return read.time.known() && read.rows() >= kFewRows && read.channels.size() <= kMostRowsAsSeries;
    std::vector<SeriesMember> members = membersOf(read);
    if (members.empty()) return read.channels.size() <= kSideBySide * std::max<std::size_t>(2, columnsAsRows);
    std::ranges::nth_element(members, members.begin() + std::ssize(members) / 2, {}, &SeriesMember::rows);
    return members.size() > 1 && members[members.size() / 2].rows() >= kFewRows;
}

Phrase describeShapeTaken(const Series& read, const std::string& shape) {
    if (read.report.format == "tsf")
        return {
            GATELAB_TEXT("Reading",
                         "the file holds %1, which were read as many series for one network. The shape 'a row for each "
                         "time' (rows) reads them as columns of one table"),
            {describeMembers(read)}};
    const Choice* choice = findChoice(csvShapeChoices(), shape);
    const Phrase label = choice != nullptr ? Phrase(choice->label) : Phrase(shape);
    if (isLongShape(shape))
        return {GATELAB_TEXT("Reading",
                             "this is a long table, and it was read as '%1'. The shape 'a row for each time' (rows) "
                             "reads it as one series"),
                {label}};
    return {GATELAB_TEXT("Reading",
                         "times stand side by side as names of columns, and the table was read as '%1'. The shape 'a "
                         "row for each time' (rows) reads it as it stands"),
            {label}};
}

Result<Dataset> loadAsItLooks(ExperimentConfig& config, const Progress& progress) {
    auto data = loadDataset(config, progress);
    if (!data.ok() || !data->series || config.dataPath.empty() || isReshaped(config)) return data;
    ExperimentConfig other = config;
    other.csvShape = betterShape(data->series->report);
    if (other.csvShape.empty()) return data;
    auto again = loadDataset(other, progress);
    if (!again.ok() || !again->series ||
        !isBetterRead(*again->series, other.csvShape, data->series->report.columns.size()))
        return data;
    auto read = std::make_shared<Series>(*again->series);
    read->report.warnings.insert(read->report.warnings.begin(), {-1, describeShapeTaken(*read, other.csvShape)});
    config = std::move(other);
    return Dataset{std::move(read), nullptr};
}

}  // namespace gatelab
