// SPDX-License-Identifier: GPL-3.0-or-later
// The tables that the lab measured: each is kept and can be opened, and one that was cut off goes on.
#include "common/background_job.h"
#include "core/lab_support.h"
#include "lab/lab_files.h"
#include "pages/compare/lab/lab_panel.h"
#include "support/buttons.h"
#include "support/whole_program.h"

#include <QLabel>
#include <QMenu>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace gatelab;
using test::button, test::GatedMachine, test::WholeProgram;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

}  // namespace

class TestLabTables : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> folder_;
    std::shared_ptr<GatedMachine> machine_;

    [[nodiscard]] std::unique_ptr<WholeProgram> program() const {
        return std::make_unique<WholeProgram>(folder_->path(),
                                              [machine = machine_](const std::function<bool()>&) { return machine; });
    }
    static LabPanel& panel(WholeProgram& program) {
        program.window->showPlace({QStringLiteral("compare"), QStringLiteral("lab")});
        return *program.window->page(QStringLiteral("compare"))->findChild<LabPanel*>();
    }
    static bool says(LabPanel& page, const QString& part) {
        return std::ranges::any_of(page.findChildren<QLabel*>(),
                                   [&](const QLabel* label) { return label->text().contains(part); });
    }
    static void start(WholeProgram& program) {
        program.lab.setMode(LabMode::Pair);
        QTRY_VERIFY_WITH_TIMEOUT(program.lab.canStart() && program.runs.workspace(), kPatience);
        program.lab.setRepeats(2);
        program.lab.showPresent();
        program.lab.start();
        QVERIFY(program.lab.running());
    }
    static void waitForEnd(WholeProgram& program) { QTRY_VERIFY_WITH_TIMEOUT(!program.lab.running(), kPatience); }
    /// After a round and a half.
    static void cutOff(WholeProgram& program) {
        start(program);
        QTRY_COMPARE_WITH_TIMEOUT(program.lab.report().done, GatedMachine::kBeforeGate, kPatience);
        program.lab.stop();
        waitForEnd(program);
        QVERIFY(program.lab.isCutOff());
    }
    static QList<QAction*> listed(LabPanel& page) {
        QMenu* menu = button(page, QStringLiteral("Earlier tables"))->menu();
        Q_EMIT menu->aboutToShow();
        return menu->actions();
    }

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        machine_ = std::make_shared<GatedMachine>();
    }
    void cleanup() { BackgroundJob::waitForAll(); }

    void whatWasCutOffGoesOn_data() {
        QTest::addColumn<bool>("restarts");
        QTest::newRow("in the window") << false;
        QTest::newRow("after a restart") << true;
    }
    void whatWasCutOffGoesOn() {
        QFETCH(bool, restarts);
        auto whole = program();
        cutOff(*whole);
        const std::string name = whole->lab.report().name;
        if (restarts) {
            whole.reset();
            BackgroundJob::waitForAll();
            whole = program();
            QTRY_VERIFY_WITH_TIMEOUT(
                whole->lab.isCutOff() && whole->lab.resumeObstacle().isEmpty() && whole->lab.canStart(), kPatience);
        }
        auto* goOn = button(panel(*whole), QStringLiteral("Go on"));
        QVERIFY(goOn && goOn->isVisible() && goOn->isEnabled());
        QVERIFY(says(panel(*whole), QStringLiteral("It goes on at round 2 of 2")) &&
                says(panel(*whole), QStringLiteral("Planned: 2 rungs × 2 repeats + 2 for the outputs")));
        machine_->open = true;
        goOn->click();
        QVERIFY(whole->lab.running());
        waitForEnd(*whole);
        const LabReport& report = whole->lab.report();
        QVERIFY(report.finished() && report.name == name);
        QCOMPARE(report.pieces.size(), std::size_t{2});
        QCOMPARE(report.pieces[1].firstRound, 1);
        // The round that was whole is not measured again
        QCOMPARE(machine_->runs, GatedMachine::kBeforeGate + report.total - 2);
        QVERIFY(says(panel(*whole), QStringLiteral("In 2 pieces: round 1 (")));
        QVERIFY(!button(panel(*whole), QStringLiteral("Go on"))->isVisible());
        // In the place of what it began with.
        BackgroundJob::waitForAll();
        const SavedLabReports kept = readLabReports(whole->runs.workspace()->folder());
        QVERIFY(kept.reports.size() == 1 && kept.reports.front().finished());
    }

    void elsewhereItSaysWhyNot() {
        auto whole = program();
        cutOff(*whole);
        whole.reset();
        BackgroundJob::waitForAll();
        machine_->where.threads = "7";
        whole = program();
        QTRY_VERIFY_WITH_TIMEOUT(whole->lab.isCutOff() && whole->lab.canStart(), kPatience);
        LabPanel& page = panel(*whole);
        QVERIFY(!button(page, QStringLiteral("Go on"))->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(
            says(page, QStringLiteral("It cannot go on: the number of threads that a run may use was 2, now it is 7.")),
            kPatience);
        whole->lab.goOn();
        QVERIFY(!whole->lab.running());
    }

    void itsSettingsAreTakenFirst() {
        const auto whole = program();
        cutOff(*whole);
        const ExperimentConfig before = whole->experiment.config();
        whole->experiment.set("hidden_size", std::int64_t{17});
        LabPanel& page = panel(*whole);
        QVERIFY(whole->lab.isCutOff() && !whole->lab.resumeObstacle().isEmpty());
        auto* take = button(page, QStringLiteral("Take its settings"));
        QVERIFY(take && take->isVisible() && take->isEnabled());
        take->click();
        QVERIFY(whole->experiment.config() == before);
        QCOMPARE(take->text(), QStringLiteral("Go on"));
        QTRY_VERIFY_WITH_TIMEOUT(take->isEnabled(), kPatience);
        whole->experiment.undoStack().undo();
        QCOMPARE(whole->experiment.config().hiddenSize, std::int64_t{17});
    }

    void earlierTablesAreOpened() {
        const auto whole = program();
        LabPanel& page = panel(*whole);
        QVERIFY(!button(page, QStringLiteral("Earlier tables"))->isVisible());
        cutOff(*whole);
        const std::string first = whole->lab.report().name;
        machine_->open = true;
        start(*whole);
        waitForEnd(*whole);
        const std::string second = whole->lab.report().name;
        QVERIFY(second != first && whole->lab.finished());
        // The newest first, the one that is shown is marked.
        auto all = listed(page);
        QCOMPARE(all.size(), 2);
        QVERIFY(all[0]->isChecked() && !all[1]->isChecked());
        QVERIFY2(all[0]->text().endsWith(QStringLiteral("2 of 2 rungs, finished")), qPrintable(all[0]->text()));
        QVERIFY2(all[1]->text().endsWith(QStringLiteral("2 of 2 rungs, cut off after 1 of 2 rounds")),
                 qPrintable(all[1]->text()));
        all[1]->trigger();
        QCOMPARE(whole->lab.report().name, first);
        QVERIFY(whole->lab.isCutOff() && button(page, QStringLiteral("Go on"))->isVisible());
        // From another mode too; a choice of what to measure leads away from it.
        whole->lab.setMode(LabMode::Ladder);
        QVERIFY(whole->lab.report().name.empty());
        listed(page)[1]->trigger();
        QCOMPARE(whole->lab.report().name, first);
        QCOMPARE(whole->lab.choice().lines.mode, LabMode::Pair);
        whole->lab.setMode(LabMode::Pair);
        QCOMPARE(whole->lab.report().name, second);
    }
};

QTEST_MAIN(TestLabTables)
#include "tst_lab_tables.moc"
