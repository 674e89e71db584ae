// SPDX-License-Identifier: GPL-3.0-or-later
// Sequences are shown as what they are: the first of each class drawn, and a loss of classes has no scale.
// Holds ui/pages/data/sequence_panel.cpp, ui/pages/data/sequence_plot.cpp and ui/pages/data/text_panel.cpp.
#include "common/background_job.h"
#include "common/preferences.h"
#include "data/sequences/running_text.h"
#include "models/run_board.h"
#include "models/run_figures.h"
#include "models/sequence_model.h"
#include "pages/data/data_page.h"
#include "pages/data/sequence_panel.h"
#include "pages/data/sequence_plot.h"
#include "pages/data/text_panel.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"

#include <QStackedWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <cmath>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

SequenceSetPtr someSequences(std::size_t channels, const std::vector<std::int32_t>& labels) {
    auto set = std::make_shared<SequenceSet>();
    for (std::size_t c = 0; c < channels; ++c) set->channelNames.push_back("channel " + std::to_string(c));
    set->classNames = {"left", "right", "up"};
    float value = 0;
    for (const std::int32_t label : labels) {
        SequenceSet::Item item;
        item.steps = 4;
        for (std::size_t i = 0; i < 4 * channels; ++i) item.values.push_back(++value);
        item.label = label;
        set->items.push_back(std::move(item));
    }
    return set;
}

}  // namespace

class TestSequenceViews : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void theFirstOfEachClassIsDrawn() {
        const std::vector<ChartLine> lines = sequenceLines(*someSequences(2, {1, 1, 0, 1, 2, 0}), 1, lightPalette());
        QCOMPARE(lines.size(), std::size_t{3});
        for (std::size_t i = 0; i < lines.size(); ++i)
            QCOMPARE(lines[i].colour, runColour(lightPalette(), static_cast<int>(i)));
        QCOMPARE(lines[0].name, QStringLiteral("left"));
        QCOMPARE(lines[1].name, QStringLiteral("right"));
        QCOMPARE(lines[1].x, (std::vector<double>{1, 2, 3, 4}));
        QCOMPARE(lines[1].y, (std::vector<double>{2, 4, 6, 8}));
        const std::vector<ChartLine> some = sequenceLines(*someSequences(1, {-1, -1, -1, -1, -1}), 0, lightPalette());
        QCOMPARE(some.size(), std::size_t{3});
        QVERIFY(some[2].name.contains(QLatin1Char('3')));
    }

    void theDataPageDrawsThem() {
        Theme theme;
        ExperimentModel experiment;
        RunController runs;
        const QTemporaryDir folder;
        Preferences preferences(folder.filePath(QStringLiteral("settings.ini")));
        RunBoard board(experiment, runs, preferences);
        DataPage page(theme, experiment, runs, board);
        experiment.openBuiltin(QStringLiteral("grammar"));
        QTRY_VERIFY_WITH_TIMEOUT(experiment.dataset() && experiment.dataset()->sequences, kPatience);
        const auto* panel = page.findChild<SequencePanel*>();
        QVERIFY(panel);
        QCOMPARE(qobject_cast<QStackedWidget*>(panel->parentWidget())->currentWidget(), panel);
        experiment.openBuiltin(QStringLiteral("sine"));
        QTRY_VERIFY_WITH_TIMEOUT(experiment.dataset() && experiment.dataset()->series, kPatience);
        QVERIFY(qobject_cast<QStackedWidget*>(panel->parentWidget())->currentWidget() != panel);
    }

    void classesHaveRowsAndTheirSequencesAreTurned() {
        Theme theme;
        SequencePanel panel(theme);
        panel.setSequences(someSequences(2, {1, 1, 0, 1, 2, 0}));
        auto* classes = panel.findChild<SequenceClassModel*>();
        QTRY_COMPARE(classes->rowCount(), 3);
        QCOMPARE(classes->index(0, 0).data().toString(), QStringLiteral("left"));
        QCOMPARE(classes->index(1, 1).data().toString(), QStringLiteral("3"));
        QCOMPARE(classes->index(1, 2).data().toString(), QStringLiteral("50.0 %"));
        QCOMPARE(classes->index(1, 3).data().toString(), QStringLiteral("4"));
        // A class leads to its sequences, among which alone the buttons turn.
        const auto tables = panel.findChildren<QTableView*>();
        const auto table = std::ranges::find(tables, classes, [](const QTableView* one) { return one->model(); });
        QVERIFY(table != tables.end());
        Q_EMIT(*table)->clicked(classes->index(0, 0));
        QCOMPARE(panel.item(), std::size_t{2});
        const auto buttons = panel.findChildren<QToolButton*>();
        const auto next = std::ranges::find_if(
            buttons, [](const QToolButton* one) { return one->accessibleName().startsWith(QLatin1String("Next")); });
        QVERIFY(next != buttons.end() && (*next)->isEnabled());
        (*next)->click();
        QCOMPARE(panel.item(), std::size_t{5});
        QVERIFY(!(*next)->isEnabled());
    }

    /// A running text is shown as one: its beginning, how long it is, what it is made of.
    void aTextIsShownAsAText() {
        auto set = std::make_shared<SequenceSet>();
        set->report.format = kRunningText;
        set->channelNames = {"text"};
        set->tokenNames = {"<other>", "a", "b", "\n"};
        set->classNames = {"<other>", "a", "b", "\\n"};
        set->tokens = 4;
        for (const std::vector<double>& values : {std::vector<double>{1, 2, 1}, std::vector<double>{3, 1, 0}}) {
            SequenceSet::Item item;
            item.steps = 3, item.values = values, item.targets = {1, 1, 1};
            set->items.push_back(item);
        }
        Theme theme;
        SequencePanel panel(theme);
        panel.setSequences(set);
        QTRY_COMPARE(panel.text().vocabulary().rowCount(), 4);
        QCOMPARE(panel.text().beginning(), QStringLiteral("aba\na<other>"));
        QVERIFY(panel.text().facts().contains(QStringLiteral("6")));
        const auto cell = [&](int row, int column) {
            return panel.text().vocabulary().index(row, column).data().toString();
        };
        QCOMPARE(cell(0, 0), QStringLiteral("a"));
        QCOMPARE(cell(0, 1), QStringLiteral("3"));
        QVERIFY(cell(0, 2).startsWith(QStringLiteral("50")));
        auto* const stack = qobject_cast<QStackedWidget*>(panel.text().parentWidget());
        QVERIFY(stack != nullptr && stack->currentWidget() == &panel.text());
        panel.showTable(true);
        QVERIFY(stack->currentWidget() != &panel.text());
        panel.showTable(false);
        QVERIFY(stack->currentWidget() == &panel.text());
        panel.setSequences(someSequences(1, {0, 1}));
        QVERIFY(stack->currentWidget() != &panel.text());
        QVERIFY(panel.text().beginning().isEmpty());
    }

    void everySequenceIsARow() {
        SequenceItemModel model;
        model.setSequences(someSequences(1, {1, 0}));
        QCOMPARE(model.rowCount(), 2);
        const auto cell = [&](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(cell(0, 0), QStringLiteral("right"));
        QCOMPARE(cell(0, 2), QStringLiteral("4"));
        QCOMPARE(cell(0, 4), formatNumber(2.5));  // of 1 to 4
        QCOMPARE(cell(1, 6), formatNumber(5.0));
        QCOMPARE(cell(1, 7), formatNumber(8.0));
    }

    void meansAreDrawnOverTheirBands() {
        const auto set = someSequences(1, {0, 0, 1});
        const auto lines = classLines(*set, sequenceClasses(*set, 0), lightPalette());
        QCOMPARE(lines.size(), std::size_t{4});
        QVERIFY(lines[0].style == ChartLine::Style::Band && lines[2].style == ChartLine::Style::Smooth);
        QCOMPARE(lines[2].y.front(), 3.0);  // of 1 and 5
        QCOMPARE(lines[0].y.front(), 3.0 - std::sqrt(8.0));
        QCOMPARE(itemLines(*someSequences(3, {0}), 0, lightPalette()).size(), std::size_t{3});
    }

    void aLossOfClassesHasNoScale() {
        ExperimentConfig config;
        QCOMPARE(lossScale(config), QStringLiteral("standardised scale"));  // as the baselines' scores
        config.recipe = {"log", "standardise"};
        QCOMPARE(lossScale(config), QStringLiteral("prepared scale"));
        config.task = "regression";
        QCOMPARE(lossScale(config), QStringLiteral("original scale"));
        config.task = "classification";
        config.loss = "cross-entropy";
        QVERIFY(!lossScale(config).contains(QStringLiteral("scale")) && !lossScale(config).isEmpty());
    }
};

QTEST_MAIN(TestSequenceViews)
#include "tst_sequence_views.moc"
