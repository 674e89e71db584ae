// SPDX-License-Identifier: GPL-3.0-or-later
// Two lines of a sentence, all of it on a click or by the keyboard, which stops only where there is more to see.
#include "widgets/labels/folded_label.h"

#include <QVBoxLayout>
#include <QtTest>

using namespace gatelab;

namespace {

const char* const kLong =
    "Column 'p_bar' changes its unit from row 1,600 on: its values are about 1000 times as large as before, from 1.01 "
    "to 1010. Standardised with both, all values of the first unit lie too close together to be told apart.";

struct Shown {
    explicit Shown(const char* text, int width = 260) : label(new FoldedLabel(theme, "note", QString(text))) {
        auto* layout = new QVBoxLayout(&window);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(label);
        layout->addStretch();
        window.resize(width, 400);
        window.show();
    }
    [[nodiscard]] qsizetype lines() const { return label->text().count(QLatin1Char('\n')) + 1; }
    Theme theme;
    QWidget window;
    FoldedLabel* label;
};

}  // namespace

class TestFoldedLabel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void twoLinesUntilItIsAsked() {
        Shown shown(kLong);
        QVERIFY(QTest::qWaitForWindowExposed(&shown.window));
        QVERIFY(shown.label->isCut());
        QCOMPARE(shown.lines(), qsizetype{2});
        QVERIFY(shown.label->text().endsWith(QChar(0x2026)));
        const int folded = shown.label->height();
        QTest::mouseClick(shown.label, Qt::LeftButton);
        QVERIFY(shown.label->isOpen());
        QVERIFY(shown.lines() > 2);
        QCOMPARE(shown.label->text().simplified(), QString(kLong).simplified());
        QTRY_VERIFY(shown.label->height() > folded);
        QTest::mouseClick(shown.label, Qt::LeftButton);
        QCOMPARE(shown.lines(), qsizetype{2});
        QTRY_COMPARE(shown.label->height(), folded);
        QCOMPARE(shown.label->accessibleName(), QString(kLong));
    }

    void byKeyboardAsWell() {
        Shown shown(kLong);
        QVERIFY(QTest::qWaitForWindowExposed(&shown.window));
        QCOMPARE(shown.label->focusPolicy(), Qt::TabFocus);
        shown.label->setFocus(Qt::TabFocusReason);
        for (const Qt::Key key : {Qt::Key_Space, Qt::Key_Return}) {
            QTest::keyClick(shown.label, key);
            QVERIFY(shown.label->isOpen());
            QTest::keyClick(shown.label, key);
            QVERIFY(!shown.label->isOpen());
        }
    }

    void whatFitsIsWholeAndNoStop() {
        Shown shown("Column 'y' misses 1 value.");
        QVERIFY(QTest::qWaitForWindowExposed(&shown.window));
        QVERIFY(!shown.label->isCut());
        QCOMPARE(shown.label->focusPolicy(), Qt::NoFocus);
        QCOMPARE(shown.label->text(), QStringLiteral("Column 'y' misses 1 value."));
        QTest::mouseClick(shown.label, Qt::LeftButton);
        QVERIFY(!shown.label->isOpen());
    }

    void anotherWidthAnotherCut() {
        Shown shown(kLong);
        QVERIFY(QTest::qWaitForWindowExposed(&shown.window));
        shown.window.resize(3000, 400);
        QTRY_VERIFY(!shown.label->isCut());
        QCOMPARE(shown.label->text(), QString(kLong));
        shown.window.resize(200, 400);
        QTRY_VERIFY(shown.label->isCut());
        QCOMPARE(shown.lines(), qsizetype{2});
    }
};

QTEST_MAIN(TestFoldedLabel)
#include "tst_folded_label.moc"
