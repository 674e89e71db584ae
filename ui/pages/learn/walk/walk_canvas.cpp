// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/walk/walk_canvas.h"

#include "common/texts.h"
#include "pages/learn/walk/node_words.h"

#include <QAction>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <climits>
#include <cmath>

namespace gatelab {

namespace {

constexpr double kPerPixel = 0.01, kPerKey = 0.05, kDrag = 4;

}  // namespace

WalkCanvas::WalkCanvas(Theme& theme, WalkEdits& edits, QWidget* parent)
    : QWidget(parent), theme_(&theme), edits_(&edits), painter_(theme, edits.all()) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Cell walk"));
}

QSize WalkCanvas::sizeHint() const { return {painter_.scaled(860), painter_.scaled(460)}; }
QSize WalkCanvas::minimumSizeHint() const { return {painter_.scaled(620), painter_.scaled(310)}; }

void WalkCanvas::setWalk(std::shared_ptr<const CellWalk> walk) {
    painter_.walk = std::move(walk);
    painter_.nodes = painter_.walk ? walkNodes(*painter_.walk) : std::vector<WalkNode>();
    if (!node(painter_.chosen)) painter_.chosen = painter_.nodes.empty() ? std::string() : "h";
    painter_.arrange(size());
    describe();
    update();
}

void WalkCanvas::setZoom(double zoom) {
    if (zoom == painter_.zoom) return;
    painter_.zoom = zoom;
    updateGeometry();
    painter_.arrange(size());
    update();
}

void WalkCanvas::setStage(WalkStage stage, double progress) {
    painter_.stage = stage;
    painter_.progress = progress;
    update();
}

void WalkCanvas::setChosen(const std::string& key) {
    if (key == painter_.chosen || !node(key)) return;
    painter_.chosen = key;
    chosenIndex_ = -1;
    describe();
    update();
    Q_EMIT chosenChanged(fromUtf8(key));
}

/// For screen readers.
void WalkCanvas::describe() {
    const WalkNode* chosen = node(painter_.chosen);
    setAccessibleDescription(chosen ? nodeWords(*chosen).text(true) : QString());
}

void WalkCanvas::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    painter_.arrange(size());
}

void WalkCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), theme_->palette().surface);
    painter_.paint(painter, hasFocus());
}

const WalkDrawing::Box* WalkCanvas::boxAt(QPointF at) const {
    const auto found = std::ranges::find_if(painter_.drawing.boxes,
                                            [&](const WalkDrawing::Box& box) { return box.rect.contains(at); });
    return painter_.walk && found != painter_.drawing.boxes.end() ? &*found : nullptr;
}

QPoint WalkCanvas::placeOf(const std::string& key) const {
    const auto* box = painter_.drawing.find(key);
    return box ? box->rect.center().toPoint() : QPoint();
}

QString WalkCanvas::resultText(const WalkDrawing::Box& box) const {
    if (changeable(box.key)) return {};
    const WalkNode* result = node(box.key);
    return tr("%1 is a result. Drag what it comes from: the boxes with a grip, or a weight in the table below.")
        .arg(result ? fromUtf8(result->symbol) : QString());
}

bool WalkCanvas::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    auto* help = static_cast<QHelpEvent*>(event);
    const WalkDrawing::Box* box = boxAt(help->pos());
    const WalkNode* under = box ? node(box->key) : nullptr;
    if (under == nullptr) return QToolTip::hideText(), true;
    QString text = nodeWords(*under).text(true);
    if (box->isPort) text = tr("Handed on to the next step, the layer above and the answer") + QLatin1Char('\n') + text;
    for (const WalkPainter::Cell& cell : painter_.feet(*box))
        if (cell.rect.contains(help->pos())) {
            const auto& values = painter_.walk->find(box->key)->values;
            text += QLatin1Char('\n') + (box->key == "x" ? tr("column %1: %2") : tr("unit %1: %2"))
                                            .arg(cell.index + 1)
                                            .arg(formatNumber(values[static_cast<std::size_t>(cell.index)], 4));
        }
    text += QLatin1Char('\n') + (!changeable(box->key)          ? resultText(*box)
                                 : painter_.walk->sum(box->key) ? tr("Drag up or down to change the bias")
                                                                : tr("Drag up or down to change it"));
    QToolTip::showText(help->globalPos(), text, this);
    return true;
}

void WalkCanvas::mousePressEvent(QMouseEvent* event) {
    const WalkDrawing::Box* box = boxAt(event->position());
    if (event->button() != Qt::LeftButton || box == nullptr) return QWidget::mousePressEvent(event);
    std::int64_t index = -1;
    for (const WalkPainter::Cell& cell : painter_.feet(*box))
        if (cell.rect.contains(event->position())) index = cell.index;
    setChosen(box->key);
    chosenIndex_ = box->key == "x" || box->key == "h0" || box->key == "c0" ? index : -1;
    dragged_ = changeable(painter_.chosen, chosenIndex_);
    pressedOn_ = dragged_ ? std::nullopt : std::optional(resultText(*box));
    dragFrom_ = event->position();
    update();
}

void WalkCanvas::mouseMoveEvent(QMouseEvent* event) {
    const WalkDrawing::Box* box = boxAt(event->position());
    if (dragged_ && (event->buttons() & Qt::LeftButton)) {
        const double moved = dragFrom_.y() - event->position().y();
        if (std::abs(moved) < 2 && dragFrom_ == event->position()) return;
        const double scale = kPerPixel * (event->modifiers() & Qt::ShiftModifier ? 0.1 : 1.0);
        edits_->change(dragged_->place, dragged_->value + scale * moved);
        return;
    }
    if (pressedOn_ && (event->buttons() & Qt::LeftButton)) {
        if (std::abs(dragFrom_.y() - event->position().y()) >= kDrag)
            QToolTip::showText(event->globalPosition().toPoint(), *pressedOn_, this);
        return;
    }
    const std::string key = box ? box->key : std::string();
    setCursor(box && changeable(key) ? Qt::SizeVerCursor : Qt::ArrowCursor);
    if (key == painter_.hovered) return;
    painter_.hovered = key;
    if (!key.empty())
        Q_EMIT chosenChanged(fromUtf8(key));
    else
        Q_EMIT chosenChanged(fromUtf8(painter_.chosen));
    update();
}

void WalkCanvas::mouseReleaseEvent(QMouseEvent* event) {
    dragged_.reset();
    pressedOn_.reset();
    QWidget::mouseReleaseEvent(event);
}

void WalkCanvas::mouseDoubleClickEvent(QMouseEvent*) { typeNumber({}); }

void WalkCanvas::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    if (painter_.hovered.empty()) return;
    painter_.hovered.clear();
    Q_EMIT chosenChanged(fromUtf8(painter_.chosen));
    update();
}

/// A line over the box takes a number.
void WalkCanvas::typeNumber(const QString& first) {
    const auto edit = changeable(painter_.chosen, chosenIndex_);
    const auto* box = painter_.drawing.find(painter_.chosen);
    if (!edit || box == nullptr) return;
    auto* line = new QLineEdit(this);
    line->setAttribute(Qt::WA_DeleteOnClose);
    line->setAccessibleName(tr("New value of %1").arg(fromUtf8(node(painter_.chosen)->symbol)));
    line->setGeometry(box->rect.toRect().adjusted(2, 2, -2, 0));
    line->setFixedHeight(painter_.scaled(26));
    line->setText(first.isEmpty() ? QLocale::c().toString(edit->value, 'g', 6) : first);
    if (first.isEmpty()) line->selectAll();
    connect(line, &QLineEdit::editingFinished, this, [this, line, place = edit->place] {
        bool ok = false;
        double value = QLocale().toDouble(line->text(), &ok);
        if (!ok) value = QLocale::c().toDouble(line->text(), &ok);
        line->hide();
        line->deleteLater();
        line->disconnect(this);
        setFocus();
        if (ok && std::isfinite(value)) edits_->change(place, value);
    });
    auto* cancel = new QAction(line);
    cancel->setShortcut(Qt::Key_Escape);
    cancel->setShortcutContext(Qt::WidgetShortcut);
    line->addAction(cancel);
    connect(cancel, &QAction::triggered, this, [this, line] {
        line->disconnect(this);
        line->deleteLater();
        setFocus();
    });
    line->show();
    line->setFocus();
}

/// To the nearest box in the direction of an arrow key.
void WalkCanvas::moveChosen(int key) {
    const auto* from = painter_.drawing.find(painter_.chosen);
    if (from == nullptr) return;
    const WalkDrawing::Box* best = nullptr;
    double least = INFINITY;
    for (const WalkDrawing::Box& box : painter_.drawing.boxes) {
        if (box.isPort || box.key == painter_.chosen) continue;
        const QPointF way = box.rect.center() - from->rect.center();
        const double along = key == Qt::Key_Left    ? -way.x()
                             : key == Qt::Key_Right ? way.x()
                             : key == Qt::Key_Up    ? -way.y()
                                                    : way.y();
        const double aside = key == Qt::Key_Left || key == Qt::Key_Right ? way.y() : way.x();
        if (along <= 1) continue;
        const double distance = along + 2.5 * std::abs(aside);
        if (distance < least) least = distance, best = &box;
    }
    if (best) setChosen(best->key);
}

void WalkCanvas::keyPressEvent(QKeyEvent* event) {
    if (!painter_.walk) return QWidget::keyPressEvent(event);
    const auto edit = changeable(painter_.chosen, chosenIndex_);
    const double by = kPerKey * (event->modifiers() & Qt::ShiftModifier ? 10 : 1);
    switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Right:
        case Qt::Key_Up:
        case Qt::Key_Down:
            return moveChosen(event->key());
        case Qt::Key_Space:
            return Q_EMIT playAsked();
        case Qt::Key_Period:
            return Q_EMIT stageAsked(1);
        case Qt::Key_Comma:
            return Q_EMIT stageAsked(-1);
        case Qt::Key_Home:
            return Q_EMIT stageAsked(INT_MIN);
        case Qt::Key_End:
            return Q_EMIT stageAsked(INT_MAX);
        case Qt::Key_PageUp:
            return Q_EMIT stepAsked(-1);
        case Qt::Key_PageDown:
            return Q_EMIT stepAsked(1);
        default:
            break;
    }
    if (!edit) return QWidget::keyPressEvent(event);
    if (event->key() == Qt::Key_Plus || event->key() == Qt::Key_Equal)
        return edits_->change(edit->place, edit->value + by);
    if (event->key() == Qt::Key_Minus || event->key() == Qt::Key_Underscore)
        return edits_->change(edit->place, edit->value - by);
    if (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace) return edits_->putBack(edit->place);
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_F2)
        return typeNumber({});
    if (event->text().size() == 1 && event->text().front().isDigit()) return typeNumber(event->text());
    QWidget::keyPressEvent(event);
}

}  // namespace gatelab
