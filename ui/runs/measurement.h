// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runs/measurements.h"

#include <utility>

namespace gatelab {

/// The right to measure undisturbed: while it is held nothing else measures, and nothing that waits is started. Given
/// by Measurements::begin(); ends with end() or its life, whichever way the measuring ends, and outlives who gave it.
/// GUI thread.
class Measurement {
public:
    Measurement(Measurements* giver, int number) : giver_(giver), number_(number) {}
    ~Measurement() { end(); }
    Measurement(const Measurement&) = delete;
    Measurement& operator=(const Measurement&) = delete;
    void end() {
        if (const QPointer<Measurements> giver = std::exchange(giver_, nullptr)) giver->end(number_);
    }

private:
    QPointer<Measurements> giver_;
    int number_;
};

}  // namespace gatelab
