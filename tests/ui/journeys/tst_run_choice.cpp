// SPDX-License-Identifier: GPL-3.0-or-later
// Commands on a run follow what is chosen: a row of the Compare table or of the project column, wherever a person chose
// last.
#include "common/background_job.h"
#include "models/difference_model.h"
#include "models/run_table_model.h"
#include "models/runs_model.h"
#include "pages/compare/compare_page.h"
#include "pages/compare/runs/runs_panel.h"
#include "pages/compare/runs/runs_table.h"
#include "pages/run_again_panel.h"
#include "pages/run_edit_menu.h"
#include "support/whole_program.h"
#include "widgets/empty_state.h"
#include "widgets/filter_line.h"
#include "widgets/popover.h"
#include "window/project_dock.h"
#include "window/window_actions.h"
#include "window/window_shell.h"

#include <QApplication>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMouseEvent>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

using namespace gatelab;

namespace {

std::string endedRun(Workspace& workspace, const std::string& name) {
    ExperimentConfig config;
    config.name = name;
    auto record = workspace.createRun(config, {}, "made up");
    if (!record.ok()) return {};
    (void)(*record)->setBest(0.5, 10, 1);
    (void)(*record)->setState(RunState::Finished, 10, 1, 2.0);
    return (*record)->id();
}

}  // namespace

class TestRunChoice : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> folder_;
    std::shared_ptr<Workspace> workspace_;
    std::unique_ptr<test::WholeProgram> program_;
    RunsTable* runs_ = nullptr;
    QTableView* table_ = nullptr;

    QString id(const char* name) const {
        for (const RunSummary& run : program_->runs.runs())
            if (run.name == name) return QString::fromStdString(run.id);
        return {};
    }
    QAction& action(const char* key) const { return *program_->window->actions()[key]; }
    void clickInTable(const QString& run) const {
        for (int row = 0; row < table_->model()->rowCount(); ++row)
            if (runs_->model().idAt(row) == run)
                QTest::mouseClick(table_->viewport(), Qt::LeftButton, {},
                                  table_->visualRect(table_->model()->index(row, 1)).center());
    }
    void clickInDock(const QString& run) const {
        auto* list = program_->window->shell().dock()->findChild<QListView*>();
        for (int row = 0; row < list->model()->rowCount(); ++row)
            if (const auto index = list->model()->index(row, 0); index.data(RunsModel::IdRole).toString() == run)
                QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(index).center());
    }

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        workspace_ = *Workspace::open((folder_->path() + QStringLiteral("/runs")).toStdString());
        for (const char* name : {"a", "b", "c", "d"}) endedRun(*workspace_, name);
        program_ = std::make_unique<test::WholeProgram>(folder_->path());
        QVERIFY(QTest::qWaitForWindowActive(program_->window.get()));
        QTRY_COMPARE(program_->runs.runs().size(), std::size_t{4});
        program_->window->showPage(QStringLiteral("compare"));
        runs_ = program_->window->findChild<RunsTable*>();
        table_ = runs_->findChild<QTableView*>();
        QTRY_COMPARE(table_->model()->rowCount(), 4);
    }
    void cleanup() {
        program_.reset();
        BackgroundJob::waitForAll();
    }

    void commandsFollowTheSelectionNotTheFocus() {
        table_->setFocus();
        table_->setCurrentIndex({});
        program_->window->shell().dock()->findChild<QListView*>()->setCurrentIndex({});
        for (const char* key : {"delete-run", "again", "use-settings", "star-run"})
            QVERIFY2(!action(key).isEnabled(), key);
        runs_->select(id("b"));
        for (const char* key : {"delete-run", "again", "use-settings", "star-run"})
            QVERIFY2(action(key).isEnabled(), key);
        table_->setCurrentIndex({});
        QVERIFY(action("delete-run").isEnabled());  // it is marked in the project column
        program_->window->shell().dock()->findChild<QListView*>()->setCurrentIndex({});
        QVERIFY(!action("delete-run").isEnabled());
    }

    void theLastChoiceCounts() {
        const QString b = id("b"), c = id("c"), d = id("d");
        clickInTable(b);
        clickInDock(c);
        QCOMPARE(runs_->currentId(), c);
        action("delete-run").trigger();
        QVERIFY(id("c").isEmpty() && !id("b").isEmpty());
        program_->experiment.undoStack().undo();
        QTRY_COMPARE(id("c"), c);
        QCOMPARE(runs_->currentId(), c);  // kept while the list changed
        clickInTable(b);
        clickInTable(b);  // chosen anew, though it was the current row all the time
        action("delete-run").trigger();
        QVERIFY(id("b").isEmpty() && !id("c").isEmpty());
        QVERIFY(!runs_->currentId().isEmpty());  // the next one: Del again takes that
    }

    void oneRunIsChosenEverywhere() {
        ProjectDock* dock = program_->window->shell().dock();
        auto* page = program_->window->findChild<ComparePage*>();
        auto& runs = program_->runs;
        const QString a = id("a"), b = id("b"), c = id("c"), d = id("d");
        clickInTable(b);
        QCOMPARE(dock->selectedRun(), b);
        for (const char* view : {"details", "lineage", "forecasts"}) {
            program_->window->showPlace({QStringLiteral("compare"), QString::fromLatin1(view)});
            QCOMPARE(page->chosenRun(), b);
        }
        // Where the project column shows another run, the page does; and the other views after it.
        clickInDock(c);
        QCOMPARE(page->chosenRun(), c);
        program_->window->showPlace({QStringLiteral("compare"), QStringLiteral("lineage")});
        QCOMPARE(page->chosenRun(), c);
        clickInDock(d);
        QCOMPARE(page->chosenRun(), d);
        program_->window->showPlace({QStringLiteral("compare"), QStringLiteral("runs")});
        QCOMPARE(runs_->currentId(), d);
        // What the table has chosen stays marked while another run is opened, until another page shows that one.
        clickInTable(b);
        runs.open(a);
        QTRY_VERIFY(runs.current() && runs.current()->id == a);
        QCOMPARE(dock->selectedRun(), b);
        program_->window->showPage(QStringLiteral("train"));
        QCOMPARE(dock->selectedRun(), a);
        program_->window->showPage(QStringLiteral("compare"));
        QCOMPARE(dock->selectedRun(), b);
        // The Learn page tells which run it has opened.
        program_->window->showPlace({QStringLiteral("learn"), QStringLiteral("microscope"), c});
        QCOMPARE(program_->window->page(QStringLiteral("learn"))->chosenRun(), c);
        QCOMPARE(dock->selectedRun(), c);
        program_->window->showPlace({QStringLiteral("learn"), {}, d});
        QCOMPARE(dock->selectedRun(), d);
    }

    void aViewWithoutRunsKeepsTheChoice() {
        auto* page = program_->window->findChild<ComparePage*>();
        const QString a = id("a"), b = id("b"), c = id("c");
        const auto show = [this](const char* view) {
            program_->window->showPlace({QStringLiteral("compare"), QString::fromLatin1(view)});
        };
        clickInTable(b);
        show("memory");
        show("forecasts");
        QCOMPARE(page->chosenRun(), b);
        show("memory");
        clickInDock(c);
        show("details");
        QCOMPARE(page->chosenRun(), c);
        // What another page has opened is what is looked at.
        program_->window->showPage(QStringLiteral("train"));
        program_->runs.open(a);
        QTRY_VERIFY(program_->runs.current() && program_->runs.current()->id == a);
        program_->window->showPage(QStringLiteral("compare"));
        QCOMPARE(page->chosenRun(), a);
        show("forecasts");
        QCOMPARE(page->chosenRun(), a);
        QCOMPARE(program_->window->shell().dock()->selectedRun(), a);
    }

    void ofAGroupTheChosenRunStaysChosen() {
        auto* page = program_->window->findChild<ComparePage*>();
        ProjectDock* dock = program_->window->shell().dock();
        const QString a = id("a"), c = id("c");
        runs_->groupBySettings();
        QTRY_COMPARE(table_->model()->rowCount(), 1);  // they differ in nothing
        for (const QString& run : {c, a}) {
            clickInDock(run);
            QCOMPARE(page->chosenRun(), run);
            program_->window->showPlace({QStringLiteral("compare"), QStringLiteral("details")});
            QCOMPARE(page->chosenRun(), run);
            QCOMPARE(dock->selectedRun(), run);
            program_->window->showPlace({QStringLiteral("compare"), QStringLiteral("runs")});
            QCOMPARE(page->chosenRun(), run);
        }
    }

    void aRunThatBeginsLeavesTheChoiceInTheColumn() {
        const QString a = id("a"), b = id("b");
        ProjectDock* dock = program_->window->shell().dock();
        clickInDock(a);
        QTRY_VERIFY(program_->runs.current() && program_->runs.current()->id == a);
        program_->runs.open(b);  // as a queue shows what it begins
        QTRY_COMPARE(program_->runs.current()->id, b);
        QCOMPARE(dock->selectedRun(), a);
        QCOMPARE(program_->window->findChild<ComparePage*>()->chosenRun(), a);
    }

    void aNewRunLeavesTheChoice() {
        const QString b = id("b");
        clickInTable(b);
        endedRun(*workspace_, "e");
        program_->runs.refreshRuns();
        QTRY_COMPARE(table_->model()->rowCount(), 5);
        QCOMPARE(runs_->currentId(), b);
        QVERIFY(action("delete-run").isEnabled());
    }

    void severalGoAndComeBackInOneStep() {
        const QString a = id("a");
        clickInTable(a);
        table_->selectAll();
        action("delete-run").trigger();
        QVERIFY(program_->runs.runs().empty());
        QVERIFY(!action("delete-run").isEnabled());
        program_->experiment.undoStack().undo();
        QTRY_COMPARE(program_->runs.runs().size(), std::size_t{4});
        QTRY_COMPARE(runs_->chosenIds().size(), qsizetype{4});
        QCOMPARE(runs_->currentId(), a);
        QVERIFY(action("delete-run").isEnabled());
    }

    void whatIsChosenAfterADeletionStaysChosen() {
        const QString b = id("b");
        clickInTable(b);
        action("delete-run").trigger();
        const QString next = runs_->currentId();
        QVERIFY(!next.isEmpty() && next != b);
        clickInTable(next);  // it was the current row already
        program_->experiment.undoStack().undo();
        QTRY_COMPARE(id("b"), b);
        QTRY_COMPARE(table_->model()->rowCount(), 4);
        QCOMPARE(runs_->chosenIds(), QStringList{next});
    }

    void severalAreMarkedInOneStep() {
        auto& runs = program_->runs;
        auto& stack = program_->experiment.undoStack();
        const auto count = [&](auto what) { return std::ranges::count_if(runs.runs(), what); };
        const RunEditMenu edit(program_->theme, runs, stack);
        edit.turnStar({id("a")});
        clickInTable(id("a"));
        table_->selectAll();
        const int before = stack.index();
        action("star-run").trigger();
        QCOMPARE(count(&RunSummary::starred), 4);  // not all had it
        action("star-run").trigger();
        QCOMPARE(count(&RunSummary::starred), 0);
        stack.undo();
        stack.undo();
        QCOMPARE(stack.index(), before);
        QCOMPARE(count(&RunSummary::starred), 1);
        QMenu colours;
        edit.fillColours(colours, runs_->chosenIds());
        colours.actions().at(7)->trigger();
        QCOMPARE(count([](const RunSummary& run) { return run.colour == 7; }), 4);
        QCOMPARE(stack.index(), before + 1);
        // What all have is asked for; what one has besides stays.
        const auto write = [&](const QStringList& ids, const QString& shown, const QString& words) {
            edit.askTags(table_, ids);
            auto* popover = program_->window->findChild<Popover*>();
            auto* line = popover ? popover->findChild<QLineEdit*>() : nullptr;
            if (!line || line->text() != shown) return false;
            line->setText(words);
            popover->accept();
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            return true;
        };
        const QStringList two{id("a"), id("b")};
        QVERIFY(write({two[0]}, {}, QStringLiteral("base  wide")));
        QVERIFY(write({two[1]}, {}, QStringLiteral("base")));
        QVERIFY(write(two, QStringLiteral("base"), QStringLiteral("kept")));
        QCOMPARE(runs.findRun(two[0])->tags, std::string("wide kept"));
        QCOMPARE(runs.findRun(two[1])->tags, std::string("kept"));
        stack.undo();
        QCOMPARE(runs.findRun(two[0])->tags, std::string("base wide"));
        QCOMPARE(runs.findRun(two[1])->tags, std::string("base"));
        table_->selectAll();
        action("archive-run").trigger();
        QCOMPARE(count(&RunSummary::archived), 4);
        stack.undo();
        QCOMPARE(count(&RunSummary::archived), 0);
    }

    void aTypedNoteIsKeptHoweverItCloses() {
        const QString run = id("a");
        const RunEditMenu edit(program_->theme, program_->runs, program_->experiment.undoStack());
        const auto type = [&](const QString& text) {
            edit.askNote(table_, run);
            QPointer<Popover> popover = program_->window->findChild<Popover*>();
            popover->findChild<QPlainTextEdit*>()->setPlainText(text);
            return popover;
        };
        const auto note = [&] { return program_->runs.findRun(run)->note; };
        const int before = program_->experiment.undoStack().index();
        QPointer<Popover> popover = type(QStringLiteral("two\nlines"));
        const QPoint elsewhere(-20, -20);
        QMouseEvent press(QEvent::MouseButtonPress, elsewhere, popover->mapToGlobal(elsewhere), Qt::LeftButton,
                          Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(popover, &press);
        QTRY_VERIFY(!popover);
        QCOMPARE(note(), std::string("two\nlines"));
        QCOMPARE(program_->experiment.undoStack().index(), before + 1);
        popover = type(QStringLiteral("by Escape"));
        QTest::keyClick(popover->findChild<QPlainTextEdit*>(), Qt::Key_Escape);
        QTRY_VERIFY(!popover);
        QCOMPARE(note(), std::string("by Escape"));
        program_->experiment.undoStack().undo();
        QCOMPARE(note(), std::string("two\nlines"));
        popover = type(QStringLiteral("once"));
        popover->accept();
        QTRY_VERIFY(!popover);
        QCOMPARE(note(), std::string("once"));
        QCOMPARE(program_->experiment.undoStack().index(), before + 2);
    }

    void menusShowTheKeysOfTheWindow() {
        clickInTable(id("a"));
        Q_EMIT table_->customContextMenuRequested(QPoint(5, 5));
        QMenu* const opened = runs_->findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly).back();  // the newest
        QVERIFY(std::ranges::any_of(opened->actions(), [this](const QAction* one) {
            return one->shortcut() == action("rename-run").shortcut();
        }));
        opened->close();
    }

    void oneCommandAsksWhatIsRunAgain() {
        const auto panel = [this] { return program_->window->findChild<RunAgainPanel*>(); };
        clickInTable(id("a"));
        action("again").trigger();
        QPointer<RunAgainPanel> asked = panel();
        QVERIFY(asked && asked->windowTitle().endsWith(QStringLiteral(": a")));
        asked->close();
        QTRY_VERIFY(!asked);
        // From a list it is the run of the list, wherever another one is chosen.
        runs_->select(id("b"));
        clickInDock(id("c"));
        for (QAction* entry : table_->actions())
            if (entry->text() == QStringLiteral("Run again...")) {
                runs_->select(id("b"));
                entry->trigger();
            }
        asked = panel();
        QVERIFY(asked && asked->windowTitle().endsWith(QStringLiteral(": b")));
        QTest::keyClick(asked, Qt::Key_Return);
        QTRY_VERIFY(!asked);
        QCOMPARE(program_->window->shownPage(), QStringLiteral("train"));
    }

    void hiddenRunsAreNotCompared() {
        auto* panel = program_->window->findChild<RunsPanel*>();
        const QStringList all{id("a"), id("b"), id("c")};
        runs_->model().setChecked(all);
        QCOMPARE(panel->checked().size(), 3);
        QSignalSpy reported(panel, &RunsPanel::checkedChanged);
        auto* filter = runs_->findChild<FilterLine*>();
        filter->setText(QStringLiteral("name = a or name = b"));
        QCOMPARE(panel->checked().size(), 2);
        QVERIFY(!reported.isEmpty());
        QCOMPARE(runs_->model().checked().size(), 3);  // they come back
        // Nothing listed is said, and undone by a button; half a comparison changes nothing.
        auto* none = runs_->findChild<EmptyState*>();
        filter->setText(QStringLiteral("name = nobody"));
        QVERIFY(none->isVisible() && !table_->isVisible());
        none->findChild<QPushButton*>()->click();
        QVERIFY(!none->isVisible() && table_->isVisible());
        QCOMPARE(panel->checked().size(), 3);
        filter->setText(QStringLiteral("name = a"));
        filter->setText(QStringLiteral("best_validat"));
        QCOMPARE(table_->model()->rowCount(), 1);
        filter->clear();
    }

    void aSettingWithoutEffectIsNoDifference() {
        DifferenceModel model(program_->theme);
        ExperimentConfig a, b;
        a.dataPath = b.dataPath = "/data/a.csv";
        a.builtin = "sine", b.builtin = "grammar";
        b.hiddenSize = a.hiddenSize + 1;
        model.setColumns({{"A", {a}}, {"B", {b}}});
        QCOMPARE(model.differing(), 1);
        QVERIFY(model.index(0, 1).data(Qt::FontRole).isValid());
        QVERIFY(!model.index(0, 0).data(Qt::FontRole).isValid());
        a.dataPath.clear();
        b.dataPath.clear();
        model.setColumns({{"A", {a}}, {"B", {b}}});
        QVERIFY(model.differing() > 1);
    }
};

QTEST_MAIN(TestRunChoice)
#include "tst_run_choice.moc"
