// SPDX-License-Identifier: GPL-3.0-or-later
// What the Compare page draws of chosen runs: scatter, groups, parallel coordinates; and the filter of runs.
// Holds ui/pages/compare/curves/compare_parallel.cpp and ui/pages/compare/curves/compare_scatter.cpp.
#include "charts/parallel/parallel_plot.h"
#include "common/preferences.h"
#include "common/run_words.h"
#include "models/run_filter.h"
#include "pages/compare/curves/compare_curves.h"
#include "pages/compare/curves/compare_parallel.h"
#include "pages/compare/curves/compare_scatter.h"
#include "runs/run_controller.h"
#include "runs/run_view.h"
#include "widgets/filter_line.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace gatelab;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

RunSummary runOf(const char* id, const char* cell, std::int64_t hidden, double best, std::int64_t seed = 1) {
    RunSummary run;
    run.id = id;
    run.name = id;
    run.state = RunState::Finished;
    run.config.edit().cell = cell;
    run.config.edit().hiddenSize = hidden;
    run.config.edit().seed = seed;
    run.bestValidation = best;
    run.bestEpoch = std::isnan(best) ? -1 : 3;
    return run;
}

std::vector<RunSummary> sixRuns() {
    std::vector<RunSummary> runs{runOf("a", "lstm", 32, 0.3, 1), runOf("b", "lstm", 32, 0.5, 2),
                                 runOf("c", "gru", 32, 0.2, 1),  runOf("d", "gru", 64, kNaN, 1),
                                 runOf("e", "lstm", 64, 0.1, 1), runOf("f", "lstm", 32, 0.4, 3)};
    runs[3].state = RunState::Failed;
    runs[4].tags = "base, wide";
    runs[5].archived = true;
    return runs;
}

/// Ids of the runs that an expression keeps, in order.
QString kept(const QString& expression) {
    const RunColumns columns;
    const RunFilter filter(expression, columns);
    if (!filter.problem().isEmpty()) return filter.problem();
    QString ids;
    for (const RunSummary& run : sixRuns())
        if (filter.matches(run)) ids += QString::fromStdString(run.id);
    return ids;
}

}  // namespace

class TestCompare : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void filters_data() {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("ids");
        const auto row = [](const char* expression, const char* ids) {
            QTest::newRow(expression) << expression << ids;
        };
        row("", "abcdef");
        row("cell = lstm", "abef");
        row("CELL = LSTM and hidden_size = 32", "abf");
        row("cell = lstm hidden_size = 64", "e");
        row("best_validation < 0.3", "ce");
        row("best_validation<=0.3", "ace");
        row("best_validation != 0.3", "bcef");  // a run without a value never matches
        row("best validation < 0.3", "ce");     // its title
        row("lstm and Best Validation < 0.3", "e");
        row("\"best validation\" < 0.3", "ce");
        row("lstm hidden size = 64", "e");
        row("not best_validation < 10", "d");
        row("cell = gru or tags ~ wide", "cde");
        row("cell = gru and (best_validation < 1 or state = failed)", "cd");
        row("cell = lstm or cell = gru and hidden_size = 64", "abdef");
        row("state contains FAIL", "d");
        row("hidden_size > 40 and (tags contains wide or seed = 99)", "e");
        row("\"tags\" wide or tags", "");  // in quotes it is a word
        row("wide", "e");
        row("gru failed", "d");
        row("\"base, wide\"", "e");
        row("archived = yes", "f");
        row("archived", "f");  // yes or no needs no comparison
        row("not archived", "abcde");
        row("lstm not archived hidden size = 64", "e");
        row("archived lstm", "f");
        row("archived = no gru", "cd");
        row("\"archived\"", "");  // in quotes it is a word
        row("tags = wide", "e");  // one of "base, wide"
        row("tags = WIDE and tags = base", "e");
        row("tags = \"wide, base\"", "e");
        row("tags = wid", "");
        row("tags != wide", "abcdf");
        row("tags = \"\"", "abcdf");
        row("learning_rate = 0.001", "abcdef");
        row("seed >= 2", "bf");
        row("dropout > 0", "");
    }

    void filters() {
        QFETCH(QString, expression);
        QFETCH(QString, ids);
        QCOMPARE(kept(expression), ids);
    }

    void mistakesInFiltersAreNamed() {
        QVERIFY(kept("test_msee < 1").contains("there is no column \"test_msee\"; perhaps test_mse"));
        QVERIFY(kept("cell = lstm and qqqq = 1").contains("At character 17"));
        QVERIFY(kept("seed <").contains("a value is missing after \"<\""));
        QVERIFY(kept("seed < many").contains("\"many\" is not a number"));
        QVERIFY(kept("(cell = lstm").contains("closing bracket"));
        QVERIFY(kept("cell = lstm)").contains("closed that was not opened"));
        QVERIFY(kept("seed =< 3").contains("no comparison"));
        QVERIFY(kept("name like gru").startsWith("At character 6: \"like\" is no comparison"));
        QVERIFY(kept("seed = 1 or cell not gru").contains("\"not\" is no comparison"));
        QVERIFY(kept("name \"a b\"").contains("no comparison"));
        QVERIFY(kept("name contains").contains("a value is missing after \"contains\""));
        QVERIFY(kept("nothing contains a").contains("there is no column"));
        QVERIFY(kept("best validaton < 1").contains("there is no column \"best validaton\"; perhaps best_validation"));
        for (const char* sign : {"<=", "~", "contains"}) QVERIFY(RunFilter::help().contains(sign));
        QVERIFY(kept("= 3").contains("name of a column is missing"));
        QVERIFY(kept("cell = lstm and").contains("missing here"));
        QVERIFY(kept("not").contains("missing here"));
        QVERIFY(kept("or").contains("missing here"));
        QVERIFY(kept("()").contains("missing here"));
    }

    void theLastWordMayBecomeAColumn() {
        const RunColumns columns;
        QCOMPARE(RunFilter("cell = lstm and test_m", columns).openWord(), QStringLiteral("test_m"));
        QCOMPARE(RunFilter("cell = lstm and best valid", columns).openWord(), QStringLiteral("best valid"));
        QCOMPARE(RunFilter("cell = lstm an", columns).openWord(), QStringLiteral("an"));
        QVERIFY(RunFilter("test_m lstm", columns).openWord().isEmpty());
        QVERIFY(RunFilter("\"test_m\"", columns).openWord().isEmpty());
        QVERIFY(RunFilter("zzz", columns).openWord().isEmpty());
    }

    void filterLettersNeverCrash() {
        std::mt19937 random(7);
        const QString letters = QStringLiteral("ab =<>!~()\"_1.");
        const QStringList words{"cell", "seed", "and", "or", "not", "=", "<", "(", ")", "\"", "1e-3", "lstm"};
        for (int i = 0; i < 3000; ++i) {
            QString text;
            for (int k = 0; k < 8; ++k)
                text += i % 2
                            ? QString(letters[static_cast<qsizetype>(random() % static_cast<unsigned>(letters.size()))])
                            : words[static_cast<qsizetype>(random() % static_cast<unsigned>(words.size()))] + ' ';
            kept(text);
        }
    }

    void aFilterLineCompletesTheWordAtTheCursor() {
        FilterLine line({"test_mse", "test_mae", "cell"});
        line.show();
        QVERIFY(QTest::qWaitForWindowExposed(&line));
        line.setText("cell = lstm and te < 3");
        line.setCursorPosition(18);
        QVERIFY(QMetaObject::invokeMethod(line.findChild<QCompleter*>(), "activated", Q_ARG(QString, "test_mse")));
        QCOMPARE(line.text(), "cell = lstm and test_mse < 3");
        line.setProblem("wrong");
        QCOMPARE(line.toolTip(), "wrong");
    }

    void aFilterLineOffersComparisonsBehindAColumn() {
        FilterLine line({"test_mse", "cell"}, {"=", "<", "contains"});
        line.show();
        QVERIFY(QTest::qWaitForWindowExposed(&line));
        auto* offers = line.findChild<QCompleter*>();
        const auto offered = [&] {
            QStringList all;
            for (int row = 0; offers->popup()->isVisible() && row < offers->completionCount(); ++row)
                all << offers->completionModel()->index(row, 0).data().toString();
            return all;
        };
        QTest::keyClicks(&line, "lstm ");
        QCOMPARE(offered(), QStringList());
        QTest::keyClicks(&line, "cell ");
        QCOMPARE(offered(), (QStringList{"=", "<", "contains"}));
        QTest::keyClicks(&line, "c");
        QCOMPARE(offered(), QStringList{"contains"});
        QVERIFY(QMetaObject::invokeMethod(offers, "activated", Q_ARG(QString, "contains")));
        QCOMPARE(line.text(), "lstm cell contains");
        QTest::keyClicks(&line, " te");
        QCOMPARE(offered(), QStringList{"test_mse"});
    }

    void parallelRangesKeepWhatIsInside() {
        Theme theme;
        ParallelPlot plot(theme);
        plot.resize(600, 300);
        plot.setContent({{"size", {}, false}, {"cell", {"gru", "lstm"}, false}, {"error", {}, true}},
                        {{"a", Qt::red, {1, 0, 0.1}}, {"b", Qt::red, {2, 1, 0.01}}, {"c", Qt::red, {3, 1, kNaN}}});
        QCOMPARE(plot.inside(), (QStringList{"a", "b", "c"}));
        QSignalSpy brushed(&plot, &ParallelPlot::brushed);
        plot.setBrush(0, std::pair(2.5, 1.5));
        QCOMPARE(plot.inside(), QStringList{"b"});
        plot.setBrush(0, std::nullopt);
        plot.setBrush(2, std::pair(0.001, 1.0));
        QCOMPARE(plot.inside(), (QStringList{"a", "b"}));  // without a value: never inside
        plot.clearBrushes();
        // By mouse: from below the lowest to between 1 and 2.
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        QTest::mousePress(&plot, Qt::LeftButton, {}, plot.position(0, 0.9).toPoint());
        QTest::mouseMove(&plot, plot.position(0, 1.5).toPoint());
        QMouseEvent move(QEvent::MouseMove, plot.position(0, 1.5), plot.mapToGlobal(plot.position(0, 1.5)),
                         Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&plot, &move);
        QTest::mouseRelease(&plot, Qt::LeftButton, {}, plot.position(0, 1.5).toPoint());
        QCOMPARE(plot.inside(), QStringList{"a"});
        QTest::mouseClick(&plot, Qt::LeftButton, {}, plot.position(0, 2.5).toPoint());
        QCOMPARE(plot.inside().size(), 3);
        QSignalSpy picked(&plot, &ParallelPlot::picked);
        QTest::mouseClick(&plot, Qt::LeftButton, {}, ((plot.position(0, 1) + plot.position(1, 0)) / 2).toPoint());
        QCOMPARE(picked.count(), 1);
        QCOMPARE(picked[0][0].toString(), "a");
    }

    void axesAreWhatDiffers() {
        const auto runs = sixRuns();
        std::vector<const RunSummary*> all;
        for (const RunSummary& run : runs) all.push_back(&run);
        QCOMPARE(differingSettings(RunColumns(), all, 7), (QStringList{"cell", "hidden_size"}));
        QVERIFY(differingSettings(RunColumns(), {}, 7).isEmpty());
    }

    void aClickOnADotChoosesItsRun() {
        const QTemporaryDir folder;
        Preferences preferences(folder.filePath("settings.ini"));
        Theme theme;
        const RunColumns columns;
        RunController controller;
        CompareScatter scatter(CompareScatter::Kind::Relation, theme, preferences, columns);
        const auto runs = sixRuns();
        std::vector<const RunSummary*> all;
        for (const RunSummary& run : runs) all.push_back(&run);
        scatter.resize(900, 400);
        scatter.choose("hidden_size", "best_validation");
        scatter.setListed([&] { return all; });
        scatter.show();
        QVERIFY(QTest::qWaitForWindowExposed(&scatter));
        QSignalSpy picked(&scatter, &CompareView::picked);
        QTRY_VERIFY(!scatter.chart().redrawPending());
        Q_EMIT scatter.chart().picked("1 0", 1);
        QCOMPARE(picked.count(), 1);
        QCOMPARE(picked[0][0].toString(), "b");
        Q_EMIT scatter.chart().picked("1 0", 99);
        QCOMPARE(picked.count(), 1);
        // The list behind it was read anew: other objects at other places.
        auto renamed = std::make_unique<std::vector<RunSummary>>(runs);
        for (RunSummary& run : *renamed) run.id = "new " + run.id;
        std::vector<const RunSummary*> fresh;
        for (const RunSummary& run : *renamed) fresh.push_back(&run);
        all = fresh;
        scatter.choose("batch_size", "best_validation");
        QTRY_VERIFY(!scatter.chart().redrawPending());
        Q_EMIT scatter.chart().picked("1 0", 0);
        QCOMPARE(picked.count(), 2);
        QVERIFY2(picked[1][0].toString().startsWith("new "), qPrintable(picked[1][0].toString()));
        CompareScatter pareto(CompareScatter::Kind::Pareto, theme, preferences, columns);
        pareto.setListed([&] { return all; });
        pareto.setListed([] { return std::vector<const RunSummary*>(); });
    }

    void groupsAreDrawnAsMeanAndBand() {
        const QTemporaryDir folder;
        Preferences preferences(folder.filePath("settings.ini"));
        Theme theme;
        CompareCurves curves(theme, preferences);
        ComparedRuns group{"lstm", "a", 1, {}};
        for (int k = 0; k < 3; ++k) {
            auto run = std::make_shared<RunView>();
            for (int epoch = 1; epoch <= 4; ++epoch)
                run->take(MetricSample{MetricId::ValidationLoss, 0, epoch * 5, 1.0 * epoch, 1.0 * epoch, 1e9, 1.0 + k});
            group.runs.push_back(run);
        }
        curves.setCompared({group});
        curves.resize(900, 400);
        curves.show();
        QVERIFY(QTest::qWaitForWindowExposed(&curves));
        QTRY_VERIFY(curves.chart().textSummary().contains("lstm, 3 runs: last 2"));
        CompareMultiples multiples(theme, preferences);
        multiples.setCompared({group, group});
        QCOMPARE(multiples.charts().size(), std::size_t{2});
        multiples.setCompared({});
        QVERIFY(multiples.charts().empty());
    }
};

QTEST_MAIN(TestCompare)
#include "tst_compare.moc"
