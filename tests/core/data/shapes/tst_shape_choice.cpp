// SPDX-License-Identifier: GPL-3.0-or-later
// The shapes in which a table can be read: the one that it has first, each with what comes of it and how well that
// fits; what comes to nothing else is no choice.
// Holds core/data/shapes/shape_choice.cpp.
#include "config/shapes/running_text.h"
#include "data/shapes/shape_choice.h"
#include "data/time_step.h"
#include "support/read_files.h"
#include "support/take.h"

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

using namespace gatelab;
using testing::file;
using testing::take;

class TestShapeChoice : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    std::vector<ShapeCandidate> candidates(const std::string& text, const char* shape = "rows") {
        ExperimentConfig config;
        config.dataPath = folder_.filePath("table.csv").toStdString();
        config.csvShape = shape;
        std::ofstream(config.dataPath) << text;
        auto found = shapeCandidates(config);
        return found.ok() ? std::move(*found) : std::vector<ShapeCandidate>();
    }
    static std::string day(int number) { return "2024-01-" + std::to_string(100 + number).substr(1); }

    static std::string longTable() {
        std::string text = "unique_id,ds,y\n";
        for (const char* name : {"north", "south", "west"})
            for (int i = 1; i <= 28; ++i)
                text += std::string(name) + "," + day(i) + "," + std::to_string(i * i % 17) + ".5\n";
        return text;
    }

private Q_SLOTS:
    void onceIsNotOneTimes() {
        const auto found = candidates(
            "unique_id,ds,y\na,2016-07-01,1\na,2016-07-02,2\na,2016-07-03,3\n"
            "b,2016-07-01,4\nb,2016-07-02,5\nb,2016-07-03,6\n");
        const auto rows = std::ranges::find(found, "rows", &ShapeCandidate::shape);
        QVERIFY(rows != found.end());
        QCOMPARE(rows->reason.english(), std::string("times stand still or go back once"));
    }

    void seriesBelowEachOther() {
        const auto found = candidates(longTable());
        QCOMPARE(found.size(), std::size_t{3});
        QCOMPARE(found[0].shape, std::string("long"));
        QVERIFY(found[0].isGuess && !found[1].isGuess && !found[2].isGuess);
        QCOMPARE(found[0].outcome.english(), std::string("28 rows, 3 columns, every 1 day"));
        QCOMPARE(found[0].reason.english(), std::string("steps 100 % equal, cells 100 % filled"));
        QCOMPARE(found[0].fit, 1.0);
        QCOMPARE(found[1].shape, std::string("together"));
        QCOMPARE(found[1].outcome.english(), std::string("3 series of 28 rows"));
        QVERIFY(!found[1].ofColumns);
        QCOMPARE(found[2].shape, std::string("rows"));
        QCOMPARE(found[2].reason.english(), std::string("times stand still or go back 2 times"));
        QVERIFY(found[2].fit < 0.5);
    }

    /// The shape that is set changes nothing of what there is to choose.
    void setShape() {
        const auto found = candidates(longTable(), "rows"), other = candidates(longTable(), "together");
        QCOMPARE(other.size(), found.size());
        for (std::size_t i = 0; i < found.size(); ++i) QCOMPARE(other[i].shape, found[i].shape);
    }

    void ordinaryTable() {
        std::string text = "time,a,b\n";
        for (int i = 1; i <= 28; ++i)
            text += day(i) + "," + std::to_string(i) + "," + (i % 2 == 0 ? "" : std::to_string(i * i)) + "\n";
        const auto found = candidates(text);
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(found[0].shape, std::string("rows"));
        QVERIFY(found[0].isGuess);
        QCOMPARE(found[0].reason.english(), std::string("steps 100 % equal, cells 75 % filled"));
        QCOMPARE(found[0].fit, 0.75);
        QCOMPARE(found[1].shape, std::string("together"));
        QVERIFY(found[1].ofColumns);
    }

    /// Months and years differ in length and are one step all the same.
    void calendar() {
        std::string text = "year,Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec\n";
        for (int y = 0; y < 4; ++y) {
            text += std::to_string(1990 + y);
            for (int m = 0; m < 12; ++m) text += "," + std::to_string(y * 12 + m);
            text += "\n";
        }
        const auto found = candidates(text);
        QVERIFY(found.size() > 1);
        QCOMPARE(found[0].shape, std::string("months"));
        QCOMPARE(found[0].outcome.english(), std::string("48 rows, 1 column, every 1 month"));
        QCOMPARE(found[0].fit, 1.0);
        constexpr std::int64_t kDay = INT64_C(86'400'000'000);
        QVERIFY(isOneStep(28 * kDay, 31 * kDay) && !isOneStep(32 * kDay, 31 * kDay) &&
                !isOneStep(27 * kDay, 31 * kDay));
        QVERIFY(isOneStep(366 * kDay, 365 * kDay) && !isOneStep(2 * kDay, kDay));
        QCOMPARE(shownStep(92 * kDay).english(), std::string("3 months"));
        QCOMPARE(shownStep(365 * kDay).english(), std::string("1 year"));
    }

    /// Months of two stations: as columns of one table, which the table looks like, or as many series; either says why.
    void timesSideBySideOfSeveral() {
        std::string text = "Station,Year,Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec\n";
        for (const char* station : {"A", "B"})
            for (int y = 0; y < 6; ++y) {
                text += std::string(station) + "," + std::to_string(1990 + y);
                for (int m = 0; m < 12; ++m) text += "," + std::to_string(y * 12 + m * m % 7);
                text += "\n";
            }
        const auto found = candidates(text);
        QVERIFY(found.size() > 2);
        QCOMPARE(found[0].shape, std::string("months"));
        QVERIFY(found[0].isGuess);
        QVERIFY2(found[0].reason.english().find("2 series beside each other") != std::string::npos,
                 found[0].reason.english().c_str());
        QCOMPARE(found[1].shape, std::string("across"));
        QVERIFY(!found[1].isGuess && !found[1].ofColumns);
        QCOMPARE(found[1].outcome.english(), std::string("2 series of 72 rows"));
        QVERIFY2(found[1].reason.english().find("one network learns from all") != std::string::npos,
                 found[1].reason.english().c_str());
        QCOMPARE(found[1].fit, found[0].fit);
        ExperimentConfig config;
        config.dataPath = folder_.filePath("table.csv").toStdString();
        const auto taken = take(loadAsItLooks(config));
        QCOMPARE(config.csvShape, std::string("months"));
        QVERIFY(taken.series->report.warnings.front().message.english().find("(across)") != std::string::npos);
        // One series is not many.
        const std::string alone = text.substr(0, text.find("\nB") + 1);
        for (const ShapeCandidate& one : candidates(alone)) QVERIFY(one.shape != "across");
    }

    /// A large file is not read six times only to know what it could be.
    void largeFile() {
        std::string text = "a,b\n";
        while (text.size() < (std::size_t{16} << 20) + 8) text += "1234567,7654321\n";
        const auto found = candidates(text, "together");
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(found[0].shape, std::string("together"));
        QCOMPARE(found[1].shape, std::string("rows"));
        QVERIFY(found[0].outcome.empty());
    }

    /// Workbooks and packed tables are no texts, whatever letters their bytes are.
    void workbooks() {
        for (const char* name : {"hours.xlsx", "gauges.xlsx", "years.xlsx", "hours.ods", "hours.zip", "months.zip"}) {
            ExperimentConfig config;
            config.dataPath = file(name).string();
            const auto found = take(shapeCandidates(config));
            QVERIFY2(!found.empty() &&
                         std::ranges::none_of(found, [](const ShapeCandidate& one) { return isTextShape(one.shape); }),
                     name);
        }
    }

    void nothingToRead() {
        ExperimentConfig config;
        QVERIFY(take(shapeCandidates(config)).empty());
        config.dataPath = folder_.filePath("none.csv").toStdString();
        QVERIFY(!shapeCandidates(config).ok());
        std::ofstream(config.dataPath) << longTable();
        const auto stopped = shapeCandidates(config, [](double) { return false; });
        QVERIFY(!stopped.ok() && stopped.error().code == ErrorCode::Cancelled);
    }

    /// Words alone are tried in other shapes: who stops that is told so.
    void stoppedInAnotherShape() {
        ExperimentConfig config;
        config.dataPath = folder_.filePath("words.csv").toStdString();
        std::ofstream text(config.dataPath);
        text << "last_changed,entity_id,state\n";
        for (int i = 0; i < 40; ++i) text << day(1 + i / 2) << ",light." << (i % 2 == 0 ? "a" : "b") << ",red\n";
        text.close();
        int calls = 0;
        const auto failed = loadDataset(config, [&](double) { return ++calls > 0; });
        QVERIFY(!failed.ok() && failed.error().code != ErrorCode::Cancelled);
        bool isStopped = false;
        const auto data = loadAsItLooks(config, [&](double) { return --calls >= 0 || (isStopped = true, false); });
        QVERIFY(!data.ok() && (!isStopped || data.error().code == ErrorCode::Cancelled));
    }
};

QTEST_GUILESS_MAIN(TestShapeChoice)
#include "tst_shape_choice.moc"
