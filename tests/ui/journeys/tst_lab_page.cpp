// SPDX-License-Identifier: GPL-3.0-or-later
// What the lab's page says: its claims whole, none of them early, and what a click changes.
// Holds ui/models/lab_model.cpp.
#include "common/background_job.h"
#include "core/lab_support.h"
#include "models/lab_model.h"
#include "pages/compare/lab/lab_bar.h"
#include "pages/compare/lab/lab_chart.h"
#include "pages/compare/lab/lab_panel.h"
#include "support/buttons.h"
#include "support/whole_program.h"
#include "widgets/banner.h"

#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <thread>

using namespace gatelab;
using test::button;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

/// Waits in every run until the gate opens.
class ClosedMachine : public test::KnownMachine {
public:
    Result<LabMeasured> measure(const LabTrial& trial, const LabWatch& watch) override {
        while (!open) {
            if (watch && !watch({})) return Error{ErrorCode::Cancelled, "stopped"};
            std::this_thread::yield();
        }
        return KnownMachine::measure(trial, watch);
    }
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

private Q_SLOTS:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }
    void cleanup() { BackgroundJob::waitForAll(); }

    void aClaimIsWholeInEveryWindow_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("high") << QSize(1600, 1400);
        QTest::newRow("large") << QSize(1600, 1000);
        QTest::newRow("small") << QSize(1280, 720);
    }
    void aClaimIsWholeInEveryWindow() {
        QFETCH(QSize, size);
        const auto whole = program();
        measure(*whole);
        LabPanel& page = panel(*whole);
        whole->window->resize(size);
        QCoreApplication::processEvents();
        auto* table = page.findChild<QTableView*>();
        QVERIFY(table->isVisible());
        const QAbstractItemView& view = *table;
        for (int column = 0; column < LabModel::ColumnCount; ++column) {
            QVERIFY(!table->isColumnHidden(column));
            QVERIFY2(table->columnWidth(column) >= view.sizeHintForColumn(column), qPrintable(QString::number(column)));
            QVERIFY(table->columnWidth(column) >= table->horizontalHeader()->sectionSizeHint(column));
        }
        // The claim is seen without scrolling, what is not seen is scrolled to.
        QVERIFY(table->columnViewportPosition(LabModel::Effect) + table->columnWidth(LabModel::Effect) <=
                table->viewport()->width());
        const int last = LabModel::ColumnCount - 1;
        table->scrollTo(table->model()->index(0, last));
        QVERIFY(table->columnViewportPosition(last) + table->columnWidth(last) <= table->viewport()->width());
        // Table and chart take turns where all rungs are not seen beside the chart.
        auto* chart = page.findChild<LabChart*>();
        const int seen = table->viewport()->height() / table->rowHeight(0);
        QVERIFY(table->model()->rowCount() > 20);
        QVERIFY2(seen >= (size.height() < 800 ? 12 : table->model()->rowCount()), qPrintable(QString::number(seen)));
        QCOMPARE(chart->isVisible(), size.height() > 1000);
        // In a window of usual size nothing has to be scrolled to.
        if (size.height() >= 1000) QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
        if (chart->isVisible()) return;
        Q_EMIT page.findChild<LabBar*>()->chartChosen(true);
        QVERIFY(chart->isVisible() && !table->isVisible());
    }

    void whatIsTakenOverIsToldAndCanBeUndone() {
        const auto whole = program();
        measure(*whole);
        whole->experiment.set("hidden_size", std::int64_t{17});
        const ExperimentConfig before = whole->experiment.config();
        LabPanel& page = panel(*whole);
        auto* use = button(page, QStringLiteral("Use rungs 1 to 2"));
        QVERIFY(use && use->isEnabled());
        use->click();
        QCOMPARE(whole->experiment.config().implementation, std::string("library"));
        QCOMPARE(whole->experiment.config().hiddenSize, std::int64_t{17});
        auto* banner = page.findChild<Banner*>();
        QVERIFY(banner->isVisibleTo(&page));
        QVERIFY2(banner->text().contains(QStringLiteral("Changed: ")) &&
                     banner->text().contains(QStringLiteral("17")) &&
                     banner->text().contains(QStringLiteral("measure again")),
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

    void everyRungIsExplained() {
        const auto whole = program();
        LabPanel& page = panel(*whole);
        auto* table = page.findChild<QTableView*>();
        auto* model = page.findChild<LabModel*>();
        const auto explained = [&](int row) {
            const QString wanted = LabModel::title(model->report().plan.rungs[static_cast<std::size_t>(row)]) +
                                   QStringLiteral(". ") + model->explanation(row);
            return std::ranges::any_of(page.findChildren<QLabel*>(), [&](const QLabel* label) {
                return label->isVisible() && label->text() == wanted;
            });
        };
        QVERIFY(explained(0));  // before anything was chosen
        table->setCurrentIndex(model->index(0, 0));
        bool isAnyGrey = false;
        for (int row = 1; row < model->rowCount(); ++row) {
            QTest::keyClick(table, Qt::Key_Down);
            QVERIFY2(table->currentIndex().row() == row && explained(row), qPrintable(model->explanation(row)));
            QCOMPARE(model->index(row, LabModel::Rung).data(Qt::ToolTipRole).toString(), model->explanation(row));
            const QString why = model->note(row);
            isAnyGrey = isAnyGrey || !why.isEmpty();
            if (!why.isEmpty())
                QVERIFY(model->explanation(row).endsWith(why) &&
                        model->index(row, LabModel::Rung).data(LabModel::SecondLineRole).toString() == why);
        }
        QVERIFY(isAnyGrey);
    }

    void disturbedRepeatsAreCountedInWords() {
        const auto whole = program();
        whole->language.set(QStringLiteral("en"));
        LabModel model(whole->theme);
        LabReport report;
        report.plan = test::equalPair(3);
        report.figures.resize(2);
        for (LabFigures& f : report.figures) f.repeats.assign(3, {4, LabDisturbance::None});
        report.figures[1].replaced.assign(1, {9, LabDisturbance::Load});
        model.setReport(report);
        QVERIFY2(model.explanation(1).endsWith(
                     QStringLiteral("Other programs kept the processor busy. 1 disturbed repeat was measured again.")),
                 qPrintable(model.explanation(1)));
        report.figures[1].replaced.assign(2, {9, LabDisturbance::Load});
        model.setReport(report);
        QVERIFY2(model.explanation(1).endsWith(QStringLiteral("2 disturbed repeats were measured again.")),
                 qPrintable(model.explanation(1)));
    }

    void nothingIsClaimedWhileItMeasures() {
        Theme theme;
        LabModel model(theme);
        test::KnownMachine machine;
        bool wasOpen = false;
        const auto report = runLab(test::ladder(3), machine, [&](const LabReport& soFar) {
            if (soFar.figures[1].effect.pairs != 2) return true;
            model.setReport(soFar);
            wasOpen = true;
            return model.index(1, LabModel::Effect).data().toString().endsWith(QStringLiteral("so far"));
        });
        QVERIFY(report.ok() && wasOpen);
        model.setReport(*report);
        QVERIFY2(model.index(1, LabModel::Effect).data().toString().contains(QStringLiteral(" to ")),
                 qPrintable(model.index(1, LabModel::Effect).data().toString()));
        QVERIFY(model.index(1, LabModel::Rung).data().toString().startsWith(QLatin1Char('1')));
    }

    void theWindowSaysWhatMeasures() {
        const auto machine = std::make_shared<ClosedMachine>();
        test::WholeProgram whole(folder_->path(), [machine](const std::function<bool()>&) { return machine; });
        LabPanel& page = panel(whole);
        start(whole, 5);
        QVERIFY2(whole.window->windowTitle().startsWith(QStringLiteral("The lab measures")),
                 qPrintable(whole.window->windowTitle()));
        QCOMPARE(page.headline(), QStringLiteral("Measuring"));
        machine->open = true;
        QTRY_VERIFY_WITH_TIMEOUT(!whole.lab.running(), kPatience);
        QVERIFY(!whole.window->windowTitle().contains(QStringLiteral("measures")));
        QVERIFY2(page.headline().endsWith(QStringLiteral("as fast")), qPrintable(page.headline()));
        QCOMPARE(whole.window->page(QStringLiteral("compare"))->inspectorTitle(), QStringLiteral("What the lab shows"));
    }
};

QTEST_MAIN(TestLabPage)
#include "tst_lab_page.moc"
