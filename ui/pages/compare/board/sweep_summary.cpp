// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/sweep_summary.h"

#include "common/start_guard.h"
#include "common/texts.h"
#include "models/run_board.h"
#include "pages/compare/board/share_texts.h"
#include "runs/sweep_controller.h"
#include "widgets/bar_list.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/layouts.h"
#include "widgets/thin_progress.h"

#include <initializer_list>
#include <utility>
#include <vector>

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
      bars_(new BarList(theme)) {
    makeColumn(this, {0, 6, 0, 0}, 6, {makeLine(), makeRow({{progress_, 1}, button_}), bar_, sentence_, bars_});
    bar_->setRange(0, 1000);
    connect(sweep_, &SweepController::changed, this, &SweepSummary::refresh);
    connect(board_, &RunBoard::scopeChanged, this, &SweepSummary::refresh);
    connect(board_, &RunBoard::boardChanged, this, &SweepSummary::refresh);
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
    showShares();
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

/// The board's one answer, as on the map.
void SweepSummary::showShares() {
    const ScoreShares& shares = board_->board().shares;
    std::vector<BarList::Row> rows;
    for (const ScoreShare& share : shares.parts)
        if (share.of == ScoreShare::Of::Setting && rows.size() < kMaxBars)
            rows.push_back({ShareTexts::title(share), share.share, {}, ShareTexts::figure(share)});
    sentence_->setFullText(ShareTexts::sentence(shares));
    for (QWidget* told : std::initializer_list<QWidget*>{sentence_, bars_}) told->setToolTip(ShareTexts::definition());
    bars_->setVisible(shares.strongest());
    bars_->setRows(std::move(rows));
}

void SweepSummary::act() {
    if (sweep_->isSearching())
        sweep_->stop();
    else if (const auto& study = sweep_->sweep().study)
        guardStart(*this, study->space.base(), [this] { sweep_->goOn(); });
}

}  // namespace gatelab
