// SPDX-License-Identifier: GPL-3.0-or-later
// The board as a person uses it: clicks and keys of its table, what the tray says, the filter and the order that are
// found again, and what an empty board leads to.
// Holds ui/pages/compare/board/board_table.cpp, ui/pages/compare/board/board_tray.cpp and
// ui/pages/compare/board/board_delegate.cpp.
#include "common/background_job.h"
#include "common/preferences.h"
#include "common/theme.h"
#include "models/run_board.h"
#include "pages/compare/board/board_delegate.h"
#include "pages/compare/board/board_model.h"
#include "pages/compare/board/board_panel.h"
#include "pages/compare/board/board_table.h"
#include "pages/compare/board/board_tray.h"
#include "pages/page.h"
#include "runs/experiment_model.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "support/fake_workspace.h"
#include "support/made_runs.h"
#include "support/person.h"
#include "widgets/filter_line.h"
#include "widgets/persistent_splitter.h"

#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace gatelab;

namespace {

RunSummary runOf(int number, std::int64_t hidden, std::int64_t seed, double best = 0.5) {
    RunSummary run = test::endedRun(std::string(1, static_cast<char>('a' + number - 1)), hidden, seed, best);
    run.number = number;
    run.created = number;
    return run;
}

/// Newest first: 4 units with three seeds, then eight groups of one.
std::vector<RunSummary> elevenRuns() {
    std::vector<RunSummary> all;
    for (int number = 11; number >= 4; --number) all.push_back(runOf(number, 4 * number, 1, 0.1 * number));
    for (int seed = 3; seed >= 1; --seed) all.push_back(runOf(seed, 4, seed));
    return all;
}

}  // namespace

class TestBoardPanel : public QObject {
    Q_OBJECT
    Theme theme_;
    ExperimentModel experiment_;
    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Preferences> preferences_;
    std::unique_ptr<RunController> runs_;
    std::unique_ptr<QueueController> queue_;
    std::unique_ptr<RunBoard> board_;
    std::unique_ptr<Page> page_;
    BoardPanel* panel_ = nullptr;
    std::shared_ptr<test::FakeWorkspace> workspace_;

    void open(std::vector<RunSummary> all) {
        const std::size_t count = all.size();
        workspace_ = std::make_shared<test::FakeWorkspace>(std::move(all));
        runs_->setWorkspace(workspace_);
        QTRY_COMPARE(board_->runs().size(), count);
    }
    void show() {
        page_ = std::make_unique<Page>();
        page_->setStyleSheet(theme_.styleSheet());
        page_->resize(1200, 700);
        panel_ = new BoardPanel(theme_, experiment_, *runs_, *queue_, *preferences_, *board_, page_.get());
        panel_->resize(page_->size());
        panel_->bar()->setParent(page_.get());
        page_->show();
        page_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(page_.get()));
    }
    [[nodiscard]] QModelIndex line(const char* run) const {
        return panel_->model().index(panel_->model().lineOf(QLatin1String(run)), 0);
    }
    void click(const char* run) const { test::Person::clickCell(panel_->table(), line(run)); }
    void press(const char* run, Qt::Key key) const {
        panel_->table().select(QLatin1String(run));
        panel_->table().setFocus();
        QTest::keyClick(&panel_->table(), key);
    }
    [[nodiscard]] bool isChosen(const char* run) const { return board_->isChosen(*board_->board().find(run)); }

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        preferences_ = std::make_unique<Preferences>(folder_->filePath(QStringLiteral("settings.ini")));
        runs_ = std::make_unique<RunController>();
        queue_ = std::make_unique<QueueController>(*runs_);
        board_ = std::make_unique<RunBoard>(experiment_, *runs_, *preferences_);
        show();
    }
    void cleanup() {
        page_.reset();
        board_.reset();
        queue_.reset();
        runs_.reset();
        preferences_.reset();
        BackgroundJob::waitForAll();
    }

    void columnsStayWhereTheyWereDragged() {
        open(elevenRuns());
        const int test = panel_->model().columnOf(BoardColumn::Kind::Test);
        QHeaderView* heads = panel_->table().horizontalHeader();
        heads->moveSection(heads->visualIndex(test), 1);
        heads->resizeSection(test, 99);
        show();
        heads = panel_->table().horizontalHeader();
        QCOMPARE(heads->visualIndex(test), 1);
        QCOMPARE(heads->sectionSize(test), 99);
        // Another order of the columns behind it changes nothing.
        panel_->model().setExtraColumns({QStringLiteral("created")});
        QCOMPARE(heads->visualIndex(panel_->model().columnOf(BoardColumn::Kind::Test)), 1);
    }

    /// Also where a person made the column narrow.
    void numbersAreNeverCut() {
        std::vector<RunSummary> all = elevenRuns();
        for (RunSummary& run : all) run.scores.edit() = {{"model", "standardised", "mse", 0.00060541}};
        open(std::move(all));
        const int test = panel_->model().columnOf(BoardColumn::Kind::Test);
        const QModelIndex cell = line("k").siblingAtColumn(test);
        const QString text = cell.data().toString();
        QVERIFY2(text.size() > 6, qPrintable(text));
        const int needed = QFontMetrics(theme_.font(13)).horizontalAdvance(text) + 12;
        QVERIFY(panel_->table().columnWidth(test) >= needed);
        panel_->table().horizontalHeader()->resizeSection(test, 30);
        QVERIFY(panel_->table().columnWidth(test) >= needed);
    }

    /// The legend goes first, then the ends of the names.
    void chipsKeepTheirNumbers() {
        open(elevenRuns());
        board_->clear();
        for (const char* run : {"d", "e", "f", "g", "h", "i"}) click(run);
        auto* tray = panel_->findChild<BoardTray*>();
        const auto parts = tray->findChildren<QWidget*>();
        const auto legend = std::ranges::find_if(
            parts, [](const QWidget* part) { return part->accessibleName().startsWith(QStringLiteral("A dot is")); });
        QVERIFY(legend != parts.end());
        // Markers that are given as rows are chosen make the chips anew.
        const auto cutChips = [&] {
            QStringList cut;
            std::size_t seen = 0;
            for (const auto* chip : tray->findChildren<QAbstractButton*>()) {
                if (!chip->isVisible() || !chip->accessibleName().startsWith(QLatin1Char('#'))) continue;
                const QFontMetrics metrics(theme_.font(13));
                const QString number = chip->accessibleName().section(QLatin1Char(' '), 0, 0);
                const int around = chip->sizeHint().width() -
                                   metrics.horizontalAdvance(chip->accessibleName().section(QLatin1Char(','), 0, 0));
                const int least = metrics.horizontalAdvance(number) + around;
                if (chip->width() < least)
                    cut << QStringLiteral("%1: %2 of %3").arg(number).arg(chip->width()).arg(least);
                ++seen;
            }
            return seen == 6 ? cut : QStringList(QStringLiteral("%1 chips").arg(seen));
        };
        for (const int width : {1600, 900, 760}) {
            panel_->resize(width, 700);
            QTRY_VERIFY(tray->width() > width - 80 && tray->width() <= width);
            QTRY_COMPARE(cutChips(), QStringList());
            QCOMPARE((*legend)->isVisible(), width == 1600);
        }
    }

    void aClickChoosesAndTheSeventhAsks() {
        open(elevenRuns());
        board_->clear();
        test::Person person(*page_);
        for (const char* run : {"d", "e", "f", "g", "h", "i"}) click(run);
        QCOMPARE(board_->chosen().size(), std::size_t{6});
        QVERIFY(person.reads(QStringLiteral("6 of 6")));
        click("j");
        QVERIFY(!isChosen("j"));
        QVERIFY(person.click(QStringLiteral("Six at most. Replace #4?")));
        QVERIFY(isChosen("j") && !isChosen("d"));
        QVERIFY(!person.has(QStringLiteral("Six at most. Replace #5?")));
        click("e");
        QVERIFY(!isChosen("e"));
        QVERIFY(person.click(QStringLiteral("Clear")));
        QVERIFY(board_->chosen().empty());
    }

    void keysOfALine() {
        open(elevenRuns());
        press("d", Qt::Key_B);
        QCOMPARE(board_->base()->key, std::string("d"));
        press("e", Qt::Key_V);
        QCOMPARE(board_->challenger()->key, std::string("e"));
        const bool was = isChosen("f");
        press("f", Qt::Key_Space);
        QCOMPARE(isChosen("f"), !was);
        const int before = panel_->model().rowCount();
        press("a", Qt::Key_Right);
        QCOMPARE(panel_->model().rowCount(), before + 3);
        QTest::keyClick(&panel_->table(), Qt::Key_Left);
        QCOMPARE(panel_->model().rowCount(), before);
        QVERIFY(!panel_->ownColumn());
        press("d", Qt::Key_Return);
        QVERIFY(panel_->ownColumn());
        QCOMPARE(panel_->runId(), QStringLiteral("d"));
        QTest::keyClick(&panel_->table(), Qt::Key_Escape);
        QVERIFY(!panel_->ownColumn());
    }

    /// Its clicks cancel each other: what is chosen stays.
    void aDoubleClickOpensTheDrawer() {
        open(elevenRuns());
        const bool was = isChosen("d");
        BoardTable& table = panel_->table();
        table.scrollTo(line("d"));
        const QPoint at = table.visualRect(line("d")).center();
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, at);
        QMouseEvent again(QEvent::MouseButtonDblClick, at, table.viewport()->mapToGlobal(at), Qt::LeftButton,
                          Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(table.viewport(), &again);
        QTest::mouseRelease(table.viewport(), Qt::LeftButton, {}, at);
        QVERIFY(panel_->ownColumn());
        QCOMPARE(panel_->runId(), QStringLiteral("d"));
        QCOMPARE(isChosen("d"), was);
    }

    /// What the pointer can do the keyboard can, and each place says what it is.
    void everyActHasAKey() {
        open(elevenRuns());
        BoardModel& model = panel_->model();
        press("e", Qt::Key_Space);
        QVERIFY(isChosen("e"));
        const int closed = model.rowCount();
        press("a", Qt::Key_Right);
        QCOMPARE(model.rowCount(), closed + 3);
        press("a", Qt::Key_Left);
        QCOMPARE(model.rowCount(), closed);
        press("e", Qt::Key_B);
        QCOMPARE(board_->base()->key, std::string("e"));
        press("e", Qt::Key_Return);
        QVERIFY(panel_->ownColumn());
        press("f", Qt::Key_Down);
        press("f", Qt::Key_Escape);
        QVERIFY(!panel_->ownColumn());
        // A part of the axis, and all of it.
        const double span = model.axis().high / model.axis().low;
        press("e", Qt::Key_Plus);
        QVERIFY(model.isZoomed() && model.axis().high / model.axis().low < span);
        const double place = model.axis().place(board_->board().find("e")->score);
        QVERIFY(place >= 0 && place <= 1);
        press("e", Qt::Key_Minus);
        QVERIFY(!model.isZoomed());
        press("e", Qt::Key_Plus);
        press("e", Qt::Key_0);
        QVERIFY(!model.isZoomed());
        // Chips.
        const auto chip = [this] {
            QAbstractButton* found = nullptr;
            for (auto* one : panel_->findChild<BoardTray*>()->findChildren<QAbstractButton*>())
                if (one->accessibleName().startsWith(QStringLiteral("#5"))) found = one;  // the newest
            return found;
        };
        QVERIFY(chip() && chip()->focusPolicy() == Qt::StrongFocus);
        const std::vector<std::string> before = board_->selection().chosen();
        chip()->setFocus();
        QTest::keyClick(chip(), Qt::Key_Left, Qt::ControlModifier);
        QVERIFY(board_->selection().chosen() != before);
        // The focus stays on it: Del would archive a run of the table.
        QVERIFY(QApplication::focusWidget() &&
                QApplication::focusWidget()->accessibleName().startsWith(QStringLiteral("#5")));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Delete);
        QVERIFY(board_->board().find("e"));
        QVERIFY(!isChosen("e"));
    }

    void headsHaveKeys() {
        open(elevenRuns());
        BoardModel& model = panel_->model();
        QHeaderView* heads = panel_->table().horizontalHeader();
        QVERIFY(heads->focusPolicy() == Qt::TabFocus && !heads->accessibleName().isEmpty());
        heads->setFocus(Qt::TabFocusReason);
        QCOMPARE(heads->accessibleDescription(), QStringLiteral("Run"));
        QTest::keyClick(heads, Qt::Key_Right);
        QCOMPARE(heads->accessibleDescription(), QStringLiteral("Units"));
        QTest::keyClick(heads, Qt::Key_Space);
        QCOMPARE(model.sortColumn(), 1);
        QCOMPARE(model.sortOrder(), Qt::AscendingOrder);
        QTest::keyClick(heads, Qt::Key_Return);
        QCOMPARE(model.sortOrder(), Qt::DescendingOrder);
        const int wide = heads->sectionSize(1);
        QTest::keyClick(heads, Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(heads->sectionSize(1) > wide);
        QTest::keyClick(heads, Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(heads->visualIndex(1), 2);
    }

    /// A new best is said, and not put in the place of another.
    void aNewBestIsSaid() {
        std::vector<RunSummary> all = elevenRuns();
        open(all);
        const std::vector<std::string> before = board_->selection().chosen();
        all.insert(all.begin(), runOf(12, 100, 1, 0.3));
        all.insert(all.begin(), runOf(13, 104, 1, 0.01));
        workspace_->set(all);
        runs_->refreshRuns();
        QTRY_COMPARE(board_->runs().size(), all.size());
        for (const std::string& key : before) QVERIFY(board_->selection().isChosen(key));
        if (board_->isChosen(*board_->board().find("m"))) {  // there was room for it
            all.insert(all.begin(), runOf(14, 108, 1, 0.005));
            all.insert(all.begin(), runOf(15, 112, 1, 0.004));
            workspace_->set(all);
            runs_->refreshRuns();
            QTRY_COMPARE(board_->runs().size(), all.size());
        }
        const QString best = board_->shortNameOf(board_->board().rows[static_cast<std::size_t>(board_->board().best)]);
        QVERIFY(test::Person(*page_).click(QStringLiteral("%1 is the best now. Choose it").arg(best)));
        QVERIFY(board_->isChosen(board_->board().rows[static_cast<std::size_t>(board_->board().best)]));
        QVERIFY(board_->selection().isByHand());
    }

    void theNextLineIsChosenAfterADeletedOne() {
        open(elevenRuns());
        click("e");
        QCOMPARE(panel_->runId(), QStringLiteral("e"));
        const int place = panel_->table().currentIndex().row();
        runs_->remove({QStringLiteral("e")});
        QTRY_COMPARE(board_->runs().size(), std::size_t{10});
        QVERIFY(!panel_->runId().isEmpty());
        QCOMPARE(panel_->table().currentIndex().row(), place);
    }

    void whatIsTypedIsKeptWhateverItMeans() {
        open(elevenRuns());
        const QString wrong = QStringLiteral("hidden_size < 20 and nonsense < 1");
        auto* filter = page_->findChild<FilterLine*>();
        filter->setText(QStringLiteral("hidden_size < 20"));
        QCOMPARE(panel_->model().listedGroups(), 2);
        filter->setText(wrong);
        QVERIFY(test::Person(*page_).reads(QStringLiteral("nonsense")));
        show();
        QCOMPARE(page_->findChild<FilterLine*>()->text(), wrong);
        QCOMPARE(panel_->model().listedGroups(), 9);  // nothing of it was ever whole here
    }

    void hiddenChoicesAreSaid() {
        open(elevenRuns());
        test::Person person(*page_);
        auto* filter = page_->findChild<FilterLine*>();
        filter->setText(QStringLiteral("hidden_size = 20"));
        QVERIFY(panel_->model().hiddenChosen() > 0);
        QVERIFY(person.click(QStringLiteral("%1 chosen filtered out. Show").arg(panel_->model().hiddenChosen())));
        QVERIFY(filter->text().isEmpty());
        QCOMPARE(panel_->model().hiddenChosen(), 0);
    }

    void aFilterWithoutAMatchSaysSo() {
        open(elevenRuns());
        show();
        auto* filter = page_->findChild<FilterLine*>();
        const auto says = [&] {
            return std::ranges::any_of(page_->findChildren<QLabel*>(), [](const QLabel* label) {
                return label->isVisible() && label->text().startsWith(QLatin1String("No run matches"));
            });
        };
        filter->setText(QStringLiteral("hidden_size = 9999"));
        QVERIFY(says());
        QTest::keyClick(filter, Qt::Key_Escape);
        QVERIFY(filter->text().isEmpty());
        QVERIFY(!says());
        QTest::keyClick(filter, Qt::Key_Down);
        QCOMPARE(page_->focusWidget(), &panel_->table());
        QCOMPARE(panel_->table().currentIndex().row(), 0);
    }

    void theOrderIsFoundAgain() {
        open(elevenRuns());
        const auto sizeColumn = [this] {
            const auto& columns = panel_->model().columns();
            return static_cast<int>(std::ranges::find(columns, QStringLiteral("hidden_size"), &BoardColumn::key) -
                                    columns.begin());
        };
        QHeaderView* heads = panel_->table().horizontalHeader();
        QTest::mouseClick(heads->viewport(), Qt::LeftButton, {},
                          {heads->sectionViewportPosition(sizeColumn()) + 20, heads->height() / 2});
        QCOMPARE(panel_->model().sortColumn(), sizeColumn());
        const QString first = panel_->model().runAt(0);
        // At first there is no such column.
        runs_->setWorkspace(std::make_shared<test::FakeWorkspace>(std::vector<RunSummary>{}));
        QTRY_VERIFY(board_->runs().empty());
        show();
        open(elevenRuns());
        QCOMPARE(panel_->model().sortColumn(), sizeColumn());
        QCOMPARE(panel_->table().horizontalHeader()->sortIndicatorSection(), sizeColumn());
        QCOMPARE(panel_->model().runAt(0), first);
    }

    void anEmptyBoardLeadsOn() {
        QSignalSpy asked(page_.get(), &Page::commandAsked);
        QVERIFY(test::Person(*page_).click(QStringLiteral("Train")));
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.front().front().value<Command>(), Command(QStringLiteral("train")));
    }

    void itFitsItsRowsBeforeItIsSeen() {
        auto* other = new QWidget;
        QStackedWidget pages;
        pages.addWidget(other);
        auto* board = new BoardPanel(theme_, experiment_, *runs_, *queue_, *preferences_, *board_);
        pages.addWidget(board);
        pages.resize(1200, 700);
        pages.show();
        open(elevenRuns());
        pages.setCurrentWidget(board);
        const BoardTable& table = board->table();
        QTRY_VERIFY2(table.viewport()->height() >= 9 * table.rowHeight(0),
                     qPrintable(QStringLiteral("%1 of %2").arg(table.viewport()->height()).arg(table.rowHeight(0))));
    }

    void aDoubleClickOnTheGripGivesTheRowsBack() {
        open(elevenRuns());
        auto* parts = panel_->findChild<PersistentSplitter*>();
        const QList<int> fitted = parts->sizes();
        QWidget* grip = parts->handle(1);
        const QPoint middle = grip->rect().center();
        QTest::mousePress(grip, Qt::LeftButton, {}, middle);
        QMouseEvent move(QEvent::MouseMove, middle - QPoint(0, 100), grip->mapToGlobal(middle - QPoint(0, 100)),
                         Qt::LeftButton, Qt::LeftButton, {});
        QApplication::sendEvent(grip, &move);
        QTest::mouseRelease(grip, Qt::LeftButton, {}, middle);
        QVERIFY(parts->sizes() != fitted);
        QTest::mouseDClick(grip, Qt::LeftButton, {}, middle);
        QTest::mouseRelease(grip, Qt::LeftButton, {}, middle);
        QCOMPARE(parts->sizes(), fitted);
    }

    /// Also where the mean lies inside, and of a baseline.
    void whatLiesOutsideIsAnArrow() {
        std::vector<RunSummary> all = elevenRuns();
        open(all);
        const auto* delegate = qobject_cast<BoardDelegate*>(panel_->table().itemDelegate());
        const int group = panel_->model().lineOf(QStringLiteral("a"));
        QVERIFY(delegate->beyond(group, false).isEmpty());
        all.back().bestValidation = 0.52;  // seed 1 of the group
        workspace_->set(all);
        runs_->refreshRuns();
        QTRY_VERIFY(panel_->model().rowAt(panel_->model().lineOf(QStringLiteral("a")))->score > 0.5);
        const int line = panel_->model().lineOf(QStringLiteral("a"));
        panel_->model().zoom(0.45, 0.51);
        QVERIFY(panel_->model().axis().place(panel_->model().rowAt(line)->score) < 1);
        QCOMPARE(delegate->beyond(line, false), QStringLiteral("0.520 ▸"));
        QVERIFY(delegate->beyond(line, true).isEmpty());
        // No dot lies below it.
        const QRect axis(0, 0, 400, 26), box = delegate->beyondIn(axis, line, false);
        const double dot = panel_->model().axis().place(0.5) * 400;
        QVERIFY2(dot + 3 < box.left() || dot - 3 > box.right(), qPrintable(QString::number(box.left())));
        panel_->model().zoom(0.6, 0.7);
        QCOMPARE(delegate->beyond(line, true), QStringLiteral("◂ 0.500 (3)"));
    }

    void wordsOfARunStandBesideItsDots() {
        open(elevenRuns());
        const auto* delegate = qobject_cast<BoardDelegate*>(panel_->table().itemDelegate());
        const int line = panel_->model().lineOf(QStringLiteral("a"));
        const QRect axis(0, 0, 400, 26);
        panel_->model().zoom(0.1, 5);
        const int dot = qRound(panel_->model().axis().place(0.5) * 400);
        QCOMPARE(delegate->wordsIn(axis, line, 100).right(), axis.right() - 1);
        panel_->model().zoom(0.1, 0.52);  // the dots lie near the end
        const QRect words = delegate->wordsIn(axis, line, 100);
        const int near = qRound(panel_->model().axis().place(0.5) * 400);
        QVERIFY2(near > dot && words.right() < near - 3, qPrintable(QString::number(words.right())));
        QCOMPARE(words.width(), 100);
    }

    void theCurrentLineIsNoChosenOne() {
        open(elevenRuns());
        board_->clear();
        panel_->table().select(QStringLiteral("d"));
        QVERIFY(panel_->table().selectionModel()->selectedIndexes().isEmpty());
        const auto inkAt = [this] {
            const QRect row = panel_->table().visualRect(line("d").siblingAtColumn(1));
            return panel_->table()
                .viewport()
                ->grab(QRect(row.topLeft() + QPoint(2, 3), QSize(1, 1)))
                .toImage()
                .pixelColor(0, 0);
        };
        QTRY_COMPARE(inkAt(), theme_.palette().surface);
        click("d");
        panel_->model().setHeld(false);
        QTRY_COMPARE(inkAt(), theme_.palette().selection);
    }

    void aSmallWindowShowsFiveRuns() {
        open(elevenRuns());
        panel_->setCompact(true);
        panel_->resize(990, 560);  // of a window of 1280 x 720
        const BoardTable& table = panel_->table();
        QTRY_VERIFY2(table.viewport()->height() >= 5 * table.rowHeight(0),
                     qPrintable(QStringLiteral("%1 of %2").arg(table.viewport()->height()).arg(table.rowHeight(0))));
    }
};

QTEST_MAIN(TestBoardPanel)
#include "tst_board_panel.moc"
