// SPDX-License-Identifier: GPL-3.0-or-later
// Sequences are shown as what they are: the first of each class drawn, and a loss of classes has no scale.
#include "common/background_job.h"
#include "models/run_figures.h"
#include "pages/data/data_page.h"
#include "pages/data/sequence_plot.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"

#include <QStackedWidget>
#include <QTest>

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
        DataPage page(theme, experiment, runs);
        experiment.openBuiltin(QStringLiteral("grammar"));
        QTRY_VERIFY_WITH_TIMEOUT(experiment.dataset() && experiment.dataset()->sequences, kPatience);
        const auto* plot = page.findChild<SequencePlot*>();
        QVERIFY(plot);
        QCOMPARE(qobject_cast<QStackedWidget*>(plot->parentWidget())->currentWidget(), plot);
        experiment.openBuiltin(QStringLiteral("sine"));
        QTRY_VERIFY_WITH_TIMEOUT(experiment.dataset() && experiment.dataset()->series, kPatience);
        QVERIFY(qobject_cast<QStackedWidget*>(plot->parentWidget())->currentWidget() != plot);
    }

    void aLossOfClassesHasNoScale() {
        ExperimentConfig config;
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
