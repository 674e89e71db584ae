// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/board_map_grid.h"

#include "common/field_text.h"
#include "common/texts.h"
#include "runs/run_actions.h"
#include "store/run_name.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QtMath>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace gatelab {

namespace {

constexpr double kWidth = 86, kLeastWidth = 48, kHeight = 58, kLeastHeight = 20;
/// In a lower cell the score stands alone, without its seeds.
constexpr double kSeedsHeight = 34;
constexpr QPoint kNowhere{-1, -1};

std::size_t column(QPoint place) { return static_cast<std::size_t>(place.x()); }
std::size_t line(QPoint place) { return static_cast<std::size_t>(place.y()); }

/// What the name of a model says by itself.
bool isInName(const Field& field) {
    static constexpr std::array<std::string_view, 4> kKeys = {"cell", "layers", "hidden_size", "bidirectional"};
    return std::ranges::find(kKeys, field.key) != kKeys.end();
}

constexpr double kMarker = 18, kDot = 1.5, kDotStep = 5;

double luminance(const QColor& colour) {
    const auto linear = [](double value) {
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

double contrast(const QColor& a, const QColor& b) {
    const auto [low, high] = std::minmax({luminance(a), luminance(b)});
    return (high + 0.05) / (low + 0.05);
}

void drawBox(QPainter& painter, const QRectF& box, const QColor& colour, double width) {
    painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(width / 2, width / 2, -width / 2, -width / 2));
}

}  // namespace

BoardMapGrid::BoardMapGrid(Theme& theme, RunBoard& board, QWidget* parent)
    : QWidget(parent), theme_(&theme), board_(&board) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    connect(&board, &RunBoard::selectionChanged, this, qOverload<>(&QWidget::update));
    connect(&theme, &Theme::changed, this, &BoardMapGrid::refresh);
}

void BoardMapGrid::setAxes(const std::string& x, const std::string& y, MapFigure figure) {
    x_ = x;
    y_ = y;
    figure_ = figure;
    refresh();
}

QString BoardMapGrid::nameOf(MapFigure figure) const {
    return figure == MapFigure::Test      ? tr("test")
           : figure == MapFigure::Seconds ? tr("time per run")
                                          : board_->scoreName();
}

QString BoardMapGrid::figureText(double value, MapFigure figure) {
    return figure == MapFigure::Seconds ? formatDuration(value) : formatNumber(value, 3);
}

void BoardMapGrid::setWaiting(std::vector<ExperimentConfig> settings) {
    waiting_ = std::move(settings);
    refresh();
}

void BoardMapGrid::refresh() {
    map_ = mapOf(board_->board(), x_, y_, figure_);
    waits_ = waitingCells(board_->board(), map_, waiting_);
    const QPoint last(static_cast<int>(map_.columns()) - 1, static_cast<int>(map_.rows()) - 1);
    for (QPoint* place : {&focus_, &anchor_})
        *place = {std::clamp(place->x(), 0, std::max(0, last.x())), std::clamp(place->y(), 0, std::max(0, last.y()))};
    if (!isPlace(hover_)) hover_ = kNowhere;
    setAccessibleName(
        !map_.x   ? tr("Map")
        : !map_.y ? tr("Map: %1 by %2").arg(nameOf(figure_), settingWord(*map_.x))
                  : tr("Map: %1 by %2 and %3").arg(nameOf(figure_), settingWord(*map_.x), settingWord(*map_.y)));
    setAccessibleDescription(isPlace(focus_) ? describe(focus_) : QString());
    const auto columns = static_cast<double>(map_.columns()), rows = static_cast<double>(map_.rows());
    setMinimumSize(qCeil(labelWidth() + columns * (scaled(kLeastWidth) + kGap)),
                   qCeil(rows * (scaled(kLeastHeight) + kGap) + scaled(kLabels + kName)));
    updateGeometry();
    update();
}

double BoardMapGrid::scaled(double px) const { return px * theme_->textScale(); }

double BoardMapGrid::labelWidth() const {
    if (!map_.x) return 0;
    const QFontMetrics metrics(theme_->font(11));
    double widest = scaled(28);
    if (map_.y) {
        widest = std::max<double>(widest, metrics.horizontalAdvance(settingWord(*map_.y)));
        for (const FieldValue& value : map_.yValues)
            widest = std::max<double>(widest, metrics.horizontalAdvance(displayValue(*map_.y, value)));
    }
    return std::min(widest, scaled(120)) + scaled(kBeside);
}

QSize BoardMapGrid::sizeHint() const {
    if (!map_.x) return QSizeF(scaled(400), scaled(120)).toSize();
    const auto columns = static_cast<double>(map_.columns()), rows = static_cast<double>(map_.rows());
    return {qCeil(labelWidth() + columns * (scaled(kWidth) + kGap)),
            qCeil(rows * (scaled(kHeight) + kGap) + scaled(kLabels + kName))};
}

BoardMapGrid::Frame BoardMapGrid::frame() const {
    const auto columns = static_cast<double>(map_.columns()), rows = static_cast<double>(map_.rows());
    Frame frame{.left = labelWidth()};
    frame.width = std::clamp(std::floor((width() - frame.left) / columns - kGap), scaled(kLeastWidth), scaled(kWidth));
    frame.height = std::clamp(std::floor((height() - scaled(kLabels + kName)) / rows - kGap), scaled(kLeastHeight),
                              scaled(kHeight));
    return frame;
}

QRect BoardMapGrid::cellRect(QPoint place) const {
    const Frame frame = this->frame();
    const auto fromTop = static_cast<double>(static_cast<int>(map_.rows()) - 1 - place.y());
    // The frame of the best one lies a pixel outside.
    return QRectF(frame.left + place.x() * (frame.width + kGap), 1 + fromTop * (frame.height + kGap), frame.width,
                  frame.height)
        .toRect();
}

QPoint BoardMapGrid::placeAt(QPoint at) const {
    for (int y = 0; y < static_cast<int>(map_.rows()); ++y)
        for (int x = 0; x < static_cast<int>(map_.columns()); ++x)
            if (cellRect({x, y}).adjusted(-1, -1, 1, 1).contains(at)) return {x, y};
    return kNowhere;
}

double BoardMapGrid::labelsTop() const {
    const double below = cellRect({0, 0}).bottom() + 2;
    if (!parentWidget()) return below;
    return std::min(below, parentWidget()->height() - y() - scaled(kLabels + kName));
}

bool BoardMapGrid::isPlace(QPoint place) const {
    return place.x() >= 0 && place.y() >= 0 && column(place) < map_.columns() && line(place) < map_.rows();
}

const BoardMapCell& BoardMapGrid::cellAt(QPoint place) const { return map_.at(column(place), line(place)); }

const BoardRow* BoardMapGrid::rowAt(QPoint place) const {
    const int row = cellAt(place).row;
    return row < 0 ? nullptr : &board_->board().rows[static_cast<std::size_t>(row)];
}

bool BoardMapGrid::isSoFar(QPoint place) const {
    const BoardRow* row = rowAt(place);
    return row && !row->isLive() && std::isfinite(cellAt(place).score) && cellAt(place).seeds == 0;
}

std::size_t BoardMapGrid::waitingAt(QPoint place) const { return waits_[line(place) * map_.columns() + column(place)]; }

bool BoardMapGrid::isTrainable(QPoint place) const {
    return map_.isTrainable && cellAt(place).row < 0 && waitingAt(place) == 0;
}

std::vector<QPoint> BoardMapGrid::spanned() const {
    std::vector<QPoint> places;
    if (!isPlace(focus_) || !isPlace(anchor_)) return places;
    const auto [left, right] = std::minmax({focus_.x(), anchor_.x()});
    const auto [low, high] = std::minmax({focus_.y(), anchor_.y()});
    for (int y = low; y <= high; ++y)
        for (int x = left; x <= right; ++x) places.emplace_back(x, y);
    return places;
}

double BoardMapGrid::progressOf(QPoint place) const {
    const BoardRow& row = *rowAt(place);
    double done = 0;
    for (const BoardSeed& seed : row.seeds) {
        if (!isGoingOn(seed.state)) {
            done += 1;
            continue;
        }
        const auto run = std::ranges::find(board_->runs(), seed.run, &RunSummary::id);
        if (run != board_->runs().end() && run->epochs > 0)
            done += std::clamp(static_cast<double>(run->epoch) / static_cast<double>(run->epochs), 0.0, 1.0);
    }
    return done / static_cast<double>(row.seeds.size() + waitingAt(place));
}

QString BoardMapGrid::withValues(QString name, const ExperimentConfig& config) const {
    for (const Field* field : {map_.x, map_.y})
        if (field && !isInName(*field))
            name += tr(", %1 %2").arg(settingWord(*field), displayValue(*field, fieldValue(config, *field)));
    return name;
}

QString BoardMapGrid::describe(QPoint place) const {
    const BoardMapCell& cell = cellAt(place);
    if (const BoardRow* row = rowAt(place)) {
        QStringList lines{withValues(board_->nameOf(*row), row->group.config)};
        if (row->isLive()) lines << tr("%1 % of its runs done").arg(std::lround(100 * progressOf(place)));
        if (std::isfinite(cell.score))
            lines << tr("%1 %2, %3")
                         .arg(nameOf(figure_), figureText(cell.score, figure_),
                              cell.seeds > 0 ? tr("%n seed(s)", nullptr, static_cast<int>(cell.seeds))
                              : row->seeds.back().state == RunState::Finished ? tr("so far, stopped early")
                                                                              : tr("so far, not ended"));
        else if (!row->isLive())
            lines << tr("No score");
        if (figure_ == MapFigure::Score && std::isfinite(cell.score) && std::isfinite(row->low))
            lines << tr("95 %: %1 to %2").arg(formatNumber(row->low, 3), formatNumber(row->high, 3));
        return lines.join(QLatin1Char('\n'));
    }
    const ExperimentConfig config = cellConfig(board_->board(), map_, column(place), line(place));
    BoardRow wanted;
    wanted.group.config = config;
    wanted.group.name = runName(config);
    const QString name = withValues(board_->titleOf(wanted), config);
    if (const std::size_t waits = waitingAt(place); waits > 0)
        return name + QLatin1Char('\n') + tr("%n run(s) wait", nullptr, static_cast<int>(waits));
    if (!map_.isTrainable) return name + QLatin1Char('\n') + tr("Not run: the base began with given weights");
    const int seeds = static_cast<int>(usualSeeds(board_->board(), map_, line(place)));
    return tr("Train %1").arg(name) + QLatin1Char('\n') + tr("%n seed(s)", nullptr, seeds) +
           (seeds > 1 ? tr(". Ctrl+click: 1 seed") : QString());
}

bool BoardMapGrid::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const QPoint place = placeAt(help->pos()); isPlace(place))
            QToolTip::showText(help->globalPos(), describe(place), this, cellRect(place));
        else
            QToolTip::hideText();
        return true;
    }
    // Space is a command of the window elsewhere.
    if (event->type() == QEvent::ShortcutOverride)
        if (auto* key = static_cast<QKeyEvent*>(event);
            key->key() == Qt::Key_Space && !(key->modifiers() & ~Qt::ControlModifier)) {
            event->accept();
            return true;
        }
    return QWidget::event(event);
}

void BoardMapGrid::point(QPoint place, bool spans) {
    if (!isPlace(place)) return;
    focus_ = place;
    if (!spans) anchor_ = place;
    setAccessibleDescription(describe(place));
    update();
}

void BoardMapGrid::act(bool one) {
    if (!isPlace(focus_)) return;
    const bool isOne = focus_ == anchor_;
    std::vector<QPoint> places = spanned();
    std::erase_if(places, [this](QPoint place) { return !isTrainable(place); });
    anchor_ = focus_;
    update();
    if (!places.empty())
        Q_EMIT wanted(places, one);
    else if (const int row = cellAt(focus_).row; isOne && row >= 0)
        Q_EMIT turned(row);
}

void BoardMapGrid::mousePressEvent(QMouseEvent* event) {
    const QPoint place = placeAt(event->position().toPoint());
    if (event->button() != Qt::LeftButton || !isPlace(place)) return QWidget::mousePressEvent(event);
    byKeyboard_ = false;
    isPressed_ = true;
    point(place, false);
}

void BoardMapGrid::mouseMoveEvent(QMouseEvent* event) {
    const QPoint place = placeAt(event->position().toPoint());
    // From a hatched cell a part is spanned, from another one nothing.
    if (isPressed_ && isPlace(place) && isTrainable(anchor_)) point(place, true);
    if (place == hover_) return;
    hover_ = place;
    setCursor(isPlace(place) && (rowAt(place) || isTrainable(place)) ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void BoardMapGrid::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !std::exchange(isPressed_, false)) return;
    // Back out of it: beside all cells, of one that has run beside that cell.
    const QPoint place = placeAt(event->position().toPoint());
    if (place == focus_) return act(event->modifiers().testFlag(Qt::ControlModifier));
    anchor_ = focus_;
    update();
}

void BoardMapGrid::keyPressEvent(QKeyEvent* event) {
    const int last = static_cast<int>(map_.columns()) - 1;
    const auto step = [&]() -> QPoint {
        switch (event->key()) {
            case Qt::Key_Left:
                return focus_ - QPoint(1, 0);
            case Qt::Key_Right:
                return focus_ + QPoint(1, 0);
            case Qt::Key_Up:
                return focus_ + QPoint(0, 1);
            case Qt::Key_Down:
                return focus_ - QPoint(0, 1);
            case Qt::Key_Home:
                return {0, focus_.y()};
            case Qt::Key_End:
                return {last, focus_.y()};
            default:
                return kNowhere;
        }
    };
    const bool isArrow = event->key() >= Qt::Key_Home && event->key() <= Qt::Key_Down;
    if (isArrow) {
        byKeyboard_ = true;
        point(step(), event->modifiers().testFlag(Qt::ShiftModifier));
        return update();
    }
    if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        byKeyboard_ = true;
        return act(event->modifiers().testFlag(Qt::ControlModifier));
    }
    if (event->key() == Qt::Key_Escape && (isPressed_ || focus_ != anchor_)) {
        isPressed_ = false;
        focus_ = anchor_;
        return update();
    }
    QWidget::keyPressEvent(event);
}

void BoardMapGrid::focusInEvent(QFocusEvent* event) {
    if (event->reason() == Qt::MouseFocusReason) byKeyboard_ = false;
    if (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason) byKeyboard_ = true;
    QWidget::focusInEvent(event);
    update();
}

void BoardMapGrid::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

/// Scrolled: the labels keep their place.
void BoardMapGrid::moveEvent(QMoveEvent* event) {
    QWidget::moveEvent(event);
    update();
}

void BoardMapGrid::leaveEvent(QEvent* event) {
    hover_ = kNowhere;
    QWidget::leaveEvent(event);
    update();
}

// How it draws itself.

void BoardMapGrid::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!map_.x) {
        painter.setFont(theme_->font(13));
        painter.setPen(theme_->palette().muted);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, tr("Needs groups that differ in a setting."));
        return;
    }
    for (int y = 0; y < static_cast<int>(map_.rows()); ++y)
        for (int x = 0; x < static_cast<int>(map_.columns()); ++x) drawCell(painter, {x, y});
    drawFrames(painter);
    drawLabels(painter);
}

void BoardMapGrid::drawCell(QPainter& painter, QPoint place) const {
    const Palette& p = theme_->palette();
    const QRectF cell = cellRect(place);
    const BoardRow* row = rowAt(place);
    const BoardMapCell& score = cellAt(place);
    const bool hasScore = row && !row->isLive() && std::isfinite(score.score), isShaded = hasScore && score.seeds > 0;
    const QColor ground = isShaded ? heatColour(p.gate, mapInk(map_.ink(score.score))) : p.surface;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(cell, ground);
    const bool isOffered = place == hover_ && isTrainable(place);
    if (isOffered)
        painter.fillRect(cell, p.raised);
    else if (!row && waitingAt(place) == 0)
        painter.fillRect(cell, QBrush(p.hatch, Qt::BDiagPattern));
    if (!isShaded) drawBox(painter, cell, p.border, 1);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor ink = contrast(p.text, ground) >= contrast(p.surface, ground) ? p.text : p.surface;
    const double icon = scaled(16);
    const QRect middle = QRectF(cell.center() - QPointF(icon / 2, icon / 2), QSizeF(icon, icon)).toRect();
    if (isSoFar(place))
        drawSoFar(painter, cell, score.score);
    else if (hasScore)
        drawScore(painter, cell, score, ink);
    else if (row && row->isLive())
        drawProgress(painter, cell, place);
    else if (row)
        drawDash(painter, cell);
    else if (waitingAt(place) > 0)
        theme_->icon(QStringLiteral("clock"), Ink::Muted).paint(&painter, middle);
    else if (isOffered)
        theme_->icon(QStringLiteral("plus"), Ink::Text).paint(&painter, middle);
    if (row && (row->isLive() || board_->isChosen(*row))) drawMarker(painter, cell, *row);
}

/// Hollow: what was only reached on the way has a figure and the edge of its colour.
void BoardMapGrid::drawSoFar(QPainter& painter, const QRectF& cell, double score) const {
    const Palette& p = theme_->palette();
    const double ink = map_.ink(score);
    painter.setRenderHint(QPainter::Antialiasing, false);
    drawBox(painter, cell.adjusted(1, 1, -1, -1), std::isfinite(ink) ? heatColour(p.gate, mapInk(ink)) : p.strong, 3);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(p.muted);
    painter.setFont(theme_->font(12));
    painter.drawText(cell, Qt::AlignCenter, figureText(score, figure_));
}

void BoardMapGrid::drawDash(QPainter& painter, const QRectF& cell) const {
    painter.setFont(theme_->font(12));
    painter.setPen(theme_->palette().muted);
    painter.drawText(cell, Qt::AlignCenter, QStringLiteral("-"));
}

void BoardMapGrid::drawScore(QPainter& painter, const QRectF& cell, const BoardMapCell& score,
                             const QColor& ink) const {
    painter.setPen(ink);
    painter.setFont(theme_->font(12, 500));
    if (cell.height() < scaled(kSeedsHeight))
        return painter.drawText(cell, Qt::AlignCenter, figureText(score.score, figure_));
    const double shift = cell.height() / 10;
    painter.drawText(cell.adjusted(0, 0, 0, -2 * shift), Qt::AlignCenter, figureText(score.score, figure_));
    const double step = scaled(kDotStep), radius = scaled(kDot), y = cell.center().y() + 2 * shift;
    painter.setBrush(ink);
    painter.setPen(Qt::NoPen);
    const auto seeds = static_cast<double>(score.seeds);
    if (seeds * step < cell.width() - 2 * step) {
        for (std::size_t i = 0; i < score.seeds; ++i)
            painter.drawEllipse(QPointF(cell.center().x() + (static_cast<double>(i) - (seeds - 1) / 2) * step, y),
                                radius, radius);
        return;
    }
    // More than fit are a dot and their number.
    painter.setFont(theme_->font(11));
    const QString text = formatCount(static_cast<qint64>(score.seeds));
    const double width = painter.fontMetrics().horizontalAdvance(text);
    painter.drawEllipse(QPointF(cell.center().x() - width / 2 - step, y), radius, radius);
    painter.setPen(ink);
    painter.drawText(QRectF(cell.center().x() - width / 2, y - scaled(8), width + 1, scaled(16)), Qt::AlignCenter,
                     text);
}

void BoardMapGrid::drawProgress(QPainter& painter, const QRectF& cell, QPoint place) const {
    const Palette& p = theme_->palette();
    const double share = progressOf(place);
    painter.setFont(theme_->font(12, 500));
    painter.setPen(p.text);
    painter.drawText(cell, Qt::AlignCenter, tr("%1 %").arg(std::lround(100 * share)));
    const QRectF bar(cell.left() + 1, cell.bottom() - 4, cell.width() - 2, 3);
    painter.fillRect(bar, p.raised);
    painter.fillRect(QRectF(bar.topLeft(), QSizeF(bar.width() * share, bar.height())), p.fill);
}

void BoardMapGrid::drawMarker(QPainter& painter, const QRectF& cell, const BoardRow& row) const {
    const double size = std::min(scaled(kMarker), cell.height() - 2);
    const QRectF corner(cell.topLeft(), QSizeF(size, size));
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_->palette().surface);
    painter.drawRoundedRect(corner.adjusted(2, 2, -1, -1), 3, 3);
    const int slot = board_->slotOf(row);
    Theme::drawMarker(painter, corner.center() + QPointF(0.5, 0.5), slot, theme_->runColour(slot), scaled(9));
}

void BoardMapGrid::drawFrames(QPainter& painter) const {
    const Palette& p = theme_->palette();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t i = 0; i < map_.cells.size(); ++i) {
        if (!std::isfinite(map_.best) || map_.cells[i].score != map_.best) continue;
        const QRectF cell = cellRect({static_cast<int>(i % map_.columns()), static_cast<int>(i / map_.columns())})
                                .adjusted(-1, -1, 1, 1);
        drawBox(painter, cell, p.text, 2);
        drawBox(painter, cell.adjusted(2, 2, -2, -2), p.surface, 1);
    }
    if (isPlace(hover_) && !isPressed_) drawBox(painter, cellRect(hover_), p.text, 1);
    if (isPressed_ || focus_ != anchor_)
        for (const QPoint place : spanned())
            if (isTrainable(place)) drawBox(painter, cellRect(place), p.accent, 1);
    if (byKeyboard_ && hasFocus() && isPlace(focus_)) drawBox(painter, cellRect(focus_), p.accent, 2);
    painter.setRenderHint(QPainter::Antialiasing);
}

void BoardMapGrid::drawLabels(QPainter& painter) const {
    painter.setFont(theme_->font(11));
    painter.setPen(theme_->palette().muted);
    const QFontMetrics metrics = painter.fontMetrics();
    const double left = labelWidth() - scaled(kBeside);
    if (map_.y)
        for (int y = 0; y < static_cast<int>(map_.rows()); ++y) {
            const QRectF cell = cellRect({0, y});
            const QString text = displayValue(*map_.y, map_.yValues[static_cast<std::size_t>(y)]);
            painter.drawText(QRectF(0, cell.top(), left, cell.height()), Qt::AlignRight | Qt::AlignVCenter,
                             metrics.elidedText(text, Qt::ElideRight, static_cast<int>(left) + 1));
        }
    const double top = labelsTop(), right = cellRect({static_cast<int>(map_.columns()) - 1, 0}).right();
    painter.fillRect(QRectF(0, top - 1, width(), height() - top + 1), theme_->palette().surface);
    for (int x = 0; x < static_cast<int>(map_.columns()); ++x) {
        const QRectF cell = cellRect({x, 0});
        const QString text = displayValue(*map_.x, map_.xValues[static_cast<std::size_t>(x)]);
        painter.drawText(QRectF(cell.left(), top, cell.width(), scaled(kLabels)), Qt::AlignCenter,
                         metrics.elidedText(text, Qt::ElideRight, static_cast<int>(cell.width())));
    }
    if (map_.y)
        painter.drawText(QRectF(0, top, left, scaled(kLabels)), Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(settingWord(*map_.y), Qt::ElideRight, static_cast<int>(left) + 1));
    painter.drawText(QRectF(0, top + scaled(kLabels), right, scaled(kName) - 2), Qt::AlignRight | Qt::AlignVCenter,
                     settingWord(*map_.x));
}

}  // namespace gatelab
