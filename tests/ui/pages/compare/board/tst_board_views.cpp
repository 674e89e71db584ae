// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn below the board: the curves of what is chosen, ranges of parallel lines as a filter, dots of groups;
// only what is in front, and nothing while it is hidden.
// Holds ui/pages/compare/curves/compare_parallel.cpp, ui/pages/compare/curves/compare_scatter.cpp and
// ui/pages/compare/curves/curve_choice.cpp.
#include "charts/line_chart.h"
#include "charts/parallel/parallel_plot.h"
#include "common/background_job.h"
#include "common/preferences.h"
#include "common/responder.h"
#include "models/run_board.h"
#include "pages/compare/board/board_views.h"
#include "pages/compare/curves/compare_curves.h"
#include "pages/compare/curves/compare_parallel.h"
#include "pages/compare/curves/compare_scatter.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "support/fake_workspace.h"
#include "support/made_runs.h"
#include "widgets/labels/elided_label.h"
#include "widgets/segments.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

using namespace gatelab;

namespace {

/// Counts what its part complains of.
class Host : public QWidget, public Responder {
public:
    void ask(const Command&) override {}
    void reportDone(const QString&) override {}
    void reportProblem(const QString&) override { ++problems; }
    int problems = 0;
};

/// Groups of 4, 8 and 16 units, the first with two seeds; newest first.
std::vector<RunSummary> threeGroups() {
    std::vector<RunSummary> runs{test::endedRun("d", 16, 1, 0.3), test::endedRun("c", 8, 1, 0.5),
                                 test::endedRun("b", 4, 2, 0.8), test::endedRun("a", 4, 1, 0.6)};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        runs[i].number = static_cast<std::int64_t>(runs.size() - i);
        runs[i].created = static_cast<double>(runs[i].number);
    }
    return runs;
}

}  // namespace

class TestBoardViews : public QObject {
    Q_OBJECT
    Theme theme_;
    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Preferences> preferences_;
    std::unique_ptr<ExperimentModel> experiment_;
    std::unique_ptr<RunController> runs_;
    std::unique_ptr<RunBoard> board_;
    std::unique_ptr<Host> host_;
    BoardViews* views_ = nullptr;
    int maps_ = 0;

    void list(std::shared_ptr<Workspace> workspace, std::size_t count) {
        runs_->setWorkspace(std::move(workspace));
        QTRY_COMPARE(board_->runs().size(), count);
    }
    void makeViews() {
        host_ = std::make_unique<Host>();
        auto* column = new QVBoxLayout(host_.get());
        views_ = new BoardViews(theme_, *preferences_, *board_, *runs_, [this] {
            ++maps_;
            return new QLabel(QStringLiteral("map"));
        });
        column->addWidget(views_);
        host_->resize(1000, 400);
        host_->show();
        QVERIFY(QTest::qWaitForWindowExposed(host_.get()));
    }
    /// Runs on disk with a validation loss of five epochs: two seeds of 4 units, one of 8.
    void makeRuns() {
        auto workspace = Workspace::open(folder_->filePath(QStringLiteral("runs")).toStdString());
        QVERIFY(workspace.ok());
        for (const auto& [hidden, seed, loss] : {std::tuple(4, 1, 0.6), std::tuple(4, 2, 0.8), std::tuple(8, 1, 0.5)}) {
            ExperimentConfig config;
            config.hiddenSize = hidden;
            config.seed = seed;
            auto record = (*workspace)->createRun(config, {}, "made up");
            QVERIFY(record.ok());
            std::vector<MetricSample> samples;
            for (int epoch = 1; epoch <= 5; ++epoch)
                samples.push_back({MetricId::ValidationLoss, 0, epoch * 5, 1.0 * epoch, 1.0 * epoch, 1.7e9,
                                   loss + 0.1 * (5 - epoch)});
            QVERIFY((*record)->addMetrics(samples).ok());
            QVERIFY((*record)->setBest(loss, 25, 5).ok());
            QVERIFY((*record)->setState(RunState::Finished, 25, 5, 2.0).ok());
        }
        list(*workspace, 3);
    }
    [[nodiscard]] QString keyOf(std::int64_t hidden) const {
        for (const BoardRow& row : board_->board().rows)
            if (!row.isBaseline() && row.group.config.hiddenSize == hidden) return QString::fromStdString(row.key);
        return {};
    }
    [[nodiscard]] QString nameOf(const QString& key) const {
        const BoardRow* row = board_->board().find(key.toStdString());
        return row ? board_->nameOf(*row) : QString();
    }
    [[nodiscard]] QString summary() const {
        auto* curves = views_->findChild<CompareCurves*>();
        return curves ? curves->chart().textSummary() : QString();
    }

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        preferences_ = std::make_unique<Preferences>(folder_->filePath(QStringLiteral("settings.ini")));
        experiment_ = std::make_unique<ExperimentModel>();
        runs_ = std::make_unique<RunController>();
        board_ = std::make_unique<RunBoard>(*experiment_, *runs_, *preferences_);
        maps_ = 0;
    }
    void cleanup() {
        host_.reset();
        BackgroundJob::waitForAll();
        board_.reset();
        runs_.reset();
    }

    void chosenGroupsAreCurves() {
        makeRuns();
        makeViews();
        views_->setShown(true);
        board_->clear();
        QTRY_VERIFY(!summary().contains(nameOf(keyOf(8))));
        QVERIFY(board_->turn(keyOf(8).toStdString()));
        QTRY_VERIFY2(summary().contains(nameOf(keyOf(8))), qPrintable(summary()));
        QVERIFY(!summary().contains(nameOf(keyOf(4))));
        QVERIFY(board_->turn(keyOf(4).toStdString()));
        const QString two = QStringLiteral("%1, 2 seeds").arg(nameOf(keyOf(4)));
        QTRY_VERIFY2(summary().contains(two), qPrintable(summary()));
        board_->remove(keyOf(8).toStdString());
        QTRY_VERIFY2(!summary().contains(nameOf(keyOf(8))), qPrintable(summary()));
        QCOMPARE(host_->problems, 0);
    }

    void aClickOnACurvePicksItsGroup() {
        makeRuns();
        makeViews();
        views_->setShown(true);
        QSignalSpy picked(views_, &BoardViews::picked);
        LineChart& chart = views_->findChild<CompareCurves*>()->chart();
        Q_EMIT chart.picked(keyOf(4), 0);
        QCOMPARE(picked.count(), 1);
        QCOMPARE(picked[0][0].toString(), keyOf(4));
        Q_EMIT chart.picked({}, -1);  // beside every curve
        QCOMPARE(picked.count(), 1);
    }

    // These runs are nowhere: reading one is a problem that is told.
    void nothingIsReadWhileHidden() {
        makeViews();
        list(std::make_shared<test::FakeWorkspace>(threeGroups()), 4);
        QVERIFY(!board_->chosen().empty());
        BackgroundJob::waitForAll();
        QCoreApplication::processEvents();
        QCOMPARE(host_->problems, 0);
        views_->showView(QStringLiteral("scatter"));
        views_->setShown(true);
        BackgroundJob::waitForAll();
        QCoreApplication::processEvents();
        QCOMPARE(host_->problems, 0);  // dots need no curves
        views_->showView(QStringLiteral("curves"));
        QTRY_VERIFY(host_->problems > 0);
    }

    void theViewInFrontIsKept() {
        makeViews();
        QVERIFY(qobject_cast<CompareCurves*>(views_->front()));
        QCOMPARE(maps_, 0);
        views_->showView(QStringLiteral("nonsense"));
        QVERIFY(qobject_cast<CompareCurves*>(views_->front()));
        views_->showView(QStringLiteral("map"));
        QVERIFY(!views_->front());
        QCOMPARE(views_->findChild<Segments*>()->current(), 1);
        views_->showView(QStringLiteral("parallel"));
        views_->showView(QStringLiteral("map"));
        QCOMPARE(maps_, 1);
        QVERIFY(std::ranges::none_of(views_->findChildren<CompareView*>(),
                                     [](CompareView* view) { return view->pickers()->isVisible(); }));
        views_->showView(QStringLiteral("scatter"));
        QVERIFY(views_->findChild<CompareScatter*>()->pickers()->isVisible());
        makeViews();
        QVERIFY(qobject_cast<CompareScatter*>(views_->front()));
    }

    void rangesOfParallelLinesAreAFilter() {
        makeViews();
        list(std::make_shared<test::FakeWorkspace>(threeGroups()), 4);
        views_->showView(QStringLiteral("parallel"));
        views_->setShown(true);
        auto* parallel = views_->findChild<CompareParallel*>();
        QCOMPARE(parallel->axes().size(), 2);
        QCOMPARE(parallel->axes().front(), QStringLiteral("hidden_size"));
        QCOMPARE(parallel->plot().inside().size(), 3);  // groups, not runs
        // A setting is called as the head of its column, on every view.
        QVERIFY2(parallel->plot().textSummary().contains(QStringLiteral("Units")) &&
                     !parallel->plot().textSummary().contains(QStringLiteral("Hidden size")),
                 qPrintable(parallel->plot().textSummary()));
        QSignalSpy filter(views_, &BoardViews::filterRequested);
        const auto asked = [&] { return filter.isEmpty() ? QString() : filter.back()[0].toString(); };
        parallel->plot().setBrush(0, std::pair(1.0, 11.0));
        QTRY_COMPARE(asked(), QStringLiteral("hidden_size < 16"));
        parallel->plot().setBrush(1, std::pair(0.4, 0.6));
        QTRY_COMPARE(asked(),
                     QStringLiteral("hidden_size < 16 and %1 > 0.4 and %1 < 0.6").arg(parallel->axes().back()));
        parallel->plot().clearBrushes();
        QTRY_COMPARE(asked(), QString());
        QSignalSpy picked(views_, &BoardViews::picked);
        Q_EMIT parallel->plot().picked(keyOf(8));
        QCOMPARE(picked.count(), 1);
    }

    /// The cell is the first column whatever it does; axes stand by what they explain.
    void axesStandByTheirShares() {
        std::vector<RunSummary> runs;
        for (const char* cell : {"lstm", "gru"})
            for (const double rate : {0.01, 0.1})
                for (int seed = 1; seed <= 2; ++seed) {
                    runs.insert(runs.begin(), test::endedRun("run-" + std::to_string(100 + runs.size()), 4, seed,
                                                             5 * rate + 0.001 * seed));
                    runs.front().config.edit().cell = cell;
                    runs.front().config.edit().learningRate = rate;
                    runs.front().number = static_cast<std::int64_t>(runs.size());
                }
        makeViews();
        list(std::make_shared<test::FakeWorkspace>(runs), runs.size());
        views_->showView(QStringLiteral("parallel"));
        views_->setShown(true);
        QCOMPARE(board_->board().columns, (std::vector<std::string>{"cell", "learning_rate"}));
        QCOMPARE(views_->findChild<CompareParallel*>()->axes().mid(0, 2), (QStringList{"learning_rate", "cell"}));
    }

    void ofVeryManyGroupsSomeAreDrawn() {
        std::vector<RunSummary> runs;
        for (int i = 0; i < 620; ++i) {
            runs.push_back(test::endedRun("run-" + std::to_string(i), 2 + i, 1, 0.1 + 0.001 * i));
            runs.back().number = 620 - i;
            runs.back().created = 620 - i;
        }
        makeViews();
        list(std::make_shared<test::FakeWorkspace>(std::move(runs)), 620);
        views_->showView(QStringLiteral("parallel"));
        views_->setShown(true);
        auto* parallel = views_->findChild<CompareParallel*>();
        const QStringList drawn = parallel->plot().inside();
        QVERIFY2(drawn.size() >= 500 && drawn.size() <= 506, qPrintable(QString::number(drawn.size())));
        for (int i = 0; i < 250; ++i) QVERIFY(drawn.contains(QStringLiteral("run-%1").arg(i)));
        for (const BoardRow* row : board_->chosen()) QVERIFY(drawn.contains(QString::fromStdString(row->key)));
        QVERIFY(static_cast<QLabel*>(parallel->pickers())->text().contains(QStringLiteral("of 620 groups")));
    }

    void aDotPicksItsGroup() {
        makeViews();
        list(std::make_shared<test::FakeWorkspace>(threeGroups()), 4);
        board_->clear();
        views_->showView(QStringLiteral("scatter"));
        views_->setShown(true);
        auto* scatter = views_->findChild<CompareScatter*>();
        scatter->choose(QStringLiteral("hidden_size"));
        QSignalSpy picked(views_, &BoardViews::picked);
        // None is chosen: all are dots of one line, the best first.
        Q_EMIT scatter->chart().picked(QStringLiteral("-1"), 0);
        QCOMPARE(picked.count(), 1);
        QCOMPARE(picked[0][0].toString(), keyOf(16));
        Q_EMIT scatter->chart().picked(QStringLiteral("-1"), 99);
        QCOMPARE(picked.count(), 1);
        // Of three groups no trend is told.
        const auto labels = scatter->chart().findChildren<ElidedLabel*>();
        QVERIFY(std::ranges::any_of(labels, [](const ElidedLabel* label) {
            return label->fullText() == QLatin1String("3 groups") || label->fullText() == QLatin1String("3 group(s)");
        }));
    }
};

QTEST_MAIN(TestBoardViews)
#include "tst_board_views.moc"
