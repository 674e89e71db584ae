// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/array_sequences.h"

#include "config/array_axes.h"
#include "config/choices.h"
#include "config/many_series.h"
#include "config/setting_predicates.h"
#include "data/arrays/array_answers.h"
#include "data/arrays/array_times.h"
#include "data/arrays/sequence_values.h"
#include "data/many/many_series.h"
#include "data/reader_members.h"
#include "data/sequences/reading_for_run.h"
#include "data/sequences/sequence_file.h"
#include "data/tables/file_part.h"
#include "io/file_view.h"
#include "io/hash.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <utility>

namespace gatelab {
namespace {

using Part = SequenceSet::Part;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kLargestFile = UINT64_C(16) << 30;

/// Arrays of one part in their file.
struct Source {
    const ArrayFile* file = nullptr;
    SequencePart arrays;
    Part part = Part::Unassigned;
};

struct Plan {
    std::string shape;  ///< of kArrayShapes
    ArrayAxes axes;
    std::vector<Source> sources;
    std::unique_ptr<ArrayFile> other;  ///< the file of the test part
    std::filesystem::path testFile;
    ArrayLook look;
    [[nodiscard]] std::int64_t sequences(const Source& of) const { return of.arrays.values.shape[axes.sequences]; }
    [[nodiscard]] std::int64_t steps(const Source& of) const { return of.arrays.values.shape[axes.steps]; }
    [[nodiscard]] std::int64_t channels(const Source& of) const {
        const auto& shape_ = of.arrays.values.shape;
        return shape_.size() > 2 ? shape_[axes.channels] : 1;
    }
};

Error noSequences() {
    return Error{ErrorCode::InvalidInput,
                 GATELAB_TEXT("Reading",
                              "no array of this file holds sequences: that takes three dimensions (sequences x steps x "
                              "channels), or two with one answer for each row beside them. Choose the shape 'a row for "
                              "each time', or other arrays")}
        .ofField("csv_shape");
}

/// Only arrays along the axes stand beside the values, so that there is nothing else to be read.
bool isAllThereIs(const SequenceArrays& arrays) { return arrays.left.empty() && !arrays.hasTime; }

/// Two dimensions are a table unless the names say otherwise, as sets for classification are written.
bool isNamedSet(const SequenceArrays& arrays) {
    constexpr std::int64_t kFewestSteps = 8;
    return arrays.parts.front().part == ArrayRole::Part::Train &&
           std::ranges::all_of(arrays.parts, [](const SequencePart& part) {
               return part.answers && roleOf(part.values.path).rank == 0 && roleOf(part.answers->path).rank == 0 &&
                      roleOf(part.values.path).kind == ArrayRole::Kind::Values && part.values.shape[1] >= kFewestSteps;
           });
}

bool answersFit(const SequenceArrays& arrays, const AxisOrder& order) {
    return arrays.hasAnswers() && std::ranges::all_of(arrays.parts, [&](const SequencePart& part) {
               const ArrayAxes axes = axesOfShape(order.shape, part.values.shape.size());
               return !part.answers || fitsSequences(*part.answers, part.values.shape[axes.sequences]);
           });
}

/// Parts of the set: with a test part the others are for training.
void addSources(const ArrayFile& file, const SequenceArrays& arrays, std::vector<Source>& sources) {
    const bool hasTest =
        std::ranges::any_of(arrays.parts,
                            [](const SequencePart& part) { return part.part == ArrayRole::Part::Test; }) &&
        arrays.parts.size() > 1;
    for (const SequencePart& part : arrays.parts)
        sources.push_back({&file, part,
                           !hasTest                             ? Part::Unassigned
                           : part.part == ArrayRole::Part::Test ? Part::Test
                                                                : Part::Train});
}

/// The file of the test part, where the first one holds a single part.
Result<> addOtherFile(const ArrayFile& file, const ExperimentConfig& options, const Progress& progress, Plan& plan) {
    if (plan.sources.size() > 1 || !file.sources.empty()) {
        if (options.testPath.empty()) return {};
        if (plan.sources.size() > 1)
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Reading", "%1 holds a test part of its own; leave the test file out"),
                          {file.path.string()}}}
                .ofField("test_path");
    }
    const SequenceFiles files = sequenceFiles(file.path, options);
    if (!files.both) return {};
    const bool isFirst = files.first == file.path;
    const std::filesystem::path& path = isFirst ? files.second : files.first;
    auto opened = openArrayFile(path, progress);
    if (!opened) return opened.error();
    plan.other = std::make_unique<ArrayFile>(std::move(*opened));
    const SequenceArrays found = findSequences(*plan.other, options, plan.sources.front().arrays.values.shape.size());
    if (found.parts.empty()) return noSequences().withContext(path.string());
    plan.sources.front().part = isFirst ? Part::Train : Part::Test;
    const auto called =
        std::ranges::find(found.parts, isFirst ? ArrayRole::Part::Test : ArrayRole::Part::Train, &SequencePart::part);
    const Source more{plan.other.get(), called != found.parts.end() ? *called : found.parts.front(),
                      isFirst ? Part::Test : Part::Train};
    plan.sources.insert(isFirst ? plan.sources.end() : plan.sources.begin(), more);
    plan.testFile = files.second;
    return {};
}

/// That all parts have the same channels, and that no more is told of than a file can hold.
Result<> checkParts(const Plan& plan) {
    const Source& first = plan.sources.front();
    for (const Source& source : plan.sources) {
        const StoredArray& values = source.arrays.values;
        if (plan.channels(source) != plan.channels(first))
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Reading",
                                       "'%1' has %2 channels and '%3' has %4: parts of one set have the same. Choose "
                                       "another order of the dimensions (csv_shape), or one of the arrays"),
                          {first.arrays.values.path, plan.channels(first), values.path, plan.channels(source)}}}
                .ofField("csv_shape");
        if (plan.sequences(source) * plan.steps(source) * plan.channels(source) > source.file->mostValues)
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Reading",
                                       "the array '%1' tells of more values than the file can hold; it may be damaged: "
                                       "copy it again"),
                          {values.path}}};
    }
    return {};
}

Result<Plan> planOf(const ArrayFile& file, const ExperimentConfig& options, const Progress& progress) {
    Plan plan;
    plan.look = lookAtArrays(file, options);
    if (plan.look.arrays.parts.empty()) return noSequences();
    const bool isAsked = readsArrays(options);
    if (!isAsked && plan.look.orders.empty()) return noSequences();
    plan.shape = isAsked ? options.csvShape : plan.look.orders.front().shape;
    plan.axes = axesOfShape(plan.shape, plan.look.arrays.parts.front().values.shape.size());
    addSources(file, plan.look.arrays, plan.sources);
    if (auto added = addOtherFile(file, options, progress, plan); !added) return added.error();
    if (auto checked = checkParts(plan); !checked) return checked.error();
    return plan;
}

/// The order of the dimensions with what else was weighed, and in words where it is in doubt.
void guessAxes(const Plan& plan, const ExperimentConfig& options, ReadReport& report) {
    const Choice* choice = findChoice(csvShapeChoices(), plan.shape);
    const std::vector<AxisOrder>& orders = plan.look.orders;
    ReadGuess guess;
    guess.key = "csv_shape", guess.value = plan.shape;
    if (choice != nullptr) guess.shown = choice->label;
    guess.certain = !orders.empty() && orders.front().shape == plan.shape && isCertain(orders);
    const auto other = std::ranges::find_if(orders, [&](const AxisOrder& one) { return one.shape != plan.shape; });
    if (!guess.certain && other != orders.end()) guess.runnerUp = other->shape;
    for (const AxisOrder& one : orders)
        guess.candidates.push_back({one.shape, one.score / orders.front().score, one.reason});
    report.guesses.push_back(std::move(guess));
    const auto own = std::ranges::find(orders, plan.shape, &AxisOrder::shape);
    if (!report.guesses.back().certain && own == orders.begin() && own != orders.end() && !options.csvShape.empty())
        report.warnings.push_back(
            {-1,
             {GATELAB_TEXT("Reading",
                           "'%1' was read as %2, for %3. It could also be another order of its dimensions: %4 (%5)"),
              {plan.sources.front().arrays.values.path, choice != nullptr ? Phrase(choice->label) : Phrase(plan.shape),
               own->reason, other != orders.end() ? Phrase(other->shape) : Phrase(),
               other != orders.end() ? other->reason : Phrase()}}});
}

void tellOfArrays(const Plan& plan, ReadReport& report) {
    for (const StoredArray& array : plan.look.arrays.left)
        report.warnings.push_back({-1,
                                   {GATELAB_TEXT("Reading",
                                                 "data set '%1' was left out: it is no part of the sequences "
                                                 "in '%2'"),
                                    {array.path, plan.sources.front().arrays.values.path}}});
    for (const Source& source : plan.sources) {
        for (const StoredArray* array :
             {&source.arrays.values, source.arrays.answers ? &*source.arrays.answers : nullptr})
            if (array != nullptr)
                for (const Phrase& text : array->told) report.warnings.push_back({-1, text});
        if (source.arrays.part == ArrayRole::Part::Validation && plan.sources.size() > 1)
            report.warnings.push_back(
                {-1,
                 {GATELAB_TEXT("Reading",
                               "the validation part '%1' was put to the training part, of which a "
                               "validation part is split off"),
                  {source.arrays.values.path}}});
    }
}

/// Names of the channels in the file: of the array, or words as many as there are channels.
Result<std::vector<std::string>> channelNames(const Plan& plan) {
    const Source& first = plan.sources.front();
    const std::int64_t channels = plan.channels(first);
    if (std::ssize(first.arrays.values.names) == channels) return first.arrays.values.names;
    const bool isAlone = channels != plan.steps(first) && channels != plan.sequences(first);
    for (const StoredArray& array : plan.look.arrays.along)
        if (isAlone && array.shape[0] == channels && holdsWords(*first.file, array))
            return wordsOf(*first.file, array, {});
    std::vector<std::string> names;
    for (std::int64_t c = 1; c <= channels; ++c) names.push_back("c" + std::to_string(c));
    return names;
}

/// All files that were read, in their order, as one.
Result<std::string> hashOf(const ArrayFile& file, const Plan& plan, const Progress& progress, std::int64_t& bytes) {
    std::vector<std::filesystem::path> paths;
    const auto add = [&](const std::filesystem::path& path) {
        if (std::ranges::find(paths, path) == paths.end()) paths.push_back(path);
    };
    for (const Source& source : plan.sources)
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

/// One part of the set.
Result<> addItems(const Source& source, const Plan& plan, const ArrayAnswers& answers, const AnswerPlace& place,
                  const Progress& progress, SequenceSet& set) {
    const bool needsAnswers = source.arrays.answers.has_value() && ReadingForRun::current() == nullptr;
    const Phrase label = source.part == Part::Unassigned ? Phrase() : Phrase(source.arrays.values.path);
    ReadAccount account;
    account.rowsInFile = plan.sequences(source);
    auto done = eachSequence(
        *source.file, source.arrays, plan.axes, progress, [&](std::int64_t n, std::vector<double>&& values) {
            SequenceSet::Item item;
            item.steps = std::ssize(values) / plan.channels(source);
            item.values = std::move(values);
            if (item.steps == 0) return account.leave(n + 1, GATELAB_TEXT("Reading", "every value is missing"));
            const bool isAnswered = source.arrays.answers && setAnswer(answers, place, n, item);
            if (needsAnswers && !isAnswered) return account.leave(n + 1, GATELAB_TEXT("Reading", "there is no answer"));
            set.report.valuesMissing += std::ranges::count_if(item.values, [](double v) { return std::isnan(v); });
            set.items.push_back(std::move(item));
            set.parts.push_back(source.part);
            ++account.rowsRead;
        });
    if (!done) return done.error();
    set.report.account.append(account, label);
    set.report.account.rowsInFile += account.rowsInFile;
    set.report.account.rowsRead += account.rowsRead;
    return {};
}

void guessTestPart(const Plan& plan, const ExperimentConfig& options, ReadReport& report) {
    const auto test = std::ranges::find(plan.sources, Part::Test, &Source::part);
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

Result<ArrayAnswers> answersOf(const Plan& plan, const ExperimentConfig& options, const Progress& progress) {
    std::vector<AnswersWanted> wanted;
    for (const Source& source : plan.sources)
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

Result<Dataset> readSet(const ArrayFile& file, Plan& plan, const ExperimentConfig& options, const Progress& progress) {
    const auto started = Clock::now();
    SequenceSet set;
    const auto answers = answersOf(plan, options, partOf(progress, 0, 0.1));
    if (!answers) return answers.error();
    if (answers->kind == ArrayAnswers::Kind::None)
        for (Source& source : plan.sources) source.arrays.answers.reset();
    set.classNames = answers->classNames;
    auto names = channelNames(plan);
    if (!names) return names.error();
    set.channelNames = std::move(*names);
    guessAxes(plan, options, set.report);
    tellOfArrays(plan, set.report);
    for (const Phrase& text : answers->told) set.report.warnings.push_back({-1, text});
    AnswerPlace place;
    for (std::size_t i = 0; i < plan.sources.size(); ++i) {
        const Source& source = plan.sources[i];
        place.each = answers->kind == ArrayAnswers::Kind::StepClasses ? plan.steps(source) : answers->each;
        const double share = 0.85 / static_cast<double>(plan.sources.size()),
                     from = 0.1 + static_cast<double>(i) * share;
        if (auto added = addItems(source, plan, *answers, place, partOf(progress, from, from + share), set); !added)
            return added.error();
        if (source.arrays.answers) place.at += static_cast<std::size_t>(plan.sequences(source) * place.each);
    }
    if (auto checked = checkSequences(set, file.path); !checked) return checked.error();
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
Result<Dataset> readMany(const ArrayFile& file, const Plan& plan, const ExperimentConfig& options,
                         const Progress& progress) {
    const auto started = Clock::now();
    auto series = std::make_shared<Series>();
    series->name = file.path.filename().string();
    series->source = file.path.string();
    series->report.format = file.format;
    guessAxes(plan, options, series->report);
    tellOfArrays(plan, series->report);
    auto columns = channelNames(plan);
    if (!columns) return columns.error();
    const std::size_t channels = columns->size();
    std::vector<std::vector<double>> values(channels);
    std::vector<double> numbers;
    std::vector<std::string> names;
    std::int64_t empty = 0;
    for (std::size_t i = 0; i < plan.sources.size(); ++i) {
        const double share = 0.9 / static_cast<double>(plan.sources.size()), from = static_cast<double>(i) * share;
        auto done = eachSequence(*plan.sources[i].file, plan.sources[i].arrays, plan.axes,
                                 partOf(progress, from, from + share), [&](std::int64_t, std::vector<double>&& one) {
                                     empty += one.empty() ? 1 : 0;
                                     if (one.empty()) return;
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
    return finishSeries(std::move(series), file.path, options, started, partOf(progress, 0.9, 1));
}

}  // namespace

ArrayLook lookAtArrays(const ArrayFile& file, const ExperimentConfig& options) {
    ArrayLook look{.arrays = findSequences(file, options, 3)};
    if (!look.arrays.parts.empty()) {
        look.orders = weighAxes(look.arrays, file.format);
        const bool isSet = !look.orders.empty() && answersFit(look.arrays, look.orders.front());
        look.isTaken = !look.orders.empty() && (isSet || isAllThereIs(look.arrays));
        return look;
    }
    look.arrays = findSequences(file, options, 2);
    if (look.arrays.parts.empty()) return look;
    look.orders = weighAxes(look.arrays, file.format);
    // Rows without answers are a table's.
    if (!look.arrays.hasAnswers() || look.orders.empty() || !answersFit(look.arrays, look.orders.front()))
        look.orders.clear();
    look.isTaken = !look.orders.empty() && isNamedSet(look.arrays);
    return look;
}

Phrase outcomeOf(const ArrayLook& look, const AxisOrder& order) {
    const SequencePart& first = look.arrays.parts.front();
    const ArrayAxes axes = axesOfShape(order.shape, first.values.shape.size());
    std::int64_t sequences = 0, tested = 0;
    for (const SequencePart& part : look.arrays.parts)
        (part.part == ArrayRole::Part::Test ? tested : sequences) += part.values.shape[axes.sequences];
    const std::int64_t steps = first.values.shape[axes.steps],
                       channels = first.values.shape.size() > 2 ? first.values.shape[axes.channels] : 1;
    if (!look.arrays.hasAnswers())
        return {GATELAB_TEXT("Shape", "%1 series of %2 steps, %3 channels"), {sequences + tested, steps, channels}};
    if (tested > 0 && sequences > 0)
        return {GATELAB_TEXT("Shape", "%1 and %2 sequences of %3 steps, %4 channels"),
                {sequences, tested, steps, channels}};
    return {GATELAB_TEXT("Shape", "%1 sequences of %2 steps, %3 channels"), {sequences + tested, steps, channels}};
}

bool areForSequences(const ArrayFile& file, const ExperimentConfig& options) {
    if (readsArrays(options)) return true;
    return readsTogether(options) && !findSequences(file, options, 3).parts.empty();
}

Result<Dataset> readSequenceArrays(const ArrayFile& file, const ExperimentConfig& options, const Progress& progress) {
    auto plan = planOf(file, options, partOf(progress, 0, 0.1));
    if (!plan) return plan.error().withContext(file.path.string());
    const ReadingForRun* run = ReadingForRun::current();
    const bool isOfSeries = run != nullptr && run->of() == ReadingForRun::Of::Series,
               isOfSequences = run != nullptr && run->of() == ReadingForRun::Of::Sequences,
               hasAnswers =
                   std::ranges::any_of(plan->sources, [](const Source&one) { return bool(one.arrays.answers); });
    const bool isSet = isOfSequences || (hasAnswers && !isOfSeries && !readsTogether(options));
    auto data = isSet ? readSet(file, *plan, options, partOf(progress, 0.1, 1))
                      : readMany(file, *plan, options, partOf(progress, 0.1, 1));
    return std::move(data).withContext(file.path.string());
}

}  // namespace gatelab
