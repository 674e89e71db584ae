// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/folders/recordings.h"

#include "data/arrays/sound_file.h"
#include "data/folders/sound_bands.h"
#include "data/many/many_series.h"
#include "data/reader_members.h"
#include "data/recipe/categories.h"
#include "data/sequences/sequence_file.h"
#include "data/sequences/sequence_sizes.h"
#include "data/tables/file_part.h"
#include "io/hash.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace gatelab {
namespace {

constexpr const char* kSoundRate = "sound_rate";          // of the report's guesses
constexpr std::uint64_t kMostValues = UINT64_C(4) << 27;  // 4 GiB of doubles

Error cancelled() { return {ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")}; }

/// How the sounds of a list are read.
struct SoundPlan {
    std::int64_t rate = 0, longest = 0;
    bool asBands = false;
};

/// From the headers; one that cannot be read is found again when its file is.
Result<SoundPlan> planSounds(const FileList& list, const ExperimentConfig& options, const Progress& progress) {
    SoundPlan plan;
    const ListedFile* first = nullptr;
    for (std::size_t i = 0; i < list.files.size(); ++i) {
        if (i % 64 == 0 && !report(progress, static_cast<double>(i) / static_cast<double>(list.files.size())))
            return cancelled();
        const auto header = readSoundHeader(list.files[i].path);
        if (!header) continue;
        if (first == nullptr) first = &list.files[i], plan.rate = header->rate;
        plan.longest = std::max(plan.longest, header->samples);
        if (header->rate != plan.rate)
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Reading",
                                       "%1 has %2 samples a second and %3 has %4; recordings that are read together "
                                       "need one rate: convert them, for instance with ffmpeg -ar %2"),
                          {listedName(list, *first), plan.rate, listedName(list, list.files[i]), header->rate}}};
    }
    const auto wants = [&](const char* way) {
        return std::ranges::find(options.hdf5Datasets, way) != options.hdf5Datasets.end();
    };
    plan.asBands = plan.rate > 0 && (wants(kSoundBands) || (!wants(kSoundSamples) && plan.longest > kMostSoundSteps));
    return plan;
}

/// What is said of many files is said once.
class SaidOfFiles {
public:
    void add(const std::string& name, const ReadWarning& warning) {
        auto [place, isNew] = said_.try_emplace(warning.message.source, Said{name, warning.message, 0});
        if (isNew) order_.push_back(warning.message.source);
        ++place->second.count;
    }
    [[nodiscard]] std::vector<ReadWarning> all() const {
        std::vector<ReadWarning> warnings;
        for (const std::string& source : order_) {
            const Said& one = said_.at(source);
            Phrase where = one.name;
            if (one.count > 1)
                where = {GATELAB_TEXT("Reading", "%1 and %2 more recordings"), {one.name, one.count - 1}};
            warnings.push_back({-1, labelled(std::move(where), one.what)});
        }
        return warnings;
    }

private:
    struct Said {
        std::string name;
        Phrase what;
        std::int64_t count = 0;
    };
    std::map<std::string, Said> said_;
    std::vector<std::string> order_;
};

/// The recordings of a list as they become a set.
class RecordingSet {
public:
    /// columns: readRecordings()
    RecordingSet(const FileList& list, const SoundPlan& sounds, std::vector<std::string> columns)
        : list_(list), sounds_(sounds), columns_(std::move(columns)), areGiven_(!columns_.empty()) {
        if (sounds.asBands) bands_.emplace(sounds.rate);
        nameChannels();
    }

    Result<> add(const ListedFile& file, const Dataset& data) {
        const std::string name = listedName(list_, file);
        if (!data.series || isMany(*data.series))
            return Error{ErrorCode::Unsupported,
                         {GATELAB_TEXT("Reading",
                                       "%1 holds several sequences or series, and a recording is one; open it by "
                                       "itself"),
                          {name}}};
        const Series& series = *data.series;
        const std::set<std::size_t> words = wordChannels(series);
        std::vector<const Channel*> channels;
        for (std::size_t c = 0; c < series.channels.size(); ++c)
            if (!words.contains(c)) channels.push_back(&series.channels[c]);
        if (!words.empty())
            said_.add(name, {-1, GATELAB_TEXT("Reading", "columns of words were left out: a recording is numbers")});
        if (auto fits = compare(name, series, channels); !fits) return fits;
        for (const ReadWarning& warning : series.report.warnings) said_.add(name, warning);
        if (bands_ && static_cast<std::size_t>(series.rows()) < bands_->frameSamples()) ++shorter_;
        const std::size_t steps =
            bands_ ? bands_->frames(static_cast<std::size_t>(series.rows())) : static_cast<std::size_t>(series.rows());
        values_ += steps * builder_.set.channelNames.size();
        if (values_ > kMostValues)
            return Error{ErrorCode::Unsupported,
                         {GATELAB_TEXT("Reading",
                                       "the recordings up to %1 take more than %2 GiB; leave some out, or resample "
                                       "them to fewer rows"),
                          {name, (kMostValues * sizeof(double)) >> 30}}};
        place(file, channels, steps);
        return {};
    }

    void leave(std::size_t number, const std::string& name, const Error& why) {
        builder_.account.leave(static_cast<std::int64_t>(number) + 1, labelled(name, why.phrase));
        if (!firstFailure_) firstFailure_ = why;
        ++failed_;
    }

    [[nodiscard]] std::size_t failed() const { return failed_; }
    [[nodiscard]] const Error& firstFailure() const { return *firstFailure_; }

    SequenceSet take() {
        SequenceSet& set = builder_.set;
        tellWays();
        std::ranges::move(said_.all(), std::back_inserter(set.report.warnings));
        set.report.account.append(builder_.account, {});
        set.report.account.rowsInFile = std::ssize(list_.files);
        set.report.account.rowsRead = std::ssize(set.items);
        return std::move(set);
    }

private:
    /// With the first one.
    Result<> compare(const std::string& name, const Series& series, std::vector<const Channel*>& channels) {
        const double step = meanStep(series);
        if (columns_.empty()) {
            for (const Channel* channel : channels) columns_.push_back(channel->name);
            if (columns_.empty())
                return Error{ErrorCode::InvalidInput, {GATELAB_TEXT("Reading", "%1 has no column of numbers"), {name}}};
            first_ = name, firstStep_ = step;
            nameChannels();
            return {};
        }
        std::vector<const Channel*> ordered;
        for (const std::string& column : columns_) {
            const auto found = std::ranges::find(channels, column, [](const Channel* c) { return c->name; });
            if (found != channels.end()) ordered.push_back(*found);
        }
        if (areGiven_) return takeGiven(name, ordered, channels);
        if (ordered.size() != columns_.size() || channels.size() != columns_.size())
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Reading",
                                       "%1 has the columns %2 and %3 has %4; recordings that are read together need "
                                       "the same ones (sound: all mono, or all stereo): convert it or leave it out"),
                          {first_, listed(columns_), name, listed(channels)}}};
        channels = std::move(ordered);
        constexpr double kMostApart = 1.5;
        if (sounds_.rate == 0 && step > 0 && firstStep_ > 0 &&
            std::max(step, firstStep_) > kMostApart * std::min(step, firstStep_))
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Reading",
                                       "%1 has a row every %2 ms and %3 every %4 ms; recordings that are read "
                                       "together need one rate: resample them, or leave the others out"),
                          {first_, std::llround(firstStep_ / 1000), name, std::llround(step / 1000)}}};
        return {};
    }

    /// Those of the run.
    Result<> takeGiven(const std::string& name, std::vector<const Channel*>& ordered,
                       std::vector<const Channel*>& channels) {
        if (ordered.size() != columns_.size())
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Reading",
                                       "the run has learned from the columns %1, and %2 has %3: give its columns these "
                                       "names"),
                          {listed(columns_), name, listed(channels)}}};
        if (ordered.size() < channels.size())
            said_.add(name, {-1, GATELAB_TEXT("Reading", "columns that the run does not read were left out")});
        channels = std::move(ordered);
        return {};
    }

    void nameChannels() {
        std::vector<std::string>& names = builder_.set.channelNames;
        for (const std::string& column : columns_) {
            if (!bands_) names.push_back(column);
            for (std::size_t b = 0; bands_ && b < SoundBands::kBands; ++b)
                names.push_back((columns_.size() > 1 ? column + " " : std::string()) + SoundBands::name(b));
        }
    }

    /// Microseconds between rows; 0: there are no times.
    static double meanStep(const Series& series) {
        const auto& times = series.time.values;
        if (times.size() < 2) return 0;
        return static_cast<double>(times.back() - times.front()) / static_cast<double>(times.size() - 1);
    }

    static std::string listed(const std::vector<std::string>& names) { return listedOthers(names, {}); }
    static std::string listed(const std::vector<const Channel*>& channels) {
        std::vector<std::string> names;
        for (const Channel* channel : channels) names.push_back(channel->name);
        return listedOthers(names, {});
    }

    void place(const ListedFile& file, const std::vector<const Channel*>& channels, std::size_t steps) {
        std::vector<std::vector<double>> values;
        for (const Channel* channel : channels) {
            if (!bands_) {
                values.push_back(channel->values.vector());
                continue;
            }
            const std::vector<double> energies = bands_->of(channel->values.span());
            for (std::size_t b = 0; b < SoundBands::kBands; ++b) {
                values.emplace_back(steps);
                for (std::size_t t = 0; t < steps; ++t) values.back()[t] = energies[t * SoundBands::kBands + b];
            }
        }
        const auto part = file.part == ListedPart::Test         ? SequenceSet::Part::Test
                          : file.part == ListedPart::Validation ? kGivenValidation
                          : file.part == ListedPart::None       ? SequenceSet::Part::Unassigned
                                                                : SequenceSet::Part::Train;
        validated_ += file.part == ListedPart::Validation ? 1 : 0;
        builder_.add(std::move(values), -1, part);
        if (!file.label.empty()) builder_.set.items.back().label = builder_.classOf(file.label);
    }

    void tellWays() {
        const auto say = [&](Phrase text) { builder_.set.report.warnings.push_back({-1, std::move(text)}); };
        if (bands_)
            say({GATELAB_TEXT("Reading",
                              "the sounds, up to %1 samples long, were read as the energies (dB) of %2 mel bands in "
                              "frames of %3 samples every %4: a step for each sample is more than a recurrent network "
                              "learns over. For the samples themselves name the part 'samples' of the data"),
                 {sounds_.longest, SoundBands::kBands, bands_->frameSamples(), bands_->hopSamples()}});
        else if (sounds_.longest > 0)
            say({GATELAB_TEXT("Reading",
                              "the sounds, up to %1 samples long, were read with a step for each sample. For the "
                              "energies of mel bands in frames name the part 'bands' of the data"),
                 {sounds_.longest}});
        if (sounds_.rate > 0)
            builder_.set.report.guesses.push_back(
                {.key = kSoundRate,
                 .value = std::to_string(sounds_.rate),
                 .shown = {GATELAB_TEXT("Reading", "%1 samples a second"), {sounds_.rate}},
                 .certain = true,
                 .runnerUp = {}});
        if (shorter_ > 0)
            say({GATELAB_TEXT("Reading",
                              "%1 recordings are shorter than a frame of %2 samples (25 ms) and were filled up with "
                              "zeros: check that they hold what their class says"),
                 {shorter_, bands_->frameSamples()}});
        if (failed_ > 0)
            say({GATELAB_TEXT("Reading", "%1 of %2 recordings could not be read and were left out; the first: %3"),
                 {failed_, list_.files.size(), firstFailure_->phrase}});
        if (validated_ > 0)
            say({GATELAB_TEXT("Reading",
                              "%1 recordings of the validation folder or list are the validation part; the shares of "
                              "the split divide the others"),
                 {validated_}});
        if (firstStep_ > 0 && sounds_.rate == 0)
            say(GATELAB_TEXT("Reading",
                             "the times in the recordings are no channel: each row is a step of its sequence"));
    }

    const FileList& list_;
    SoundPlan sounds_;
    std::optional<SoundBands> bands_;
    SequenceBuilder builder_;
    SaidOfFiles said_;
    std::vector<std::string> columns_;
    bool areGiven_;
    std::string first_;
    double firstStep_ = 0;
    std::uint64_t values_ = 0;
    std::size_t failed_ = 0;
    std::int64_t validated_ = 0, shorter_ = 0;
    std::optional<Error> firstFailure_;
};

/// The columns of one array are called by its file: as those of sequences, alike in all files.
SeriesPtr withArrayNames(const SeriesPtr& read) {
    auto named = std::make_shared<Series>(*read);
    for (std::size_t c = 0; c < named->channels.size(); ++c) {
        named->channels[c].name = "c" + std::to_string(c + 1);
        if (c < named->report.columns.size()) named->report.columns[c].name = named->channels[c].name;
    }
    return named;
}

/// One of them by its reader, in a form that all share.
Result<Dataset> readOne(const ListedFile& file, const ExperimentConfig& options, Sha256& hash,
                        const Progress& progress) {
    auto data = readFile(file.path, options, progress);
    if (!data) return data;
    const std::string& own = data->series ? data->series->sha256 : data->sequences->sha256;
    hash.add(own);
    if (data->series && !file.sha256.empty() && own != file.sha256)
        return Error{
            ErrorCode::Corrupt,
            {GATELAB_TEXT("Reading", "%1 has changed since these files were opened together; open them together again"),
             {file.path.string()}}};
    if (data->series && data->series->report.format == "npy") data->series = withArrayNames(data->series);
    return data;
}

/// Of another file the others are read all the same.
bool isOfOneFile(const Error& error) {
    return error.code == ErrorCode::InvalidInput || error.code == ErrorCode::Unsupported ||
           error.code == ErrorCode::PermissionDenied || error.code == ErrorCode::Io;
}

Result<Dataset> readList(const std::filesystem::path& path, const ExperimentConfig& options, const Progress& progress) {
    const auto list = openFileList(path);
    if (!list) return list.error();
    return readRecordings(*list, path, options, progress);
}

Result<std::vector<FilePart>> listRecordings(const std::filesystem::path& path, const ExperimentConfig& options) {
    const auto list = openFileList(path);
    if (!list) return list.error();
    return recordingParts(*list, options);
}

int probeRecordings(std::span<const char> head, const std::filesystem::path&) {
    return isFileList({head.data(), head.size()}, ListKind::Recordings) ? 100 : 0;
}

}  // namespace

std::int64_t soundRate(const SequenceSet& set) {
    const auto found = std::ranges::find(set.report.guesses, kSoundRate, &ReadGuess::key);
    return found == set.report.guesses.end() ? 0 : std::atoll(found->value.c_str());
}

bool areSounds(const FileList& list) {
    return std::ranges::all_of(list.files, [](const ListedFile& file) {
        const Reader* const reader = readerByName(file.path);
        return reader != nullptr && reader->key == std::string_view("wav");
    });
}

Result<Dataset> readRecordings(const FileList& list, const std::filesystem::path& path, const ExperimentConfig& options,
                               const Progress& progress, const std::vector<std::string>& columns) {
    const auto started = std::chrono::steady_clock::now();
    SoundPlan sounds;
    if (areSounds(list)) {
        auto planned = planSounds(list, options, partOf(progress, 0, 0.1));
        if (!planned) return planned.error();
        sounds = *planned;
    }
    ExperimentConfig each = options;
    each.hdf5Datasets.clear();
    each.csvShape = ExperimentConfig().csvShape;
    RecordingSet set(list, sounds, sounds.rate > 0 ? std::vector<std::string>() : columns);
    Sha256 hash;
    const auto count = static_cast<double>(list.files.size());
    std::int64_t bytes = 0;
    for (std::size_t i = 0; i < list.files.size(); ++i) {
        const ListedFile& file = list.files[i];
        if (!report(progress, 0.1 + 0.9 * static_cast<double>(i) / count)) return cancelled();
        const auto data = readOne(file, each, hash, [&](double) { return report(progress, -1); });
        if (!data && !isOfOneFile(data.error())) return data.error();
        if (!data) {
            set.leave(i, listedName(list, file), data.error());
            continue;
        }
        bytes += data->series ? data->series->report.bytes : 0;
        if (auto added = set.add(file, *data); !added) return added.error();
        hash.add(file.label);
    }
    if (set.failed() * 2 > list.files.size()) {
        const Error& first = set.firstFailure();
        return Error{first.code,
                     {GATELAB_TEXT("Reading", "%1 of %2 recordings cannot be read; the first: %3"),
                      {set.failed(), list.files.size(), first.phrase}}};
    }
    auto made = std::make_shared<SequenceSet>(set.take());
    for (Phrase& left : describeLeft(list)) made->report.warnings.push_back({-1, std::move(left)});
    if (auto complete = completeSet(*made, path); !complete) return complete.error();
    made->name = path.stem().string();
    made->source = path.string();
    made->sha256 = hash.finish();
    made->report.format = "recordings";
    made->report.bytes = bytes;
    made->report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    return Dataset{nullptr, std::move(made)};
}

std::vector<FilePart> recordingParts(const FileList& list, const ExperimentConfig& options) {
    if (!areSounds(list)) return {};
    const auto sounds = planSounds(list, options, {});
    const bool asBands = sounds && sounds->asBands;
    std::vector<FilePart> parts;
    for (const bool bands : {true, false})
        parts.push_back({bands ? kSoundBands : kSoundSamples, {}, "sound", true, {}, sounds && bands == asBands});
    return parts;
}

Reader recordingsReader() {
    Reader reader{"recordings",   GATELAB_TEXT("readers", "Recordings in folders of classes"),
                  {"recordings"}, probeRecordings,
                  readList,       listRecordings};
    reader.isWhole = false;
    return reader;
}

}  // namespace gatelab
