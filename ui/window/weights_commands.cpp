// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/weights_commands.h"

#include "common/preferences.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "store/record/run_folder.h"
#include "store/run_weights.h"
#include "window/log_pane.h"
#include "window/notices.h"
#include "window/status_line.h"
#include "window/window_shell.h"
#include "window/workspace_work.h"

#include <QFileDialog>
#include <QFileInfo>

#include <memory>

namespace gatelab {

WeightsCommands::WeightsCommands(MainWindow& window, const MainWindow::Parts& parts, std::function<QString()> chosenRun,
                                 Ask ask, QObject* parent)
    : QObject(parent), window_(window), parts_(parts), chosenRun_(std::move(chosenRun)), ask_(std::move(ask)) {}

void WeightsCommands::save() {
    const RunSummary* run = parts_.runs.findRun(chosenRun_());
    if (!run || !parts_.runs.workspace()) return;
    const auto folder = runFolderIn(parts_.runs.workspace()->folder(), run->id);
    const QString proposed =
        parts_.preferences.lastFolder() + QLatin1Char('/') + fromUtf8(run->id) + QStringLiteral(".safetensors");
    QString path = QFileDialog::getSaveFileName(&window_, tr("Export the weights of %1").arg(shownRunName(*run)),
                                                proposed, tr("Weights (*.safetensors)"));
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".safetensors");
    parts_.preferences.setLastFolder(QFileInfo(path).absolutePath());
    const auto problem = std::make_shared<Phrase>();
    const bool begun = window_.workspaceWork().start(
        tr("Exporting the weights"),
        [folder, path, problem](const Progress&) -> Result<QString> {
            const auto weights = exportRunWeights(folder, toPath(path));
            if (!weights.ok()) return weights.error();
            *problem = weights->problem;
            return tr("%1 tensors are in %2: %3; in Python: load_state_dict(safetensors.torch.load_file(...)).")
                .arg(weights->file.tensors.size())
                .arg(path, translated(weights->what));
        },
        [&window = window_, problem](const Result<QString>& message) {
            if (!message.ok()) return window.notices().addError(translated(message.error()));
            if (!problem->empty()) window.notices().addWarning(translated(*problem));
            window.log().add(*message);
            window.shell().status()->flash(*message);
        });
    if (!begun) window_.shell().status()->flash(tr("The workspace is being worked on already."));
}

void WeightsCommands::start() {
    const QString path = QFileDialog::getOpenFileName(&window_, tr("Start a run from these weights"),
                                                      parts_.preferences.lastFolder(), tr("Weights (*.safetensors)"));
    if (path.isEmpty()) return;
    parts_.preferences.setLastFolder(QFileInfo(path).absolutePath());
    if (const QString obstacle = startObstacle(parts_.experiment); !obstacle.isEmpty())
        return window_.notices().addError(obstacle);
    ask_([this, path] {
        startFromWeights(parts_.runs, parts_.experiment, toPath(path));
        window_.showPage(QStringLiteral("train"));
    });
}

}  // namespace gatelab
