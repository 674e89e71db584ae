// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/shape_choice.h"

#include "config/array_axes.h"
#include "config/choices.h"
#include "config/field.h"
#include "config/many_series.h"
#include "config/setting_predicates.h"
#include "data/arrays/array_shapes.h"
#include "data/many/many_series.h"
#include "data/readers.h"
#include "data/tables/file_part.h"
#include "data/time_step.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace gatelab {
namespace {

constexpr std::uintmax_t kLargest = 16 << 20;  // bytes
constexpr std::int64_t kMostRowsTurned = 1000;

/// Distances of rows, within each series.
struct Steps {
    std::int64_t all = 0, equal = 0, back = 0;
    [[nodiscard]] double share() const { return all > 0 ? static_cast<double>(equal) / static_cast<double>(all) : 1; }
};

Steps stepsOf(const Series& series) {
    Steps steps;
    std::vector<SeriesMember> members = membersOf(series);
    if (members.empty()) members.push_back({{}, 0, series.rows()});
    const auto& times = series.time.values;
    for (const SeriesMember& member : members)
        for (auto row = static_cast<std::size_t>(member.begin) + 1; row < static_cast<std::size_t>(member.end); ++row) {
            const std::int64_t distance = times[row] - times[row - 1];
            ++steps.all;
            steps.equal += isOneStep(distance, series.time.stepMicros) ? 1 : 0;
            steps.back += distance <= 0 ? 1 : 0;
        }
    return steps;
}

double shareWithValue(const Series& series) {
    std::int64_t cells = 0, there = 0;
    for (const Channel& channel : series.channels) {
        if (channel.name == kSeriesNumber) continue;
        for (const double value : channel.values) ++cells, there += std::isfinite(value) ? 1 : 0;
    }
    return cells > 0 ? static_cast<double>(there) / static_cast<double>(cells) : 0;
}

/// "99": a hundred is all of them.
std::int64_t percent(double share) { return static_cast<std::int64_t>(std::floor(share * 100)); }

Phrase outcomeOf(const Series& series) {
    if (Phrase many = describeMembers(series); !many.empty()) return many;
    Phrase columns =
        counted(std::ssize(series.channels), GATELAB_TEXT("Shape", "1 column"), GATELAB_TEXT("Shape", "%1 columns"));
    if (series.time.stepMicros <= 0) return {GATELAB_TEXT("Shape", "%1 rows, %2"), {series.rows(), std::move(columns)}};
    return {GATELAB_TEXT("Shape", "%1 rows, %2, every %3"),
            {series.rows(), std::move(columns), shownStep(series.time.stepMicros)}};
}

void judge(const Series& series, ShapeCandidate& candidate) {
    constexpr double kWithoutTimes = 0.5, kTimesGoBack = 0.5;
    const double there = shareWithValue(series);
    if (!series.time.known()) {
        candidate.fit = kWithoutTimes * there;
        candidate.reason = {GATELAB_TEXT("Shape", "no times; cells %1 % filled"), {percent(there)}};
        return;
    }
    const Steps steps = stepsOf(series);
    candidate.fit = steps.share() * there * (steps.back > 0 ? kTimesGoBack : 1);
    if (steps.back > 0)
        candidate.reason = {GATELAB_TEXT("Shape", "times stand still or go back %1 times"), {steps.back}};
    else
        candidate.reason = {GATELAB_TEXT("Shape", "steps %1 % equal, cells %2 % filled"),
                            {percent(steps.share()), percent(there)}};
}

/// The same columns with as many rows.
bool isSame(const Series& a, const Series& b) {
    return a.rows() == b.rows() && isMany(a) == isMany(b) &&
           std::ranges::equal(a.channels, b.channels, {}, &Channel::name, &Channel::name);
}

/// Few rows of many columns without times: as MATLAB writes the matrices of others.
bool liesOnItsSide(const std::string& shape, const Series* asRows) {
    return shape == "transposed" && asRows != nullptr && !asRows->time.known() &&
           asRows->rows() * 4 <= std::ssize(asRows->channels);
}

/// Arrays as sequences, and what else the file can be: the guess of the one first, the other's is none.
std::vector<ShapeCandidate> withArrays(std::vector<ShapeCandidate> arrays, std::vector<ShapeCandidate> others) {
    const bool isGuess = !arrays.empty() && arrays.front().isGuess;
    for (ShapeCandidate& other : others) other.isGuess = other.isGuess && !isGuess;
    auto& first = isGuess ? arrays : others;
    auto& second = isGuess ? others : arrays;
    std::ranges::move(second, std::back_inserter(first));
    return std::move(first);
}

/// Tables with rows that can be columns; many rows cannot.
bool isWorthReading(const std::string& shape, const Series* asRows) {
    return asRows == nullptr || shape != "transposed" || asRows->rows() <= kMostRowsTurned;
}

}  // namespace

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

bool isShapeDoubt(const ReadWarning& warning) {
    const std::vector<Phrase>& arguments = warning.message.arguments;
    return arguments.size() > 2 && arguments.front() == Phrase(findField("csv_shape")->label);
}

Phrase describeShapeTaken(const Series& read, const std::string& shape) {
    constexpr std::array kOfSeries = {"tsf", "arrow", "several", "matlab", "npz"};  // files that keep series apart
    if (isArrayShape(shape))
        return {GATELAB_TEXT("Reading",
                             "an array without answers was read as %1 for one network. The shape 'a row for each time' "
                             "(rows) reads it as a table"),
                {describeMembers(read)}};
    const bool isGroup = shape == "together" && (read.report.format == "hdf5" || read.report.format == "netcdf");
    if (isGroup || std::ranges::find(kOfSeries, read.report.format) != kOfSeries.end())
        return {
            GATELAB_TEXT("Reading",
                         "%1 were read as many series for one network. The shape 'a row for each time' (rows) reads "
                         "them as columns of one table"),
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

Phrase describeShapeTaken(const SequenceSet& read) {
    return {GATELAB_TEXT("Reading",
                         "the arrays were read as %1 sequences of %2 channels. The shape 'a row for each time' (rows) "
                         "reads them as a table"),
            {read.items.size(), read.channelNames.size()}};
}

namespace {

/// Data that were read in another shape than they were asked for, with what tells so in front.
Dataset withShapeTaken(const Dataset& data, const std::string& shape) {
    const auto told = [](const auto& read, Phrase said) {
        auto with = std::make_shared<std::remove_cvref_t<decltype(read)>>(read);
        with->report.warnings.insert(with->report.warnings.begin(), {-1, std::move(said)});
        return with;
    };
    if (data.series) return {told(*data.series, describeShapeTaken(*data.series, shape)), nullptr};
    return {nullptr, told(*data.sequences, describeShapeTaken(*data.sequences))};
}

}  // namespace

Result<Dataset> loadAsItLooks(ExperimentConfig& config, const Progress& progress) {
    if (!config.dataPath.empty() && !isReshaped(config)) {
        const std::vector<ShapeCandidate> arrays = arrayShapes(config, progress);
        if (!arrays.empty() && arrays.front().isGuess) {
            ExperimentConfig other = config;
            other.csvShape = arrays.front().shape;
            auto data = loadDataset(other, progress);
            if (!data) return data;
            config = std::move(other);
            return withShapeTaken(*data, config.csvShape);
        }
    }
    auto data = loadDataset(config, progress);
    if (!data.ok() || !data->series || config.dataPath.empty() || isReshaped(config)) return data;
    ExperimentConfig other = config;
    other.csvShape = betterShape(data->series->report);
    if (other.csvShape.empty()) return data;
    auto again = loadDataset(other, progress);
    if (!again.ok() && again.error().code == ErrorCode::Cancelled) return again;
    if (!again.ok() || !again->series ||
        !isBetterRead(*again->series, other.csvShape, data->series->report.columns.size()))
        return data;
    config = std::move(other);
    return withShapeTaken(*again, config.csvShape);
}

Result<std::vector<ShapeCandidate>> shapeCandidates(ExperimentConfig config, const Progress& progress) {
    std::vector<ShapeCandidate> candidates;
    if (config.dataPath.empty()) return candidates;
    const std::string asked = config.csvShape;
    config.csvShape = ExperimentConfig().csvShape;
    std::vector<ShapeCandidate> ofArrays = arrayShapes(config, progress);
    std::error_code unknown;
    const std::uintmax_t bytes = std::filesystem::file_size(config.dataPath, unknown);
    if (!unknown && bytes > kLargest) {
        candidates = {{.shape = config.csvShape}};
        if (!ofArrays.empty()) return withArrays(std::move(ofArrays), std::move(candidates));
        if (asked != config.csvShape) candidates.insert(candidates.begin(), {.shape = asked});
        return candidates;
    }
    const auto shapes = csvShapeChoices();
    std::vector<SeriesPtr> reads;
    std::optional<Error> failed;
    std::string better;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        if (!report(progress, static_cast<double>(i) / static_cast<double>(shapes.size())))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "looking at the shapes was cancelled")};
        config.csvShape = shapes[i].key;
        const Series* const asRows = i > 0 && !reads.empty() ? reads.front().get() : nullptr;
        if (isArrayShape(config.csvShape) || !isWorthReading(config.csvShape, asRows)) continue;
        if (i > 0 && !ofArrays.empty() && ofArrays.front().isGuess) break;  // sequences are a table at most
        const auto count = static_cast<double>(shapes.size());
        const auto data =
            loadDataset(config, partOf(progress, static_cast<double>(i) / count, static_cast<double>(i + 1) / count));
        if (!data.ok() && data.error().code == ErrorCode::Cancelled) return data.error();
        if (!data.ok() && i == 0) failed = data.error();
        if (!data.ok()) continue;
        if (!data->series) return ofArrays;
        const Series& series = *data->series;
        const bool isWanted =
            i == 0 || config.csvShape == asked || liesOnItsSide(config.csvShape, asRows) ||
            isBetterRead(series, config.csvShape, asRows != nullptr ? asRows->report.columns.size() : 0);
        if (!isWanted || std::ranges::any_of(reads, [&](const SeriesPtr& read) { return isSame(*read, series); }))
            continue;
        if (i == 0) better = betterShape(series.report);
        ShapeCandidate candidate{.shape = config.csvShape, .outcome = outcomeOf(series)};
        judge(series, candidate);
        // A key that tells nothing apart makes a table of holes.
        if (asRows != nullptr && config.csvShape != asked && config.csvShape != better &&
            candidate.fit * 2 < candidates.front().fit)
            continue;
        candidate.ofColumns = asRows != nullptr && membersOf(series).size() == asRows->channels.size();
        candidates.push_back(std::move(candidate));
        reads.push_back(data->series);
    }
    if (candidates.empty() && failed && ofArrays.empty()) return *failed;
    if (candidates.empty()) return ofArrays;
    const auto found = std::ranges::find(candidates, better, &ShapeCandidate::shape);
    (found == candidates.end() ? candidates.front() : *found).isGuess = true;
    std::ranges::stable_sort(candidates, [](const ShapeCandidate& a, const ShapeCandidate& b) {
        return std::pair(a.isGuess, a.fit) > std::pair(b.isGuess, b.fit);
    });
    return withArrays(std::move(ofArrays), std::move(candidates));
}

}  // namespace gatelab
