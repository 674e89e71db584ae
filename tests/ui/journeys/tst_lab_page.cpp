// SPDX-License-Identifier: GPL-3.0-or-later
// What the lab's page says: the answer first and from the first repeat on, and what a click changes.
// Holds ui/pages/compare/lab/lab_headline_card.cpp.
#include "common/background_job.h"
#include "core/lab_support.h"
#include "models/lab_model.h"
#include "pages/compare/lab/lab_bar.h"
#include "pages/compare/lab/lab_headline_card.h"
#include "pages/compare/lab/lab_panel.h"
#include "pages/compare/lab/lab_table.h"
#include "support/buttons.h"
#include "support/whole_program.h"
#include "widgets/badge.h"
#include "widgets/banner.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QGuiApplication>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <thread>

using namespace gatelab;
using test::button;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

/// Waits in every run from the one after `before` on until the gate opens.
class ClosedMachine : public test::KnownMachine {
public:
    Result<LabMeasured> measure(const LabTrial& trial, const LabWatch& watch) override {
        while (runs >= before && !open) {
            if (watch && !watch({})) return Error{ErrorCode::Cancelled, "stopped"};
            std::this_thread::yield();
        }
        return KnownMachine::measure(trial, watch);
    }
    std::atomic<int> before{0};
    std::atomic<bool> open{false};
};

}  // namespace

class TestLabPage : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> folder_;

    static LabPanel& panel(test::WholeProgram& program) {
        program.window->showPlace({QStringLiteral("compare"), QStringLiteral("lab")});
        return *program.window->page(QStringLiteral("compare"))->findChild<LabPanel*>();
    }
    static void start(test::WholeProgram& program, int repeats) {
        QTRY_VERIFY_WITH_TIMEOUT(program.lab.canStart() && program.runs.workspace(), kPatience);
        program.lab.setRepeats(repeats);
        program.lab.start();
        QVERIFY(program.lab.running());
    }
    static void measure(test::WholeProgram& program) {
        start(program, 3);
        QTRY_VERIFY_WITH_TIMEOUT(!program.lab.running(), kPatience);
        QVERIFY(program.lab.finished());
    }
    [[nodiscard]] std::unique_ptr<test::WholeProgram> program() const {
        return std::make_unique<test::WholeProgram>(
            folder_->path(), [](const std::function<bool()>&) { return std::make_shared<test::KnownMachine>(); });
    }
    [[nodiscard]] static QString headline(LabPanel& page) { return page.findChild<LabHeadlineCard*>()->headline(); }

private Q_SLOTS:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }
    void cleanup() { BackgroundJob::waitForAll(); }

    void everythingIsWholeInEveryWindow_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("large") << QSize(1600, 1000);
        QTest::newRow("small") << QSize(1280, 720);
    }
    void everythingIsWholeInEveryWindow() {
        QFETCH(QSize, size);
        const auto whole = program();
        measure(*whole);
        LabPanel& page = panel(*whole);
        whole->window->resize(size);
        QCoreApplication::processEvents();
        const auto* table = page.findChild<LabTable*>();
        QVERIFY(table->isVisible() && table->columnWidth(LabModel::Axis) >= LabTable::kMinAxis);
        auto* bar = whole->window->page(QStringLiteral("compare"))->findChild<LabBar*>();
        QVERIFY(bar && bar->isVisible());
        for (const QWidget* part :
             {static_cast<const QWidget*>(bar), static_cast<const QWidget*>(page.findChild<LabHeadlineCard*>())})
            for (const auto* one : part->findChildren<QAbstractButton*>())
                if (one->isVisible())
                    QVERIFY2(one->width() >= one->minimumSizeHint().width() &&
                                 part->rect().contains(QRect(one->mapTo(part, QPoint()), one->size())),
                             qPrintable(one->text()));
    }

    void theHeadlineIsThereFromTheFirstRepeatOn() {
        const auto machine = std::make_shared<ClosedMachine>();
        test::WholeProgram whole(folder_->path(), [machine](const std::function<bool()>&) { return machine; });
        LabPanel& page = panel(whole);
        QVERIFY(headline(page).isEmpty());
        start(whole, 3);
        machine->before = whole.lab.report().wantedRungs();
        QVERIFY2(whole.window->windowTitle().startsWith(QStringLiteral("The lab measures")),
                 qPrintable(whole.window->windowTitle()));
        QTRY_VERIFY_WITH_TIMEOUT(headline(page).contains(QStringLiteral("as fast so far")), kPatience);
        machine->open = true;
        QTRY_VERIFY_WITH_TIMEOUT(!whole.lab.running(), kPatience);
        QVERIFY(!whole.window->windowTitle().contains(QStringLiteral("measures")));
        QVERIFY2(headline(page).endsWith(QStringLiteral("as fast, same numbers")), qPrintable(headline(page)));
    }

    void whatIsTakenOverIsToldAndCanBeUndone() {
        const auto whole = program();
        measure(*whole);
        whole->experiment.set("hidden_size", std::int64_t{17});
        const ExperimentConfig before = whole->experiment.config();
        LabPanel& page = panel(*whole);
        auto* use = button(page, QStringLiteral("Use rungs 1 to"));
        QVERIFY(use && use->isEnabled());
        use->click();
        QVERIFY(whole->experiment.config() != before);
        QCOMPARE(whole->experiment.config().hiddenSize, std::int64_t{17});
        auto* banner = page.findChild<Banner*>();
        QVERIFY(banner->isVisibleTo(&page));
        QVERIFY2(
            banner->text().contains(QStringLiteral("17")) && banner->text().contains(QStringLiteral("measure again")),
            qPrintable(banner->text()));
        button(*banner, QStringLiteral("Undo"))->click();
        QVERIFY(whole->experiment.config() == before);
        QVERIFY(!banner->isVisibleTo(&page));
        // Of the experiment that was measured there is nothing to warn of, and another change takes the word away.
        whole->experiment.undoStack().undo();
        use->click();
        QVERIFY(banner->isVisibleTo(&page) && !banner->text().contains(QStringLiteral("measure again")));
        QVERIFY(whole->lab.isOfPresent());
        whole->experiment.set("batch_size", std::int64_t{19});
        QVERIFY(!banner->isVisibleTo(&page));
    }

    /// The headline stays, and is about what is left.
    void aRungThatIsTakenOutIsComputedAway() {
        const auto whole = program();
        measure(*whole);
        LabPanel& page = panel(*whole);
        auto* model = page.findChild<LabModel*>();
        const std::string name = whole->lab.report().name;
        const int row = model->rowOf("device-data");
        QVERIFY(row > 0 && model->setData(model->index(row, 0), Qt::Unchecked, Qt::CheckStateRole));
        QVERIFY(whole->lab.measured());
        QCOMPARE(whole->lab.report().name, name);
        QVERIFY(headline(page).contains(QStringLiteral("as fast")));
        const LabReport& report = whole->lab.report();
        QVERIFY(!report.figures[test::find(report.plan, "device-data")].measured());
        QVERIFY(report.figures[test::find(report.plan, "fused-optimiser")].isComputed);
        QVERIFY(model->setData(model->index(row, 0), Qt::Checked, Qt::CheckStateRole));
        QVERIFY(report.figures[test::find(report.plan, "device-data")].measured());
        QVERIFY(!report.figures[test::find(report.plan, "fused-optimiser")].isComputed);
    }

    void aDoubleClickCopiesTheCommand() {
        const auto whole = program();
        measure(*whole);
        LabPanel& page = panel(*whole);
        Q_EMIT page.findChild<LabTable*>()->rungActivated(1);
        QVERIFY2(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("gatelab-worker train")),
                 qPrintable(QGuiApplication::clipboard()->text()));
    }

    void disturbanceIsAWordAndAnOffer() {
        test::WholeProgram whole(folder_->path(), [](const std::function<bool()>&) {
            auto machine = std::make_shared<test::KnownMachine>();
            machine->load = [](int, const LabTrial& trial) {
                return trial.warmup > 0 ? LabDisturbance::Load : LabDisturbance::None;
            };
            return machine;
        });
        measure(whole);
        LabPanel& page = panel(whole);
        QVERIFY(headline(page).contains(QStringLiteral("as fast")));
        QVERIFY(page.findChild<Badge*>()->isVisibleTo(&page));
        auto* again = button(page, QStringLiteral("Repeat when idle"));
        QVERIFY(again && again->isVisibleTo(&page));
        again->click();
        QVERIFY(whole.lab.waitsForIdle());
        again->click();
        QVERIFY(!whole.lab.waitsForIdle());
        // It may take as long again.
        QVERIFY(whole.lab.needsAtMost());
        QVERIFY(button(*whole.window->page(QStringLiteral("compare")), QStringLiteral("Run the lab, at most")) ||
                button(*whole.window->page(QStringLiteral("compare")), QStringLiteral("Run, at most")));
    }
};

QTEST_MAIN(TestLabPage)
#include "tst_lab_page.moc"
