// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/log_pane.h"

#include <QCheckBox>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTest>

using namespace gatelab;

class TestLogPane : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void checkpointsAreShownOnRequest() {
        LogBook book;
        LogPane pane(book);
        const auto* text = pane.findChild<QPlainTextEdit*>();
        auto* box = pane.findChild<QCheckBox*>();
        QSignalSpy asked(&book, &LogBook::checkpointsShownChanged);
        book.add(QStringLiteral("first"));
        book.addCheckpoint(QStringLiteral("kept"));
        book.add(QStringLiteral("last"));
        QVERIFY(!box->isChecked());
        QCOMPARE(book.unread(), 2);
        QVERIFY(!text->toPlainText().contains(QStringLiteral("kept")));
        QCOMPARE(text->toPlainText(), book.lines().join(QLatin1Char('\n')));
        box->click();
        QCOMPARE(asked.count(), 1);
        QCOMPARE(book.lines().size(), qsizetype(3));
        QVERIFY(book.lines()[1].endsWith(QStringLiteral("kept")));
        QCOMPARE(text->toPlainText(), book.lines().join(QLatin1Char('\n')));
        book.addCheckpoint(QStringLiteral("another"));
        QVERIFY(text->toPlainText().endsWith(QStringLiteral("another")));
        QCOMPARE(book.unread(), 3);
        // A new pane, after other looks, shows the same.
        LogPane later(book);
        QVERIFY(later.findChild<QCheckBox*>()->isChecked());
        QCOMPARE(later.findChild<QPlainTextEdit*>()->toPlainText(), text->toPlainText());
        book.setCheckpointsShown(false);
        QVERIFY(!box->isChecked());
        QCOMPARE(text->toPlainText().count(QLatin1Char('\n')), 1);
    }

    void checkpointsDriveNothingElseOut() {
        LogBook book;
        book.add(QStringLiteral("first"));
        for (int i = 0; i < 5000; ++i) book.addCheckpoint(QString::number(i));
        QCOMPARE(book.lines().size(), qsizetype(1));
        book.setCheckpointsShown(true);
        QCOMPARE(book.lines().size(), qsizetype(2000));
        QVERIFY(book.lines().constFirst().endsWith(QStringLiteral("first")));
        QVERIFY(book.lines().constLast().endsWith(QStringLiteral("4999")));
    }
};

QTEST_MAIN(TestLogPane)
#include "tst_log_pane.moc"
