// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <ctime>

namespace gatelab::test {

/// An application that knows how long its GUI thread was busy with one event, at worst: as wall time (what a person feels) and as processor time of the
/// thread (what the program is to blame for on a busy machine). Nested event loops of menus and dialogs count as waiting.
class WatchedApplication : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override {
        if (depth_ > 0) return QApplication::notify(receiver, event);
        ++depth_;
        QElapsedTimer wall;
        wall.start();
        const double before = threadMs();
        const int type = event->type();
        const char* name = receiver->metaObject()->className();
        const bool result = QApplication::notify(receiver, event);
        const double busy = threadMs() - before;
        if (busy > worstBusyMs_) {
            worstBusyMs_ = busy;
            worstWhat_ = QStringLiteral("%1, event %2").arg(QLatin1String(name)).arg(type);
        }
        worstWallMs_ = qMax(worstWallMs_, static_cast<double>(wall.nsecsElapsed()) / 1e6);
        --depth_;
        return result;
    }
    [[nodiscard]] double worstBusyMs() const { return worstBusyMs_; }
    [[nodiscard]] double worstWallMs() const { return worstWallMs_; }
    [[nodiscard]] QString worstWhat() const { return worstWhat_; }
    void forget() { worstBusyMs_ = worstWallMs_ = 0; }

private:
    static double threadMs() {
        timespec now{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
    }
    int depth_ = 0;
    double worstBusyMs_ = 0, worstWallMs_ = 0;
    QString worstWhat_;
};

}  // namespace gatelab::test
