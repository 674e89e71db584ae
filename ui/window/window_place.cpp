// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/window_place.h"

#include "common/preferences.h"

#include <QEvent>
#include <QScreen>
#include <QWidget>

namespace gatelab {

namespace {

constexpr QSize kFirst{1600, 1000};
constexpr int kWide = 1400, kMedium = 1200, kKeepMs = 400;
constexpr std::size_t kSmall = 2;  ///< of the widths
const QString kGeometry = QStringLiteral("geometry"), kPanes = QStringLiteral("panes");

QChar digit(bool on) { return QLatin1Char(on ? '1' : '0'); }

}  // namespace

WindowPlace::WindowPlace(QWidget& window, Preferences& preferences)
    : QObject(&window), window_(window), preferences_(preferences) {
    later_.setSingleShot(true);
    later_.setInterval(kKeepMs);
    connect(&later_, &QTimer::timeout, this, &WindowPlace::keep);
    restore();
    window_.installEventFilter(this);
}

void WindowPlace::restore() {
    const QString stored = preferences_.window(kPanes).toString();
    if (stored.size() == 7 || stored.size() == 8) {
        const auto on = [&stored](std::size_t at) { return stored[static_cast<qsizetype>(at)] == digit(true); };
        for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i] = {on(2 * i), on(2 * i + 1)};
        log_ = on(6);
        leftLast_ = stored.size() == 8 && on(7);
    }
    const auto geometry = preferences_.window(kGeometry).toByteArray();
    if (!geometry.isEmpty() && window_.restoreGeometry(geometry)) return;
    const QSize room = window_.screen()->availableSize();
    window_.resize(kFirst.boundedTo(room));
    if (room.width() <= kFirst.width() || room.height() <= kFirst.height()) window_.setWindowState(Qt::WindowMaximized);
}

bool WindowPlace::compact() const { return window_.width() < kWide * preferences_.textScale(); }

std::size_t WindowPlace::width() const {
    return !compact() ? 0 : window_.width() >= kMedium * preferences_.textScale() ? 1 : kSmall;
}

WindowPlace::Panes WindowPlace::panes() const {
    const Columns& wanted = columns_[width()];
    // Beside both of them a small window has no room for its page: the last one asked for is seen, the other one waits
    // until it goes.
    const bool crowded = width() == kSmall && wanted.left && wanted.right;
    return {wanted.left && (!crowded || leftLast_), wanted.right && (!crowded || !leftLast_), log_};
}

void WindowPlace::setPane(const QString& pane, bool on) {
    Columns& columns = columns_[width()];
    const bool isLeft = pane == QLatin1String("left");
    if (pane == QLatin1String("log")) {
        log_ = on;
    } else {
        (isLeft ? columns.left : columns.right) = on;
        if (on) leftLast_ = isLeft;
    }
    later_.start();
}

void WindowPlace::keep() {
    later_.stop();
    QString stored;
    for (const Columns& columns : columns_) stored.append(digit(columns.left)).append(digit(columns.right));
    preferences_.setWindow(kPanes, stored + digit(log_) + digit(leftLast_));
    preferences_.setWindow(kGeometry, window_.saveGeometry());
}

bool WindowPlace::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move || event->type() == QEvent::WindowStateChange)
        later_.start();
    return QObject::eventFilter(watched, event);
}

}  // namespace gatelab
