// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/series/series_plot.h"

#include "common/list_text.h"
#include "widgets/pointer_keys.h"

#include <QCheckBox>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace gatelab {
namespace {

constexpr double kLabels = 132, kWideLabels = 172, kWideFrom = 900, kAxis = 24, kRight = 12;
constexpr int kMinRow = 56, kRowsAsked = 4, kNarrowest = 360;  // of a plot beside which distributions have room

}  // namespace

SeriesPlot::SeriesPlot(Theme& theme, SeriesView& view, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      view_(view),
      painter_(theme, view),
      scroll_(new QScrollBar(this)),
      emptyText_(tr("No series yet")),
      ring_(new FocusRing(this)) {
    scroll_->hide();
    scroll_->setAccessibleName(tr("More columns"));
    connect(scroll_, &QScrollBar::valueChanged, this, &SeriesPlot::showRows);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Series"));
    new PointerKeys(this, {Qt::Key_F});
    connect(&theme, &Theme::changed, this, &SeriesPlot::showRows);
    connect(&view, &SeriesView::seriesChanged, this, &SeriesPlot::reset);
    connect(&view, &SeriesView::worked, this, qOverload<>(&QWidget::update));
    connect(&view, &SeriesView::rangeChanged, this, qOverload<>(&QWidget::update));
    connect(&view, &SeriesView::splitMoved, this, qOverload<>(&QWidget::update));
    reset();
}

void SeriesPlot::reset() {
    painter_.marks.clear(), painter_.uses.clear();
    painter_.current = painter_.border = -1;
    chosen_.resize(view_.series() ? view_.series()->channels.size() : 0);
    std::iota(chosen_.begin(), chosen_.end(), std::size_t(0));
    describe();
    updateGeometry();
    showRows();
}

/// What screen readers say: of the channel that keys act on, else of the whole.
void SeriesPlot::describe() {
    const QString keys =
        tr("Up and Down choose a column, T forecasts it; Home and End choose a border of the split, "
           "Left and Right move it by a day.");
    if (painter_.current < 0) {
        QStringList names;
        for (const std::size_t channel : chosen_)
            names << QString::fromStdString(view_.series()->channels[channel].name);
        return setAccessibleDescription(tr("%1 rows; %2").arg(formatCount(view_.rows()), listText(names)) +
                                        QLatin1Char('\n') + keys);
    }
    const ChannelUse use = useOf(painter_.current);
    QStringList words{
        QString::fromStdString(view_.series()->channels[static_cast<std::size_t>(painter_.current)].name)};
    if (use.isTarget) words << tr("target");
    if (use.isInput) words << tr("input");
    setAccessibleDescription(listText(words) + QLatin1Char('\n') + keys);
}

void SeriesPlot::setChannels(std::vector<std::size_t> channels) {
    const std::size_t count = view_.series() ? view_.series()->channels.size() : 0;
    std::erase_if(channels, [count](std::size_t channel) { return channel >= count; });
    if (channels == chosen_) return;
    chosen_ = std::move(channels);
    describe();
    updateGeometry();
    showRows();
}

void SeriesPlot::showRows() {
    const int all = static_cast<int>(chosen_.size()),
              fit = std::max(1, static_cast<int>(plotArea().height() / (kMinRow * theme_.textScale())));
    {
        const QSignalBlocker quiet(scroll_);
        scroll_->setPageStep(fit);
        scroll_->setRange(0, std::max(0, all - fit));
    }
    scroll_->setVisible(all > fit);
    scroll_->setGeometry(width() - scroll_->sizeHint().width(), static_cast<int>(SeriesPainter::kStrip),
                         scroll_->sizeHint().width(), static_cast<int>(plotArea().height()));
    const auto first = chosen_.begin() + scroll_->value();
    painter_.channels.assign(first, first + std::min(fit, all));
    painter_.showsDistributions =
        width() - labelsWidth() - painter_.ticksWidth() - painter_.distributionWidth() > kNarrowest;
    painter_.plot = plotArea(), painter_.width = width();
    placeBoxes();
    view_.want(painter_.channels);
    update();
}

/// A tick for each row in sight.
void SeriesPlot::placeBoxes() {
    while (boxes_.size() < painter_.channels.size()) {
        auto* box = new QCheckBox(tr("input"), this);
        box->setFont(theme_.font(12));
        connect(box, &QCheckBox::clicked, this, [this, row = boxes_.size()](bool on) {
            if (row < painter_.channels.size()) Q_EMIT inputAsked(static_cast<int>(painter_.channels[row]), on);
        });
        setTabOrder(boxes_.empty() ? static_cast<QWidget*>(this) : boxes_.back(), box);
        boxes_.push_back(box);
    }
    if (!boxes_.empty()) painter_.box = boxes_.front()->sizeHint();
    for (std::size_t row = 0; row < boxes_.size(); ++row) {
        QCheckBox* box = boxes_[row];
        const bool isUsed = row < painter_.channels.size() && painter_.channels[row] < painter_.uses.size();
        box->setVisible(isUsed);
        if (!isUsed) continue;
        const std::size_t channel = painter_.channels[row];
        box->setAccessibleName(tr("input: %1").arg(QString::fromStdString(view_.series()->channels[channel].name)));
        box->setChecked(painter_.uses[channel].isInput);
        box->setGeometry(painter_.boxArea(row).toRect());
    }
}

void SeriesPlot::resizeEvent(QResizeEvent*) { showRows(); }
void SeriesPlot::setMarks(std::vector<SeriesMark> marks) { painter_.marks = std::move(marks), update(); }
void SeriesPlot::setEmptyText(const QString& text) { emptyText_ = text, update(); }

void SeriesPlot::setUses(std::vector<ChannelUse> uses) {
    painter_.uses = std::move(uses);
    placeBoxes();
    describe();
    update();
}

ChannelUse SeriesPlot::useOf(int channel) const {
    const auto at = static_cast<std::size_t>(channel);
    return channel >= 0 && at < painter_.uses.size() ? painter_.uses[at] : ChannelUse{};
}

void SeriesPlot::showChannel(std::size_t channel) {
    const auto place = std::ranges::find(chosen_, channel);
    if (place == chosen_.end()) return;
    const int row = static_cast<int>(place - chosen_.begin());
    if (row < scroll_->value() || row >= scroll_->value() + scroll_->pageStep())
        scroll_->setValue(row - scroll_->pageStep() / 2);
    setCurrent(static_cast<int>(channel));
}

void SeriesPlot::setCurrent(int channel) {
    painter_.current = channel;
    describe();
    update();
}

void SeriesPlot::moveCurrent(int by) {
    if (chosen_.empty()) return;
    const auto place = std::ranges::find(chosen_, static_cast<std::size_t>(painter_.current));
    const auto last = static_cast<std::ptrdiff_t>(chosen_.size()) - 1;
    const std::ptrdiff_t at =
        place == chosen_.end() ? scroll_->value() : std::clamp<std::ptrdiff_t>(place - chosen_.begin() + by, 0, last);
    showChannel(chosen_[static_cast<std::size_t>(at)]);
}

void SeriesPlot::moveBorder(int by, bool isRow) {
    const Split& split = view_.split();
    view_.moveBorder(painter_.border, (painter_.border == 0 ? split.train.end : split.validation.end) +
                                          by * (isRow ? 1 : view_.rowsOfDay()));
    view_.dropBorder();
}

int SeriesPlot::channelAt(double y) const {
    for (std::size_t row = 0; row < painter_.channels.size(); ++row)
        if (const QRectF area = painter_.rowArea(row); y >= area.top() && y < area.bottom())
            return static_cast<int>(painter_.channels[row]);
    return -1;
}

QSize SeriesPlot::minimumSizeHint() const {
    return {420, static_cast<int>(SeriesPainter::kStrip +
                                  theme_.textScale() *
                                      (kAxis + kMinRow * std::clamp(static_cast<int>(chosen_.size()), 1, kRowsAsked)))};
}

/// Wider where the plot has room enough: names are seen longer.
double SeriesPlot::labelsWidth() const {
    const double scale = theme_.textScale();
    return (width() > kWideFrom * scale ? kWideLabels : kLabels) * scale;
}

QRectF SeriesPlot::plotArea() const {
    const double left = labelsWidth() + painter_.ticksWidth(),
                 right = (painter_.showsDistributions ? 10 + painter_.distributionWidth() : kRight) +
                         (scroll_->isHidden() ? 0 : scroll_->sizeHint().width());
    return {left, SeriesPainter::kStrip, std::max(1.0, width() - left - right),
            std::max(1.0, height() - SeriesPainter::kStrip - kAxis * theme_.textScale())};
}

bool SeriesPlot::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int channel = channelAt(help->pos().y());
    const ChannelUse use = useOf(channel);
    // Names that have no room, and what a price is of.
    QString text;
    if (channel >= 0 && help->pos().x() < painter_.plot.left()) {
        text = QString::fromStdString(view_.series()->channels[static_cast<std::size_t>(channel)].name);
        if (!use.isTarget && !use.isInput && std::isfinite(use.price))
            text += QLatin1Char('\n') +
                    tr("The price is the error of a linear forecast with it beside the target, on training rows.");
    }
    QToolTip::showText(help->globalPos(), text, this);
    return true;
}

void SeriesPlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Palette& p = theme_.palette();
    if (view_.rows() < 1 || painter_.channels.empty()) {
        painter.setPen(p.muted);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, emptyText_);
        return;
    }
    painter_.paint(painter);
    if (!ring_->visible()) return;
    painter.setPen(QPen(p.accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

void SeriesPlot::mousePressEvent(QMouseEvent* event) {
    last_ = event->position();
    const bool left = event->button() == Qt::LeftButton;
    painter_.dragged =
        left && !event->modifiers().testFlag(Qt::ShiftModifier) ? painter_.borderAt(event->position()) : -1;
    painter_.panning =
        painter_.dragged < 0 && painter_.plot.contains(event->position()) &&
        (event->button() == Qt::MiddleButton || (left && event->modifiers().testFlag(Qt::ShiftModifier)));
    if (painter_.panning) setCursor(Qt::ClosedHandCursor);
    if (!left) return;
    painter_.border = painter_.dragged;
    if (painter_.dragged < 0 && event->position().x() < painter_.plot.left())
        setCurrent(channelAt(event->position().y()));
    update();
}

void SeriesPlot::mouseMoveEvent(QMouseEvent* event) {
    if (painter_.dragged >= 0)
        view_.moveBorder(painter_.dragged, view_.rowAt(painter_.value(event->position().x())));
    else if (painter_.panning)
        view_.pan(painter_.value(last_.x()) - painter_.value(event->position().x()));
    else
        setCursor(painter_.borderAt(event->position()) >= 0 ? Qt::SplitHCursor : Qt::ArrowCursor);
    last_ = painter_.cursor = event->position();
    update();
}

void SeriesPlot::mouseReleaseEvent(QMouseEvent*) {
    if (painter_.dragged >= 0) view_.dropBorder();
    painter_.dragged = -1;
    painter_.panning = false;
    unsetCursor();
}

void SeriesPlot::mouseDoubleClickEvent(QMouseEvent*) { view_.showAll(); }

void SeriesPlot::wheelEvent(QWheelEvent* event) {
    const QPoint delta = event->angleDelta();
    const double span = view_.high() - view_.low();
    if (view_.rows() >= 2 && event->modifiers().testFlag(Qt::ControlModifier))
        view_.zoom(std::clamp(painter_.value(event->position().x()), view_.low(), view_.high()),
                   std::pow(0.8, delta.y() / 120.0));
    else if (view_.rows() >= 2 && (event->modifiers().testFlag(Qt::ShiftModifier) || delta.y() == 0))
        view_.pan(-(delta.x() + delta.y()) / 120.0 * span * 0.1);
    else if (!scroll_->isHidden())
        scroll_->setValue(scroll_->value() + (delta.y() > 0 ? -1 : 1));
    else
        return event->ignore();  // the page scrolls
    event->accept();
}

void SeriesPlot::leaveEvent(QEvent*) {
    painter_.cursor = {-1, -1};
    update();
}

void SeriesPlot::keyPressEvent(QKeyEvent* event) {
    const double span = view_.high() - view_.low(), middle = (view_.high() + view_.low()) / 2;
    // A letter that the tick of a row does not use is about that row.
    for (std::size_t row = 0; row < painter_.channels.size() && row < boxes_.size(); ++row)
        if (boxes_[row]->hasFocus()) painter_.current = static_cast<int>(painter_.channels[row]);
    const bool isShift = event->modifiers().testFlag(Qt::ShiftModifier);
    switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Right: {
            const int by = event->key() == Qt::Key_Left ? -1 : 1;
            return painter_.border >= 0 ? moveBorder(by, isShift) : view_.pan(by * span * 0.1);
        }
        case Qt::Key_Up:
        case Qt::Key_Down:
            return moveCurrent(event->key() == Qt::Key_Up ? -1 : 1);
        case Qt::Key_PageUp:
        case Qt::Key_PageDown:
            return moveCurrent((event->key() == Qt::Key_PageUp ? -1 : 1) * scroll_->pageStep());
        case Qt::Key_Home:
        case Qt::Key_End:
            painter_.border = event->key() == Qt::Key_Home || view_.split().test.end <= 0 ? 0 : 1;
            if (view_.split().validation.end <= 0) painter_.border = -1;
            return update();
        case Qt::Key_T:
            if (painter_.current < 0 || event->modifiers() & ~Qt::ShiftModifier) break;
            Q_EMIT targetAsked(painter_.current, isShift);
            return;
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            return view_.zoom(middle, 0.8);
        case Qt::Key_Minus:
            return view_.zoom(middle, 1.25);
        case Qt::Key_F:
            return view_.showAll();
        default:
            break;
    }
    QWidget::keyPressEvent(event);
}

void SeriesPlot::contextMenuEvent(QContextMenuEvent* event) {
    const bool isKey = event->reason() == QContextMenuEvent::Keyboard;
    const int channel = isKey ? painter_.current : channelAt(event->pos().y());
    if (view_.rows() < 1) return;
    if (channel >= 0) setCurrent(channel);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillMenu(*menu, channel);
    menu->popup(isKey ? mapToGlobal(rect().center()) : event->globalPos());
}

void SeriesPlot::fillMenu(QMenu& menu, int channel) {
    const ChannelUse use = useOf(channel);
    if (channel >= 0 && static_cast<std::size_t>(channel) < painter_.uses.size()) {
        const auto targets = std::ranges::count_if(painter_.uses, [](const ChannelUse& one) { return one.isTarget; });
        const auto inputs = std::ranges::count_if(painter_.uses, [](const ChannelUse& one) { return one.isInput; });
        menu.addAction(tr("Forecast this column"), QKeySequence(Qt::Key_T), this,
                       [this, channel] { Q_EMIT targetAsked(channel, false); })
            ->setEnabled(!use.isTarget || targets > 1);
        QAction* besides = menu.addAction(tr("Forecast it with the others"), QKeySequence(Qt::SHIFT | Qt::Key_T), this,
                                          [this, channel] { Q_EMIT targetAsked(channel, true); });
        besides->setCheckable(true);
        besides->setChecked(use.isTarget);
        besides->setEnabled(!use.isTarget || targets > 1);
        QAction* input = menu.addAction(tr("Use as an input"), this,
                                        [this, channel, on = !use.isInput] { Q_EMIT inputAsked(channel, on); });
        input->setCheckable(true);
        input->setChecked(use.isInput);
        input->setEnabled(!use.isInput || inputs > 1);
        menu.addSeparator();
    }
    menu.addAction(theme_.icon(QStringLiteral("fit")), tr("Show everything"), QKeySequence(Qt::Key_F), &view_,
                   &SeriesView::showAll);
}

}  // namespace gatelab
