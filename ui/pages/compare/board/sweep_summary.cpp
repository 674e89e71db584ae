// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/sweep_summary.h"

#include "common/field_text.h"
#include "common/texts.h"
#include "models/run_board.h"
#include "pages/compare/board/verdict_texts.h"
#include "runs/sweep_controller.h"
#include "search/importance.h"
#include "widgets/bar_list.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/layouts.h"
#include "widgets/thin_progress.h"

#include <algorithm>

namespace gatelab {

namespace {

/// Settings that have a bar; those behind them explain less.
constexpr std::size_t kMaxBars = 6;

}  // namespace

SweepSummary::SweepSummary(Theme& theme, SweepController& sweep, RunBoard& board, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      sweep_(&sweep),
      board_(&board),
      progress_(new WrappedLabel("name")),
      sentence_(new WrappedLabel("note")),
      button_(makeIconButton({}, {}, this, &SweepSummary::act)),
      bar_(new ThinProgress),
      importance_(new BarList(theme)) {
    makeColumn(this, {0, 6, 0, 0}, 6, {makeLine(), makeRow({{progress_, 1}, button_}), bar_, sentence_, importance_});
    bar_->setRange(0, 1000);
    connect(sweep_, &SweepController::changed, this, &SweepSummary::refresh);
    connect(board_, &RunBoard::scopeChanged, this, &SweepSummary::refresh);
    connect(theme_, &Theme::changed, this, &SweepSummary::refresh);
    refresh();
}

void SweepSummary::refresh() {
    const SearchSpace* space = sweep_->space();
    const bool isHere = space && RunBoard::scopeOf({}, space->base()).key == board_->scope();
    setVisible(isHere);
    if (!isHere) return;
    const bool learns = sweep_->sweep().study.has_value();
    progress_->setFullText(sweep_->progress());
    progress_->setVisible(learns);
    const double share = sweep_->share();
    bar_->setVisible(learns && share >= 0);
    bar_->setValue(qRound(1000 * share));
    showButton();
    showImportance();
}

void SweepSummary::showButton() {
    const bool isSearching = sweep_->isSearching(), isUsedUp = sweep_->share() >= 1;
    const QString what = isSearching ? tr("Stop the search; what has trained is kept")
                         : isUsedUp  ? tr("Search on, as much again")
                                     : tr("Search on");
    button_->setIcon(theme_->icon(isSearching ? QStringLiteral("stop") : QStringLiteral("play")));
    named(button_, what);
    button_->setVisible(sweep_->sweep().study.has_value());
}

void SweepSummary::showImportance() {
    const std::vector<double>& shares = sweep_->told().importance;
    std::vector<BarList::Row> rows;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        QString word = settingWord(*sweep_->space()->axes()[i].field);
        word[0] = word[0].toUpper();
        rows.push_back({word, shares[i], {}, VerdictTexts::share(shares[i])});
    }
    std::ranges::stable_sort(rows, std::greater(), &BarList::Row::value);
    rows.resize(std::min(rows.size(), kMaxBars));
    const bool isTold = !rows.empty() && rows.front().value > 0;
    sentence_->setFullText(isTold ? tr("%1 explains %2 of the differences.").arg(rows.front().name, rows.front().text)
                           : rows.empty() ? tr("What matters is told from %1 trials on.").arg(kImportanceTrials)
                                          : tr("No setting explains the scores so far."));
    importance_->setVisible(isTold);
    importance_->setRows(std::move(rows));
}

void SweepSummary::act() {
    if (sweep_->isSearching())
        sweep_->stop();
    else
        sweep_->goOn();
}

}  // namespace gatelab
