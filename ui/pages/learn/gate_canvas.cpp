// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/gate_canvas.h"

#include "common/texts.h"

#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>

namespace gatelab {

QuantityWords quantityWords(const std::string& key, const std::string& cell) {
    const auto say = [](const char* text) { return QCoreApplication::translate("GateCanvas", text); };
    const bool isGru = cell == "gru";
    struct Entry {
        const char *key, *name, *formula, *meaning;
    };
    static constexpr Entry kLstm[] = {
        {"i", QT_TRANSLATE_NOOP("GateCanvas", "Input gate"), "i = σ(W x + U h + b)",
         QT_TRANSLATE_NOOP("GateCanvas", "of the candidate let in")},
        {"f", QT_TRANSLATE_NOOP("GateCanvas", "Forget gate"), "f = σ(W x + U h + b)",
         QT_TRANSLATE_NOOP("GateCanvas", "of the old cell kept")},
        {"g", QT_TRANSLATE_NOOP("GateCanvas", "Candidate"), "g = tanh(W x + U h + b)",
         QT_TRANSLATE_NOOP("GateCanvas", "proposed")},
        {"o", QT_TRANSLATE_NOOP("GateCanvas", "Output gate"), "o = σ(W x + U h + b)",
         QT_TRANSLATE_NOOP("GateCanvas", "of the cell shown")},
        {"c", QT_TRANSLATE_NOOP("GateCanvas", "Cell state"), "c = f c₋₁ + i g", ""},
        {"h", QT_TRANSLATE_NOOP("GateCanvas", "Hidden state"), "h = o tanh(c)", ""},
    };
    static constexpr Entry kGru[] = {
        {"r", QT_TRANSLATE_NOOP("GateCanvas", "Reset gate"), "r = σ(W x + U h + b)",
         QT_TRANSLATE_NOOP("GateCanvas", "of the old state used for the candidate")},
        {"z", QT_TRANSLATE_NOOP("GateCanvas", "Update gate"), "z = σ(W x + U h + b)",
         QT_TRANSLATE_NOOP("GateCanvas", "of the old state kept")},
        {"n", QT_TRANSLATE_NOOP("GateCanvas", "Candidate"), "n = tanh(W x + r (U h + b))",
         QT_TRANSLATE_NOOP("GateCanvas", "proposed")},
        {"h", QT_TRANSLATE_NOOP("GateCanvas", "Hidden state"), "h = (1 − z) n + z h₋₁", ""},
    };
    if (cell == "rnn-tanh" || cell == "rnn-relu")
        return {say(QT_TRANSLATE_NOOP("GateCanvas", "State")),
                cell == "rnn-tanh" ? QStringLiteral("h = tanh(W x + U h₋₁ + b)")
                                   : QStringLiteral("h = max(0, W x + U h₋₁ + b)"),
                {}};
    const auto find = [&](const auto& entries) -> QuantityWords {
        for (const Entry& entry : entries)
            if (key == entry.key)
                return {say(entry.name), fromUtf8(entry.formula), *entry.meaning ? say(entry.meaning) : QString()};
        return {};
    };
    return isGru ? find(kGru) : find(kLstm);
}

GateCanvas::GateCanvas(Theme& theme, QWidget* parent) : QWidget(parent), theme_(&theme) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Gates over time"));
    setToolTip(
        tr("Left and Right move the cursor, Up and Down choose a unit, Shift marks a range of steps.\nA click chooses "
           "a unit, with Ctrl one more; dragging marks a range. A double click, or Enter, walks through the step."));
    connect(&theme, &Theme::changed, this, &GateCanvas::changed);
}

int GateCanvas::scaled(int px) const { return qRound(px * zoom_ * theme_->textScale()); }
QFont GateCanvas::font(int px, int weight) const { return theme_->font(qRound(px * zoom_), weight); }

void GateCanvas::setZoom(double zoom) {
    if (zoom == zoom_) return;
    zoom_ = zoom;
    updateGeometry();
    changed();
}

const DirectionTracks* GateCanvas::tracks() const {
    if (!view_ || layer_ >= static_cast<int>(view_->layers.size())) return nullptr;
    const LayerTracks& layer = view_->layers[static_cast<std::size_t>(layer_)];
    return direction_ < static_cast<int>(layer.size()) ? &layer[static_cast<std::size_t>(direction_)] : nullptr;
}

/// All heat maps have the units in the order of one: the cell state where there is one, else the hidden state.
const GateTrack* GateCanvas::orderTrack() const {
    const DirectionTracks* all = tracks();
    if (all == nullptr) return nullptr;
    const auto found = std::ranges::find_if(*all, [](const GateTrack& track) { return track.key == "c"; });
    return found != all->end() ? &*found : &all->back();
}

std::int64_t GateCanvas::steps() const { return view_ ? view_->window.steps : 0; }

std::int64_t GateCanvas::shownSteps() const {
    if (!view_ || !run_ || view_->window.past.empty()) return std::max<std::int64_t>(1, steps());
    return steps() + std::min<std::int64_t>(run_->config.horizon, std::max<std::int64_t>(1, steps() / 2));
}

void GateCanvas::setView(std::shared_ptr<const GateView> view, std::shared_ptr<const InspectedRun> run) {
    const bool isOther = !view_ || !view || view_->window.steps != view->window.steps || run_ != run;
    view_ = std::move(view);
    run_ = std::move(run);
    if (isOther) cursor_ = markFirst_ = markLast_ = -1;
    sortAgain();
    updateGeometry();
    changed();
}

void GateCanvas::setPlace(int layer, int direction) {
    layer_ = layer;
    direction_ = direction;
    sortAgain();
    changed();
}

void GateCanvas::setSort(UnitSort sort, int column) {
    sort_ = sort;
    sortColumn_ = column;
    sortAgain();
    changed();
}

void GateCanvas::setPalette(HeatPalette palette) {
    palette_ = palette;
    changed();
}

void GateCanvas::setLines(bool on) {
    lines_ = on;
    if (on && chosen_.empty() && !order_.empty())
        chosen_.assign(order_.begin(), order_.begin() + std::min<std::ptrdiff_t>(3, std::ssize(order_)));
    changed();
}

void GateCanvas::setColumn(int column) {
    column_ = column;
    changed();
}

void GateCanvas::setCursorStep(int step) {
    if (step == cursor_) return;
    cursor_ = step;
    update();
}

void GateCanvas::setChosenUnits(std::vector<int> units) {
    chosen_ = std::move(units);
    if (!chosen_.empty()) unit_ = chosen_.front();
    changed();
}

void GateCanvas::setMarked(int first, int last) {
    markFirst_ = first;
    markLast_ = last;
    update();
}

void GateCanvas::sortAgain() {
    order_.clear();
    const GateTrack* track = orderTrack();
    if (track == nullptr) return;
    std::vector<double> column;
    if (sort_ == UnitSort::WithInput && sortColumn_ >= 0 && sortColumn_ < view_->window.columns)
        for (std::int64_t t = 0; t < steps(); ++t)
            column.push_back(view_->window.input[static_cast<std::size_t>(t * view_->window.columns + sortColumn_)]);
    order_ = unitOrder(*track, sort_, column);
    unit_ = std::clamp(unit_, 0, std::max(0, static_cast<int>(track->units) - 1));
    std::erase_if(chosen_, [&](int unit) { return unit >= track->units; });
}

void GateCanvas::changed() {
    isOld_ = true;
    update();
}

QString GateCanvas::reading() const {
    const DirectionTracks* all = tracks();
    if (all == nullptr || cursor_ < 0) return {};
    QStringList lines{tr("Step %1, unit %2").arg(cursor_ + 1).arg(unit_ + 1)};
    for (const GateTrack& track : *all)
        if (cursor_ < steps() && unit_ < track.units)
            lines << tr("%1 %2").arg(quantityWords(track.key, run_->config.cell).name,
                                     formatNumber(static_cast<double>(track.at(cursor_, unit_)), 3));
    return lines.join(QLatin1Char('\n'));
}

QSize GateCanvas::sizeHint() const { return {scaled(760), scaled(560)}; }

QSize GateCanvas::minimumSizeHint() const {
    const DirectionTracks* all = tracks();
    const int count = all ? static_cast<int>(all->size()) : 1;
    return {scaled(420), scaled(150 + 52 * count)};
}

int GateCanvas::stepAt(double x) const {
    const double left = xOf(0), right = xOf(static_cast<double>(shownSteps()));
    if (!view_ || x < left || x >= right) return -1;
    return static_cast<int>((x - left) / (right - left) * static_cast<double>(shownSteps()));
}

void GateCanvas::mouseMoveEvent(QMouseEvent* event) {
    const int step = stepAt(event->position().x());
    if (marking_ && step >= 0) {
        markLast_ = std::min<int>(step, static_cast<int>(steps()) - 1);
        update();
    }
    for (const Row& row : rows())
        if (row.kind == Row::Kind::Track && !lines_ && row.plot.contains(event->position()) && !order_.empty() &&
            !(event->buttons() & Qt::LeftButton)) {
            const auto place = static_cast<std::size_t>((event->position().y() - row.plot.top()) / row.plot.height() *
                                                        static_cast<double>(order_.size()));
            unit_ = order_[std::min(place, order_.size() - 1)];
            update();
        }
    if (step == cursor_) return;
    setCursorStep(step);
    Q_EMIT cursorMoved(step);
}

void GateCanvas::mousePressEvent(QMouseEvent* event) {
    const int step = stepAt(event->position().x());
    if (event->button() != Qt::LeftButton || step < 0 || step >= steps()) return QWidget::mousePressEvent(event);
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
        if (std::erase(chosen_, unit_) == 0) chosen_.push_back(unit_);
    } else {
        chosen_ = {unit_};
    }
    changed();
    Q_EMIT rangeMarked(-1, -1);
    Q_EMIT unitsChosen();
}

void GateCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    const int step = stepAt(event->position().x());
    if (event->button() == Qt::LeftButton && step >= 0 && step < steps()) Q_EMIT walkAsked(step, unit_);
}

void GateCanvas::contextMenuEvent(QContextMenuEvent* event) {
    const int step = event->reason() == QContextMenuEvent::Keyboard ? cursor_ : stepAt(event->pos().x());
    if (step < 0 || step >= steps()) return QWidget::contextMenuEvent(event);
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
    const int last = static_cast<int>(shownSteps()) - 1;
    if (!view_ || order_.empty()) return QWidget::keyPressEvent(event);
    const auto move = [&](int step) {
        const int before = cursor_ < 0 ? static_cast<int>(steps()) - 1 : cursor_;
        const int next = std::clamp(step, 0, last);
        if (event->modifiers() & Qt::ShiftModifier) {
            if (markFirst_ < 0) markFirst_ = std::min<int>(before, static_cast<int>(steps()) - 1);
            markLast_ = std::min<int>(next, static_cast<int>(steps()) - 1);
            Q_EMIT rangeMarked(std::min(markFirst_, markLast_), std::max(markFirst_, markLast_));
        }
        setCursorStep(next);
        Q_EMIT cursorMoved(next);
    };
    const auto place = std::ranges::find(order_, unit_) - order_.begin();
    const auto choose = [&](std::ptrdiff_t next) {
        unit_ = order_[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(next, 0, std::ssize(order_) - 1))];
        chosen_ = {unit_};
        changed();
        Q_EMIT unitsChosen();
    };
    const int here = cursor_ < 0 ? static_cast<int>(steps()) : cursor_;
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
            if (cursor_ >= 0 && cursor_ < steps()) Q_EMIT walkAsked(cursor_, unit_);
            break;
        default:
            return QWidget::keyPressEvent(event);
    }
    setAccessibleDescription(reading());
}

void GateCanvas::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    isOld_ = true;
}

}  // namespace gatelab
