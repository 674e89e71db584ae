// SPDX-License-Identifier: GPL-3.0-or-later
// The lab beside the window: it goes on and its tables stay, whatever becomes of the page.
// Holds ui/measure/lab_controller.cpp and ui/pages/compare/lab/lab_panel.cpp.
#include "common/background_job.h"
#include "core/lab_support.h"
#include "models/lab_model.h"
#include "pages/compare/lab/lab_bar.h"
#include "pages/compare/lab/lab_headline_card.h"
#include "pages/compare/lab/lab_panel.h"
#include "support/buttons.h"
#include "support/whole_program.h"

#include <QDir>
#include <QLabel>
#include <QMenu>
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

}  // namespace

class TestLabWindow : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> folder_;

    static LabPanel* panel(test::WholeProgram& program) {
        program.window->showPlace({QStringLiteral("compare"), QStringLiteral("lab")});
        return program.window->page(QStringLiteral("compare"))->findChild<LabPanel*>();
    }
    static LabBar& bar(test::WholeProgram& program) {
        return *program.window->page(QStringLiteral("compare"))->findChild<LabBar*>();
    }
    static QString headline(test::WholeProgram& program) {
        return panel(program)->findChild<LabHeadlineCard*>()->headline();
    }
    /// As a person starts it.
    static void start(test::WholeProgram& program) {
        QTRY_VERIFY_WITH_TIMEOUT(program.lab.canStart() && program.runs.workspace(), kPatience);
        program.lab.setRepeats(2);
        panel(program);
        button(bar(program), QStringLiteral("Run"))->click();
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
        QVERIFY(headline(program).contains(QStringLiteral("as fast, same numbers")));
        // And so does a finished one.
        program.theme.setAppearance(Appearance::Light);
        QVERIFY(!headline(program).isEmpty());
        QCOMPARE(panel(program)->findChild<LabModel*>()->report().done, report.done);
    }

    void stopsOnTheRebuiltPage() {
        const auto machine = std::make_shared<GatedMachine>();
        test::WholeProgram program(folder_->path(), [machine](const std::function<bool()>&) { return machine; });
        start(program);
        QTRY_COMPARE_WITH_TIMEOUT(program.lab.report().done, GatedMachine::kBeforeGate, kPatience);
        program.theme.setAppearance(Appearance::Dark);
        panel(program);
        button(bar(program), QStringLiteral("Cancel"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(!program.lab.running(), kPatience);
        QVERIFY(!program.lab.finished() && !program.queue.held());
        // What it measured is still shown, also by the next page.
        program.theme.setAppearance(Appearance::Light);
        QCOMPARE(panel(program)->findChild<LabModel*>()->report().done, GatedMachine::kBeforeGate);
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
        QVERIFY(!headline(program).isEmpty());
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
        QVERIFY(says(panel(program), QStringLiteral("Interrupted after 1 of 2 rounds")));
        QVERIFY(headline(program).contains(QStringLiteral("so far")));
        // What is measured to its end is shown instead, and both are kept.
        measure(program);
        QVERIFY(!says(panel(program), QStringLiteral("Interrupted")));
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
        program.window->showPlace({QStringLiteral("compare"), QStringLiteral("lab")});
        QMenu* menu = button(bar(program), QStringLiteral("Report"))->menu();
        Q_EMIT menu->aboutToShow();
        QVERIFY(menu->actions().front()->isEnabled());  // can be exported
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
        QVERIFY(headline(program).isEmpty());
        QVERIFY(shows(QStringLiteral("Last table")));
        button(page, QStringLiteral("Last table"))->click();
        QCOMPARE(labJson(program.lab.report()), before);
        program.experiment.undoStack().undo();
        QVERIFY(program.lab.finished() && program.lab.isOfPresent());
    }
};

QTEST_MAIN(TestLabWindow)
#include "tst_lab_window.moc"
