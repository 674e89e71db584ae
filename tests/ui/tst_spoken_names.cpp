// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader is told: every control of every page has a name, by the interfaces that the platform's bridge
// reads.
#include "common/background_job.h"
#include "support/fake_workspace.h"
#include "support/whole_program.h"
#include "widgets/segments.h"
#include "widgets/spoken_names.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QTemporaryDir>
#include <QToolButton>
#include <QVBoxLayout>
#include <QtTest>
#include <set>

using namespace gatelab;

namespace {

QString said(const QAccessibleInterface& spoken, QAccessible::Text part = QAccessible::Name) {
    return spoken.text(part).trimmed();
}

QString said(QWidget& widget) { return said(*QAccessible::queryAccessibleInterface(&widget)); }

bool isControl(const QAccessibleInterface& spoken) {
    static const std::set<QAccessible::Role> kRoles{
        QAccessible::Button,       QAccessible::CheckBox,    QAccessible::RadioButton, QAccessible::ComboBox,
        QAccessible::EditableText, QAccessible::SpinBox,     QAccessible::Slider,      QAccessible::Table,
        QAccessible::Tree,         QAccessible::List,        QAccessible::PageTab,     QAccessible::PageTabList,
        QAccessible::MenuItem,     QAccessible::ProgressBar, QAccessible::Link,        QAccessible::Dial};
    return kRoles.contains(spoken.role()) || spoken.state().focusable;
}

/// A drop-down list that says no more than what is chosen, and no label that speaks for it.
bool isBareBox(const QAccessibleInterface& spoken) {
    const auto* box = qobject_cast<const QComboBox*>(spoken.object());
    return box && said(spoken) == box->currentText().trimmed() && spoken.relations(QAccessible::Label).isEmpty();
}

/// A text that can be selected and is not filled at present.
bool isEmptyText(const QAccessibleInterface& spoken) {
    const auto* label = qobject_cast<const QLabel*>(spoken.object());
    return label && label->text().isEmpty();
}

struct Walk {
    int controls = 0;
    QStringList nameless;

    void through(QAccessibleInterface& spoken, const QString& way) {
        const QAccessible::State state = spoken.state();
        if (state.invisible) return;
        const QString here =
            way + '/' +
            (spoken.object() ? QString::fromLatin1(spoken.object()->metaObject()->className()) : QString()) + '(' +
            said(spoken).left(20) + ')';
        if (isControl(spoken)) {
            ++controls;
            if ((said(spoken).isEmpty() && !isEmptyText(spoken)) || isBareBox(spoken)) nameless << here;
        }
        if (said(spoken, QAccessible::Description).contains(QStringLiteral("<br")))
            nameless << QStringLiteral("markup: ") + here;
        const auto role = spoken.role();
        // The tests of the models ask their cells
        if (role == QAccessible::Table || role == QAccessible::Tree || role == QAccessible::List) return;
        for (int i = 0; i < spoken.childCount(); ++i)
            if (QAccessibleInterface* child = spoken.child(i)) through(*child, here);
    }
};

}  // namespace

class TestSpokenNames : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void aDropDownListSaysItsNameAndWhatIsChosen() {
        SpokenNames names(this);
        QComboBox box;
        box.addItems({QStringLiteral("MSE"), QStringLiteral("MAE")});
        QCOMPARE(said(box), QStringLiteral("MSE"));
        box.setAccessibleName(QStringLiteral("Loss"));
        QCOMPARE(said(box), QStringLiteral("Loss: MSE"));
        box.setCurrentIndex(1);
        QCOMPARE(said(box), QStringLiteral("Loss: MAE"));
        auto* spoken = QAccessible::queryAccessibleInterface(&box);
        QCOMPARE(spoken->role(), QAccessible::ComboBox);
        QCOMPARE(said(*spoken, QAccessible::Value), QStringLiteral("MAE"));
        QCOMPARE(spoken->childCount(), 1);
        QCOMPARE(spoken->indexOfChild(spoken->child(0)), 0);
        box.setEditable(true);
        box.show();
        QCOMPARE(spoken->childCount(), 2);
        QCOMPARE(said(*spoken->child(1)), QStringLiteral("Loss"));
        QCOMPARE(spoken->indexOfChild(spoken->child(1)), 1);
        QVERIFY(spoken->state().editable && spoken->state().expandable && !spoken->state().expanded);
        QVERIFY(spoken->actionInterface());
        spoken->actionInterface()->doAction(QAccessibleActionInterface::showMenuAction());
        QTRY_VERIFY(spoken->state().expanded);
        box.hidePopup();
    }

    void aLineIsCalledByWhatStandsInItAndSoAreItsButtons() {
        SpokenNames names(this);
        QLineEdit line;
        line.setPlaceholderText(QStringLiteral("Filter runs"));
        line.setClearButtonEnabled(true);
        line.setText(QStringLiteral("lstm"));
        line.show();
        QCOMPARE(said(line), QStringLiteral("Filter runs"));
        QCOMPARE(said(*line.findChild<QToolButton*>()), QStringLiteral("Clear: Filter runs"));
    }

    void aPaneIsCalledByItsTitle() {
        SpokenNames names(this);
        QWidget window;
        auto* pane = new QWidget(&window);
        auto* area = new QScrollArea(pane);
        (new QVBoxLayout(pane))->addWidget(area);
        pane->setWindowTitle(QStringLiteral("Model"));
        QCOMPARE(said(*pane), QStringLiteral("Model"));
        QCOMPARE(said(*area), QStringLiteral("Model"));
    }

    void aSegmentTellsOnlyWhileItIsOffWhy() {
        Segments segments({QStringLiteral("Series")});
        segments.add(QStringLiteral("Table"), {}, QStringLiteral("Its rows"));
        segments.setSegmentEnabled(1, false, QStringLiteral("Only a series has rows."));
        const auto* table = segments.findChildren<QAbstractButton*>().last();
        QCOMPARE(table->toolTip(), QStringLiteral("Only a series has rows."));
        segments.setSegmentEnabled(1, true, QStringLiteral("Only a series has rows."));
        QCOMPARE(table->toolTip(), QStringLiteral("Its rows"));
    }

    void everyControlOfEveryPageHasAName_data() {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("view");
        for (const char* page : {"start", "import", "data", "model", "train", "compare"})
            QTest::newRow(page) << QString::fromLatin1(page) << QString();
        for (const char* view : {"runs", "forecasts", "details", "lineage", "lab", "memory"})
            QTest::newRow(view) << QStringLiteral("compare") << QString::fromLatin1(view);
    }

    void everyControlOfEveryPageHasAName() {
        QFETCH(QString, page);
        QFETCH(QString, view);
        QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QTRY_VERIFY(program.experiment.dataset());
        QTRY_VERIFY(program.runs.workspace());
        program.runs.setWorkspace(std::make_shared<test::FakeWorkspace>(3));
        QTRY_COMPARE(program.runs.runs().size(), std::size_t{3});
        program.window->showPlace({page, view});
        QTRY_COMPARE(program.window->shownPage(), page);
        QCoreApplication::processEvents();  // what is laid out behind a page change
        Walk walk;
        walk.through(*QAccessible::queryAccessibleInterface(program.window.get()), {});
        QVERIFY2(walk.nameless.isEmpty(), qPrintable(walk.nameless.join('\n')));
        QVERIFY2(walk.controls > 15, qPrintable(QString::number(walk.controls)));
    }
};

QTEST_MAIN(TestSpokenNames)
#include "tst_spoken_names.moc"
