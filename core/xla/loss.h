// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "xla/network.h"
#include "xla/program.h"

namespace gatelab {

/// What a head's output is compared with, as arguments of the program.
struct XlaTarget {
    XlaValue target;                  ///< as xlaStepText has it
    const XlaValue* level = nullptr;  ///< [batch, targets]; null: 0
    const XlaValue* scale = nullptr;  ///< [batch, targets]; null: 1
};

/// A loss and its gradient with respect to the head's output, of the output's shape.
struct XlaLoss {
    XlaValue loss, gradient;
};

/// Writes a loss of the table (nn/losses.h): the mean over all numbers, or over the classes that count by their
/// weights. output: [batch, outputs] or [time, batch, outputs].
XlaLoss writeXlaLoss(XlaProgram& program, const XlaNetwork& network, const XlaValue& output, const XlaTarget& target);

}  // namespace gatelab
