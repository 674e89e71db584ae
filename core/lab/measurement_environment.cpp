// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/measurement_environment.h"

namespace gatelab {

Phrase placeDifference(const MeasurementEnvironment& before, const MeasurementEnvironment& now) {
    struct Part {
        std::string MeasurementEnvironment::*value;
        Text differs;
    };
    static constexpr Part kParts[] = {
        {&MeasurementEnvironment::machine, GATELAB_TEXT("Lab", "it was measured on another machine: %1, this is %2")},
        {&MeasurementEnvironment::system, GATELAB_TEXT("Lab", "the system was another one: %1, now it is %2")},
        {&MeasurementEnvironment::program, GATELAB_TEXT("Lab", "Gatelab was another version: %1, now it is %2")},
        {&MeasurementEnvironment::engine,
         GATELAB_TEXT("Lab", "the libraries were other versions: %1, now they are %2")},
        {&MeasurementEnvironment::threads,
         GATELAB_TEXT("Lab", "the number of threads that a run may use was %1, now it is %2")},
    };
    for (const Part& part : kParts)
        if (before.*part.value != now.*part.value) return {part.differs, {before.*part.value, now.*part.value}};
    return before.data == now.data ? Phrase() : Phrase(GATELAB_TEXT("Lab", "the data have been changed since"));
}

}  // namespace gatelab
