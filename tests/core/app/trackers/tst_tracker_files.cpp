// SPDX-License-Identifier: GPL-3.0-or-later
// Files that the trackers themselves wrote (files/make_fixtures.py). Holds core/app/trackers/tracker_files.cpp,
// core/app/trackers/tensorboard_run.cpp, core/app/trackers/wandb_run.cpp, core/app/trackers/mlflow_runs.cpp and
// core/app/trackers/trackio_runs.cpp.
#include "app/trackers/json_values.h"
#include "app/trackers/metric_names.h"
#include "app/trackers/tracker_files.h"
#include "base/rng.h"
#include "io/crc.h"
#include "io/file_io.h"
#include "support/places.h"
#include "support/quick_folder.h"

#include <QTest>

#include <cmath>
#include <fstream>
#include <limits>
#include <optional>

using namespace gatelab;
using gatelab::testing::inSource;
namespace fs = std::filesystem;

namespace {

fs::path fixture(const std::string& name) { return inSource("/tests/core/app/trackers/files/").toStdString() + name; }
const std::string kEvents = "tensorboard/run1/events.out.tfevents.1764000000.host.1.0";
const std::string kWandb = "wandb/offline-run-20251124_160000-abc12345/run-abc12345.wandb";

std::string bytesOf(const fs::path& file) { return readFileBytes(file).ok() ? *readFileBytes(file) : std::string(); }

struct Reading {
    std::vector<TrackedRun> runs;
    std::optional<Error> error;
};
Reading readingOf(const fs::path& path) {
    Reading reading;
    const auto sources = findTrackedRuns(path);
    if (!sources.ok()) return reading.error = sources.error(), std::move(reading);
    for (const TrackerSource& source : *sources) {
        const auto done = readTrackedRuns(source, [&](TrackedRun&& run) {
            reading.runs.push_back(std::move(run));
            return Result<>();
        });
        if (!done.ok()) reading.error = done.error();
    }
    return reading;
}

const TrackedCurves::Curve* curveOf(const TrackedRun& run, const std::string& name) {
    for (const TrackedCurves::Curve& curve : run.curves.all())
        if (curve.name == name) return &curve;
    return nullptr;
}
std::string valueOf(const ImportedRun::Texts& texts, const std::string& name) {
    for (const auto& [key, value] : texts)
        if (key == name) return value;
    return "(none)";
}
double trainLoss(std::int64_t step) { return 1.0 / static_cast<double>(1 + step); }
double validationLoss(std::int64_t step) { return 0.8 / static_cast<double>(1 + step) + 0.1; }

/// Six points, one a step, each as near as the format keeps it.
bool isCurve(const TrackedRun& run, const std::string& name, double (*value)(std::int64_t), double tolerance) {
    const auto* curve = curveOf(run, name);
    if (!curve || curve->points.size() != 6) return false;
    for (std::size_t i = 0; i < 6; ++i) {
        const TrackedPoint& point = curve->points[i];
        if (point.step != static_cast<std::int64_t>(i) || std::abs(point.value - value(point.step)) > tolerance)
            return false;
    }
    return true;
}

/// Whether every point of `read` is one of `whole`.
bool isPartOf(const TrackedRun& read, const TrackedRun& whole) {
    for (const TrackedCurves::Curve& curve : read.curves.all()) {
        const auto* known = curveOf(whole, curve.name);
        for (const TrackedPoint& point : curve.points) {
            const auto isIt = [&](const TrackedPoint& other) {
                return other.step == point.step && other.wall == point.wall &&
                       (other.value == point.value || (std::isnan(other.value) && std::isnan(point.value)));
            };
            if (!known || std::ranges::none_of(known->points, isIt)) return false;
        }
    }
    return true;
}

}  // namespace

class TestTrackerFiles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { qputenv("TMPDIR", QByteArray::fromStdString(folder_.path().string())); }

    void sumsAreThoseOfTheStandards() {
        QCOMPARE(crc32("123456789"), 0xCBF43926u);
        QCOMPARE(crc32c("123456789"), 0xE3069283u);
    }

    void readsTensorboard() {
        const Reading reading = readingOf(fixture("tensorboard"));
        QCOMPARE(reading.runs.size(), std::size_t{1});
        const TrackedRun& run = reading.runs.front();
        QCOMPARE(run.from.tool, std::string("TensorBoard"));
        QCOMPARE(run.name, std::string("run1"));
        QVERIFY(isCurve(run, "loss/train", trainLoss, 1e-7));
        QVERIFY(isCurve(run, "val_loss", validationLoss, 1e-7));
        QVERIFY(std::isnan(curveOf(run, "accuracy")->points.front().value));
        QCOMPARE(run.started, 1764000000.0);
        QCOMPARE(run.ended, 1764000006.0);
        QCOMPARE(valueOf(run.from.parameters, "lr"), std::string("0.01"));
        QCOMPARE(valueOf(run.from.parameters, "cell"), std::string("lstm"));
        QCOMPARE(valueOf(run.from.parameters, "bi"), std::string("true"));
        QCOMPARE(run.state, RunState::Finished);
        QCOMPARE(run.notes.size(), std::size_t{1});
        QVERIFY(run.notes.front().english().find("no state") != std::string::npos);
    }

    void readsMlflow_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("folder") << "mlruns";
        QTest::newRow("database") << "mlflow.db";
    }
    void readsMlflow() {
        QFETCH(QString, name);
        const Reading reading = readingOf(fixture(name.toStdString()));
        QVERIFY(!reading.error);
        QCOMPARE(reading.runs.size(), std::size_t{2});
        for (const TrackedRun& run : reading.runs) {
            const bool isGood = run.name == "good";
            QCOMPARE(run.state, isGood ? RunState::Finished : RunState::Failed);
            QCOMPARE(run.from.project, std::string("series"));
            QCOMPARE(run.from.key.size(), std::size_t{32});
            QCOMPARE(run.note, std::string("first try"));
            QCOMPARE(valueOf(run.from.parameters, "lr"), std::string(isGood ? "0.01" : "10.0"));
            QCOMPARE(valueOf(run.from.parameters, "text"), std::string("two words\nand lines"));
            QCOMPARE(valueOf(run.from.tags, "stage"), std::string("dev"));
            QVERIFY(isCurve(run, "val/loss", validationLoss, 0));
            if (isGood) QVERIFY(isCurve(run, "train_loss", trainLoss, 0));
            QVERIFY(std::isnan(curveOf(run, "system/gpu_0_power")->points.front().value));
            QCOMPARE(curveOf(run, "val/loss")->points[1].wall, 1764000001.5);
            QCOMPARE(run.started, 1764000000.0);
            QCOMPARE(run.ended, 1764000010.0);
        }
    }

    void readsWandb() {
        const Reading reading = readingOf(fixture(kWandb));
        QCOMPARE(reading.runs.size(), std::size_t{1});
        const TrackedRun& run = reading.runs.front();
        QCOMPARE(run.from.key, std::string("abc12345"));
        QCOMPARE(run.from.project, std::string("series"));
        QCOMPARE(run.name, std::string("calm-sun-1"));
        QCOMPARE(run.note, std::string("first try"));
        QCOMPARE(run.state, RunState::Finished);
        QVERIFY(isCurve(run, "train/loss", trainLoss, 0));
        QVERIFY(isCurve(run, "val.loss", validationLoss, 0));
        QCOMPARE(valueOf(run.from.parameters, "lr"), std::string("0.01"));
        QCOMPARE(valueOf(run.from.parameters, "model.cell"), std::string("lstm"));
        QCOMPARE(valueOf(run.from.tags, "paper"), std::string());
        QVERIFY(run.started > 1.7e9 && run.ended >= run.started);
        QVERIFY(run.notes.empty());
    }

    void readsTrackio() {
        const Reading reading = readingOf(fixture("trackio"));
        QCOMPARE(reading.runs.size(), std::size_t{1});
        const TrackedRun& run = reading.runs.front();
        QCOMPARE(run.name, std::string("calm-sea-1"));
        QCOMPARE(run.from.project, std::string("series"));
        QVERIFY(isCurve(run, "train/loss", trainLoss, 0));
        QVERIFY(isCurve(run, "val/loss", validationLoss, 0));
        QCOMPARE(valueOf(run.from.parameters, "model.cell"), std::string("lstm"));
        QVERIFY(run.started > 1.7e9 && run.ended >= run.started);
    }

    void tellsWhatAFileLooksLike() {
        const fs::path file = folder_.path() / "ETTh1.csv";
        QVERIFY(writeFileDurably(file, "date,OT\n2016-07-01 00:00:00,30.531\n").ok());
        const auto found = findTrackedRuns(file);
        QVERIFY(!found.ok());
        QCOMPARE(found.error().code, ErrorCode::Unsupported);
        QVERIFY(found.error().message.find("a table of text (CSV), not like runs") != std::string::npos);
        QVERIFY(!findTrackedRuns(folder_.path()).ok());
        QVERIFY(!looksLikeTrackedRuns(file) && !looksLikeTrackedRuns(folder_.path()));
        for (const char* name : {"tensorboard", "mlruns", "mlflow.db", "wandb", "trackio"})
            QVERIFY2(looksLikeTrackedRuns(fixture(name)), name);
    }

    void numbersOfPythonAreRead() {
        QVERIFY(std::isnan(*jsonNumber("NaN")));
        QCOMPARE(*jsonNumber("-Infinity"), -std::numeric_limits<double>::infinity());
        QCOMPARE(*jsonNumber("true"), 1.0);
        QVERIFY(!jsonNumber("\"word\"") && !jsonNumber("[1]") && !jsonNumber("{"));
        std::vector<std::string> names;
        forJsonValues("", R"({"a": NaN, "b": {"c": 2, "NaN": "x"}, "d": [1, 2], "e": null})",
                      [&](const std::string& name, const auto& number, const std::string&) {
                          names.push_back(name + (number ? "=" : ""));
                      });
        QCOMPARE(names, (std::vector<std::string>{"a=", "b.c=", "b.NaN", "d"}));
        const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
        forJsonValues("x", deep, [](const auto&, const auto&, const std::string& text) { QCOMPARE(text, "[1]"); });
    }

    void namesOfTheFieldAreKnown() {
        for (const char* name : {"val/loss", "val_loss", "eval/loss", "val.loss", "Validation Loss"})
            QVERIFY2(metricOfName(name) == MetricId::ValidationLoss, name);
        QVERIFY(metricOfName("train/loss") == MetricId::TrainLoss && metricOfName("lr") == MetricId::LearningRate);
        QVERIFY(!metricOfName("loss/gan") && !metricOfName("epoch") && isEpochName("train/epoch"));
    }

    /// Both have checksums: what is read of a damaged file is true.
    void damagedLogsAreErrorsOrTrue_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("events") << QString::fromStdString(kEvents);
        QTest::newRow("wandb") << QString::fromStdString(kWandb);
    }
    void damagedLogsAreErrorsOrTrue() {
        QFETCH(QString, name);
        const TrackedRun whole = std::move(readingOf(fixture(name.toStdString())).runs.front());
        const std::string bytes = bytesOf(fixture(name.toStdString()));
        const fs::path file = folder_.path() / fs::path(name.toStdString()).filename();
        std::size_t read = 0;
        const auto check = [&](const std::string& damaged) {
            if (!writeFile(file, damaged)) return false;
            const Reading reading = readingOf(file);
            read += reading.runs.size();
            return std::ranges::all_of(reading.runs, [&](const TrackedRun& run) { return isPartOf(run, whole); });
        };
        for (std::size_t cut = 0; cut < bytes.size(); ++cut)
            QVERIFY2(check(bytes.substr(0, cut)), qPrintable(QString::number(cut)));
        QVERIFY(read > 100);
        Rng rng(46, RandomPurpose::Test);
        for (int i = 0; i < 1000; ++i) {
            std::string damaged = bytes;
            for (std::uint64_t flips = 1 + rng.below(4); flips > 0; --flips)
                damaged[rng.below(damaged.size())] ^= static_cast<char>(1u << rng.below(8));
            QVERIFY(check(damaged));
        }
    }

    /// SQLite has no checksums: an error, or a reading that ends.
    void damagedDatabasesEnd() {
        Rng rng(46, RandomPurpose::Test);
        for (const char* name : {"mlflow.db", "trackio/series.db"}) {
            const std::string bytes = bytesOf(fixture(name));
            const fs::path file = folder_.path() / "damaged.db";
            std::size_t errors = 0;
            const auto check = [&](const std::string& damaged) {
                if (!writeFile(file, damaged)) return false;
                const Reading reading = readingOf(file);
                errors += reading.error ? 1 : 0;
                return std::ranges::all_of(reading.runs,
                                           [&](const TrackedRun& run) { return run.curves.points() <= bytes.size(); });
            };
            for (std::size_t cut = 0; cut < bytes.size(); cut += 13) QVERIFY(check(bytes.substr(0, cut)));
            QVERIFY(errors > 100);
            for (int i = 0; i < 500; ++i) {
                std::string damaged = bytes;
                for (std::uint64_t flips = 1 + rng.below(8); flips > 0; --flips)
                    damaged[rng.below(damaged.size())] ^= static_cast<char>(1u << rng.below(8));
                QVERIFY(check(damaged));
            }
        }
    }

    /// Lengths that promise more than there is.
    void greedyFilesTakeNoMemory() {
        std::string events(8, '\xFF');
        const std::uint32_t sum = maskedCrc32c(events);
        for (int shift = 0; shift < 32; shift += 8) events.push_back(static_cast<char>(sum >> shift));
        events += std::string(100, 'x');
        QVERIFY(writeFile(folder_.path() / "x.tfevents", events));
        QVERIFY(readingOf(folder_.path() / "x.tfevents").error);
        TrackedCurves curves;
        for (int i = 0; i < 2000; ++i) curves.add("curve " + std::to_string(i), {});
        QCOMPARE(curves.all().size(), TrackedCurves::kMostCurves);
        QCOMPARE(curves.left(), std::size_t{1000});
        QCOMPARE(boundedText("aä", 2), std::string("a..."));
        QCOMPARE(boundedText("\xFFz", 9), std::string("\xEF\xBF\xBDz"));
    }

private:
    static bool writeFile(const fs::path& file, const std::string& bytes) {
        std::ofstream out(file, std::ios::binary | std::ios::trunc);
        out << bytes;
        return static_cast<bool>(out.flush());
    }
    QuickFolder folder_;
};

QTEST_APPLESS_MAIN(TestTrackerFiles)
#include "tst_tracker_files.moc"
