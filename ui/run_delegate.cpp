// SPDX-License-Identifier: GPL-3.0-or-later
#include "run_delegate.h"

#include "models/runs_model.h"
#include "run/run_event.h"
#include "theme.h"

#include <QPainter>
#include <cmath>

namespace gatelab {

namespace {
constexpr int kRow = 26, kLeft = 8, kName = 28, kRight = 8, kIcon = 12;

/// The right-hand text of a row and the icon before it.
struct Tail {
    QString text, icon;
    QColor colour;
};

Tail tailOf(const Theme& theme, const QModelIndex& index) {
    const auto& palette = theme.palette();
    const auto state = static_cast<RunState>(index.data(RunsModel::StateRole).toInt());
    const double share = index.data(RunsModel::ShareRole).toDouble();
    const QString percent = share >= 0 ? RunDelegate::tr("%1 %").arg(static_cast<int>(share * 100)) : QString();
    const QString value = index.data(RunsModel::ValueRole).toString();
    switch (state) {
    case RunState::Running:
    case RunState::Preparing:
    case RunState::Stopping: return {percent, QStringLiteral("play"), palette.accent};
    case RunState::Paused: return {percent, QStringLiteral("pause"), palette.accent};
    case RunState::Queued: return {QString(), QStringLiteral("clock"), palette.muted};
    case RunState::Failed: return {value, QStringLiteral("error"), palette.error};
    case RunState::Interrupted: return {value, QStringLiteral("warn"), palette.warning};
    default: return {value, QString(), palette.muted};
    }
}
}  // namespace

QSize RunDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const { return {100, qRound(kRow * theme_.textScale())}; }

void RunDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const auto& palette = theme_.palette();
    painter->save();
    if (option.state & QStyle::State_Selected) painter->fillRect(option.rect, palette.selection);
    else if (option.state & QStyle::State_MouseOver) painter->fillRect(option.rect, palette.raised);
    const QRect row = option.rect;
    const int slot = index.data(RunsModel::SlotRole).toInt();
    painter->setRenderHint(QPainter::Antialiasing);
    Theme::drawMarker(*painter, QPointF(row.left() + kLeft + 6, row.center().y() + 0.5), slot, theme_.runColour(slot));
    const Tail tail = tailOf(theme_, index);
    painter->setFont(theme_.font(13));
    const QFontMetrics metrics(painter->font());
    int right = row.right() - kRight;
    painter->setPen(palette.muted);
    painter->drawText(QRect(row.left(), row.top(), right - row.left(), row.height()), Qt::AlignRight | Qt::AlignVCenter, tail.text);
    right -= metrics.horizontalAdvance(tail.text);
    if (!tail.icon.isEmpty()) {
        right -= kIcon + 6;
        theme_.icon(tail.icon, tail.colour).paint(painter, QRect(right, row.center().y() - kIcon / 2 + 1, kIcon, kIcon));
    }
    if (index.data(RunsModel::StarRole).toBool()) {
        right -= kIcon + 4;
        theme_.icon(QStringLiteral("star"), palette.muted).paint(painter, QRect(right, row.center().y() - kIcon / 2 + 1, kIcon, kIcon));
    }
    const QRect nameRect(row.left() + kName, row.top(), right - 8 - row.left() - kName, row.height());
    painter->setPen(palette.text);
    painter->drawText(nameRect, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(index.data().toString(), Qt::ElideRight, nameRect.width()));
    if (option.state & QStyle::State_HasFocus && option.state & QStyle::State_KeyboardFocusChange) {
        painter->setPen(QPen(palette.accent, 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(row.adjusted(1, 1, -1, -1));
    }
    painter->restore();
}

void RunDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex&) const {
    editor->setGeometry(option.rect.adjusted(kName - 8, 0, 0, 0));
}

}  // namespace gatelab
