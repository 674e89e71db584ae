// SPDX-License-Identifier: GPL-3.0-or-later
// Where a question in place stands: below what it is about, and never outside the window; and which texts it keeps.
#include "widgets/popover.h"

#include <QApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

using namespace gatelab;

class TestPopover : public QObject {
    Q_OBJECT
    QWidget window_;

    QPushButton* button(const QRect& place) {
        auto* made = new QPushButton(QStringLiteral("More"), &window_);
        made->setGeometry(place);
        made->show();
        return made;
    }
    Popover* ask(const PopoverAnchor& anchor, const QString& question = QStringLiteral("How many?")) {
        auto* popover = new Popover(question, new QSpinBox, QStringLiteral("Train"), anchor);
        popover->open();
        return popover;
    }
    [[nodiscard]] QRect room() const { return QRect(window_.mapToGlobal(QPoint()), window_.size()); }

private Q_SLOTS:
    void initTestCase() {
        window_.resize(640, 400);
        window_.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window_));
    }
    void cleanup() { qDeleteAll(window_.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)); }

    void belowItsButton() {
        auto* above = button({100, 40, 90, 28});
        const auto* popover = ask(above);
        const QPoint corner = above->mapToGlobal(QPoint(0, above->height()));
        QCOMPARE(popover->x(), corner.x());
        QVERIFY(popover->y() >= corner.y() && popover->y() < corner.y() + 10);
    }

    void belowThePartThatItIsAbout() {
        auto* list = button({0, 0, 300, 390});
        const auto* popover = ask({list, QRect(20, 60, 200, 26)});
        const QPoint corner = list->mapToGlobal(QPoint(20, 60 + 26));
        QCOMPARE(popover->x(), corner.x());
        QVERIFY(popover->y() >= corner.y() && popover->y() < corner.y() + 10);
    }

    void insideTheWindow_data() {
        QTest::addColumn<QRect>("place");
        QTest::newRow("bottom right") << QRect(560, 370, 78, 28);
        QTest::newRow("bottom left") << QRect(0, 370, 78, 28);
        QTest::newRow("scrolled away") << QRect(0, 900, 78, 28);
        QTest::newRow("scrolled up") << QRect(0, -500, 78, 28);
    }
    void insideTheWindow() {
        QFETCH(QRect, place);
        const auto* popover =
            ask(button(place), QStringLiteral("How many epochs shall a run with a very long name, as runs of a sweep "
                                              "have, train beyond the 12 it has begun?"));
        QTRY_VERIFY2(room().contains(popover->geometry()), qPrintable(QStringLiteral("%1 %2 %3 %4")
                                                                          .arg(popover->x())
                                                                          .arg(popover->y())
                                                                          .arg(popover->width())
                                                                          .arg(popover->height())));
    }

    void escapeLosesNoTextOfSeveralLines() {
        auto* text = new QPlainTextEdit;
        auto* popover = new Popover(QStringLiteral("Note"), text, QStringLiteral("Keep"), button({100, 40, 90, 28}));
        popover->setKeepsTyped();
        popover->open();
        QVERIFY(popover->findChild<QPushButton*>()->text().contains(
            QKeySequence(Qt::CTRL | Qt::Key_Return).toString(QKeySequence::NativeText)));
        const QSignalSpy kept(popover, &Popover::accepted);
        QTest::keyClicks(text, QStringLiteral("looks odd"));
        QTest::keyClick(text, Qt::Key_Return);
        QTest::keyClick(text, Qt::Key_Escape);
        QCOMPARE(kept.count(), 1);

        auto* line = new QLineEdit;  // of one line Escape takes it back, as everywhere
        auto* name = new Popover(QStringLiteral("Name"), line, QStringLiteral("Keep"), button({100, 40, 90, 28}));
        name->setKeepsTyped();
        name->open();
        const QSignalSpy named(name, &Popover::accepted);
        QTest::keyClicks(line, QStringLiteral("a"));
        QTest::keyClick(line, Qt::Key_Escape);
        QCOMPARE(named.count(), 0);
    }
};

QTEST_MAIN(TestPopover)
#include "tst_popover.moc"
