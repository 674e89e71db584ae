// SPDX-License-Identifier: GPL-3.0-or-later
// A sweep that learns, in the window: what the panel asks for and says beside its rows, what the board tells of its
// trials, and a search that trains, stops and goes on in a process of its own.
// Holds ui/runs/sweep_controller.cpp, ui/pages/model/sweep_row.cpp and ui/pages/model/sweep_panel.cpp.
#include "charts/line_chart.h"
#include "common/background_job.h"
#include "common/preferences.h"
#include "common/texts.h"
#include "models/run_board.h"
#include "pages/compare/board/board_map.h"
#include "pages/compare/board/board_map_grid.h"
#include "pages/compare/board/board_map_legend.h"
#include "pages/compare/board/board_map_plane.h"
#include "pages/compare/board/board_model.h"
#include "pages/compare/board/board_panel.h"
#include "pages/compare/board/share_texts.h"
#include "pages/compare/board/sweep_summary.h"
#include "pages/model/sweep_panel.h"
#include "pages/model/sweep_row.h"
#include "runs/experiment_model.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "runs/sweep_controller.h"
#include "store/saved_sweep.h"
#include "support/fake_workspace.h"
#include "support/made_runs.h"
#include "support/tiny_experiment.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/list_box.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cmath>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

std::vector<SweepAxis> axesOf(std::initializer_list<const char*> texts) {
    std::vector<SweepAxis> axes;
    for (const char* text : texts) axes.push_back(*parseSweepAxis(text));
    return axes;
}

/// Of the settings that made-up runs have.
Study studyOf(SearchMethod method, std::int64_t trials, std::int64_t epochs = 27) {
    ExperimentConfig base = test::endedRun("", 8).config;
    base.epochs = epochs;
    Study study;
    study.space = SearchSpace(base, axesOf({"hidden_size=1..8192", "batch_size=1..64"}));
    study.method = method;
    study.budget.trials = trials;
    return study;
}

/// The newest first; more units are worse, and the size of the batch changes nothing.
std::vector<RunSummary> trialsOf(const Study& study, int count) {
    std::vector<RunSummary> runs;
    for (int i = count; i >= 1; --i) {
        RunSummary run = test::endedRun("run-" + std::to_string(100000 + i), i, 1, 0.1 * i);
        run.number = i;
        run.config.edit().epochs = run.epochs = run.epoch = study.space.base().epochs;
        run.config.edit().batchSize = 1 + (i * 7) % 13;
        runs.push_back(std::move(run));
    }
    return runs;
}

struct Window {
    explicit Window(const Study& study, std::vector<RunSummary> list) {
        SavedSweep sweep;
        sweep.study = study;
        QVERIFY(keepSweep(folder.path().toStdString(), sweep).ok());
        workspace = std::make_shared<test::FakeWorkspace>(std::move(list), folder.path().toStdString());
        experiment.replace(study.space.base(), QStringLiteral("test"));
        runs.setWorkspace(workspace);
    }
    [[nodiscard]] const SweepController& sweep() const { return queue.sweep(); }
    QTemporaryDir folder;
    Preferences preferences{folder.filePath(QStringLiteral("settings.ini"))};
    Theme theme;
    std::shared_ptr<test::FakeWorkspace> workspace;
    RunController runs;
    ExperimentModel experiment;
    QueueController queue{runs};
    RunBoard board{experiment, runs, preferences};
};

/// The panel over an experiment whose data are read.
struct Asked {
    Asked() {
        experiment.replace(testing::tinyExperiment(3), QStringLiteral("test"));
        experiment.reload();
        runs.setWorkspace(*Workspace::open(folder.path().toStdString()));
        QTRY_VERIFY_WITH_TIMEOUT(experiment.dataset() && !experiment.preparing(), kPatience);
        panel.show();
    }
    void choose(const char* method) {
        for (auto* segment : panel.findChildren<QToolButton*>())
            if (segment->text() == QLatin1String(method)) return segment->click();
        QFAIL("there is no such search");
    }
    template <typename W>
    [[nodiscard]] W* find(const char* name, int at = 0) const {
        for (auto* one : panel.findChildren<W*>())
            if (one->accessibleName() == QLatin1String(name) && at-- == 0) return one;
        return nullptr;
    }
    void type(const char* name, const char* text, int at = 0) {
        auto* line = find<QLineEdit>(name, at);
        line->selectAll();
        QTest::keyClicks(line, QString::fromLatin1(text));
    }
    [[nodiscard]] std::vector<SweepRow*> rows() const {
        const auto found = panel.findChildren<SweepRow*>();
        return {found.begin(), found.end()};
    }
    [[nodiscard]] static QString problemOf(const QWidget& row) {
        for (const auto* label : row.findChildren<QLabel*>())
            if (label->property("role").toString() == QLatin1String("error") && label->isVisibleTo(&row))
                return label->text();
        return {};
    }
    [[nodiscard]] QPushButton* button(const char* part) const {
        for (auto* one : panel.findChildren<QPushButton*>())
            if (one->text().contains(QLatin1String(part))) return one;
        return nullptr;
    }
    [[nodiscard]] bool says(const char* words) const {
        return std::ranges::any_of(panel.findChildren<QLabel*>(), [&](const QLabel* label) {
            return label->isVisibleTo(&panel) && label->text().contains(QLatin1String(words));
        });
    }
    QTemporaryDir folder;
    Theme theme;
    RunController runs;
    ExperimentModel experiment;
    QueueController queue{runs};
    SweepPanel panel{theme, experiment, runs, queue};
};

}  // namespace

class TestSearchWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void aSearchDrawsFromRangesAndAGridHasValues() {
        Asked asked;
        const double rate = asked.experiment.config().learningRate;
        SweepRow& row = *asked.rows().front();
        QVERIFY(!row.axis()->isRange && row.axis()->values.size() == 3);
        asked.choose("Learns (TPE)");
        QVERIFY(row.axis()->isRange && row.axis()->isLog);
        QVERIFY(std::abs(row.axis()->low / rate - 0.1) < 1e-9 && std::abs(row.axis()->high / rate - 10) < 1e-9);
        asked.button("Add a setting")->click();
        QCOMPARE(asked.rows()[1]->key(), std::string("hidden_size"));
        QCOMPARE(asked.rows()[1]->axis()->low, 1.0);
        QCOMPARE(asked.rows()[1]->axis()->high, 16.0);
        // What was typed stays, and a grid takes points of it; what was not becomes values again.
        asked.type("From", "0.002");
        asked.choose("Every combination");
        QCOMPARE(row.axis()->values.size(), std::size_t{3});
        QCOMPARE(std::get<double>(row.axis()->values.front()), 0.002);
        QCOMPARE(asked.rows()[1]->axis()->values.size(), std::size_t{3});
        QVERIFY(asked.says("9 runs: 9 settings"));
    }

    void everySearchMayHaveABudget() {
        const QByteArray worker = qgetenv("GATELAB_WORKER");
        qputenv("GATELAB_WORKER", "/bin/false");
        const auto restore = qScopeGuard([&worker] {
            if (worker.isNull())
                qunsetenv("GATELAB_WORKER");
            else
                qputenv("GATELAB_WORKER", worker);
        });
        Asked asked;
        QCheckBox* limit = nullptr;
        for (auto* box : asked.panel.findChildren<QCheckBox*>())
            if (box->text() == QLatin1String("Budget")) limit = box;
        QVERIFY(limit && limit->isVisibleTo(&asked.panel) && !asked.find<QSpinBox>("Budget")->isVisible());
        QVERIFY(asked.find<QSpinBox>("Seeds of each")->isVisible());
        QSignalSpy problems(&asked.runs, &RunController::problem);
        int begun = 0;
        for (const auto& [text, method] :
             {std::pair{"Every combination", SearchMethod::Grid}, {"At random", SearchMethod::Random}}) {
            asked.panel.show();
            asked.choose(text);
            limit->setChecked(true);
            QVERIFY(asked.find<QSpinBox>("Budget")->isVisible() && !asked.find<QSpinBox>("Seeds of each")->isVisible());
            QVERIFY(!asked.find<QSpinBox>("Combinations")->isVisible());
            auto* unit = asked.find<ListBox>("Counted in");
            unit->setCurrentIndex(0);
            Q_EMIT unit->activated(0);
            // Three values are all there is for a grid.
            QVERIFY(asked.says(method == SearchMethod::Grid ? "3 trial(s), one" : "64 trial(s), one"));
            unit->setCurrentIndex(1);
            Q_EMIT unit->activated(1);
            asked.find<QSpinBox>("Budget")->setValue(5);
            QSignalSpy replaced(&asked.queue.sweep(), &SweepController::replaced);
            asked.button("Search")->click();
            ++begun;  // not in the macro, which looks again and again
            QTRY_COMPARE_WITH_TIMEOUT(replaced.count(), 1, kPatience);
            QTRY_COMPARE_WITH_TIMEOUT(problems.count(), begun, kPatience);  // the process has ended
            const Study kept = *savedSweep(asked.folder.path().toStdString())->study;
            QCOMPARE(kept.method, method);
            QCOMPARE(kept.budget.seconds, 300.0);
        }
        // Without one they wait in the queue, and without a setting there is none.
        limit->setChecked(false);
        QVERIFY(asked.button("to the queue"));
        Q_EMIT asked.rows().front()->dropped();
        QVERIFY(!limit->isEnabled());
    }

    void whatIsWrongStandsBesideItsRow() {
        Asked asked;
        asked.choose("Learns (TPE)");
        asked.button("Add a setting")->click();
        QVERIFY(asked.button("Search")->isEnabled());
        asked.type("From", "1", 0);
        asked.type("To", "0.1", 0);
        QVERIFY(Asked::problemOf(*asked.rows()[0]).contains(QLatin1String("above its end")));
        QVERIFY(Asked::problemOf(*asked.rows()[1]).isEmpty());
        QVERIFY(!asked.button("Search")->isEnabled());
        asked.type("From", "0", 0);
        QVERIFY(!Asked::problemOf(*asked.rows()[0]).isEmpty());
        asked.type("From", "nonsense", 0);
        QVERIFY(!Asked::problemOf(*asked.rows()[0]).isEmpty());
        asked.type("From", "0.001", 0);
        QVERIFY(Asked::problemOf(*asked.rows()[0]).isEmpty() && asked.button("Search")->isEnabled());
        // A whole number in half
        asked.type("From", "1.5", 1);
        QVERIFY(!Asked::problemOf(*asked.rows()[1]).isEmpty() && !asked.button("Search")->isEnabled());
        asked.type("From", "2", 1);
        // The same setting twice
        auto* setting = asked.find<ListBox>("Setting", 1);
        setting->setCurrentIndex(setting->findData(QStringLiteral("learning_rate")));
        Q_EMIT setting->activated(setting->currentIndex());
        QVERIFY(asked.says("is named twice"));
        QVERIFY(!asked.button("Search")->isEnabled());
        // Nothing varies
        for (SweepRow* row : asked.rows()) Q_EMIT row->dropped();
        QVERIFY(asked.says("no setting varies"));
    }

    void theBudgetIsKeptAndTheProcessThatFailsIsNoSearch() {
        const QByteArray worker = qgetenv("GATELAB_WORKER");
        qputenv("GATELAB_WORKER", "/bin/false");
        const auto restore = qScopeGuard([&worker] {
            if (worker.isNull())
                qunsetenv("GATELAB_WORKER");
            else
                qputenv("GATELAB_WORKER", worker);
        });
        Asked asked;
        asked.choose("Learns and stops (ASHA)");
        auto* unit = asked.find<ListBox>("Counted in");
        QSignalSpy problems(&asked.runs, &RunController::problem);
        const auto keptFor = [&](int as, int number) {
            asked.panel.show();
            unit->setCurrentIndex(as);
            Q_EMIT unit->activated(as);
            asked.find<QSpinBox>("Budget")->setValue(number);
            QSignalSpy replaced(&asked.queue.sweep(), &SweepController::replaced);
            asked.button("Search")->click();
            QTRY_COMPARE_WITH_TIMEOUT(replaced.count(), 1, kPatience);
            QTRY_COMPARE_WITH_TIMEOUT(problems.count(), as + 1, kPatience);  // the process has ended
            const Study kept = *savedSweep(asked.folder.path().toStdString())->study;
            QCOMPARE(kept.method, SearchMethod::Asha);
            QCOMPARE(kept.budget.trials, std::int64_t{as == 0 ? number : 0});
            QCOMPARE(kept.budget.seconds, as == 1 ? 60.0 * number : 0.0);
            QCOMPARE(kept.budget.epochs, std::int64_t{as == 2 ? number : 0});
        };
        keptFor(0, 7);
        keptFor(1, 5);
        keptFor(2, 900);
        QVERIFY(problems[0][0].toString().contains(QLatin1String("sweep.log")));
    }

    void itTellsWhatItsTrialsHaveComeTo() {
        const Study study = studyOf(SearchMethod::Tpe, 64);
        Window window(study, trialsOf(study, 7));
        SweepSummary summary(window.theme, window.queue.sweep(), window.board);
        QTRY_COMPARE(window.sweep().progress(), QStringLiteral("7 of 64 trials, best 0.100"));
        const auto said = [&summary] {
            QStringList all;
            for (const auto* label : summary.findChildren<WrappedLabel*>())
                if (label->isVisibleTo(&summary)) all << label->fullText();
            return all.join(QLatin1Char('|'));
        };
        QVERIFY(!summary.isHidden());
        QTRY_COMPARE(window.board.runs().size(), std::size_t{7});
        QVERIFY2(said().contains(ShareTexts::sentence(window.board.board().shares)), qPrintable(said()));
        window.workspace->set(trialsOf(study, 40));
        window.runs.refreshRuns();
        QTRY_COMPARE(window.sweep().told().ended, std::size_t{40});
        // One answer for card and map.
        const ScoreShare* first = window.board.board().shares.strongest();
        QVERIFY(first && first->key == "hidden_size" && first->share > 0.7);
        BoardMapLegend legend(window.theme, window.board);
        legend.setMap({}, {});
        const QString figure = ShareTexts::figure(*first);
        QVERIFY2(said().contains(QStringLiteral("Units explains %1").arg(figure)), qPrintable(said()));
        QVERIFY2(legend.accessibleDescription().contains(QStringLiteral("units: %1").arg(figure)),
                 qPrintable(legend.accessibleDescription()));
        QVERIFY(window.sweep().share() == 40.0 / 64);
        // A board about other data says nothing of it; a workspace without one forgets it.
        ExperimentConfig other = study.space.base();
        other.horizon += 1;
        RunSummary stranger = test::endedRun("run-900000", 8);
        stranger.config.edit() = other;
        std::vector<RunSummary> all = trialsOf(study, 40);
        all.insert(all.begin(), stranger);
        window.workspace->set(all);
        window.runs.refreshRuns();
        window.board.setScope(RunBoard::scopeOf({}, other).key);
        QTRY_VERIFY(summary.isHidden());
        QCOMPARE(window.sweep().told().ended, std::size_t{40});
        const QTemporaryDir empty;
        window.runs.setWorkspace(
            std::make_shared<test::FakeWorkspace>(std::vector<RunSummary>(), empty.path().toStdString()));
        QVERIFY(!window.sweep().sweep().isThere() && window.sweep().progress().isEmpty());
    }

    void aGridTellsWhatMattersToo() {
        const Study study = studyOf(SearchMethod::Tpe, 64);
        const std::vector<RunSummary> runs = trialsOf(study, 30);
        Window window(study, runs);
        SavedSweep grid;
        for (const RunSummary& run : runs) grid.settings.push_back(run.config);
        window.queue.sweep().keep(grid);
        QTRY_COMPARE(window.sweep().sweep().settings.size(), std::size_t{30});
        QTRY_COMPARE(window.sweep().told().ended, std::size_t{30});
        QVERIFY(window.sweep().progress().isEmpty() && window.sweep().share() < 0);
        QCOMPARE(window.board.board().shares.strongest()->key, std::string("hidden_size"));
    }

    // Rungs of 27 epochs: 1, 3 and 9. Only what ended at one of them was stopped by the search.
    void aTrialThatWasStoppedSaysSo() {
        const Study study = studyOf(SearchMethod::Asha, 64);
        std::vector<RunSummary> runs = trialsOf(study, 12);
        runs[0].epoch = runs[0].bestEpoch = 3;
        runs[1].epoch = runs[1].bestEpoch = 4;
        Window window(study, runs);
        BoardModel model(window.board, window.runs);
        QTRY_COMPARE(window.sweep().told().ended, std::size_t{12});
        QCOMPARE(window.sweep().told().stopped, std::set<std::string>{runs[0].id});
        model.setStopped(window.sweep().told().stopped);
        const auto badge = [&](const RunSummary& run) { return model.badgeAt(model.lineOf(fromUtf8(run.id))); };
        QTRY_VERIFY(model.lineOf(fromUtf8(runs[1].id)) >= 0);
        QCOMPARE(badge(runs[0]), QStringLiteral("stopped by ASHA"));
        QVERIFY(badge(runs[1]).isEmpty());
    }

    // Of values that were drawn almost every cell would be empty, and five thousand make 25 million of them.
    void aMapOfDrawnValuesIsAPlane() {
        const Study study = studyOf(SearchMethod::Tpe, 64);
        Window window(study, trialsOf(study, 20));
        BoardMapView map(window.theme, window.board);
        map.resize(900, 400);
        map.show();
        map.setAxes(QStringLiteral("hidden_size"), QStringLiteral("batch_size"));
        QTRY_COMPARE(window.board.runs().size(), std::size_t{20});
        QVERIFY(map.plane().isHidden() && map.grid().map().columns() == 20);
        window.workspace->set(trialsOf(study, 200));
        window.runs.refreshRuns();
        QTRY_COMPARE(window.board.runs().size(), std::size_t{200});
        QVERIFY(!map.plane().isHidden() && map.grid().map().columns() == 0);
        // The best is in the strongest colour, and a click chooses it.
        window.board.clear();
        Q_EMIT map.plane().chart().picked(QStringLiteral("7"), 0);
        QCOMPARE(window.board.chosen().size(), std::size_t{1});
        QCOMPARE(window.board.chosen().front()->group.config.hiddenSize, std::int64_t{1});
        // Along one setting there is a cell for each value.
        QVERIFY(!BoardMapPlane::suits(window.board.board(), "hidden_size", "hidden_size"));
    }

    void fiveThousandTrialsTakeNoWidgets() {
        const Study study = studyOf(SearchMethod::Tpe, 5000);
        Window window(study, trialsOf(study, 20));
        BoardPanel panel(window.theme, window.experiment, window.runs, window.queue, window.preferences, window.board);
        QTRY_COMPARE(window.sweep().told().ended, std::size_t{20});
        QTRY_COMPARE(panel.model().listedGroups(), 20);
        const auto before = panel.findChildren<QWidget*>().size();
        window.workspace->set(trialsOf(study, 5000));
        window.runs.refreshRuns();
        QTRY_COMPARE_WITH_TIMEOUT(window.sweep().told().ended, std::size_t{5000}, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(panel.model().listedGroups(), 5000, kPatience);
        // Some for a new best that is told of, none for each trial.
        QVERIFY(panel.findChildren<QWidget*>().size() < before + 20);
    }

    void aSearchTrainsStopsAndGoesOn() {
        QTemporaryDir folder;
        RunController runs;
        QueueController queue(runs);
        runs.setWorkspace(*Workspace::open(folder.path().toStdString()));
        SweepController& sweep = queue.sweep();
        Study study;
        study.space = SearchSpace(testing::tinyExperiment(2), axesOf({"learning_rate=1e-4..1e-1:log"}));
        study.budget.trials = 3;
        sweep.begin(study);
        QTRY_VERIFY_WITH_TIMEOUT(!sweep.isSearching() && sweep.told().ended == 3, kPatience);
        QVERIFY(sweep.progress().startsWith(QLatin1String("3 of 3 trials, best ")));
        for (const RunSummary& run : runs.runs()) QCOMPARE(run.state, RunState::Finished);
        // As much again
        sweep.goOn();
        QTRY_VERIFY_WITH_TIMEOUT(!sweep.isSearching() && sweep.told().ended == 6, kPatience);
        // One that takes long is stopped, keeps what it has, and goes on.
        study.space = SearchSpace(testing::tinyExperiment(1500), axesOf({"learning_rate=1e-4..1e-1:log"}));
        study.budget.trials = 2;
        sweep.begin(study);
        QTRY_VERIFY_WITH_TIMEOUT(sweep.isSearching() && sweep.told().trials > 0 && sweep.told().epochs > 0, kPatience);
        sweep.stop();
        QTRY_VERIFY_WITH_TIMEOUT(!sweep.isSearching(), kPatience);
        const auto begun = runs.runs().size();
        QVERIFY(begun > 6);
        QVERIFY(sweep.told().ended < 2);
        sweep.goOn();
        QTRY_VERIFY_WITH_TIMEOUT(!sweep.isSearching() && sweep.told().ended == 2, kPatience);
        QCOMPARE(runs.runs().size(), std::size_t{8});  // those that were stopped went on
    }
};

QTEST_MAIN(TestSearchWindow)
#include "tst_search_window.moc"
