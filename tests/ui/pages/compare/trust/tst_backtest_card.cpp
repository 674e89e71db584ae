// SPDX-License-Identifier: GPL-3.0-or-later
// Holds ui/pages/compare/trust/backtest_card.cpp and ui/pages/compare/trust/backtest_view.cpp.
#include "charts/line_chart.h"
#include "common/background_job.h"
#include "data/readers.h"
#include "pages/compare/trust/backtest_card.h"
#include "pages/compare/trust/score_grid.h"
#include "runs/run_controller.h"
#include "store/record/run_folder.h"
#include "support/fake_workspace.h"
#include "support/made_runs.h"
#include "widgets/key_values.h"
#include "widgets/labels/wrapped_label.h"

#include <QComboBox>
#include <QFile>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <cmath>

using namespace gatelab;

namespace {

/// Of a run that forecasts noise by its level, beside one that is worse; every row an origin.
Backtest backtestOf(const BacktestRequest& request, std::size_t windows, std::size_t done) {
    Backtest made;
    made.run = request.run, made.plan = request.plan, made.targets = {"y"}, made.horizon = 2, made.rows = 1000;
    made.plan.windowStepSize = std::max<std::int64_t>(1, made.plan.windowStepSize), made.plan.seasonality = 1;
    const auto noise = [](std::size_t t) { return static_cast<double>(t * 7919 % 1009) / 1009 - 0.5; };
    BacktestMethod model{"model", {}, {}, {}}, other{"persistence", {}, {}, {}};
    for (std::size_t c = 0; c < 60; ++c) {
        made.calibrationCutoffs.push_back(static_cast<std::int64_t>(c) + 100);
        for (std::size_t h = 0; h < 2; ++h) {
            made.calibrationTruth.push_back(noise(100 + c + h));
            model.calibration.push_back(0), other.calibration.push_back(1);
        }
    }
    for (std::size_t w = 0; w < windows; ++w) {
        made.cutoffs.push_back(static_cast<std::int64_t>(w) + 200);
        made.done.push_back(w < done ? 1 : 0), made.fittedRows.push_back(100), made.seasonErrors.push_back(0.3);
        for (std::size_t h = 0; h < 2; ++h) {
            made.truth.push_back(noise(200 + w + h));
            made.times.push_back(static_cast<std::int64_t>(200 + w + h) * 3600000000);
            model.forecast.push_back(w < done ? 0 : std::nan("")), other.forecast.push_back(1);
        }
    }
    made.methods = {model, other};
    made.audited = 5;
    return made;
}

}  // namespace

class TestBacktestCard : public QObject {
    Q_OBJECT
    Theme theme_;
    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<RunController> runs_;
    std::unique_ptr<BacktestCard> card_;
    std::vector<RunSummary> all_;
    BacktestPlan asked_;
    std::string target_;
    std::atomic<bool> waits_{false};  ///< until it is told to stop
    std::atomic<std::int64_t> known_{-1};

    Result<Backtest> made(const BacktestRequest& request, const BacktestWatch& watch) {
        asked_ = request.plan;
        target_ = request.data ? request.data->series->channels.back().name : "y";
        known_ = request.known.doneWindows();
        while (waits_)
            if (!watch(backtestOf(request, 40, 20), 0.5)) return Error{ErrorCode::Cancelled, "stopped"};
        watch(backtestOf(request, 40, 40), 1);
        Backtest all = backtestOf(request, 40, 40);
        all.targets = {target_};
        return all;
    }
    template <class T>
    T* child(const QString& name) const {
        for (T* one : card_->findChildren<T*>())
            if (one->accessibleName() == name) return one;
        return nullptr;
    }
    QPushButton* button() const { return card_->findChild<QPushButton*>(); }
    bool says(const QString& words) const {
        for (const WrappedLabel* label : card_->findChildren<WrappedLabel*>())
            if (label->isVisibleTo(card_.get()) && label->fullText().contains(words)) return true;
        return false;
    }
    void choose(const QString& name, int index) {
        auto* box = child<QComboBox>(name);
        box->setCurrentIndex(index);
        Q_EMIT box->activated(index);
    }

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        runs_ = std::make_unique<RunController>();
        all_ = {test::endedRun("b", 32, 2, 0.2), test::endedRun("a", 32, 1, 0.2)};
        for (const RunSummary& run : all_)
            std::filesystem::create_directories(runFolderIn(folder_->path().toStdString(), run.id));
        runs_->setWorkspace(std::make_shared<test::FakeWorkspace>(all_, folder_->path().toStdString()));
        waits_ = false, known_ = -1;
        card_ = std::make_unique<BacktestCard>(
            theme_, *runs_, nullptr,
            [this](const BacktestRequest& request, const BacktestWatch& watch) { return made(request, watch); });
        QTRY_COMPARE(runs_->runs().size(), std::size_t(2));
        card_->resize(312, 900);
        card_->show();
        card_->showRun(&all_[1]);
        card_->setOpen(true);
    }
    void cleanup() {
        waits_ = false;
        BackgroundJob::waitForAll();
        card_.reset(), runs_.reset(), folder_.reset();
    }

    void showsScoresFindingsAndCharts() {
        QCOMPARE(button()->text(), QStringLiteral("Test"));
        button()->click();
        QTRY_VERIFY(card_->view());
        QVERIFY(says(QStringLiteral("worth its trouble")));
        QVERIFY(says(QStringLiteral("No leak")));
        auto* table = card_->findChild<KeyValueList*>();
        QVERIFY(!table->value(QStringLiteral("MASE")).isEmpty());
        QVERIFY(!table->value(QStringLiteral("MAE of Persistence")).isEmpty());
        bool isTold = false;  // the convention stands at the name
        for (const WrappedLabel* label : table->findChildren<WrappedLabel*>())
            isTold = isTold || label->toolTip().contains(QStringLiteral("0 to 2"));
        QVERIFY(isTold);
        for (int about = 0; about < 8; ++about) {
            QString x;
            QVERIFY2(!backtestLines(*card_->view(), static_cast<BacktestChart>(about), theme_, x).empty(),
                     qPrintable(QString::number(about)));
            QVERIFY(!x.isEmpty());
            choose(QStringLiteral("Chart"), about);
        }
        choose(QStringLiteral("Chart"), static_cast<int>(BacktestChart::Correlation));
        QVERIFY(says(QStringLiteral("Ljung-Box")));
    }

    void intervalsAreChosen() {
        button()->click();
        QTRY_VERIFY(card_->view());
        QCOMPARE(card_->view()->intervals.method, IntervalMethod::Adaptive);
        choose(QStringLiteral("Intervals"), 1);
        QTRY_COMPARE(card_->view()->intervals.method, IntervalMethod::Split);
        choose(QStringLiteral("Intervals"), 2);
        QTRY_VERIFY(says(QStringLiteral("gives one number")));
        choose(QStringLiteral("Intervals"), 4);  // the other run differs in the seed alone
        button()->click();
        // What is kept goes only when it is asked for again; nothing moves meanwhile
        QVERIFY(!card_->running() && says(QStringLiteral("A test of 40 origins is kept")));
        QCOMPARE(button()->text(), QStringLiteral("Replace the kept test"));
        choose(QStringLiteral("Rows from one origin to the next"), 1);
        QCOMPARE(button()->text(), QStringLiteral("Test"));
        button()->click();
        QVERIFY(asked_.ensemble.empty());
        button()->click();
        QTRY_COMPARE(asked_.ensemble, std::vector<std::string>{"b"});
        QTRY_VERIFY(!card_->running());
    }

    void stopsAndGoesOn() {
        waits_ = true;
        choose(QStringLiteral("Rows from one origin to the next"), 1);
        button()->click();
        QTRY_VERIFY(says(QStringLiteral("20 of 40 origins")));
        QCOMPARE(asked_.windowStepSize, std::int64_t(1));
        button()->click();
        QTRY_VERIFY(!card_->running());
        QTRY_COMPARE(button()->text(), QStringLiteral("Go on"));
        QTRY_VERIFY(card_->view());
        QCOMPARE(card_->view()->backtest.windows(), std::size_t(20));
        waits_ = false;
        button()->click();
        QTRY_COMPARE(known_.load(), std::int64_t(20));
        QTRY_VERIFY(!card_->running() && card_->view() && card_->view()->backtest.windows() == 40);
    }

    /// Beside the run, from the origins of the file; what became of its rows is said.
    void aFileOfForecastsStandsBesideTheRun() {
        const auto data = loadDataset(*all_[1].config);
        QVERIFY(data.ok());
        const std::string target = data->series->channels.back().name;
        const QString file = folder_->filePath("theirs.csv"), other = folder_->filePath("other.csv");
        QFile given(file), none(other);
        QVERIFY(given.open(QIODevice::WriteOnly) && none.open(QIODevice::WriteOnly));
        none.write("y,z\n1,2\n2,3\n");
        given.write("cutoff,step,ETS\n");
        for (int cutoff = 200; cutoff < 240; ++cutoff)
            for (int step = 1; step <= 2; ++step)
                given.write(QByteArray::number(cutoff) + ',' + QByteArray::number(step) + ",0.75\n");
        none.close(), given.close();
        all_[1].config.edit().targets = {target};
        card_->showRun(&all_[0]);
        card_->showRun(&all_[1]);
        card_->scoreFile(file.toStdString());
        auto* grid = card_->findChild<ScoreGrid*>();
        QTRY_VERIFY(grid->isVisibleTo(card_.get()) && grid->rowCount() == 3);
        QStringList methods;
        for (int row = 0; row < grid->rowCount(); ++row) methods << grid->verticalHeaderItem(row)->text();
        const auto theirs = methods.indexOf(QStringLiteral("theirs.csv ETS (external)"));
        QVERIFY2(theirs >= 0 && methods.contains(QStringLiteral("Persistence")), qPrintable(methods.join(',')));
        QVERIFY(grid->verticalHeaderItem(static_cast<int>(theirs))->font().bold());
        QCOMPARE(grid->horizontalHeaderItem(0)->text(), QStringLiteral("MAE"));
        const double mae = meanScores(card_->view()->windows.back()).mae;
        QVERIFY(std::abs(grid->item(static_cast<int>(theirs), 0)->text().toDouble() - mae) < 1e-3);
        QString x;
        bool isDrawn = false;
        for (const ChartLine& line : backtestLines(*card_->view(), BacktestChart::Steps, theme_, x))
            isDrawn = isDrawn || line.name.startsWith(QStringLiteral("theirs.csv"));
        QVERIFY(isDrawn);
        QCOMPARE(asked_.origins.size(), std::size_t(40));
        QVERIFY(says(QStringLiteral("Understood")));
        const QPoint before = button()->mapTo(card_.get(), QPoint());
        card_->scoreFile(other.toStdString());
        QTRY_VERIFY(says(QStringLiteral("which time is forecast")));
        QCoreApplication::processEvents();
        QCOMPARE(button()->mapTo(card_.get(), QPoint()), before);  // no click meets another button
    }

    void isThereOnlyForForecasts() {
        RunSummary other = all_[1];
        other.config.edit().task = "classification";
        card_->showRun(&other);
        QVERIFY(card_->isHidden());
        card_->showRun(&all_[0]);
        QVERIFY(!card_->isHidden() && !card_->view());
    }
};
QTEST_MAIN(TestBacktestCard)
#include "tst_backtest_card.moc"
