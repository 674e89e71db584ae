// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/measurement.h"

#include "runs/queue_controller.h"

namespace gatelab {

Measurement::Measurement(QueueController* queue, int number) : queue_(queue), number_(number) {}

void Measurement::end() {
    if (const QPointer<QObject> queue = std::exchange(queue_, nullptr))
        static_cast<QueueController*>(queue.data())->endMeasurement(number_);
}

}  // namespace gatelab
