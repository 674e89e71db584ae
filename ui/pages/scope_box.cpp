// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/scope_box.h"

#include "app/experiment_data.h"
#include "config/architecture.h"
#include "config/task_data.h"
#include "models/run_board.h"
#include "runs/experiment_model.h"

#include <QSignalBlocker>

namespace gatelab {

ScopeBox::ScopeBox(Theme& theme, RunBoard& board, QWidget* parent) : ScopeBox(theme, board, nullptr, parent) {}

ScopeBox::ScopeBox(Theme& theme, RunBoard& board, ExperimentModel& experiment, QWidget* parent)
    : ScopeBox(theme, board, &experiment, parent) {}

ScopeBox::ScopeBox(Theme& theme, RunBoard& board, ExperimentModel* experiment, QWidget* parent)
    : ListBox(parent), theme_(&theme), board_(&board), experiment_(experiment) {
    setAccessibleName(tr("Data, target and horizon"));
    setToolTip(experiment ? tr("Takes over data, target and horizon of other runs")
                          : tr("Runs of one data, target and horizon"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(this, &ListBox::opening, this, &ScopeBox::fill);
    connect(this, &QComboBox::activated, this, [this] { take(currentData().toString()); });
    connect(board_, &RunBoard::boardChanged, this, &ScopeBox::fill);
    if (experiment) connect(experiment, &ExperimentModel::configChanged, this, &ScopeBox::fill);
    fill();
}

void ScopeBox::take(const QString& key) {
    if (!experiment_) return board_->setScope(key);
    ExperimentConfig config = experiment_->config();
    if (const RunSummary* run = board_->newestRun(key); run && RunBoard::scopeOf({}, config).key != key) {
        const ExperimentConfig& there = run->config;
        copyDataFields(there, config, FieldGroup::Source);
        if (config.task != there.task) config = withTask(config, there.task);
        config.horizon = there.horizon;
        experiment_->replace(config, tr("take over data, target and horizon"));
    }
    board_->setScope({});  // that of the experiment, from here on
    fill();
}

void ScopeBox::fill() {
    const QSignalBlocker quiet(this);
    clear();
    for (const RunBoard::Scope& scope : board_->scopes()) {
        addItem(theme_->icon(QStringLiteral("series")), scope.label, scope.key);
        setItemData(count() - 1, tr("%n run(s)", nullptr, static_cast<int>(scope.runs)), Qt::ToolTipRole);
    }
    const RunBoard::Scope own = experiment_ ? RunBoard::scopeOf(dataName(experiment_->config()), experiment_->config())
                                            : RunBoard::Scope{board_->scope(), tr("These data")};
    if (findData(own.key) < 0) addItem(theme_->icon(QStringLiteral("series")), own.label, own.key);
    setCurrentIndex(findData(own.key));
}

}  // namespace gatelab
