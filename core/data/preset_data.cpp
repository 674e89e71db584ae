// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/preset_data.h"

#include <algorithm>

namespace gatelab {

bool areMeantFor(const PresetExperiment& ready, const std::string& path, const Dataset& data) {
    if (isNamedFor(ready, path)) return true;
    if (data.series)
        return ready.classes == 0 && static_cast<std::int64_t>(data.series->channels.size()) == ready.channels &&
               data.series->rows() == ready.length;
    if (!data.sequences || ready.classes == 0) return false;
    const SequenceSet& set = *data.sequences;
    std::int64_t longest = 0;
    for (const SequenceSet::Item& item : set.items) longest = std::max(longest, item.steps);
    return static_cast<std::int64_t>(set.channelNames.size()) == ready.channels &&
           static_cast<std::int64_t>(set.classNames.size()) == ready.classes &&
           (ready.length == 0 || longest == ready.length);
}

}  // namespace gatelab
