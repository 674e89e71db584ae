// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <array>
#include <csignal>

class QSocketNotifier;

namespace gatelab {

/// SIGINT, SIGTERM and SIGHUP as a wish to close, told on the GUI thread; a second SIGINT or SIGTERM ends the process
/// at once. One at a time; it gives the signals back when it goes. GUI thread.
class CloseSignals : public QObject {
    Q_OBJECT
public:
    explicit CloseSignals(QObject* parent = nullptr);
    ~CloseSignals() override;

Q_SIGNALS:
    void closeAsked();

private:
    static constexpr std::array<int, 3> kSignals{SIGINT, SIGTERM, SIGHUP};
    static void handle(int);
    std::array<int, 2> pipe_{-1, -1};
    std::array<struct sigaction, kSignals.size()> before_{};
    QSocketNotifier* notifier_ = nullptr;
};

}  // namespace gatelab
