// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/gates/gate_canvas.h"

#include "common/texts.h"
#include "config/cell_traits.h"
#include "pages/learn/gates/quantity_words.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace gatelab {

GateCanvas::GateCanvas(Theme& theme, QWidget* parent) : QWidget(parent), theme_(&theme), painter_(theme) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Gates over time"));
    setToolTip(
        tr("Left and Right move the cursor, Up and Down choose a unit, Shift marks a range of steps.\nA click chooses "
           "a unit, with Ctrl one more; dragging marks a range. A double click, or Enter, walks through the step."));
    connect(&theme, &Theme::changed, this, &GateCanvas::changed);
}

void GateCanvas::setZoom(double zoom) {
    if (zoom == painter_.zoom) return;
    painter_.zoom = zoom;
    updateGeometry();
    changed();
}

void GateCanvas::setView(std::shared_ptr<const GateView> view, std::shared_ptr<const InspectedRun> run) {
    const bool isOther =
        !painter_.view || !view || painter_.view->window.steps != view->window.steps || painter_.run != run;
    painter_.view = std::move(view);
    painter_.run = std::move(run);
    if (isOther) cursor_ = markFirst_ = markLast_ = -1;
    sortAgain();
    updateGeometry();
    changed();
}

void GateCanvas::setPlace(int layer, int direction) {
    painter_.layer = layer;
    painter_.direction = direction;
    updateGeometry();
    sortAgain();
    changed();
}

void GateCanvas::setNames(std::shared_ptr<const UnitNames> names) {
    names_ = std::move(names);
    update();
}

void GateCanvas::setSort(UnitSort sort, int column) {
    sort_ = sort;
    sortColumn_ = column;
    sortAgain();
    changed();
}

void GateCanvas::setPalette(HeatPalette palette) {
    painter_.palette = palette;
    changed();
}

void GateCanvas::setLines(bool on) {
    painter_.lines = on;
    updateGeometry();
    if (on && painter_.chosen.empty() && !painter_.order.empty())
        painter_.chosen.assign(painter_.order.begin(),
                               painter_.order.begin() + std::min<std::ptrdiff_t>(3, std::ssize(painter_.order)));
    changed();
}

void GateCanvas::setColumn(int column) {
    painter_.column = column;
    changed();
}

void GateCanvas::setCursorStep(int step) {
    if (step == cursor_) return;
    cursor_ = step;
    update();
}

void GateCanvas::setChosenUnits(std::vector<int> units) {
    painter_.chosen = std::move(units);
    if (!painter_.chosen.empty()) unit_ = painter_.chosen.front();
    changed();
}

void GateCanvas::setMarked(int first, int last) {
    markFirst_ = first;
    markLast_ = last;
    update();
}

void GateCanvas::changed() {
    isOld_ = true;
    update();
}

void GateCanvas::sortAgain() {
    painter_.sort(sort_, sortColumn_);
    if (!painter_.order.empty()) unit_ = std::clamp(unit_, 0, static_cast<int>(painter_.order.size()) - 1);
}

QString GateCanvas::reading() const {
    const DirectionTracks* all = painter_.tracks();
    if (all == nullptr || cursor_ < 0) return {};
    QStringList lines{tr("Step %1, unit %2").arg(cursor_ + 1).arg(unit_ + 1)};
    for (const GateTrack& track : *all)
        if (cursor_ < painter_.steps() && unit_ < track.units)
            lines << tr("%1 %2").arg(quantityWords(track.key, painter_.run->config.cell).name,
                                     formatNumber(static_cast<double>(track.at(cursor_, unit_)), 3));
    if (const UnitName* name = names_ ? names_->find("h", unit_) : nullptr) lines << translated(name->phrase());
    return lines.join(QLatin1Char('\n'));
}

QSize GateCanvas::sizeHint() const { return {painter_.scaled(760), painter_.scaled(560)}; }

QSize GateCanvas::minimumSizeHint() const { return {painter_.scaled(420), painter_.leastHeight()}; }

void GateCanvas::mouseMoveEvent(QMouseEvent* event) {
    const int step = painter_.stepAt(event->position().x());
    if (marking_ && step >= 0) {
        markLast_ = std::min<int>(step, static_cast<int>(painter_.steps()) - 1);
        update();
    }
    for (const GatePainter::Row& row : painter_.rows())
        if (row.kind == GatePainter::Row::Kind::Track && !painter_.lines && row.plot.contains(event->position()) &&
            !painter_.order.empty() && !(event->buttons() & Qt::LeftButton)) {
            const auto place = static_cast<std::size_t>((event->position().y() - row.plot.top()) / row.plot.height() *
                                                        static_cast<double>(painter_.order.size()));
            unit_ = painter_.order[std::min(place, painter_.order.size() - 1)];
            update();
        }
    if (step == cursor_) return;
    setCursorStep(step);
    Q_EMIT cursorMoved(step);
}

void GateCanvas::mousePressEvent(QMouseEvent* event) {
    const int step = painter_.stepAt(event->position().x());
    if (event->button() != Qt::LeftButton || step < 0 || step >= painter_.steps())
        return QWidget::mousePressEvent(event);
    marking_ = true;
    markFirst_ = markLast_ = step;
}

void GateCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (!std::exchange(marking_, false)) return QWidget::mouseReleaseEvent(event);
    if (markFirst_ != markLast_) {
        if (markLast_ < markFirst_) std::swap(markFirst_, markLast_);
        Q_EMIT rangeMarked(markFirst_, markLast_);
        return;
    }
    markFirst_ = markLast_ = -1;  // a click
    if (event->modifiers() & Qt::ControlModifier) {
        if (std::erase(painter_.chosen, unit_) == 0) painter_.chosen.push_back(unit_);
    } else {
        painter_.chosen = {unit_};
    }
    changed();
    Q_EMIT rangeMarked(-1, -1);
    Q_EMIT unitsChosen();
}

void GateCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    const int step = painter_.stepAt(event->position().x());
    if (event->button() == Qt::LeftButton && step >= 0 && step < painter_.steps()) Q_EMIT walkAsked(step, unit_);
}

void GateCanvas::contextMenuEvent(QContextMenuEvent* event) {
    const int step = event->reason() == QContextMenuEvent::Keyboard ? cursor_ : painter_.stepAt(event->pos().x());
    if (step < 0 || step >= painter_.steps()) return QWidget::contextMenuEvent(event);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Walk through step %1").arg(step + 1), this,
                    [this, step, unit = unit_] { Q_EMIT walkAsked(step, unit); });
    menu->popup(event->globalPos());
}

void GateCanvas::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    if (hasFocus()) return;  // the keyboard's cursor stays
    setCursorStep(-1);
    Q_EMIT cursorMoved(-1);
}

void GateCanvas::keyPressEvent(QKeyEvent* event) {
    const int last = static_cast<int>(painter_.shownSteps()) - 1;
    if (!painter_.view || painter_.order.empty()) return QWidget::keyPressEvent(event);
    const auto move = [&](int step) {
        const int before = cursor_ < 0 ? static_cast<int>(painter_.steps()) - 1 : cursor_;
        const int next = std::clamp(step, 0, last);
        if (event->modifiers() & Qt::ShiftModifier) {
            if (markFirst_ < 0) markFirst_ = std::min<int>(before, static_cast<int>(painter_.steps()) - 1);
            markLast_ = std::min<int>(next, static_cast<int>(painter_.steps()) - 1);
            Q_EMIT rangeMarked(std::min(markFirst_, markLast_), std::max(markFirst_, markLast_));
        }
        setCursorStep(next);
        Q_EMIT cursorMoved(next);
    };
    const auto place = std::ranges::find(painter_.order, unit_) - painter_.order.begin();
    const auto choose = [&](std::ptrdiff_t next) {
        unit_ =
            painter_
                .order[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(next, 0, std::ssize(painter_.order) - 1))];
        painter_.chosen = {unit_};
        changed();
        Q_EMIT unitsChosen();
    };
    const int here = cursor_ < 0 ? static_cast<int>(painter_.steps()) : cursor_;
    switch (event->key()) {
        case Qt::Key_Left:
            move(here - 1);
            break;
        case Qt::Key_Right:
            move(here + 1);
            break;
        case Qt::Key_Home:
            move(0);
            break;
        case Qt::Key_End:
            move(last);
            break;
        case Qt::Key_Up:
            choose(place - 1);
            break;
        case Qt::Key_Down:
            choose(place + 1);
            break;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (cursor_ >= 0 && cursor_ < painter_.steps()) Q_EMIT walkAsked(cursor_, unit_);
            break;
        default:
            return QWidget::keyPressEvent(event);
    }
    setAccessibleDescription(reading());
}

void GateCanvas::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    painter_.size = size();
    isOld_ = true;
}

void GateCanvas::paintCursor(QPainter& painter) const {
    const std::vector<GatePainter::Row> all = painter_.rows();
    if (all.empty()) return;
    const double top = all.front().plot.top(), bottom = painter_.bottom();
    if (markFirst_ >= 0) {
        const int first = std::min(markFirst_, markLast_), last = std::max(markFirst_, markLast_);
        QColor tint = theme_->palette().accent;
        tint.setAlpha(36);
        painter.fillRect(QRectF(painter_.xOf(first), top, painter_.xOf(last + 1) - painter_.xOf(first), bottom - top),
                         tint);
    }
    if (!painter_.lines && !painter_.order.empty()) {
        const auto place = static_cast<double>(std::ranges::find(painter_.order, unit_) - painter_.order.begin());
        for (const GatePainter::Row& row : all) {
            if (row.kind != GatePainter::Row::Kind::Track) continue;
            const double unit = row.plot.height() / static_cast<double>(painter_.order.size()),
                         y = row.plot.top() + place * unit;
            const QRectF box(row.plot.left(), y, painter_.xOf(static_cast<double>(painter_.steps())) - row.plot.left(),
                             std::max(2.0, unit));
            painter.setPen(theme_->palette().text);
            painter.drawRect(box.adjusted(-1.5, -1.5, 0.5, 0.5));
            painter.setPen(theme_->palette().surface);
            painter.drawRect(box.adjusted(-0.5, -0.5, -0.5, -0.5));
        }
    }
    if (cursor_ >= 0) {
        const double x = qRound(painter_.xOf(cursor_ + 0.5)) + 0.5;
        painter.setPen(theme_->palette().text);
        painter.drawLine(QPointF(x, top), QPointF(x, bottom));
        painter.setPen(theme_->palette().surface);
        painter.drawLine(QPointF(x + 1, top), QPointF(x + 1, bottom));
        painter.setFont(painter_.font(GatePainter::kSmallestLetters, 500));
        const QString text = painter_.timeText(cursor_);
        const double width = painter.fontMetrics().horizontalAdvance(text) + 12,
                     left = std::clamp<double>(x - width / 2, 0, this->width() - width);
        const QRectF chip(left, bottom + 4, width, painter.fontMetrics().height() + 4);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme_->palette().text);
        painter.drawRoundedRect(chip, 3, 3);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(theme_->palette().surface);
        painter.drawText(chip, Qt::AlignCenter, text);
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme_->palette().accent, 2));
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

/// The formula of a state with the numbers at the cursor; empty where they are not all there.
QString GateCanvas::filledIn(const std::string& key) const {
    const std::string& cell = painter_.run->config.cell;
    const auto at = [&](const char* quantity, int step) {
        const GateTrack* track = painter_.view->find(painter_.layer, painter_.direction, quantity);
        if (track == nullptr || unit_ >= track->units) return std::nan("");
        return step < 0 || step >= painter_.steps() ? 0.0 : static_cast<double>(track->at(step, unit_));
    };
    const int before = painter_.direction == 0 ? cursor_ - 1 : cursor_ + 1;
    const auto number = [](double value) { return formatNumber(value, 2); };
    const CellTraits& traits = cellTraits(cell);
    if (traits.cellState && traits.keepGate == 'f' && key == "c")
        return QStringLiteral("%1 × %2 + %3 × %4")
            .arg(number(at("f", cursor_)), number(at("c", before)), number(at("i", cursor_)), number(at("g", cursor_)));
    if (traits.cellState && traits.second != 0 && key == "h")
        return QStringLiteral("%1 × %2").arg(number(at("o", cursor_)), number(at("c", cursor_)));
    if (traits.cellState && key == "h" && painter_.run->config.projectionSize == 0)
        return QStringLiteral("%1 × %2").arg(number(at("o", cursor_)), number(std::tanh(at("c", cursor_))));
    if (traits.keepGate == 'f' && key == "h")
        return QStringLiteral("%1 × %2 + %3 × %4")
            .arg(number(at("f", cursor_)), number(at("h", before)), number(at("i", cursor_)), number(at("g", cursor_)));
    if (traits.keepGate == 'z' && key == "h")
        return QStringLiteral("%1 × %2 + %3 × %4")
            .arg(number(1 - at("z", cursor_)), number(at("n", cursor_)), number(at("z", cursor_)),
                 number(at("h", before)));
    return {};
}

QStringList GateCanvas::unitLines(const std::string& key, double room) const {
    QStringList lines{tr("unit %1").arg(unit_ + 1)};
    const UnitName* name = names_ && names_->layer == painter_.layer && names_->direction == painter_.direction
                               ? names_->find(key, unit_)
                               : nullptr;
    if (name == nullptr) return lines;
    lines.front() += QLatin1Char(':');
    QTextLayout layout(translated(name->phrase()), painter_.font(GatePainter::kSmallestLetters));
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(room);
        lines << layout.text().mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    return lines;
}

void GateCanvas::paintValues(QPainter& painter) const {
    if (cursor_ < 0) return;
    const double x = painter_.xOf(static_cast<double>(painter_.shownSteps())) + painter_.scaled(12),
                 room = width() - x - 2;
    const bool inside = cursor_ < painter_.steps();
    for (const GatePainter::Row& row : painter_.rows()) {
        QString value;
        QStringList below;
        if (row.kind == GatePainter::Row::Kind::Track && inside && unit_ < row.track->units) {
            value = QStringLiteral("%1 %2").arg(fromUtf8(row.track->key),
                                                formatNumber(static_cast<double>(row.track->at(cursor_, unit_)), 3));
            below << quantityWords(row.track->key, painter_.run->config.cell).meaning << filledIn(row.track->key)
                  << unitLines(row.track->key, room);
        } else if (row.kind == GatePainter::Row::Kind::Input && inside) {
            value = formatNumber(painter_.view->window.input[static_cast<std::size_t>(
                                     cursor_ * painter_.view->window.columns + std::max(0, painter_.column))],
                                 4);
            below << (painter_.column < 0 && painter_.view->window.columns > 1 && !painter_.run->inputs.empty()
                          ? fromUtf8(painter_.run->inputs.front())
                          : QString());
        } else if (row.kind == GatePainter::Row::Kind::Target) {
            const auto targets = std::max<std::size_t>(1, painter_.run->targets.size());
            const auto step = static_cast<std::size_t>(inside ? cursor_ : cursor_ - painter_.steps());
            const std::vector<double>& values = inside ? painter_.view->window.past : painter_.view->window.truth;
            if (step * targets < values.size()) value = formatNumber(values[step * targets], 4);
            if (!inside && step * targets < painter_.view->window.answer.size())
                below << tr("forecast %1").arg(formatNumber(painter_.view->window.answer[step * targets], 4));
        } else if (row.kind == GatePainter::Row::Kind::Labels && inside) {
            const auto step = static_cast<std::size_t>(cursor_);
            const std::int32_t answer = painter_.likeliest(step);
            const std::size_t place = step * painter_.classes() + static_cast<std::size_t>(answer);
            value = tr("%1: %2").arg(painter_.className(answer),
                                     formatNumber(painter_.view->window.probabilities[place], 3));
            if (step < painter_.view->window.labels.size())
                below << tr("true: %1").arg(painter_.className(painter_.view->window.labels[step]));
        } else if (row.kind == GatePainter::Row::Kind::Tokens && inside) {
            const auto token = static_cast<std::size_t>(painter_.view->window.input[static_cast<std::size_t>(cursor_)]);
            value =
                token < painter_.run->tokens.size() ? fromUtf8(painter_.run->tokens[token]) : QString::number(token);
        }
        below.removeAll(QString());
        if (!value.isEmpty()) painter_.paintLabel(painter, x, row.plot, room, value, below);
    }
}

void GateCanvas::paintEvent(QPaintEvent*) {
    const qreal ratio = devicePixelRatioF();
    if (isOld_ || still_.size() != size() * ratio) {
        still_ = QPixmap(size() * ratio);
        still_.setDevicePixelRatio(ratio);
        QPainter painter(&still_);
        painter_.paint(painter);
        isOld_ = false;
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, still_);
    if (!painter_.view || !painter_.run) return;
    paintCursor(painter);
    paintValues(painter);
}

}  // namespace gatelab
