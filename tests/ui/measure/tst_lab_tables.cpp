// SPDX-License-Identifier: GPL-3.0-or-later
// The tables that the lab measured: each is kept and can be opened, also one that was cut off.
#include "common/background_job.h"
#include "core/lab_support.h"
#include "pages/compare/lab/lab_bar.h"
#include "support/whole_program.h"

#include <QMenu>
#include <QTemporaryDir>
#include <QTest>

using namespace gatelab;
using test::GatedMachine, test::WholeProgram;

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
    static LabBar& bar(WholeProgram& program) {
        program.window->showPlace({QStringLiteral("compare"), QStringLiteral("lab")});
        return *program.window->page(QStringLiteral("compare"))->findChild<LabBar*>();
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
        QVERIFY(program.lab.measured() && !program.lab.finished());
    }
    /// Those that can be checked: the tables.
    static QList<QAction*> listed(LabBar& bar) {
        QMenu* menu = bar.findChild<QMenu*>();
        Q_EMIT menu->aboutToShow();
        QList<QAction*> tables = menu->actions();
        tables.removeIf([](const QAction* action) { return !action->isCheckable(); });
        return tables;
    }

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        machine_ = std::make_shared<GatedMachine>();
    }
    void cleanup() { BackgroundJob::waitForAll(); }

    void earlierTablesAreOpened() {
        const auto whole = program();
        LabBar& page = bar(*whole);
        QVERIFY(listed(page).isEmpty());
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
        QVERIFY(whole->lab.measured() && !whole->lab.finished());
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
