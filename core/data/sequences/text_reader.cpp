// SPDX-License-Identifier: GPL-3.0-or-later
// Texts with a label: a table of two named columns, as text classification has them.
#include "data/csv/layout/dialect_guess.h"
#include "data/csv/words.h"
#include "data/reader_members.h"
#include "data/sequences/reading_for_run.h"
#include "data/sequences/sequence_file.h"
#include "data/sequences/text_tokens.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>

namespace gatelab {
namespace {

constexpr std::size_t kSample = 64 * 1024;  // bytes
/// What columns of texts are called
constexpr std::string_view kTexts[] = {"text",  "sentence", "review", "message", "comment", "content",
                                       "tweet", "title",    "phrase", "body",    "headline"};

struct Places {
    std::size_t text = 0;
    std::optional<std::size_t> label;
    [[nodiscard]] std::size_t last() const { return std::max(text, label.value_or(0)); }
};

bool readsForRunOfTexts() { return ReadingForRun::current() != nullptr && !ReadingForRun::current()->words().empty(); }

/// Where text and label stand, by the names of at most four columns; nothing: not both are there. A run that knows
/// texts needs no label.
std::optional<Places> placesOf(std::span<const std::string_view> cells) {
    static constexpr std::string_view kLabels[] = {"label",  "class",  "category", "sentiment",
                                                   "target", "intent", "emotion",  "topic"};
    if (cells.empty() || cells.size() > 4) return std::nullopt;
    std::optional<std::size_t> text, label;
    for (std::size_t c = 0; c < cells.size(); ++c) {
        const std::string name = lowered(cells[c]);
        if (!text && std::ranges::find(kTexts, name) != std::end(kTexts)) text = c;
        if (!label && std::ranges::find(kLabels, name) != std::end(kLabels)) label = c;
    }
    return text && (label || readsForRunOfTexts()) ? std::optional(Places{*text, label}) : std::nullopt;
}

/// The same without names: in each row one word of few, and a text of several.
std::optional<Places> placesWithoutNames(std::string_view sample, const CsvDialect& dialect) {
    constexpr std::size_t kFewestRows = 5, kMostLabels = 20, kLongestLabel = 24;
    CsvRows rows(sample, dialect);
    std::set<std::string> words[2];
    std::size_t count = 0, inText[2] = {};
    bool areLabels[2] = {true, true};
    while (rows.next()) {
        if (rows.isBlank() || rows.endedWithoutNewline()) continue;  // the last one may be cut
        if (rows.cells().size() != 2) return std::nullopt;
        ++count;
        for (std::size_t c = 0; c < 2; ++c) {
            const std::string_view cell = rows.cells()[c];
            words[c].emplace(cell);
            areLabels[c] = areLabels[c] && !cell.empty() && cell.size() <= kLongestLabel &&
                           cell.find(' ') == std::string_view::npos &&
                           std::ranges::none_of(cell, [](unsigned char l) { return isdigit(l) != 0; });
            inText[c] += static_cast<std::size_t>(std::ranges::count_if(wordsOf(cell), [](const std::string& word) {
                return std::ranges::none_of(word, [](unsigned char l) { return isdigit(l) != 0; });
            }));
        }
    }
    for (std::size_t label = 0; label < 2; ++label)
        if (const std::size_t text = 1 - label; count >= kFewestRows && areLabels[label] && words[label].size() > 1 &&
                                                words[label].size() <= kMostLabels &&
                                                words[label].size() * 2 <= count && inText[text] >= 2 * count)
            return Places{text, label};
    return std::nullopt;
}

struct LabelledText {
    std::string text, label;
    std::int64_t line = 0;
};

Result<std::vector<LabelledText>> readRows(std::string_view text, SequenceBuilder& builder, const Progress& progress) {
    const CsvDialect dialect = guessDialect(text.substr(0, kSample), {}).dialect;
    CsvRows rows(text, dialect);
    std::optional<Places> places;
    bool hasNames = true;
    std::vector<LabelledText> texts;
    while (rows.next()) {
        if (rows.isBlank() || rows.isComment()) {
            builder.account.leave(rows.line(), GATELAB_TEXT("Reading", "a blank line"));
            continue;
        }
        if (!places) {
            places = placesOf(rows.cells());
            hasNames = places.has_value();
            if (!places) places = placesWithoutNames(text.substr(0, kSample), dialect);
            if (!places)
                return Error{ErrorCode::InvalidInput,
                             GATELAB_TEXT("Reading", "the first line does not name a text and a label")};
            if (hasNames) continue;
        }
        if (rows.cells().size() <= places->last())
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Reading", "line %1 has no label; the file may be cut off"), {rows.line()}}};
        texts.push_back({std::string(rows.cells()[places->text]),
                         places->label ? std::string(rows.cells()[*places->label]) : std::string(), rows.line()});
        const double share = static_cast<double>(rows.position()) / static_cast<double>(text.size());
        if (texts.size() % 1024 == 0 && !report(progress, share / 2))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
    }
    builder.headerLines = (hasNames ? 1 : 0) + rows.innerLines();
    return texts;
}

Result<> parseTexts(std::string_view text, SequenceSet::Part part, SequenceBuilder& builder, const Progress& progress) {
    auto rows = readRows(text, builder, progress);
    if (!rows) return rows.error();
    SequenceSet& set = builder.set;
    // The words are those of the run, else of the training file: what only the test file has is another one.
    std::vector<std::string> texts;
    const bool isForRun = readsForRunOfTexts(), isFirst = set.items.empty();
    if (isFirst && !isForRun)
        for (const LabelledText& row : *rows) texts.push_back(row.text);
    const Vocabulary vocabulary = isForRun  ? Vocabulary::named(ReadingForRun::current()->words())
                                  : isFirst ? Vocabulary(texts)
                                            : Vocabulary::named(set.tokenNames);
    if (isFirst) {
        set.channelNames = {"text"};
        set.tokenNames = vocabulary.names();
        set.tokens = std::ssize(set.tokenNames);
    }
    if (isFirst && !isForRun)
        set.report.warnings.push_back(
            {-1,
             {vocabulary.areWords()
                  ? GATELAB_TEXT("Reading",
                                 "texts were read as words: %1 of them stand more than once, all others are one word")
                  : GATELAB_TEXT("Reading", "texts were read as characters: %1 of them stand more than once"),
              {set.tokenNames.size() - 1}}});
    std::int64_t cut = 0;
    for (std::size_t i = 0; i < rows->size(); ++i) {
        const LabelledText& row = (*rows)[i];
        std::vector<double> tokens = vocabulary.numbersOf(row.text);
        if (tokens.empty() || (row.label.empty() && !isForRun)) {
            builder.account.leave(row.line, tokens.empty() ? GATELAB_TEXT("Reading", "the text is empty")
                                                           : GATELAB_TEXT("Reading", "there is no label"));
            continue;
        }
        if (tokens.size() > kMostTextTokens) tokens.resize(kMostTextTokens), ++cut;
        builder.add({std::move(tokens)}, row.line, part);
        if (!row.label.empty()) set.items.back().label = builder.classOf(row.label);
        if (i % 1024 == 0 && !report(progress, 0.5 + static_cast<double>(i) / static_cast<double>(rows->size()) / 2))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
    }
    if (cut > 0)
        set.report.warnings.push_back(
            {-1,
             {GATELAB_TEXT("Reading", "%1 texts are longer than %2 tokens and were cut there"),
              {cut, kMostTextTokens}}});
    return {};
}

Result<Dataset> readTexts(const std::filesystem::path& path, const ExperimentConfig& options,
                          const Progress& progress) {
    return readSequenceFile(path, options, "text", parseTexts, progress);
}

/// Whether no delimiter can make texts with labels of it: the first line names no text, and a line below begins and
/// ends with a digit. Tables of numbers are told by that, without a guess how they are cut.
bool isOfNumbers(std::string_view text) {
    if (text.find_first_of("'\"") != std::string_view::npos) return false;
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const std::string first = lowered(text.substr(0, text.find_first_of("\r\n")));
    if (std::ranges::any_of(kTexts, [&](std::string_view name) { return first.find(name) != std::string::npos; }))
        return false;
    for (std::size_t at = 0, end = 0; (end = text.find_first_of("\r\n", at)) != std::string_view::npos; at = end + 1)
        if (end > at && isDigit(text[at]) && isDigit(text[end - 1])) return true;
    return false;
}

/// A first line that names both, and a text of several words below it; or rows of a label and a text without names.
int probeTexts(std::span<const char> head, const std::filesystem::path&) {
    const std::string_view text(head.data(), head.size());
    if (text.find('\0') != std::string_view::npos) return 0;
    if (isOfNumbers(text)) return 0;
    const CsvDialect dialect = guessDialect(text, {}).dialect;
    CsvRows rows(text, dialect);
    if (!rows.next()) return 0;
    const auto places = placesOf(rows.cells());
    if (!places && placesWithoutNames(text, dialect)) return 75;
    if (!places || !rows.next() || rows.cells().size() <= places->last()) return 0;
    const std::string_view cell = rows.cells()[places->text];
    return std::ranges::any_of(cell, [](char c) { return !isdigit(static_cast<unsigned char>(c)) && c != '.'; }) ? 80
                                                                                                                 : 0;
}

}  // namespace

Reader textReader() { return {"text", GATELAB_TEXT("readers", "Labelled texts (CSV)"), {}, probeTexts, readTexts}; }

}  // namespace gatelab
