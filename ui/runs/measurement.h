// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>

#include <utility>

namespace gatelab {

class QueueController;

/// The right to measure undisturbed: while one or more are held, nothing that waits is started. Given by
/// QueueController::measure(); ends with end() or its life, whichever way the measuring ends, and outlives its queue.
/// Moved, never copied. GUI thread.
class Measurement {
public:
    Measurement() = default;
    Measurement(QueueController* queue, int number);
    ~Measurement() { end(); }
    Measurement(Measurement&& other) noexcept : queue_(std::exchange(other.queue_, nullptr)), number_(other.number_) {}
    Measurement& operator=(Measurement&& other) noexcept {
        if (this != &other) {
            end();
            queue_ = std::exchange(other.queue_, nullptr);
            number_ = other.number_;
        }
        return *this;
    }
    void end();

private:
    QPointer<QObject> queue_;  ///< a QueueController
    int number_ = 0;
};

}  // namespace gatelab
