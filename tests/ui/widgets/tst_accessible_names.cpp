// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader is told: every control of every page has a name, by the interfaces that the platform's bridge
// reads.
#include "common/background_job.h"
#include "pages/train/strip/run_strip.h"
#include "support/fake_workspace.h"
#include "support/made_runs.h"
#include "support/whole_program.h"
#include "widgets/accessible_names.h"
#include "widgets/segments.h"

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

QString message(const QAccessibleInterface& accessible, QAccessible::Text part = QAccessible::Name) {
    return accessible.text(part).trimmed();
}

QString message(QWidget& widget) { return message(*QAccessible::queryAccessibleInterface(&widget)); }

bool isControl(const QAccessibleInterface& accessible) {
    static const std::set<QAccessible::Role> kRoles{
        QAccessible::Button,       QAccessible::CheckBox,    QAccessible::RadioButton, QAccessible::ComboBox,
        QAccessible::EditableText, QAccessible::SpinBox,     QAccessible::Slider,      QAccessible::Table,
        QAccessible::Tree,         QAccessible::List,        QAccessible::PageTab,     QAccessible::PageTabList,
        QAccessible::MenuItem,     QAccessible::ProgressBar, QAccessible::Link,        QAccessible::Dial};
    return kRoles.contains(accessible.role()) || accessible.state().focusable;
}

/// A drop-down list that says no more than what is chosen, and no label that speaks for it.
bool isBareBox(const QAccessibleInterface& accessible) {
    const auto* box = qobject_cast<const QComboBox*>(accessible.object());
    return box && message(accessible) == box->currentText().trimmed() &&
           accessible.relations(QAccessible::Label).isEmpty();
}

/// A text that can be selected and is not filled at present.
bool isEmptyText(const QAccessibleInterface& accessible) {
    const auto* label = qobject_cast<const QLabel*>(accessible.object());
    return label && label->text().isEmpty();
}

struct Walk {
    int controls = 0;
    QStringList nameless;

    void through(QAccessibleInterface& accessible, const QString& way) {
        const QAccessible::State state = accessible.state();
        if (state.invisible) return;
        const QString here =
            way + '/' +
            (accessible.object() ? QString::fromLatin1(accessible.object()->metaObject()->className()) : QString()) +
            '(' + message(accessible).left(20) + ')';
        if (isControl(accessible)) {
            ++controls;
            if ((message(accessible).isEmpty() && !isEmptyText(accessible)) || isBareBox(accessible)) nameless << here;
        }
        if (message(accessible, QAccessible::Description).contains(QStringLiteral("<br")))
            nameless << QStringLiteral("markup: ") + here;
        const auto role = accessible.role();
        // The tests of the models ask their cells
        if (role == QAccessible::Table || role == QAccessible::Tree || role == QAccessible::List) return;
        for (int i = 0; i < accessible.childCount(); ++i)
            if (QAccessibleInterface* child = accessible.child(i)) through(*child, here);
    }
};

}  // namespace

class TestAccessibleNames : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void aDropDownListSaysItsNameAndWhatIsChosen() {
        AccessibleNames names(this);
        QComboBox box;
        box.addItems({QStringLiteral("MSE"), QStringLiteral("MAE")});
        QCOMPARE(message(box), QStringLiteral("MSE"));
        box.setAccessibleName(QStringLiteral("Loss"));
        QCOMPARE(message(box), QStringLiteral("Loss: MSE"));
        box.setCurrentIndex(1);
        QCOMPARE(message(box), QStringLiteral("Loss: MAE"));
        auto* accessible = QAccessible::queryAccessibleInterface(&box);
        QCOMPARE(accessible->role(), QAccessible::ComboBox);
        QCOMPARE(message(*accessible, QAccessible::Value), QStringLiteral("MAE"));
        QCOMPARE(accessible->childCount(), 1);
        QCOMPARE(accessible->indexOfChild(accessible->child(0)), 0);
        box.setEditable(true);
        box.show();
        QCOMPARE(accessible->childCount(), 2);
        QCOMPARE(message(*accessible->child(1)), QStringLiteral("Loss"));
        QCOMPARE(accessible->indexOfChild(accessible->child(1)), 1);
        QVERIFY(accessible->state().editable && accessible->state().expandable && !accessible->state().expanded);
        QVERIFY(accessible->actionInterface());
        accessible->actionInterface()->doAction(QAccessibleActionInterface::showMenuAction());
        QTRY_VERIFY(accessible->state().expanded);
        box.hidePopup();
    }

    void aLineIsCalledByWhatStandsInItAndSoAreItsButtons() {
        AccessibleNames names(this);
        QLineEdit line;
        line.setPlaceholderText(QStringLiteral("Filter runs"));
        line.setClearButtonEnabled(true);
        line.setText(QStringLiteral("lstm"));
        line.show();
        QCOMPARE(message(line), QStringLiteral("Filter runs"));
        QCOMPARE(message(*line.findChild<QToolButton*>()), QStringLiteral("Clear: Filter runs"));
    }

    void aPaneIsCalledByItsTitle() {
        AccessibleNames names(this);
        QWidget window;
        auto* pane = new QWidget(&window);
        auto* area = new QScrollArea(pane);
        (new QVBoxLayout(pane))->addWidget(area);
        pane->setWindowTitle(QStringLiteral("Model"));
        QCOMPARE(message(*pane), QStringLiteral("Model"));
        QCOMPARE(message(*area), QStringLiteral("Model"));
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
        for (const char* page : {"start", "import", "data", "model", "train", "compare", "learn"})
            QTest::newRow(page) << QString::fromLatin1(page) << QString();
        for (const char* view : {"board", "curves", "map", "parallel", "scatter", "forecasts", "details", "lab"})
            QTest::newRow(view) << QStringLiteral("compare") << QString::fromLatin1(view);
    }

    void everyControlOfEveryPageHasAName() {
        QFETCH(QString, page);
        QFETCH(QString, view);
        QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QTRY_VERIFY(program.experiment.dataset());
        QTRY_VERIFY(program.runs.workspace());
        // A run that another window trains, one that can go on, one that waits, and rows that are chosen.
        std::vector<RunSummary> kept{test::endedRun("elsewhere", 8), test::endedRun("aside", 16),
                                     test::endedRun("ended", 32), test::endedRun("first", 32, 2)};
        kept[0].state = RunState::Running;
        kept[1].state = RunState::Interrupted;
        for (std::size_t i = 0; i < kept.size(); ++i) {
            kept[i].number = static_cast<std::int64_t>(kept.size() - i);
            const std::int64_t hidden = kept[i].config->hiddenSize, seed = kept[i].config->seed;
            kept[i].config.edit() = program.experiment.config();
            kept[i].config.edit().hiddenSize = hidden, kept[i].config.edit().seed = seed;
            kept[i].dataName = program.experiment.dataset()->series->name;
        }
        program.runs.setWorkspace(std::make_shared<test::FakeWorkspace>(kept, folder.path().toStdString()));
        QTRY_COMPARE(program.runs.runs().size(), kept.size());
        program.queue.setPaused(true);
        program.queue.add(std::vector<QueuedRun>(2));
        QTRY_COMPARE(program.queue.state().runs.size(), std::size_t{2});
        program.window->showPlace({page, view});
        QTRY_COMPARE(program.window->shownPage(), page);
        if (auto* strip = program.window->findChild<RunStrip*>()) strip->setAside({QStringLiteral("aside")});
        if (page == QLatin1String("train")) QTRY_COMPARE(program.window->findChildren<RunSegment*>().size(), 4);
        QCoreApplication::processEvents();  // what is laid out behind a page change
        Walk walk;
        walk.through(*QAccessible::queryAccessibleInterface(program.window.get()), {});
        QVERIFY2(walk.nameless.isEmpty(), qPrintable(walk.nameless.join('\n')));
        QVERIFY2(walk.controls > 15, qPrintable(QString::number(walk.controls)));
    }
};

QTEST_MAIN(TestAccessibleNames)
#include "tst_accessible_names.moc"
