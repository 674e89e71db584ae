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
    if (stored.size() == static_cast<qsizetype>(right_.size()) + 1) {
        for (std::size_t i = 0; i < right_.size(); ++i) right_[i] = stored[static_cast<qsizetype>(i)] == digit(true);
        log_ = stored.back() == digit(true);
    }
    const auto geometry = preferences_.window(kGeometry).toByteArray();
    if (!geometry.isEmpty() && window_.restoreGeometry(geometry)) return;
    const QSize room = window_.screen()->availableSize();
    window_.resize(kFirst.boundedTo(room));
    if (room.width() <= kFirst.width() || room.height() <= kFirst.height()) window_.setWindowState(Qt::WindowMaximized);
}

bool WindowPlace::compact() const { return window_.width() < kWide * preferences_.textScale(); }

std::size_t WindowPlace::width() const {
    return !compact() ? 0 : window_.width() >= kMedium * preferences_.textScale() ? 1 : 2;
}

WindowPlace::Panes WindowPlace::panes() const { return {right_[width()], log_}; }

void WindowPlace::setPane(const QString& pane, bool on) {
    (pane == QLatin1String("log") ? log_ : right_[width()]) = on;
    later_.start();
}

void WindowPlace::keep() {
    later_.stop();
    QString stored;
    for (const bool right : right_) stored.append(digit(right));
    preferences_.setWindow(kPanes, stored + digit(log_));
    preferences_.setWindow(kGeometry, window_.saveGeometry());
}

bool WindowPlace::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move || event->type() == QEvent::WindowStateChange)
        later_.start();
    return QObject::eventFilter(watched, event);
}

}  // namespace gatelab
