// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/scope_box.h"

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
    board_->takeOver(key);
    fill();
}

void ScopeBox::fill() {
    const QSignalBlocker quiet(this);
    clear();
    for (const RunBoard::Scope& scope : board_->scopes()) {
        if (scope.isLesson && experiment_) continue;  // its data come with the lesson
        addItem(theme_->icon(scope.isLesson ? QStringLiteral("book") : QStringLiteral("series")), scope.label,
                scope.key);
        setItemData(count() - 1, tr("%n run(s)", nullptr, static_cast<int>(scope.runs)), Qt::ToolTipRole);
    }
    const RunBoard::Scope own = experiment_ || !board_->isElsewhere()
                                    ? board_->experimentScope()
                                    : RunBoard::Scope{board_->scope(), tr("These data")};
    if (findData(own.key) < 0) addItem(theme_->icon(QStringLiteral("series")), own.label, own.key);
    setCurrentIndex(findData(own.key));
}

}  // namespace gatelab
