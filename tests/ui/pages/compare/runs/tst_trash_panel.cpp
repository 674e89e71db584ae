// SPDX-License-Identifier: GPL-3.0-or-later
// Deleted runs: several are brought back or removed for good at once, without a dialogue.
#include "common/background_job.h"
#include "pages/compare/runs/trash_panel.h"
#include "pages/page.h"
#include "runs/run_controller.h"
#include "support/fake_workspace.h"
#include "widgets/banner.h"
#include "widgets/empty_state.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>

using namespace gatelab;

class TestTrashPanel : public QObject {
    Q_OBJECT
    Theme theme_;
    std::shared_ptr<test::FakeWorkspace> workspace_;
    std::unique_ptr<RunController> runs_;
    std::unique_ptr<Page> page_;
    TrashPanel* panel_ = nullptr;
    QTableWidget* table_ = nullptr;

    [[nodiscard]] QPushButton* button(const QString& text) const {
        for (auto* each : panel_->findChildren<QPushButton*>())
            if (each->text() == text && each->isVisible()) return each;
        return nullptr;
    }
    [[nodiscard]] QStringList listed() const {
        QStringList ids;
        for (int row = 0; row < table_->rowCount(); ++row) ids << table_->item(row, 0)->data(Qt::UserRole).toString();
        return ids;
    }
    void choose(const QList<int>& rows) {
        table_->clearSelection();
        for (const int row : rows)
            table_->selectionModel()->select(table_->model()->index(row, 0),
                                             QItemSelectionModel::Select | QItemSelectionModel::Rows);
    }

private Q_SLOTS:
    void init() {
        workspace_ = std::make_shared<test::FakeWorkspace>(5);
        for (const char* id : {"run-100000", "run-100001", "run-100002"}) QVERIFY(workspace_->deleteRun(id).ok());
        runs_ = std::make_unique<RunController>();
        runs_->setWorkspace(workspace_);
        page_ = std::make_unique<Page>();
        panel_ = new TrashPanel(theme_, *runs_, page_.get());
        table_ = panel_->findChild<QTableWidget*>();
        page_->resize(900, 400);
        panel_->resize(page_->size());
        page_->show();
        QVERIFY(QTest::qWaitForWindowActive(page_.get()));
        panel_->setShown(true);
        QTRY_COMPARE(table_->rowCount(), 3);
        QTRY_COMPARE(runs_->runs().size(), std::size_t{2});
    }
    void cleanup() {
        page_.reset();
        runs_.reset();
        BackgroundJob::waitForAll();
    }

    void severalComeBackAtOnce() {
        QVERIFY(!button(QStringLiteral("Restore"))->isEnabled());
        choose({0, 2});
        QSignalSpy reported(page_.get(), &Page::done);
        QVERIFY(button(QStringLiteral("Restore"))->isEnabled());
        button(QStringLiteral("Restore"))->click();
        QTRY_COMPARE(runs_->runs().size(), std::size_t{4});
        QTRY_COMPARE(listed(), QStringList{QStringLiteral("run-100001")});
        QCOMPARE(reported.count(), 1);
    }

    void forGoodOnlyWhenAskedTwice() {
        choose({0, 1});
        QTest::keyClick(table_, Qt::Key_Delete);
        auto* question = panel_->findChild<Banner*>();
        QTRY_VERIFY(question->isVisible());
        QCOMPARE(table_->rowCount(), 3);
        choose({0});  // another choice asks anew
        QVERIFY(!question->isVisible());
        button(QStringLiteral("Delete for good..."))->click();
        button(QStringLiteral("Delete for good"))->click();
        QTRY_COMPARE(listed(), (QStringList{QStringLiteral("run-100001"), QStringLiteral("run-100002")}));
        QVERIFY(!question->isVisible());
        QCOMPARE((*workspace_->deletedRuns()).size(), std::size_t{2});
        QCOMPARE(runs_->runs().size(), std::size_t{2});
    }

    void anEmptyTrashSaysSo() {
        table_->selectAll();
        QVERIFY(!panel_->findChild<EmptyState*>()->isVisible());
        button(QStringLiteral("Restore"))->click();
        QTRY_VERIFY(panel_->findChild<EmptyState*>()->isVisible());
        QSignalSpy asked(page_.get(), &Page::commandAsked);
        button(QStringLiteral("Back to the runs"))->click();
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.front().front().value<Command>(),
                 Command::show({QStringLiteral("compare"), QStringLiteral("runs")}));
    }
};

QTEST_MAIN(TestTrashPanel)
#include "tst_trash_panel.moc"
