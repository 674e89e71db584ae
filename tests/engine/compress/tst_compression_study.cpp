// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/compress/compression_study.cpp and core/compress/studied_net.cpp.
#include "compress/compression_study.h"

#include "support/take.h"
#include "support/tiny_experiment.h"

#include <QtTest>

#include <cmath>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

CompressionRequest tinyStudy(std::vector<CompressionMethod> methods = {}) {
    CompressionRequest request{.config = tinyExperiment(), .data = {}, .run = "tiny", .methods = std::move(methods)};
    request.config.hiddenSize = 16;
    request.seeds = 2;
    request.steps = 20;
    request.further = 20;
    return request;
}

const CompressionWatch kNobody = [](const CompressionReport&, double) { return true; };

std::vector<std::vector<double>> lossesOf(const CompressionReport& report) {
    std::vector<std::vector<double>> losses;
    for (const CompressionPoint& point : report.points) losses.push_back(point.losses);
    return losses;
}

const CompressionPoint& pointOf(const CompressionReport& report, CompressionMethod method) {
    for (const CompressionPoint& point : report.points)
        if (point.method == method) return point;
    throw std::runtime_error("no such point");
}

}  // namespace

class TestCompressionStudy : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyMethodHasEveryFigure() {
        double last = 0;
        const auto report = take(studyCompression(tinyStudy(), [&](const CompressionReport&, double share) {
            const bool grows = share >= last && share <= 1;
            last = share;
            return grows;
        }));
        QCOMPARE(last, 1.0);
        QCOMPARE(report.seeds, (std::vector<std::int64_t>{tinyExperiment().seed, tinyExperiment().seed + 1}));
        QVERIFY(report.finished() && report.measuredAt > 0);
        for (const CompressionPoint& point : report.points)
            for (const auto* values : {&point.losses, &point.bytes, &point.oneMicros, &point.manyMicros}) {
                QCOMPARE(values->size(), std::size_t(2));
                for (const double value : *values) QVERIFY(std::isfinite(value) && value > 0);
            }
        const auto& dense = pointOf(report, CompressionMethod::Dense);
        const auto& int8 = pointOf(report, CompressionMethod::Int8);
        QVERIFY(std::abs(int8.losses[0] / dense.losses[0] - 1) < 0.05 && int8.losses[0] != dense.losses[0]);
        QVERIFY(int8.bytes[0] < dense.bytes[0]);
        QVERIFY(pointOf(report, CompressionMethod::Further).losses[0] < dense.losses[0]);
        QCOMPARE(pointOf(report, CompressionMethod::Threshold).thresholds.size(), std::size_t(2));
        QVERIFY(compressionFindings(report).size() >= 4);
    }

    void goesOnWhereItWasStopped() {
        const auto whole = take(studyCompression(tinyStudy({CompressionMethod::Blocks}), kNobody));
        CompressionReport kept;
        const auto stopped =
            studyCompression(tinyStudy({CompressionMethod::Blocks}), [&](const CompressionReport& report, double) {
                kept = report;
                return report.seeds.empty();
            });
        QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
        QCOMPARE(kept.seeds.size(), std::size_t(1));
        auto request = tinyStudy({CompressionMethod::Blocks});
        request.known = kept;
        int seen = 0;
        const auto rest = take(studyCompression(request, [&](const CompressionReport& report, double) {
            seen += report.seeds.empty();
            return true;
        }));
        QCOMPARE(seen, 0);
        QCOMPARE(lossesOf(rest), lossesOf(whole));
        // Fewer than are known are no reason to forget some
        request.known = rest;
        request.seeds = 1;
        const auto fewer = take(studyCompression(request, kNobody));
        QCOMPARE(fewer.seeds.size(), std::size_t(2));
        QCOMPARE(fewer.wantedSeeds, std::int64_t(2));
        request.steps = 21;  // another plan: nothing that is known is lost unasked
        QCOMPARE(studyCompression(request, kNobody).error().code, ErrorCode::InvalidInput);
        request.again = true;
        const auto anew = take(studyCompression(request, kNobody));
        QCOMPARE(anew.steps, std::int64_t(21));
        QCOMPARE(anew.seeds.size(), std::size_t(1));
    }

    void aNarrowerCallKeepsWhatOthersFound() {
        const auto whole = take(studyCompression(tinyStudy({CompressionMethod::Int8}), kNobody));
        auto request = tinyStudy({CompressionMethod::LowRank});
        request.known = whole;
        request.seeds = 1;
        const auto both = take(studyCompression(request, kNobody));
        QCOMPARE(both.fresh, std::int64_t(1));
        QCOMPARE(both.seeds.size(), std::size_t(2));
        QCOMPARE(pointOf(both, CompressionMethod::Int8).oneMicros, pointOf(whole, CompressionMethod::Int8).oneMicros);
        QCOMPARE(pointOf(both, CompressionMethod::LowRank).losses.size(), std::size_t(1));
        QCOMPARE(pointOf(both, CompressionMethod::Dense).losses, pointOf(whole, CompressionMethod::Dense).losses);
        QVERIFY(!both.finished() && compressionFromJson(compressionJson(both)).ok());
        // What is known is not measured again, unless that is asked for: then in its place
        request.known = both;
        QCOMPARE(take(studyCompression(request, kNobody)).fresh, std::int64_t(0));
        request.methods = {CompressionMethod::Int8};
        request.again = true;
        const auto again = take(studyCompression(request, kNobody));
        QCOMPARE(again.fresh, std::int64_t(1));
        QCOMPARE(lossesOf(again), lossesOf(both));
        const auto &old = pointOf(both, CompressionMethod::Int8), &now = pointOf(again, CompressionMethod::Int8);
        QVERIFY(now.oneMicros[0] != old.oneMicros[0]);
        QCOMPARE(now.oneMicros[1], old.oneMicros[1]);
    }

    void classesAreCompressedToo() {
        auto request = tinyStudy({CompressionMethod::Int8});
        request.config.builtin = "grammar";
        request.config.task = "classification";
        request.config.loss = "cross-entropy";
        request.config.builtinLength = 200;
        request.seeds = 1;
        const auto report = take(studyCompression(request, kNobody));
        QVERIFY(report.points.front().losses.front() > 0);
    }

    void whatCannotBeCompressedIsSaidBeforeAnythingTrains() {
        auto request = tinyStudy();
        request.config.peephole = true;
        int told = 0;
        const auto refused = studyCompression(request, [&](const CompressionReport&, double) { return ++told > 0; });
        QCOMPARE(refused.error().code, ErrorCode::Unsupported);
        QCOMPARE(told, 0);
        request = tinyStudy();
        request.config.carryState = true;
        QCOMPARE(studyCompression(request, kNobody).error().code, ErrorCode::Unsupported);
        request = tinyStudy();
        request.seeds = 0;
        QCOMPARE(studyCompression(request, kNobody).error().code, ErrorCode::InvalidInput);
    }
};

QTEST_GUILESS_MAIN(TestCompressionStudy)
#include "tst_compression_study.moc"
