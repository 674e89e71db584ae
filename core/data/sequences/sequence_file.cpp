// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/sequences/sequence_file.h"

#include "config/choices.h"
#include "config/setting_predicates.h"
#include "config/shapes/running_text.h"
#include "config/task_data.h"
#include "data/csv/numbers.h"
#include "data/csv/text/encoding.h"
#include "data/foreign_file.h"
#include "data/sequences/reading_for_run.h"
#include "data/sequences/sequence_classes.h"
#include "data/tables/file_part.h"
#include "io/file_io.h"
#include "io/hash.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>

namespace gatelab {
namespace {

constexpr std::uint64_t kLargestFile = UINT64_C(1) << 30;

/// "GunPoint_TRAIN.ts" for "GunPoint_TEST.ts" and back; nothing when the name has neither.
std::optional<std::filesystem::path> partnerOf(const std::filesystem::path& path, bool& isTest) {
    static constexpr std::pair<std::string_view, std::string_view> kPairs[] = {
        {"TRAIN", "TEST"}, {"train", "test"}, {"Train", "Test"}};
    const std::string name = path.filename().string();
    for (const auto& [train, test] : kPairs) {
        if (const auto at = name.rfind(train); at != std::string::npos) {
            isTest = false;
            return path.parent_path() / (name.substr(0, at) + std::string(test) + name.substr(at + train.size()));
        }
        if (const auto at = name.rfind(test); at != std::string::npos) {
            isTest = true;
            return path.parent_path() / (name.substr(0, at) + std::string(train) + name.substr(at + test.size()));
        }
    }
    return std::nullopt;
}

CsvEncoding encodingOf(std::string_view bytes, const ExperimentConfig& options) {
    const CsvEncoding guess = guessEncoding(bytes);
    if (isGuessed(options.csvEncoding)) return guess;
    return {options.csvEncoding, guess.key == options.csvEncoding ? guess.bomBytes : 0, true, {}};
}

Result<> parseFile(const std::filesystem::path& path, SequenceSet::Part part, SequenceParser parse,
                   SequenceBuilder& builder, Sha256& hash, const Progress& progress) {
    constexpr double kRead = 0.1, kDecoded = 0.2;
    auto bytes = readFileBytes(path, kLargestFile, partOf(progress, 0, kRead));
    if (!bytes) return bytes.error();
    hash.add(*bytes);
    builder.set.report.bytes += static_cast<std::int64_t>(bytes->size());
    const std::string_view head = std::string_view(*bytes).substr(0, 64 * 1024);
    if (const Phrase binary = readsText(builder.options) ? describeNoText(head) : describeBinary(head); !binary.empty())
        return Error{ErrorCode::Unsupported, labelled(path.string(), binary)};
    const CsvEncoding encoding = encodingOf(*bytes, builder.options);
    auto text = toUtf8(std::move(*bytes), encoding, builder.set.report.warnings, partOf(progress, kRead, kDecoded));
    if (!text) return text.error().withContext(path.string());
    const std::size_t before = builder.set.items.size();
    builder.account = {}, builder.headerLines = 0;
    auto parsed = parse(*text, part, builder, partOf(progress, kDecoded, 1));
    ReadAccount& all = builder.set.report.account;
    // Lines of the test file are told by its name.
    all.append(builder.account, part == SequenceSet::Part::Test ? Phrase(path.filename().string()) : Phrase());
    all.rowsInFile += countLines(*text) - builder.headerLines;
    all.rowsRead += static_cast<std::int64_t>(builder.set.items.size() - before);
    return std::move(parsed).withContext(path.string());
}

/// Where the test part is from.
void guessTestData(const SequenceFiles& files, const ExperimentConfig& options, std::vector<ReadGuess>& guesses) {
    guesses.push_back({"test_data",
                       files.both ? files.second.string() : std::string(),
                       files.both ? Phrase(files.second.filename().string())
                                  : Phrase(GATELAB_TEXT("Guess", "none beside it; a part is split off")),
                       true,
                       !options.testPath.empty(),
                       {}});
}

}  // namespace

SequenceFiles sequenceFiles(const std::filesystem::path& path, const ExperimentConfig& options) {
    if (!options.testPath.empty()) return {path, options.testPath, true};
    if (ReadingForRun::isAsked(path)) return {path, {}, false};
    bool isTest = false;
    std::error_code ignored;
    const auto partner = partnerOf(path, isTest);
    if (!partner || !std::filesystem::is_regular_file(*partner, ignored)) return {path, {}, false};
    return isTest ? SequenceFiles{*partner, path, true} : SequenceFiles{path, *partner, true};
}

void guessTask(SequenceSet& set) {
    const char* task = fittingTask(kindOf(set));
    if (task == nullptr) return;
    const Choice* choice = findChoice(taskChoices(), task);
    const Phrase name = choice != nullptr ? Phrase(choice->label) : Phrase(task);
    set.report.guesses.push_back(
        {"task",
         task,
         set.classNames.empty() ? name : Phrase(GATELAB_TEXT("Guess", "%1, %2 classes"), {name, set.classNames.size()}),
         true,
         false,
         {}});
}

Result<> checkSequences(const SequenceSet& set, const std::filesystem::path& path) {
    if (set.items.empty())
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT(
                 "Reading",
                 "%1: the file has no sequence after its header; check that its export or download has finished"),
             {path.string()}}};
    if (set.items.size() < 2 && ReadingForRun::current() == nullptr)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Reading", "%1: there is one sequence only; a set needs many; choose another file"),
                      {path.string()}}};
    const bool anyValue = std::any_of(set.items.begin(), set.items.end(), [](const auto& item) {
        return std::any_of(item.values.begin(), item.values.end(), [](double v) { return std::isfinite(v); });
    });
    if (!anyValue)
        return Error{ErrorCode::InvalidInput, {GATELAB_TEXT("Reading", "%1: every value is missing"), {path.string()}}};
    return {};
}

void warnOfNewClasses(std::size_t classesBefore, SequenceSet& set) {
    if (set.classNames.size() <= classesBefore) return;
    set.report.warnings.push_back(
        {-1, GATELAB_TEXT("Reading",
                          "the test file has classes that the training file does not have; no model can know them")});
}

bool nextLine(std::string_view text, std::size_t& at, std::string_view& line) {
    if (at >= text.size()) return false;
    const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
    line = text.substr(at, end - at);
    at = end + (text.substr(end, 2) == "\r\n" ? 2 : 1);
    return true;
}

std::int32_t SequenceBuilder::classOf(std::string_view name) {
    if (const auto known = classNumbers.find(name); known != classNumbers.end()) return known->second;
    const auto number = static_cast<std::int32_t>(set.classNames.size());
    set.classNames.emplace_back(name);
    classNumbers.emplace(std::string(name), number);
    return number;
}

void SequenceBuilder::add(std::vector<std::vector<double>> channels, std::int64_t line, SequenceSet::Part part) {
    std::size_t steps = 0;
    bool ragged = false;
    for (const auto& channel : channels) {
        ragged = ragged || (steps > 0 && channel.size() != steps);
        steps = std::max(steps, channel.size());
    }
    if (ragged)
        set.report.warnings.push_back(
            {line,
             GATELAB_TEXT(
                 "Reading",
                 "the channels of this sequence have different lengths; the shorter ones end with missing values")});
    SequenceSet::Item item;
    item.steps = static_cast<std::int64_t>(steps);
    if (channels.size() == 1)
        item.values = std::move(channels.front());
    else
        item.values.assign(steps * channels.size(), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t c = 0; c < channels.size(); ++c)
        for (std::size_t t = 0; t < channels[c].size(); ++t) item.values[t * channels.size() + c] = channels[c][t];
    set.report.valuesMissing +=
        std::count_if(item.values.begin(), item.values.end(), [](double v) { return std::isnan(v); });
    set.items.push_back(std::move(item));
    set.parts.push_back(part);
}

Result<> completeSet(SequenceSet& set, const std::filesystem::path& path) {
    if (auto checked = checkSequences(set, path); !checked) return checked;
    const auto tested = std::ranges::count(set.parts, SequenceSet::Part::Test);
    guessTask(set);
    set.report.guesses.push_back({"test_data",
                                  "",
                                  tested > 0
                                      ? Phrase(GATELAB_TEXT("Guess", "%1 sequences of the data themselves"), {tested})
                                      : Phrase(GATELAB_TEXT("Guess", "none among the data; a part is split off")),
                                  true,
                                  false,
                                  {}});
    return {};
}

Result<Dataset> readSequenceFile(const std::filesystem::path& path, const ExperimentConfig& options, const char* format,
                                 SequenceParser parse, const Progress& progress) {
    const auto started = std::chrono::steady_clock::now();
    const SequenceFiles files = sequenceFiles(path, options);
    using Part = SequenceSet::Part;
    SequenceBuilder builder;
    builder.options = options;
    Sha256 hash;
    const double middle = files.both ? 0.5 : 1;
    auto parsed = parseFile(files.first, files.both ? Part::Train : Part::Unassigned, parse, builder, hash,
                            [&](double share) { return report(progress, share * middle); });
    if (!parsed) return parsed.error();
    if (files.both) {
        const std::size_t classes = builder.set.classNames.size();
        parsed = parseFile(files.second, Part::Test, parse, builder, hash,
                           [&](double share) { return report(progress, middle + share * middle); });
        if (!parsed) return parsed.error();
        warnOfNewClasses(classes, builder.set);
    }
    if (auto checked = checkSequences(builder.set, path); !checked) return checked.error();
    SequenceSet& set = builder.set;
    set.name = files.first.filename().string();
    set.source = files.first.string();
    if (files.both) set.testSource = files.second.string();
    set.sha256 = hash.finish();
    guessTask(set);
    guessTestData(files, options, set.report.guesses);
    set.report.format = format;
    set.report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    return Dataset{nullptr, std::make_shared<const SequenceSet>(std::move(set))};
}

}  // namespace gatelab
