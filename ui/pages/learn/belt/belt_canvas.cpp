// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/belt/belt_canvas.h"

#include "pages/learn/belt/belt_charts.h"
#include "pages/learn/belt/belt_painter.h"

#include <QFile>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QStyle>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr int kFrameMs = 33;
constexpr double kTravel = 48;  // px from 0 to 1 where the belt is thin
constexpr std::array kOrder = {BeltValve::Forget, BeltValve::Input, BeltValve::Candidate, BeltValve::Output};

}  // namespace

const BeltFile& shippedBelt() {
    static const BeltFile kFile = [] {
        QFile file(QStringLiteral(":/belt/sine-mix.safetensors"));
        const bool isOpen = file.open(QIODevice::ReadOnly);
        auto belt = readBeltFile(isOpen ? file.readAll().toStdString() : std::string());
        if (!belt.ok()) qFatal("the belt's network: %s", belt.error().message.c_str());
        return std::move(belt).value();
    }();
    return kFile;
}

BeltCanvas::BeltCanvas(Theme& theme, Size kind, QWidget* parent)
    : QWidget(parent), theme_(theme), kind_(kind), belt_(shippedBelt()) {
    seekMoment();
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    clock_.setTimerType(Qt::CoarseTimer);
    connect(&clock_, &QTimer::timeout, this, &BeltCanvas::tick);
    connect(&theme_, &Theme::changed, this, &BeltCanvas::changed);
    describe();
}

/// A day has a moment at which that memory is large.
void BeltCanvas::seekMoment() {
    belt_.choose(belt_.tellingUnit());
    for (int hour = 0; hour < 24 && belt_.before().cell[belt_.unit()] < 0.8; ++hour) belt_.step();
    changed();
}

bool BeltCanvas::isTouched() const {
    return dragged_ || std::ranges::any_of(kOrder, [this](BeltValve valve) { return belt_.isHeld(valve); });
}

void BeltCanvas::setBelt(const BeltFile& file) {
    dragged_.reset();
    belt_ = Belt(file);
    layout_ = BeltLayout(QSizeF(size()), theme_.textScale(), belt_.units(), kind_ == Size::Full);
    seekMoment();
}

void BeltCanvas::useNetwork(const BeltNetwork& network) {
    belt_.use(network);
    if (!isTouched() && !belt_.fits(belt_.unit())) belt_.choose(belt_.tellingUnit());
    changed();
}

std::function<void(QPainter&)> BeltCanvas::drawing(QSizeF size) const {
    return [theme = &theme_, belt = belt_,
            layout = BeltLayout(size, theme_.textScale(), belt_.units(), kind_ == Size::Full)](QPainter& painter) {
        BeltCharts charts(painter, *theme, belt, layout);
        charts.paintSeries();
        BeltPainter(painter, *theme, belt, layout).paintBelt(BeltValve::Forget, false);
        if (!layout.isFull) return;
        charts.paintLeft(10);
        charts.paintUnits();
    };
}

QSize BeltCanvas::sizeHint() const {
    return (QSizeF(kind_ == Size::Full ? QSizeF(1200, 640) : QSizeF(795, 436)) * theme_.textScale()).toSize();
}
QSize BeltCanvas::minimumSizeHint() const {
    return (QSizeF(kind_ == Size::Full ? QSizeF(640, 320) : QSizeF(480, 300)) * theme_.textScale()).toSize();
}

void BeltCanvas::setInvites(bool on) {
    invites_ = on;
    changed();
}

void BeltCanvas::setPlaying(bool on) {
    if (on == isPlaying_) return;
    isPlaying_ = on;
    run();
    Q_EMIT playingChanged(on);
}

void BeltCanvas::setPace(int milliseconds) {
    pace_ = milliseconds;
    run();
}

/// Only what moves and is seen has a clock.
void BeltCanvas::run() {
    if (!isPlaying_ || !isVisible()) return clock_.stop();
    const bool isStill = style()->styleHint(QStyle::SH_Widget_Animation_Duration) == 0;
    sinceStep_.start();
    clock_.start(isStill ? pace_ : kFrameMs);
}

void BeltCanvas::tick() {
    if (window()->isMinimized()) return;
    if (sinceStep_.elapsed() >= pace_ - kFrameMs / 2) {
        sinceStep_.start();
        return step();
    }
    QRegion region;
    for (const BeltStrip& strip : BeltPainter::strips(belt_, layout_)) {
        const double half = BeltPainter::kChevronArm + 2;
        region += (strip.isUpward ? strip.rect.adjusted(-half, 0, half, 0) : strip.rect.adjusted(0, -half, 0, half))
                      .toAlignedRect();
    }
    update(region);
}

void BeltCanvas::step() {
    belt_.step();
    changed();
}

void BeltCanvas::changed() {
    layer_ = {};
    describe();
    update();
}

/// For screen readers: the valve and its value, and what it comes to.
void BeltCanvas::describe() {
    static const char* const kNames[] = {QT_TR_NOOP("Input valve i"), QT_TR_NOOP("Forget valve f"),
                                         QT_TR_NOOP("Candidate g"), QT_TR_NOOP("Output valve o")};
    const BeltValve valve = active();
    const std::size_t unit = belt_.unit();
    setAccessibleName(tr("%1 of unit %2").arg(tr(kNames[static_cast<int>(valve)])).arg(unit + 1));
    const auto forecast = belt_.forecast(), own = belt_.ownForecast();
    setAccessibleDescription(tr("%1, its own %2; memory c %3, its own %4; next number %5, its own %6")
                                 .arg(BeltPainter::number(belt_.state().valve(valve, unit)),
                                      BeltPainter::number(belt_.own().valve(valve, unit)),
                                      BeltPainter::number(belt_.state().cell[unit]),
                                      BeltPainter::number(belt_.own().cell[unit]),
                                      BeltPainter::number(forecast.front()), BeltPainter::number(own.front())));
}

BeltValve BeltCanvas::active() const {
    if (dragged_) return valveOf(*dragged_).value_or(BeltValve::Forget);
    if (const auto valve = valveOf(hovered_)) return *valve;
    return byKeys_ ? valve_ : BeltValve::Forget;
}

QPoint BeltCanvas::handleOf(BeltValve valve) const { return layout_.plates(valve).center().toPoint(); }

void BeltCanvas::draw() {
    layer_ = QPixmap((QSizeF(size()) * devicePixelRatioF()).toSize());
    layer_.setDevicePixelRatio(devicePixelRatioF());
    layer_.fill(theme_.palette().surface);
    QPainter painter(&layer_);
    BeltCharts charts(painter, theme_, belt_, layout_);
    charts.paintSeries();
    BeltPainter belt(painter, theme_, belt_, layout_);
    belt.paintBelt(active(), byKeys_ && hasFocus());
    if (kind_ == Size::Full) {
        charts.paintLeft(pointedBar_);
        charts.paintUnits();
    }
    captionAt_ = {};
    const BeltPart part = dragged_                     ? *dragged_
                          : hovered_ != BeltPart::None ? hovered_
                          : byKeys_ && hasFocus()      ? partOf(valve_)
                          : invites_                   ? BeltPart::Forget
                                                       : BeltPart::None;
    const Caption words = caption(part);
    if (!words.bold.isEmpty() || !words.text.isEmpty())
        captionAt_ = belt.paintCaption(layout_.anchor(part), part, words.bold, words.text);
}

void BeltCanvas::paintEvent(QPaintEvent* event) {
    if (layer_.isNull()) draw();
    QPainter painter(this);
    painter.setClipRegion(event->region());
    const double ratio = layer_.devicePixelRatio();
    for (const QRect& area : event->region())
        painter.drawPixmap(area, layer_, QRectF(QPointF(area.topLeft()) * ratio, QSizeF(area.size()) * ratio).toRect());
    painter.setRenderHint(QPainter::Antialiasing);
    QRegion free = event->region();
    if (!captionAt_.isEmpty()) free -= captionAt_.toAlignedRect();
    for (const BeltValve valve : {BeltValve::Forget, BeltValve::Input, BeltValve::Output})
        free -= layout_.plates(valve).toAlignedRect();
    const int ring = 20;
    free -= QRect(qRound(layout_.plus) - ring, qRound(layout_.belt) - ring, 2 * ring, 2 * ring);
    free -= layout_.head.toAlignedRect();
    free -= layout_.tanh.toAlignedRect();
    painter.setClipRegion(free);
    const double phase = clock_.isActive() ? std::min(1.0, static_cast<double>(sinceStep_.elapsed()) / pace_) : 0;
    BeltPainter::paintChevrons(painter, theme_.palette().onfill, BeltPainter::strips(belt_, layout_), layout_.thickness,
                               phase);
}

void BeltCanvas::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layout_ = BeltLayout(QSizeF(size()), theme_.textScale(), belt_.units(), kind_ == Size::Full);
    changed();
}

void BeltCanvas::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    run();
}

void BeltCanvas::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    clock_.stop();
}

std::size_t BeltCanvas::barAt(double x) const {
    const double place = (x - layout_.bars.left()) / layout_.bars.width() * BeltLayout::kBars;
    return static_cast<std::size_t>(std::clamp(std::floor(place), 0.0, BeltLayout::kBars - 1.0)) + 1;
}

void BeltCanvas::dragLeft(QPointF at) {
    belt_.holdLeft(pointedBar_, (layout_.bars.bottom() - at.y()) / layout_.bars.height());
    Q_EMIT touched();
    changed();
}

void BeltCanvas::hold(BeltValve valve, double value) {
    belt_.hold(valve, value);
    Q_EMIT touched();
    changed();
}

void BeltCanvas::hover(BeltPart part, QPointF at) {
    const std::size_t bar = part == BeltPart::Left ? barAt(at.x()) : pointedBar_;
    if (part == hovered_ && bar == pointedBar_) return;
    hovered_ = part;
    pointedBar_ = bar;
    setCursor(valveOf(part) || part == BeltPart::Left ? Qt::SizeVerCursor
              : part == BeltPart::Units               ? Qt::PointingHandCursor
                                                      : Qt::ArrowCursor);
    changed();
}

void BeltCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
    byKeys_ = false;
    const BeltPart part = layout_.partAt(event->position());
    hover(part, event->position());
    if (part == BeltPart::Units) {
        for (std::size_t unit = 0; unit < belt_.units(); ++unit)
            if (layout_.tile(unit).contains(event->position())) belt_.choose(unit);
        return changed();
    }
    if (part == BeltPart::Left) {
        dragged_ = part;
        return dragLeft(event->position());
    }
    const auto valve = valveOf(part);
    if (!valve) return;
    dragged_ = part;
    valve_ = *valve;
    dragFrom_ = event->position();
    dragValue_ = belt_.state().valve(*valve, belt_.unit());
    hold(*valve, dragValue_);
}

void BeltCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!dragged_) return hover(layout_.partAt(event->position()), event->position());
    if (*dragged_ == BeltPart::Left) return dragLeft(event->position());
    const BeltValve valve = *valveOf(*dragged_);
    // On a belt as thick as 1 the handle stays under the pointer.
    const double across = valve == BeltValve::Forget ? std::abs(belt_.before().cell[belt_.unit()]) : 1;
    const double travel = std::max(kTravel * theme_.textScale(), across * layout_.thickness / 2);
    hold(valve, dragValue_ + (dragFrom_.y() - event->position().y()) / travel);
}

void BeltCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (!dragged_) return QWidget::mouseReleaseEvent(event);
    const BeltValve valve = valveOf(*dragged_).value_or(BeltValve::Forget);
    dragged_.reset();
    if (event->modifiers() & Qt::ShiftModifier)
        belt_.pin(valve, true);
    else
        belt_.letGo(valve);
    changed();
}

void BeltCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const auto valve = valveOf(layout_.partAt(event->position()))) belt_.pin(*valve, !belt_.isPinned(*valve));
    changed();
}

void BeltCanvas::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    if (!dragged_) hover(BeltPart::None, {});
}

void BeltCanvas::keyPressEvent(QKeyEvent* event) {
    const double value = belt_.state().valve(valve_, belt_.unit());
    const auto by = [&](double change) {
        byKeys_ = true;
        hold(valve_, std::round((value + change) * 100) / 100);
    };
    switch (event->key()) {
        case Qt::Key_Up:
        case Qt::Key_Right:
            return by(0.01);
        case Qt::Key_Down:
        case Qt::Key_Left:
            return by(-0.01);
        case Qt::Key_PageUp:
            return by(0.1);
        case Qt::Key_PageDown:
            return by(-0.1);
        case Qt::Key_Home:
            return by(-2);
        case Qt::Key_End:
            return by(2);
        case Qt::Key_P:
            belt_.pin(valve_, !belt_.isPinned(valve_));
            return changed();
        case Qt::Key_Space:
            return setPlaying(!isPlaying_);
        case Qt::Key_Escape:
            if (!belt_.isHeld(valve_)) break;
            belt_.pin(valve_, false);
            return changed();
        default:
            break;
    }
    const auto unit = static_cast<std::size_t>(event->key() - Qt::Key_1);
    if (event->key() >= Qt::Key_1 && event->key() <= Qt::Key_9 && unit < belt_.units()) {
        belt_.choose(unit);
        return changed();
    }
    QWidget::keyPressEvent(event);
}

void BeltCanvas::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    byKeys_ = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    if (event->reason() == Qt::TabFocusReason) valve_ = kOrder.front();
    if (event->reason() == Qt::BacktabFocusReason) valve_ = kOrder.back();
    changed();
}

void BeltCanvas::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    belt_.letGo(valve_);
    byKeys_ = false;
    changed();
}

bool BeltCanvas::focusNextPrevChild(bool next) {
    const auto at = std::ranges::find(kOrder, valve_) - kOrder.begin() + (next ? 1 : -1);
    if (!hasFocus() || at < 0 || at >= static_cast<std::ptrdiff_t>(kOrder.size()))
        return QWidget::focusNextPrevChild(next);
    belt_.letGo(valve_);
    valve_ = kOrder[static_cast<std::size_t>(at)];
    byKeys_ = true;
    changed();
    return true;
}

QString BeltCanvas::captionOf(BeltPart part) const {
    const Caption words = caption(part);
    return words.bold.isEmpty() || words.text.isEmpty() ? words.bold + words.text
                                                        : words.bold + QLatin1Char(' ') + words.text;
}

BeltCanvas::Caption BeltCanvas::valveCaption(BeltValve valve) const {
    const double value = belt_.state().valve(valve, belt_.unit());
    const QString digits = BeltPainter::number(value);
    switch (valve) {
        case BeltValve::Input:
            return {{}, tr("%1 of the new comes in.").arg(digits)};
        case BeltValve::Candidate:
            return {{}, tr("What would be written, from −1 to 1.")};
        case BeltValve::Output:
            return {{}, tr("%1 of it is shown, to the head and to the next step.").arg(digits)};
        case BeltValve::Forget:
            break;
    }
    if (!belt_.isTouched(valve))
        return {tr("Drag me."), tr("%1 of the old memory stays. The forecast answers at once.").arg(digits)};
    const bool isHalf = std::abs(value - 0.5) < 0.005;
    return {isHalf ? tr("You keep only half of the old memory.") : tr("You keep %1 of the old memory.").arg(digits),
            belt_.isPinned(valve)
                ? tr("It is pinned: the network does not get it back.")
                : tr("Hold it and watch the next steps; let go, and the network takes the valve back.")};
}

BeltCanvas::Caption BeltCanvas::leftCaption() const {
    const auto percent = [](double share) { return QString::number(100 * share, 'f', share < 0.0095 ? 1 : 0); };
    const QString own = percent(belt_.ownLeft(pointedBar_));
    if (!belt_.isTouched(BeltValve::Forget))
        return {{},
                tr("%1 steps of its own valves leave %2 %. Drag a bar: f becomes the root of it.")
                    .arg(pointedBar_)
                    .arg(own)};
    return {{},
            tr("%1 steps at %2 leave %3 %; its own valves left %4 %.")
                .arg(pointedBar_)
                .arg(BeltPainter::number(belt_.state().valve(BeltValve::Forget, belt_.unit())),
                     percent(belt_.left(pointedBar_)), own)};
}

BeltCanvas::Caption BeltCanvas::caption(BeltPart part) const {
    if (const auto valve = valveOf(part)) return valveCaption(*valve);
    switch (part) {
        case BeltPart::OldMemory:
            return {{}, tr("What the step before has left on the belt.")};
        case BeltPart::Kept:
            return {{}, tr("What the forget valve lets through.")};
        case BeltPart::Plus:
            return {{}, tr("Old and new are added; nothing squeezes the belt.")};
        case BeltPart::Memory:
            return {{}, tr("The memory after this step; the next step begins with it.")};
        case BeltPart::Tanh:
            return {{}, tr("Only what is shown is squeezed.")};
        case BeltPart::Head:
            return {{},
                    (belt_.isHourly() ? tr("A weighted sum of all %1 outputs h for each hour.")
                                      : tr("A weighted sum of all %1 outputs h for each step ahead."))
                        .arg(belt_.units())};
        case BeltPart::Forecast:
            return {{}, tr("What the network expects; dashed: without your hand.")};
        case BeltPart::Left:
            return leftCaption();
        default:
            return {};
    }
}

}  // namespace gatelab
