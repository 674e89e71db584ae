// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/array_sequences.h"

#include "config/many_series.h"
#include "config/setting_predicates.h"
#include "config/shapes/array_axes.h"
#include "data/arrays/array_answers.h"
#include "data/arrays/array_groups.h"
#include "data/arrays/joined_channels.h"
#include "data/arrays/sequence_plan.h"
#include "data/arrays/sequence_values.h"
#include "data/many/many_series.h"
#include "data/reader_members.h"
#include "data/sequences/reading_for_run.h"
#include "data/sequences/sequence_file.h"
#include "data/sequences/sequence_sizes.h"
#include "data/tables/file_part.h"
#include "io/file_view.h"
#include "io/hash.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

namespace gatelab {
namespace {

using Part = SequenceSet::Part;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kLargestFile = UINT64_C(16) << 30;

/// All files that were read, in their order, as one.
Result<std::string> hashOf(const ArrayFile& file, const SequencePlan& plan, const Progress& progress,
                           std::int64_t& bytes) {
    std::vector<std::filesystem::path> paths;
    const auto add = [&](const std::filesystem::path& path) {
        if (std::ranges::find(paths, path) == paths.end()) paths.push_back(path);
    };
    for (const SequenceSource& source : plan.sources)
        for (const auto* array : {&source.arrays.values, source.arrays.answers ? &*source.arrays.answers : nullptr,
                                  source.arrays.lengths ? &*source.arrays.lengths : nullptr}) {
            if (array == nullptr) continue;
            const auto own = source.file->sources.find(array->path);
            add(own != source.file->sources.end() ? own->second : source.file->path);
        }
    if (paths.empty()) add(file.path);
    constexpr std::size_t kPiece = std::size_t{1} << 20;
    Sha256 hash;
    bytes = 0;
    for (const std::filesystem::path& path : paths) {
        const auto view = FileView::open(path, kLargestFile);
        if (!view) return view.error();
        for (std::size_t at = 0; at < view->bytes().size(); at += kPiece) {
            if (!report(progress, static_cast<double>(at) / static_cast<double>(view->bytes().size())))
                return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
            hash.add(view->bytes().substr(at, kPiece));
        }
        bytes += std::ssize(view->bytes());
    }
    return hash.finish();
}

/// Where the answers of one part lie in those of all.
struct AnswerPlace {
    std::size_t at = 0;
    std::int64_t each = 1;
};

/// Of a set with answers: parts without them, of which nothing could be learned or scored, are left out and said.
void leaveUnanswered(SequencePlan& plan, ReadReport& report) {
    const auto isAnswered = [](const SequenceSource& source) { return source.arrays.answers.has_value(); };
    if (std::ranges::none_of(plan.sources, isAnswered)) return;
    for (const SequenceSource& source : plan.sources)
        if (!isAnswered(source))
            report.warnings.push_back(
                {-1,
                 {GATELAB_TEXT(
                      "Reading",
                      "'%1' was left out: it has no answers (an array called as those of the other part, y_test "
                      "beside X_test). A trained run answers it as another file to forecast"),
                  {source.arrays.values.path}}});
    if (std::erase_if(plan.sources, [&](const SequenceSource& source) { return !isAnswered(source); }) == 0) return;
    const bool hasTest = std::ranges::find(plan.sources, Part::Test, &SequenceSource::part) != plan.sources.end() &&
                         plan.sources.size() > 1;
    if (!hasTest) plan.testFile.clear();
    const bool hasTraining = std::ranges::any_of(plan.sources, [](const SequenceSource& source) {
        return source.part != kGivenValidation && source.part != Part::Test;
    });
    // The given validation part stays one where something is left to train on, and else is that.
    for (SequenceSource& source : plan.sources)
        if (source.part == kGivenValidation ? !hasTraining : !hasTest)
            source.part = hasTest ? Part::Train : Part::Unassigned;
}

/// Steps that have no class where others of the file have one.
void warnOfOpenSteps(const SequenceSet& set, std::vector<ReadWarning>& said) {
    std::int64_t open = 0, all = 0;
    for (const SequenceSet::Item& item : set.items) {
        all += std::ssize(item.targets);
        open += std::ranges::count_if(item.targets, [](double target) { return target < 0; });
    }
    if (open > 0 && open < all)
        said.push_back({-1,
                        {GATELAB_TEXT("Reading",
                                      "%1 of %2 steps have no answer: they are read, and neither learned nor "
                                      "scored"),
                         {open, all}}});
}

/// Gives the item its answer; false: it has none.
bool setAnswer(const ArrayAnswers& answers, const AnswerPlace& place, std::int64_t sequence, SequenceSet::Item& item) {
    const std::size_t at = place.at + static_cast<std::size_t>(sequence * place.each);
    const auto first = answers.values.begin() + static_cast<std::ptrdiff_t>(at);
    if (answers.kind == ArrayAnswers::Kind::Classes) {
        item.label = std::isnan(*first) ? -1 : static_cast<std::int32_t>(*first);
        return item.label >= 0;
    }
    const bool perStep = answers.kind == ArrayAnswers::Kind::StepClasses;
    item.targets.assign(first, first + (perStep ? std::min(item.steps, place.each) : place.each));
    if (perStep) {
        for (double& value : item.targets) value = std::isnan(value) ? -1 : value;
        return std::ranges::any_of(item.targets, [](double value) { return value >= 0; });
    }
    return std::ranges::none_of(item.targets, [](double value) { return std::isnan(value); });
}

/// What is infinite counts as missing, as it does where a network reads it; how many there were.
std::int64_t withoutInfinite(std::vector<double>& values) {
    std::int64_t infinite = 0;
    for (double& value : values)
        if (std::isinf(value)) value = std::numeric_limits<double>::quiet_NaN(), ++infinite;
    return infinite;
}

void warnOfInfinite(std::int64_t infinite, ReadReport& report) {
    if (infinite > 0)
        report.warnings.push_back(
            {-1, counted(infinite, GATELAB_TEXT("Reading", "1 value is infinite; it counts as missing"),
                         GATELAB_TEXT("Reading", "%1 values are infinite; they count as missing"))});
}

/// One part of the set.
Result<> addItems(const SequenceSource& source, const SequencePlan& plan, const ArrayAnswers& answers,
                  const AnswerPlace& place, const Progress& progress, SequenceSet& set) {
    const bool needsAnswers = source.arrays.answers.has_value() && ReadingForRun::current() == nullptr;
    const Phrase label = source.part == Part::Unassigned ? Phrase() : Phrase(source.arrays.values.path);
    ReadAccount account;
    std::int64_t infinite = 0;
    account.rowsInFile = plan.sequences(source);
    auto done = eachSequence(
        *source.file, source.arrays, plan.axes, progress, [&](std::int64_t n, std::vector<double>&& values) {
            SequenceSet::Item item;
            item.steps = std::ssize(values) / plan.channels(source);
            item.values = std::move(values);
            infinite += withoutInfinite(item.values);
            if (item.steps == 0) return account.leave(n + 1, GATELAB_TEXT("Reading", "every value is missing"));
            const bool isAnswered = source.arrays.answers && setAnswer(answers, place, n, item);
            if (needsAnswers && !isAnswered) return account.leave(n + 1, GATELAB_TEXT("Reading", "there is no answer"));
            set.report.valuesMissing += std::ranges::count_if(item.values, [](double v) { return std::isnan(v); });
            set.items.push_back(std::move(item));
            set.parts.push_back(source.part);
            ++account.rowsRead;
        });
    if (!done) return done.error();
    warnOfInfinite(infinite, set.report);
    set.report.account.append(account, label);
    set.report.account.rowsInFile += account.rowsInFile;
    set.report.account.rowsRead += account.rowsRead;
    return {};
}

void guessTestPart(const SequencePlan& plan, const ExperimentConfig& options, ReadReport& report) {
    const auto test = std::ranges::find(plan.sources, Part::Test, &SequenceSource::part);
    const bool isOwn = test != plan.sources.end() && plan.testFile.empty();
    report.guesses.push_back({"test_data",
                              plan.testFile.string(),
                              !plan.testFile.empty() ? Phrase(plan.testFile.filename().string())
                              : isOwn                ? Phrase(test->arrays.values.path)
                                                     : Phrase(GATELAB_TEXT("Guess", "none; a part is split off")),
                              true,
                              !options.testPath.empty(),
                              {}});
}

Result<ArrayAnswers> answersOf(const SequencePlan& plan, const ExperimentConfig& options, const Progress& progress) {
    std::vector<AnswersWanted> wanted;
    for (const SequenceSource& source : plan.sources)
        wanted.push_back({source.file, source.arrays.answers ? &*source.arrays.answers : nullptr,
                          plan.sequences(source), plan.steps(source)});
    auto answers = readAnswers(wanted, plan.shape, isRegression(options), progress);
    // What a trained run is to answer needs no answers of its own.
    if (!answers && answers.error().code != ErrorCode::Cancelled && ReadingForRun::current() != nullptr)
        return ArrayAnswers{
            .told = {{GATELAB_TEXT("Reading", "the answers were not read: %1"), {answers.error().phrase}}}};
    return answers;
}

std::size_t classesOf(const SequenceSet& set, Part part) {
    std::int32_t most = -1;
    for (std::size_t i = 0; i < set.items.size(); ++i)
        if (set.parts[i] == part) most = std::max(most, set.items[i].label);
    return static_cast<std::size_t>(most + 1);
}

Result<Dataset> readSet(const ArrayFile& file, SequencePlan& plan, const ExperimentConfig& options,
                        const Progress& progress) {
    const auto started = Clock::now();
    SequenceSet set;
    if (ReadingForRun::current() == nullptr) leaveUnanswered(plan, set.report);
    const auto answers = answersOf(plan, options, partOf(progress, 0, 0.1));
    if (!answers) return answers.error();
    if (answers->kind == ArrayAnswers::Kind::None)
        for (SequenceSource& source : plan.sources) source.arrays.answers.reset();
    set.classNames = answers->classNames;
    auto names = channelNames(plan);
    if (!names) return names.error();
    set.channelNames = std::move(*names);
    tellOfPlan(plan, set.report);
    for (const Phrase& text : answers->told) set.report.warnings.push_back({-1, text});
    AnswerPlace place;
    for (std::size_t i = 0; i < plan.sources.size(); ++i) {
        const SequenceSource& source = plan.sources[i];
        place.each = answers->kind == ArrayAnswers::Kind::StepClasses ? plan.steps(source) : answers->each;
        const double share = 0.85 / static_cast<double>(plan.sources.size()),
                     from = 0.1 + static_cast<double>(i) * share;
        if (auto added = addItems(source, plan, *answers, place, partOf(progress, from, from + share), set); !added)
            return added.error();
        if (source.arrays.answers) place.at += static_cast<std::size_t>(plan.sequences(source) * place.each);
    }
    if (auto checked = checkSequences(set, file.path); !checked) return checked.error();
    if (answers->kind == ArrayAnswers::Kind::StepClasses) warnOfOpenSteps(set, set.report.warnings);
    if (const bool hasTest = std::ranges::find(set.parts, Part::Test) != set.parts.end();
        hasTest && classesOf(set, Part::Test) > classesOf(set, Part::Train))
        warnOfNewClasses(classesOf(set, Part::Train), set);
    auto hash = hashOf(file, plan, partOf(progress, 0.95, 1), set.report.bytes);
    if (!hash) return hash.error();
    set.sha256 = std::move(*hash);
    set.name = file.path.filename().string();
    set.source = file.path.string();
    if (!plan.testFile.empty()) set.testSource = plan.testFile.string();
    guessTask(set);
    guessTestPart(plan, options, set.report);
    set.report.format = file.format;
    set.report.seconds = std::chrono::duration<double>(Clock::now() - started).count();
    return Dataset{nullptr, std::make_shared<const SequenceSet>(std::move(set))};
}

/// Values without answers as many series, one below the other.
Result<Dataset> readMany(const ArrayFile& file, const SequencePlan& plan, const ExperimentConfig& options,
                         const Progress& progress) {
    const auto started = Clock::now();
    auto series = std::make_shared<Series>();
    series->name = file.path.filename().string();
    series->source = file.path.string();
    series->report.format = file.format;
    tellOfPlan(plan, series->report);
    auto columns = channelNames(plan);
    if (!columns) return columns.error();
    const std::size_t channels = columns->size();
    std::vector<std::vector<double>> values(channels);
    std::vector<double> numbers;
    std::vector<std::string> names;
    std::int64_t empty = 0, infinite = 0;
    for (std::size_t i = 0; i < plan.sources.size(); ++i) {
        const double share = 0.9 / static_cast<double>(plan.sources.size()), from = static_cast<double>(i) * share;
        auto done = eachSequence(*plan.sources[i].file, plan.sources[i].arrays, plan.axes,
                                 partOf(progress, from, from + share), [&](std::int64_t, std::vector<double>&& one) {
                                     empty += one.empty() ? 1 : 0;
                                     if (one.empty()) return;
                                     infinite += withoutInfinite(one);
                                     for (std::size_t v = 0; v < one.size(); ++v)
                                         values[v % channels].push_back(one[v]);
                                     numbers.resize(values[0].size(), static_cast<double>(names.size()));
                                     names.push_back("series " + std::to_string(names.size() + empty + 1));
                                 });
        if (!done) return done.error();
    }
    if (names.empty())
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Reading", "%1: every value is missing"), {file.path.string()}}};
    warnOfInfinite(infinite, series->report);
    if (empty > 0)
        series->report.warnings.push_back(
            {-1, {GATELAB_TEXT("Reading", "%1 series were left out: they have no value"), {empty}}});
    series->channels.push_back({kSeriesNumber, "", std::move(numbers)});
    for (std::size_t c = 0; c < channels; ++c) {
        const std::int64_t missing = std::ranges::count_if(values[c], [](double v) { return std::isnan(v); });
        series->report.valuesMissing += missing;
        series->report.columns.push_back({.name = (*columns)[c], .missing = missing});
        series->channels.push_back({(*columns)[c], plan.sources.front().arrays.values.unit, std::move(values[c])});
    }
    nameMembers(*series, names);
    if (ReadingForRun::current() == nullptr)
        series->report.warnings.push_back(
            {-1,
             {GATELAB_TEXT("Reading",
                           "'%1' has no answers beside it (an array called y, labels or target with one for each): its "
                           "sequences were read as series to forecast"),
              {plan.sources.front().arrays.values.path}}});
    auto data = finishSeries(series, file.path, options, started, partOf(progress, 0.9, 0.95));
    if (!data || (file.sources.empty() && plan.testFile.empty())) return data;
    // Series from several files are told apart by all of them.
    auto hash = hashOf(file, plan, partOf(progress, 0.95, 1), series->report.bytes);
    if (!hash) return hash.error();
    series->sha256 = std::move(*hash);
    return data;
}

}  // namespace

bool areForSequences(const ArrayFile& file, const ExperimentConfig& options) {
    if (readsArrays(options)) return true;
    if (!readsTogether(options)) return false;
    // Groups that are series of their own are those that are meant, whatever else lies in the file.
    const SequenceArrays found = findSequences(file, options, 3);
    return !found.parts.empty() && (found.hasAnswers() || seriesGroups(file.arrays).empty());
}

std::vector<std::string> sequencePaths(const ArrayFile& file, const ExperimentConfig& options) {
    std::vector<std::string> paths;
    const bool areJoined = joinChannels(file, options).has_value();
    for (const StoredArray& array : areJoined ? file.arrays : std::vector<StoredArray>())
        for (const std::string& name : options.hdf5Datasets)
            if (array.path == name || array.path == "/" + name) paths.push_back(array.path);
    const ArrayLook look = areJoined ? ArrayLook() : lookAtArrays(file, options);
    for (const SequencePart& part : look.arrays.parts) {
        paths.push_back(part.values.path);
        for (const auto& other : {part.answers, part.lengths})
            if (other) paths.push_back(other->path);
    }
    return paths;
}

Result<Dataset> readSequenceArrays(const ArrayFile& file, const ExperimentConfig& options, const Progress& progress) {
    auto plan = planSequences(file, options, partOf(progress, 0, 0.1));
    if (!plan) return plan.error().withContext(file.path.string());
    const ReadingForRun* run = ReadingForRun::current();
    const bool isOfSeries = run != nullptr && run->of() == ReadingForRun::Of::Series,
               isOfSequences = run != nullptr && run->of() == ReadingForRun::Of::Sequences,
               hasAnswers = std::ranges::any_of(plan->sources,
                                                [](const SequenceSource&one) { return bool(one.arrays.answers); });
    const bool isSet = isOfSequences || (hasAnswers && !isOfSeries && !readsTogether(options));
    auto data = isSet ? readSet(file, *plan, options, partOf(progress, 0.1, 1))
                      : readMany(file, *plan, options, partOf(progress, 0.1, 1));
    return std::move(data).withContext(file.path.string());
}

}  // namespace gatelab
