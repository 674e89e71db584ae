// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QThread>
#include <algorithm>
#include <ctime>
#include <functional>
#include <utility>
#include <vector>

namespace gatelab::test {

/// An application that knows how long its GUI thread was busy with one event, at worst: as wall time (what a person
/// feels) and as processor time of the thread (what the program is to blame for on a busy machine). Events that open a
/// loop of their own (menus, dialogs) are not counted, those inside that loop are.
class WatchedApplication : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override {
        const int loop = QThread::currentThread()->loopLevel();
        if (inside_ && loop <= loop_) return QApplication::notify(receiver, event);
        if (inside_) nested_ = true;  // a loop of its own inside an event: that event only waits from here on
        const int before = std::exchange(loop_, loop);
        const bool was = std::exchange(inside_, true);
        nested_ = false;
        QElapsedTimer wall;
        wall.start();
        const double busyBefore = threadMs();
        const int type = event->type();
        const char* name = receiver->metaObject()->className();
        const QString called = receiver->objectName();
        const bool result = QApplication::notify(receiver, event);
        const double busy = threadMs() - busyBefore;
        if (!nested_ && busy > worstBusyMs_) {
            worstBusyMs_ = busy;
            worstWhat_ = QStringLiteral("%1 %2, event %3").arg(QLatin1String(name), called).arg(type);
        }
        if (!nested_) note(static_cast<double>(wall.nsecsElapsed()) / 1e6);
        loop_ = before;
        inside_ = was;
        nested_ = was;
        return result;
    }
    [[nodiscard]] double worstBusyMs() const { return worstBusyMs_; }
    [[nodiscard]] double worstWallMs() const { return worstWallMs_; }
    [[nodiscard]] QString worstWhat() const { return worstWhat_; }
    [[nodiscard]] std::size_t events() const { return events_; }
    /// Wall time that this share of the events stayed below (0.999: all but one of a thousand); 1 where that is less
    /// than a millisecond.
    [[nodiscard]] double wallMsBelow(double share) const {
        std::vector<double> slow = slowMs_;
        std::sort(slow.begin(), slow.end(), std::greater<>());
        const auto rank = static_cast<std::size_t>((1 - share) * static_cast<double>(events_));
        return rank < slow.size() ? slow[rank] : 1;
    }
    void forget() {
        worstBusyMs_ = worstWallMs_ = 0;
        events_ = 0;
        slowMs_.clear();
    }

private:
    void note(double wallMs) {
        worstWallMs_ = qMax(worstWallMs_, wallMs);
        ++events_;
        if (wallMs >= 1) slowMs_.push_back(wallMs);
    }
    static double threadMs() {
        timespec now{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
    }
    int loop_ = 0;
    bool inside_ = false, nested_ = false;
    double worstBusyMs_ = 0, worstWallMs_ = 0;
    QString worstWhat_;
    std::size_t events_ = 0;
    std::vector<double> slowMs_;  ///< those of a millisecond or more
};

}  // namespace gatelab::test
