// SPDX-License-Identifier: GPL-3.0-or-later
// Which row is chosen by trials with made-up times.
#include "step/row_measurement.h"

#include <ATen/ATen.h>

#include <QtTest>

#include <cmath>
#include <map>

using namespace gatelab;

namespace {

const std::vector<std::string> kRows = {"library", "persistent", "cudnn-tuned"};

struct MadeUp {
    RowTrial::End end = RowTrial::End::Timed;
    double milliseconds = 1, seconds = 0.1;  ///< of a pass; of the trial
    double number = 2;                       ///< an output and a gradient
};

/// Trials that come to what is made up, by a clock that they move.
struct Bench {
    std::map<std::string, MadeUp> rows;
    double now = 100;
    std::vector<std::string> tried;
    std::vector<double> hopeless, limits;
    double tolerance = 1e-3;

    RowFinding measure() {
        RowMeasurement how;
        how.tolerance = tolerance;
        how.now = [this] { return now; };
        how.trial = [this](const std::string& row, double twice, double limit) {
            const MadeUp& made = rows[row];
            tried.push_back(row);
            hopeless.push_back(twice);
            limits.push_back(limit);
            now += made.seconds;
            RowTrial trial;
            trial.end = made.end;
            trial.why = "no such thing";
            if (made.end != RowTrial::End::Timed) return trial;
            trial.milliseconds = made.milliseconds;
            trial.numbers = {at::full({3}, made.number), at::full({2, 2}, 1e-3 * made.number)};
            return trial;
        };
        return measureRows(kRows, how);
    }
};

bool says(const RowFinding& found, const char* row, const char* words) {
    for (const Phrase& why : found.leftOut)
        if (const std::string text = why.english(); text.starts_with(row) && text.find(words) != std::string::npos)
            return true;
    return false;
}

}  // namespace

class TestRowMeasurement : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachRowIsChosenOnce() {
        for (const std::string& fastest : kRows) {
            Bench bench;
            for (const std::string& row : kRows) bench.rows[row].milliseconds = row == fastest ? 0.94 : 2.2;
            const RowFinding found = bench.measure();
            QCOMPARE(found.choice->row, fastest);
            QCOMPARE(found.choice->yardstick, std::string("library"));
            QCOMPARE(found.choice->milliseconds, 0.94);
            QCOMPARE(found.choice->yardstickMilliseconds, fastest == "library" ? 0.94 : 2.2);
            QCOMPARE(found.tried, 3);
            QVERIFY(std::abs(found.seconds - 0.3) < 1e-9);
            QVERIFY(found.leftOut.empty());
            QVERIFY(bench.tried == kRows);
        }
    }

    // What is only as fast takes no row's place, and what takes twice the time of another need not be timed well.
    void aTieIsTheEarlierRow() {
        Bench bench;
        bench.rows["persistent"].milliseconds = 0.98;
        bench.rows["cudnn-tuned"].milliseconds = 0.96;
        QCOMPARE(bench.measure().choice->row, std::string("cudnn-tuned"));
        bench.rows["cudnn-tuned"].milliseconds = 0.975;
        QCOMPARE(bench.measure().choice->row, std::string("library"));
        QVERIFY(std::isinf(bench.hopeless[0]));
        QCOMPARE(bench.hopeless[1], 2.0);
    }

    void otherNumbersAreLeftOut() {
        for (const double number : {2.01, -2.0, std::nan(""), HUGE_VAL}) {
            Bench bench;
            bench.rows["persistent"] = {.milliseconds = 0.1, .number = number};
            bench.rows["cudnn-tuned"].milliseconds = 0.5;
            const RowFinding found = bench.measure();
            QCOMPARE(found.choice->row, std::string("cudnn-tuned"));
            QVERIFY(says(found, "persistent is left out", "differ from those of library"));
        }
        Bench bench;
        bench.rows["persistent"] = {.milliseconds = 0.1, .number = 2.01};
        bench.tolerance = 2e-2;  // of TF32
        QCOMPARE(bench.measure().choice->row, std::string("persistent"));
    }

    void whatCannotBeTriedIsLeftOut() {
        Bench bench;
        bench.rows["persistent"].end = RowTrial::End::NoMemory;
        bench.rows["cudnn-tuned"].end = RowTrial::End::Refused;
        const RowFinding found = bench.measure();
        QCOMPARE(found.choice->row, std::string("library"));
        QVERIFY(says(found, "persistent is left out", "not enough memory"));
        QVERIFY(says(found, "cudnn-tuned is left out", "no such thing"));
        QVERIFY(found.hanging.empty());
    }

    void afterOneThatHangsNoneIsTried() {
        Bench bench;
        bench.rows["persistent"].end = RowTrial::End::Hangs;
        bench.rows["cudnn-tuned"].milliseconds = 0.1;
        const RowFinding found = bench.measure();
        QCOMPARE(found.hanging, std::string("persistent"));
        QCOMPARE(found.hangSeconds, 10.0);
        QCOMPARE(bench.tried.size(), std::size_t{2});
    }

    // What is slow does not hang: a row gets 50 times the yardstick's own time, which has no limit.
    void theLimitIsThatOfTheShape() {
        for (const auto& [milliseconds, seconds] : {std::pair{1.0, 10.0}, {199.0, 10.0}, {400.0, 20.0}, {6e3, 300.0}}) {
            Bench bench;
            bench.rows["library"].milliseconds = milliseconds;
            bench.measure();
            QVERIFY(std::isinf(bench.limits[0]));
            QCOMPARE(bench.limits[1], seconds);
            QCOMPARE(bench.limits[2], seconds);
        }
    }

    void aStopFindsNothing() {
        Bench bench;
        bench.rows["persistent"].milliseconds = 0.1;
        bench.rows["cudnn-tuned"].end = RowTrial::End::Stopped;
        const RowFinding found = bench.measure();
        QVERIFY(!found.choice && found.isStopped && found.leftOut.empty());
    }

    void withoutAYardstickNothingIsChosen() {
        for (const auto end : {RowTrial::End::Refused, RowTrial::End::NoMemory}) {
            Bench bench;
            bench.rows["library"].end = end;
            const RowFinding found = bench.measure();
            QVERIFY(!found.choice && !found.isStopped);
            QCOMPARE(bench.tried.size(), std::size_t{1});
            QCOMPARE(found.leftOut.size(), std::size_t{1});
        }
    }

    void itCostsABoundedTime() {
        Bench bench;
        bench.rows["library"].seconds = 3;
        bench.rows["persistent"] = {.milliseconds = 0.5, .seconds = 8};
        bench.rows["cudnn-tuned"].milliseconds = 0.1;
        const RowFinding found = bench.measure();
        QCOMPARE(found.choice->row, std::string("persistent"));
        QCOMPARE(found.tried, 2);
        QVERIFY(says(found, "cudnn-tuned was not tried", "10 s were over"));
    }
};

QTEST_APPLESS_MAIN(TestRowMeasurement)
#include "tst_row_measurement.moc"
