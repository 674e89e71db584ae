// SPDX-License-Identifier: GPL-3.0-or-later
// Commands on a run follow what is chosen on the page in front, else the run that is shown.
// Holds ui/pages/compare/compare_page.cpp and ui/pages/run_edit_menu.cpp.
#include "common/background_job.h"
#include "common/run_words.h"
#include "pages/compare/board/board_model.h"
#include "pages/compare/board/board_panel.h"
#include "pages/compare/board/board_table.h"
#include "pages/compare/compare_page.h"
#include "pages/run_again_panel.h"
#include "pages/run_edit_menu.h"
#include "support/whole_program.h"
#include "widgets/popover.h"
#include "window/window_actions.h"

#include <QApplication>
#include <QDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QTreeWidget>
#include <algorithm>

using namespace gatelab;

namespace {

std::string endedRun(Workspace& workspace, const std::string& name, std::int64_t hidden, std::int64_t seed = 1) {
    ExperimentConfig config;
    config.name = name;
    config.hiddenSize = hidden;
    config.seed = seed;
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
    BoardPanel* panel_ = nullptr;
    BoardTable* table_ = nullptr;

    QString id(const char* name) const {
        for (const RunSummary& run : program_->runs.runs())
            if (run.name == name) return QString::fromStdString(run.id);
        return {};
    }
    QAction& action(const char* key) const { return *program_->window->actions()[key]; }
    /// Baselines have lines of their own.
    [[nodiscard]] int runsListed() const {
        int count = 0;
        for (int line = 0; line < panel_->model().rowCount(); ++line) count += !panel_->model().runAt(line).isEmpty();
        return count;
    }
    void clickInTable(const QString& run) const {
        const QModelIndex index = panel_->model().index(panel_->model().lineOf(run), 0);
        table_->scrollTo(index);
        QTest::mouseClick(table_->viewport(), Qt::LeftButton, {}, table_->visualRect(index).center());
    }
    /// From outside of the board, as the palette or a message does.
    void chooseOnCompare(const QString& run) const {
        program_->window->showPlace({QStringLiteral("compare"), {}, run});
    }

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        workspace_ = *Workspace::open((folder_->path() + QStringLiteral("/runs")).toStdString());
        std::int64_t hidden = 4;
        for (const char* name : {"a", "b", "c", "d"}) endedRun(*workspace_, name, hidden *= 2);
        program_ = std::make_unique<test::WholeProgram>(folder_->path());
        QVERIFY(QTest::qWaitForWindowActive(program_->window.get()));
        QTRY_COMPARE(program_->runs.runs().size(), std::size_t{4});
        program_->window->showPage(QStringLiteral("compare"));
        panel_ = program_->window->findChild<BoardPanel*>();
        table_ = &panel_->table();
        QTRY_COMPARE(runsListed(), 4);
    }
    void cleanup() {
        program_.reset();
        BackgroundJob::waitForAll();
    }

    /// With a baseline chosen no run is meant, also where another one is shown: F2 there named that one.
    void aBaselineIsNoRun() {
        program_->runs.open(id("b"));
        table_->selectRun(id("a"));
        QVERIFY(action("rename-run").isEnabled());
        const auto baseline = [this] {  // computed beside runs without a score
            for (int line = 0; line < panel_->model().rowCount(); ++line)
                if (panel_->model().runAt(line).isEmpty()) return line;
            return -1;
        };
        QTRY_VERIFY_WITH_TIMEOUT(baseline() >= 0, 60000);
        table_->setCurrentIndex(panel_->model().index(baseline(), 0));
        QTRY_VERIFY(!action("rename-run").isEnabled());
        QVERIFY(!action("delete-run").isEnabled());
    }

    void commandsFollowTheSelectionNotTheFocus() {
        const QStringList keys{"delete-run", "again", "use-settings", "star-run"};
        const auto offered = [&] {
            return std::ranges::count_if(
                keys, [&](const QString& key) { return action(key.toLatin1().constData()).isEnabled(); });
        };
        table_->setFocus();
        table_->setCurrentIndex({});
        QCOMPARE(offered(), qsizetype{0});
        QVERIFY(action("delete-run").toolTip().contains(QStringLiteral("Choose a run")));
        table_->selectRun(id("b"));
        QCOMPARE(offered(), keys.size());
        table_->setCurrentIndex({});
        QCOMPARE(offered(), qsizetype{0});
    }

    /// Where a page chooses no run, commands mean the shown one.
    void withoutAChoiceTheShownRunIsMeant() {
        const QString a = id("a");
        program_->window->showPage(QStringLiteral("model"));
        QVERIFY(!action("delete-run").isEnabled());
        program_->runs.open(a);
        QTRY_VERIFY(action("delete-run").isEnabled());
        action("star-run").trigger();
        QTRY_VERIFY(program_->runs.findRun(a)->starred);
        action("rename-run").trigger();
        auto* popover = program_->window->findChild<Popover*>();
        QVERIFY(popover && popover->findChild<QLineEdit*>());
        popover->findChild<QLineEdit*>()->setText(QStringLiteral("renamed"));
        popover->accept();
        QTRY_COMPARE(program_->runs.findRun(a)->name, std::string("renamed"));
    }

    /// Run > Open run: a list by number and name.
    void aRunIsOpenedFromTheMenu() {
        const QString b = id("b"), name = shownRunName(*program_->runs.findRun(b));
        const auto open = [&](const QString& typed) {
            QString first;
            QTimer::singleShot(0, program_->window.get(), [&] {
                auto* list = qobject_cast<QDialog*>(QApplication::activeModalWidget());
                if (!list) return;
                list->findChild<QLineEdit*>()->setText(typed);
                first = list->findChild<QTreeWidget*>()->topLevelItem(0)->text(0);
                QTest::keyClick(list->findChild<QLineEdit*>(), Qt::Key_Return);
            });
            action("choose-run").trigger();
            return first;
        };
        QCOMPARE(open(name.section(QLatin1Char(' '), 0, 0)), name);
        QTRY_VERIFY(program_->runs.current() && program_->runs.current()->id == b);
        QCOMPARE(program_->window->shownPage(), QStringLiteral("train"));
        program_->window->showPage(QStringLiteral("learn"));
        const QString c = id("c");
        (void)open(QStringLiteral("c"));
        QTRY_COMPARE(program_->window->page(QStringLiteral("learn"))->chosenRun(), c);
        QCOMPARE(program_->window->shownPage(), QStringLiteral("learn"));
    }

    void theLastChoiceCounts() {
        const QString b = id("b"), c = id("c");
        clickInTable(b);
        chooseOnCompare(c);
        QCOMPARE(table_->currentRun(), c);
        action("delete-run").trigger();
        QVERIFY(id("c").isEmpty() && !id("b").isEmpty());
        program_->experiment.undoStack().undo();
        QTRY_COMPARE(id("c"), c);
        clickInTable(b);
        clickInTable(b);  // chosen anew, though it was the current row all the time
        action("delete-run").trigger();
        QVERIFY(id("b").isEmpty() && !id("c").isEmpty());
        QVERIFY(!table_->currentRun().isEmpty());  // the next one: Del again takes that
    }

    void oneRunIsChosenEverywhere() {
        auto* page = program_->window->findChild<ComparePage*>();
        auto& runs = program_->runs;
        const QString a = id("a"), b = id("b"), c = id("c"), d = id("d");
        clickInTable(b);
        for (const char* view : {"details", "board", "forecasts"}) {
            program_->window->showPlace({QStringLiteral("compare"), QString::fromLatin1(view)});
            QCOMPARE(page->chosenRun(), b);
        }
        // What is chosen from outside, the page shows; and the other views after it.
        chooseOnCompare(c);
        QCOMPARE(page->chosenRun(), c);
        program_->window->showPlace({QStringLiteral("compare"), QStringLiteral("map")});
        QCOMPARE(page->chosenRun(), c);
        chooseOnCompare(d);
        QCOMPARE(page->chosenRun(), d);
        program_->window->showPlace({QStringLiteral("compare"), QStringLiteral("board")});
        QCOMPARE(table_->currentRun(), d);
        // What the table has chosen stays while another run is opened.
        clickInTable(b);
        runs.open(a);
        QTRY_VERIFY(runs.current() && runs.current()->id == a);
        QCOMPARE(page->chosenRun(), b);
        // The Learn page tells which run it has opened.
        program_->window->showPlace({QStringLiteral("learn"), QStringLiteral("microscope"), c});
        QCOMPARE(program_->window->page(QStringLiteral("learn"))->chosenRun(), c);
        program_->window->showPlace({QStringLiteral("learn"), {}, d});
        QCOMPARE(program_->window->page(QStringLiteral("learn"))->chosenRun(), d);
    }

    void aViewWithoutRunsKeepsTheChoice() {
        auto* page = program_->window->findChild<ComparePage*>();
        const QString a = id("a"), b = id("b"), c = id("c");
        const auto show = [this](const char* view) {
            program_->window->showPlace({QStringLiteral("compare"), QString::fromLatin1(view)});
        };
        clickInTable(b);
        show("lab");
        show("forecasts");
        QCOMPARE(page->chosenRun(), b);
        show("lab");
        chooseOnCompare(c);
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
    }

    void aRunThatBeginsLeavesTheChoice() {
        const QString a = id("a"), b = id("b");
        clickInTable(a);
        program_->runs.open(b);  // as a queue shows what it begins
        QTRY_VERIFY(program_->runs.current() && program_->runs.current()->id == b);
        QCOMPARE(program_->window->findChild<ComparePage*>()->chosenRun(), a);
    }

    void aNewRunLeavesTheChoice() {
        const QString b = id("b");
        clickInTable(b);
        endedRun(*workspace_, "e", 128);
        program_->runs.refreshRuns();
        QTRY_COMPARE(runsListed(), 5);
        QCOMPARE(table_->currentRun(), b);
        QVERIFY(action("delete-run").isEnabled());
    }

    /// A line of the board stands for all seeds of its group; what is chosen elsewhere is one run.
    void aGroupGoesAndComesBackInOneStep() {
        for (const std::int64_t seed : {2, 3}) endedRun(*workspace_, "seed", 8, seed);
        program_->runs.refreshRuns();
        QTRY_COMPARE(program_->runs.runs().size(), std::size_t{6});
        const QString a = id("a");
        chooseOnCompare(a);
        QCOMPARE(table_->currentRun(), a);
        QCOMPARE(panel_->chosenRuns(), QStringList{a});
        program_->window->showPlace({QStringLiteral("compare"), QStringLiteral("forecasts")});
        program_->window->showPlace({QStringLiteral("compare"), QStringLiteral("board")});
        QCOMPARE(panel_->chosenRuns(), QStringList{a});
        clickInTable(a);
        QCOMPARE(panel_->chosenRuns().size(), qsizetype{3});
        action("delete-run").trigger();
        QCOMPARE(program_->runs.runs().size(), std::size_t{3});
        program_->experiment.undoStack().undo();
        QTRY_COMPARE(program_->runs.runs().size(), std::size_t{6});
        QCOMPARE(panel_->model().listedGroups(), 4);
    }

    void whatIsChosenAfterADeletionStaysChosen() {
        const QString b = id("b");
        clickInTable(b);
        action("delete-run").trigger();
        const QString next = table_->currentRun();
        QVERIFY(!next.isEmpty() && next != b);
        clickInTable(next);  // it was the current row already
        program_->experiment.undoStack().undo();
        QTRY_COMPARE(id("b"), b);
        QTRY_COMPARE(runsListed(), 4);
        QCOMPARE(panel_->chosenRuns(), QStringList{next});
    }

    void severalAreMarkedInOneStep() {
        auto& runs = program_->runs;
        auto& stack = program_->experiment.undoStack();
        const auto count = [&](auto what) { return std::ranges::count_if(runs.runs(), what); };
        const RunEditMenu edit(program_->theme, runs, stack);
        edit.turnStar({id("a")});
        const int before = stack.index();
        const QStringList four{id("a"), id("b"), id("c"), id("d")};
        edit.turnStar(four);
        QCOMPARE(count(&RunSummary::starred), 4);  // not all had it
        edit.turnStar(four);
        QCOMPARE(count(&RunSummary::starred), 0);
        stack.undo();
        stack.undo();
        QCOMPARE(stack.index(), before);
        QCOMPARE(count(&RunSummary::starred), 1);
        QMenu colours;
        edit.fillColours(colours, four);
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
        edit.turnArchive(four);
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
        QMenu* const opened = panel_->findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly).back();  // the newest
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
        QVERIFY(asked && asked->windowTitle().endsWith(QStringLiteral(" a")));
        asked->close();
        QTRY_VERIFY(!asked);
        // From a list it is the run of the list, wherever another one is chosen.
        table_->selectRun(id("b"));
        chooseOnCompare(id("c"));
        for (QAction* entry : table_->actions())
            if (entry->text() == QStringLiteral("Run again...")) {
                table_->selectRun(id("b"));
                entry->trigger();
            }
        asked = panel();
        QVERIFY(asked && asked->windowTitle().endsWith(QStringLiteral(" b")));
        QTest::keyClick(asked, Qt::Key_Return);
        QTRY_VERIFY(!asked);
        QCOMPARE(program_->window->shownPage(), QStringLiteral("train"));
    }
};

QTEST_MAIN(TestRunChoice)
#include "tst_run_choice.moc"
