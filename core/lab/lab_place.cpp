// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_place.h"

namespace gatelab {

Phrase placeDifference(const LabPlace& before, const LabPlace& now) {
    struct Part {
        std::string LabPlace::*value;
        Text differs;
    };
    static constexpr Part kParts[] = {
        {&LabPlace::machine, GATELAB_TEXT("Lab", "it was measured on another machine: %1, this is %2")},
        {&LabPlace::system, GATELAB_TEXT("Lab", "the system was another one: %1, now it is %2")},
        {&LabPlace::program, GATELAB_TEXT("Lab", "Gatelab was another version: %1, now it is %2")},
        {&LabPlace::engine, GATELAB_TEXT("Lab", "the libraries were other versions: %1, now they are %2")},
        {&LabPlace::threads, GATELAB_TEXT("Lab", "the number of threads that a run may use was %1, now it is %2")},
    };
    for (const Part& part : kParts)
        if (before.*part.value != now.*part.value) return {part.differs, {before.*part.value, now.*part.value}};
    return before.data == now.data ? Phrase() : Phrase(GATELAB_TEXT("Lab", "the data have been changed since"));
}

}  // namespace gatelab
