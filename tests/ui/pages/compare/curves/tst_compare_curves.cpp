// SPDX-License-Identifier: GPL-3.0-or-later
// The overlay of runs: drawn and exported as measured, over every axis, per layer, and saying what it leaves out.
// Holds ui/pages/compare/curves/curve_choice.cpp.
#include "common/background_job.h"
#include "common/preferences.h"
#include "common/run_words.h"
#include "pages/compare/curves/compare_curves.h"
#include "pages/compare/curves/compare_scatter.h"
#include "pages/compare/curves/curve_choice.h"
#include "runs/run_controller.h"
#include "widgets/smoothing_box.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

using namespace gatelab;

namespace {

/// 8 steps with a jumping loss and memory, and two layers.
ComparedRuns jumping() {
    auto run = std::make_shared<RunView>();
    for (int step = 1; step <= 8; ++step) {
        const double value = step % 2 ? 1 : 3;
        const auto add = [&](MetricId id, double what, std::uint16_t layer = 0) {
            run->take(MetricSample{id, 0, step, step / 4.0, step * 0.5, 1.7e9 + step, what, layer});
        };
        add(MetricId::TrainLoss, value);
        add(MetricId::ProcessMemory, 100 * value);
        add(MetricId::Saturation, 0.25);
        add(MetricId::Saturation, 0.75, 1);
    }
    run->take(MetricSample{MetricId::LearningRate, 0, 1, 0.25, 0.5, 1.7e9 + 1, 0.01});
    return {"a", "run-a", 1, {run}};
}

}  // namespace

class TestCompareCurves : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    /// Lines of the exported table of this metric.
    QStringList exported(const char* metric, double smoothing, int axis = 1, int layer = 0) {
        Preferences preferences(folder_.filePath(QStringLiteral("settings.ini")));
        preferences.setWindow(QStringLiteral("compare/metric"), QString::fromLatin1(metric));
        preferences.setWindow(QStringLiteral("compare/axis"), axis);
        preferences.setWindow(QStringLiteral("compare/layer"), layer);
        preferences.setWindow(QStringLiteral("train/smoothing"), smoothing);
        Theme theme;
        CompareCurves curves(theme, preferences);
        curves.setCompared({jumping()});
        const QString path = folder_.filePath(QStringLiteral("curves.csv"));
        if (!curves.chart().exportTo(path).isEmpty()) return {};
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts)
                                              : QStringList();
    }

private Q_SLOTS:
    void cleanupTestCase() { BackgroundJob::waitForAll(); }

    void onlyWhatIsNoisyIsSmoothed() {
        const QStringList raw = exported("train_loss", 0);
        QCOMPARE(raw.size(), 9);
        QCOMPARE(raw[0].count(','), 1);
        QCOMPARE(raw[2], QStringLiteral("2,3"));
        const QStringList smooth = exported("train_loss", 0.999);
        QVERIFY2(smooth[0].contains(QStringLiteral("a, raw")) &&
                     smooth[0].contains(QStringLiteral("a, smoothed 0.999 per step")),
                 qPrintable(smooth[0]));
        QVERIFY2(smooth[8].startsWith(QStringLiteral("8,3,")) && !smooth[8].endsWith(QStringLiteral(",3")),
                 qPrintable(smooth[8]));
        // Memory is what it is.
        const QStringList memory = exported("process_memory", 0.97);
        QCOMPARE(memory[0].count(','), 1);
        QCOMPARE(memory[2], QStringLiteral("2,300"));
    }

    // Runs without a validation part: why there is no curve, and the one that there is a click away.
    void anEmptyChartSaysWhy() {
        Preferences preferences(folder_.filePath(QStringLiteral("empty.ini")));
        Theme theme;
        CompareCurves curves(theme, preferences);
        curves.resize(800, 500);
        curves.show();
        QVERIFY(QTest::qWaitForWindowExposed(&curves));
        ComparedRuns bare = jumping();
        bare.runs.front()->summary.config.edit().split = "100%/0%";
        curves.setCompared({bare});
        const CurveChoice* choice = curves.findChild<CurveChoice*>();
        QCOMPARE(choice->absence(), QStringLiteral("These runs have no validation part, and so no such curve."));
        ComparedRuns open = jumping();
        curves.setCompared({open});
        QVERIFY(choice->absence().startsWith(QStringLiteral("None of these runs")));
        curves.setCompared({});
        QCOMPARE(choice->absence(), QString());
        curves.setCompared({bare});
        QPushButton* button = nullptr;
        for (auto* one : curves.chart().findChildren<QPushButton*>())
            if (one->text() == QLatin1String("Show the training loss")) button = one;
        QVERIFY(button);
        QTRY_VERIFY(button->isVisible());
        button->click();
        QCOMPARE(choice->title(), QStringLiteral("Training loss"));
        QCOMPARE(choice->absence(), QString());
        QTRY_VERIFY(!button->isVisible());
    }

    void theSmoothingIsOfferedWhereItIsUsed() {
        Preferences preferences(folder_.filePath(QStringLiteral("settings.ini")));
        Theme theme;
        for (const auto& [key, offered] : {std::pair("train_loss", true), std::pair("process_memory", false)}) {
            preferences.setWindow(QStringLiteral("compare/metric"), QString::fromLatin1(key));
            CompareCurves curves(theme, preferences);
            auto* box = curves.findChild<SmoothingBox*>();
            QCOMPARE(box->isVisibleTo(&curves), offered);
            Q_EMIT box->chosen(0.5);
            QCOMPARE(preferences.window(QStringLiteral("train/smoothing")).toDouble(), 0.5);
        }
    }

    void timeOfTheDayAndLayersAreOffered() {
        const QStringList clock = exported("process_memory", 0, 3);
        QVERIFY2(clock[1].startsWith(QStringLiteral("1700000001")), qPrintable(clock[1]));
        QCOMPARE(clock[0], QStringLiteral("clock,step,a"));  // the step is told over every axis
        QVERIFY2(clock[3].contains(QStringLiteral(",3,")), qPrintable(clock[3]));
        QCOMPARE(exported("saturation", 0, 1, 0)[1], QStringLiteral("1,0.25"));
        QCOMPARE(exported("saturation", 0, 1, 1)[1], QStringLiteral("1,0.75"));
    }

    void otherLossesHaveNoMean() {
        Preferences preferences(folder_.filePath(QStringLiteral("mean.ini")));
        preferences.setWindow(QStringLiteral("compare/metric"), QStringLiteral("train_loss"));
        preferences.setWindow(QStringLiteral("train/smoothing"), 0.0);
        Theme theme;
        const CurveChoice choice(theme, preferences);
        ComparedRuns group = jumping();
        group.runs.push_back(jumping().runs.front());
        const auto lines = [&] { return comparedLines(choice, theme, group, BandKind::None, 1, 0, kEverySample); };
        QVERIFY(haveMean(choice, group));
        QCOMPARE(lines().size(), std::size_t(3));
        QCOMPARE(lines().back().members.front(), 2);
        QCOMPARE(lines().back().name, QStringLiteral("a, 2 runs"));
        group.listed = 6;
        QCOMPARE(lines().back().name, QStringLiteral("a, 2 of 6 runs"));
        group.runs[1]->summary.config.edit().loss = "mae";
        QVERIFY(!haveMean(choice, group));
        QCOMPARE(lines().size(), std::size_t(2));
        QVERIFY(lines().back().members.empty());
        // Each is marked as where it is not grouped.
        for (int i : {0, 1}) group.runs[static_cast<std::size_t>(i)]->summary.colour = 4 + i;
        for (int i : {0, 1}) {
            const ChartLine line = lines()[static_cast<std::size_t>(i)];
            QCOMPARE(line.slot, 4 + i);
            QCOMPARE(line.colour, theme.runColour(4 + i));
        }
        // What has a scale of its own still has a mean.
        preferences.setWindow(QStringLiteral("compare/metric"), QStringLiteral("process_memory"));
        QVERIFY(haveMean(CurveChoice(theme, preferences), group));
    }

    void aColumnAddedLaterIsOffered() {
        Preferences preferences(folder_.filePath(QStringLiteral("scatter.ini")));
        Theme theme;
        RunColumns columns;
        RunController controller;
        CompareScatter scatter(CompareScatter::Kind::Relation, theme, preferences, columns);
        scatter.choose(QStringLiteral("batch_size"), QStringLiteral("best_validation"));
        const auto offers = [&](const QString& key) {
            return std::ranges::all_of(scatter.findChildren<QComboBox*>(),
                                       [&](const QComboBox* box) { return box->findData(key) >= 0; });
        };
        QVERIFY(!offers(QStringLiteral("train_loss@500")));
        QVERIFY(columns.findOrAdd(QStringLiteral("train_loss@500")));
        scatter.setListed([] { return std::vector<const RunSummary*>(); });
        QVERIFY(offers(QStringLiteral("train_loss@500")));
        QStringList chosen;
        for (const auto* box : scatter.findChildren<QComboBox*>()) chosen << box->currentData().toString();
        QVERIFY(chosen.contains(QStringLiteral("batch_size")) && chosen.contains(QStringLiteral("best_validation")));
    }
};

QTEST_MAIN(TestCompareCurves)
#include "tst_compare_curves.moc"
