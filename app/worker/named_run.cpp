// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/named_run.h"

namespace gatelab::worker {

void addNamedRun(CLI::App& command, std::string& word) {
    command.add_option("run", word, "Which run: its number ('#31', see list), id or name, or last")->required();
}

}  // namespace gatelab::worker
