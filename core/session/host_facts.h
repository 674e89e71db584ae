// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "base/progress.h"
#include "run/rank_setup.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gatelab {

/// What a machine has.
struct MachineFacts {
    std::int64_t cores = 0;                 ///< that a run may use; 0: not known
    double memoryBytes = 0, freeBytes = 0;  ///< 0: not known
    double load = 0;                        ///< processes that wanted a core in the last minute, on average

    /// Lines of a word and a number, for HostAnswer.
    [[nodiscard]] std::string text() const;
    static MachineFacts from(const std::string& text);
};
MachineFacts thisMachine();

/// A host as it was asked.
struct HostFacts {
    std::string name;
    Phrase problem;       ///< why it cannot train; empty: it can, where it has the data
    std::string version;  ///< of Gatelab there; empty: not known
    MachineFacts machine;
    double delay = 0;    ///< of a message through ssh, one way; seconds; 0: not known
    double connect = 0;  ///< until ssh had answered; seconds
};
/// Asks all hosts of the setup at once, each by one ssh (`gatelab-worker rank --facts`), in their order. Blocks until
/// the last has answered, at most 20 s, or until progress (the share that has answered) says stop: then the problem of
/// those that had not says so, and every ssh has ended.
std::vector<HostFacts> askHostFacts(const RankSetup& setup, const Progress& progress = {});

}  // namespace gatelab
