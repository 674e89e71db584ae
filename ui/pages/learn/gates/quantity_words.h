// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>

namespace gatelab {

/// The name of a quantity in the window's language, its formula, and what its value says; `cell` is the
/// configuration's.
struct QuantityWords {
    QString name, formula, meaning;
};
QuantityWords quantityWords(const std::string& key, const std::string& cell);

}  // namespace gatelab
