// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/board_delegate.h"

#include "common/theme.h"
#include "pages/compare/board/board_model.h"
#include "runs/run_actions.h"

#include <QAbstractItemView>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {

namespace {

constexpr int kRow = 26, kPadding = 6, kMarker = 20, kChevron = 34, kNumber = 50;
constexpr int kDot = 3, kMeanHeight = 17, kBarHeight = 11, kAxisRoom = 8, kIcon = 14, kEdge = 2;
/// Above so many seeds a row draws the quartiles.
constexpr std::size_t kMaxDots = 60;
constexpr double kOutsideRoom = 0.001;
/// Free on both sides of a dot that words stand beside.
constexpr int kClear = 6;

QColor faded(QColor colour, double alpha) {
    colour.setAlphaF(alpha);
    return colour;
}

}  // namespace

BoardDelegate::BoardDelegate(Theme& theme, RunBoard& board, BoardModel& model, QObject* parent)
    : QStyledItemDelegate(parent), theme_(&theme), board_(&board), model_(&model) {}

int BoardDelegate::px(int pixels) const { return qRound(pixels * theme_->textScale()); }

QSize BoardDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const { return {px(40), px(kRow)}; }

QRect BoardDelegate::chevronIn(const QRect& cell) const {
    return {cell.left() + px(kChevron) - px(7), cell.top(), px(16), cell.height()};
}

QRect BoardDelegate::drawerIn(const QRect& cell) const {
    return {cell.right() - px(kPadding + kIcon + 6), cell.top(), px(kIcon + 12), cell.height()};
}

QRect BoardDelegate::axisIn(const QRect& cell) const { return cell.adjusted(px(kAxisRoom), 0, -px(kAxisRoom), 0); }

int BoardDelegate::numberLeft() const { return px(kNumber); }

void BoardDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Palette& palette = theme_->palette();
    const int line = index.row();
    const BoardRow* row = model_->rowAt(line);
    const BoardColumn& column = model_->columns()[static_cast<std::size_t>(index.column())];
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const bool isChosen = row && board_->isChosen(*row) && !model_->seedAt(line);
    const auto* table = qobject_cast<const QAbstractItemView*>(option.widget);
    if (isChosen)
        painter->fillRect(option.rect, palette.selection);
    else if (line == hovered_)
        painter->fillRect(option.rect, palette.raised);
    painter->setPen(QPen(palette.border, 1));
    painter->drawLine(QPointF(option.rect.left(), option.rect.bottom() + 0.5),
                      QPointF(option.rect.right() + 1, option.rect.bottom() + 0.5));
    using Kind = BoardColumn::Kind;
    if (!row && index.column() == 0 && model_->isFold(line)) {
        theme_
            ->icon(model_->isOpen(line) ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"), Ink::Muted)
            .paint(painter, chevronIn(option.rect));
        painter->setPen(palette.muted);
        painter->setFont(theme_->font(12));
        painter->drawText(QRect(option.rect.left() + px(kNumber), option.rect.top(), px(400), option.rect.height()),
                          Qt::AlignLeft | Qt::AlignVCenter, index.data().toString());
    } else if (row && column.kind == Kind::Run) {
        paintRun(*painter, option.rect, line);
    } else if (row && column.kind == Kind::Note) {
        paintNote(*painter, option.rect, line, model_->noteAt(line));
    } else if (row && column.kind != Kind::Axis) {
        paintText(*painter, option.rect, index);
    }
    if (column.kind == Kind::Axis) paintAxis(*painter, option.rect, line);
    if (model_->isWaiting(line)) paintWaiting(*painter, option.rect, index);
    // The current row has an edge, not the tint of a chosen one.
    if (index.column() == 0 && table && table->currentIndex().row() == line)
        painter->fillRect(QRect(option.rect.left(), option.rect.top(), px(kEdge), option.rect.height() - 1),
                          palette.accent);
    if (option.state & QStyle::State_HasFocus && option.state & QStyle::State_KeyboardFocusChange) {
        painter->setPen(QPen(palette.accent, 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option.rect.adjusted(1, 1, -1, -2));
    }
    painter->restore();
}

void BoardDelegate::paintRun(QPainter& painter, const QRect& cell, int line) const {
    const Palette& palette = theme_->palette();
    const BoardRow& row = *model_->rowAt(line);
    const bool isSeed = model_->seedAt(line);
    const bool isChosen = board_->isChosen(row) && !isSeed;
    const QPointF centre(cell.left() + px(kMarker), cell.center().y() + 0.5);
    if (row.isBaseline()) {
        QPen pen(palette.muted, 2);
        pen.setDashPattern({2, 1.5});
        painter.setPen(pen);
        painter.drawLine(centre - QPointF(px(5), 0), centre + QPointF(px(5), 0));
    } else if (!isSeed && (isChosen || row.isLive())) {
        const int slot = board_->slotOf(row);
        Theme::drawMarker(painter, centre, slot, theme_->runColour(slot), 9 * theme_->textScale());
    } else if (!isSeed) {
        painter.setPen(QPen(palette.strong, 1.2));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(centre, px(3) + 0.5, px(3) + 0.5);
    }
    if (!row.isBaseline() && !isSeed && row.seeds.size() > 1)
        theme_
            ->icon(model_->isOpen(line) ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"), Ink::Muted)
            .paint(&painter, chevronIn(cell).adjusted(1, 0, -1, 0));
    painter.setPen(isSeed ? palette.muted : palette.text);
    painter.setFont(theme_->font(13, isSeed ? 400 : row.isBaseline() ? 500 : 600));
    const int left = cell.left() + px(isSeed ? kNumber + 12 : kNumber);
    const QRect room(left, cell.top(), cell.right() - left, cell.height());
    const QString number = model_->index(line, 0).data().toString();
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, number);
    const QString name = model_->ownNameAt(line);
    if (name.isEmpty()) return;
    const int after = painter.fontMetrics().horizontalAdvance(number) + px(kPadding);
    const QRect rest = room.adjusted(after, 0, -px(kPadding), 0);
    painter.setFont(theme_->font(13));
    painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(name, Qt::ElideRight, rest.width()));
}

void BoardDelegate::paintWaiting(QPainter& painter, const QRect& cell, const QModelIndex& index) const {
    const Palette& palette = theme_->palette();
    const BoardColumn& column = model_->columns()[static_cast<std::size_t>(index.column())];
    painter.setFont(theme_->font(13, index.column() == 0 ? 600 : 400));
    painter.setPen(index.column() == 0 ? palette.text : palette.muted);
    if (column.kind == BoardColumn::Kind::Axis) {
        const QString words = model_->waitingText(index.row());
        const QRect axis = axisIn(cell);
        painter.setFont(theme_->font(12));
        painter.drawText(axis, Qt::AlignRight | Qt::AlignVCenter, words);
        const int right = axis.right() - painter.fontMetrics().horizontalAdvance(words) - px(6);
        theme_->icon(QStringLiteral("clock"), Ink::Muted)
            .paint(&painter, QRect(right - px(kIcon), cell.center().y() - px(kIcon) / 2, px(kIcon), px(kIcon)));
        return;
    }
    const QRect room = index.column() == 0 ? QRect(cell.left() + px(kNumber), cell.top(), cell.width(), cell.height())
                                           : cell.adjusted(px(kPadding), 0, -px(kPadding), 0);
    painter.drawText(room, (column.isText() ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter,
                     index.data().toString());
}

void BoardDelegate::paintText(QPainter& painter, const QRect& cell, const QModelIndex& index) const {
    const Palette& palette = theme_->palette();
    const BoardRow& row = *model_->rowAt(index.row());
    const BoardColumn& column = model_->columns()[static_cast<std::size_t>(index.column())];
    using Kind = BoardColumn::Kind;
    const bool isSeed = model_->seedAt(index.row());
    const bool isScore = column.kind == Kind::Score && !isSeed;
    const bool isMuted = index.data(BoardModel::MutedRole).toBool() || column.kind == Kind::Test ||
                         column.kind == Kind::Seconds || column.kind == Kind::Changes;
    painter.setPen(isMuted && !isScore ? palette.muted : palette.text);
    painter.setFont(theme_->font(13, isScore && board_->isChosen(row) ? 600 : 400));
    const QRect room = cell.adjusted(px(kPadding), 0, -px(kPadding), 0);
    const QString text = painter.fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, room.width());
    painter.drawText(room, (column.isText() ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter, text);
}

void BoardDelegate::paintNote(QPainter& painter, const QRect& cell, int line, const QString& text) const {
    const Palette& palette = theme_->palette();
    int left = cell.left() + px(kPadding);
    if (const QString badge = model_->badgeAt(line); !badge.isEmpty()) {
        painter.setFont(theme_->font(11, 500));
        const bool isBest = badge == BoardModel::tr("best"), isBase = badge == BoardModel::tr("base"),
                   isBad = badge == stateLabel(RunState::Failed) || badge == stateLabel(RunState::Interrupted);
        const QColor ink = isBest ? palette.success : isBase ? palette.accent : isBad ? palette.warning : palette.muted;
        const QColor ground = isBest   ? palette.successTint
                              : isBase ? palette.selection
                              : isBad  ? palette.warningTint
                                       : palette.raised;
        const int width = painter.fontMetrics().horizontalAdvance(badge) + px(10);
        const QRectF pill(left, cell.center().y() - px(8) + 0.5, width, px(17));
        painter.setPen(isBase ? QPen(palette.border, 1) : QPen(Qt::NoPen));
        painter.setBrush(ground);
        painter.drawRoundedRect(pill, 4, 4);
        painter.setPen(ink);
        painter.drawText(pill, Qt::AlignCenter, badge);
        left += width + px(6);
    }
    const int right = line == hovered_ ? drawerIn(cell).left() : cell.right() - px(kPadding);
    painter.setFont(theme_->font(12));
    painter.setPen(palette.muted);
    const QRect room(left, cell.top(), std::max(0, right - left), cell.height());
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text, Qt::ElideRight, room.width()));
    if (line == hovered_ && !model_->rowAt(line)->isBaseline())
        theme_->icon(QStringLiteral("panel-right"), Ink::Text)
            .paint(&painter, drawerIn(cell).adjusted(px(6), px(6), -px(6), -px(6)));
}

void BoardDelegate::paintAxis(QPainter& painter, const QRect& cell, int line) const {
    const Palette& palette = theme_->palette();
    const QRect axis = axisIn(cell);
    const BoardAxis& scale = model_->axis();
    painter.setPen(QPen(palette.grid, 1));
    for (const double tick : axisTicks(scale, std::max(2, axis.width() / px(80)))) {
        const double x = axis.left() + scale.place(tick) * axis.width();
        painter.drawLine(QPointF(x, cell.top()), QPointF(x, cell.bottom() + 1));
    }
    const Board& board = board_->board();
    if (board.bestBaseline >= 0) {
        const double place = scale.place(board.rows[static_cast<std::size_t>(board.bestBaseline)].score);
        if (place >= 0 && place <= 1) {
            QPen pen(palette.muted, 1.4);
            pen.setDashPattern({3, 2});
            painter.setPen(pen);
            const double x = axis.left() + place * axis.width();
            painter.drawLine(QPointF(x, cell.top()), QPointF(x, cell.bottom() + 1));
        }
    }
    if (!model_->rowAt(line)) return;
    paintSeeds(painter, axis, line);
    const BoardModel::RunProgress progress = model_->progressAt(line);
    if (progress.share < 0) return;
    painter.fillRect(QRectF(axis.left(), cell.bottom() - px(3), axis.width() * progress.share, px(3)), palette.accent);
    painter.setFont(theme_->font(12));
    painter.setPen(palette.text);
    painter.drawText(wordsIn(axis, line, painter.fontMetrics().horizontalAdvance(progress.words) + 1),
                     Qt::AlignLeft | Qt::AlignVCenter, progress.words);
}

bool BoardDelegate::isInside(double value) const {
    const double place = model_->axis().place(value);
    return place >= -kOutsideRoom && place <= 1 + kOutsideRoom;
}

std::vector<double> BoardDelegate::scoresOf(int line) const {
    const BoardRow& row = *model_->rowAt(line);
    if (row.isBaseline()) return {row.score};
    const BoardSeed* only = model_->seedAt(line);
    std::vector<double> scores;
    for (const BoardSeed& seed : row.seeds)
        if (std::isfinite(seed.score) && (!only || &seed == only)) scores.push_back(seed.score);
    return scores;
}

QString BoardDelegate::beyond(int line, bool isLow) const {
    if (!model_->rowAt(line)) return {};
    std::vector<double> scores = scoresOf(line);
    std::erase_if(scores, [&](double score) {
        return !std::isfinite(score) || isInside(score) || (model_->axis().place(score) < 0) != isLow;
    });
    if (scores.empty()) return {};
    QString text = formatNumber(isLow ? std::ranges::min(scores) : std::ranges::max(scores), 3);
    if (scores.size() > 1) text += QStringLiteral(" (%1)").arg(scores.size());
    return isLow ? QStringLiteral("◂ %1").arg(text) : QStringLiteral("%1 ▸").arg(text);
}

QRect BoardDelegate::freeOn(const QRect& axis, int line, int width, bool isLow, const QRect& taken) const {
    // What is in the way, from the end on.
    std::vector<std::pair<int, int>> ways;
    if (!taken.isEmpty()) ways.emplace_back(taken.left() - px(kClear), taken.right() + px(kClear));
    for (const double score : scoresOf(line)) {
        if (!isInside(score)) continue;
        const int x = axis.left() + qRound(model_->axis().place(score) * axis.width());
        ways.emplace_back(x - px(kDot + kClear), x + px(kDot + kClear));
    }
    std::ranges::sort(ways);
    if (!isLow) std::ranges::reverse(ways);
    int left = isLow ? axis.left() : axis.right() - width;
    for (const auto& [from, to] : ways)
        if (from < left + width && to > left) left = isLow ? to : from - width;
    // Where nothing is free they stand at the end.
    if (left < axis.left() || left + width > axis.right() + 1) left = isLow ? axis.left() : axis.right() - width;
    return {left, axis.top(), width, axis.height()};
}

QRect BoardDelegate::beyondIn(const QRect& axis, int line, bool isLow) const {
    const QString text = beyond(line, isLow);
    return text.isEmpty()
               ? QRect()
               : freeOn(axis, line, QFontMetrics(theme_->font(11)).horizontalAdvance(text) + 1, isLow, QRect());
}

QRect BoardDelegate::wordsIn(const QRect& axis, int line, int width) const {
    return freeOn(axis, line, width, false, beyondIn(axis, line, false));
}

void BoardDelegate::paintSeeds(QPainter& painter, const QRect& axis, int line) const {
    const Palette& palette = theme_->palette();
    const BoardRow& row = *model_->rowAt(line);
    const double middle = axis.center().y() + 0.5;
    const auto xOf = [&](double value) { return axis.left() + model_->axis().place(value) * axis.width(); };
    painter.setPen(palette.muted);
    painter.setFont(theme_->font(11));
    for (const bool isLow : {true, false})
        painter.drawText(beyondIn(axis, line, isLow), Qt::AlignLeft | Qt::AlignVCenter, beyond(line, isLow));
    if (row.isBaseline()) {
        if (!isInside(row.score)) return;
        QPolygonF diamond;
        const double x = xOf(row.score), size = px(4);
        diamond << QPointF(x, middle - size) << QPointF(x + size, middle) << QPointF(x, middle + size)
                << QPointF(x - size, middle);
        painter.setPen(Qt::NoPen);
        painter.setBrush(palette.muted);
        painter.drawPolygon(diamond);
        return;
    }
    const bool isChosen = board_->isChosen(row), isGroup = !model_->seedAt(line);
    const QColor ink = isChosen ? theme_->runColour(board_->slotOf(row)) : palette.strong;
    if (isGroup && std::isfinite(row.low)) {
        const double left = std::max<double>(axis.left(), xOf(row.low)),
                     right = std::min<double>(axis.right(), xOf(row.high)), half = px(kBarHeight) / 2.0;
        if (left < right)
            painter.fillRect(QRectF(left, middle - half, right - left, 2 * half), faded(ink, isChosen ? 0.25 : 0.18));
        painter.setPen(QPen(ink, 1));
        for (const double end : {row.low, row.high})
            if (isInside(end)) painter.drawLine(QPointF(xOf(end), middle - half), QPointF(xOf(end), middle + half));
    }
    paintDots(painter, axis, line, isChosen ? ink : palette.axis);
    if (isGroup && row.scored() > 1 && isInside(row.score)) {
        const double half = px(kMeanHeight) / 2.0;
        painter.fillRect(QRectF(xOf(row.score) - 1, middle - half, 2, 2 * half), ink);
    }
}

void BoardDelegate::paintDots(QPainter& painter, const QRect& axis, int line, const QColor& ink) const {
    const BoardRow& row = *model_->rowAt(line);
    const BoardSeed* only = model_->seedAt(line);
    const double middle = axis.center().y() + 0.5;
    const auto xOf = [&](double value) { return axis.left() + model_->axis().place(value) * axis.width(); };
    if (!only && row.seeds.size() > kMaxDots) {
        std::vector<double> scores = scoresOf(line);
        std::erase_if(scores, [this](double score) { return !isInside(score); });
        if (scores.empty()) return;
        std::ranges::sort(scores);
        const auto at = [&](double share) {
            return xOf(scores[static_cast<std::size_t>(share * static_cast<double>(scores.size() - 1))]);
        };
        painter.setPen(Qt::NoPen);
        painter.setBrush(faded(ink, 0.5));
        painter.drawRect(QRectF(at(0.25), middle - px(3), at(0.75) - at(0.25), px(6)));
        return;
    }
    for (const BoardSeed& seed : row.seeds) {
        if ((only && &seed != only) || !std::isfinite(seed.score) || !isInside(seed.score)) continue;
        // A ring: it has a score, but is no part of the mean.
        painter.setPen(seed.counts ? QPen(Qt::NoPen) : QPen(ink, 1.4));
        painter.setBrush(seed.counts ? QBrush(faded(ink, 0.85)) : QBrush(Qt::NoBrush));
        painter.drawEllipse(QPointF(xOf(seed.score), middle), px(kDot), px(kDot));
    }
}

}  // namespace gatelab
