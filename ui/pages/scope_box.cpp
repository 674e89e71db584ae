// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/scope_box.h"

#include "common/theme.h"
#include "models/run_board.h"

#include <QSignalBlocker>

namespace gatelab {

namespace {
constexpr int kWidth = 232;
}  // namespace

ScopeBox::ScopeBox(Theme& theme, RunBoard& board, QWidget* parent) : ListBox(parent), theme_(&theme), board_(&board) {
    setAccessibleName(tr("Data, target and horizon"));
    setToolTip(tr("Runs of one data, target and horizon"));
    setFixedWidth(qRound(kWidth * theme.textScale()));
    connect(this, &ListBox::opening, this, &ScopeBox::fill);
    connect(this, &QComboBox::activated, this, [this] { board_->setScope(currentData().toString()); });
    connect(board_, &RunBoard::boardChanged, this, &ScopeBox::fill);
    fill();
}

void ScopeBox::fill() {
    const QSignalBlocker quiet(this);
    clear();
    for (const RunBoard::Scope& scope : board_->scopes()) {
        addItem(theme_->icon(QStringLiteral("series")), scope.label, scope.key);
        setItemData(count() - 1, tr("%n run(s)", nullptr, static_cast<int>(scope.runs)), Qt::ToolTipRole);
    }
    if (findData(board_->scope()) < 0) addItem(tr("These data"), board_->scope());
    setCurrentIndex(findData(board_->scope()));
}

}  // namespace gatelab
