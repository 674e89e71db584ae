// SPDX-License-Identifier: GPL-3.0-or-later
// Holds ui/pages/compare/board/compress_card.cpp.
#include "charts/line_chart.h"
#include "common/background_job.h"
#include "pages/compare/board/compress_card.h"
#include "runs/run_controller.h"
#include "support/fake_workspace.h"
#include "support/made_runs.h"
#include "widgets/key_values.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/segments.h"

#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>

using namespace gatelab;

namespace {

CompressionReport reportOf(const std::string& run, std::int64_t seeds) {
    CompressionReport report;
    report.run = run;
    report.loss = "mse";
    report.instructionSet = "AVX2";
    report.batch = 64;
    report.wantedSeeds = 5;
    CompressionPoint dense{.method = CompressionMethod::Dense, .units = 32},
        int8{.method = CompressionMethod::Int8, .units = 32};
    std::vector<CompressionPoint> others;
    for (std::int64_t seed = 1; seed <= seeds; ++seed) {
        report.seeds.push_back(seed);
        const double noise = 0.001 * static_cast<double>(seed);
        for (CompressionPoint* point : {&dense, &int8}) {
            const double factor = point == &dense ? 1 : 0.5;
            point->losses.push_back(0.2 + noise);
            point->bytes.push_back(8000 * factor);
            point->oneMicros.push_back(20 * factor);
            point->manyMicros.push_back(400 * factor);
        }
    }
    for (const auto method : {CompressionMethod::Blocks, CompressionMethod::BlocksInt8, CompressionMethod::Threshold}) {
        CompressionPoint other = int8;
        other.method = method, other.removed = 0.8;
        others.push_back(std::move(other));
    }
    report.points = {dense, int8};
    report.points.insert(report.points.end(), others.begin(), others.end());
    report.runStep = 9;
    report.fresh = seeds;
    return report;
}

}  // namespace

class TestCompressCard : public QObject {
    Q_OBJECT
    Theme theme_;
    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<RunController> runs_;
    std::unique_ptr<CompressCard> card_;
    std::vector<RunSummary> all_;
    std::atomic<int> wanted_{5};      ///< seeds that the made measuring reaches
    std::atomic<bool> waits_{false};  ///< until it is told to stop
    std::atomic<std::size_t> knownSeeds_{0};

    Result<CompressionReport> measured(const CompressionRequest& request, const CompressionWatch& watch) {
        knownSeeds_ = request.known.seeds.size();
        for (auto seeds = static_cast<std::int64_t>(request.known.seeds.size()) + 1; seeds <= wanted_; ++seeds)
            if (!watch(reportOf(request.run, seeds), static_cast<double>(seeds) / 5)) break;
        while (waits_)
            if (!watch(reportOf(request.run, wanted_), 0.5)) return Error{ErrorCode::Cancelled, "stopped"};
        return reportOf(request.run, wanted_);
    }
    QPushButton* button() const { return card_->findChild<QPushButton*>(); }
    bool says(const QString& words) const {
        for (const WrappedLabel* label : card_->findChildren<WrappedLabel*>())
            if (label->isVisibleTo(card_.get()) && label->fullText().contains(words)) return true;
        return false;
    }

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        runs_ = std::make_unique<RunController>();
        all_ = {test::endedRun("b", 32, 2, 0.2), test::endedRun("a", 32, 1, 0.2)};
        runs_->setWorkspace(std::make_shared<test::FakeWorkspace>(all_, folder_->path().toStdString()));
        wanted_ = 5, waits_ = false, knownSeeds_ = 0;
        card_ = std::make_unique<CompressCard>(
            theme_, *runs_, nullptr, [this](const CompressionRequest& request, const CompressionWatch& watch) {
                return measured(request, watch);
            });
        card_->resize(312, 700);
        card_->show();
    }
    void cleanup() {
        waits_ = false;
        BackgroundJob::waitForAll();
        card_.reset();
        runs_.reset();
    }

    void isMeasuredShownAndKept() {
        card_->showRun(&all_[1]);
        QVERIFY(!says("Trains networks"));  // folded
        card_->setOpen(true);
        QVERIFY(says("Trains networks of its own"));
        QCOMPARE(button()->text(), QStringLiteral("Measure, 5 seeds"));
        button()->click();
        QTRY_VERIFY(card_->report() && !card_->running());
        QVERIFY(says("5 of 5 seeds"));
        QVERIFY(says("nearly free"));
        QVERIFY(!button()->isVisibleTo(card_.get()));
        const auto* table = card_->findChild<KeyValueList*>();
        QVERIFY2(table->value("INT8").contains("\n10.0 µs, "), qPrintable(table->value("INT8")));
        QVERIFY(!card_->findChild<LineChart*>()->textSummary().isEmpty());
        QVERIFY(readCompression(folder_->path().toStdString(), "a").ok());
        // Another run has none; back again it is read from the workspace
        card_->showRun(&all_[0]);
        QVERIFY(!card_->report());
        card_->showRun(&all_[1]);
        QTRY_VERIFY(card_->report());
        QCOMPARE(card_->report()->seeds.size(), std::size_t(5));
    }

    void isStoppedAndGoesOn() {
        wanted_ = 2, waits_ = true;
        card_->showRun(&all_[1]);
        card_->setOpen(true);
        card_->start();
        QTRY_VERIFY(card_->report());
        QCOMPARE(button()->text(), QStringLiteral("Stop"));
        card_->showRun(&all_[0]);
        QVERIFY(says("Another run is being measured"));
        card_->stop();
        QTRY_VERIFY(!card_->running());
        QVERIFY(runs_->measurements().any() == false);
        card_->showRun(&all_[1]);
        QTRY_VERIFY(card_->report());
        QCOMPARE(button()->text(), QStringLiteral("Go on"));
        QVERIFY(says("2 of 5 seeds"));
        wanted_ = 5, waits_ = false;
        button()->click();
        QTRY_VERIFY(!card_->running());
        QCOMPARE(knownSeeds_.load(), std::size_t(2));
        QVERIFY(card_->report()->finished());
    }

    /// What a narrower call of the command line has kept is gone on with, method by method.
    void methodsThatAreMissingAreMeasured() {
        CompressionReport narrow = reportOf("a", 5);
        narrow.points.resize(2);
        QVERIFY(keepCompression(folder_->path().toStdString(), narrow).ok());
        card_->showRun(&all_[1]);
        card_->setOpen(true);
        QTRY_VERIFY(card_->report());
        QVERIFY(says("is the run itself"));
        QVERIFY(button()->isVisibleTo(card_.get()));
        QCOMPARE(button()->text(), QStringLiteral("Go on"));
    }

    void aProblemIsSaid() {
        card_ = std::make_unique<CompressCard>(
            theme_, *runs_, nullptr, [](const CompressionRequest&, const CompressionWatch&) {
                return Result<CompressionReport>(Error{ErrorCode::Unsupported, "peepholes stay"});
            });
        card_->showRun(&all_[1]);
        card_->setOpen(true);
        card_->start();
        QTRY_VERIFY(says("peepholes stay"));
        QVERIFY(!card_->report());
    }

    void otherMeasuringComesFirst() {
        card_->showRun(&all_[1]);
        card_->setOpen(true);
        Measurements::Lease other;
        QVERIFY(runs_->measurements().begin(this, {"the lab measures", Yielding::ToNothing},
                                            [&](Measurements::Lease lease) { other = std::move(lease); }));
        QVERIFY(!button()->isEnabled());
        QCOMPARE(button()->toolTip(), QStringLiteral("the lab measures"));
        card_->start();
        QVERIFY(!card_->running());
        other.reset();
        QVERIFY(button()->isEnabled());
    }

    void theAxisIsTimeOrFile() {
        QVERIFY(keepCompression(folder_->path().toStdString(), reportOf("a", 3)).ok());
        card_->showRun(&all_[1]);
        card_->setOpen(true);
        QTRY_VERIFY(card_->report());
        auto* axis = card_->findChild<Segments*>();
        auto* chart = card_->findChild<LineChart*>();
        const auto before = chart->xView();
        axis->setCurrent(2);
        Q_EMIT axis->chosen(2);
        QTRY_VERIFY(chart->xView() != before);
    }
};

QTEST_MAIN(TestCompressCard)
#include "tst_compress_card.moc"
