// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "export/run_export.h"

#include <QDialog>
#include <QString>
#include <functional>
#include <vector>

class QCheckBox;
class QPushButton;
class QRadioButton;

namespace gatelab {

class BackgroundJob;
class RunController;
class ThinProgress;
class WrappedLabel;

/// What a kept run can be carried off as: a row for each kind with what it is for, then where to, and afterwards the
/// files and how far they are from the run. The writing and the check run off the GUI thread and can be stopped; a run
/// that trains meanwhile is not waited for. GUI thread.
class ExportDialog : public QDialog {
    Q_OBJECT
public:
    using Export = std::function<Result<RunExport>(const RunExportRequest&, const OpenEngine&, const Progress&)>;
    /// `work`: on a job's thread; empty: exportRun.
    ExportDialog(Theme& theme, RunController& runs, const QString& runId, QWidget* parent = nullptr, Export work = {});
    /// Opens one above `parent`, which goes when it is closed.
    static void open(Theme& theme, RunController& runs, const QString& runId, QWidget* parent,
                     ExportKind kind = ExportKind::Onnx);
    using QDialog::open;
    void choose(ExportKind kind);
    [[nodiscard]] ExportKind chosen() const;
    /// Writes to this path; one at a time.
    void exportTo(const QString& path);
    void stop();
    [[nodiscard]] bool running() const;
    [[nodiscard]] QString result() const;

private:
    void askPath();
    void finish(const Result<RunExport>& made);
    void refresh();
    RunController* runs_;
    QString run_;
    Export work_;
    BackgroundJob* job_;
    std::vector<QRadioButton*> kinds_;
    QCheckBox* int8_;
    ThinProgress* progress_;
    WrappedLabel* result_;
    QPushButton *export_, *stop_;
};

}  // namespace gatelab
