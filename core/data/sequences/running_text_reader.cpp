// SPDX-License-Identifier: GPL-3.0-or-later
// Running texts, prose or code: pieces of equal length one after the other, each token labelled with the next one.
#include "base/reading_memory.h"
#include "config/choices.h"
#include "config/shapes/running_text.h"
#include "data/foreign_file.h"
#include "data/reader_members.h"
#include "data/sequences/prose.h"
#include "data/sequences/reading_for_run.h"
#include "data/sequences/running_text.h"
#include "data/sequences/sequence_file.h"
#include "data/sequences/sequence_sizes.h"
#include "data/sequences/text_tokens.h"
#include "data/taken_anew.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

namespace gatelab {
namespace {

using Part = SequenceSet::Part;
using Item = SequenceSet::Item;

constexpr std::size_t kMostTokens = std::size_t{128} << 20;  ///< that are read
constexpr std::size_t kMostBefore = std::size_t{12} << 20;   ///< that runs made before have read
constexpr std::size_t kTokenBytes = 20;                      ///< two numbers of a step, and its share of a piece
constexpr std::size_t kMostNames = 5000;                     ///< that are told apart, <other> among them
constexpr std::size_t kFewestTokens = 20;
constexpr std::int64_t kFewestSequences = 10;

/// A text as numbers of its tokens, in the order in which they stand in it first.
struct NumberedText {
    std::vector<std::uint32_t> numbers;
    std::vector<std::string_view> names;  ///< by number; in the text
    std::size_t bytes = 0;                ///< of the text, as far as it was numbered
    std::int64_t zeros = 0;               ///< bytes of value 0 that were left out
    bool isCancelled = false;
};

/// Numbers of tokens, in the order in which they come first: those of one sign of ASCII by a table.
class TokenNumbers {
public:
    TokenNumbers() { ofAscii_.fill(kNone); }
    /// names: grows by a new one, which lies in the text.
    std::uint32_t of(std::string_view token, std::vector<std::string_view>& names) {
        const auto next = static_cast<std::uint32_t>(names.size());
        const auto byte = static_cast<unsigned char>(token.front());
        const bool isAscii = token.size() == 1 && byte < ofAscii_.size();
        std::uint32_t& number = isAscii ? ofAscii_[byte] : others_.try_emplace(token, kNone).first->second;
        if (number != kNone) return number;
        names.push_back(token);
        return number = next;
    }

private:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};
    std::array<std::uint32_t, 128> ofAscii_;
    std::unordered_map<std::string_view, std::uint32_t> others_;
};

/// CR LF and CR alone are line ends.
NumberedText numberText(std::string_view text, TextTokens tokens, std::size_t most, const Progress& progress) {
    constexpr std::size_t kBetweenReports = std::size_t{1} << 16;
    NumberedText numbered;
    TokenNumbers known;
    // Characters are nearly as many as bytes.
    if (tokens == TextTokens::Characters) numbered.numbers.reserve(std::min(most, text.size()));
    forEachToken(text, tokens, [&](std::string_view token) {
        const auto behind = static_cast<std::size_t>(token.data() - text.data()) + token.size();
        if (token = asLineEnd(token, text.substr(behind)); token.empty()) return true;
        if (token.size() == 1 && token[0] == '\0') return ++numbered.zeros > 0;
        numbered.numbers.push_back(known.of(token, numbered.names));
        numbered.bytes = behind;
        if (numbered.numbers.size() % kBetweenReports == 0 &&
            !report(progress, static_cast<double>(behind) / static_cast<double>(text.size())))
            numbered.isCancelled = true;
        return !numbered.isCancelled && numbered.numbers.size() < most;
    });
    return numbered;
}

/// Where a text is cut, and how much of it may be known.
struct Cut {
    std::int64_t length = 1;  ///< steps of a piece
    std::int64_t pieces = 0;
    std::int64_t known = 0;                  ///< pieces of the training part, whose tokens make the vocabulary
    std::vector<std::int64_t> borders = {};  ///< pieces whose last token is followed by one of another part
};

Result<Cut> cutOf(std::int64_t steps, Part part, SequenceBuilder& builder) {
    const std::vector<Item>& before = builder.set.items;
    Cut cut{.length = before.empty() ? builder.options.lookback : before.front().steps};
    if (ReadingForRun::current() != nullptr || !before.empty()) {
        cut.length = std::min(cut.length, steps);
        cut.pieces = (steps + cut.length - 1) / cut.length;
        return cut;
    }
    if (steps / cut.length < kFewestSequences) {
        cut.length = std::max<std::int64_t>(1, steps / kFewestSequences);
        builder.set.report.warnings.push_back(
            {-1,
             {GATELAB_TEXT("Reading",
                           "the text is too short for sequences of %1 steps: it was cut into sequences of %2"),
              {builder.options.lookback, cut.length}}});
    }
    cut.pieces = steps / cut.length;
    const auto sizes = sequenceSizes(cut.pieces, part == Part::Train ? 1 : 0, builder.options.split);
    if (!sizes.ok()) return sizes.error();
    cut.known = sizes->train;
    cut.borders = {sizes->train - 1, sizes->train + sizes->validation - 1};
    return cut;
}

/// <other>, and what stands in the training part at least twice: the most frequent first.
std::vector<std::string> vocabularyOf(const NumberedText& text, std::size_t known) {
    std::vector<std::int64_t> counts(text.names.size());
    for (std::size_t i = 0; i < known; ++i) ++counts[text.numbers[i]];
    std::vector<std::pair<std::int64_t, std::string_view>> often;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 1) often.emplace_back(-counts[i], text.names[i]);
    std::ranges::sort(often);
    if (often.size() > kMostNames - 1) often.resize(kMostNames - 1);
    std::vector<std::string> names{Vocabulary::kOther};
    for (const auto& [count, name] : often) names.emplace_back(name);
    return names;
}

/// The numbers that the tokens of a text have in a vocabulary; 0: another one.
std::vector<std::uint32_t> numbersIn(const std::vector<std::string>& vocabulary, const NumberedText& text) {
    std::unordered_map<std::string_view, std::uint32_t> places;
    for (std::size_t i = 1; i < vocabulary.size(); ++i) places.emplace(vocabulary[i], static_cast<std::uint32_t>(i));
    std::vector<std::uint32_t> numbers(text.names.size());
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (const auto found = places.find(text.names[i]); found != places.end()) numbers[i] = found->second;
    return numbers;
}

void addPieces(const NumberedText& text, const std::vector<std::uint32_t>& numbers, const Cut& cut, Part part,
               SequenceSet& set) {
    constexpr double kUnknown = -1;
    const auto steps = std::ssize(text.numbers) - 1;
    const auto at = [&](std::int64_t i) {
        return static_cast<double>(numbers[text.numbers[static_cast<std::size_t>(i)]]);
    };
    set.items.reserve(set.items.size() + static_cast<std::size_t>(cut.pieces));
    for (std::int64_t piece = 0; piece < cut.pieces; ++piece) {
        const std::int64_t first = piece * cut.length;
        Item item;
        item.steps = std::min(cut.length, steps - first);
        item.values.reserve(static_cast<std::size_t>(item.steps));
        item.targets.reserve(static_cast<std::size_t>(item.steps));
        for (std::int64_t i = first; i < first + item.steps; ++i) {
            item.values.push_back(at(i));
            item.targets.push_back(at(i + 1));
        }
        // What follows is another part's.
        if (std::ranges::find(cut.borders, piece) != cut.borders.end() && piece + 1 < cut.pieces)
            item.targets.back() = kUnknown;
        set.items.push_back(std::move(item));
        set.parts.push_back(part);
    }
}

/// In percent of all tokens, rounded up: what is not nothing is not 0.
std::int64_t otherPercent(const NumberedText& text, const std::vector<std::uint32_t>& numbers) {
    const auto others = std::ranges::count_if(text.numbers, [&](std::uint32_t number) { return numbers[number] == 0; });
    return (others * 100 + std::ssize(text.numbers) - 1) / std::ssize(text.numbers);
}

void describe(const NumberedText& text, const std::vector<std::uint32_t>& numbers, const Cut& cut, TextTokens tokens,
              std::size_t bytes, SequenceSet& set) {
    std::vector<ReadWarning>& said = set.report.warnings;
    const auto say = [&said](Phrase phrase) { said.push_back({-1, std::move(phrase)}); };
    const bool areWords = tokens == TextTokens::Words;
    say({areWords ? GATELAB_TEXT("Reading",
                                 "read as a running text of %1 words and marks: each says the next one. %2 sequences "
                                 "of %3 stand in the order of the text")
                  : GATELAB_TEXT("Reading",
                                 "read as a running text of %1 characters: each says the next one. %2 sequences of %3 "
                                 "stand in the order of the text"),
         {text.numbers.size(), cut.pieces, cut.length}});
    if (const std::int64_t percent = otherPercent(text, numbers); percent > 0)
        say({areWords ? GATELAB_TEXT("Reading",
                                     "%1 words are told apart, those that the training part holds most often; all "
                                     "others are one, '%2', up to %3 % of the text")
                      : GATELAB_TEXT("Reading",
                                     "%1 characters are told apart, those that the training part holds most often; all "
                                     "others are one, '%2', up to %3 % of the text"),
             {set.tokenNames.size() - 1, Vocabulary::kOther, percent}});
    if (text.zeros > 0) say({GATELAB_TEXT("Reading", "%1 bytes of value 0 in the text were left out"), {text.zeros}});
    if (text.numbers.size() == kMostTokens && text.bytes < bytes)
        say({GATELAB_TEXT("Reading",
                          "the text is longer than %1 tokens: its first %2 % were read. Cut the file to learn from "
                          "another part of it"),
             {kMostTokens,
              static_cast<std::int64_t>(100.0 * static_cast<double>(text.bytes) / static_cast<double>(bytes))}});
}

/// What the two ways to cut a text come to, on its beginning.
ReadCandidate weighed(std::string_view text, TextTokens tokens) {
    constexpr std::size_t kSample = std::size_t{1} << 20;
    constexpr double kEnoughWords = 1e6;
    const bool areWords = tokens == TextTokens::Words;
    const std::string_view sample = withoutCutEnd(text.substr(0, kSample));
    const NumberedText numbered = numberText(sample, tokens, kMostTokens, {});
    const std::vector<std::string> names = vocabularyOf(numbered, numbered.numbers.size());
    const std::vector<std::uint32_t> numbers = numbersIn(names, numbered);
    const auto all = static_cast<double>(numbered.numbers.size());
    const double known = all > 0 ? 1 - static_cast<double>(otherPercent(numbered, numbers)) / 100 : 0,
                 whole = all * static_cast<double>(text.size()) /
                         static_cast<double>(std::max<std::size_t>(1, sample.size()));
    const std::int64_t percent = static_cast<std::int64_t>(known * 100);
    if (!areWords)
        return {kAsCharacters,
                known,
                {GATELAB_TEXT("Guess", "%1 different characters make %2 % of the text, and they spell every word"),
                 {names.size() - 1, percent}}};
    return {kAsWords,
            known * std::min(1.0, whole / kEnoughWords) * 0.9,
            {GATELAB_TEXT("Guess",
                          "%1 words make %2 % of the text, which has %3: a million and more are usual to learn words"),
             {names.size() - 1, percent, static_cast<std::int64_t>(whole)}}};
}

ReadGuess shapeGuess(std::string_view text, const ExperimentConfig& options) {
    std::vector<ReadCandidate> candidates{weighed(text, TextTokens::Characters), weighed(text, TextTokens::Words)};
    const bool isGiven = readsText(options);
    if (isGiven ? readsWords(options) : candidates[1].score > candidates[0].score)
        std::swap(candidates[0], candidates[1]);
    const Choice* choice = findChoice(csvShapeChoices(), candidates[0].value);
    return {.key = "csv_shape",
            .value = candidates[0].value,
            .shown = choice != nullptr ? Phrase(choice->label) : Phrase(candidates[0].value),
            .certain = isGiven,
            .overridden = isGiven,
            .runnerUp = candidates[1].value,
            .candidates = candidates};
}

/// Characters or words: as the settings say, else as was guessed of the first file.
TextTokens tokensOf(std::string_view text, SequenceBuilder& builder) {
    std::vector<ReadGuess>& guesses = builder.set.report.guesses;
    if (builder.set.items.empty() && ReadingForRun::current() == nullptr) {
        guesses.push_back(shapeGuess(text, builder.options));
        builder.options.csvShape = guesses.back().value;
    }
    return textTokensOf(builder.options);
}

Result<> parseRunningText(std::string_view text, Part part, SequenceBuilder& builder, const Progress& progress) {
    SequenceSet& set = builder.set;
    const bool isForRun = ReadingForRun::current() != nullptr, isFirst = set.items.empty();
    const TextTokens tokens = tokensOf(text, builder);
    const NumberedText numbered = numberText(text, tokens, kMostTokens, progress);
    if (numbered.isCancelled) return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
    if (numbered.numbers.size() < (isForRun ? 2 : kFewestTokens))
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Reading",
                                   "the text has %1 characters or words, too few to learn from; choose a "
                                   "longer one"),
                      {numbered.numbers.size()}}};
    const std::uint64_t needed = kTokenBytes * numbered.numbers.size();
    if (const auto fits = checkReadingMemory(set.name, text.size(), needed); !fits) return fits.error();
    const auto cut = cutOf(std::ssize(numbered.numbers) - 1, part, builder);
    if (!cut.ok()) return cut.error();
    if (isFirst) {
        set.tokenNames = isForRun ? ReadingForRun::current()->words()
                                  : vocabularyOf(numbered, static_cast<std::size_t>(cut->known * cut->length));
        if (set.tokenNames.size() < 3 && !isForRun)
            return Error{ErrorCode::InvalidInput,
                         GATELAB_TEXT("Reading",
                                      "fewer than two characters or words of the training part stand in it twice: "
                                      "there is nothing to learn; choose another text")};
        set.channelNames = {"text"};
        set.tokens = std::ssize(set.tokenNames);
        for (const std::string& name : set.tokenNames) set.classNames.push_back(tokenLabel(name));
    }
    const std::vector<std::uint32_t> numbers = numbersIn(set.tokenNames, numbered);
    addPieces(numbered, numbers, *cut, part, set);
    describe(numbered, numbers, *cut, tokens, text.size(), set);
    if (numbered.numbers.size() > kMostBefore) takeAnew(set.report, kLongTexts);
    builder.headerLines = countLines(text) - cut->pieces;  // a row of a text is a sequence
    return {};
}

Result<Dataset> readRunningText(const std::filesystem::path& path, const ExperimentConfig& options,
                                const Progress& progress) {
    return readSequenceFile(path, options, kRunningText, parseRunningText, progress);
}

/// Names of tables are taken at their word, but ".txt" says nothing.
int probeRunningText(std::span<const char> head, const std::filesystem::path& path) {
    const std::string_view bytes(head.data(), head.size());
    if (ReadingForRun::current() != nullptr || !describeBinary(bytes).empty()) return 0;
    if (readerByName(path) != nullptr && path.extension() != ".txt") return 0;
    return looksLikeProse(bytes) >= kIsProse ? 70 : 0;
}

}  // namespace

Reader runningTextReader() {
    return {kRunningText, GATELAB_TEXT("readers", "Running text"), {}, probeRunningText, readRunningText};
}

}  // namespace gatelab
