// SPDX-License-Identifier: GPL-3.0-or-later
// A person at the whole window trains on a made-up GPU (tests/fake_gpu), watches it, loses it, and goes on on the
// processor. GATELAB_PICTURES: a folder for pictures of what the person saw.
// Holds core/device/nvml.cpp.
#include "charts/line_chart.h"
#include "common/background_job.h"
#include "common/texts.h"
#include "device/monitor.h"
#include "fake_gpu.h"
#include "measure/epoch_timer.h"
#include "pages/train/chart_grid.h"
#include "support/kept_picture.h"
#include "support/person.h"
#include "support/whole_program.h"

#include <QComboBox>
#include <QLabel>
#include <QPixmap>
#include <QTemporaryDir>
#include <QTest>
#include <QTextDocumentFragment>

#include <algorithm>

using namespace gatelab;
using fakegpu::driver;

namespace {
constexpr int kPatience = 300000;
constexpr double kMaxMeasured = 0.1;  // of a picture: curves and figures that were measured, on a busy machine too
constexpr double kMaxOfAPart = 0.02;  // of a small one: a moment at which the GPU was asked; what is missing is more
}  // namespace

class TestFakeGpuWindow : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    std::unique_ptr<test::WholeProgram> program_;
    std::unique_ptr<test::Person> person_;

    void picture(const char* name) const {
        const QString folder = qEnvironmentVariable("GATELAB_PICTURES");
        QCoreApplication::processEvents();
        const QPixmap seen = program_->window->grab();
        QVERIFY(!seen.isNull());
        if (!folder.isEmpty()) QVERIFY(seen.save(folder + u'/' + QLatin1String(name) + QStringLiteral(".png")));
    }
    void looksAsKept(const char* name, QWidget& widget, double maxBlocks = test::kMaxBlocks) const {
        const QString differs = test::differenceFromKept(QStringLiteral("gpu-%1.png").arg(QLatin1String(name)),
                                                         test::settled(widget, kPatience), maxBlocks);
        QVERIFY2(differs.isEmpty(), qPrintable(differs));
    }
    [[nodiscard]] QLabel* statusLabel(const char* part) const {
        for (auto* label : program_->window->findChildren<QLabel*>())
            if (label->parentWidget()->accessibleName() == QLatin1String(part) && label->pixmap().isNull() &&
                label->isVisible())
                return label;
        return nullptr;
    }
    /// What a part of the status line says, as plain text.
    QString status(const char* part) const {
        if (const QLabel* label = statusLabel(part))
            return QTextDocumentFragment::fromHtml(label->text()).toPlainText();
        return {};
    }
    double now(MetricId id) const {
        return program_->runs.live() ? program_->runs.live()->metrics.series(id).current() : NAN;
    }
    RunState stateOf(const QString& id) const {
        const RunSummary* run = program_->runs.findRun(id);
        return run ? run->state : RunState::Queued;
    }

private Q_SLOTS:
    void initTestCase() {
        driver().reset();
        program_ = std::make_unique<test::WholeProgram>(folder_.path());
        person_ = std::make_unique<test::Person>(*program_->window);
        program_->device.begin();
        program_->runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program_->runs.engine() || !program_->runs.engineError().isEmpty(), kPatience);
        if (!program_->runs.engine()) QSKIP(qPrintable(program_->runs.engineError()));
        QTRY_VERIFY_WITH_TIMEOUT(program_->runs.workspace() && program_->experiment.prepared(), kPatience);
    }
    void cleanupTestCase() {
        if (program_) program_->window->closeNow();
        person_.reset();
        program_.reset();
        BackgroundJob::waitForAll();
    }

    void theMachineIsShown() {
        QTRY_COMPARE_WITH_TIMEOUT(status("Device"), QStringLiteral("NVIDIA Fake"), kPatience);
        QCOMPARE(status("Temperature"), QStringLiteral("61 °C"));
        QCOMPARE(status("Load"), QStringLiteral("GPU 37 %"));
        QCOMPARE(status("Power"), QStringLiteral("215 W"));
        QVERIFY2(status("Free memory").endsWith(QLatin1String(" MiB free")), qPrintable(status("Free memory")));
    }

    void bothGpusCanBeChosen() {
        person_->press(Qt::Key_2, Qt::ControlModifier);
        program_->window->findChild<EpochTimer*>()->setWanted(false);  // its time is another one each time
        for (const auto& [key, text] : {std::pair{"hidden_size", "16"}, {"lookback", "12"}, {"epochs", "3"}})
            QVERIFY(person_->write(QString::fromLatin1(key), QString::fromLatin1(text)));
        const auto boxes = program_->window->findChildren<QComboBox*>();
        const auto box = std::ranges::find_if(
            boxes, [](const QComboBox* each) { return each->findText(QStringLiteral("NVIDIA Fake 2")) >= 0; });
        QVERIFY(box != boxes.end());
        QVERIFY((*box)->findText(QStringLiteral("NVIDIA Fake")) >= 0);
        // What comes next is forecast for the GPU.
        QTRY_VERIFY_WITH_TIMEOUT(person_->reads(QStringLiteral("NVIDIA Fake")), kPatience);
        looksAsKept("preflight", *program_->window);
        // The list as it opens; the processor is another one on every machine.
        const int processor = (*box)->findText(fromUtf8(processorName()));
        QVERIFY(processor >= 0);
        (*box)->setItemText(processor, QStringLiteral("AMD EPYC"));
        person_->click(QStringLiteral("All"));
        QVERIFY(person_->write(QStringLiteral("Find a setting"), QStringLiteral("device")));
        QTRY_VERIFY_WITH_TIMEOUT((*box)->isVisible(), kPatience);
        (*box)->showPopup();
        QTRY_VERIFY((*box)->view()->isVisible());
        looksAsKept("device-list", *(*box)->view()->window());
        (*box)->hidePopup();
        QVERIFY(person_->write(QStringLiteral("Find a setting"), {}));
    }

    void aShortRunLooksAsKept() {
        driver().devices[0].others = {{1, 512ULL << 20, 80}};
        person_->press(Qt::Key_R, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(
            program_->runs.current() && program_->runs.current()->summary.state == RunState::Finished, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(status("Other programs on the GPU").contains(u'1'), kPatience);
        // Curves and figures of the time differ from run to run; what the GPU tells does not.
        looksAsKept("train", *program_->window, kMaxMeasured);
        LineChart* memory = program_->window->findChild<ChartGrid*>()->chart(QStringLiteral("memory"));
        QVERIFY(memory && memory->isVisible());
        QVERIFY(memory->yView().second > 0);
        looksAsKept("memory", *memory, kMaxOfAPart);
        looksAsKept("status", *statusLabel("Device")->parentWidget()->parentWidget(), kMaxOfAPart);
        driver().devices[0].others.clear();
    }

    void trainingIsWatched() {
        person_->press(Qt::Key_2, Qt::ControlModifier);
        QVERIFY(person_->write(QStringLiteral("epochs"), QStringLiteral("40000")));
        person_->press(Qt::Key_R, Qt::ControlModifier);
        QCOMPARE(program_->window->shownPage(), QStringLiteral("train"));
        QTRY_VERIFY_WITH_TIMEOUT(program_->runs.live() && program_->runs.live()->summary.step > 50, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(now(MetricId::GpuAllocated) > 0 && now(MetricId::GpuPeak) > 0, kPatience);
        QVERIFY(now(MetricId::GpuReserved) >= now(MetricId::GpuAllocated));
        QVERIFY(now(MetricId::GpuDeviceUsed) > 0);
        QCOMPARE(now(MetricId::GpuUtilisation), 37.0);
        QCOMPARE(now(MetricId::GpuTemperature), 61.0);
        QCOMPARE(program_->runs.live()->plan.device, std::string("NVIDIA Fake"));
        picture("1-training");
    }

    void aNeighbourAndASlowClockAreSeen() {
        driver().devices[0].others = {{1, 512ULL << 20, 80}};
        driver().devices[0].mhz = 990;
        driver().devices[0].brakes = 0x20;
        driver().devices[0].celsius = 88;
        driver().devices[0].percent = 96;
        QTRY_VERIFY_WITH_TIMEOUT(status("Other programs on the GPU").contains(u'1'), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(status("Clock of the GPU").contains(QLatin1String("50 %")) &&
                                     status("Clock of the GPU").contains(QLatin1String("heat")),
                                 kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(status("Temperature"), QStringLiteral("88 °C"), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(now(MetricId::GpuDeviceUsed) >= 512, kPatience);
        // A mean that forgets with each step: how soon it is there depends on how fast steps are.
        QTRY_VERIFY_WITH_TIMEOUT(now(MetricId::GpuClock) < 60, kPatience);
        picture("2-neighbour-and-clock");
    }

    void theGpuIsLostAndTheRunGoesOnOnTheProcessor() {
        const auto hasCheckpoint = [&] {
            return std::ranges::any_of(program_->runs.live()->events,
                                       [](const RunEvent& event) { return event.is<SavedCheckpoint>(); });
        };
        QTRY_VERIFY_WITH_TIMEOUT(program_->runs.live() && hasCheckpoint(), kPatience);
        const QString id = program_->runs.live()->id;
        driver().isLost = true;
        QTRY_VERIFY_WITH_TIMEOUT(!program_->runs.active(), kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(id), RunState::Interrupted, kPatience);
        const auto lostAt = program_->runs.findRun(id)->step;
        QTRY_VERIFY_WITH_TIMEOUT(person_->reads(QStringLiteral("the GPU stopped working")), kPatience);
        picture("3-lost");
        QVERIFY(person_->click(QStringLiteral("Continue from its last checkpoint")));
        QTRY_VERIFY_WITH_TIMEOUT(
            program_->runs.live() && program_->runs.live()->id == id && program_->runs.live()->summary.step > lostAt,
            kPatience);
        const auto& view = *program_->runs.live();
        QVERIFY2(view.plan.deviceReason.english().find("CPU") != std::string::npos,
                 view.plan.deviceReason.english().c_str());
        QVERIFY(QString::fromStdString(view.plan.device) != QLatin1String("NVIDIA Fake"));
        QTRY_COMPARE_WITH_TIMEOUT(status("Free memory"), QStringLiteral("does not answer"), kPatience);
        QVERIFY(!person_->reads(QStringLiteral("the GPU stopped working")));
        const auto& losses = view.metrics.series(MetricId::TrainLoss);
        QVERIFY(losses.current() > 0);
        picture("4-on-the-processor");
        program_->runs.stop();
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(id), RunState::Finished, kPatience);
    }
};

QTEST_MAIN(TestFakeGpuWindow)
#include "tst_fake_gpu_window.moc"
