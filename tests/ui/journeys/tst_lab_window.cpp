// SPDX-License-Identifier: GPL-3.0-or-later
// The lab beside the window: it goes on and its tables stay, whatever becomes of the page.
// Holds ui/measure/lab_controller.cpp, ui/pages/compare/lab/lab_chart.cpp and ui/pages/compare/lab/lab_panel.cpp.
#include "common/background_job.h"
#include "core/lab_support.h"
#include "models/lab_model.h"
#include "pages/compare/lab/lab_bar.h"
#include "pages/compare/lab/lab_chart.h"
#include "pages/compare/lab/lab_panel.h"
#include "support/buttons.h"
#include "support/whole_program.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <filesystem>

using namespace gatelab;
using test::button, test::GatedMachine;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

LabController::MakeMachine knownMachine() {
    return [](const std::function<bool()>&) { return std::make_shared<test::KnownMachine>(); };
}

qsizetype files(const QDir& folder, const char* pattern) {
    return folder.entryList({QString::fromLatin1(pattern)}).size();
}

LabReport measuredLadder() {
    test::KnownMachine machine;
    return *runLab(test::ladder(3), machine, {});
}

}  // namespace

class TestLabWindow : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> folder_;

    static LabPanel* panel(test::WholeProgram& program) {
        program.window->showPlace({QStringLiteral("compare"), QStringLiteral("lab")});
        return program.window->page(QStringLiteral("compare"))->findChild<LabPanel*>();
    }
    /// As a person starts it.
    static void start(test::WholeProgram& program) {
        QTRY_VERIFY_WITH_TIMEOUT(program.lab.canStart() && program.runs.workspace(), kPatience);
        program.lab.setRepeats(2);
        button(*panel(program), QStringLiteral("Run the lab"))->click();
        QVERIFY(program.lab.running());
    }
    static void measure(test::WholeProgram& program) {
        start(program);
        QTRY_VERIFY_WITH_TIMEOUT(!program.lab.running(), kPatience);
        QVERIFY(program.lab.finished());
    }

private Q_SLOTS:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }
    void cleanup() { BackgroundJob::waitForAll(); }

    void theBarIsWholeAndStaysWhereItIs() {
        test::WholeProgram program(folder_->path(), knownMachine());
        auto* lab = panel(program);
        program.lab.setMode(LabMode::Pair);  // the longest
        QTRY_VERIFY_WITH_TIMEOUT(program.lab.canStart() && program.runs.workspace(), kPatience);
        QCoreApplication::processEvents();
        auto* bar = lab->findChild<LabBar*>();
        QVERIFY(bar && bar->isVisible());
        const auto isWhole = [bar](const QAbstractButton* one) {
            return one->width() >= one->sizeHint().width() &&
                   bar->rect().contains(QRect(one->mapTo(bar, QPoint()), one->size()));
        };
        for (const auto* one : bar->findChildren<QAbstractButton*>())
            if (one->isVisible()) QVERIFY2(isWhole(one), qPrintable(one->text()));
        auto* copy = button(*bar, QStringLiteral("Copy command"));
        const QRect place = copy->geometry();
        copy->click();
        QCOMPARE(copy->text(), QStringLiteral("Copied"));
        LabBar::State measuring;
        measuring.measures = true;
        bar->show(measuring);
        QCoreApplication::processEvents();
        QCOMPARE(copy->geometry(), place);
        QTRY_COMPARE_WITH_TIMEOUT(copy->text(), QStringLiteral("Copy command"), kPatience);
    }

    void aRunningLabOutlivesOtherLooks() {
        const auto machine = std::make_shared<GatedMachine>();
        test::WholeProgram program(folder_->path(), [machine](const std::function<bool()>&) { return machine; });
        start(program);
        QTRY_COMPARE_WITH_TIMEOUT(program.lab.report().done, GatedMachine::kBeforeGate, kPatience);
        for (const auto& change : std::initializer_list<std::function<void()>>{
                 [&] { program.theme.setAppearance(Appearance::Dark); },
                 [&] { program.language.set(QStringLiteral("zh_CN")); }, [&] { program.window->setTextScale(1.15); }}) {
            const QPointer<LabPanel> before = panel(program);
            change();
            QTRY_VERIFY_WITH_TIMEOUT(!before, kPatience);
            QVERIFY(program.lab.running());
            // The new page shows what was measured until now, and can stop it.
            const auto* model = panel(program)->findChild<LabModel*>();
            QCOMPARE(model->report().done, GatedMachine::kBeforeGate);
            QVERIFY(std::ranges::any_of(model->report().figures, &LabFigures::measured));
        }
        program.language.set(QStringLiteral("en"));
        machine->open = true;
        QTRY_VERIFY_WITH_TIMEOUT(!program.lab.running(), kPatience);
        QVERIFY(program.lab.finished());
        const LabReport& report = panel(program)->findChild<LabModel*>()->report();
        for (std::size_t i = 0; i < report.figures.size(); ++i)
            QCOMPARE(report.figures[i].repeats.size(), report.plan.rungs[i].wanted() ? std::size_t{2} : std::size_t{0});
        QVERIFY(!panel(program)->findings().isEmpty());
        // And so does a finished one.
        program.theme.setAppearance(Appearance::Light);
        QVERIFY(!panel(program)->findings().isEmpty());
        QCOMPARE(panel(program)->findChild<LabModel*>()->report().done, report.done);
    }

    void stopsOnTheRebuiltPage() {
        const auto machine = std::make_shared<GatedMachine>();
        test::WholeProgram program(folder_->path(), [machine](const std::function<bool()>&) { return machine; });
        start(program);
        QTRY_COMPARE_WITH_TIMEOUT(program.lab.report().done, GatedMachine::kBeforeGate, kPatience);
        program.theme.setAppearance(Appearance::Dark);
        button(*panel(program), QStringLiteral("Stop"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(!program.lab.running(), kPatience);
        QVERIFY(!program.lab.finished() && !program.queue.held());
        // What it measured is still shown, also by the next page.
        program.theme.setAppearance(Appearance::Light);
        QCOMPARE(panel(program)->findChild<LabModel*>()->report().done, GatedMachine::kBeforeGate);
        QVERIFY(panel(program)->findings().isEmpty());
    }

    void everyModeKeepsItsTableAlsoAfterARestart() {
        std::string ladder, pair;
        {
            test::WholeProgram program(folder_->path(), knownMachine());
            measure(program);
            ladder = labJson(program.lab.report());
            program.lab.setMode(LabMode::Pair);
            QVERIFY(!program.lab.finished());
            measure(program);
            pair = labJson(program.lab.report());
            program.lab.setMode(LabMode::Ladder);
            QCOMPARE(labJson(program.lab.report()), ladder);
            program.lab.setMode(LabMode::Pair);
            const QDir kept(folder_->filePath(QStringLiteral("runs/lab")));
            QTRY_VERIFY_WITH_TIMEOUT(files(kept, "ladder-*.json") == 1 && files(kept, "pair-*.json") == 1, kPatience);
        }
        BackgroundJob::waitForAll();
        test::WholeProgram program(folder_->path(), knownMachine());
        QTRY_VERIFY_WITH_TIMEOUT(program.lab.finished(), kPatience);
        QCOMPARE(program.lab.choice().lines.mode, LabMode::Pair);
        QCOMPARE(program.lab.choice().repeats, 2);
        QCOMPARE(labJson(program.lab.report()), pair);
        program.lab.setMode(LabMode::Ladder);
        QCOMPARE(labJson(program.lab.report()), ladder);
        QVERIFY(!panel(program)->findings().isEmpty());
    }

    void anInterruptedLabIsFoundAgain() {
        const QDir kept(folder_->filePath(QStringLiteral("runs/lab")));
        {
            const auto machine = std::make_shared<GatedMachine>();
            test::WholeProgram program(folder_->path(), [machine](const std::function<bool()>&) { return machine; });
            program.lab.setMode(LabMode::Pair);
            start(program);
            QTRY_COMPARE_WITH_TIMEOUT(program.lab.report().done, GatedMachine::kBeforeGate, kPatience);
            QTRY_COMPARE_WITH_TIMEOUT(files(kept, "pair-*.json"), 1, kPatience);
        }
        BackgroundJob::waitForAll();
        test::WholeProgram program(folder_->path(), knownMachine());
        QTRY_VERIFY_WITH_TIMEOUT(program.lab.measured(), kPatience);
        QVERIFY(!program.lab.finished());
        QTRY_VERIFY_WITH_TIMEOUT(program.lab.isOfPresent(), kPatience);
        QCOMPARE(program.lab.report().rounds(), 1);
        const auto says = [](QWidget* page, const QString& part) {
            return std::ranges::any_of(page->findChildren<QLabel*>(),
                                       [&](const QLabel* label) { return label->text().contains(part); });
        };
        QVERIFY(says(panel(program), QStringLiteral("interrupted after 1 of 2 rounds")));
        QVERIFY(panel(program)->findings().isEmpty());
        // What is measured to its end is shown instead, and both are kept.
        measure(program);
        QVERIFY(!says(panel(program), QStringLiteral("interrupted")));
        QTRY_COMPARE_WITH_TIMEOUT(files(kept, "pair-*.json"), 2, kPatience);
    }

    /// Within its first round, by a kill: the files as they are then.
    void aLabThatWasKilledIsFoundAgain() {
        const QTemporaryDir left;
        {
            const auto machine = std::make_shared<GatedMachine>();
            test::WholeProgram program(folder_->path(), [machine](const std::function<bool()>&) { return machine; });
            start(program);
            const QDir kept(folder_->filePath(QStringLiteral("runs/lab")));
            QTRY_COMPARE_WITH_TIMEOUT(files(kept, "ladder-*.json"), 1, kPatience);
            QVERIFY(QDir(left.path()).mkpath(QStringLiteral("runs")));
            std::filesystem::copy(kept.path().toStdString(), left.filePath(QStringLiteral("runs/lab")).toStdString(),
                                  std::filesystem::copy_options::recursive);
        }
        BackgroundJob::waitForAll();
        test::WholeProgram program(left.path(), knownMachine());
        QTRY_VERIFY_WITH_TIMEOUT(program.lab.measured(), kPatience);
        QVERIFY(!program.lab.finished() && program.lab.report().done > 0);
        QCOMPARE(program.lab.report().rounds(), 0);
        QVERIFY(panel(program)->findings().isEmpty());
        QCOMPARE(panel(program)->headline(), QStringLiteral("Stopped after %1 of %2 runs")
                                                 .arg(program.lab.report().done)
                                                 .arg(program.lab.report().total));
        QVERIFY(button(*panel(program), QStringLiteral("Export"))->isEnabled());
    }

    void aTableOfOtherSettingsSaysSo() {
        test::WholeProgram program(folder_->path(), knownMachine());
        measure(program);
        const std::string before = labJson(program.lab.report());
        LabPanel& page = *panel(program);
        const auto shows = [&page](const QString& text) {
            const auto* candidate = button(page, text);
            return candidate && candidate->isVisibleTo(&page);
        };
        QVERIFY(program.lab.isOfPresent() && !shows(QStringLiteral("Present settings")));
        program.experiment.set("hidden_size", std::int64_t{17});
        QVERIFY(program.lab.finished() && !program.lab.isOfPresent());
        QVERIFY(shows(QStringLiteral("Present settings")));
        button(page, QStringLiteral("Present settings"))->click();
        QVERIFY(!program.lab.finished());
        QCOMPARE(program.lab.report().plan.base.hiddenSize, std::int64_t{17});
        QVERIFY(page.findings().isEmpty());
        QVERIFY(shows(QStringLiteral("Last table")));
        button(page, QStringLiteral("Last table"))->click();
        QCOMPARE(labJson(program.lab.report()), before);
        program.experiment.undoStack().undo();
        QVERIFY(program.lab.finished() && program.lab.isOfPresent());
    }

    void theChartShowsEveryFigure() {
        Theme theme;
        LabChart chart(theme);
        const LabReport report = measuredLadder();
        chart.resize(900, 300);
        chart.show();
        chart.setReport(report);
        QTRY_VERIFY2(chart.textSummary().contains(QStringLiteral("same numbers")), qPrintable(chart.textSummary()));
        auto* box = chart.findChild<QComboBox*>();
        QVERIFY(box && box->count() == 8);
        QByteArray last;
        for (int i = 0; i < box->count(); ++i) {
            chart.setFigure(box->itemData(i).toString());
            for (const char* kind : {"png", "svg", "csv"}) {
                const QString path =
                    folder_->filePath(QStringLiteral("%1.%2").arg(chart.figure(), QLatin1String(kind)));
                QCOMPARE(chart.exportTo(path), QString());
                QVERIFY(QFileInfo(path).size() > 10);
            }
            QFile file(folder_->filePath(chart.figure() + QStringLiteral(".csv")));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray table = file.readAll();
            QVERIFY2(table != last, qPrintable(chart.figure()));
            last = table;
        }
        // Every line that was measured has its figure and its interval.
        QFile file(folder_->filePath(QStringLiteral("ms.csv")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray table = file.readAll();
        const auto shortest = [](double value) {
            return QByteArray::number(value, 'g', QLocale::FloatingPointShortest);
        };
        for (const LabFigures& f : report.figures)
            if (f.measured())
                for (const double value : {f.ms, f.msLow, f.msHigh})
                    QVERIFY2(table.contains(shortest(value)), shortest(value).constData());
    }

    void theChoiceOfTheChartStays() {
        const auto chart = [](test::WholeProgram& program) { return panel(program)->findChild<LabChart*>(); };
        {
            test::WholeProgram program(folder_->path(), knownMachine());
            auto* box = chart(program)->findChild<QComboBox*>();
            const int peak = box->findData(QStringLiteral("peak"));
            box->setCurrentIndex(peak);
            Q_EMIT box->activated(peak);
            program.theme.setAppearance(Appearance::Dark);
            QCOMPARE(chart(program)->figure(), QStringLiteral("peak"));
        }
        test::WholeProgram program(folder_->path(), knownMachine());
        QCOMPARE(chart(program)->figure(), QStringLiteral("peak"));
    }
};

QTEST_MAIN(TestLabWindow)
#include "tst_lab_window.moc"
