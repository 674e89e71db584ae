// SPDX-License-Identifier: GPL-3.0-or-later
// What a part of the window asks for and reports goes to the nearest of its parents that answers.
#include "common/responder.h"
#include "pages/page.h"

#include <QSignalSpy>
#include <QTest>

using namespace gatelab;

class TestResponder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theNearestParentAnswers() {
        Page outer;
        Page page(&outer);
        QWidget panel(&page);
        QObject job(&panel);
        QSignalSpy asked(&page, &Page::commandAsked), done(&page, &Page::done), problems(&page, &Page::problem),
            passed(&outer, &Page::commandAsked);
        responderOf(job).ask(Command(QStringLiteral("again"), QStringLiteral("run")));
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.front().front().value<Command>(), Command(QStringLiteral("again"), QStringLiteral("run")));
        reportSaved(panel, QStringLiteral("/tmp/chart.png"));
        QCOMPARE(done.size(), 1);
        QVERIFY(done.front().front().toString().contains(QStringLiteral("/tmp/chart.png")));
        reportSaved(panel, QStringLiteral("/tmp/chart.png"), QStringLiteral("the disk is full"));
        QCOMPARE(done.size(), 1);
        QCOMPARE(problems.size(), 1);
        QCOMPARE(problems.front().front().toString(), QStringLiteral("the disk is full"));
        QCOMPARE(passed.size(), 0);
    }

    void whatStandsAloneAsksNobody() {
        QWidget panel;
        responderOf(panel).ask(QStringLiteral("again"));
        reportSaved(panel, {});
        Page page;
        panel.setParent(&page);
        QCOMPARE(&responderOf(panel), static_cast<Responder*>(&page));
        panel.setParent(nullptr);
    }
};

QTEST_MAIN(TestResponder)
#include "tst_responder.moc"
