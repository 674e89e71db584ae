// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "config/field.h"
#include "pages/compare/compare_panel.h"
#include "store/checkpoint.h"

#include <QString>
#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QTableWidget;

namespace gatelab {

class BackgroundJob;
class ChartGrid;
class EmptyState;
class KeyValueList;
class RunController;
class RunLoader;
struct RunView;
class WrappedLabel;

/// A file of a run's folder.
struct RunFile {
    QString name;  ///< relative to the folder
    qint64 bytes = 0;
};
/// What only the disk knows of a run.
struct RunFolderFacts {
    QString folder;
    std::vector<RunFile> files;
    std::vector<CheckpointInfo> checkpoints;
    QString problem;  ///< why it could not be read fully; empty: fine
};
/// Reads names and sizes only. Blocks; call it from a job.
RunFolderFacts readRunFolder(const std::filesystem::path& folder);
/// Lines of a run's log from its events, oldest first: "0:12, step 40: ...".
QStringList runLog(const RunView& run);

/// Everything of one run on one page: charts, settings (those changed from the default marked), environment, data,
/// scores, checkpoints, files, log, and the command that repeats it. GUI thread.
class RunDetails : public ComparePanel {
    Q_OBJECT
public:
    RunDetails(Theme& theme, RunController& runs, QWidget* parent = nullptr);
    void setShown(bool shown) override;
    [[nodiscard]] QString runId() const override { return id_; }
    /// Empty: the newest run.
    void choose(const QString& runId) override;
    void showPlace(const Place& place) override;
    /// The line that names the run.
    [[nodiscard]] std::optional<PopoverAnchor> anchor() const override;
    void describe(CompareInspector& inspector) const override { inspector.showRun(id_); }
    [[nodiscard]] QString command() const;

private:
    QWidget* makeLeft();
    QWidget* makeRight();
    void fillChoice();
    void refresh();
    void showView(const std::shared_ptr<RunView>& run);
    void showSettings(const ExperimentConfig& config);
    void showFacts(const RunView& run);
    void showFolder(const RunFolderFacts& facts);
    Theme* theme_;
    RunController* runs_;
    RunLoader* loader_;
    BackgroundJob* folderJob_;
    EmptyState* empty_ = nullptr;
    QWidget* content_;
    QComboBox* choice_;
    ChartGrid* charts_;
    QTableWidget *settings_, *checkpoints_, *files_;
    KeyValueList *facts_, *machine_;
    WrappedLabel* folder_;
    QLabel* settingsNote_;
    QPlainTextEdit *log_, *command_;
    QString id_, shownId_;
    ExperimentConfig shownConfig_;
    bool shown_ = false;
};

}  // namespace gatelab
