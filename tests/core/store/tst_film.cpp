// SPDX-License-Identifier: GPL-3.0-or-later
// The film of a run: what is damaged is refused and named, what an older program made is read and said to be unproved.
#include "io/file_io.h"
#include "store/film.h"
#include "support/quick_folder.h"

#include <QTest>

#include <algorithm>
#include <filesystem>

using namespace gatelab;
namespace fs = std::filesystem;

namespace {

TensorFile weightsOf(int value) {
    TensorFile file;
    file.tensors["rnn.weight"] = {"U8", {16}, std::vector<char>(16, static_cast<char>(value))};
    return file;
}

void fill(const FilmStore& film, std::int64_t last, std::int64_t limit = 1 << 20) {
    for (std::int64_t step = 1; step <= last; ++step)
        if (const auto added = film.add(weightsOf(static_cast<int>(step)), {step, 0, 1, 0, 1}, limit); !added)
            qFatal("%s", added.error().message.c_str());
}

void flipBit(const fs::path& file, std::size_t bit) {
    std::string bytes = *readFileBytes(file);
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
    if (!writeFileDurably(file, bytes)) qFatal("not written");
}

std::vector<std::int64_t> stepsOf(const FilmStore& film) {
    std::vector<std::int64_t> steps;
    for (const FilmFrame& frame : film.frames()) steps.push_back(frame.step);
    return steps;
}

}  // namespace

class TestFilm : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyFlippedBitOfAFrameIsRefused() {
        const QuickFolder folder;
        const FilmStore film(folder.path());
        fill(film, 3);
        QVERIFY(film.check(false).damaged.empty() && !film.check(false).isUnproved);
        const fs::path file = film.frames()[1].file;
        const std::string sound = *readFileBytes(file);
        for (std::size_t bit = 0; bit < sound.size() * 8; bit += 5) {
            flipBit(file, bit);
            const auto loaded = film.load(2);
            QVERIFY2(!loaded.ok() && loaded.error().code == ErrorCode::Corrupt, std::to_string(bit).c_str());
            QVERIFY(loaded.error().message.find("choose another frame") != std::string::npos);
            QCOMPARE(film.check(false).damaged.size(), std::size_t{1});
            QVERIFY(writeFileDurably(file, sound));
        }
        QVERIFY(film.load(2).ok() && film.load(3).ok());
    }

    void everyFlippedBitOfTheListIsRefused() {
        const QuickFolder folder;
        const FilmStore film(folder.path());
        fill(film, 2);
        const fs::path file = folder.path() / "film" / "frames.json";
        const std::string sound = *readFileBytes(file);
        for (std::size_t bit = 0; bit < sound.size() * 8; ++bit) {
            flipBit(file, bit);
            const auto loaded = film.load(1);
            // A space that became another one says the same.
            if (loaded.ok()) QCOMPARE(loaded->weights.tensors.at("rnn.weight").bytes, std::vector<char>(16, 1));
            QCOMPARE(loaded.ok(), film.check(false).damaged.empty());
            QVERIFY(writeFileDurably(file, sound));
        }
    }

    void whatIsRemovedIsNamed() {
        const QuickFolder folder;
        const FilmStore film(folder.path());
        fill(film, 3);
        for (const auto& entry : fs::directory_iterator(folder.path() / "film")) {
            const std::string bytes = *readFileBytes(entry.path());
            QVERIFY(removePath(entry.path()));
            QVERIFY2(film.check(false).damaged.size() == 1, entry.path().c_str());
            QVERIFY(film.check(true).damaged.empty());  // a trainer thins it
            QVERIFY(writeFileDurably(entry.path(), bytes));
        }
        QVERIFY(film.check(false).damaged.empty());
    }

    void aFilmOfAnOlderProgramIsUnproved() {
        const QuickFolder folder;
        const FilmStore film(folder.path());
        const fs::path place = folder.path() / "film";
        QVERIFY(makeFolders(place));
        QVERIFY(writeTensors(place / "step-000000000001.safetensors", weightsOf(1)));
        QCOMPARE(stepsOf(film), std::vector<std::int64_t>{1});
        QVERIFY(film.load(1).ok());
        QVERIFY(film.check(false).damaged.empty() && film.check(false).isUnproved);
        // It goes on with checksums, and what was there stays readable.
        QVERIFY(film.add(weightsOf(2), {2, 0, 1, 0, 1}, 1 << 20));
        QCOMPARE(stepsOf(film), (std::vector<std::int64_t>{1, 2}));
        QVERIFY(film.load(1).ok() && film.load(2).ok());
        QVERIFY(film.check(false).damaged.empty() && film.check(false).isUnproved);
        flipBit(place / "step-000000000002.safetensors", 1000);
        QVERIFY(!film.load(2).ok());
    }

    void aWriterThatIsStoppedLeavesAWholeFilm() {
        for (const IoCall failing : {IoCall::Rename, IoCall::Unlink}) {
            const QuickFolder folder;
            const FilmStore film(folder.path());
            fill(film, 4, 1);  // the first and the last
            QCOMPARE(stepsOf(film), (std::vector<std::int64_t>{1, 4}));
            setFaultPlan([failing](IoCall call, const fs::path& path) {
                const bool isHere = failing == IoCall::Rename ? path.filename() == "frames.json"
                                                              : path.filename() == "step-000000000004.safetensors";
                return call == failing && isHere ? EIO : 0;
            });
            const auto added = film.add(weightsOf(5), {5, 0, 1, 0, 1}, 1);
            setFaultPlan({});
            QVERIFY(!added.ok());
            QVERIFY(film.check(false).damaged.empty());
            QCOMPARE(stepsOf(film), (std::vector<std::int64_t>{1, failing == IoCall::Rename ? 4 : 5}));
            fill(film, 6, 1);
            QVERIFY(film.check(false).damaged.empty());
            QCOMPARE(std::distance(fs::directory_iterator(folder.path() / "film"), fs::directory_iterator()), 3);
        }
    }

    void aRunThatIsTakenBackCutsItsFilm() {
        const QuickFolder folder;
        const FilmStore film(folder.path());
        QVERIFY(film.cutAfter(1));
        fill(film, 5);
        QVERIFY(film.cutAfter(3));
        QCOMPARE(stepsOf(film), (std::vector<std::int64_t>{1, 2, 3}));
        QVERIFY(film.check(false).damaged.empty());
        QCOMPARE(film.newestFacts()->step, std::int64_t{3});
    }

    void aCopyLeavesOutWhatIsDamaged() {
        const QuickFolder folder;
        const FilmStore film(folder.path() / "a"), copy(folder.path() / "b");
        fill(film, 3);
        flipBit(film.frames()[1].file, 1000);
        std::vector<std::string> left;
        QVERIFY(film.copyTo(folder.path() / "b", left));
        QCOMPARE(left, std::vector<std::string>{film.frames()[1].file.string()});
        QCOMPARE(stepsOf(copy), (std::vector<std::int64_t>{1, 3}));
        QVERIFY(copy.check(false).damaged.empty() && !copy.check(false).isUnproved);
    }
};

QTEST_GUILESS_MAIN(TestFilm)
#include "tst_film.moc"
