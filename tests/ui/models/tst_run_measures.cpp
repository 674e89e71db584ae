// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of runs say what they are of: the loss of a best validation, the scale of a score; what is no common measure
// is not averaged nor called best.
// Holds ui/models/run_figures.cpp.
#include "common/theme.h"
#include "models/run_figures.h"
#include "models/run_table_model.h"
#include "models/runs_model.h"
#include "pages/compare/forecasts/score_card.h"
#include "support/fake_workspace.h"
#include "window/desktop_notice.h"

#include <QLabel>
#include <QTest>

#include <cmath>

using namespace gatelab;
using namespace gatelab::test;

namespace {

/// Four runs, 0 to 3: two with MSE, one with the Gaussian loss, one with MSE on other data.
std::shared_ptr<FakeWorkspace> fourRuns() {
    auto workspace = std::make_shared<FakeWorkspace>(4);
    for (int i = 0; i < 4; ++i) {
        RunSummary run = *workspace->run("run-" + std::to_string(100000 + i));
        ExperimentConfig& config = run.config.edit();
        config.seed = i;
        if (i == 2) config.loss = "gaussian-nll";
        if (i == 3) config.dataPath = "/other.csv";
        run.bestValidation = i == 2 ? -1.5 : 0.1 * (i + 1);
        run.scores = std::vector<TestScore>{{"model", i == 3 ? "original" : "standardised", "mse", 0.5}};
        (void)workspace->editRun(run).ok();
    }
    return workspace;
}

}  // namespace

class TestRunMeasures : public QObject {
    Q_OBJECT
    Theme theme_;

private Q_SLOTS:
    void theLossStandsBesideTheNumber() {
        RunController runs;
        RunTableModel model(theme_, runs);
        RunsModel list(runs);
        runs.setWorkspace(fourRuns());
        QTRY_COMPARE(model.rowCount(), 4);
        model.setShownColumns({"name", "best_validation", "loss", "test_mse"});
        const auto cell = [&](const char* id, int column) {
            return model.index(model.rowOf(id), column).data().toString();
        };
        QCOMPARE(cell("run-100000", 2), QStringLiteral("MSE"));
        QCOMPARE(cell("run-100002", 2), QStringLiteral("Gaussian"));
        QVERIFY(model.index(model.rowOf("run-100002"), 1).data(Qt::ToolTipRole).toString().contains("Gaussian"));
        QTRY_VERIFY(list.indexOf("run-100002").isValid());
        QCOMPARE(list.indexOf("run-100000").data(RunsModel::UnitRole).toString(), QStringLiteral("MSE"));
        QVERIFY(list.indexOf("run-100002").data(Qt::AccessibleTextRole).toString().contains("Gaussian"));
        // Scales: of the head, and of a cell that is on another one.
        QVERIFY(model.headerData(3, Qt::Horizontal, Qt::DisplayRole).toString().contains("standardised"));
        QVERIFY(!cell("run-100000", 3).contains("original"));
        QVERIFY(cell("run-100003", 3).contains("original"));
    }

    void theHeadSaysWhenNumbersAreNoCommonMeasure() {
        RunController runs;
        RunTableModel model(theme_, runs);
        runs.setWorkspace(fourRuns());
        QTRY_COMPARE(model.rowCount(), 4);
        model.setShownColumns({"name", "best_validation", "seed"});
        const auto tip = [&](int column) {
            return model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString();
        };
        QVERIFY2(tip(1).contains("different losses (") && tip(1).contains("Gaussian"), qPrintable(tip(1)));
        QVERIFY(!tip(2).contains("different"));
        QVERIFY(model.setFilter("loss = mse").isEmpty());
        QVERIFY2(tip(1).contains("different data"), qPrintable(tip(1)));
        QVERIFY(model.setFilter("loss = mse and seed < 3").isEmpty());
        QCOMPARE(model.rowCount(), 2);
        QVERIFY2(!tip(1).contains("different"), qPrintable(tip(1)));
        // Sorted by number all the same.
        QVERIFY(model.setFilter("").isEmpty());
        model.sort(1, Qt::AscendingOrder);
        QCOMPARE(model.idAt(0), QStringLiteral("run-100002"));
    }

    void groupsOfDifferentLossesHaveNoMean() {
        RunController runs;
        RunTableModel model(theme_, runs);
        runs.setWorkspace(fourRuns());
        QTRY_COMPARE(model.rowCount(), 4);
        model.setShownColumns({"name", "best_validation", "test_mse"});
        model.setGroup("cell");
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("-"));
        QVERIFY(model.index(0, 1).data(Qt::ToolTipRole).toString().contains("different losses"));
        QCOMPARE(model.index(0, 3).data().toString(), formatNumber(NAN));  // nor an interval
        model.setGroup("loss");
        QVERIFY(model.setFilter("seed < 3").isEmpty());
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(model.rowOf("run-100000"), 1).data().toString(), formatNumber(0.15));
    }

    void theEndOfARunNamesItsLoss() {
        RunSummary run;
        run.name = "LSTM";
        run.state = RunState::Finished;
        run.bestEpoch = 3, run.bestValidation = 0.25;
        run.config.edit().loss = "mae";
        QVERIFY2(endOfRun(run).text.contains("0.25") && endOfRun(run).text.contains("MAE"),
                 qPrintable(endOfRun(run).text));
    }

    void baselinesAreOnlyHeldAgainstTheirOwnScale() {
        RunView run;
        run.summary.bestEpoch = 1, run.summary.bestValidation = 0.01;
        run.baselines = {{"persistence", "standardised", "mse", 0.5}};
        QVERIFY(bestFigure(run).label.contains("standardised scale"));
        QCOMPARE(bestFigure(run).compared, 0.01);
        QVERIFY(!baselineVerdict(run).isEmpty());
        run.summary.config.edit().recipe = {"minmax"};
        QVERIFY(bestFigure(run).label.contains("prepared scale"));
        QVERIFY(std::isnan(bestFigure(run).compared));
        QVERIFY(baselineVerdict(run).isEmpty());
        run.summary.config.edit().recipe = {"calendar", "!minmax", "standardise"};
        QCOMPARE(bestFigure(run).compared, 0.01);
        run.summary.config.edit().recipe = {"log", "standardise"};
        QVERIFY(std::isnan(bestFigure(run).compared));
    }

    void aRunWithoutAValidationPartHasNoBestValidation() {
        RunView run;
        run.summary.config.edit().task = "classification";
        run.summary.config.edit().split = "100%/0%";
        run.summary.bestEpoch = -1;
        QCOMPARE(bestFigure(run).label, QStringLiteral("no validation part"));
        QVERIFY(std::isnan(bestFigure(run).value) && std::isnan(bestFigure(run).compared));
        run.summary.config.edit().split = "85%/15% stratified";
        QVERIFY(bestFigure(run).label.startsWith(QStringLiteral("best validation")));
    }

    void scoresNameTheirScale() {
        QCOMPARE(scoreName(*findScore("mse"), "original", "MW"), QStringLiteral("MSE, original scale, MW"));
        QCOMPARE(scoreName(*findScore("mse"), "standardised", "MW"), QStringLiteral("MSE, standardised scale"));
        QCOMPARE(scoreName(*findScore("accuracy"), "original"), QStringLiteral("accuracy"));
        ScoreCard card;
        const auto says = [&card](const char* text) {
            bool found = false;
            for (const QLabel* label : card.findChildren<QLabel*>())
                found = found || label->text().contains(QLatin1String(text));
            return found;
        };
        card.setScores({{"model", "original", "mse", 1.0},
                        {"model", "original", "pinball_0.5", 1.0},
                        {"model", "original", "coverage_nominal", 0.8},
                        {"model", "original", "coverage", 0.7},
                        {"model", "original", "width", 2.0},
                        {"model", "original", "crossed", 0.03}},
                       "MW");
        QVERIFY(says("original scale, MW"));
        QVERIFY(says("In 3") && says("crossed"));
        card.setScores({{"model", "original", "accuracy", 0.9}});
        QVERIFY(!says("original scale"));
    }
};

QTEST_MAIN(TestRunMeasures)
#include "tst_run_measures.moc"
