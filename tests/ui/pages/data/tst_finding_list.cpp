// SPDX-License-Identifier: GPL-3.0-or-later
// Findings as lines: the sentence of each is seen, what is done about it is a button of its own, and lines that read
// alike stay with what was opened and where the keyboard is. Holds ui/pages/data/finding_list.cpp.
#include "common/theme.h"
#include "pages/data/finding_list.h"
#include "widgets/labels/folded_label.h"

#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QtTest>

using namespace gatelab;

namespace {

const QString kSentence = QStringLiteral(
    "In column 'BP_mbar' the value -9999 in row 1,502 alone makes most of the variance: standardised with it, all "
    "other values lie too close together to be told apart. Mend it, leave its row out, or limit it.");

FindingLine outlier(int* clipped = nullptr, int* masked = nullptr) {
    FindingLine line{Tone::Warning, QStringLiteral("BP_mbar: 1 outlier"), QStringLiteral("11 May 2025")};
    line.sentence = kSentence;
    line.button = QStringLiteral("Clip outliers");
    line.act = [clipped] { ++*clipped; };
    line.mask = [masked] { ++*masked; };
    line.maskHelp = QStringLiteral("Mask: 1 row becomes missing");
    return line;
}

QPushButton* buttonWith(const QWidget& widget, const QString& text) {
    for (QPushButton* button : widget.findChildren<QPushButton*>())
        if (button->isVisible() && button->text() == text) return button;
    return nullptr;
}

}  // namespace

class TestFindingList : public QObject {
    Q_OBJECT
    Theme theme_;

private Q_SLOTS:
    void theSentenceIsSeenAndUnfolds() {
        FindingList list(theme_);
        list.resize(300, 300);
        list.setLines({outlier()});
        list.show();
        QVERIFY(QTest::qWaitForWindowExposed(&list));
        auto* sentence = list.findChild<FoldedLabel*>();
        QVERIFY(sentence && sentence->isVisible() && sentence->isCut());
        QVERIFY2(sentence->text().startsWith(QStringLiteral("In column 'BP_mbar' the value")),
                 qPrintable(sentence->text()));
        sentence->setFocus(Qt::TabFocusReason);
        QTest::keyClick(sentence, Qt::Key_Space);
        QVERIFY(sentence->isOpen());
        QCOMPARE(sentence->text().simplified(), kSentence.simplified());
    }

    void whatIsSaidTwiceIsSaidOnce() {
        FindingList list(theme_);
        FindingLine line{Tone::Info, QStringLiteral("Something else."), {}};
        line.sentence = line.title;
        list.setLines({line});
        QVERIFY(!list.findChild<FoldedLabel*>());
    }

    void marksFollowLightAndDark() {
        FindingList list(theme_);
        list.setLines({FindingLine{Tone::Warning, QStringLiteral("a"), {}}});
        const auto mark = [&] {
            QImage image;
            for (const QLabel* label : list.findChildren<QLabel*>())
                if (const QPixmap shown = label->pixmap(); !shown.isNull()) image = shown.toImage();
            return image;  // of the last one: those before it go in the next turn
        };
        QImage marks[2];
        for (const bool isDark : {false, true}) {
            theme_.setAppearance(isDark ? Appearance::Dark : Appearance::Light);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            marks[isDark ? 1 : 0] = mark();
        }
        QVERIFY(!marks[0].isNull() && marks[0] != marks[1]);
        theme_.setAppearance(Appearance::System);
    }

    void theWorstIsThatOfTheGravestLine() {
        FindingList list(theme_);
        QCOMPARE(list.worst(), Tone::Neutral);
        const auto line = [](Tone tone) { return FindingLine{tone, QStringLiteral("a"), {}}; };
        list.setLines({line(Tone::Info), line(Tone::Success)});
        QCOMPARE(list.worst(), Tone::Neutral);
        list.setLines({line(Tone::Info), line(Tone::Warning), line(Tone::Success)});
        QCOMPARE(list.worst(), Tone::Warning);
        list.setLines({line(Tone::Error), line(Tone::Warning)});
        QCOMPARE(list.worst(), Tone::Error);
        list.setLines({});
        QCOMPARE(list.worst(), Tone::Neutral);
    }

    /// An edit elsewhere tells the findings again: nobody loses the place for it, and a click does what is right now.
    void alikeLinesStayAndDoWhatIsNew() {
        FindingList list(theme_);
        list.resize(300, 300);
        int before = 0, after = 0, masked = 0;
        list.setLines({outlier(&before, &masked)});
        list.show();
        QVERIFY(QTest::qWaitForWindowExposed(&list));
        QPushButton* clip = buttonWith(list, QStringLiteral("Clip outliers"));
        list.findChild<FoldedLabel*>()->setOpen(true);
        list.setLines({outlier(&after, &masked)});
        QCOMPARE(buttonWith(list, QStringLiteral("Clip outliers")), clip);
        QVERIFY(list.findChild<FoldedLabel*>()->isOpen());
        clip->click();
        QCOMPARE(before, 0);
        QCOMPARE(after, 1);
        QPushButton* mask = buttonWith(list, QStringLiteral("Mask"));
        QVERIFY(mask && mask->toolTip() == QStringLiteral("Mask: 1 row becomes missing"));
        mask->click();
        QCOMPARE(masked, 1);
        // Mended it is another line, and what was opened is open there too.
        FindingLine mended = outlier(&after, &masked);
        mended.tone = Tone::Success, mended.note = QStringLiteral("masked in step 1"), mended.mask = {};
        list.setLines({mended});
        QVERIFY(!buttonWith(list, QStringLiteral("Mask")));
        QTRY_COMPARE(list.findChildren<FoldedLabel*>().size(), qsizetype{1});
        QVERIFY(list.findChild<FoldedLabel*>()->isOpen());
    }

    /// A line may be taken away by its own button.
    void aButtonMayEmptyTheList() {
        FindingList list(theme_);
        FindingLine line{Tone::Warning, QStringLiteral("a"), {}};
        line.button = QStringLiteral("Sort");
        line.act = [&list] { list.setLines({}); };
        list.setLines({line});
        list.show();
        buttonWith(list, QStringLiteral("Sort"))->click();
        QTRY_VERIFY(list.findChildren<QPushButton*>().isEmpty());
    }

    void choicesDoOneOfSeveral() {
        FindingList list(theme_);
        int chosen = 0;
        FindingLine line{Tone::Info, QStringLiteral("About the file"), {}};
        line.sentence = QStringLiteral("column 'kind' holds 2 words (a, b): each became a column of 0 and 1");
        line.button = QStringLiteral("0 and 1 for each word");
        line.choices = {{QStringLiteral("0 and 1 for each word"), {}},
                        {QStringLiteral("Left out"), [&chosen] { ++chosen; }}};
        list.setLines({line});
        list.show();
        const auto actions = buttonWith(list, line.button)->menu()->actions();
        QCOMPARE(actions.size(), 2);
        QVERIFY(actions[0]->isChecked() && !actions[1]->isChecked());
        actions[0]->trigger();
        QCOMPARE(chosen, 0);
        actions[1]->trigger();
        QCOMPARE(chosen, 1);
    }
};

QTEST_MAIN(TestFindingList)
#include "tst_finding_list.moc"
