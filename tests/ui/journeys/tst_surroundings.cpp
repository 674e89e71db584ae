// SPDX-License-Identifier: GPL-3.0-or-later
// What the window tells of a run's surroundings: who else is on the GPU, a clock that is held down, disturbed timings,
// and the identity of data and settings.
// Holds ui/window/status_line.cpp.
#include "common/texts.h"
#include "common/theme.h"
#include "models/chart_table.h"
#include "models/run_figures.h"
#include "pages/compare/board/run_identity.h"
#include "runs/device_watch.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "runs/run_view.h"
#include "window/status_line.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTest>

using namespace gatelab;

namespace {

/// The label in the part with this accessible name.
QLabel* part(StatusLine& status, const char* name) {
    for (auto* label : status.findChildren<QLabel*>())
        if (label->parentWidget()->accessibleName() == QLatin1String(name) && label->pixmap().isNull()) return label;
    return nullptr;
}

/// A status line that has had one look.
struct Shown {
    explicit Shown(DeviceReading reading) : device(nullptr, [reading = std::move(reading)] { return reading; }) {
        QSignalSpy looked(&device, &DeviceWatch::changed);
        device.begin();
        if (!looked.wait(60000)) qFatal("the machine is not looked at");
    }
    Theme theme;
    RunController runs;
    QueueController queue{runs};
    DeviceWatch device;
    StatusLine status{theme, device, runs, queue};
};

DeviceReading gpuReading() {
    DeviceReading reading;
    reading.name = QStringLiteral("A GPU");
    reading.gpu = true;
    reading.totalBytes = 1e10;
    return reading;
}

}  // namespace

class TestSurroundings : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void otherProgramsOnTheGpuAreNamed() {
        DeviceReading reading = gpuReading();
        reading.neighbours = {{QStringLiteral("python3"), 4711, 512.0 * 1024 * 1024}, {QString(), 42, 0}};
        Shown shown(reading);
        QLabel* label = part(shown.status, "Other programs on the GPU");
        QVERIFY(label && label->parentWidget()->isVisibleTo(&shown.status));
        QVERIFY2(label->text().contains(QLatin1String(">2<")), qPrintable(label->text()));
        QVERIFY2(label->toolTip().contains(QLatin1String("python3 (4711): 512 MiB")) &&
                     label->toolTip().contains(QLatin1String("process 42")),
                 qPrintable(label->toolTip()));
    }

    void aClockThatIsHeldDownIsTold() {
        DeviceReading reading = gpuReading();
        reading.clockShare = 0.62;
        reading.brake = GpuBrake::Heat;
        Shown shown(reading);
        QLabel* label = part(shown.status, "Clock of the GPU");
        QVERIFY(label && label->parentWidget()->isVisibleTo(&shown.status));
        QVERIFY2(label->text().contains(QLatin1String("62 %")) && label->text().contains(QLatin1String("heat")),
                 qPrintable(label->text()));
    }

    void aQuietMachineSaysNothing() {
        DeviceReading reading = gpuReading();
        reading.clockShare = 0.3;  // idle
        Shown shown(reading);
        for (const char* name : {"Other programs on the GPU", "Clock of the GPU"}) {
            QLabel* label = part(shown.status, name);
            QVERIFY(label && !label->parentWidget()->isVisibleTo(&shown.status));
        }
    }

    void aRunTellsWhatDisturbedIt() {
        RunView run;
        QCOMPARE(disturbanceText(run), QStringLiteral("not watched: trained by an older program"));
        RunPlanInfo plan;
        plan.identity = {std::string(64, 'a'), {}, {}, "0.1.0", "Debian", "a processor", "580.1"};
        run.take(RunEvent{plan});
        run.summary.seconds = 100;
        QCOMPARE(disturbanceText(run), QStringLiteral("undisturbed"));
        run.take(RunEvent{.what = DisturbedTiming{12, "a loud neighbour"}, .seconds = 70});
        const QString text = disturbanceText(run);
        QVERIFY2(text.contains(formatDuration(12)) && text.contains(formatDuration(70)) &&
                     text.contains(QLatin1String("a loud neighbour")),
                 qPrintable(text));
    }

    // A GPU that is lost tells nothing: that is not a memory of 0.
    void aGpuThatIsSilentIsSaidToBe() {
        DeviceReading reading = gpuReading();
        reading.totalBytes = 0;
        Shown shown(reading);
        QLabel* label = part(shown.status, "Free memory");
        QVERIFY2(label && label->text() == QLatin1String("does not answer"), label ? qPrintable(label->text()) : "");
    }

    void causesAtTheSameTimeCountOnce() {
        RunView run;
        for (const auto& [from, to] : {std::pair{10.0, 70.0}, {12.0, 40.0}, {60.0, 75.0}, {100.0, 105.0}})
            run.take(RunEvent{.what = DisturbedTiming{from, {}}, .seconds = to});
        QCOMPARE(translated(valueOf(reportOf(run, RunSection::Costs), "disturbed")),
                 QStringLiteral("disturbed for ") + formatDuration(70));
    }

    // What ended a run is no problem any more once it goes on.
    void aRunThatWentOnHasNoProblem() {
        RunView run;
        run.take(RunEvent{RunEnd{RunState::Failed, "the GPU stopped working"}});
        run.live = false;
        QCOMPARE(runProblem(run), QStringLiteral("the GPU stopped working"));
        run.live = true;
        QVERIFY2(runProblem(run).isEmpty(), qPrintable(runProblem(run)));
        run.take(RunEvent{RunEnd{RunState::Finished}});
        run.live = false;
        QVERIFY2(runProblem(run).isEmpty(), qPrintable(runProblem(run)));
    }

    // Gigabytes of the computer's memory beside megabytes of the GPU's would hide them.
    void theMemoryOfAGpuStandsAlone() {
        RunView run;
        const auto names = [&] {
            QStringList all;
            for (const ChartLine& line :
                 metricLines(*findChartRow("memory"), run, lightPalette(), XAxis::Step, 1, 0, 400))
                all << line.name;
            return all;
        };
        const auto take = [&](MetricId id, int step, double value) {
            run.take(MetricSample{id, 0, step, step / 5.0, step * 0.5, 1e9 + step, value});
        };
        for (int step = 1; step < 5; ++step) take(MetricId::ProcessMemory, step, 2000);
        QCOMPARE(names(), QStringList{QStringLiteral("whole process")});
        for (int step = 1; step < 5; ++step) take(MetricId::GpuAllocated, step, 20);
        QCOMPARE(names(), QStringList{QStringLiteral("allocated")});
    }

    void identityIsWhole() {
        RunView run;
        QCOMPARE(identityRows(run).front().second, QStringLiteral("-"));
        QCOMPARE(identityRows(run).back().second.size(), 64);  // settings are always known
        run.plan.identity.data = "0123456789abcdef" + std::string(48, 'f');
        QCOMPARE(identityRows(run).front().second, QString::fromStdString(run.plan.identity.data));
        const auto driverRows = environmentRows(run).size();
        run.plan.identity.driver = "580.1";
        QCOMPARE(environmentRows(run).size(), driverRows + 1);
    }
};

QTEST_MAIN(TestSurroundings)
#include "tst_surroundings.moc"
