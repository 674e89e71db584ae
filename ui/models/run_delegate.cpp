// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/run_delegate.h"

#include "common/theme.h"
#include "models/runs_model.h"
#include "run/run_event.h"

#include <QPainter>
#include <cmath>

namespace gatelab {

namespace {
constexpr int kRow = 36, kLeft = 8, kName = 28, kRight = 8, kIcon = 12, kGap = 8, kInset = 2;

/// The right-hand text of a row with what it is of, and the icon before it.
struct Tail {
    QString text, unit, icon;
    QColor colour;
};

Tail tailOf(const Theme& theme, const QModelIndex& index) {
    const auto& palette = theme.palette();
    const auto state = static_cast<RunState>(index.data(RunsModel::StateRole).toInt());
    const double share = index.data(RunsModel::ShareRole).toDouble();
    const QString percent = share >= 0 ? RunDelegate::tr("%1 %").arg(static_cast<int>(share * 100)) : QString();
    const QString value = index.data(RunsModel::ValueRole).toString(),
                  unit = index.data(RunsModel::UnitRole).toString();
    switch (state) {
        case RunState::Running:
        case RunState::Preparing:
        case RunState::Stopping:
            return {percent, {}, QStringLiteral("play"), palette.accent};
        case RunState::Paused:
            return {percent, {}, QStringLiteral("pause"), palette.accent};
        case RunState::Queued:
            return {{}, {}, QStringLiteral("clock"), palette.muted};
        case RunState::Failed:
            return {value, unit, QStringLiteral("error"), palette.error};
        case RunState::Interrupted:
            return {value, unit, QStringLiteral("warn"), palette.warning};
        default:
            return {value, unit, {}, palette.muted};
    }
}
}  // namespace

QSize RunDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
    return {100, qRound(kRow * theme_.textScale())};
}

void RunDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const auto& palette = theme_.palette();
    painter->save();
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, palette.selection);
    else if (option.state & QStyle::State_MouseOver)
        painter->fillRect(option.rect, palette.raised);
    const QRect row = option.rect;
    // Two lines: the run, and below it when it began and its data.
    const QRect title(row.left() + kName, row.top() + kInset, row.width() - kName - kRight, row.height() / 2 - kInset),
        detail = title.translated(0, title.height());
    const int slot = index.data(RunsModel::SlotRole).toInt();
    painter->setRenderHint(QPainter::Antialiasing);
    Theme::drawMarker(*painter, QPointF(row.left() + kLeft + 6, title.center().y() + 0.5), slot,
                      theme_.runColour(slot));
    const Tail tail = tailOf(theme_, index);
    const auto write = [painter](const QRect& line, const QString& text, const QString& end, const QColor& colour,
                                 const QColor& endColour, int icons, Qt::TextElideMode elide) {
        const QFontMetrics metrics(painter->font());
        painter->setPen(endColour);
        painter->drawText(line, Qt::AlignRight | Qt::AlignVCenter, end);
        const int room = line.width() - icons - (end.isEmpty() ? 0 : metrics.horizontalAdvance(end) + kGap);
        painter->setPen(colour);
        painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(text, elide, room));
        return line.right() - metrics.horizontalAdvance(end);
    };
    QStringList icons;
    if (!tail.icon.isEmpty()) icons << tail.icon;
    if (index.data(RunsModel::StarRole).toBool()) icons << QStringLiteral("star");
    painter->setFont(theme_.font(13));
    int right = write(title, index.data(RunsModel::TitleRole).toString(), tail.text, palette.text, palette.muted,
                      static_cast<int>(icons.size()) * (kIcon + 6), Qt::ElideRight);
    for (const QString& icon : icons) {
        right -= kIcon + 6;
        theme_.icon(icon, icon == tail.icon ? tail.colour : palette.muted)
            .paint(painter, QRect(right, title.center().y() - kIcon / 2 + 1, kIcon, kIcon));
    }
    painter->setFont(theme_.font(12));
    write(detail, index.data(RunsModel::DetailRole).toString(), tail.unit, palette.muted, palette.muted, 0,
          Qt::ElideRight);
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
