// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/panel_commands.h"

#include "common/theme.h"
#include "measure/experiment_check.h"
#include "models/run_board.h"
#include "pages/model/check_panel.h"
#include "pages/model/sweep_panel.h"
#include "runs/experiment_model.h"
#include "runs/queue_controller.h"
#include "runs/sweep_controller.h"
#include "store/saved_sweep.h"
#include "window/notices.h"
#include "window/status_line.h"
#include "window/window_shell.h"

#include <QUndoStack>

#include <utility>

namespace gatelab {

namespace {
const QString kAction = QStringLiteral("check-experiment");
}

CheckCommands::CheckCommands(MainWindow& window, const MainWindow::Parts& parts, QObject* parent)
    : QObject(parent), window_(window), parts_(parts) {
    connect(&window_.experimentCheck(), &ExperimentCheck::ended, this, &CheckCommands::reportEnd);
}

CheckCommands::~CheckCommands() { delete panel_; }

void CheckCommands::show() {
    if (!panel_) panel_ = new CheckPanel(parts_.theme, parts_.experiment, window_.experimentCheck(), &window_);
    panel_->show();
    panel_->raise();
    panel_->activateWindow();
}

void CheckCommands::reportEnd() {
    if (panel_ && panel_->isVisible()) return;
    const ExperimentCheck& check = window_.experimentCheck();
    const bool good =
        check.verdict() == ExperimentCheck::Verdict::Good || check.verdict() == ExperimentCheck::Verdict::None;
    window_.notices().add({good ? Tone::Info : Tone::Error, check.sentence(), {}, tr("Show"), kAction, 0});
}

SweepCommands::SweepCommands(MainWindow& window, const MainWindow::Parts& parts, QObject* parent)
    : QObject(parent), window_(window), parts_(parts) {}

SweepCommands::~SweepCommands() { delete panel_; }

void SweepCommands::show() {
    // On Compare it is asked of the runs that are seen there.
    RunBoard& board = parts_.board;
    if (window_.shownPage() == QLatin1String("compare") && board.isElsewhere() && board.newestRun(board.scope())) {
        seenScope_ = board.scope();
        board.takeOver(seenScope_);
        takenOver_ = parts_.experiment.undoStack().index();
        window_.shell().status()->flash(
            tr("The experiment takes over %1; Undo brings its own back.").arg(board.experimentScope().label));
    }
    if (!panel_) {
        panel_ = new SweepPanel(parts_.theme, parts_.experiment, parts_.runs, parts_.queue, &window_);
        // Closed without a sweep, the experiment is what it was, and Compare shows what it showed.
        connect(panel_, &QDialog::finished, this, [this] {
            QUndoStack& steps = parts_.experiment.undoStack();
            if (std::exchange(takenOver_, 0) != steps.index() || !steps.canUndo()) return;
            steps.undo();
            parts_.board.setScope(seenScope_);
        });
        connect(panel_, &SweepPanel::queued, this, [this](int count, const SavedSweep& sweep) {
            takenOver_ = 0;
            // What came of it is told there. A study keeps itself.
            if (!sweep.settings.empty()) parts_.queue.sweep().keep(sweep);
            parts_.board.followExperiment();
            window_.showPlace({QStringLiteral("compare"), QStringLiteral("board")});
            const QString data = parts_.board.experimentScope().label;
            window_.shell().status()->flash(sweep.study  ? tr("The search on %1 has begun.").arg(data)
                                            : count == 0 ? tr("All of these runs are trained already.")
                                            : count == 1
                                                ? tr("1 run on %1 is in the queue.").arg(data)
                                                : tr("%1 runs on %2 are in the queue.").arg(formatCount(count), data));
        });
    }
    panel_->show();
    panel_->raise();
    panel_->activateWindow();
}

}  // namespace gatelab
