// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/array_answers.h"

#include "data/arrays/array_times.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace gatelab {
namespace {

using Kind = ArrayAnswers::Kind;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t kMostNumbers = 1000;  // of one sequence
constexpr std::size_t kMostClasses = 1000, kSureClasses = 20;

/// The answers of all parts as they stand: [sequences][each][rest].
struct Raw {
    std::vector<double> numbers = {};
    std::vector<std::string> words = {};
    std::int64_t sequences = 0, each = 1, rest = 1, steps = 0;
    bool wantsNumbers = false;
    std::string name = {};
    [[nodiscard]] bool hasWords() const { return !words.empty(); }
};

Error refused(const Text& text, std::vector<Phrase> values) {
    return {ErrorCode::InvalidInput, {text, std::move(values)}};
}

Error otherShape(const StoredArray& array, std::int64_t sequences) {
    std::string shape;
    for (const std::int64_t size : array.shape) shape += (shape.empty() ? "" : " x ") + std::to_string(size);
    return refused(GATELAB_TEXT("Reading",
                                "'%1' (%2) does not fit %3 sequences: it needs a row for each of them. Choose another "
                                "order of the dimensions, or name the arrays that belong together"),
                   {array.path, shape, sequences});
}

/// Sizes in the order sequences, each, rest; nothing fits: empty.
std::vector<std::int64_t> placesOf(const StoredArray& array, const AnswersWanted& wanted, std::string_view shape) {
    std::vector<std::int64_t> sizes = array.shape;
    if (sizes.size() > 3 || sizes.empty()) return {};
    if (sizes.size() == 3) {
        const ArrayAxes axes = axesOfShape(shape, 3);
        sizes = {array.shape[axes.sequences], array.shape[axes.steps], array.shape[axes.channels]};
    }
    if (sizes.size() == 2 && sizes[0] != wanted.sequences) std::swap(sizes[0], sizes[1]);
    sizes.resize(3, 1);
    return sizes[0] == wanted.sequences ? sizes : std::vector<std::int64_t>();
}

Result<> addPart(const AnswersWanted& wanted, std::string_view shape, const Progress& progress, Raw& raw) {
    const ArrayFile& file = *wanted.file;
    const StoredArray& array = *wanted.answers;
    const auto sizes = placesOf(array, wanted, shape);
    if (sizes.empty()) return otherShape(array, wanted.sequences);
    const bool isFirst = raw.sequences == 0, isWords = !array.usable;
    if (!isFirst &&
        (sizes[2] != raw.rest || (sizes[1] != raw.each && (wanted.steps != sizes[1] || raw.steps != raw.each)) ||
         isWords != raw.hasWords()))
        return refused(GATELAB_TEXT("Reading", "'%1' and '%2' hold answers of different kinds; write both alike"),
                       {raw.name, array.path});
    if (isFirst) raw.name = array.path;
    raw.sequences += sizes[0], raw.each = sizes[1], raw.rest = sizes[2], raw.steps = wanted.steps;
    const auto count = static_cast<std::size_t>(sizes[0] * sizes[1] * sizes[2]);
    if (isWords) {
        auto words = wordsOf(file, array, progress);
        if (!words) return words.error();
        if (words->size() != count) return otherShape(array, wanted.sequences);
        std::ranges::move(*words, std::back_inserter(raw.words));
        return {};
    }
    auto values = valuesOf(file, array, progress);
    if (!values) return values.error();
    const bool isTurned = array.shape.size() == 2 && array.shape[0] != wanted.sequences;
    const ArrayAxes axes =
        array.shape.size() == 3 ? axesOfShape(shape, 3) : ArrayAxes{isTurned ? 1U : 0U, isTurned ? 0U : 1U};
    if (array.shape.size() > 1) *values = sequencesFirst(std::move(*values), array.shape, axes);
    raw.numbers.insert(raw.numbers.end(), values->begin(), values->end());
    return {};
}

/// "3" of 3.
std::string nameOf(double number) { return std::to_string(static_cast<std::int64_t>(number)); }

/// In each row of `width` one 1 and else zeros.
bool isOneHot(const std::vector<double>& numbers, std::int64_t width) {
    if (width < 2) return false;
    for (std::size_t at = 0; at + static_cast<std::size_t>(width) <= numbers.size();
         at += static_cast<std::size_t>(width)) {
        std::int64_t ones = 0;
        for (std::size_t i = at; i < at + static_cast<std::size_t>(width); ++i) {
            if (numbers[i] != 0 && numbers[i] != 1) return false;
            ones += numbers[i] == 1 ? 1 : 0;
        }
        if (ones != 1) return false;
    }
    return !numbers.empty();
}

/// The different whole numbers; nothing: one is not whole, or they are too many.
std::optional<std::set<double>> wholeNumbers(const std::vector<double>& numbers) {
    constexpr double kLargest = 1e9;
    std::set<double> different;
    for (const double number : numbers) {
        if (std::isnan(number)) continue;
        if (number != std::floor(number) || std::abs(number) > kLargest) return std::nullopt;
        different.insert(number);
        if (different.size() > kMostClasses) return std::nullopt;
    }
    return different.empty() ? std::nullopt : std::optional(std::move(different));
}

/// Few enough that each has several examples.
bool areClasses(const std::set<double>& different, std::int64_t examples) {
    constexpr std::size_t kAlways = 2;
    return different.size() <= kAlways || std::ssize(different) * 2 <= examples;
}

void takeClasses(const Raw& raw, const std::set<double>& different, ArrayAnswers& answers) {
    std::map<double, double> places;
    for (const double number : different) {
        places.emplace(number, static_cast<double>(answers.classNames.size()));
        answers.classNames.push_back(nameOf(number));
    }
    for (const double number : raw.numbers) {
        const auto place = std::isnan(number) ? places.end() : places.find(number);  // NaN has no place in an order
        answers.values.push_back(place != places.end() ? place->second : kNone);
    }
}

/// Whether a number stands behind all others of its sequence alone, as padding does.
bool isPadding(const Raw& raw, double number) {
    const auto each = static_cast<std::size_t>(raw.each);
    for (std::size_t at = 0; at + each <= raw.numbers.size(); at += each) {
        bool isBehind = false;
        for (std::size_t i = at; i < at + each; ++i) {
            if (isBehind && raw.numbers[i] != number && !std::isnan(raw.numbers[i])) return false;
            isBehind = isBehind || raw.numbers[i] == number;
        }
    }
    return true;
}

void takeWords(const Raw& raw, ArrayAnswers& answers) {
    std::map<std::string, double> places;
    for (const std::string& word : raw.words) {
        if (word.empty()) {
            answers.values.push_back(kNone);
            continue;
        }
        const auto [place, isNew] = places.try_emplace(word, static_cast<double>(answers.classNames.size()));
        if (isNew) answers.classNames.push_back(word);
        answers.values.push_back(place->second);
    }
}

/// Where the 1 stands in each row of `width`.
void takeOneHot(const Raw& raw, std::int64_t width, ArrayAnswers& answers) {
    for (std::int64_t c = 0; c < width; ++c) answers.classNames.push_back(std::to_string(c));
    for (std::size_t i = 0; i < raw.numbers.size(); ++i)
        if (raw.numbers[i] == 1) answers.values.push_back(static_cast<double>(i % static_cast<std::size_t>(width)));
    answers.told.push_back(
        {GATELAB_TEXT("Reading", "'%1' has one 1 in each row of %2: it was read as %2 classes"), {raw.name, width}});
}

/// A class for each step: -1 and -100 beside classes from 0 on stand for none, as libraries pad them.
Result<ArrayAnswers> stepClasses(const Raw& raw) {
    ArrayAnswers answers{.kind = Kind::StepClasses, .each = raw.each};
    if (raw.hasWords()) {
        takeWords(raw, answers);
        return answers;
    }
    if (raw.rest > 1) {
        if (!isOneHot(raw.numbers, raw.rest))
            return refused(GATELAB_TEXT("Reading",
                                        "'%1' holds %2 numbers for each step of a sequence: what is learned at each "
                                        "step is a class. Give a class for each step, or numbers for each sequence"),
                           {raw.name, raw.rest});
        takeOneHot(raw, raw.rest, answers);
        return answers;
    }
    auto different = wholeNumbers(raw.numbers);
    if (!different || !areClasses(*different, std::ssize(raw.numbers)))
        return refused(GATELAB_TEXT("Reading",
                                    "'%1' holds a number for each step of a sequence that is no class: numbers are "
                                    "learned for a whole sequence. Give some for each sequence, or forecast the series "
                                    "itself"),
                       {raw.name});
    // -1, 0, 1 inside of sequences are down, level and up.
    const bool areSigns = *different == std::set<double>{-1, 0, 1} && !isPadding(raw, -1);
    if (areSigns)
        answers.told.push_back({GATELAB_TEXT("Reading",
                                             "-1, 0 and 1 in '%1' were read as three classes; if -1 stands for 'no "
                                             "answer', write NaN there"),
                                {raw.name}});
    if (different->contains(0) && different->size() > 2 && !areSigns)
        for (const double none : {-1.0, -100.0})
            if (different->erase(none) > 0)
                answers.told.push_back(
                    {GATELAB_TEXT("Reading",
                                  "%1 in '%2' was read as 'no answer': such steps are neither "
                                  "learned nor scored. If it is a class, write the classes as words"),
                     {static_cast<std::int64_t>(none), raw.name}});
    takeClasses(raw, *different, answers);
    return answers;
}

Result<ArrayAnswers> numbers(const Raw& raw) {
    const std::int64_t each = raw.each * raw.rest;
    if (each > kMostNumbers)
        return refused(
            GATELAB_TEXT("Reading", "'%1' holds %2 numbers for each sequence, and at most %3 are learned; give fewer"),
            {raw.name, each, kMostNumbers});
    ArrayAnswers answers{.kind = Kind::Numbers, .values = raw.numbers, .each = each};
    if (raw.rest > 1)
        answers.told.push_back({GATELAB_TEXT("Reading",
                                             "'%1' holds %2 x %3 numbers for each sequence; they were put "
                                             "one behind the other"),
                                {raw.name, raw.each, raw.rest}});
    return answers;
}

Result<ArrayAnswers> decide(const Raw& raw) {
    const bool perStep = raw.steps > 1 && raw.each == raw.steps;
    if (raw.hasWords() && raw.each * raw.rest > 1 && !perStep)
        return refused(GATELAB_TEXT("Reading", "'%1' holds several words for each sequence; give one"), {raw.name});
    if (!raw.hasWords() && raw.rest == 1 && isOneHot(raw.numbers, raw.each)) {
        ArrayAnswers answers{.kind = Kind::Classes};
        takeOneHot(raw, raw.each, answers);
        return answers;
    }
    if (perStep) return stepClasses(raw);
    if (raw.each * raw.rest > 1) return numbers(raw);
    ArrayAnswers answers{.kind = Kind::Classes};
    if (raw.hasWords()) {
        takeWords(raw, answers);
        return answers;
    }
    const auto different = wholeNumbers(raw.numbers);
    const bool isDoubtful = different && different->size() > kSureClasses;
    if (!different || !areClasses(*different, raw.sequences) || (isDoubtful && raw.wantsNumbers)) {
        answers = *numbers(raw);
        if (different)
            answers.told.push_back({GATELAB_TEXT("Reading",
                                                 "'%1' holds %2 different whole numbers and was read as numbers to be "
                                                 "learned; if they are classes, write them as words"),
                                    {raw.name, different->size()}});
        return answers;
    }
    if (isDoubtful)
        answers.told.push_back({GATELAB_TEXT("Reading",
                                             "'%1' holds %2 different whole numbers and was read as classes; if they "
                                             "are amounts, choose the task regression and read the file again"),
                                {raw.name, different->size()}});
    takeClasses(raw, *different, answers);
    return answers;
}

}  // namespace

std::vector<double> sequencesFirst(std::vector<double> values, const std::vector<std::int64_t>& sizes,
                                   const ArrayAxes& axes) {
    const std::vector<std::size_t> order = sizes.size() > 2 ? std::vector{axes.sequences, axes.steps, axes.channels}
                                                            : std::vector{axes.sequences, axes.steps};
    if (std::ranges::is_sorted(order)) return values;
    std::vector<std::size_t> strides(sizes.size(), 1);
    for (std::size_t i = sizes.size() - 1; i > 0; --i) strides[i - 1] = strides[i] * static_cast<std::size_t>(sizes[i]);
    const auto sizeOf = [&](std::size_t place) {
        return place < order.size() ? static_cast<std::size_t>(sizes[order[place]]) : 1;
    };
    const auto strideOf = [&](std::size_t place) { return place < order.size() ? strides[order[place]] : 0; };
    std::vector<double> turned;
    turned.reserve(values.size());
    for (std::size_t n = 0; n < sizeOf(0); ++n)
        for (std::size_t t = 0; t < sizeOf(1); ++t)
            for (std::size_t c = 0; c < sizeOf(2); ++c)
                turned.push_back(values[n * strideOf(0) + t * strideOf(1) + c * strideOf(2)]);
    return turned;
}

Result<ArrayAnswers> readAnswers(const std::vector<AnswersWanted>& parts, std::string_view shape, bool wantsNumbers,
                                 const Progress& progress) {
    Raw raw{.wantsNumbers = wantsNumbers};
    for (const AnswersWanted& part : parts) {
        if (part.answers == nullptr) continue;
        if (!part.answers->usable && !holdsWords(*part.file, *part.answers))
            return Error{ErrorCode::Unsupported,
                         {GATELAB_TEXT("Reading",
                                       "the answers '%1' cannot be read: %2. To read the values without them, name "
                                       "their array (hdf5_datasets)"),
                          {part.answers->path, part.answers->reason}}}
                .ofField("hdf5_datasets");
        if (auto added = addPart(part, shape, progress, raw); !added) return added.error();
    }
    return raw.sequences > 0 ? decide(raw) : ArrayAnswers{};
}

}  // namespace gatelab
