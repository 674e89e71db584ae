// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_navigation.h"

#include "charts/chart_range.h"
#include "charts/chart_scene.h"
#include "charts/line_chart.h"

#include <QGraphicsView>
#include <QMenu>
#include <QMouseEvent>
#include <QWheelEvent>
#include <QWidget>
#include <algorithm>
#include <cmath>

namespace gatelab {

ChartNavigation::ChartNavigation(LineChart& chart, ChartContent& content, ChartRange& range, ChartScene& scene)
    : chart_(chart),
      content_(content),
      range_(range),
      scene_(scene),
      pointer_(new ChartPointer(scene.view().viewport(), *this)) {}

void ChartNavigation::setX(const ChartScale& x) {
    if (!range_.setX(x)) return;
    chart_.refresh();
    Q_EMIT chart_.viewChanged(content_.x.low, content_.x.high);
}

void ChartNavigation::zoom(QPointF at, double factor, bool vertically) {
    const QRectF plot = scene_.geometry().plot;
    if (!vertically && at.x() >= plot.left())
        return setX(range_.zoomedX(std::clamp((at.x() - plot.left()) / plot.width(), 0.0, 1.0), factor));
    range_.zoomY(std::clamp((plot.bottom() - at.y()) / plot.height(), 0.0, 1.0), factor);
    chart_.refresh();
}

void ChartNavigation::pan(QPointF by) {
    const QRectF plot = scene_.geometry().plot;
    if (by.y() != 0 && !range_.followsY()) range_.moveY(by.y() / plot.height());
    setX(range_.movedX(-by.x() / plot.width()));
}

void ChartNavigation::zoomByKey(double factor, bool vertically) {
    const ChartGeometry& g = scene_.geometry();
    // About the cursor, where the eye is.
    const double at = g.xPixel(content_, content_.cursor);
    const bool seen = at >= g.plot.left() && at <= g.plot.right();
    zoom({seen && !vertically ? at : g.plot.center().x(), g.plot.center().y()}, factor, vertically);
}

void ChartNavigation::panByKey(double right, double up) {
    if (right != 0) return setX(range_.movedX(right));
    range_.moveY(up);
    chart_.refresh();
}

void ChartNavigation::nudgeCursor(double pixels) {
    const QRectF plot = scene_.geometry().plot;
    const double from = content_.cursor,
                 now = std::isnan(from) ? plot.center().x() : scene_.geometry().xPixel(content_, from);
    moveCursor(snappedX(content_, scene_.geometry(), std::clamp(now + pixels, plot.left(), plot.right()), from));
}

void ChartNavigation::cursorToEnd(bool last) {
    const QRectF plot = scene_.geometry().plot;
    moveCursor(snappedX(content_, scene_.geometry(), last ? plot.right() : plot.left(),
                        last ? content_.x.low : content_.x.high));
}

void ChartNavigation::zoomToBox(const QRectF& box) {
    const ChartGeometry& g = scene_.geometry();
    const QRectF area = box.intersected(g.plot);
    if (area.width() < 3) return;
    // A flat box means a stretch of x.
    if (area.height() > 12)
        range_.setY({g.yValue(content_, area.bottom()), g.yValue(content_, area.top()), content_.y.logarithmic});
    setX({g.xValue(content_, area.left()), g.xValue(content_, area.right()), content_.x.logarithmic});
}

void ChartNavigation::hover(QPointF at) {
    const ChartGeometry& g = scene_.geometry();
    point(hitLine(content_, g, at));
    const bool inside = at.x() >= g.plot.left() && at.x() <= g.plot.right();
    moveCursor(inside ? snappedX(content_, g, at.x(), std::nan("")) : std::nan(""));
}

void ChartNavigation::leave() {
    moveCursor(std::nan(""));
    point({});
}

void ChartNavigation::click(QPointF at) {
    if (const ChartHit hit = hitLine(content_, scene_.geometry(), at); !hit.key.isEmpty())
        Q_EMIT chart_.picked(hit.key, hit.index);
}

void ChartNavigation::point(const ChartHit& hit) {
    if (hit.key == pointed_.key && hit.index == pointed_.index) return;
    pointed_ = hit;
    Q_EMIT chart_.pointed(hit.key, hit.index);
}

void ChartNavigation::press() { chart_.setFocus(Qt::MouseFocusReason); }
void ChartNavigation::showBox(const QRectF& box) { scene_.setBox(box); }
void ChartNavigation::fit() { chart_.fit(); }

void ChartNavigation::moveCursor(double x) {
    if (x == content_.cursor || (std::isnan(x) && std::isnan(content_.cursor))) return;
    chart_.setCursor(x);
    content_.pointer = true;
    Q_EMIT chart_.cursorMoved(x);
}

/// A key that moves the view or the cursor; the context menu lists them.
struct ChartNavigation::Motion {
    const char* text;
    const char* shown;  ///< the key as it is called
    int key;
    Qt::KeyboardModifiers with;
    void (*act)(ChartNavigation&);
};

const std::vector<ChartNavigation::Motion>& ChartNavigation::motions() {
    constexpr double kCloser = 0.8, kStep = 0.1;
    static const std::vector<Motion> kMotions = {
        {QT_TRANSLATE_NOOP("ChartNavigation", "Closer"),
         "+",
         Qt::Key_Plus,
         {},
         [](ChartNavigation& n) { n.zoomByKey(kCloser, false); }},
        {QT_TRANSLATE_NOOP("ChartNavigation", "Farther"),
         "-",
         Qt::Key_Minus,
         {},
         [](ChartNavigation& n) { n.zoomByKey(1 / kCloser, false); }},
        {QT_TRANSLATE_NOOP("ChartNavigation", "Closer vertically"), "Ctrl+Up", Qt::Key_Up, Qt::ControlModifier,
         [](ChartNavigation& n) { n.zoomByKey(kCloser, true); }},
        {QT_TRANSLATE_NOOP("ChartNavigation", "Farther vertically"), "Ctrl+Down", Qt::Key_Down, Qt::ControlModifier,
         [](ChartNavigation& n) { n.zoomByKey(1 / kCloser, true); }},
        {QT_TRANSLATE_NOOP("ChartNavigation", "View to the left"), "Shift+Left", Qt::Key_Left, Qt::ShiftModifier,
         [](ChartNavigation& n) { n.panByKey(-kStep, 0); }},
        {QT_TRANSLATE_NOOP("ChartNavigation", "View to the right"), "Shift+Right", Qt::Key_Right, Qt::ShiftModifier,
         [](ChartNavigation& n) { n.panByKey(kStep, 0); }},
        {QT_TRANSLATE_NOOP("ChartNavigation", "View upwards"), "Shift+Up", Qt::Key_Up, Qt::ShiftModifier,
         [](ChartNavigation& n) { n.panByKey(0, kStep); }},
        {QT_TRANSLATE_NOOP("ChartNavigation", "View downwards"), "Shift+Down", Qt::Key_Down, Qt::ShiftModifier,
         [](ChartNavigation& n) { n.panByKey(0, -kStep); }},
        {QT_TRANSLATE_NOOP("ChartNavigation", "Cursor to the sample before"),
         "Left",
         Qt::Key_Left,
         {},
         [](ChartNavigation& n) { n.nudgeCursor(-2); }},
        {QT_TRANSLATE_NOOP("ChartNavigation", "Cursor to the next sample"),
         "Right",
         Qt::Key_Right,
         {},
         [](ChartNavigation& n) { n.nudgeCursor(2); }},
        {QT_TRANSLATE_NOOP("ChartNavigation", "Cursor to the first sample"),
         "Home",
         Qt::Key_Home,
         {},
         [](ChartNavigation& n) { n.cursorToEnd(false); }},
        {QT_TRANSLATE_NOOP("ChartNavigation", "Cursor to the last sample"),
         "End",
         Qt::Key_End,
         {},
         [](ChartNavigation& n) { n.cursorToEnd(true); }},
    };
    return kMotions;
}

void ChartNavigation::addTo(QMenu& menu) {
    for (const Motion& motion : motions())
        menu.addAction(tr(motion.text) + '\t' + QString::fromLatin1(motion.shown), &chart_,
                       [this, act = motion.act] { act(*this); });
}

bool ChartNavigation::takeKey(int key, Qt::KeyboardModifiers with) {
    for (const Motion& motion : motions())
        if (motion.key == key && motion.with == with) return motion.act(*this), true;
    return false;
}

ChartPointer::ChartPointer(QWidget* watched, Target& target) : QObject(watched), watched_(watched), target_(target) {
    watched->setMouseTracking(true);
    watched->installEventFilter(this);
}

bool ChartPointer::cancel() {
    if (drag_ == Drag::None) return false;
    drag_ = Drag::None;
    watched_->unsetCursor();
    target_.showBox({});
    return true;
}

bool ChartPointer::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::MouseButtonPress:
            return press(*static_cast<QMouseEvent*>(event));
        case QEvent::MouseMove:
            return move(*static_cast<QMouseEvent*>(event));
        case QEvent::MouseButtonRelease:
            return release(*static_cast<QMouseEvent*>(event));
        case QEvent::Wheel:
            return wheel(*static_cast<QWheelEvent*>(event));
        case QEvent::MouseButtonDblClick:
            if (static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton) target_.fit();
            return true;
        case QEvent::Leave:
            target_.leave();
            return false;
        default:
            return QObject::eventFilter(watched, event);
    }
}

bool ChartPointer::press(const QMouseEvent& event) {
    target_.press();
    const bool middle = event.button() == Qt::MiddleButton, shift = event.modifiers().testFlag(Qt::ShiftModifier);
    if (event.button() != Qt::LeftButton && !middle) return false;
    drag_ = middle || shift ? Drag::Pan : Drag::Box;
    start_ = last_ = event.position();
    if (drag_ == Drag::Pan) watched_->setCursor(Qt::ClosedHandCursor);
    return true;
}

bool ChartPointer::move(const QMouseEvent& event) {
    target_.hover(event.position());
    if (drag_ == Drag::Pan) target_.pan(event.position() - last_);
    if (drag_ == Drag::Box && (event.position() - start_).manhattanLength() > 5)
        target_.showBox(QRectF(start_, event.position()).normalized());
    last_ = event.position();
    return true;
}

bool ChartPointer::release(const QMouseEvent& event) {
    const bool box = drag_ == Drag::Box;
    const QRectF area = QRectF(start_, event.position()).normalized();
    if (!cancel()) return false;
    if (box && area.width() > 5)
        target_.zoomToBox(area);
    else if (box)
        target_.click(event.position());
    return true;
}

bool ChartPointer::wheel(QWheelEvent& event) {
    const QPoint turned = event.angleDelta();
    const bool isAcross = turned.y() == 0;
    if (event.modifiers().testFlag(Qt::ControlModifier))
        target_.zoom(event.position(), std::pow(0.8, (isAcross ? turned.x() : turned.y()) / 120.0),
                     event.modifiers().testFlag(Qt::ShiftModifier));
    else if (isAcross)
        target_.pan(QPointF(turned.x() / 2.0, 0));
    else
        event.ignore();  // the page scrolls
    return true;
}

}  // namespace gatelab
