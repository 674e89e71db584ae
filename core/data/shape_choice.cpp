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
    if (guess == report.guesses.end() || guess->overridden) return {};
    return isLongShape(guess->runnerUp) ? guess->runnerUp : std::string();
}

namespace {

/// Whether series came out of it: of several rows, or few beside each other.
bool areSeries(const Series& read, const Series& asRows) {
    constexpr std::int64_t kFewRows = 3;
    std::vector<SeriesMember> members = membersOf(read);
    if (members.empty())
        return read.channels.size() <= kSideBySide * std::max<std::size_t>(2, asRows.report.columns.size());
    std::ranges::nth_element(members, members.begin() + std::ssize(members) / 2, {}, &SeriesMember::rows);
    return members.size() > 1 && members[members.size() / 2].rows() >= kFewRows;
}

}  // namespace

Result<Dataset> loadAsItLooks(ExperimentConfig& config, const Progress& progress) {
    auto data = loadDataset(config, progress);
    if (!data.ok() || !data->series || config.dataPath.empty() || isReshaped(config)) return data;
    ExperimentConfig other = config;
    other.csvShape = betterShape(data->series->report);
    if (other.csvShape.empty()) return data;
    auto again = loadDataset(other, progress);
    if (!again.ok() || !again->series || !areSeries(*again->series, *data->series)) return data;
    auto read = std::make_shared<Series>(*again->series);
    const Choice* shape = findChoice(csvShapeChoices(), other.csvShape);
    if (read->report.format == "tsf")
        read->report.warnings.insert(
            read->report.warnings.begin(),
            {-1,
             {GATELAB_TEXT(
                  "Reading",
                  "the file holds %1, which were read as many series for one network. The shape 'a row for each "
                  "time' (rows) reads them as columns of one table"),
              {describeMembers(*read)}}});
    else
        read->report.warnings.insert(
            read->report.warnings.begin(),
            {-1,
             {GATELAB_TEXT(
                  "Reading",
                  "this is a long table, and it was read as '%1'. The shape 'a row for each time' (rows) reads it "
                  "as one series"),
              {shape != nullptr ? Phrase(shape->label) : Phrase(other.csvShape)}}});
    config = std::move(other);
    return Dataset{std::move(read), nullptr};
}

}  // namespace gatelab
