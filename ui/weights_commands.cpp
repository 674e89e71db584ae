// SPDX-License-Identifier: GPL-3.0-or-later
#include "weights_commands.h"

#include "background_job.h"
#include "io/safetensors_file.h"
#include "log_pane.h"
#include "notices.h"
#include "pages/run_actions.h"
#include "preferences.h"
#include "run_controller.h"
#include "status_line.h"
#include "store/run_weights.h"
#include "texts.h"
#include "window_actions.h"
#include "window_shell.h"
#include "workspace_work.h"

#include <QFileDialog>
#include <QFileInfo>

namespace gatelab {

WeightsCommands::WeightsCommands(MainWindow& window, const MainWindow::Parts& parts, std::function<QString()> chosenRun, QObject* parent)
    : QObject(parent), window_(window), parts_(parts), chosenRun_(std::move(chosenRun)) {
    window_.actions().on("export-weights", [this] { save(); });
    window_.actions().on("start-weights", [this] { start(); });
}

void WeightsCommands::save() {
    const RunSummary* run = parts_.runs.findRun(chosenRun_());
    if (!run || !parts_.runs.workspace()) return;
    const auto folder = parts_.runs.workspace()->folder() / "runs" / run->id;
    const QString proposed = parts_.preferences.lastFolder() + QLatin1Char('/') + fromUtf8(run->id) + QStringLiteral(".safetensors");
    QString path = QFileDialog::getSaveFileName(&window_, tr("Export the weights of %1").arg(fromUtf8(run->name)), proposed, tr("Weights (*.safetensors)"));
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".safetensors");
    parts_.preferences.setLastFolder(QFileInfo(path).absolutePath());
    const bool begun = window_.workspaceWork().start(
        tr("Exporting the weights"),
        [folder, path](const Progress&) -> Result<QString> {
            const auto weights = exportRunWeights(folder, toPath(path));
            if (!weights.ok()) return weights.error();
            return tr("%1 tensors are in %2: %3; in Python: load_state_dict(safetensors.torch.load_file(...)).").arg(weights->file.tensors.size()).arg(path, translated(weights->what));
        },
        [&window = window_](const Result<QString>& said) {
            if (!said.ok()) return window.notices().addError(translated(said.error()));
            window.log().add(*said);
            window.shell().status()->flash(*said);
        });
    if (!begun) window_.shell().status()->flash(tr("The workspace is being worked on already."));
}

void WeightsCommands::start() {
    const QString path = QFileDialog::getOpenFileName(&window_, tr("Start a run from these weights"), parts_.preferences.lastFolder(), tr("Weights (*.safetensors)"));
    if (path.isEmpty()) return;
    parts_.preferences.setLastFolder(QFileInfo(path).absolutePath());
    // A file that cannot be read leaves no failed run behind; whether it fits the network, the run itself says.
    auto* job = new BackgroundJob(&window_);
    job->run<Result<>>(
        [path](const Progress&) -> Result<> {
            if (const auto file = readTensors(toPath(path)); !file.ok()) return file.error();
            return {};
        },
        [job, path, &window = window_, &runs = parts_.runs, &experiment = parts_.experiment](const Result<>& readable) {
            job->deleteLater();
            if (!readable.ok()) return window.notices().addError(translated(readable.error()));
            if (const QString obstacle = startObstacle(experiment); !obstacle.isEmpty()) return window.notices().addError(obstacle);
            startFromWeights(runs, experiment, toPath(path));
            window.showPage(QStringLiteral("train"));
        });
}

}  // namespace gatelab
