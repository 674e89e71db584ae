// SPDX-License-Identifier: GPL-3.0-or-later
// A signal to end is a wish to close, heard in the event loop; the signals are given back afterwards.
#include "common/close_signals.h"

#include <QSignalSpy>
#include <QtTest>

using namespace gatelab;

class TestCloseSignals : public QObject {
    Q_OBJECT

    static auto handlerOf(int signal) {
        struct sigaction now {};
        sigaction(signal, nullptr, &now);
        return now.sa_handler;
    }

private Q_SLOTS:
    void aSignalAsksToClose_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("interrupt") << SIGINT;
        QTest::newRow("terminate") << SIGTERM;
        QTest::newRow("hang up") << SIGHUP;
    }
    void aSignalAsksToClose() {
        QFETCH(const int, signal);
        std::signal(signal, SIG_DFL);  // not ignored, however the tests were started
        {
            const CloseSignals closeSignals;
            const QSignalSpy asked(&closeSignals, &CloseSignals::closeAsked);
            raise(signal);
            QCOMPARE(asked.count(), 0);  // never in the handler itself
            QTRY_COMPARE(asked.count(), 1);
            // A second one ends the process; a terminal that went away says so twice.
            QVERIFY(handlerOf(SIGINT) == SIG_DFL);
            QVERIFY(handlerOf(SIGTERM) == SIG_DFL);
            QVERIFY(handlerOf(SIGHUP) == SIG_IGN);
        }
        QVERIFY(handlerOf(signal) == SIG_DFL);
    }
};

QTEST_GUILESS_MAIN(TestCloseSignals)
#include "tst_close_signals.moc"
