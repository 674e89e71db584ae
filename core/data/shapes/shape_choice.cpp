// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/shapes/shape_choice.h"

#include "config/choices.h"
#include "config/field.h"
#include "config/many_series.h"
#include "config/setting_predicates.h"
#include "config/shapes/array_axes.h"
#include "config/shapes/resample_rule.h"
#include "config/shapes/running_text.h"
#include "data/arrays/array_shapes.h"
#include "data/foreign_file.h"
#include "data/many/many_series.h"
#include "data/reader_members.h"
#include "data/readers.h"
#include "data/row_order.h"
#include "data/row_time.h"
#include "data/sequences/prose.h"
#include "data/sequences/running_text.h"
#include "data/tables/file_part.h"
#include "data/time_step.h"
#include "io/file_io.h"

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
    if (!hasSteadyStep(series.time))
        return {GATELAB_TEXT("Shape", "%1 rows, %2, most often every %3"),
                {series.rows(), std::move(columns), shownStep(series.time.stepMicros)}};
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
        candidate.reason = counted(steps.back, GATELAB_TEXT("Shape", "times stand still or go back once"),
                                   GATELAB_TEXT("Shape", "times stand still or go back %1 times"));
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

/// Bytes that are no text (a workbook) are no prose, whatever letters stand among them.
double proseOf(const std::string& path) {
    constexpr std::size_t kHead = 64 * 1024;
    const auto start = readFileStart(path, kHead);
    const bool isText = start.ok() && !isPacked(start->bytes) && describeBinary(start->bytes).empty();
    return isText ? looksLikeProse(start->bytes) : 0;
}

ShapeCandidate textCandidate(const std::string& shape, const SequenceSet& set) {
    ShapeCandidate candidate{.shape = shape};
    candidate.outcome = {GATELAB_TEXT("Shape", "%1 sequences of %2, %3 different"),
                         {set.items.size(), set.items.front().steps, set.tokens - 1}};
    for (const ReadGuess& guess : set.report.guesses)
        for (const ReadCandidate& one : guess.candidates)
            if (one.value == shape) candidate.reason = one.reason, candidate.fit = one.score;
    return candidate;
}

/// The shapes of a file of which all of it would have to be read to know more.
std::vector<ShapeCandidate> unreadCandidates(const std::string& asked, const std::string& path) {
    std::vector<ShapeCandidate> candidates{{.shape = ExperimentConfig().csvShape}};
    if (proseOf(path) >= kIsProse) candidates = {{.shape = kAsCharacters}, {.shape = kAsWords}};
    const auto chosen = std::ranges::find(candidates, asked, &ShapeCandidate::shape);
    if (chosen == candidates.end()) candidates.insert(candidates.begin(), {.shape = asked});
    return candidates;
}

/// What is found in one shape after the other.
class Shapes {
public:
    /// config: of a row for each time; asked: the shape that is set.
    Shapes(ExperimentConfig config, std::string asked, std::vector<ShapeCandidate> arrays)
        : config_(std::move(config)), asked_(std::move(asked)), arrays_(std::move(arrays)) {}
    Result<std::vector<ShapeCandidate>> find(const Progress& progress);

private:
    [[nodiscard]] const Series* asRows() const { return reads_.empty() ? nullptr : reads_.front().get(); }
    [[nodiscard]] bool isWorthReading(const std::string& shape) const;
    [[nodiscard]] bool areArraysGuessed() const { return !arrays_.empty() && arrays_.front().isGuess; }
    void addText(const std::string& shape, const SequenceSet& set);
    void addSeries(const std::string& shape, const SeriesPtr& series);
    void compareAcross();
    [[nodiscard]] std::vector<ShapeCandidate> sorted();
    static constexpr std::int64_t kMostRowsTurned = 1000;

    ExperimentConfig config_;
    std::string asked_, better_;
    bool isText_ = false;                 ///< with a row for each time asked for, it was read as a running text
    std::vector<ShapeCandidate> arrays_;  ///< the orders of the dimensions of arrays
    std::vector<ShapeCandidate> candidates_;
    std::vector<SeriesPtr> reads_;
};

/// A text is no table, and a table is a text where it may be one, or is asked for as one. Many rows cannot be columns.
bool Shapes::isWorthReading(const std::string& shape) const {
    if (shape == asked_) return true;
    if (isTextShape(shape)) return isText_ || proseOf(config_.dataPath) >= kMayBeProse;
    return !isText_ && (asRows() == nullptr || shape != "transposed" || asRows()->rows() <= kMostRowsTurned);
}

void Shapes::addText(const std::string& shape, const SequenceSet& set) {
    if (isTextShape(shape))
        candidates_.push_back(textCandidate(shape, set));
    else
        isText_ = true, better_ = shapeOf(set.report, config_);
}

void Shapes::addSeries(const std::string& shape, const SeriesPtr& series) {
    const bool isFirst = shape == ExperimentConfig().csvShape;
    const Series* const rows = asRows();
    const bool isWanted = isFirst || shape == asked_ || liesOnItsSide(shape, rows) ||
                          isBetterRead(*series, shape, rows != nullptr ? rows->report.columns.size() : 0);
    if (!isWanted || std::ranges::any_of(reads_, [&](const SeriesPtr& read) { return isSame(*read, *series); })) return;
    if (isFirst) better_ = betterShape(series->report);
    ShapeCandidate candidate{.shape = shape, .outcome = outcomeOf(*series)};
    judge(*series, candidate);
    // A key that tells nothing apart makes a table of holes.
    if (rows != nullptr && shape != asked_ && shape != better_ && candidate.fit * 2 < candidates_.front().fit) return;
    candidate.ofColumns = rows != nullptr && membersOf(*series).size() == rows->channels.size();
    candidates_.push_back(std::move(candidate));
    reads_.push_back(series);
}

/// Series whose times stand side by side can be columns of one table, or many series: what speaks for either.
void Shapes::compareAcross() {
    const auto many =
        std::ranges::find_if(candidates_, [](const ShapeCandidate& one) { return one.shape == kAcrossShape; });
    const auto columns =
        std::ranges::find_if(candidates_, [](const ShapeCandidate& one) { return isAcrossShape(one.shape); });
    if (many == candidates_.end() || columns == candidates_.end()) return;
    const Series& read = *reads_[static_cast<std::size_t>(columns - candidates_.begin())];
    columns->reason = {GATELAB_TEXT("Shape", "%1; %2 series beside each other: each can help forecast the others"),
                       {columns->reason, read.channels.size()}};
    many->reason = {GATELAB_TEXT("Shape", "%1; one network learns from all, each on its own scale"), {many->reason}};
}

std::vector<ShapeCandidate> Shapes::sorted() {
    compareAcross();
    const auto found = std::ranges::find(candidates_, better_, &ShapeCandidate::shape);
    if (found != candidates_.end())
        found->isGuess = true;
    else if (!isTextShape(candidates_.front().shape))  // a text that no table was seen in is none that was guessed
        candidates_.front().isGuess = true;
    std::ranges::stable_sort(candidates_, [](const ShapeCandidate& a, const ShapeCandidate& b) {
        return std::pair(a.isGuess, a.fit) > std::pair(b.isGuess, b.fit);
    });
    return std::move(candidates_);
}

Result<std::vector<ShapeCandidate>> Shapes::find(const Progress& progress) {
    const auto shapes = csvShapeChoices();
    const auto count = static_cast<double>(shapes.size());
    std::optional<Error> failed;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const double from = static_cast<double>(i) / count, to = static_cast<double>(i + 1) / count;
        if (!report(progress, from))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "looking at the shapes was cancelled")};
        config_.csvShape = shapes[i].key;
        if (isArrayShape(config_.csvShape) || (i > 0 && !isWorthReading(config_.csvShape))) continue;
        if (i > 0 && areArraysGuessed()) break;  // sequences are a table at most
        const auto data = loadDataset(config_, partOf(progress, from, to));
        if (!data.ok() && data.error().code == ErrorCode::Cancelled) return data.error();
        if (!data.ok() && i == 0) failed = data.error();
        if (!data.ok()) continue;
        if (data->series)
            addSeries(config_.csvShape, data->series);
        else if (isRunningText(*data->sequences))
            addText(config_.csvShape, *data->sequences);
        else
            return std::move(arrays_);
    }
    if (candidates_.empty() && failed && arrays_.empty()) return *failed;
    return candidates_.empty() ? std::move(arrays_) : withArrays(std::move(arrays_), sorted());
}

}  // namespace

std::string betterShape(const ReadReport& report) {
    const auto guess = std::ranges::find(report.guesses, "csv_shape", &ReadGuess::key);
    if (guess == report.guesses.end() || guess->overridden || guess->certain) return {};
    return guess->runnerUp;
}

std::string shapeOf(const ReadReport& report, const ExperimentConfig& config) {
    const auto guess = std::ranges::find(report.guesses, "csv_shape", &ReadGuess::key);
    return guess == report.guesses.end() ? config.csvShape : guess->value;
}

bool isBetterRead(const Series& read, const std::string& shape, std::size_t columnsAsRows) {
    constexpr std::int64_t kFewRows = 3;
    constexpr std::size_t kMostRowsAsSeries = 1000;
    if (!isLongShape(shape) && !isManyShape(shape))
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
        return {
            GATELAB_TEXT("Reading",
                         "an array without answers was read as %1 for one network. Choose the shape 'a row for each "
                         "time' to read it as a table"),
            {describeMembers(read)}};
    const bool isGroup = shape == "together" && (read.report.format == "hdf5" || read.report.format == "netcdf");
    if (isGroup || std::ranges::find(kOfSeries, read.report.format) != kOfSeries.end())
        return {GATELAB_TEXT("Reading",
                             "%1 were read as many series for one network. Choose the shape 'a row for each time' to "
                             "read them as columns of one table"),
                {describeMembers(read)}};
    const Choice* choice = findChoice(csvShapeChoices(), shape);
    const Phrase label = choice != nullptr ? Phrase(choice->label) : Phrase(shape);
    if (isLongShape(shape))
        return {GATELAB_TEXT("Reading",
                             "this is a long table, and it was read as '%1'. Choose the shape 'a row for each time' to "
                             "read it as one series"),
                {label}};
    if (isAcrossShape(shape) && read.channels.size() > 1)
        return {GATELAB_TEXT("Reading",
                             "times stand side by side as names of columns, and the table was read as '%1', with a "
                             "column for each of its %2 series. The shape 'times across, many series' (across) "
                             "reads these as many series for one network, 'a row for each time' (rows) the table as it "
                             "stands"),
                {label, read.channels.size()}};
    return {GATELAB_TEXT("Reading",
                         "times stand side by side as names of columns, and the table was read as '%1'. Choose the "
                         "shape 'a row for each time' to read it as it stands"),
            {label}};
}

Phrase describeShapeTaken(const SequenceSet& read) {
    return {GATELAB_TEXT("Reading",
                         "the arrays were read as %1 sequences of %2 channels. Choose the shape 'a row for each time' "
                         "to read them as a table"),
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

namespace {

/// A table that could be sequences: says so and how.
Dataset withArrayHint(const Dataset& data, const ShapeCandidate& other) {
    auto with = std::make_shared<Series>(*data.series);
    with->report.warnings.insert(
        with->report.warnings.begin(),
        {-1,
         {GATELAB_TEXT("Reading",
                       "the arrays were read as a table, a row for each time. They could also be %1 (%2): choose "
                       "the shape '%3' to read them so"),
          {other.outcome, other.reason,
           Phrase(findChoice(csvShapeChoices(), other.shape) != nullptr
                      ? Phrase(findChoice(csvShapeChoices(), other.shape)->label)
                      : Phrase(other.shape))}}});
    return {std::move(with), nullptr};
}

}  // namespace

namespace {

/// A table without a column of numbers may be one of series that hold numbers and of others that hold words: a history
/// of states. Nothing: it is none.
std::optional<Result<Dataset>> asStates(ExperimentConfig& config, const Error& failed, const Progress& progress) {
    constexpr double kFewHoles = 0.8;
    if (failed.field != "csv_shape" || config.dataPath.empty() || isReshaped(config)) return std::nullopt;
    for (const char* shape : {"long", "together"}) {
        ExperimentConfig other = config;
        other.csvShape = shape;
        const auto data = loadDataset(other, progress);
        if (!data.ok() && data.error().code == ErrorCode::Cancelled) return data;
        if (!data.ok() || !data->series || !data->series->time.known() || !isBetterRead(*data->series, shape, 0))
            continue;
        const double there = shareWithValue(*data->series);
        if (there == 0 || (isMany(*data->series) ? membersOf(*data->series).size() < 2 : there < kFewHoles)) continue;
        config = std::move(other);
        return Result<Dataset>(withShapeTaken(*data, config.csvShape));
    }
    return std::nullopt;
}

/// Reads the data in the shape that they look like.
Result<Dataset> inItsShape(ExperimentConfig& config, const Progress& progress) {
    std::vector<ShapeCandidate> arrays;
    if (!config.dataPath.empty() && !isReshaped(config)) {
        arrays = arrayShapes(config, progress);
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
    if (!data.ok())
        if (auto states = asStates(config, data.error(), progress)) return std::move(*states);
    if (data.ok() && data->sequences && isRunningText(*data->sequences))
        config.csvShape = shapeOf(data->sequences->report, config);
    if (!data.ok() || !data->series || config.dataPath.empty() || isReshaped(config)) return data;
    ExperimentConfig other = config;
    other.csvShape = betterShape(data->series->report);
    if (other.csvShape.empty() && !arrays.empty() && !data->series->time.known())
        return withArrayHint(*data, arrays.front());
    if (other.csvShape.empty()) return data;
    auto again = loadDataset(other, progress);
    if (!again.ok() && again.error().code == ErrorCode::Cancelled) return again;
    if (!again.ok() || !again->series ||
        !isBetterRead(*again->series, other.csvShape, data->series->report.columns.size()))
        return data;
    config = std::move(other);
    return withShapeTaken(*again, config.csvShape);
}

Result<Dataset> inItsOrder(ExperimentConfig& config, const Progress& progress, ChosenReading chosen) {
    const auto load = [&](ExperimentConfig& read) {
        return chosen.shape ? loadDataset(read, progress) : inItsShape(read, progress);
    };
    const bool looksAtOrder = !chosen.order && !config.sortTime && !config.dataPath.empty();
    const ExperimentConfig asked = config;
    auto data = load(config);
    // Rows from new to old cannot be resampled as they stand.
    if (looksAtOrder && !data.ok() && resamples(asked) && data.error().field == "resample") {
        ExperimentConfig plain = asked;
        plain.resample = ExperimentConfig().resample;
        const auto rows = load(plain);
        if (!rows.ok() || !rows->series || !runsFromNew(rows->series->report)) return data;
        config = asked;
        config.sortTime = true;
        return load(config);
    }
    if (!looksAtOrder || !data.ok() || !data->series || !runsFromNew(data->series->report)) return data;
    if (isMany(*data->series)) return data;  // their rows are not one order
    config.sortTime = true;
    if (auto arranged = arrangeRows(config, *data); !arranged) return arranged.error();
    return data;
}

}  // namespace

Result<Dataset> loadAsItLooks(ExperimentConfig& config, const Progress& progress, ChosenReading chosen) {
    if (resamples(config) && !chosen.rule) config.resampleBy = formatResampleRule({});
    auto data = inItsOrder(config, progress, chosen);
    if (!data.ok() || !data->series || !resamples(config)) return data;
    // What was decided of these data holds for others that are read with the same settings.
    const std::vector<ReadGuess>& guesses = data->series->report.guesses;
    if (const auto guess = std::ranges::find(guesses, "resample_by", &ReadGuess::key); guess != guesses.end())
        config.resampleBy = guess->value;
    return data;
}

Result<std::vector<ShapeCandidate>> shapeCandidates(ExperimentConfig config, const Progress& progress) {
    if (config.dataPath.empty()) return std::vector<ShapeCandidate>();
    const std::string asked = std::exchange(config.csvShape, ExperimentConfig().csvShape);
    std::vector<ShapeCandidate> arrays = arrayShapes(config, progress);
    std::error_code unknown;
    const std::uintmax_t bytes = std::filesystem::file_size(config.dataPath, unknown);
    if (!unknown && bytes > kLargest) {
        if (arrays.empty()) return unreadCandidates(asked, config.dataPath);
        return withArrays(std::move(arrays), {{.shape = config.csvShape}});
    }
    return Shapes(std::move(config), asked, std::move(arrays)).find(progress);
}

}  // namespace gatelab
