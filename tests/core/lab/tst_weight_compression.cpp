// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/lab/weight_compression.cpp and core/lab/weight_compression_json.cpp.
#include "lab/weight_compression.h"
#include "support/quick_folder.h"

#include <QtTest>

#include <cmath>
#include <fstream>

using namespace gatelab;

namespace {

using Method = CompressionMethod;

CompressionPoint point(Method method, double removed, std::int64_t units, const std::vector<double>& losses,
                       double micros, double bytes = 1000) {
    CompressionPoint p{.method = method, .removed = removed, .units = units};
    p.losses = losses;
    p.bytes.assign(losses.size(), bytes);
    p.oneMicros.assign(losses.size(), micros);
    p.manyMicros.assign(losses.size(), 10 * micros);
    if (method == Method::Threshold) p.thresholds.assign(losses.size(), 0.125);
    return p;
}

CompressionReport reportOf(std::vector<CompressionPoint> points) {
    CompressionReport report{.run = "r1", .loss = "mse", .instructionSet = "AVX2", .seeds = {}, .points = {}};
    report.steps = 100, report.further = 50, report.batch = 64, report.measuredAt = 1700000000;
    for (std::size_t i = 0; i < points.front().losses.size(); ++i)
        report.seeds.push_back(static_cast<std::int64_t>(i) + 1);
    report.wantedSeeds = 5;
    report.points = std::move(points);
    return report;
}

bool hasFinding(const CompressionReport& report, const std::string& piece) {
    for (const Phrase& finding : compressionFindings(report))
        if (finding.english().find(piece) != std::string::npos) return true;
    return false;
}

const std::vector<double> kDense{1.00, 1.02, 0.98, 1.01, 0.99};

std::vector<double> times(double factor) {
    std::vector<double> values = kDense;
    for (double& value : values) value *= factor;
    return values;
}

}  // namespace

class TestWeightCompression : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// t of 4 degrees of freedom at 95 %: 2.776445.
    void intervalIsStudents() {
        const CompressionInterval of = intervalOf(kDense);
        QVERIFY(std::abs(of.mean - 1.0) < 1e-12);
        QVERIFY(std::abs(of.high - of.mean - 2.7764451 * std::sqrt(0.00025 / 5)) < 1e-8);
        QVERIFY(std::isnan(intervalOf({1.0}).low) && std::isnan(intervalOf({}).mean));
    }

    void theRivalIsTheBestDenseOneOfEqualTime() {
        const auto report =
            reportOf({point(Method::Dense, 0, 64, kDense, 100), point(Method::Further, 0, 64, times(0.8), 104),
                      point(Method::Small, 0.8, 29, times(1.5), 50), point(Method::Blocks, 0.5, 64, times(0.9), 100),
                      point(Method::Blocks, 0.8, 64, times(1.2), 60), point(Method::Int8, 0, 64, times(2), 10)});
        QCOMPARE(rivalOf(report, 3, CompressionTime::One), 1);  // within 5 % of its time
        QCOMPARE(rivalOf(report, 4, CompressionTime::One), 2);
        QCOMPARE(rivalOf(report, 5, CompressionTime::One), 2);  // none is as fast: the fastest
        // 0.9 is better than this network, not than the one trained further
        QVERIFY(gainOverRival(report, 3, CompressionTime::One).high < 0);
        QCOMPARE(bestPoint(report, CompressionTime::One), 4);
    }

    void noBestPointWithinChance() {
        auto report = reportOf(
            {point(Method::Dense, 0, 64, kDense, 100), point(Method::Int8, 0, 64, {0.9, 1.1, 0.9, 1.05, 0.98}, 100)});
        QCOMPARE(bestPoint(report, CompressionTime::One), -1);
        QVERIFY(hasFinding(report, "No compressed network is better"));
        report.points[1].losses = times(0.99);
        QCOMPARE(bestPoint(report, CompressionTime::One), 1);
        QVERIFY(hasFinding(report, "Best point: INT8"));
    }

    void sentencesFollowTheFigures() {
        auto report =
            reportOf({point(Method::Dense, 0, 64, kDense, 100), point(Method::Small, 0.9, 20, times(1.1), 30),
                      point(Method::Int8, 0, 64, times(1.002), 50, 300), point(Method::Blocks, 0.9, 64, times(1.3), 30),
                      point(Method::Threshold, 0.9, 64, times(1.2), 150)});
        QVERIFY(hasFinding(report, "nearly free"));
        QVERIFY(hasFinding(report, "the zeros cost time"));
        QVERIFY(hasFinding(report, "A dense network of 20 units beats blocks"));
        report.points[2].losses = times(1.2);
        for (double& t : report.points[4].oneMicros) t = 20;
        for (double& t : report.points[4].manyMicros) t = 20;
        report.points[3].losses = times(1.0);
        QVERIFY(hasFinding(report, "has its price"));
        QVERIFY(hasFinding(report, "the zeros save time"));
        QVERIFY(hasFinding(report, "Blocks at 90 % beat a dense network of 20 units"));
        report.points[3].losses = {1.3, 0.9, 1.2, 1.0, 1.1};
        QVERIFY(hasFinding(report, "cannot be told apart"));
    }

    /// INT8 that takes longer is not free, and of one seed nobody says what is better.
    void whatTheFiguresDoNotSayIsNotSaid() {
        auto report = reportOf({point(Method::Dense, 0, 64, kDense, 100), point(Method::Small, 0.9, 20, times(1.1), 30),
                                point(Method::Int8, 0, 64, times(1.002), 130, 300),
                                point(Method::Blocks, 0.9, 64, times(1.3), 30)});
        QVERIFY(hasFinding(report, "has its price"));
        for (double& t : report.points[2].oneMicros) t = 90;
        for (double& t : report.points[2].manyMicros) t *= 2;
        QVERIFY(hasFinding(report, "nearly free there; a batch of"));
        report = reportOf({point(Method::Dense, 0, 64, {1.0}, 100), point(Method::Small, 0.9, 20, {1.1}, 30),
                           point(Method::Int8, 0, 64, {0.9}, 50, 300), point(Method::Blocks, 0.9, 64, {1.3}, 30)});
        QVERIFY(hasFinding(report, "One seed does not say"));
        QVERIFY(!hasFinding(report, "cannot be told apart") && !hasFinding(report, "beyond chance"));
    }

    void isKeptAndReadBack() {
        const QuickFolder folder;
        const std::filesystem::path path = folder.path();
        QCOMPARE(readCompression(path, "r1").error().code, ErrorCode::NotFound);
        const auto report =
            reportOf({point(Method::Dense, 0, 64, kDense, 100), point(Method::Threshold, 0.9, 64, times(1.2), 150)});
        QVERIFY(keepCompression(path, report).ok());
        const auto back = readCompression(path, "r1");
        QVERIFY(back.ok());
        QCOMPARE(compressionJson(*back), compressionJson(report));
        QCOMPARE(back->points[1].thresholds, report.points[1].thresholds);
        QVERIFY(!readCompression(path, "r2").ok());
    }

    void whatIsDamagedIsRefused() {
        const auto report = reportOf({point(Method::Dense, 0, 64, kDense, 100)});
        const std::string text = compressionJson(report);
        QVERIFY(compressionFromJson(text).ok());
        std::string changed = text;
        changed.replace(changed.find("0.98"), 4, "0.97");
        QCOMPARE(compressionFromJson(changed).error().code, ErrorCode::Corrupt);
        QVERIFY(!compressionFromJson("").ok() && !compressionFromJson("[]").ok() && !compressionFromJson("{}").ok());
        auto uneven = report;
        uneven.points[0].bytes.pop_back();
        QVERIFY(!compressionFromJson(compressionJson(uneven)).ok());
    }
};

QTEST_GUILESS_MAIN(TestWeightCompression)
#include "tst_weight_compression.moc"
