// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <vector>

namespace gatelab {

/// The name of a run as the window says it: what the program has put behind the model ("LSTM 1×32 · learning rate 0.003
/// · seed 2", see run_name.h) in the language of the window; what a person has written stays. In English it is the name
/// as it is kept.
QString shownRunName(const std::string& name);

/// The same of a name in parts, as beside other runs: "LSTM 1×32, lr 0.003, seed 2", its title and the rest.
struct ShownName {
    QString title, detail;  ///< "LSTM 1×32" and "lr 0.003, seed 2"; empty: nothing sets it apart

    [[nodiscard]] QString whole() const;
};
ShownName shownRunName(const std::vector<std::string>& parts);

}  // namespace gatelab
