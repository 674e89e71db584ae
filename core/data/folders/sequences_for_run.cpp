// SPDX-License-Identifier: GPL-3.0-or-later
// Holds: which files are meant; texts of a file each; recordings with the columns of the run.
#include "data/folders/sequences_for_run.h"

#include "config/shapes/running_text.h"
#include "data/csv/text/encoding.h"
#include "data/csv/words.h"
#include "data/folders/file_list.h"
#include "data/folders/recordings.h"
#include "data/folders/sound_bands.h"
#include "data/reader_members.h"
#include "data/sequences/reading_for_run.h"
#include "data/sequences/sequence_file.h"
#include "data/sequences/text_tokens.h"
#include "io/file_io.h"
#include "io/hash.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace gatelab {
namespace {

namespace fs = std::filesystem;

bool readsTexts() { return ReadingForRun::current() != nullptr && !ReadingForRun::current()->words().empty(); }

bool isTextName(const fs::path& path) { return lowered(path.extension().string()) == ".txt"; }

FileList listOf(const fs::path& file) {
    return {.kind = ListKind::Recordings, .root = file.parent_path(), .files = {{file, {}}}};
}

/// Without classes in its folders, but for those that the run knows.
void makeRecordings(const SavedSequences& kept, FileList& list) {
    if (list.kind == ListKind::Recordings) return;
    list.kind = ListKind::Recordings;
    for (ListedFile& file : list.files) {
        const fs::path name = listedName(list, file);
        const std::string folder = name.is_absolute() || !name.has_parent_path() ? "" : name.begin()->string();
        if (std::ranges::find(kept.classes, folder) != kept.classes.end()) file.label = folder;
    }
}

void tellOrder(const FileList& list, ReadReport& report) {
    if (list.files.size() == 1)
        report.warnings.push_back({-1, GATELAB_TEXT("Reading",
                                                    "the file was read as one sequence, as those of the run "
                                                    "are")});
    else
        report.warnings.push_back(
            {-1,
             {GATELAB_TEXT("Reading",
                           "each file is a sequence, as those of the run are: number 1 is %1, number %2 is %3, in the "
                           "order of their names"),
              {listedName(list, list.files.front()), list.files.size(), listedName(list, list.files.back())}}});
}

/// A sequence of tokens for each file.
Result<Dataset> readTexts(const FileList& list, const fs::path& path, const Progress& progress) {
    constexpr std::uint64_t kLongestText = UINT64_C(1) << 20;
    const Vocabulary vocabulary = Vocabulary::named(ReadingForRun::current()->words());
    SequenceBuilder builder;
    SequenceSet& set = builder.set;
    set.channelNames = {"text"};
    set.tokenNames = vocabulary.names();
    set.tokens = std::ssize(set.tokenNames);
    Sha256 hash;
    std::int64_t cut = 0;
    for (std::size_t i = 0; i < list.files.size(); ++i) {
        const ListedFile& file = list.files[i];
        if (!report(progress, static_cast<double>(i) / static_cast<double>(list.files.size())))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
        auto bytes = readFileBytes(file.path, kLongestText);
        if (!bytes) return bytes.error();
        hash.add(*bytes);
        set.report.bytes += std::ssize(*bytes);
        const CsvEncoding encoding = guessEncoding(*bytes);
        const auto text = toUtf8(std::move(*bytes), encoding, set.report.warnings, {});
        if (!text) return text.error().withContext(file.path.string());
        std::vector<double> tokens = vocabulary.numbersOf(*text);
        if (tokens.empty()) {
            builder.account.leave(static_cast<std::int64_t>(i) + 1,
                                  labelled(listedName(list, file), GATELAB_TEXT("Reading", "the text is empty")));
            continue;
        }
        if (tokens.size() > kMostTextTokens) tokens.resize(kMostTextTokens), ++cut;
        builder.add({std::move(tokens)}, -1, SequenceSet::Part::Unassigned);
        if (!file.label.empty()) set.items.back().label = builder.classOf(file.label);
    }
    if (cut > 0)
        set.report.warnings.push_back(
            {-1,
             {GATELAB_TEXT("Reading", "%1 texts are longer than %2 tokens and were cut there"),
              {cut, kMostTextTokens}}});
    if (auto complete = completeSet(set, path); !complete) return complete.error();
    set.report.account.append(builder.account, {});
    set.report.account.rowsInFile = std::ssize(list.files);
    set.report.account.rowsRead = std::ssize(set.items);
    set.name = path.stem().string(), set.source = path.string();
    set.sha256 = hash.finish();
    set.report.format = "text";
    return Dataset{nullptr, std::make_shared<const SequenceSet>(std::move(set))};
}

/// Sounds are taken as they are: at another rate their bands or steps would be others.
Result<> compareSounds(const FileList& list, const SequenceSet& set, const SavedSequences& kept, bool areBands) {
    const std::int64_t rate = soundRate(set);
    if (rate == 0) return {};
    const std::string name = listedName(list, list.files.front());
    if (kept.soundRate > 0 && rate != kept.soundRate)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Reading",
                                   "%1 has %2 samples a second, and the run has learned from sounds of %3: convert it, "
                                   "for instance with ffmpeg -i IN.wav -ar %3 OUT.wav"),
                      {name, rate, kept.soundRate}}};
    const std::size_t width = areBands ? SoundBands::kBands : 1, now = set.channelNames.size() / width,
                      then = kept.channels.size() / width;
    if (now != then)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Reading",
                                   "%1 has %2 channel(s) of sound, and the run has learned from %3 (1 is mono, 2 "
                                   "stereo): convert it, for instance with ffmpeg -i IN.wav -ac %3 OUT.wav"),
                      {name, now, then}}};
    return {};
}

Result<Dataset> readRunRecordings(const FileList& list, const fs::path& path, ExperimentConfig options,
                                  const SavedSequences& kept, const Progress& progress) {
    const bool areBands =
        !kept.channels.empty() && kept.channels.back().ends_with(SoundBands::name(SoundBands::kBands - 1));
    options.hdf5Datasets = {areBands ? kSoundBands : kSoundSamples};
    auto data = readRecordings(list, path, options, progress, kept.channels);
    if (!data) return data;
    if (auto alike = compareSounds(list, *data->sequences, kept, areBands); !alike) return alike.error();
    return data;
}

Result<Dataset> readFilesOf(const FileList& list, const fs::path& path, const ExperimentConfig& options,
                            const SavedSequences& kept, const Progress& progress) {
    const bool areTexts =
        readsTexts() && std::ranges::all_of(list.files, [](const ListedFile& file) { return isTextName(file.path); });
    auto data = areTexts ? readTexts(list, path, progress) : readRunRecordings(list, path, options, kept, progress);
    if (!data) return data;
    auto told = std::make_shared<SequenceSet>(*data->sequences);
    tellOrder(list, told->report);
    return Dataset{nullptr, std::move(told)};
}

/// A text that names no columns of text and label.
bool isOneText(const fs::path& path) {
    constexpr std::uint64_t kHead = 64 * 1024;
    if (!readsTexts() || !isTextName(path)) return false;
    const auto head = readFileStart(path, kHead);
    return head && !head->bytes.empty() && textReader().probe(head->bytes, path) == 0;
}

}  // namespace

std::optional<Result<Dataset>> readSequencesForRun(const fs::path& path, const ExperimentConfig& options,
                                                   const SavedSequences& kept, const Progress& progress) {
    if (readsText(options)) return std::nullopt;
    if (auto list = listAt(path)) {
        if (!*list) return Result<Dataset>(list->error());
        makeRecordings(kept, **list);
        return readFilesOf(**list, path, options, kept, progress);
    }
    if (isOneText(path)) return readFilesOf(listOf(path), path, options, kept, progress);
    return std::nullopt;
}

Result<Dataset> asOneSequence(const fs::path& path, const ExperimentConfig& options, const SavedSequences& kept,
                              const Progress& progress) {
    return readFilesOf(listOf(path), path, options, kept, progress);
}

}  // namespace gatelab
