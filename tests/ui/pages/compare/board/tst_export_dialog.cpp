// SPDX-License-Identifier: GPL-3.0-or-later
// Holds ui/pages/compare/board/export_dialog.cpp.
#include "base/guarded.h"
#include "common/background_job.h"
#include "pages/compare/board/export_dialog.h"
#include "runs/run_controller.h"
#include "support/fake_workspace.h"
#include "support/made_runs.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/thin_progress.h"

#include <QCheckBox>
#include <QPushButton>
#include <QRadioButton>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>

using namespace gatelab;

class TestExportDialog : public QObject {
    Q_OBJECT
    Theme theme_;
    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<RunController> runs_;
    std::unique_ptr<ExportDialog> dialog_;
    std::atomic<bool> waits_{false};  ///< until it is told to stop
    Guarded<RunExportRequest> asked_;

    Result<RunExport> made(const RunExportRequest& request, const Progress& progress) {
        asked_.with([&](auto& one) { one = request; });
        while (waits_)
            if (!report(progress, 0.5)) return Error{ErrorCode::Cancelled, "the export was cancelled"};
        RunExport done;
        done.files = {request.path};
        if (exportKind(request.kind).isNetwork) {
            done.check.emplace();
            done.check->done = true;
            done.check->windows = 100;
            done.check->largest = 3e-6;
            done.check->by = "onnxruntime 1.32.0";
        }
        return done;
    }
    QPushButton* button(const QString& text) const {
        for (QPushButton* one : dialog_->findChildren<QPushButton*>())
            if (one->text() == text) return one;
        return nullptr;
    }
    /// What a person is to read has room.
    bool isNothingCut() const {
        const auto labels = dialog_->findChildren<WrappedLabel*>();
        return std::ranges::all_of(labels, [](const WrappedLabel* label) {
            return !label->isVisible() || label->height() >= label->heightForWidth(label->width());
        });
    }

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        runs_ = std::make_unique<RunController>();
        runs_->setWorkspace(std::make_shared<test::FakeWorkspace>(
            std::vector<RunSummary>{test::endedRun("a", 32, 1, 0.2)}, folder_->path().toStdString()));
        waits_ = false;
        dialog_ = std::make_unique<ExportDialog>(theme_, *runs_, QStringLiteral("a"), nullptr,
                                                 [this](const RunExportRequest& request, const OpenEngine&,
                                                        const Progress& progress) { return made(request, progress); });
        dialog_->show();
    }
    void cleanup() {
        waits_ = false;
        dialog_.reset();
        BackgroundJob::waitForAll();
    }

    void everyKindHasARowThatSaysWhatItIsFor() {
        const auto rows = dialog_->findChildren<QRadioButton*>();
        QCOMPARE(rows.size(), static_cast<qsizetype>(exportKinds().size()));
        for (const QRadioButton* row : rows) QVERIFY(!row->accessibleDescription().isEmpty());
        QCOMPARE(dialog_->chosen(), ExportKind::Onnx);
        QTRY_VERIFY(isNothingCut());
        auto* int8 = dialog_->findChild<QCheckBox*>();
        QVERIFY(!int8->isEnabled());
        dialog_->choose(ExportKind::C);
        QVERIFY(int8->isEnabled());
        int8->setChecked(true);
        dialog_->exportTo(folder_->filePath("net.c"));
        QTRY_VERIFY(!dialog_->running());
        QVERIFY(asked_.get().int8);
        QCOMPARE(asked_.get().path, std::filesystem::path(folder_->filePath("net.c").toStdString()));
        dialog_->choose(ExportKind::Onnx);
        dialog_->exportTo(folder_->filePath("net.onnx"));
        QTRY_VERIFY(!dialog_->running());
        QVERIFY(!asked_.get().int8);
    }

    /// As the board opens it: over a window. It fits the smallest screen.
    void fitsASmallScreen() {
        QWidget window;
        window.resize(1280, 720);
        window.show();
        ExportDialog over(theme_, *runs_, QStringLiteral("a"), &window);
        over.show();
        QVERIFY(QTest::qWaitForWindowExposed(&over));
        QVERIFY2(over.height() <= 640 && over.width() <= 1280,
                 qPrintable(QStringLiteral("%1 x %2").arg(over.width()).arg(over.height())));
        for (const QPushButton* one : over.findChildren<QPushButton*>())
            if (one->isVisible()) QVERIFY(over.rect().contains(one->geometry()));
    }

    void theCheckIsToldAfterwards() {
        dialog_->exportTo(folder_->filePath("net.onnx"));
        QTRY_VERIFY(!dialog_->running());
        QVERIFY2(dialog_->result().contains("net.onnx") && dialog_->result().contains("onnxruntime 1.32.0") &&
                     dialog_->result().contains("3e-6"),
                 qPrintable(dialog_->result()));
        QTRY_VERIFY(isNothingCut());
        // A folder gets one of its own
        dialog_->choose(ExportKind::TensorBoard);
        dialog_->exportTo(folder_->path());
        QTRY_VERIFY(!dialog_->running());
        QCOMPARE(asked_.get().path.filename().string(), std::string("a-tensorboard"));
        QVERIFY(!dialog_->result().contains("windows"));
    }

    void canBeStopped() {
        waits_ = true;
        dialog_->exportTo(folder_->filePath("net.onnx"));
        QVERIFY(dialog_->running() && !button("Export...")->isEnabled());
        QVERIFY(dialog_->findChild<ThinProgress*>()->isVisible());
        QTest::mouseClick(button("Stop"), Qt::LeftButton);
        QTRY_VERIFY(!dialog_->running());
        QVERIFY(dialog_->result().contains("cancelled"));
        QVERIFY(button("Export...")->isEnabled() && !button("Stop")->isVisible());
    }
};

QTEST_MAIN(TestExportDialog)
#include "tst_export_dialog.moc"
