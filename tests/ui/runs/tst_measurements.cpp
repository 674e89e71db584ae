// SPDX-License-Identifier: GPL-3.0-or-later
// One lease keeps measuring apart from training and from other measuring, however the measuring ends.
#include "common/background_job.h"
#include "runs/measurement.h"

#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <new>
#include <stdexcept>
#include <thread>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

/// Who measures in a test.
struct Someone : QObject {
    Measurements::Lease lease;
    int stops = 0, goes = 0;
    bool begin(Measurements& all, Yielding yields, const QString& what = QStringLiteral("someone measures")) {
        return all.begin(this, {what, yields, [this] { ++stops; }}, [this](Measurements::Lease given) {
            ++goes;
            lease = std::move(given);
        });
    }
};

}  // namespace

class TestMeasurements : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        trains_ = false;
        all_ = std::make_unique<Measurements>([this] { return trains_; });
    }
    void cleanupTestCase() { BackgroundJob::waitForAll(); }

    void oneAtATime() {
        QSignalSpy changes(all_.get(), &Measurements::changed);
        Someone first, second;
        QVERIFY(first.begin(*all_, Yielding::ToNothing, QStringLiteral("the first measures")));
        QVERIFY(first.goes == 1 && all_->held());
        QCOMPARE(all_->what(), QStringLiteral("the first measures"));
        QVERIFY(!second.begin(*all_, Yielding::ToTraining));
        QVERIFY(!second.begin(*all_, Yielding::ToAll));
        QCOMPARE(second.goes + first.stops, 0);
        QCOMPARE(changes.count(), 1);
        first.lease.reset();
        QVERIFY(!all_->held() && all_->what().isEmpty());
        QCOMPARE(changes.count(), 2);
        QVERIFY(second.begin(*all_, Yielding::ToTraining));
        second.lease->end();
        second.lease->end();  // no second time
        QCOMPARE(changes.count(), 4);
        trains_ = true;
        QVERIFY(!first.begin(*all_, Yielding::ToAll));
    }

    void whatGivesWayToAllIsWaitedFor() {
        Someone unasked, lab;
        QVERIFY(unasked.begin(*all_, Yielding::ToAll));
        QVERIFY(all_->any() && !all_->held());
        QVERIFY(lab.begin(*all_, Yielding::ToNothing));
        QVERIFY(all_->held());  // nothing that waits may start now
        QCOMPARE(unasked.stops, 1);
        QCoreApplication::processEvents();
        QCOMPARE(lab.goes, 0);
        unasked.lease.reset();
        QTRY_COMPARE_WITH_TIMEOUT(lab.goes, 1, kPatience);
        QCOMPARE(unasked.stops, 1);
    }

    void aTrainingWaitsForWhatGivesWay() {
        Someone check, late;
        int trainings = 0;
        const auto then = [&trainings] { ++trainings; };
        QVERIFY(check.begin(*all_, Yielding::ToTraining));
        all_->makeRoom(this, then);
        QCOMPARE(check.stops, 1);
        QCoreApplication::processEvents();
        QCOMPARE(trainings, 0);
        check.lease.reset();
        QVERIFY(!late.begin(*all_, Yielding::ToTraining));  // the training comes first
        QTRY_COMPARE_WITH_TIMEOUT(trainings, 1, kPatience);
        QVERIFY(late.begin(*all_, Yielding::ToNothing));
        all_->makeRoom(this, then);
        QCOMPARE(trainings, 2);  // at once
        QCOMPARE(late.stops, 0);
    }

    // It had not begun when it was to stop: it begins, and ends at once.
    void whatWaitsIsStoppedAsWell() {
        Someone unasked, check;
        int trainings = 0;
        QVERIFY(unasked.begin(*all_, Yielding::ToAll) && check.begin(*all_, Yielding::ToTraining));
        all_->makeRoom(this, [&trainings] { ++trainings; });
        QVERIFY(unasked.stops == 1 && check.stops == 1);
        unasked.lease.reset();
        QTRY_COMPARE_WITH_TIMEOUT(check.goes, 1, kPatience);
        QCOMPARE(trainings, 0);
        check.lease.reset();
        QTRY_COMPARE_WITH_TIMEOUT(trainings, 1, kPatience);
    }

    void itEndsWithWhatTheWorkThrows_data() {
        QTest::addColumn<bool>("isReported");
        QTest::newRow("who asked is told") << true;
        QTest::newRow("nobody is") << false;
    }
    void itEndsWithWhatTheWorkThrows() {
        QFETCH(bool, isReported);
        BackgroundJob job;
        BackgroundJob::reportTo({});
        QVERIFY(all_->begin(&job, {QStringLiteral("someone measures")}, [&](const Measurements::Lease& lease) {
            if (isReported)
                job.run<Result<int>>([](const Progress&) -> Result<int> { throw std::bad_alloc(); },
                                     [lease](const Result<int>&) {});
            else
                job.run<std::unique_ptr<int>>(
                    [](const Progress&) -> std::unique_ptr<int> { throw std::runtime_error("broken"); },
                    [lease](std::unique_ptr<int>) {});
        }));
        QVERIFY(all_->held());
        QTRY_VERIFY_WITH_TIMEOUT(!all_->held(), kPatience);
    }

    void itEndsWhenItsBeginThrows() {
        const auto begin = [this] {
            (void)all_->begin(this, {QStringLiteral("someone measures")},
                              [](const Measurements::Lease&) { throw std::bad_alloc(); });
        };
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc, begin());
        QVERIFY(!all_->any());
    }

    // A page that is closed stops its job; the work goes on to its next look, and until then it disturbs.
    void itEndsWithTheWorkNotWithWhoAsked() {
        std::atomic<bool> holds{true}, begun{false};
        int trainings = 0;
        {
            BackgroundJob job;
            QVERIFY(all_->begin(&job,
                                {QStringLiteral("someone measures"), Yielding::ToTraining, [&job] { job.cancel(); }},
                                [&](const Measurements::Lease& lease) {
                                    job.run<bool>(
                                        [&](const Progress&) {
                                            begun = true;
                                            while (holds) std::this_thread::yield();
                                            return true;
                                        },
                                        [lease](bool) {});
                                }));
            QTRY_VERIFY_WITH_TIMEOUT(begun, kPatience);
        }
        all_->makeRoom(this, [&trainings] { ++trainings; });
        QCoreApplication::processEvents();
        QVERIFY(all_->any() && trainings == 0);
        holds = false;
        QTRY_COMPARE_WITH_TIMEOUT(trainings, 1, kPatience);
        QVERIFY(!all_->any());
    }

    void whoIsGoneBeginsNothing() {
        Someone unasked, after;
        auto gone = std::make_unique<Someone>();
        int trainings = 0;
        QVERIFY(unasked.begin(*all_, Yielding::ToAll) && gone->begin(*all_, Yielding::ToNothing));
        gone.reset();
        {
            const QObject context;
            all_->makeRoom(const_cast<QObject*>(&context), [&trainings] { ++trainings; });
        }
        unasked.lease.reset();
        QTRY_VERIFY_WITH_TIMEOUT(!all_->any(), kPatience);
        QCOMPARE(trainings, 0);
        QTRY_VERIFY_WITH_TIMEOUT(after.lease || after.begin(*all_, Yielding::ToNothing), kPatience);
        all_.reset();
        after.lease->end();  // who gave it is gone
    }

private:
    bool trains_ = false;
    std::unique_ptr<Measurements> all_;
};

QTEST_GUILESS_MAIN(TestMeasurements)
#include "tst_measurements.moc"
