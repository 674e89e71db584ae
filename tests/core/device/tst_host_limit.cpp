// SPDX-License-Identifier: GPL-3.0-or-later
// The wait for a device that may never answer, by a made-up clock.
#include "device/host_limit.h"

#include <QtTest>

using namespace gatelab;

namespace {

struct MadeUpClock {
    double* now;
    double step;
    [[nodiscard]] double seconds() const { return *now; }
    void pause() const { *now += step; }
};

}  // namespace

class TestHostLimit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatEndsInTimeIsOver() {
        double now = 100;
        QVERIFY(isOverWithin(
            20, [&] { return now >= 105; }, MadeUpClock{&now, 1}));
        QCOMPARE(now, 105.0);
    }

    void whatDoesNotEndIsGivenUp() {
        double now = 100;
        int looks = 0;
        QVERIFY(!isOverWithin(
            20, [&] { return ++looks < 0; }, MadeUpClock{&now, 1}));
        QCOMPARE(now, 120.0);
        QCOMPARE(looks, 21);
    }

    // A host that was stopped for longer than the limit looks once more.
    void aSleepingHostBlamesNobody() {
        double now = 100;
        QVERIFY(isOverWithin(
            20, [&] { return now > 100; }, MadeUpClock{&now, 3600}));
    }
};

QTEST_APPLESS_MAIN(TestHostLimit)
#include "tst_host_limit.moc"
