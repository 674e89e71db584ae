// SPDX-License-Identifier: GPL-3.0-or-later
// The Map of the board: what is chosen and what is trained by mouse and by keys.
// Holds ui/pages/compare/board/board_map.cpp, ui/pages/compare/board/board_map_grid.cpp,
// ui/pages/compare/board/board_map_legend.cpp.
#include "common/preferences.h"
#include "common/texts.h"
#include "pages/compare/board/board_map.h"
#include "pages/compare/board/board_map_grid.h"
#include "pages/compare/board/board_map_legend.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "support/fake_workspace.h"
#include "support/made_runs.h"
#include "support/person.h"
#include "widgets/popover.h"

#include <QCheckBox>
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <vector>

using namespace gatelab;
using test::endedRun;

namespace {

/// 8, 16 and 32 units at rates of 0.01, 0.03 and 0.1, two seeds each; 8 and 16 at 0.1 have not run. Newest first.
std::vector<RunSummary> sevenGroups() {
    std::vector<RunSummary> runs;
    for (const std::int64_t units : {8, 16, 32})
        for (const double rate : {0.01, 0.03, 0.1})
            for (std::int64_t seed = 1; seed <= 2; ++seed) {
                if (units < 32 && rate > 0.05) continue;
                const int number = static_cast<int>(runs.size()) + 1;
                runs.push_back(endedRun("run-" + std::to_string(100 + number), units, seed,
                                        0.5 / static_cast<double>(units) + rate + 0.01 * static_cast<double>(seed)));
                runs.back().config.edit().learningRate = rate;
                runs.back().number = number;
                runs.back().created = number;
            }
    std::ranges::reverse(runs);
    return runs;
}

constexpr QPoint kHatch{2, 0}, kOtherHatch{2, 1}, kBase{0, 0};

}  // namespace

class TestBoardMapView : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    Theme theme_;
    std::shared_ptr<test::FakeWorkspace> workspace_;
    std::unique_ptr<RunController> runs_;
    std::unique_ptr<ExperimentModel> experiment_;
    std::unique_ptr<Preferences> preferences_;
    std::unique_ptr<RunBoard> board_;
    std::unique_ptr<BoardMapView> view_;
    std::vector<std::vector<ExperimentConfig>> trained_;

    void open(const std::vector<RunSummary>& runs, std::size_t rows) {
        workspace_ = std::make_shared<test::FakeWorkspace>(runs);
        runs_->setWorkspace(workspace_);
        QTRY_COMPARE(board_->board().rows.size(), rows);
        view_->resize(1000, 420);
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
        view_->setAxes("learning_rate", "hidden_size");
    }
    BoardMapGrid& grid() { return view_->grid(); }
    void click(QPoint place, Qt::KeyboardModifiers modifiers = {}) {
        QTest::mouseClick(&grid(), Qt::LeftButton, modifiers, grid().cellRect(place).center());
    }
    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {}) {
        const QPoint end = grid().cellRect(to).center();
        QTest::mousePress(&grid(), Qt::LeftButton, modifiers, grid().cellRect(from).center());
        QMouseEvent move(QEvent::MouseMove, end, grid().mapToGlobal(end), Qt::NoButton, Qt::LeftButton, modifiers);
        QCoreApplication::sendEvent(&grid(), &move);
        QTest::mouseRelease(&grid(), Qt::LeftButton, modifiers, end);
    }
    const BoardRow& rowAt(QPoint place) {
        const BoardMap& map = grid().map();
        const int row = map.at(static_cast<std::size_t>(place.x()), static_cast<std::size_t>(place.y())).row;
        return board_->board().rows[static_cast<std::size_t>(row)];
    }

private Q_SLOTS:
    void init() {
        runs_ = std::make_unique<RunController>();
        experiment_ = std::make_unique<ExperimentModel>();
        preferences_ =
            std::make_unique<Preferences>(folder_.filePath(QStringLiteral("%1.ini").arg(QTest::currentTestFunction())));
        board_ = std::make_unique<RunBoard>(*experiment_, *runs_, *preferences_);
        view_ = std::make_unique<BoardMapView>(theme_, *board_);
        trained_.clear();
        connect(view_.get(), &BoardMapView::trainRequested, this,
                [this](const std::vector<ExperimentConfig>& runs) { trained_.push_back(runs); });
    }
    void cleanup() {
        view_.reset();
        board_.reset();
        preferences_.reset();
        experiment_.reset();
        runs_.reset();
    }

    void aBaseWithMoreCellsIsOffered() {
        std::vector<RunSummary> runs = sevenGroups();
        runs.push_back(endedRun("run-001", 8, 1, 0.9));
        runs.back().config.edit().epochs += 1;
        open(runs, 8);
        const auto button = [this] {
            const auto all = view_->findChildren<QPushButton*>();
            const auto found = std::ranges::find_if(all, [](const QPushButton* each) {
                return each->isVisible() && each->text().startsWith(QLatin1String("Make #"));
            });
            return found == all.end() ? nullptr : *found;
        };
        if (board_->base()->key != "run-001") board_->setBase("run-001");
        QTRY_VERIFY(button());
        QCOMPARE(grid().map().cells.size(), std::size_t{1});
        QTest::mouseClick(button(), Qt::LeftButton);
        QTRY_VERIFY(!button());
        QVERIFY(grid().map().cells.size() > 6);
    }

    void withoutRunsThereIsNoMap() {
        view_->resize(900, 400);
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
        QVERIFY(!grid().map().x);
        QTest::mouseClick(&grid(), Qt::LeftButton, {}, grid().rect().center());
        QTest::keyClick(&grid(), Qt::Key_Return);
        QVERIFY(trained_.empty());
    }

    void aClickOnACellChoosesItsGroup() {
        open(sevenGroups(), 7);
        QCOMPARE(grid().map().columns(), std::size_t{3});
        QCOMPARE(grid().map().rows(), std::size_t{3});
        const QPoint place(1, 1);
        const bool wasChosen = board_->isChosen(rowAt(place));
        click(place);
        QCOMPARE(board_->isChosen(rowAt(place)), !wasChosen);
        click(place);
        QCOMPARE(board_->isChosen(rowAt(place)), wasChosen);
        QVERIFY(trained_.empty());
        const QString tip = grid().describe(place);
        QVERIFY2(tip.startsWith('#') && tip.contains("rate 0.03") && tip.contains(board_->scoreName()),
                 qPrintable(tip));
    }

    void aSeventhIsRefused() {
        open(sevenGroups(), 7);
        for (const BoardRow& row : board_->board().rows)
            if (!board_->isChosen(row) && board_->chosen().size() < 6) board_->turn(row.key);
        QCOMPARE(board_->chosen().size(), std::size_t{6});
        QSignalSpy full(view_.get(), &BoardMapView::full);
        for (int y = 0; y < 3; ++y)
            for (int x = 0; x < 2; ++x)
                if (const QPoint place(x, y); !board_->isChosen(rowAt(place))) click(place);
        if (const QPoint place(2, 2); !board_->isChosen(rowAt(place))) click(place);
        QCOMPARE(full.count(), 1);
        QCOMPARE(board_->chosen().size(), std::size_t{6});
    }

    void aClickOnHatchTrains() {
        open(sevenGroups(), 7);
        const QString tip = grid().describe(kHatch);
        QVERIFY2(tip.startsWith("Train ") && tip.contains("rate 0.1") && tip.contains("Ctrl"), qPrintable(tip));
        click(kHatch);
        QCOMPARE(trained_.size(), std::size_t{1});
        QCOMPARE(trained_[0].size(), std::size_t{2});  // as its row
        for (std::size_t i = 0; i < 2; ++i) {
            QCOMPARE(trained_[0][i].hiddenSize, 8);
            QCOMPARE(trained_[0][i].learningRate, 0.1);
            QCOMPARE(trained_[0][i].seed, static_cast<std::int64_t>(i) + 1);
        }
        click(kOtherHatch, Qt::ControlModifier);
        QCOMPARE(trained_.size(), std::size_t{2});
        QCOMPARE(trained_[1].size(), std::size_t{1});
        QCOMPARE(trained_[1][0].hiddenSize, 16);
    }

    void aDragOverHatchAsksOnce() {
        open(sevenGroups(), 7);
        drag(kHatch, kOtherHatch);
        auto* popover = grid().findChild<Popover*>();
        QVERIFY(popover);
        QVERIFY(trained_.empty());
        QCOMPARE(popover->accessibleName(), QStringLiteral("2 cell(s), 4 run(s)"));
        popover->accept();
        QCOMPARE(trained_.size(), std::size_t{1});
        QCOMPARE(trained_[0].size(), std::size_t{4});
        // One seed each.
        QTRY_VERIFY(!grid().findChild<Popover*>());
        drag(kHatch, kOtherHatch, Qt::ControlModifier);
        popover = grid().findChild<Popover*>();
        QVERIFY(popover);
        QVERIFY(popover->findChild<QCheckBox*>()->isChecked());
        popover->accept();
        QCOMPARE(trained_.size(), std::size_t{2});
        QCOMPARE(trained_[1].size(), std::size_t{2});
        // Nothing without an answer.
        QTRY_VERIFY(!grid().findChild<Popover*>());
        drag(kOtherHatch, kHatch);
        grid().findChild<Popover*>()->close();
        QCOMPARE(trained_.size(), std::size_t{2});
    }

    void aDragFromACellThatHasRunDoesNothing() {
        open(sevenGroups(), 7);
        const std::size_t chosen = board_->chosen().size();
        drag(kBase, kHatch);
        QVERIFY(trained_.empty());
        QVERIFY(!grid().findChild<Popover*>());
        QCOMPARE(board_->chosen().size(), chosen);
    }

    void keysGoFromCellToCell() {
        open(sevenGroups(), 7);
        grid().setFocus();
        const bool wasChosen = board_->isChosen(rowAt(kBase));
        for (int i = 0; i < 4; ++i) {  // to the lower left, and no further
            QTest::keyClick(&grid(), Qt::Key_Down);
            QTest::keyClick(&grid(), Qt::Key_Left);
        }
        QTest::keyClick(&grid(), Qt::Key_Space);
        QCOMPARE(board_->isChosen(rowAt(kBase)), !wasChosen);
        QTest::keyClick(&grid(), Qt::Key_End);
        QCOMPARE(grid().accessibleDescription(), grid().describe(kHatch));
        QTest::keyClick(&grid(), Qt::Key_Return);
        QCOMPARE(trained_.size(), std::size_t{1});
        QCOMPARE(trained_[0].size(), std::size_t{2});
        QTest::keyClick(&grid(), Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(trained_.size(), std::size_t{2});
        QCOMPARE(trained_[1].size(), std::size_t{1});
        QTest::keyClick(&grid(), Qt::Key_Up, Qt::ShiftModifier);
        QTest::keyClick(&grid(), Qt::Key_Return);
        auto* popover = grid().findChild<Popover*>();
        QVERIFY(popover);
        popover->accept();
        QCOMPARE(trained_.size(), std::size_t{3});
        QCOMPARE(trained_[2].size(), std::size_t{4});
    }

    void whatWaitsIsNotTrainedTwice() {
        open(sevenGroups(), 7);
        click(kHatch);
        view_->setWaiting(trained_[0]);
        QVERIFY2(grid().describe(kHatch).contains("2 run(s) wait"), qPrintable(grid().describe(kHatch)));
        click(kHatch);
        QCOMPARE(trained_.size(), std::size_t{1});
        drag(kOtherHatch, kHatch);  // one of the two is left
        QVERIFY(!grid().findChild<Popover*>());
        QCOMPARE(trained_.size(), std::size_t{2});
        QCOMPARE(trained_[1][0].hiddenSize, 16);
    }

    void whatRunsSaysHowFarItIs() {
        std::vector<RunSummary> runs = sevenGroups();
        RunSummary& newest = runs.front();  // 32 units at 0.1, its second seed
        newest.state = RunState::Running;
        newest.epochs = 10;
        newest.epoch = 5;
        open(runs, 7);
        QVERIFY2(grid().describe({2, 2}).contains("75 % of its runs done"), qPrintable(grid().describe({2, 2})));
        QVERIFY(!view_->grab().isNull());
    }

    void theAxesAreChosen() {
        open(sevenGroups(), 7);
        test::Person person(*view_);
        QSignalSpy changed(view_.get(), &BoardMapView::axesChanged);
        QVERIFY(person.choose("Horizontal axis", "x units"));  // of the other axis: they change places
        QCOMPARE(QString(grid().map().x->key), QStringLiteral("hidden_size"));
        QCOMPARE(QString(grid().map().y->key), QStringLiteral("learning_rate"));
        QVERIFY(changed.count() > 0);
        QCOMPARE(view_->axes(), (std::pair<QString, QString>{"hidden_size", "learning_rate"}));
        view_->setAxes("nothing", {});
        QVERIFY(grid().map().x && grid().map().y && grid().map().x != grid().map().y);
    }

    void theFigureOfTheCellsIsChosen() {
        std::vector<RunSummary> runs = sevenGroups();
        for (RunSummary& run : runs) run.seconds = run.config->hiddenSize == 32 ? 12 : 90;
        open(runs, 7);
        QVERIFY(!grid().describe({0, 2}).contains(formatDuration(12)));
        test::Person person(*view_);
        QVERIFY(person.choose("What the cells show", "cell time per run"));
        QVERIFY2(grid().describe({0, 2}).contains("time per run " + formatDuration(12)),
                 qPrintable(grid().describe({0, 2})));
        QVERIFY(grid().accessibleName().contains("time per run"));
        QCOMPARE(grid().map().best, 12.0);  // the quickest, not the one of the lowest loss
        // It stays while the board changes.
        view_->setAxes("hidden_size", "learning_rate");
        QVERIFY(grid().describe({2, 0}).contains(formatDuration(12)));
    }

    /// At 1280x720 the values of the horizontal setting were out of sight, and the scale had no figures.
    void aLowMapKeepsItsLabels() {
        open(sevenGroups(), 7);
        view_->pickers()->hide();
        view_->layout()->setSizeConstraint(QLayout::SetNoConstraint);
        view_->setMinimumSize(0, 0);
        // Of each row of pixels how many are no ground.
        const auto inkOf = [](const QImage& image) {
            std::vector<int> rows;
            const QRgb ground = image.pixel(0, image.height() - 1);
            for (int y = 0; y < image.height(); ++y) {
                rows.push_back(0);
                for (int x = 0; x < image.width(); ++x) rows.back() += image.pixel(x, y) != ground ? 1 : 0;
            }
            return rows;
        };
        const auto ends = [&](int height) {
            view_->resize(1000, height);
            QCoreApplication::processEvents();
            const QRect area = view_->findChild<QScrollArea*>()->geometry();
            const std::vector<int> labels = inkOf(view_->grab({area.left(), area.bottom() - 38, 300, 18}).toImage());
            // The lowest that the legend draws are figures, and they are whole: neither a bar nor cut at its end.
            const std::vector<int> legend = inkOf(view_->legend().grab().toImage());
            const auto lowest = std::find_if(legend.rbegin(), legend.rend(), [](int row) { return row > 0; });
            return std::accumulate(labels.begin(), labels.end(), 0) > 60 && lowest != legend.rend() &&
                   lowest != legend.rbegin() && *lowest < 100;
        };
        QVERIFY(ends(140));
        QCOMPARE(view_->findChild<QScrollArea*>()->verticalScrollBar()->maximum(), 0);
        QVERIFY(grid().cellRect(kBase).height() >= 20);
        QVERIFY(ends(100));  // scrolled
        QVERIFY(view_->findChild<QScrollArea*>()->verticalScrollBar()->maximum() > 0);
    }

    /// It has a score so far, and no share of the scale.
    void whatStoppedEarlyIsHollow() {
        std::vector<RunSummary> runs = sevenGroups();
        runs[0].epoch = runs[1].epoch = 3;  // of 20: both seeds of 32 units at 0.1
        runs[0].bestEpoch = runs[1].bestEpoch = 3;
        open(runs, 7);
        const QPoint stopped(2, 2);
        QCOMPARE(grid().map().at(2, 2).seeds, std::size_t{0});
        QVERIFY2(grid().describe(stopped).contains("so far, stopped early"), qPrintable(grid().describe(stopped)));
        const QImage image = grid().grab(grid().cellRect(stopped)).toImage();
        const QColor edge = image.pixelColor(3, image.height() / 2), inner = image.pixelColor(8, image.height() / 2);
        QCOMPARE(inner, theme_.palette().surface);
        QVERIFY(edge != inner);
        const QImage whole = grid().grab(grid().cellRect({1, 1})).toImage();
        QVERIFY(whole.pixelColor(8, whole.height() / 2) != theme_.palette().surface);
    }

    void narrowCellsScroll() {
        open(sevenGroups(), 7);
        QCOMPARE(grid().cellRect(kBase).size(), QSize(86, 58));
        QVERIFY(view_->legend().isVisible());
        view_->pickers()->hide();  // as where they stand elsewhere
        // As narrow as a part of a page may become, whatever the legend would like.
        view_->layout()->setSizeConstraint(QLayout::SetNoConstraint);
        view_->setMinimumSize(0, 0);
        view_->resize(500, 420);
        view_->resize(150, 420);
        QTRY_VERIFY2(grid().width() > view_->width(),
                     qPrintable(QStringLiteral("%1 in %2").arg(grid().width()).arg(view_->width())));
        QCOMPARE(grid().cellRect(kBase).width(), 48);
        QVERIFY(!view_->legend().isVisible());
    }
};

QTEST_MAIN(TestBoardMapView)
#include "tst_board_map_view.moc"
