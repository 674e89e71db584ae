// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/imported_boards.h"

#include "common/background_job.h"
#include "common/texts.h"
#include "models/run_board.h"
#include "runs/run_controller.h"
#include "store/imported_run.h"

#include <algorithm>

namespace gatelab {

ImportedBoards::ImportedBoards(RunController& runs, RunBoard& board)
    : QObject(&board), runs_(&runs), board_(&board), job_(new BackgroundJob(this)) {
    connect(runs_, &RunController::runsChanged, this, &ImportedBoards::read);
}

ImportedBoards& ImportedBoards::of(const RunBoard& board) { return *board.findChild<ImportedBoards*>(); }

QString ImportedBoards::placeOf(const QString& scope) const {
    const auto put = scopes_.find(scope.toStdString());
    return put == scopes_.end() ? scope : fromUtf8(put->second);
}

/// Another program may have put them elsewhere.
void ImportedBoards::read() {
    const auto workspace = runs_->workspace();
    const bool hasImported =
        std::ranges::any_of(runs_->runs(), [](const RunSummary& run) { return !hasSettings(run); });
    if (!workspace || !hasImported || job_->running()) return;
    job_->run<Result<ImportedScopes>>(
        [folder = workspace->folder()](const Progress&) { return readImportedScopes(folder); },
        [this](const Result<ImportedScopes>& scopes) {
            const QString problem = scopes.ok() ? QString() : translated(scopes.error());
            if (scopes.ok()) take(*scopes);
            if (!problem.isEmpty() && problem != told_) Q_EMIT runs_->problem(problem, {});  // once, not at each look
            told_ = problem;
        });
}

void ImportedBoards::take(const ImportedScopes& scopes) {
    if (scopes == scopes_) return;
    scopes_ = scopes;
    Q_EMIT changed();
}

void ImportedBoards::put(const RunSummary& run, const QString& scope) {
    const auto workspace = runs_->workspace();
    if (!workspace || hasSettings(run)) return;
    job_->run<Result<ImportedScopes>>(
        [folder = workspace->folder(), project = scopeKey(run.config),
         scope = scope.toStdString()](const Progress&) -> Result<ImportedScopes> {
            if (auto kept = keepImportedScope(folder, project, scope); !kept.ok()) return kept.error();
            return readImportedScopes(folder);
        },
        [this, id = run.id](const Result<ImportedScopes>& scopes) {
            if (!scopes.ok()) {
                Q_EMIT runs_->problem(translated(scopes.error()), {});
                return;
            }
            take(*scopes);
            if (const RunSummary* there = runs_->findRun(fromUtf8(id))) board_->setScope(board_->scopeOf(*there));
        });
}

}  // namespace gatelab
