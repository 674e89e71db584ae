// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/board_map.h"

#include "common/field_text.h"
#include "common/texts.h"
#include "pages/compare/board/board_map_grid.h"
#include "pages/compare/board/board_map_legend.h"
#include "pages/compare/board/board_map_plane.h"
#include "widgets/card.h"
#include "widgets/layouts.h"
#include "widgets/list_box.h"
#include "widgets/popover.h"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStringList>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <utility>

namespace gatelab {

namespace {

constexpr int kSpace = 24;
/// Narrower, the map has all of it.
constexpr double kLeastForLegend = 620;

}  // namespace

BoardMapView::BoardMapView(Theme& theme, RunBoard& board, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      board_(&board),
      pickers_(new QWidget),
      xBox_(new ListBox),
      yBox_(new ListBox),
      figureBox_(new ListBox),
      offer_(new QWidget),
      offerText_(makeLabel({}, "unit")),
      offerButton_(new QPushButton),
      grid_(new BoardMapGrid(theme, board)),
      legend_(new BoardMapLegend(theme, board)),
      plane_(new BoardMapPlane(theme, board)) {
    makeRow(pickers_, {}, 8, {spring(), xBox_, yBox_, figureBox_});
    makeRow(offer_, {}, 8, {offerText_, offerButton_, spring()});
    offer_->hide();
    offerButton_->setProperty("link", true);
    connect(offerButton_, &QPushButton::clicked, this, [this] { board_->setBase(offered_); });
    named(xBox_, tr("Horizontal axis"));
    named(yBox_, tr("Vertical axis"));
    named(figureBox_, tr("What the cells show"));
    figureBox_->setProperty("compact", true);
    connect(figureBox_, &QComboBox::activated, this, &BoardMapView::refresh);
    for (ListBox* box : {xBox_, yBox_}) {
        box->setProperty("compact", true);
        connect(box, &QComboBox::activated, this, [this, box] { take(*box); });
    }
    area_ = makeScrolled(grid_);
    // The card shows through.
    area_->viewport()->setAutoFillBackground(false);
    grid_->setAutoFillBackground(false);
    plane_->hide();
    auto* row = makeRow({area_, gap(kSpace), legend_, spring(), {plane_, 1}});
    row->setStretch(0, 1);
    makeColumn(this, {}, 8, {pickers_, offer_})->addLayout(row, 1);
    connect(grid_, &BoardMapGrid::turned, this, &BoardMapView::turn);
    connect(plane_, &BoardMapPlane::turned, this, &BoardMapView::turn);
    connect(&board, &RunBoard::selectionChanged, this, [this] {
        if (isPlane_) refresh();
    });
    connect(grid_, &BoardMapGrid::wanted, this, &BoardMapView::train);
    connect(&board, &RunBoard::boardChanged, this, &BoardMapView::refresh);
    connect(&board, &RunBoard::scopeChanged, this, [this] { setAxes({}, {}); });
    connect(&theme, &Theme::changed, this, &BoardMapView::refresh);
}

std::pair<QString, QString> BoardMapView::axes() const { return {fromUtf8(x_), fromUtf8(y_)}; }

void BoardMapView::setAxes(const QString& x, const QString& y) {
    x_ = x.toStdString();
    y_ = y.toStdString();
    refresh();
}

void BoardMapView::setWaiting(const std::vector<ExperimentConfig>& runs) {
    std::vector<ExperimentConfig> settings;
    std::ranges::transform(runs, std::back_inserter(settings), settingOf);
    grid_->setWaiting(std::move(settings));
}

void BoardMapView::refresh() {
    isStale_ = !isVisible();
    if (isStale_) return;
    const Board& board = board_->board();
    const auto isColumn = [&](const std::string& key) {
        return std::ranges::find(board.columns, key) != board.columns.end();
    };
    const auto [first, second] = usualMapAxes(board);
    const std::string x = isColumn(x_) ? x_ : first;
    std::string y = isColumn(y_) && y_ != x ? y_ : second;
    if (y == x) y = first;
    fill(*xBox_, QStringLiteral("x "), x);
    fill(*yBox_, QStringLiteral("y "), y);
    yBox_->setVisible(board.columns.size() > 1);
    xBox_->setVisible(!board.columns.empty());
    shown_ = {x, y};
    isPlane_ = BoardMapPlane::suits(board, x, y);
    figureBox_->setVisible(!isPlane_ && !board.columns.empty());
    showParts();
    showOffer();
    const MapFigure figure = shownFigure();
    grid_->setAxes(isPlane_ ? std::string() : x, isPlane_ ? std::string() : y, figure);
    if (isPlane_) return plane_->setAxes(x, y);
    legend_->setMap(grid_->map(), grid_->nameOf(figure));
    legend_->setFixedWidth(legend_->sizeHint().width());
    area_->setMaximumWidth(grid_->sizeHint().width());
}

/// What is chosen; the names may be others by now.
MapFigure BoardMapView::shownFigure() {
    const QSignalBlocker quiet(figureBox_);
    for (const MapFigure figure : {MapFigure::Score, MapFigure::Test, MapFigure::Seconds}) {
        const int place = static_cast<int>(figure);
        if (figureBox_->count() == place) figureBox_->addItem({});
        figureBox_->setItemText(place, tr("cell %1").arg(grid_->nameOf(figure)));
    }
    return static_cast<MapFigure>(std::max(0, figureBox_->currentIndex()));
}

void BoardMapView::showParts() {
    plane_->setVisible(isPlane_);
    area_->setVisible(!isPlane_);
    legend_->setVisible(!isPlane_ && width() >= kLeastForLegend * theme_->textScale());
}

/// Groups that differ from the base in other settings are not on the map.
void BoardMapView::showOffer() {
    const Board& board = board_->board();
    const BoardRow* base = board_->base();
    const BoardMapOffer offer = isPlane_ || !base ? BoardMapOffer() : mapOfferOf(board, shown_.first, shown_.second);
    offer_->setVisible(offer.other >= 0);
    if (offer.other < 0) return;
    const BoardRow& other = board.rows[static_cast<std::size_t>(offer.other)];
    offered_ = other.key;
    const QString name = board_->shortNameOf(other);
    offerText_->setText(tr("Only runs like %1 in all else: %2 of %3 groups. %4 has %5 cells.")
                            .arg(board_->shortNameOf(*base), formatCount(static_cast<std::int64_t>(offer.shown)),
                                 formatCount(static_cast<std::int64_t>(offer.groups)), name,
                                 formatCount(static_cast<std::int64_t>(offer.cells))));
    offerButton_->setText(tr("Make %1 the base").arg(name));
}

void BoardMapView::fill(ListBox& box, const QString& prefix, const std::string& key) {
    const QSignalBlocker quiet(box);
    QStringList keys, known;
    for (const std::string& column : board_->board().columns) keys << fromUtf8(column);
    for (int i = 0; i < box.count(); ++i) known << box.itemData(i).toString();
    // Its list may be open.
    if (keys != known) {
        box.clear();
        for (const QString& column : keys) box.addItem(prefix + settingWord(*findField(column.toStdString())), column);
    }
    box.setCurrentIndex(keys.indexOf(fromUtf8(key)));
}

/// The setting of the other axis: they change places.
void BoardMapView::take(ListBox& box) {
    std::string x = xBox_->currentData().toString().toStdString(), y = yBox_->currentData().toString().toStdString();
    if (x == y) (&box == xBox_ ? y : x) = &box == xBox_ ? shown_.first : shown_.second;
    setAxes(fromUtf8(x), fromUtf8(y));
    Q_EMIT axesChanged();
}

void BoardMapView::turn(int row) {
    const std::string key = board_->board().rows[static_cast<std::size_t>(row)].key;
    if (!board_->turn(key)) Q_EMIT full(fromUtf8(key));
}

std::vector<ExperimentConfig> BoardMapView::runsOf(const std::vector<QPoint>& places, bool one) const {
    const Board& board = board_->board();
    const BoardMap& map = grid_->map();
    std::vector<ExperimentConfig> runs;
    for (const QPoint place : places) {
        const auto column = static_cast<std::size_t>(place.x()), row = static_cast<std::size_t>(place.y());
        std::ranges::copy(cellRuns(board, map, column, row, one ? 1 : usualSeeds(board, map, row)),
                          std::back_inserter(runs));
    }
    return runs;
}

void BoardMapView::train(const std::vector<QPoint>& places, bool one) {
    if (places.size() > 1) return ask(places, one);
    Q_EMIT trainRequested(runsOf(places, one));
}

void BoardMapView::ask(const std::vector<QPoint>& places, bool one) {
    const std::vector<ExperimentConfig> all = runsOf(places, false), single = runsOf(places, true);
    auto* once = new QCheckBox(tr("One seed each: %n run(s)", nullptr, static_cast<int>(single.size())));
    once->setChecked(one);
    QRect part;
    for (const QPoint place : places) part |= grid_->cellRect(place);
    const QString question = tr("%1, %2").arg(tr("%n cell(s)", nullptr, static_cast<int>(places.size())),
                                              tr("%n run(s)", nullptr, static_cast<int>(all.size())));
    auto* popover = new Popover(question, once, tr("Train"), {grid_, part});
    connect(popover, &Popover::accepted, this,
            [this, once, all, single] { Q_EMIT trainRequested(once->isChecked() ? single : all); });
    popover->open();
}

void BoardMapView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (isStale_) refresh();
}

void BoardMapView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    showParts();
}

}  // namespace gatelab
