// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/sequence_plan.h"

#include "config/choices.h"
#include "data/arrays/array_times.h"
#include "data/arrays/joined_channels.h"
#include "data/reader_members.h"
#include "data/sequences/reading_for_run.h"
#include "data/sequences/sequence_file.h"
#include "data/sequences/sequence_sizes.h"

#include <algorithm>
#include <utility>

namespace gatelab {
namespace {

using Part = SequenceSet::Part;

Error noSequences() {
    return Error{ErrorCode::InvalidInput,
                 GATELAB_TEXT("Reading",
                              "no array of this file holds sequences: that takes three dimensions (sequences x steps x "
                              "channels), or two with one answer for each row beside them. Choose the shape 'a row for "
                              "each time', or other arrays")}
        .ofField("csv_shape");
}

bool has(const SequenceArrays& arrays, ArrayRole::Part part) {
    return std::ranges::find(arrays.parts, part, &SequencePart::part) != arrays.parts.end();
}

/// Parts of the set: with a test part the others are for training, but for a validation part beside a training part.
void addSources(const ArrayFile& file, const SequenceArrays& arrays, std::vector<SequenceSource>& sources) {
    const bool hasTest = has(arrays, ArrayRole::Part::Test) && arrays.parts.size() > 1,
               hasTraining = has(arrays, ArrayRole::Part::Train);
    for (const SequencePart& part : arrays.parts)
        sources.push_back({&file, part,
                           hasTraining && part.part == ArrayRole::Part::Validation ? kGivenValidation
                           : !hasTest                                              ? Part::Unassigned
                           : part.part == ArrayRole::Part::Test                    ? Part::Test
                                                                                   : Part::Train});
}

/// The file of the test part, where the first one holds a single part.
Result<> addOtherFile(const ArrayFile& file, const ExperimentConfig& options, const Progress& progress,
                      SequencePlan& plan) {
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
    const SequenceSource more{plan.other.get(), called != found.parts.end() ? *called : found.parts.front(),
                              isFirst ? Part::Test : Part::Train};
    plan.sources.insert(isFirst ? plan.sources.end() : plan.sources.begin(), more);
    plan.testFile = files.second;
    return {};
}

/// That all parts have the same channels, and that no more is told of than a file can hold.
Result<> checkParts(const SequencePlan& plan) {
    const SequenceSource& first = plan.sources.front();
    for (const SequenceSource& source : plan.sources) {
        const StoredArray& values = source.arrays.values;
        if (plan.channels(source) != plan.channels(first))
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Reading",
                                       "'%1' has %2 channels and '%3' has %4: parts of one set have the same. Choose "
                                       "another order of the dimensions, or one of the arrays"),
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

/// The order of the dimensions with what else was weighed, and in words where it is in doubt.
void guessAxes(const SequencePlan& plan, ReadReport& report) {
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
    if (!report.guesses.back().certain && own == orders.begin() && own != orders.end())
        report.warnings.push_back(
            {-1,
             {GATELAB_TEXT("Reading",
                           "'%1' was read as %2, for %3. It could also be another order of its dimensions: %4 (%5)"),
              {plan.sources.front().arrays.values.path, choice != nullptr ? Phrase(choice->label) : Phrase(plan.shape),
               own->reason, other != orders.end() ? Phrase(other->shape) : Phrase(),
               other != orders.end() ? other->reason : Phrase()}}});
}

/// That steps behind the length of each sequence are none, or why not.
void tellOfLengths(const SequencePlan& plan, ReadReport& report) {
    for (const SequenceSource& source : plan.sources) {
        if (!source.arrays.lengths) continue;
        const StoredArray& lengths = *source.arrays.lengths;
        std::int64_t count = 1;
        for (const std::int64_t size : lengths.shape) count *= size;
        const bool isUsed = lengths.usable && count == plan.sequences(source);
        report.warnings.push_back(
            {-1,
             {isUsed ? GATELAB_TEXT("Reading",
                                    "'%1' says how many steps each sequence of '%2' has: what stands behind "
                                    "them was left out as padding")
                     : GATELAB_TEXT("Reading",
                                    "'%1' was left out: it is called lengths, but has no number for each "
                                    "sequence of '%2'"),
              {lengths.path, source.arrays.values.path}}});
    }
}

/// Files beside the one that was asked for, of which arrays were taken.
void tellOfFiles(const SequencePlan& plan, ReadReport& report) {
    std::string names;
    for (const SequenceSource& source : plan.sources)
        for (const auto* array : {&source.arrays.values, source.arrays.answers ? &*source.arrays.answers : nullptr,
                                  source.arrays.lengths ? &*source.arrays.lengths : nullptr}) {
            if (array == nullptr) continue;
            const auto other = source.file->sources.find(array->path);
            if (other != source.file->sources.end())
                names += (names.empty() ? "" : ", ") + other->second.filename().string();
        }
    if (!names.empty())
        report.warnings.push_back(
            {-1,
             {GATELAB_TEXT("Reading", "read together with the files beside it that belong to it by their names: %1"),
              {names}}});
}

/// Arrays along a dimension that are neither its times nor the names of channels.
void tellOfAlong(const SequencePlan& plan, ReadReport& report) {
    const ArrayFile& file = *plan.sources.front().file;
    // Of a netCDF file, which HDF5 may hold, what lies along its dimensions are their coordinates.
    if (file.format == "netcdf" || file.format == "hdf5") return;
    for (const StoredArray& array : plan.look.arrays.along) {
        const bool isName = holdsWords(file, array);
        if (array.isTime || isNamedTime(array) || isName) continue;
        report.warnings.push_back(
            {-1,
             {GATELAB_TEXT("Reading", "data set '%1' was left out: it is no part of the sequences in '%2'"),
              {array.path, plan.sources.front().arrays.values.path}}});
    }
}

/// That an array has more channels for the same sequences and steps, and how they are read.
Phrase tellOfJoining(const StoredArray& array, const SequencePlan& plan, const std::vector<std::string>& joined) {
    std::string names;
    for (const std::string& name : joined) names += (names.empty() ? "" : ",") + name;
    return {GATELAB_TEXT("Reading",
                         "data set '%1' was left out, though it is over the same sequences and steps as '%2'. To read "
                         "its channels beside those, choose both as parts of the file: %3"),
            {array.path, plan.sources.front().arrays.values.path, names}};
}

void tellOfArrays(const SequencePlan& plan, ReadReport& report) {
    tellOfFiles(plan, report);
    tellOfLengths(plan, report);
    tellOfAlong(plan, report);
    const std::vector<std::string> joined = joinable(plan.look.arrays, plan.shape);
    for (const StoredArray& array : plan.look.arrays.left)
        if (std::ranges::find(joined, array.path) == joined.end())
            report.warnings.push_back({-1,
                                       {GATELAB_TEXT("Reading",
                                                     "data set '%1' was left out: it is no part of the sequences "
                                                     "in '%2'"),
                                        {array.path, plan.sources.front().arrays.values.path}}});
        else
            report.warnings.push_back({-1, tellOfJoining(array, plan, joined)});
    for (const SequenceSource& source : plan.sources) {
        for (const StoredArray* array :
             {&source.arrays.values, source.arrays.answers ? &*source.arrays.answers : nullptr})
            if (array != nullptr)
                for (const Phrase& text : array->told) report.warnings.push_back({-1, text});
        if (source.part == kGivenValidation)
            report.warnings.push_back(
                {-1,
                 {GATELAB_TEXT("Reading",
                               "the %1 sequences of '%2' are the validation part; the shares of the split divide the "
                               "others"),
                  {plan.sequences(source), source.arrays.values.path}}});
    }
}

/// A file that was named for a run is read without the other parts of its set beside it; those of the file alone are
/// left, with what belongs to them. Says so where it is what a run is trained on.
void keepAsked(const ArrayFile& file, std::vector<SequencePart>& parts, Phrase& told) {
    const auto isBeside = [&](const SequencePart& part) {
        const auto isOwn = [&](const StoredArray& array) { return !file.sources.contains(array.path); };
        return !isOwn(part.values) && !(part.answers && isOwn(*part.answers));
    };
    const bool hasOwn = !std::ranges::all_of(parts, isBeside);
    if (!ReadingForRun::isAsked(file.path) || !hasOwn || std::erase_if(parts, isBeside) == 0) return;
    if (parts.front().part == ArrayRole::Part::Train)
        told = {GATELAB_TEXT("Reading",
                             "'%1' alone is answered. It is called the training part: what a run was trained on says "
                             "nothing of new data; the file of the test part has a name of its own"),
                {file.path.filename().string()}};
}

/// A run has so many channels: where the order of the dimensions gives another number and one other order gives it (of
/// several the one whose steps are as many as the run has seen, then the usual one), that is the order.
void takeOrderOfRun(SequencePlan& plan) {
    const ReadingForRun* const run = ReadingForRun::current();
    const StoredArray& values = plan.look.arrays.parts.front().values;
    if (run == nullptr || run->sizes().channels == 0 || values.shape.size() != 3) return;
    const ReadingForRun::Sizes& sizes = run->sizes();
    const auto channelsIn = [&](std::string_view shape) { return values.shape[axesOfShape(shape, 3).channels]; };
    const std::int64_t own = channelsIn(plan.shape);
    if (own == sizes.channels) return;
    std::string found;
    for (const bool withSteps : {true, false})
        for (const std::string_view shape : kArrayShapes) {
            const std::int64_t steps = values.shape[axesOfShape(shape, 3).steps];
            const bool fits = !withSteps || (steps >= sizes.shortest && steps <= sizes.longest);
            if (found.empty() && fits && channelsIn(shape) == sizes.channels) found = shape;
        }
    if (found.empty()) return;
    const Choice* const choice = findChoice(csvShapeChoices(), found);
    plan.forRun = {GATELAB_TEXT("Reading",
                                "'%1' (%2 x %3 x %4) has its dimensions in another order than the data of the run: it "
                                "was read as %5 (%6), which gives the %7 channels of the run; %8 would give %9"),
                   {values.path, values.shape[0], values.shape[1], values.shape[2],
                    choice != nullptr ? Phrase(choice->label) : Phrase(found), found, sizes.channels, plan.shape, own}};
    plan.shape = std::move(found);
}

}  // namespace

Result<SequencePlan> planSequences(const ArrayFile& file, const ExperimentConfig& options, const Progress& progress) {
    SequencePlan plan;
    plan.look = lookAtArrays(file, options);
    if (plan.look.arrays.parts.empty()) return noSequences();
    keepAsked(file, plan.look.arrays.parts, plan.alone);
    const bool isAsked = readsArrays(options);
    if (!isAsked && plan.look.orders.empty()) return noSequences();
    plan.shape = isAsked ? options.csvShape : plan.look.orders.front().shape;
    takeOrderOfRun(plan);
    plan.axes = axesOfShape(plan.shape, plan.look.arrays.parts.front().values.shape.size());
    addSources(file, plan.look.arrays, plan.sources);
    if (auto added = addOtherFile(file, options, progress, plan); !added) return added.error();
    if (auto checked = checkParts(plan); !checked) return checked.error();
    return plan;
}

void tellOfPlan(const SequencePlan& plan, ReadReport& report) {
    for (const Phrase* text : {&plan.forRun, &plan.alone})
        if (!text->empty()) report.warnings.push_back({-1, *text});
    guessAxes(plan, report);
    tellOfArrays(plan, report);
}

Result<std::vector<std::string>> channelNames(const SequencePlan& plan) {
    const SequenceSource& first = plan.sources.front();
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

}  // namespace gatelab
