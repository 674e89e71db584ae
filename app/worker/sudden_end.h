// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>

namespace gatelab::worker {

/// From the start of the program on: SIGINT or SIGTERM ends it at once, with exit code 130 and words (json: as a line
/// on stdout too), whatever it is at. Nothing of what it made stays: no temporary folder, no half-written file. What it
/// has in memory is taken back behind its end, for which nobody waits.
void installFirstSignals(bool json);

/// While it lives signals do that, in a command that answers them otherwise as well: for reading and what else makes
/// nothing that is kept. One at a time.
class SuddenEnd {
public:
    SuddenEnd();
    ~SuddenEnd();
    SuddenEnd(const SuddenEnd&) = delete;
    SuddenEnd& operator=(const SuddenEnd&) = delete;

private:
    struct sigaction interrupt_, terminate_;
};

}  // namespace gatelab::worker
