// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings in folders of classes as labelled sequences: sounds as samples or mel bands, tables, what does not fit.
// Holds core/data/folders/recordings.cpp, core/data/folders/sequences_for_run.cpp and
// core/data/folders/sound_bands.cpp.
#include "app/kept_data.h"
#include "data/arrays/sound_file.h"
#include "data/data_identity.h"
#include "data/folders/folder_plan.h"
#include "data/folders/recordings.h"
#include "data/folders/sequences_for_run.h"
#include "data/folders/sound_bands.h"
#include "data/readers.h"
#include "data/sequences/reading_for_run.h"
#include "data/sequences/sequence_parts.h"
#include "data/sequences/sequence_sizes.h"
#include "io/file_io.h"
#include "support/quick_folder.h"
#include "support/read_files.h"
#include "support/take.h"

#include <QtTest>
#include <cmath>
#include <cstring>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

namespace fs = std::filesystem;

template <class Number>
void append(std::string& bytes, Number number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

/// A WAV file of 16 bits: sample i of channel c is (i + 1) * (c + 1).
std::string sound(std::uint32_t samples, std::uint32_t rate, std::uint16_t channels = 1) {
    std::string data;
    for (std::uint32_t i = 0; i < samples; ++i)
        for (std::uint16_t c = 0; c < channels; ++c) append(data, static_cast<std::int16_t>((i + 1) * (c + 1U)));
    std::string bytes = "RIFF";
    append(bytes, static_cast<std::uint32_t>(36 + data.size()));
    bytes += "WAVEfmt ";
    append(bytes, std::uint32_t{16}), append(bytes, std::uint16_t{1}), append(bytes, channels), append(bytes, rate);
    append(bytes, rate * channels * 2), append(bytes, static_cast<std::uint16_t>(channels * 2));
    append(bytes, std::uint16_t{16});
    bytes += "data";
    append(bytes, static_cast<std::uint32_t>(data.size()));
    return bytes + data;
}

std::string table(int rows, double from, const char* step = "00") {
    std::string text = "time,x,y\n";
    for (int i = 0; i < rows; ++i)
        text += "2024-01-01 00:" + std::to_string(10 + i) + ":" + step + "," + std::to_string(from + i) + "," +
                std::to_string(-i) + "\n";
    return text;
}

}  // namespace

class TestRecordings : public QObject {
    Q_OBJECT
    QuickFolder folder_;

    void put(const fs::path& path, const std::string& text) const {
        QVERIFY(makeFolders((folder_.path() / path).parent_path()));
        QVERIFY(removePath(folder_.path() / path));
        QVERIFY(writeNewFile(folder_.path() / path, text));
    }
    [[nodiscard]] std::string pathOf(const fs::path& path) const {
        return take(dataPathOf((folder_.path() / path).string(), folder_.path() / "workspace"));
    }
    [[nodiscard]] std::string whyNot(const fs::path& path) const {
        const auto data = readFile(pathOf(path), {});
        return data ? std::string() : data.error().message;
    }

private Q_SLOTS:
    /// Against NumPy: numpy.fft.rfft of frames under a Hann window, the triangles as they are defined.
    void bandsAsNumPyHasThem() {
        std::vector<double> x(1000);
        for (std::size_t i = 0; i < x.size(); ++i) {
            const auto t = static_cast<double>(i);
            x[i] = 0.5 * std::sin(t * t / 5000.0) + 0.01 * std::cos(1.7 * t);
        }
        const SoundBands bands(16000);
        QVERIFY(bands.frameSamples() == 400 && bands.hopSamples() == 160);
        QCOMPARE(bands.frames(1000), std::size_t{4});
        const std::vector<double> values = bands.of(x);
        QCOMPARE(values.size(), 4 * SoundBands::kBands);
        const struct {
            std::size_t frame, band;
            double value;
        } known[] = {{0, 0, -18.01104808827002},  {0, 3, -29.423827474164753},
                     {0, 4, -52.27227584626167},  {1, 0, -42.33130815194127},
                     {1, 3, -13.612974378008202}, {1, 4, -25.05832433564788},
                     {3, 0, -84.44564327037116},  {3, 3, -32.72054699690727},
                     {3, 4, -15.203080589229593}, {3, 19, -100}};
        for (const auto& one : known) {
            const double got = values[one.frame * SoundBands::kBands + one.band];
            QVERIFY2(std::abs(got - one.value) < 1e-6, qPrintable(QString::number(got, 'g', 17)));
        }
        QCOMPARE(bands.frames(399), std::size_t{1});
        QCOMPARE(bands.of(std::vector<double>(10, 0.0)), std::vector<double>(SoundBands::kBands, -100.0));
        x[5] = std::nan("");
        QVERIFY(std::isnan(bands.of(x)[0]) && !std::isnan(bands.of(x)[SoundBands::kBands]));
        for (const std::int64_t rate : {1, 100, 8000, 44100, 1'000'000}) {
            const std::vector<double> other = SoundBands(rate).of(std::vector<double>(70, 0.5));
            QVERIFY(other.size() % SoundBands::kBands == 0 &&
                    std::ranges::all_of(other, [](double v) { return v >= -100; }));
        }
    }

    void headers() {
        put("one.wav", sound(20000, 8000, 2));
        const SoundHeader header = take(readSoundHeader(folder_.path() / "one.wav"));
        QVERIFY(header.samples == 20000 && header.channels == 2 && header.rate == 8000);
        put("short.wav", sound(5, 8000));
        QCOMPARE(take(readSoundHeader(folder_.path() / "short.wav")).samples, std::int64_t{5});
        const std::string bytes = sound(5, 8000);
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            put("cut.wav", bytes.substr(0, size) + (size == 0 ? "x" : ""));
            const auto cut = readSoundHeader(folder_.path() / "cut.wav");
            QVERIFY(!cut || cut->samples < 5);
        }
    }

    /// New sounds and texts for a run that has learned from such: each file is one sequence, without a class.
    void forARun() {
        put("new/one.wav", sound(30, 8000));
        SavedSequences kept;
        kept.channels = {"sound"};
        kept.classes = {"no", "yes"};
        const ReadingForRun ofSounds({}, ReadingForRun::Of::Sequences);
        const Dataset one = take(asOneSequence(folder_.path() / "new" / "one.wav", {}, kept, {}));
        QVERIFY(one.sequences && one.sequences->items.size() == 1);
        QVERIFY(one.sequences->items[0].steps == 30 && one.sequences->items[0].label < 0);
        QCOMPARE(one.sequences->items[0].values[29], 30 / 32768.0);
        put("new/one.csv", "v,w\n1,4\n2,5\n3,6\n");
        kept.channels = {"w"};
        const Dataset chosen = take(asOneSequence(folder_.path() / "new" / "one.csv", {}, kept, {}));
        QCOMPARE(chosen.sequences->items[0].values, (std::vector<double>{4, 5, 6}));
        kept.channels = {"another"};
        QVERIFY(!asOneSequence(folder_.path() / "new" / "one.csv", {}, kept, {}));
        put("new/word.txt", "to be or not to be\n");
        QVERIFY(!readSequencesForRun(folder_.path() / "new" / "word.txt", {}, kept, {}));
        const ReadingForRun reading({"<other>", "be", "to"});
        const auto text = readSequencesForRun(folder_.path() / "new" / "word.txt", {}, kept, {});
        QVERIFY(text && text->ok());
        QCOMPARE((*text)->sequences->items[0].values, (std::vector<double>{2, 1, 0, 0, 2, 1}));
        const auto stopped =
            readSequencesForRun(folder_.path() / "new" / "word.txt", {}, kept, [](double) { return false; });
        QVERIFY(stopped && !stopped->ok() && stopped->error().code == ErrorCode::Cancelled);
    }

    void shortSounds() {
        for (const char* label : {"yes", "no"})
            for (const std::uint32_t i : {1U, 2U, 3U})
                put(fs::path("short") / label / (std::to_string(i) + ".wav"),
                    sound(10 * i + (*label == 'y' ? 5 : 0), 8000));
        const Dataset data = take(readFile(pathOf("short"), {}));
        QVERIFY(data.sequences);
        const SequenceSet& set = *data.sequences;
        QCOMPARE(set.items.size(), std::size_t{6});
        QCOMPARE(set.classNames, (std::vector<std::string>{"no", "yes"}));
        QCOMPARE(set.channelNames, (std::vector<std::string>{"sound"}));
        QVERIFY(set.items[0].steps == 10 && set.items[0].label == 0 && set.items[5].steps == 35 &&
                set.items[5].label == 1);
        QCOMPARE(set.items[5].values[34], 35 / 32768.0);
        QVERIFY(std::ranges::all_of(set.parts, [](auto part) { return part == SequenceSet::Part::Unassigned; }));
        QVERIFY(isSaid(data, "with a step for each sample"));
        QVERIFY(isSaid(data, "no/1.wav and 5 more recordings"));
        QCOMPARE(set.report.account.rowsInFile, std::int64_t{6});
        const Dataset bands = take(readFile(pathOf("short"), partsWanted({kSoundBands})));
        QCOMPARE(bands.sequences->channelNames.size(), SoundBands::kBands);
        QCOMPARE(bands.sequences->items[0].steps, std::int64_t{1});
        QVERIFY(bands.sequences->sha256.size() == 64);
    }

    void longSounds() {
        for (const char* label : {"a", "b"})
            for (const std::uint32_t i : {1U, 2U})
                put(fs::path("long/train") / label / (std::to_string(i) + ".wav"), sound(3000 + i, 16000, 2));
        for (const char* label : {"a", "b"}) put(fs::path("long/test") / label / "1.wav", sound(2500, 16000, 2));
        const std::string path = pathOf("long");
        const Dataset data = take(readFile(path, {}));
        const SequenceSet& set = *data.sequences;
        QVERIFY(isSaid(data, "20 mel bands in frames of 400 samples every 160"));
        QCOMPARE(set.channelNames.size(), std::size_t{40});
        QCOMPARE(set.channelNames[0], std::string("left band 1"));
        QCOMPARE(set.channelNames[39], std::string("right band 20"));
        QCOMPARE(set.items[0].steps, std::int64_t{1 + (3001 - 400) / 160});
        QVERIFY(set.parts[0] == SequenceSet::Part::Train && set.parts[5] == SequenceSet::Part::Test);
        // Twice as loud: 6.02 dB
        QVERIFY(std::abs(set.items[0].values[20] - set.items[0].values[0] - 20 * std::log10(2.0)) < 1e-9);
        const auto parts = take(listParts(path, {}));
        QVERIFY(parts.size() == 2 && parts[0].path == "bands" && parts[0].taken && !parts[1].taken);
        const Dataset samples = take(readFile(path, partsWanted({kSoundSamples})));
        QVERIFY(samples.sequences->items[0].steps == 3001 && samples.sequences->channelNames.size() == 2);
    }

    /// Tables of numbers, a validation folder, unlike lengths
    void tables() {
        for (const char* part : {"train", "validation", "test"})
            for (const char* label : {"walk", "run"})
                for (const int i : {1, 2})
                    put(fs::path("tables") / part / label / (std::to_string(i) + ".csv"), table(10 + i, 1));
        const Dataset data = take(readFile(pathOf("tables"), {}));
        const SequenceSet& set = *data.sequences;
        QCOMPARE(set.channelNames, (std::vector<std::string>{"x", "y"}));
        QCOMPARE(set.items.size(), std::size_t{12});
        QCOMPARE(std::ranges::count(set.parts, SequenceSet::Part::Train), std::ptrdiff_t{4});
        QCOMPARE(std::ranges::count(set.parts, kGivenValidation), std::ptrdiff_t{4});
        // A run made before had another validation part: it does not take these for its own data.
        ExperimentConfig folder;
        folder.dataPath = pathOf("tables");
        QVERIFY(!set.sha256.empty() && dataIdentity(data, folder) != set.sha256);
        // By recording, whatever the shares or rows say
        for (const char* split : {"70%/15%/15%", "85%/15% stratified", "50%/0%/50%", "300/100/100"}) {
            ExperimentConfig config;
            config.task = "classification", config.split = split;
            const SequenceParts parts = take(splitSequences(set, config));
            QVERIFY(parts.train.size() == 4 && parts.validation.size() == 4 && parts.test.size() == 4);
            for (const std::int64_t item : parts.validation)
                QVERIFY(set.parts[static_cast<std::size_t>(item)] == kGivenValidation);
        }
        QVERIFY(isSaid(data, "4 recordings of the validation folder") && isSaid(data, "times in the recordings"));
        QCOMPARE(set.items[0].values,
                 (std::vector<double>{1, 0, 2, -1, 3, -2, 4, -3, 5, -4, 6, -5, 7, -6, 8, -7, 9, -8, 10, -9, 11, -10}));
        // Numbers in .txt are no texts
        for (const char* name : {"a/1.txt", "a/2.txt", "b/1.txt", "b/2.txt"})
            put(fs::path("numbers") / name, "0.5 1.5\n0.25 2.5\n0.125 3.5\n");
        QVERIFY(take(readFile(pathOf("numbers"), {})).sequences->channelNames.size() == 2);
    }

    /// Without a test folder the shares of training and test divide what is not validated on.
    void onlyAValidationFolder() {
        for (const char* part : {"train", "validation"})
            for (const char* label : {"walk", "run"})
                for (int i = 0; i < (*part == 't' ? 5 : 2); ++i)
                    put(fs::path("two") / part / label / (std::to_string(i) + ".csv"), table(10, i));
        const Dataset read = take(readFile(pathOf("two"), {}));
        const SequenceSet& set = *read.sequences;
        ExperimentConfig config;
        config.task = "classification", config.split = "70%/15%/15% stratified";
        const SequenceParts parts = take(splitSequences(set, config));
        QVERIFY(parts.train.size() == 8 && parts.validation.size() == 4 && parts.test.size() == 2);
        QCOMPARE(take(sequenceSizes(set, config)).test, std::int64_t{2});
    }

    /// New sounds at another rate, in another number of channels, and hardly there.
    void soundsUnlikeThoseOfTheRun() {
        put("runs/one.wav", sound(3000, 8000));
        SavedSequences kept;
        for (std::size_t b = 0; b < SoundBands::kBands; ++b) kept.channels.push_back(SoundBands::name(b));
        kept.classes = {"no", "yes"};
        kept.soundRate = 8000;
        const ReadingForRun ofSounds({}, ReadingForRun::Of::Sequences);
        const auto read = [&] { return asOneSequence(folder_.path() / "runs" / "one.wav", {}, kept, {}); };
        QCOMPARE(soundRate(*take(read()).sequences), std::int64_t{8000});
        put("runs/one.wav", sound(3000, 16000));
        const auto rate = read();
        QVERIFY(!rate && rate.error().message.find("16000 samples a second") != std::string::npos &&
                rate.error().message.find("ffmpeg -i IN.wav -ar 8000") != std::string::npos);
        kept.soundRate = 0;  // of a run before that was kept
        QVERIFY(read());
        kept.soundRate = 8000;
        put("runs/one.wav", sound(3000, 8000, 2));
        const auto stereo = read();
        QVERIFY2(!stereo && stereo.error().message.find("-ac 1") != std::string::npos,
                 stereo ? "" : stereo.error().message.c_str());
        put("runs/one.wav", sound(20, 8000));
        QVERIFY(isSaid(take(read()), "shorter than a frame of 200 samples"));
        kept.channels = {"sound"};
        const Dataset samples = take(read());
        QVERIFY(samples.sequences->items[0].steps == 20 && !isSaid(samples, "shorter than a frame"));
    }

    /// What cannot be read is left out by name; what does not fit is refused by name.
    void damagedAndUnlike() {
        for (const char* name : {"a/1.wav", "a/2.wav", "b/1.wav", "b/2.wav"})
            put(fs::path("bad") / name, sound(30, 8000));
        put("bad/b/3.wav", "RIFF1234WAVE");
        const std::string path = pathOf("bad");
        const Dataset data = take(readFile(path, {}));
        QCOMPARE(data.sequences->items.size(), std::size_t{4});
        QVERIFY(isSaid(data, "1 of 5 recordings could not be read") && isSaid(data, "b/3.wav"));
        QCOMPARE(data.sequences->report.account.left(), std::int64_t{1});
        put("bad/b/1.wav", sound(31, 8000));
        const auto changed = readFile(path, {});
        QVERIFY(!changed && changed.error().message.find("has changed since") != std::string::npos);
        put("bad/b/1.wav", sound(30, 16000));
        QVERIFY2(whyNot("bad").find("b/1.wav has 16000; recordings that are read together need one rate") !=
                     std::string::npos,
                 whyNot("bad").c_str());
        put("bad/b/1.wav", sound(30, 8000, 2));
        QVERIFY(whyNot("bad").find("all mono, or all stereo") != std::string::npos);
        put("bad/b/1.wav", "RIFF1234WAVE"), put("bad/a/1.wav", "RIFF1234WAVE");
        QVERIFY(whyNot("bad").find("3 of 5 recordings cannot be read") != std::string::npos);
        for (const char* name : {"a/1.csv", "a/2.csv", "b/1.csv"}) put(fs::path("unlike") / name, table(12, 1));
        put("unlike/b/2.csv", "time,x\n2024-01-01 00:00:00,1\n2024-01-01 00:01:00,2\n");
        QVERIFY(whyNot("unlike").find("b/2.csv has 'x'") != std::string::npos);
        put("unlike/b/2.csv", "time,x,y\n2024-01-01,1,2\n2024-01-02,2,3\n2024-01-03,2,3\n");
        QVERIFY(whyNot("unlike").find("need one rate: resample") != std::string::npos);
    }

    void cancelled() {
        for (const char* name : {"a/1.wav", "a/2.wav", "b/1.wav", "b/2.wav"})
            put(fs::path("stopped") / name, sound(30, 8000));
        const std::string path = pathOf("stopped");
        int most = 0;
        QVERIFY(readFile(path, {}, [&](double) { return ++most > 0; }));
        for (int stop = 1; stop <= most; ++stop) {
            int calls = 0;
            const auto data = readFile(path, {}, [&](double) { return ++calls < stop; });
            QVERIFY2(!data && data.error().code == ErrorCode::Cancelled, qPrintable(QString::number(stop)));
        }
    }
};

QTEST_GUILESS_MAIN(TestRecordings)
#include "tst_recordings.moc"
