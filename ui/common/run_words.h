// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

namespace gatelab {

/// The name of a run as the window says it: what the program has put behind the model ("LSTM 1×32 · learning rate 0.003
/// · seed 2", see run_name.h) in the language of the window; what a person has written stays. In English it is the name
/// as it is kept.
QString shownRunName(const std::string& name);

}  // namespace gatelab
