// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/roles/category_columns.h"

#include "base/category_names.h"
#include "config/many_series.h"
#include "config/words/word_table.h"
#include "data/csv/scan/cell_reader.h"
#include "data/csv/units/cell_unit.h"
#include "data/csv/words.h"
#include "data/recipe/categories.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace gatelab {
namespace {

constexpr std::size_t kMostUnasked = 32, kLongestWord = 80, kManyWords = 12;
constexpr std::int64_t kTimesAWord = 3;                     // each comes at least, on average
constexpr std::int64_t kMostCells = std::int64_t{1} << 27;  // rows x words of all columns: 1 GiB
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

const Text kOneWord = GATELAB_TEXT("Reading", "column '%1' was left out: it holds one word ('%2'), which says nothing");
// Behind what they say these have the steps by which it is otherwise: the window offers them as a choice, the command
// line writes them down.
const Text kBecameMany = GATELAB_TEXT("Reading", "column '%1' holds %2 words (%3): each became a column of 0 and 1"),
           kBecameLong = GATELAB_TEXT("Reading",
                                      "column '%1' holds %2 words (%3): each became a column of 0 and 1. Better as an "
                                      "embedding, %4 numbers for each word?"),
           kBecameTable = GATELAB_TEXT("Reading",
                                       "column '%1' holds %2 words (%3), read as an embedding: the network learns %4 "
                                       "numbers for each"),
           kBecameOne = GATELAB_TEXT("Reading", "column '%1' holds one word (%2): it became a column of 0 and 1"),
           kLeftMany = GATELAB_TEXT("Reading", "column '%1' holds %2 words (%3) and is left out by the recipe"),
           kLeftOne = GATELAB_TEXT("Reading", "column '%1' holds one word (%2) and is left out by the recipe");

/// The words of a column by the numbers that its cells have; those of rows that were taken out are not among them.
std::map<std::string, WordNumber> wordsOf(const TableScan& scan, std::size_t c) {
    std::map<std::string, WordNumber> words;
    std::vector<bool> isThere(scan.words[c].size());
    for (const WordNumber number : scan.wordOf[c])
        if (number < isThere.size()) isThere[number] = true;
    for (std::size_t number = 0; number < isThere.size(); ++number)
        if (isThere[number]) words.emplace(scan.words[c][number], static_cast<WordNumber>(number));
    return words;
}

/// Whether every cell of the column that says something has a number.
bool isWhole(const TableScan& scan, std::size_t c) {
    const ColumnEvidence& e = scan.evidence[c];
    return !scan.wordOf[c].empty() && e.numbers + e.dates + e.clocks == 0 &&
           (scan.words[c].size() < kMostWords || std::ranges::count(scan.wordOf[c], kNoWord) <= e.empty + e.words);
}

/// The word that means on, where all of them are of one pair; empty where that does not occur. Nothing: they are not.
std::optional<std::string> switchOn(const std::map<std::string, WordNumber>& words) {
    std::optional<std::size_t> pair;
    std::string on;
    for (const auto& [word, number] : words) {
        const auto meant = switchWord(word);
        if (!meant || (pair && *pair != meant->pair)) return std::nullopt;
        pair = meant->pair;
        if (meant->isOn && on.empty()) on = word;
    }
    return pair ? std::optional(on) : std::nullopt;
}

/// Named as the column itself, or as one of its words.
struct Asked {
    bool byName = false, byWord = false;
    [[nodiscard]] bool any() const { return byName || byWord; }
};

/// `columns`: of the file, one of which may be called like a word of this one.
Asked askedFor(const ExperimentConfig& options, const std::string& name, const std::vector<std::string>& columns) {
    const std::set<std::string> steps = namedCategories(options.recipe);
    std::vector<std::string> names(steps.begin(), steps.end());
    names.insert(names.end(), options.inputs.begin(), options.inputs.end());
    names.insert(names.end(), options.targets.begin(), options.targets.end());
    Asked asked;
    for (const std::string& one : names)
        asked.byName = asked.byName || one == name,
        asked.byWord = asked.byWord || (isWordOf(one, name) && std::ranges::find(columns, one) == columns.end());
    return asked;
}

/// In quotes where commas of its own would make two of it.
std::string listed(const std::string& word) { return word.find(',') == std::string::npos ? word : "'" + word + "'"; }

std::string someWords(const std::map<std::string, WordNumber>& words) {
    constexpr std::size_t kShown = 4;
    std::string text;
    std::size_t count = 0;
    for (const auto& [word, number] : words) {
        if (++count > kShown) return text + ", ...";
        text += (text.empty() ? "" : ", ") + listed(word);
    }
    return text;
}

/// What became of a column of words that is read.
Phrase becameOf(const std::string& name, const std::map<std::string, WordNumber>& words,
                const ExperimentConfig& options) {
    const std::string use = categoryUse(options.recipe, name), some = someWords(words);
    const auto step = [&](const char* as) { return categoryStep(name, as); };
    const auto sizes = embeddedColumns(options.recipe);
    const auto asked = sizes.find(name);
    const bool isGiven = asked != sizes.end() && asked->second > 0;
    const std::int64_t size = isGiven ? asked->second : usualTableSize(std::ssize(words));
    if (use == kAsEmbedding) return {kBecameTable, {name, words.size(), some, size, step(kAsOneHot)}};
    const bool isLeft = use == kAsNothing;
    if (words.size() == 1) return {isLeft ? kLeftOne : kBecameOne, {name, some, step(isLeft ? kAsOneHot : kAsNothing)}};
    if (isLeft) return {kLeftMany, {name, words.size(), some, step(kAsOneHot)}};
    if (words.size() > kManyWords && !namedCategories(options.recipe).contains(name))
        return {kBecameLong, {name, words.size(), some, size, step(kAsEmbedding), step(kAsNothing)}};
    return {kBecameMany, {name, words.size(), some, step(kAsNothing)}};
}

/// Many numbers with units behind them, of more than one kind: "0.5 kW", "1.2 MW". A few may be names: "500 g", "1 kg".
bool areMeasured(const std::map<std::string, std::uint16_t>& words) {
    constexpr std::size_t kFewNames = 8;
    return words.size() > kFewNames &&
           std::ranges::all_of(words, [](const auto& word) { return sniffUnit(word.first).found(); });
}

/// One column of words: its role, and what is said of it; empty: it is a text among others. cells: how many there may
/// still be in columns of words.
CsvRole roleOf(const CsvLayout& layout, const TableScan& scan, const ExperimentConfig& options, std::size_t c,
               std::int64_t& cells, Phrase& said) {
    if (!isWhole(scan, c)) return CsvRole::Text;
    const std::string& name = layout.names[c];
    const auto words = wordsOf(scan, c);
    const Asked asked = askedFor(options, name, layout.names);
    if (words.empty()) return CsvRole::Text;
    // One word says something where other cells are empty.
    const auto filled = std::ssize(scan.wordOf[c]) - std::ranges::count(scan.wordOf[c], kNoWord);
    const bool isOne = words.size() == 1, isAlone = isOne && filled == scan.rows;
    if (const auto on = switchOn(words); on && !asked.byWord && (!isOne || asked.byName)) {
        said = {GATELAB_TEXT("Reading", "column '%1': '%2' was read as 1, the other word as 0"), {name, *on}};
        if (isOne)
            said = {GATELAB_TEXT("Reading", "column '%1': '%2' was read as %3"),
                    {name, words.begin()->first, on->empty() ? 0 : 1}};
        return CsvRole::Switch;
    }
    if (isAlone && !asked.any()) {
        said = {kOneWord, {name, words.begin()->first}};
        return CsvRole::Text;
    }
    // Signs alone are no words.
    const bool isText = std::ranges::any_of(words, [](const auto& word) {
        return word.first.size() > kLongestWord || std::ranges::none_of(word.first, [](char c) {
                   return static_cast<unsigned char>(c) >= 0x80 || std::isalnum(static_cast<unsigned char>(c)) != 0;
               });
    });
    if (!asked.any() && (isText || std::ssize(words) * kTimesAWord > filled || areMeasured(words)))
        return CsvRole::Text;
    if (!asked.any() && words.size() > kMostUnasked) {
        said = {GATELAB_TEXT("Reading",
                             "column '%1' was left out: it holds %2 words, and more than %3 are read only when asked "
                             "for, up to %4"),
                {name, words.size(), kMostUnasked, kMostWords, categoryStep(name, kAsEmbedding)}};
        return CsvRole::Text;
    }
    for (const auto& [word, number] : words)
        if (const std::string channel = wordChannel(name, word);
            std::ranges::find(layout.names, channel) != layout.names.end()) {
            said = {GATELAB_TEXT("Reading",
                                 "column '%1' was left out: its word '%2' would be called like the column '%3'; give "
                                 "one of the two columns another name"),
                    {name, word, channel}};
            return CsvRole::Text;
        }
    // One more where words are missing
    const std::int64_t needed = scan.rows * (std::ssize(words) + 1);
    if (needed > cells) {
        said = {GATELAB_TEXT("Reading",
                             "column '%1' was left out: with %2 words in %3 rows it would take too much memory; leave "
                             "out other columns of words, or write numbers"),
                {name, words.size(), scan.rows}};
        return CsvRole::Text;
    }
    cells -= needed;
    said = becameOf(name, words, options);
    return CsvRole::Category;
}

}  // namespace

void decideCategories(const CsvLayout& layout, const TableScan& scan, const ExperimentConfig& options, CsvRoles& roles,
                      std::vector<ReadWarning>& said) {
    const bool hasValues = std::ranges::find(roles.of, CsvRole::Value) != roles.of.end();
    const bool isLong = hasSeriesBelow(options);
    std::int64_t cells = kMostCells;
    std::vector<std::string> constant;
    for (std::size_t c = 0; c < layout.width && hasValues; ++c) {
        if (!roles.is(c, CsvRole::Text)) continue;
        Phrase text;
        roles.of[c] = roleOf(layout, scan, options, c, cells, text);
        if (text.empty()) continue;
        roles.told.insert(c);
        if (isLong && text.source == kOneWord.source)
            constant.push_back(layout.names[c]);
        else
            said.push_back({-1, std::move(text)});
    }
    if (!constant.empty())
        said.push_back(
            {-1,
             {GATELAB_TEXT("Reading",
                           "%1 columns of one word each were left out ('%2' first): what differs from series "
                           "to series says something only to one network over all series. To use it, choose "
                           "the shape 'many series, one network'"),
              {constant.size(), constant.front()}}});
}

bool tellsOfWords(const Phrase& said, const std::string& column) {
    const auto isOf = [&](const Text* text) { return said.source == text->source; };
    return std::ranges::any_of(std::initializer_list<const Text*>{&kBecameMany, &kBecameLong, &kBecameTable,
                                                                  &kBecameOne, &kLeftMany, &kLeftOne},
                               isOf) &&
           said.arguments.front().source == column;
}

bool tellsOfOneWord(const std::vector<ReadWarning>& said, const std::string& column) {
    return std::ranges::any_of(said, [&](const ReadWarning& warning) {
        return warning.message.source == kOneWord.source && warning.message.arguments.front().source == column;
    });
}

std::vector<Channel> categoryChannels(const CsvLayout& layout, const TableScan& scan, const CsvRoles& roles,
                                      std::size_t c) {
    const auto rows = static_cast<std::size_t>(scan.rows);
    const std::vector<WordNumber>& of = scan.wordOf[c];
    const std::string& name = layout.names[c];
    auto words = wordsOf(scan, c);
    if (roles.is(c, CsvRole::Switch)) {
        std::vector<double> values(rows, kNone);
        for (std::size_t r = 0; r < of.size(); ++r)
            if (of[r] != kNoWord) values[r] = switchWord(scan.words[c][of[r]])->isOn ? 1 : 0;
        return {{name, layout.units[c], std::move(values)}};
    }
    std::vector<Channel> channels;
    const auto add = [&](const std::string& word, WordNumber number) {
        std::vector<double> values(rows, number == kNoWord ? 1 : 0);
        for (std::size_t r = 0; r < std::min(rows, of.size()); ++r) values[r] = of[r] == number ? 1 : 0;
        channels.push_back({wordChannel(name, word), "", std::move(values)});
    };
    if (of.size() < rows || std::ranges::find(of, kNoWord) != of.end()) words.emplace(kMissingWord, kNoWord);
    for (const auto& [word, number] : words) add(word, number);
    return channels;
}

}  // namespace gatelab
