// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <string>

namespace gatelab {

/// On what a lab is measured, and with what: times from two of them cannot be compared. Empty members: not known.
struct MeasurementEnvironment {
    std::string program, engine, system, machine, threads, data;
    [[nodiscard]] bool known() const { return !program.empty(); }
};

/// The first thing in which they differ, as a clause; empty: nothing does.
Phrase placeDifference(const MeasurementEnvironment& before, const MeasurementEnvironment& now);

}  // namespace gatelab
