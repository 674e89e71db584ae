// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/walk_canvas.h"

#include "base/phrase.h"
#include "common/texts.h"
#include "config/cell_traits.h"

#include <QAction>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <climits>
#include <cmath>

namespace gatelab {

namespace {

constexpr double kPerPixel = 0.01, kPerKey = 0.05, kDrag = 4;

}  // namespace

QString filledText(const FilledLine& line) {
    QString text;
    walkPattern(
        std::string_view(line.pattern),
        [&](std::string_view piece) { text += QString::fromUtf8(piece.data(), static_cast<qsizetype>(piece.size())); },
        [&](std::size_t index) {
            const QString number = index < line.numbers.size() ? formatNumber(line.numbers[index], 4) : QString();
            // A number below 0 behind a sign stands in brackets.
            text += number.startsWith(QChar(0x2212)) && !text.isEmpty() && text.back() == QLatin1Char(' ') &&
                            !text.endsWith(QLatin1String("= "))
                        ? QLatin1Char('(') + number + QLatin1Char(')')
                        : number;
        });
    return text;
}

QString subscript(const QString& symbol, std::int64_t number) {
    QString text = symbol;
    for (const QChar digit : QString::number(number)) text += QChar(0x2080 + digit.digitValue());
    return text;
}

NodeWords nodeWords(const WalkNode& node) {
    NodeWords words;
    words.symbol = fromUtf8(node.symbol), words.name = translated(node.name), words.formula = fromUtf8(node.formula),
    words.back = fromUtf8(node.backFormula), words.paper = fromUtf8(node.paper);
    words.filled = node.filled.pattern.empty() ? QString() : filledText(node.filled);
    words.backFilled = node.backFilled.pattern.empty() ? QString() : filledText(node.backFilled);
    return words;
}

QString NodeWords::text(bool withGradient) const {
    QStringList lines{WalkCanvas::tr("%1: %2").arg(symbol, name), formula};
    if (!filled.isEmpty()) lines << filled;
    if (withGradient) lines << back;
    if (withGradient && !backFilled.isEmpty()) lines << backFilled;
    if (!paper.isEmpty()) lines << paper;
    return lines.join(QLatin1Char('\n'));
}

WalkCanvas::WalkCanvas(Theme& theme, QWidget* parent) : QWidget(parent), theme_(&theme) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Cell walk"));
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize WalkCanvas::sizeHint() const { return {scaled(860), scaled(460)}; }
QSize WalkCanvas::minimumSizeHint() const { return {scaled(620), scaled(310)}; }

void WalkCanvas::setWalk(std::shared_ptr<const CellWalk> walk) {
    walk_ = std::move(walk);
    nodes_ = walk_ ? walkNodes(*walk_) : std::vector<WalkNode>();
    if (!node(chosen_)) chosen_ = nodes_.empty() ? std::string() : "h";
    arrange();
    describe();
    update();
}

void WalkCanvas::setZoom(double zoom) {
    if (zoom == zoom_) return;
    zoom_ = zoom;
    updateGeometry();
    arrange();
    update();
}

void WalkCanvas::setEdits(std::vector<WalkEdit> edits) {
    edits_ = std::move(edits);
    update();
}

void WalkCanvas::setStage(WalkStage stage, double progress) {
    stage_ = stage;
    progress_ = progress;
    update();
}

void WalkCanvas::setChosen(const std::string& key) {
    if (key == chosen_ || !node(key)) return;
    chosen_ = key;
    chosenIndex_ = -1;
    describe();
    update();
    Q_EMIT chosenChanged(fromUtf8(key));
}

const WalkNode* WalkCanvas::node(const std::string& key) const {
    const auto found = std::ranges::find(nodes_, key, &WalkNode::key);
    return found != nodes_.end() ? &*found : nullptr;
}

/// For screen readers.
void WalkCanvas::describe() {
    const WalkNode* chosen = node(chosen_);
    setAccessibleDescription(chosen ? nodeWords(*chosen).text(true) : QString());
}

void WalkCanvas::arrange() {
    if (!walk_) return;
    const bool plain = cellTraits(walk_->cell).gates.empty();
    drawing_ = walkDrawing(*walk_, QRectF(rect()).adjusted(4, 4, -4, -4), scaled(plain ? 40 : 16),
                           QSizeF(scaled(plain ? 200 : 150), scaled(110)));
}

void WalkCanvas::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

const WalkDrawing::Box* WalkCanvas::boxAt(QPointF at) const {
    const auto found =
        std::ranges::find_if(drawing_.boxes, [&](const WalkDrawing::Box& box) { return box.rect.contains(at); });
    return walk_ && found != drawing_.boxes.end() ? &*found : nullptr;
}

QPoint WalkCanvas::placeOf(const std::string& key) const {
    const auto* box = drawing_.find(key);
    return box ? box->rect.center().toPoint() : QPoint();
}

std::optional<WalkEdit> WalkCanvas::changeable(const std::string& key, std::int64_t index) const {
    if (!walk_) return std::nullopt;
    using Kind = WalkPlace::Kind;
    const auto read = [&](Kind kind, std::int64_t at) -> std::optional<WalkEdit> {
        const WalkQuantity* quantity = walk_->find(key);
        if (quantity == nullptr || at >= static_cast<std::int64_t>(quantity->values.size())) return std::nullopt;
        return WalkEdit{{kind, {}, walk_->layer, kind == Kind::Input ? 0 : walk_->direction, walk_->step, at},
                        quantity->values[static_cast<std::size_t>(at)]};
    };
    if (key == "x") return read(Kind::Input, index < 0 ? 0 : index);
    if (key == "h0") return read(Kind::Hidden, index < 0 ? walk_->output : index);
    if (key == "c0") return read(Kind::Cell, index < 0 ? walk_->unit : index);
    const WalkSum* sum = walk_->sum(key);
    if (sum == nullptr) return std::nullopt;
    const auto bias = std::ranges::find_if(sum->terms, [](const WalkTerm& term) {
        return term.from == WalkTerm::From::InputBias || term.from == WalkTerm::From::HiddenBias;
    });
    if (bias == sum->terms.end()) return std::nullopt;
    return WalkEdit{bias->weight, bias->weightValue};
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
    for (const Cell& cell : feet(*box))
        if (cell.rect.contains(help->pos())) {
            const auto& values = walk_->find(box->key)->values;
            text += QLatin1Char('\n') + (box->key == "x" ? tr("column %1: %2") : tr("unit %1: %2"))
                                            .arg(cell.index + 1)
                                            .arg(formatNumber(values[static_cast<std::size_t>(cell.index)], 4));
        }
    text += QLatin1Char('\n') + (!changeable(box->key)  ? resultText(*box)
                                 : walk_->sum(box->key) ? tr("Drag up or down to change the bias")
                                                        : tr("Drag up or down to change it"));
    QToolTip::showText(help->globalPos(), text, this);
    return true;
}

void WalkCanvas::mousePressEvent(QMouseEvent* event) {
    const WalkDrawing::Box* box = boxAt(event->position());
    if (event->button() != Qt::LeftButton || box == nullptr) return QWidget::mousePressEvent(event);
    std::int64_t index = -1;
    for (const Cell& cell : feet(*box))
        if (cell.rect.contains(event->position())) index = cell.index;
    setChosen(box->key);
    chosenIndex_ = box->key == "x" || box->key == "h0" || box->key == "c0" ? index : -1;
    dragged_ = changeable(chosen_, chosenIndex_);
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
        Q_EMIT changed(dragged_->place, dragged_->value + scale * moved);
        return;
    }
    if (pressedOn_ && (event->buttons() & Qt::LeftButton)) {
        if (std::abs(dragFrom_.y() - event->position().y()) >= kDrag)
            QToolTip::showText(event->globalPosition().toPoint(), *pressedOn_, this);
        return;
    }
    const std::string key = box ? box->key : std::string();
    setCursor(box && changeable(key) ? Qt::SizeVerCursor : Qt::ArrowCursor);
    if (key == hovered_) return;
    hovered_ = key;
    if (!key.empty())
        Q_EMIT chosenChanged(fromUtf8(key));
    else
        Q_EMIT chosenChanged(fromUtf8(chosen_));
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
    if (hovered_.empty()) return;
    hovered_.clear();
    Q_EMIT chosenChanged(fromUtf8(chosen_));
    update();
}

/// A line over the box takes a number.
void WalkCanvas::typeNumber(const QString& first) {
    const auto edit = changeable(chosen_, chosenIndex_);
    const auto* box = drawing_.find(chosen_);
    if (!edit || box == nullptr) return;
    auto* line = new QLineEdit(this);
    line->setAttribute(Qt::WA_DeleteOnClose);
    line->setAccessibleName(tr("New value of %1").arg(fromUtf8(node(chosen_)->symbol)));
    line->setGeometry(box->rect.toRect().adjusted(2, 2, -2, 0));
    line->setFixedHeight(scaled(26));
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
        if (ok && std::isfinite(value)) Q_EMIT changed(place, value);
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
    const auto* from = drawing_.find(chosen_);
    if (from == nullptr) return;
    const WalkDrawing::Box* best = nullptr;
    double least = INFINITY;
    for (const WalkDrawing::Box& box : drawing_.boxes) {
        if (box.isPort || box.key == chosen_) continue;
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
    if (!walk_) return QWidget::keyPressEvent(event);
    const auto edit = changeable(chosen_, chosenIndex_);
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
        return Q_EMIT changed(edit->place, edit->value + by);
    if (event->key() == Qt::Key_Minus || event->key() == Qt::Key_Underscore)
        return Q_EMIT changed(edit->place, edit->value - by);
    if (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace) return Q_EMIT putBack(edit->place);
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_F2)
        return typeNumber({});
    if (event->text().size() == 1 && event->text().front().isDigit()) return typeNumber(event->text());
    QWidget::keyPressEvent(event);
}

}  // namespace gatelab
