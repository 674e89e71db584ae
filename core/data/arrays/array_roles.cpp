// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/array_roles.h"

#include "config/shapes/array_axes.h"
#include "data/arrays/array_times.h"
#include "data/csv/words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <span>
#include <string_view>
#include <utility>

namespace gatelab {
namespace {

using Kind = ArrayRole::Kind;
using Part = ArrayRole::Part;

constexpr std::string_view kValues[] = {"x",       "input",    "inputs",   "data",      "values",  "signal", "signals",
                                        "feature", "features", "sequence", "sequences", "samples", "series", "xs"};
constexpr std::string_view kAnswers[] = {"y",          "label",  "labels",  "class", "classes", "target",
                                         "targets",    "lab",    "lbl",     "labs",  "answers", "category",
                                         "categories", "output", "outputs", "ys",    "response"};
constexpr std::string_view kLengths[] = {"length", "lengths", "len", "lens", "seqlen"};
constexpr std::pair<std::string_view, Part> kParts[] = {{"train", Part::Train},      {"training", Part::Train},
                                                        {"tr", Part::Train},         {"trn", Part::Train},
                                                        {"test", Part::Test},        {"testing", Part::Test},
                                                        {"te", Part::Test},          {"tst", Part::Test},
                                                        {"val", Part::Validation},   {"validation", Part::Validation},
                                                        {"valid", Part::Validation}, {"dev", Part::Validation}};

bool isLower(char c) { return std::islower(static_cast<unsigned char>(c)) != 0; }
bool isUpper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
bool isLetterOrDigit(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || (c & 0x80) != 0; }

/// "/train/X", "x_train", "trainX", "XTrain": small words.
std::vector<std::string> wordsOf(const std::string& path) {
    std::vector<std::string> words(1);
    for (std::size_t i = 0; i < path.size(); ++i) {
        const char c = path[i];
        const bool isHump = isUpper(c) && i > 0 &&
                            ((!isUpper(path[i - 1]) && isLetterOrDigit(path[i - 1])) ||
                             (isUpper(path[i - 1]) && i + 1 < path.size() && isLower(path[i + 1])));
        if ((isHump || !isLetterOrDigit(c)) && !words.back().empty()) words.emplace_back();
        if (isLetterOrDigit(c)) words.back() += c;
    }
    for (std::string& word : words) word = lowered(word);
    std::erase(words, std::string());
    return words;
}

std::optional<Part> partOf(std::string_view word) {
    const auto* const found = std::ranges::find(kParts, word, &std::pair<std::string_view, Part>::first);
    return found == std::end(kParts) ? std::nullopt : std::optional(found->second);
}

/// "xtrain" and "trainx" are two words.
std::vector<std::string> withoutGlue(std::vector<std::string> words) {
    std::vector<std::string> apart;
    for (std::string& word : words) {
        const auto isRole = [](char c) { return c == 'x' || c == 'y'; };
        if (word.size() > 2 && isRole(word.front()) && partOf(std::string_view(word).substr(1)))
            apart.push_back(word.substr(0, 1)), apart.push_back(word.substr(1));
        else if (word.size() > 2 && isRole(word.back()) && partOf(std::string_view(word).substr(0, word.size() - 1)))
            apart.push_back(word.substr(0, word.size() - 1)), apart.push_back(word.substr(word.size() - 1));
        else
            apart.push_back(std::move(word));
    }
    return apart;
}

bool isWide(const StoredArray& array, std::size_t dimensions) {
    return array.usable && !array.isTime && !array.isHelper && array.shape.size() == dimensions &&
           std::ranges::none_of(array.shape, [](std::int64_t size) { return size < 1; });
}

std::int64_t sizeOf(const StoredArray& array) {
    std::int64_t size = 1;
    for (const std::int64_t one : array.shape) size *= one;
    return size;
}

struct Named {
    StoredArray array;
    ArrayRole role;
};

/// What can be taken: all arrays and lists of words, or those that are asked for.
std::vector<Named> namedArrays(const ArrayFile& file, const ExperimentConfig& options) {
    std::vector<Named> all;
    const auto add = [&](const StoredArray& array) {
        const auto isName = [&](const std::string& name) { return array.path == name || array.path == "/" + name; };
        const std::vector<std::string>& wanted = options.hdf5Datasets;
        const bool isThere = std::ranges::any_of(all, [&](const Named& one) { return one.array.path == array.path; });
        if (array.grid != nullptr && !readsArrays(options)) return;  // places over times are a table
        if (isThere || (!wanted.empty() && std::ranges::none_of(wanted, isName))) return;
        all.push_back({array, roleOf(array.path)});
        all.back().array.grid = nullptr;
    };
    for (const StoredArray& array : file.wordLists) add(array);
    for (const StoredArray& array : file.arrays) add(array);
    return all;
}

/// The values of one part: the plainest name, then the largest.
const Named* valuesOfPart(const std::vector<Named>& all, Part part, const std::string* rest, std::size_t dimensions) {
    const Named* best = nullptr;
    const auto isBetter = [](const Named& a, const Named& b) {
        const auto order = [](const Named& one) {
            return std::pair(one.role.kind == Kind::Values ? 0 : 1, -sizeOf(one.array));
        };
        return order(a) < order(b);
    };
    for (const Named& one : all) {
        if (one.role.part != part || !isWide(one.array, dimensions)) continue;
        if (one.role.kind == Kind::Answers || one.role.kind == Kind::Lengths) continue;
        if (rest != nullptr && one.role.rest != *rest) continue;
        if (best == nullptr || isBetter(one, *best)) best = &one;
    }
    return best;
}

/// What belongs to those values: of the same part, best with the same other words, then by the plainest name.
std::optional<StoredArray> beside(const std::vector<Named>& all, const Named& values, Kind kind) {
    const Named* best = nullptr;
    const auto order = [&](const Named& one) {
        return std::tuple(one.role.rest == values.role.rest ? 0 : 1, one.role.rank);
    };
    for (const Named& one : all)
        if (one.role.kind == kind && one.role.part == values.role.part && one.array.path != values.array.path &&
            (best == nullptr || order(one) < order(*best)))
            best = &one;
    return best != nullptr ? std::optional(best->array) : std::nullopt;
}

}  // namespace

ArrayRole roleOf(const std::string& path) {
    ArrayRole role;
    const auto take = [&](std::span<const std::string_view> words, const std::string& word, Kind kind) {
        const auto found = std::ranges::find(words, word);
        if (found == words.end()) return false;
        role.kind = kind, role.rank = static_cast<std::size_t>(found - words.begin());
        return true;
    };
    for (const std::string& word : withoutGlue(wordsOf(path))) {
        if (const auto part = partOf(word))
            role.part = *part;
        else if (!take(kValues, word, Kind::Values) && !take(kAnswers, word, Kind::Answers) &&
                 !take(kLengths, word, Kind::Lengths))
            role.rest += (role.rest.empty() ? "" : " ") + word;
    }
    return role;
}

bool belongsTo(const ArrayRole& first, const ArrayRole& other) {
    if (other.rest != first.rest || (first.part == Part::None) != (other.part == Part::None)) return false;
    if (other.kind == Kind::Answers || other.kind == Kind::Lengths) return true;
    return other.kind == first.kind && other.rank == first.rank && other.part != first.part;
}

std::filesystem::path firstOfArraySet(const std::vector<std::filesystem::path>& files) {
    const auto role = [](const std::filesystem::path& file) { return roleOf(file.stem().string()); };
    const auto isFirst = [&](const std::filesystem::path& file) {
        const ArrayRole own = role(file);
        return own.kind == Kind::Values && (own.part == Part::Train || own.part == Part::None);
    };
    const auto first = std::ranges::find_if(files, isFirst);
    const bool areArrays = std::ranges::all_of(
        files, [](const std::filesystem::path& file) { return lowered(file.extension().string()) == ".npy"; });
    if (first == files.end() || !areArrays || files.size() < 2) return {};
    const ArrayRole own = role(*first);
    const bool areOne = std::ranges::all_of(files, [&](const std::filesystem::path& file) {
        return file == *first || (file.parent_path() == first->parent_path() && belongsTo(own, role(file)));
    });
    return areOne ? *first : std::filesystem::path();
}

bool SequenceArrays::hasAnswers() const {
    return std::ranges::any_of(parts, [](const SequencePart& part) { return part.answers.has_value(); });
}

SequenceArrays findSequences(const ArrayFile& file, const ExperimentConfig& options, std::size_t dimensions) {
    SequenceArrays found;
    const std::vector<Named> all = namedArrays(file, options);
    const Named* first = valuesOfPart(all, Part::Train, nullptr, dimensions);
    if (first == nullptr) first = valuesOfPart(all, Part::None, nullptr, dimensions);
    if (first == nullptr) first = valuesOfPart(all, Part::Test, nullptr, dimensions);
    if (first == nullptr) return found;
    const bool isWhole = first->role.part == Part::None;
    for (const Part part : {Part::Train, Part::Validation, Part::Test, Part::None}) {
        if (isWhole != (part == Part::None)) continue;
        const Named* values = part == first->role.part ? first : valuesOfPart(all, part, &first->role.rest, dimensions);
        if (values == nullptr) continue;
        found.parts.push_back(
            {part, values->array, beside(all, *values, Kind::Answers), beside(all, *values, Kind::Lengths)});
    }
    const auto isTaken = [&](const StoredArray& array) {
        return std::ranges::any_of(found.parts, [&](const SequencePart& part) {
            return part.values.path == array.path || (part.answers && part.answers->path == array.path) ||
                   (part.lengths && part.lengths->path == array.path);
        });
    };
    const std::vector<std::int64_t>& shape = first->array.shape;
    for (const Named& one : all) {
        const StoredArray& array = one.array;
        if (isTaken(array) || array.isHelper) continue;
        const bool isLine = array.shape.size() == 1 && std::ranges::find(shape, array.shape[0]) != shape.end();
        if (isLine) found.along.push_back(array);
        if (!isLine && array.usable && sizeOf(array) > 1) found.left.push_back(array);
        found.hasTime = found.hasTime || (isLine && (array.isTime || isNamedTime(array)) && array.shape[0] == shape[0]);
    }
    return found;
}

}  // namespace gatelab
