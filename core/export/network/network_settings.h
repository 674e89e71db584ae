// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/network/portable_network.h"

#include <string>

namespace gatelab {

/// How constants are written in the language of a program.
struct ConstantDialect {
    const char *yes, *no;
    char open, close;  ///< of a list
    /// "NAME = VALUE" in a line; type: of C++, "std::vector<double>"
    std::string (*line)(const std::string& type, const std::string& name, const std::string& value);
    std::string (*target)(const PortableNetwork::Target& target);
};

/// What a program needs to know of a network besides its weights, as constants that the scripts of both languages call
/// by the same names.
std::string networkConstants(const PortableNetwork& network, const ConstantDialect& dialect);
/// In double quotes.
std::string quotedConstant(const std::string& text);
/// A double that reads back to the same bits.
std::string realConstant(double value);

}  // namespace gatelab
