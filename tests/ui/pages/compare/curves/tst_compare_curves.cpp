// SPDX-License-Identifier: GPL-3.0-or-later
// The curves of chosen groups: drawn and exported as measured, per layer, and saying what it leaves out.
#include "common/background_job.h"
#include "common/preferences.h"
#include "pages/compare/curves/compare_curves.h"
#include "pages/compare/curves/curve_choice.h"
#include "runs/run_view.h"
#include "widgets/smoothing_box.h"

#include <QFile>
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
        SmoothingBox::save(preferences, smoothing);
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
        const QStringList smooth = exported("train_loss", 2);
        QVERIFY2(smooth[0].contains(QStringLiteral("a, raw")) &&
                     smooth[0].contains(QStringLiteral("a, smoothed over 2 epochs")),
                 qPrintable(smooth[0]));
        QVERIFY2(smooth[8].startsWith(QStringLiteral("8,3,")) && !smooth[8].endsWith(QStringLiteral(",3")),
                 qPrintable(smooth[8]));
        // Memory is what it is.
        const QStringList memory = exported("process_memory", 0.5);
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
        QCOMPARE(choice->absence(), QStringLiteral("No validation part, so no such curve."));
        ComparedRuns open = jumping();
        curves.setCompared({open});
        QVERIFY(choice->absence().startsWith(QStringLiteral("Not measured")));
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
            Q_EMIT box->chosen(0.2);
            QCOMPARE(SmoothingBox::saved(preferences), 0.2);
        }
    }

    void anOldSmoothingIsKept() {
        Preferences preferences(folder_.filePath(QStringLiteral("old.ini")));
        QCOMPARE(SmoothingBox::saved(preferences), 0.5);
        for (const auto& [weight, epochs] : {std::pair(0.97, 0.5), {0.0, 0.0}, {0.9, 0.2}, {0.999, 5.0}, {7.0, 5.0}}) {
            preferences.setWindow(QStringLiteral("train/smoothing"), weight);
            QCOMPARE(SmoothingBox::saved(preferences), epochs);
        }
        SmoothingBox::save(preferences, 0.1);
        QCOMPARE(SmoothingBox::saved(preferences), 0.1);
    }

    void layersAreOffered() {
        QCOMPARE(exported("saturation", 0, 1, 0)[1], QStringLiteral("1,0.25"));
        QCOMPARE(exported("saturation", 0, 1, 1)[1], QStringLiteral("1,0.75"));
    }

    void seedsAreLinesOrAMedianWithItsBand_data() {
        QTest::addColumn<int>("seeds");
        QTest::addColumn<int>("listed");
        QTest::addColumn<int>("lines");
        QTest::addColumn<QString>("name");
        QTest::newRow("one") << 1 << 1 << 1 << QStringLiteral("a");
        QTest::newRow("few") << 4 << 4 << 5 << QStringLiteral("a, 4 seeds");
        QTest::newRow("band") << 5 << 5 << 7 << QStringLiteral("a");
        QTest::newRow("many") << 13 << 13 << 2 << QStringLiteral("a");
        QTest::newRow("too many") << 13 << 60 << 2 << QStringLiteral("a, 13 of 60 seeds");
    }
    void seedsAreLinesOrAMedianWithItsBand() {
        QFETCH(int, seeds);
        QFETCH(int, listed);
        QFETCH(int, lines);
        QFETCH(QString, name);
        Preferences preferences(folder_.filePath(QStringLiteral("seeds.ini")));
        preferences.setWindow(QStringLiteral("compare/metric"), QStringLiteral("process_memory"));
        Theme theme;
        const CurveChoice choice(preferences);
        ComparedRuns group = jumping();
        while (static_cast<int>(group.runs.size()) < seeds) group.runs.push_back(jumping().runs.front());
        group.listed = listed;
        group.mark = QStringLiteral("#1");
        const std::vector<ChartLine> drawn = comparedLines(choice, theme, group, 1, 0, 400);
        QCOMPARE(static_cast<int>(drawn.size()), lines);
        QCOMPARE(drawn.back().name, name);
        QCOMPARE(drawn.back().mark, group.mark);
        QCOMPARE(drawn.back().slot, group.slot);
        QCOMPARE(drawn.back().style, seeds > 1 && seeds < 5 ? ChartLine::Style::Silent : ChartLine::Style::Smooth);
        for (const ChartLine& line : drawn) QCOMPARE(line.key, group.id);
        const auto bands =
            std::ranges::count_if(drawn, [](const ChartLine& line) { return line.style == ChartLine::Style::Band; });
        QCOMPARE(static_cast<int>(bands), seeds >= 5 ? 1 : 0);
    }

    // A level of another quantity would be a lie.
    void baselinesStandWhereTheyAreComparable() {
        Preferences preferences(folder_.filePath(QStringLiteral("baselines.ini")));
        Theme theme;
        ComparedRuns one = jumping();
        for (int epoch = 1; epoch <= 2; ++epoch)
            one.runs.front()->take(
                MetricSample{MetricId::ValidationLoss, 0, epoch * 4, 1.0 * epoch, 1.0 * epoch, 1.7e9, 0.5});
        const auto summary = [&](const char* loss, const char* metric) {
            preferences.setWindow(QStringLiteral("compare/metric"), QString::fromLatin1(metric));
            one.runs.front()->summary.config.edit().loss = loss;
            one.runs.front()->summary.config.edit().recipe = {"standardise"};
            CompareCurves curves(theme, preferences);
            curves.resize(900, 400);
            curves.show();
            if (!QTest::qWaitForWindowExposed(&curves)) return QString();
            curves.setCompared({one}, {{QStringLiteral("Linear"), 0.4, true}});
            const bool isDrawn = QTest::qWaitFor([&] { return !curves.chart().redrawPending(); });
            return isDrawn ? curves.chart().textSummary() : QString();
        };
        QVERIFY(summary("mse", "validation_loss").contains(QStringLiteral("Linear")));
        QVERIFY(!summary("mae", "validation_loss").contains(QStringLiteral("Linear")));
        QVERIFY(!summary("mse", "process_memory").contains(QStringLiteral("Linear")));
    }
};

QTEST_MAIN(TestCompareCurves)
#include "tst_compare_curves.moc"
