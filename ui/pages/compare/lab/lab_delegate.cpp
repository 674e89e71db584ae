// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/lab/lab_delegate.h"

#include "common/theme.h"
#include "models/lab_model.h"

#include <QApplication>
#include <QPainter>
#include <QPolygonF>
#include <QTableView>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr int kPadding = 8, kNumber = 40, kNumberWidth = 22, kName = 70, kAxisRoom = 12, kCurveRoom = 6, kIcon = 14;
constexpr int kBarHeight = 11, kCap = 3, kTwoLines = 36, kTickRoom = 64, kNote = 12;
constexpr double kBarShare = 0.2, kHatchShare = 0.6, kMarker = 9;

QColor faint(QColor colour, double share) {
    colour.setAlphaF(static_cast<float>(share));
    return colour;
}

}  // namespace

LabDelegate::LabDelegate(Theme& theme, LabModel& model, QTableView& view)
    : QStyledItemDelegate(&view), theme_(&theme), model_(&model), view_(&view) {}

int LabDelegate::px(int pixels) const { return qRound(pixels * theme_->textScale()); }

int LabDelegate::nameLeft() const { return px(kName); }

QRectF LabDelegate::axisIn(const QRect& cell) const {
    return QRectF(cell).adjusted(px(kAxisRoom), 0, -px(kAxisRoom), 0);
}

QRectF LabDelegate::curveIn(const QRect& cell) const {
    return QRectF(cell).adjusted(px(kPadding), px(kCurveRoom), -px(kPadding), -px(kCurveRoom));
}

LabDelegate::Drawn LabDelegate::drawn(const QRect& cell, int row) const {
    const LabModel::Mark mark = model_->markAt(row);
    const QRectF axis = axisIn(cell);
    const auto xOf = [&](double value) {
        return axis.left() + std::clamp(model_->axis().place(value), 0.0, 1.0) * axis.width();
    };
    Drawn drawn;
    if (!std::isfinite(mark.value)) return drawn;
    drawn.dot = xOf(mark.value);
    if (!std::isfinite(mark.from)) return drawn;
    const double from = xOf(mark.from), half = px(kBarHeight) / 2.0, middle = cell.center().y() + 0.5;
    drawn.bar =
        QRectF(QPointF(std::min(from, drawn.dot), middle - half), QPointF(std::max(from, drawn.dot), middle + half));
    drawn.isHatched = mark.loses;
    return drawn;
}

void LabDelegate::write(QPainter& painter, const QRect& place, const QString& text, int px, int weight,
                        const QColor& colour, Qt::Alignment side) const {
    write(painter, place, text, theme_->font(px, weight), colour, side);
}

void LabDelegate::write(QPainter& painter, const QRect& place, const QString& text, const QFont& font,
                        const QColor& colour, Qt::Alignment side) const {
    painter.setFont(font);
    painter.setPen(colour);
    painter.drawText(place, static_cast<int>(side | Qt::AlignVCenter),
                     painter.fontMetrics().elidedText(text, Qt::ElideRight, std::max(0, place.width())));
}

void LabDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    paintBack(*painter, option, index);
    const QRect& cell = option.rect;
    const int row = index.row();
    switch (model_->lineAt(row)) {
        case LabModel::Line::Group:
            paintGroup(*painter, cell, row);
            break;
        case LabModel::Line::Fold:
            paintFold(*painter, cell, row);
            break;
        case LabModel::Line::Missing:
            paintMissing(*painter, cell, row);
            break;
        case LabModel::Line::Rung:
            if (index.column() == LabModel::Rung)
                paintName(*painter, cell, index);
            else if (index.column() == LabModel::Axis)
                paintAxis(*painter, cell, row);
            else if (index.column() == LabModel::Losses)
                paintCurve(*painter, cell, row);
            else
                paintFigure(*painter, cell, index);
            break;
    }
    painter->restore();
}

/// What the style draws of a cell without its text, and a line below it.
void LabDelegate::paintBack(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Palette& palette = theme_->palette();
    if (model_->lineAt(index.row()) == LabModel::Line::Group) return painter.fillRect(option.rect, palette.raised);
    QStyleOptionViewItem item(option);
    initStyleOption(&item, index);
    item.text.clear();
    if (item.features & QStyleOptionViewItem::HasCheckIndicator && !(index.flags() & Qt::ItemIsUserCheckable))
        item.state &= ~QStyle::State_Enabled;
    if (index.row() == hovered_ && !(item.state & QStyle::State_Selected))
        painter.fillRect(option.rect, palette.raised);
    const QStyle& style = item.widget ? *item.widget->style() : *QApplication::style();
    style.drawControl(QStyle::CE_ItemViewItem, &item, &painter, item.widget);
    painter.setPen(QPen(palette.grid, 1));
    painter.drawLine(QPointF(option.rect.left(), option.rect.bottom() + 0.5),
                     QPointF(option.rect.right() + 1, option.rect.bottom() + 0.5));
}

void LabDelegate::paintGroup(QPainter& painter, const QRect& line, int row) const {
    const Palette& palette = theme_->palette();
    const auto columnAt = [&](int column) {
        return QRect(view_->columnViewportPosition(column), line.top(), view_->columnWidth(column), line.height());
    };
    const QRect axis = axisIn(columnAt(LabModel::Axis)).toRect();
    const QString title = model_->index(row, 0).data().toString();
    const QRect name(line.left() + px(16), line.top(), axis.left() - line.left() - px(16), line.height());
    write(painter, name, title, 12, 600, palette.text);
    const int used = painter.fontMetrics().horizontalAdvance(title) + px(10);
    const bool isFirst = row == 0;
    // The words of the axis stand above its right part, so that the note has room.
    const QString words = isFirst ? model_->axisTitle() : QString();
    painter.setFont(theme_->font(12));
    const int right = axis.right() - (isFirst ? painter.fontMetrics().horizontalAdvance(words) + px(16) : 0);
    write(painter, QRect(name.left() + used, line.top(), right - name.left() - used, line.height()), model_->note(row),
          12, 400, palette.muted);
    if (!isFirst) return;
    write(painter, axis, words, 12, 400, palette.muted, Qt::AlignRight);
    if (!model_->hasCurves() || view_->isColumnHidden(LabModel::Losses)) return;
    const QRect curve = curveIn(columnAt(LabModel::Losses)).toRect();
    const QRect place(curve.left(), line.top(), curve.width(), line.height());
    const auto seconds = [](double value) { return tr("%1 s").arg(formatNumber(value, 2)); };
    write(painter, place, seconds(model_->time().low), 11, 400, palette.muted);
    write(painter, place, seconds(model_->time().high), 11, 400, palette.muted, Qt::AlignRight);
}

void LabDelegate::paintFold(QPainter& painter, const QRect& line, int row) const {
    theme_->icon(model_->isOpen() ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"), Ink::Muted)
        .paint(&painter, QRect(line.left() + px(16), line.center().y() - px(kIcon) / 2, px(kIcon), px(kIcon)));
    const QString text = model_->index(row, 0).data().toString();
    write(painter, line.adjusted(px(kNumber), 0, -px(kPadding), 0), text, 12, 400, theme_->palette().muted);
    paintLegend(painter, line, line.left() + px(kNumber) + painter.fontMetrics().horizontalAdvance(text) + px(16));
}

/// From the right, as far as there is room.
void LabDelegate::paintLegend(QPainter& painter, const QRect& line, int left) const {
    const Palette& palette = theme_->palette();
    const QColor ink = theme_->runColour(0);
    const double middle = line.center().y() + 0.5;
    int right = line.right() - px(kPadding);
    const auto add = [&](const QString& words, int sample, const auto& draw) {
        painter.setFont(theme_->font(12));
        const int width = painter.fontMetrics().horizontalAdvance(words), begin = right - width - px(sample);
        if (begin < left) return;
        write(painter, QRect(right - width, line.top(), width + 1, line.height()), words, 12, 400, palette.muted);
        draw(static_cast<double>(begin));
        right = begin - px(16);
    };
    add(tr("bold: this switch alone is beyond chance"), 0, [](double) {});
    add(tr("this switch"), 30, [&](double x) {
        painter.fillRect(QRectF(x, middle - px(kBarHeight) / 2.0, px(22), px(kBarHeight)), faint(ink, kBarShare));
    });
    add(tr("all so far, 95 %"), 30, [&](double x) {
        painter.setPen(QPen(ink, 1.2));
        painter.drawLine(QPointF(x, middle), QPointF(x + px(22), middle));
        for (const double end : {x, x + px(22)})
            painter.drawLine(QPointF(end, middle - px(kCap)), QPointF(end, middle + px(kCap)));
        Theme::drawMarker(painter, QPointF(x + px(11), middle), 0, ink, 7 * theme_->textScale());
    });
    if (model_->hasCurves())
        add(tr("first line"), 24, [&](double x) {
            painter.setPen(QPen(palette.axis, 1));
            painter.drawLine(QPointF(x, middle), QPointF(x + px(16), middle));
        });
}

void LabDelegate::paintMissing(QPainter& painter, const QRect& line, int row) const {
    const Palette& palette = theme_->palette();
    const QString name = model_->index(row, 0).data().toString();
    const QRect place = line.adjusted(nameLeft(), 0, -px(kPadding), 0);
    write(painter, place, name, 13, 400, palette.disabled);
    const int used = painter.fontMetrics().horizontalAdvance(name) + px(kNote);
    write(painter, place.adjusted(used, 0, 0, 0), model_->note(row), 12, 400, palette.muted);
}

/// Where the column of the outputs has gone, those that move stand here.
QString LabDelegate::noteOf(int row) const {
    const QString note = model_->note(row);
    if (!model_->movesOutputs(row) || !view_->isColumnHidden(LabModel::Difference)) return note;
    const double difference = model_->report().figures[model_->rungAt(row)].outputDifference;
    return tr("outputs move %1, %2").arg(formatNumber(difference, 2), note);
}

QFont LabDelegate::figureFont(const QModelIndex& index) const {
    return theme_->font(index.column() == LabModel::Interval ? 12 : 13,
                        model_->isStrong(index.row(), index.column()) ? 600 : 400);
}

int LabDelegate::neededWidth(const QModelIndex& index, bool isOneLine) const {
    const QString text = index.data().toString();
    if (index.column() != LabModel::Rung)
        return QFontMetrics(figureFont(index)).horizontalAdvance(text) + 2 * px(kPadding) + 1;
    const int name = QFontMetrics(theme_->font(13, 500)).horizontalAdvance(text),
              note = QFontMetrics(theme_->font(11)).horizontalAdvance(noteOf(index.row()));
    return nameLeft() + (isOneLine ? name + px(kNote) + note : std::max(name, note)) + px(kPadding) + 1;
}

void LabDelegate::paintName(QPainter& painter, const QRect& cell, const QModelIndex& index) const {
    const Palette& palette = theme_->palette();
    const LabReport& report = model_->report();
    const std::size_t rung = model_->rungAt(index.row());
    const bool isOut = report.plan.rungs[rung].leftOut || !report.figures[rung].problem.empty();
    const QColor ink = isOut ? palette.disabled : palette.text;
    const QString number = report.plan.mode == LabMode::Pair ? (rung == 0 ? QStringLiteral("A") : QStringLiteral("B"))
                                                             : QString::number(report.plan.numberOf(rung));
    write(painter, QRect(cell.left() + px(kNumber), cell.top(), px(kNumberWidth), cell.height()), number, 13, 400,
          isOut ? palette.disabled : palette.muted, Qt::AlignRight);
    const QRect place = cell.adjusted(nameLeft(), 0, -px(kPadding), 0);
    const QString name = index.data().toString();
    const QString note = noteOf(index.row());
    if (cell.height() >= px(kTwoLines)) {
        const QRect upper(place.left(), cell.top() + px(3), place.width(), cell.height() / 2 - px(2));
        write(painter, upper, name, 13, 500, ink);
        write(painter, upper.translated(0, upper.height() - px(1)), note, 11, 400, palette.muted);
        return;
    }
    write(painter, place, name, 13, 500, ink);
    const int used = painter.fontMetrics().horizontalAdvance(name) + px(kNote);
    write(painter, place.adjusted(used, 0, 0, 0), note, 11, 400, palette.muted);
}

void LabDelegate::paintAxis(QPainter& painter, const QRect& cell, int row) const {
    const Palette& palette = theme_->palette();
    const QRectF axis = axisIn(cell);
    for (const double tick : axisTicks(model_->axis(), std::max(2, static_cast<int>(axis.width()) / px(kTickRoom)))) {
        const double x = axis.left() + model_->axis().place(tick) * axis.width();
        painter.setPen(QPen(tick == 1 ? palette.axis : palette.grid, 1));
        painter.drawLine(QPointF(x, cell.top()), QPointF(x, cell.bottom() + 1));
    }
    const Drawn shapes = drawn(cell, row);
    const QColor ink = theme_->runColour(model_->slotAt(row));
    if (!shapes.bar.isEmpty()) {
        painter.fillRect(shapes.bar, shapes.isHatched ? QBrush(faint(ink, kHatchShare), Qt::BDiagPattern)
                                                      : QBrush(faint(ink, kBarShare)));
        painter.setPen(QPen(faint(ink, kHatchShare), 1));
        for (const double x : {shapes.bar.left(), shapes.bar.right()})
            painter.drawLine(QPointF(x, shapes.bar.top()), QPointF(x, shapes.bar.bottom()));
    }
    if (shapes.dot > 0) paintRange(painter, axis, row);
}

/// Dot and line; hollow where it is computed, open at an end that is outside of the axis.
void LabDelegate::paintRange(QPainter& painter, const QRectF& axis, int row) const {
    const LabModel::Mark mark = model_->markAt(row);
    const QColor ink = theme_->runColour(model_->slotAt(row));
    const double middle = std::floor(axis.center().y()) + 0.5;
    const auto placeOf = [&](double value) { return model_->axis().place(value); };
    const auto xOf = [&](double place) { return axis.left() + std::clamp(place, 0.0, 1.0) * axis.width(); };
    if (std::isfinite(mark.low)) {
        const double low = placeOf(mark.low), high = placeOf(mark.high);
        painter.setPen(QPen(ink, 1.2));
        painter.drawLine(QPointF(xOf(low), middle), QPointF(xOf(high), middle));
        for (const double end : {low, high})
            if (end >= 0 && end <= 1)
                painter.drawLine(QPointF(xOf(end), middle - px(kCap)), QPointF(xOf(end), middle + px(kCap)));
    }
    const QPointF centre(xOf(placeOf(mark.value)), middle);
    const double size = kMarker * theme_->textScale();
    Theme::drawMarker(painter, centre, model_->slotAt(row), ink, size);
    if (model_->report().figures[model_->rungAt(row)].isComputed)
        Theme::drawMarker(painter, centre, model_->slotAt(row), theme_->palette().surface, size / 2);
}

void LabDelegate::paintCurve(QPainter& painter, const QRect& cell, int row) const {
    if (!model_->hasCurves()) return;
    const QRectF place = curveIn(cell);
    const auto draw = [&](std::size_t rung, const QColor& colour, double width) {
        QPolygonF line;
        for (const LabLoss& one : model_->report().figures[rung].losses)
            line << QPointF(place.left() + std::clamp(model_->time().place(one.seconds), 0.0, 1.0) * place.width(),
                            place.bottom() - model_->loss().place(one.loss) * place.height());
        painter.setPen(QPen(colour, width));
        painter.drawPolyline(line);
    };
    const std::size_t rung = model_->rungAt(row);
    if (rung > 0) draw(0, theme_->palette().axis, 1);
    draw(rung, theme_->runColour(model_->slotAt(row)), 1.6);
}

void LabDelegate::paintFigure(QPainter& painter, const QRect& cell, const QModelIndex& index) const {
    const Palette& palette = theme_->palette();
    const int column = index.column();
    const bool isStrong = model_->isStrong(index.row(), column);
    const bool isMain = column == LabModel::AtEnd || column == LabModel::Samples;
    const QColor ink = column == LabModel::Difference && model_->movesOutputs(index.row()) ? palette.warning
                       : isStrong || isMain                                                ? palette.text
                                                                                           : palette.muted;
    const auto side = Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt()) & Qt::AlignHorizontal_Mask;
    write(painter, cell.adjusted(px(kPadding), 0, -px(kPadding), 0), index.data().toString(), figureFont(index), ink,
          side);
}

}  // namespace gatelab
