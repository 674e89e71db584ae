// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/stage/stage_canvas.h"

#include "pages/learn/stage/stage_painter.h"
#include "pages/learn/stage/stage_text.h"
#include "pages/learn/stage/stage_valves_painter.h"
#include "widgets/button.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>

#include <cmath>

namespace gatelab {

namespace {
constexpr double kPadding = 8, kStep = 0.01, kPage = 0.1;
}

StageCanvas::StageCanvas(Theme& theme, double scale, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      scale_(scale),
      inside_(makeIconButton(
          theme.icon(QStringLiteral("grid")),
          tr("Look inside, at this row: microscope, gradient, cell walk. A double click or Enter does so, too"), this,
          [this] { Q_EMIT insideAsked(0); }, this)) {
    inside_->setObjectName(QStringLiteral("stage-inside-button"));
    inside_->hide();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Picture of the lesson"));
    connect(&theme, &Theme::changed, this, [this] { update(); });
}

void StageCanvas::setContent(StageContent content, StageDrawing drawing) {
    content_ = std::move(content);
    drawing_ = std::move(drawing);
    if (content_.isDrawing && cursor_ == 0 && drawing_.canDraw()) cursor_ = drawing_.steps().front();
    if (!content_.isDrawing) cursor_ = 0;
    setCursor(content_.isDrawing ? Qt::CrossCursor : Qt::ArrowCursor);
    placeInside();
    describe();
    update();
}

void StageCanvas::setInsideOffered(bool on) {
    isInsideOffered_ = on;
    placeInside();
}

/// In the line of the title of the ringed row, right. Before a class a key opens it.
void StageCanvas::placeInside() {
    const QRectF row = content_.halves.empty() || content_.image ? QRectF() : ring();
    inside_->setVisible(isInsideOffered_ && !row.isEmpty() && scale_ < kClassScale);
    inside_->adjustSize();
    inside_->move(qRound(row.right()) - inside_->width() - 4, qRound(row.top()) - 3);
}

void StageCanvas::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placeInside();
}

StageLayout StageCanvas::layOutIn(const StageContent& content, const QRectF& area, double scale) {
    return layOutStage(content, area.adjusted(kPadding, 0, -kPadding, -kPadding), scale);
}

StageLayout StageCanvas::layOut() const { return layOutIn(content_, rect(), scale_); }

QRectF StageCanvas::drawnPlot() const {
    const StageLayout layout = layOut();
    const StageLayout::Row* row = layout.ofRow(content_.picture.ringed());
    const auto half = static_cast<std::size_t>(content_.drawnHalf);
    if (row && drawing_.isValves()) return row->valves;
    return row && half < row->plots.size() ? row->plots[half] : QRectF();
}

std::vector<std::size_t> StageCanvas::foldedRows() const {
    const StageLayout layout = layOut();
    std::vector<std::size_t> folded;
    for (std::size_t row = 0; row < content_.picture.rows.size(); ++row)
        if ((row >= content_.isHidden.size() || !content_.isHidden[row]) && layout.ofRow(row) == nullptr)
            folded.push_back(row);
    return folded;
}

QRectF StageCanvas::ring() const {
    const StageLayout layout = layOut();
    const StageLayout::Row* row = layout.ofRow(content_.picture.ringed());
    return row ? row->whole : QRectF();
}

std::function<void(QPainter&)> StageCanvas::drawing(QSizeF size) const {
    return [&theme = theme_, content = content_, drawing = drawing_, size](QPainter& painter) {
        if (content.image) return content.image->paint(painter, QRectF(QPointF(), size));
        if (content.halves.empty()) return;
        const StageLayout layout = layOutIn(content, QRectF(QPointF(), size), 1);
        StagePainter(StageBrush(theme, content, drawing, layout, 1)).paint(painter, 0, false);
    };
}

std::int64_t StageCanvas::steps() const {
    if (drawing_.isValves()) return StageValvesPainter::kColumns;
    return content_.halves.empty() ? 0 : content_.halves[static_cast<std::size_t>(content_.drawnHalf)].shown().steps;
}

double StageCanvas::valueAt(const QRectF& plot, double y) const {
    if (drawing_.isValves()) return StageValvesPainter::valueAt(plot, y, scale_);
    return drawing_.axis().value((plot.bottom() - y) / plot.height());
}

void StageCanvas::paintEvent(QPaintEvent* event) {
    Q_UNUSED(event)
    QPainter painter(this);
    painter.fillRect(rect(), theme_.palette().surface);
    if (content_.image) return content_.image->paint(painter, rect());
    if (content_.halves.empty()) {
        QFont letters = theme_.font(13);
        letters.setPixelSize(stageLetters(13, scale_));
        painter.setFont(letters);
        painter.setPen(theme_.palette().muted);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, content_.note);
        return;
    }
    const StageLayout layout = layOut();
    StagePainter(StageBrush(theme_, content_, drawing_, layout, scale_)).paint(painter, cursor_, hasFocus());
}

void StageCanvas::mousePressEvent(QMouseEvent* event) {
    const QRectF plot = drawnPlot();
    if (!content_.isDrawing || event->button() != Qt::LeftButton ||
        !plot.adjusted(-10, -10, 10, 10).contains(event->position()))
        return QWidget::mousePressEvent(event);
    const double step = stepAt(plot, steps(), event->position().x());
    cursor_ = drawing_.nearest(step);
    if (drawing_.isClicked()) {
        drawing_.toggle(cursor_);
        Q_EMIT drawn();
    } else if (drawing_.isEdge()) {
        isPressed_ = true;
        drawing_.set(cursor_, drawing_.edgeValue(plot, event->position().x()));
    } else if (drawing_.isValves()) {  // a hand on a valve stays there
        if (step > static_cast<double>(kHandValves) + 0.5) return;
        isPressed_ = true;
        drawing_.set(cursor_, valueAt(plot, event->position().y()));
    } else {
        isPressed_ = true;
        last_ = {step, valueAt(plot, event->position().y())};
        drawing_.stroke(last_.x(), last_.y(), last_.x(), last_.y());
    }
    describe();
    update();
}

void StageCanvas::mouseMoveEvent(QMouseEvent* event) {
    const QRectF plot = drawnPlot();
    if (!content_.isDrawing) return;
    const QPointF here(stepAt(plot, steps(), event->position().x()), valueAt(plot, event->position().y()));
    if (isPressed_ && (drawing_.isValves() || drawing_.isEdge())) {
        drawing_.set(cursor_, drawing_.isEdge() ? drawing_.edgeValue(plot, event->position().x()) : here.y());
        return update();
    }
    if (isPressed_) {
        drawing_.stroke(last_.x(), last_.y(), here.x(), here.y());
        last_ = here;
    }
    if (isPressed_ || plot.contains(event->position())) cursor_ = drawing_.nearest(here.x());
    update();
}

void StageCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (!isPressed_ || event->button() != Qt::LeftButton) return;
    isPressed_ = false;
    describe();
    Q_EMIT drawn();
}

void StageCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    const StageLayout layout = layOut();
    const StageLayout::Row* row = content_.halves.empty() ? nullptr : layout.ofRow(content_.picture.ringed());
    if (!isInsideOffered_ || row == nullptr || event->button() != Qt::LeftButton ||
        !row->whole.contains(event->position()))
        return QWidget::mouseDoubleClickEvent(event);
    std::int64_t step = 0;
    for (std::size_t i = 0; i < row->plots.size(); ++i)
        if (row->plots[i].contains(event->position()))
            step = std::clamp<std::int64_t>(
                std::llround(stepAt(row->plots[i], content_.halves[i].shown().steps, event->position().x())), 1,
                std::max<std::int64_t>(1, content_.halves[i].shown().steps));
    Q_EMIT insideAsked(step);
}

void StageCanvas::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    update();
}

void StageCanvas::moveValue(double share) {
    const StageAxis& axis = drawing_.axis();
    const double old = drawing_.valueAt(cursor_);
    double value = axis.value(axis.share(std::isnan(old) ? drawing_.startValue() : old) + share);
    // Whole steps, at least the next one.
    if (drawing_.isFromRight())
        value = std::clamp(share > 0 ? std::ceil(value - 1e-6) : std::floor(value + 1e-6), 1.0, axis.high);
    drawing_.set(cursor_, value);
    Q_EMIT drawn();
}

void StageCanvas::keyPressEvent(QKeyEvent* event) {
    if (isInsideOffered_ && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        return Q_EMIT insideAsked(0);
    if (!content_.isDrawing || !drawing_.canDraw()) return QWidget::keyPressEvent(event);
    if (const bool isLeft = event->key() == Qt::Key_Left;
        drawing_.isEdge() && (isLeft || event->key() == Qt::Key_Right)) {
        moveValue(isLeft == drawing_.isFromRight() ? kStep : -kStep);
        describe();
        return update();
    }
    switch (event->key()) {
        case Qt::Key_Left:
            cursor_ = drawing_.next(cursor_, -1);
            break;
        case Qt::Key_Right:
            cursor_ = drawing_.next(cursor_, 1);
            break;
        case Qt::Key_Home:
            cursor_ = drawing_.steps().front();
            break;
        case Qt::Key_End:
            cursor_ = drawing_.steps().back();
            break;
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_PageUp:
        case Qt::Key_PageDown: {
            if (drawing_.isClicked()) return QWidget::keyPressEvent(event);
            const bool isUp = event->key() == Qt::Key_Up || event->key() == Qt::Key_PageUp;
            const bool isPage = event->key() == Qt::Key_PageUp || event->key() == Qt::Key_PageDown;
            moveValue((isUp ? 1 : -1) * (isPage ? kPage : kStep));
            break;
        }
        case Qt::Key_Space:
            if (!drawing_.isClicked()) return QWidget::keyPressEvent(event);
            drawing_.toggle(cursor_);
            Q_EMIT drawn();
            break;
        default:
            return QWidget::keyPressEvent(event);
    }
    describe();
    update();
}

void StageCanvas::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}

void StageCanvas::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

void StageCanvas::describe() {
    QString text;
    if (content_.isDrawing && cursor_ > 0) {
        const double value = drawing_.valueAt(cursor_);
        text = drawing_.isValves() ? tr("%1 valve, %2")
                                         .arg(handValveName(static_cast<HandValve>(cursor_ - 1)),
                                              formatNumber(drawing_.valves()[static_cast<std::size_t>(cursor_ - 1)], 3))
               : drawing_.isClicked()
                   ? (std::isnan(value) ? tr("Step %1, not chosen") : tr("Step %1, chosen")).arg(cursor_)
               : drawing_.isEdge()
                   ? (std::isnan(value) ? tr("Nothing drawn") : tr("You drew %1").arg(formatNumber(value, 3)))
               : std::isnan(value) ? tr("Step %1, nothing drawn").arg(cursor_)
                                   : tr("Step %1, you drew %2").arg(QString::number(cursor_), formatNumber(value, 3));
    } else {
        text = content_.gap.isEmpty() ? content_.note : content_.gap;
    }
    if (text == accessibleDescription()) return;
    setAccessibleDescription(text);
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
}

}  // namespace gatelab
