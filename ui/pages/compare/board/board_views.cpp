// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/board_views.h"

#include "common/preferences.h"
#include "common/responder.h"
#include "common/texts.h"
#include "common/theme.h"
#include "models/run_board.h"
#include "pages/compare/board/board_map.h"
#include "pages/compare/curves/compare_parallel.h"
#include "pages/compare/curves/compare_scatter.h"
#include "run/selection_score.h"
#include "runs/run_controller.h"
#include "runs/run_loader.h"
#include "runs/run_view.h"
#include "widgets/layouts.h"
#include "widgets/segments.h"

#include <QHBoxLayout>
#include <QStackedWidget>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

/// Curves are read from disk: of a group no more, and no baselines beside the best one.
constexpr std::size_t kMaxSeeds = 24, kMaxBaselines = 2;
const QString kView = QStringLiteral("board/view");

/// The runs whose curves stand for a group: those that count or go on; where there are none, all.
QStringList drawnSeeds(const BoardRow& row) {
    QStringList counted, all;
    for (const BoardSeed& seed : row.seeds) {
        all << fromUtf8(seed.run);
        if (seed.counts || isGoingOn(seed.state)) counted << all.back();
    }
    return counted.isEmpty() ? all : counted;
}

}  // namespace

BoardViews::BoardViews(Theme& theme, Preferences& preferences, RunBoard& board, RunController& runs,
                       std::function<QWidget*()> makeMap, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      preferences_(&preferences),
      board_(&board),
      runs_(&runs),
      loader_(new RunLoader(runs, this)),
      makeMap_(std::move(makeMap)),
      views_(new QStackedWidget) {
    QStringList names;
    for (const auto& view : viewNames()) names << view.second;
    choice_ = new Segments(names);
    choice_->setCompact(true);
    choice_->setAccessibleName(tr("What is drawn of the runs"));
    row_ = makeRow({choice_, spring(1)});
    row_->setSpacing(8);
    makeColumn(this, {}, 8, {row_, {views_, 1}});
    const QString kept = preferences.window(kView).toString();
    const auto all = viewNames();
    const auto found = std::ranges::find(all, kept, &std::pair<QString, QString>::first);
    bringForward(found == all.end() ? Curves : static_cast<View>(found - all.begin()));
    connect(choice_, &Segments::chosen, this,
            [this](int index) { showView(viewNames()[static_cast<std::size_t>(index)].first); });
    connect(board_, &RunBoard::boardChanged, this, &BoardViews::fill);
    connect(board_, &RunBoard::selectionChanged, this, &BoardViews::fill);
    connect(runs_, &RunController::runsChanged, this, [this] {
        wanted_.reset();  // what could not be read may be there by now
        fill();
    });
    connect(runs_, &RunController::ticked, this, &BoardViews::refresh);
    connect(loader_, &RunLoader::loaded, this, &BoardViews::fill);
    connect(loader_, &RunLoader::failed, this,
            [this](const QString& message) { responderOf(*this).reportProblem(message); });
}

std::vector<std::pair<QString, QString>> BoardViews::viewNames() {
    return {{QStringLiteral("curves"), tr("Curves")},
            {QStringLiteral("map"), tr("Map")},
            {QStringLiteral("parallel"), tr("Parallel")},
            {QStringLiteral("scatter"), tr("Scatter")}};
}

QWidget* BoardViews::makeView(View view) {
    if (view == Map) {
        QWidget* map = makeMap_();
        if (auto* own = qobject_cast<BoardMapView*>(map)) row_->addWidget(own->pickers());
        return map;
    }
    CompareView* made = nullptr;
    if (view == Curves) made = new CompareCurves(*theme_, *preferences_, views_);
    if (view == Scatter) made = new CompareScatter(*theme_, *preferences_, *board_, columns_, views_);
    if (view == Parallel) {
        auto* parallel = new CompareParallel(*theme_, *board_, columns_, views_);
        connect(parallel, &CompareParallel::filterRequested, this, &BoardViews::filterRequested);
        made = parallel;
    }
    connect(made, &CompareView::picked, this, &BoardViews::picked);
    row_->addWidget(made->pickers());
    return made;
}

void BoardViews::bringForward(View view) {
    choice_->setCurrent(view);
    QWidget*& made = made_[static_cast<std::size_t>(view)];
    if (!made) {
        made = makeView(view);
        views_->addWidget(made);
    }
    views_->setCurrentWidget(made);
    for (QWidget* one : made_) {
        if (auto* other = qobject_cast<CompareView*>(one)) other->pickers()->setVisible(other == made);
        if (auto* map = qobject_cast<BoardMapView*>(one)) map->pickers()->setVisible(map == made);
    }
}

CompareView* BoardViews::front() const { return qobject_cast<CompareView*>(views_->currentWidget()); }

void BoardViews::showView(const QString& key) {
    const auto all = viewNames();
    const auto found = std::ranges::find(all, key, &std::pair<QString, QString>::first);
    if (found == all.end()) return;
    preferences_->setWindow(kView, key);
    bringForward(static_cast<View>(found - all.begin()));
    fill();
}

void BoardViews::setShown(bool shown) {
    isShown_ = shown;
    fill();
}

void BoardViews::setHighlight(const QString& rowKey) {
    highlight_ = rowKey;
    if (isShown_ && front()) front()->setHighlight(highlight_);
}

/// Tells the view in front what there is.
void BoardViews::fill() {
    if (!isShown_ || !front()) return;
    if (auto* curves = qobject_cast<CompareCurves*>(front()))
        fillCurves(*curves);
    else
        front()->showRows();
    front()->setHighlight(highlight_);
}

void BoardViews::fillCurves(CompareCurves& curves) {
    QStringList readable;
    for (const BoardRow* row : board_->chosen()) readable << drawnSeeds(*row).mid(0, kMaxSeeds);
    if (readable != wanted_) loader_->want(*(wanted_ = readable));
    curves.setCompared(compared(), baselines());
}

std::vector<ComparedRuns> BoardViews::compared() const {
    std::vector<ComparedRuns> all;
    for (const BoardRow* row : board_->chosen()) {
        if (row->isBaseline()) continue;
        const QStringList seeds = drawnSeeds(*row);
        ComparedRuns one{board_->nameOf(*row), fromUtf8(row->key), board_->slotOf(*row)};
        one.mark = board_->shortNameOf(*row);
        one.listed = static_cast<int>(seeds.size());
        for (const QString& id : seeds.mid(0, kMaxSeeds))
            if (const auto view = loader_->view(id)) one.runs.push_back(view);
        all.push_back(std::move(one));
    }
    return all;
}

std::vector<BaselineLevel> BoardViews::baselines() const {
    const Board& board = board_->board();
    std::vector<BaselineLevel> all;
    // They lie beside curves: bits of a text beside its loss in nats.
    const double perCurve =
        board.base < 0 ? 1 : selectionScore(board.rows[static_cast<std::size_t>(board.base)].group.config).perCurve;
    const auto add = [&](const BoardRow& row, bool isBest) {
        if (std::isfinite(row.score) && all.size() < kMaxBaselines)
            all.push_back({board_->nameOf(row), row.score / perCurve, isBest});
    };
    const BoardRow* best = board.bestBaseline < 0 ? nullptr : &board.rows[static_cast<std::size_t>(board.bestBaseline)];
    if (best) add(*best, true);
    for (const BoardRow* row : board_->chosen())
        if (row->isBaseline() && row != best) add(*row, false);
    return all;
}

void BoardViews::refresh() {
    if (isShown_ && front()) front()->refresh();
}

}  // namespace gatelab
