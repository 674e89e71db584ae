// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/setting_predicates.h"
#include "xla/network.h"
#include "xla/program.h"

#include <map>
#include <string>
#include <vector>

namespace gatelab {

using XlaValues = std::map<std::string, XlaValue>;

/// The recurrent layers of a network as text: forward, and back-propagation through time written out, each direction
/// of a layer in one loop whose length the text does not depend on. Formulas and gate orders are those of PyTorch.
/// Sequences that have ended keep their state.
class XlaLayers {
public:
    XlaLayers(XlaProgram& program, const XlaNetwork& network, const XlaValues& parameters, const XlaValue* lengths)
        : p_(program), n_(network), parameters_(parameters), lengths_(lengths) {}

    /// input: [time, batch, inputs]
    void forward(const XlaValue& input);
    /// What the last layer gave: [time, batch, directions * hidden].
    [[nodiscard]] const XlaValue& sequence() const { return sequence_; }
    /// [batch, directions * hidden]: the state of each direction after the whole sequence.
    [[nodiscard]] XlaValue last();
    /// The gradients of all parameters of the layers, from that of the sequence (as `sequence`; null: none) and of
    /// `last` (null: none).
    XlaValues backward(const XlaValue* ofSequence, const XlaValue* ofLast);
    /// [time, batch] i1: the sequence goes on at this step.
    XlaValue isOn();

private:
    /// What a direction of a layer left for the way back.
    struct Pass {
        XlaValue gates, states, cells, final;  ///< [time, batch, ..]; final [batch, hidden]
    };
    struct Step {
        XlaValue h, c, gates;
    };
    struct Back {
        XlaValue ofInput, ofState;  ///< gradients of the sums [batch, blocks * hidden] over input and over state
        XlaValue h, c;              ///< what goes on to the step before, without the product with the weights
    };
    const XlaValue& parameter(const char* what, std::int64_t layer, std::int64_t direction) const;
    Pass direction(std::int64_t layer, std::int64_t direction);
    Step step(const XlaValue& ofInput, const XlaValue& ofState, const XlaValue& h, const XlaValue& c);
    Back back(const XlaValue& gates, const XlaValue& h, const XlaValue& c, const XlaValue& cNow, const XlaValue& dh,
              const XlaValue& dc, const XlaValue& hNow);
    XlaValue timeOf(const XlaValue& step, bool reverse);
    XlaValue goesOn(const XlaValue& time, const XlaValue& lengths);
    XlaValue before(const XlaValue& states, bool reverse);
    XlaValue directionBack(std::int64_t layer, std::int64_t direction, const XlaValue& gradient, const XlaValue* last,
                           XlaValues& gradients);
    XlaValue sigmoidBack(const XlaValue& gradient, const XlaValue& gate) {
        return p_.mul(gradient, p_.mul(gate, p_.oneMinus(gate)));
    }
    XlaValue tanhBack(const XlaValue& gradient, const XlaValue& value) {
        return p_.mul(gradient, p_.oneMinus(p_.mul(value, value)));
    }
    [[nodiscard]] bool isLstm() const { return gatelab::isLstm(n_.cell); }
    [[nodiscard]] bool isGru() const { return gatelab::isGru(n_.cell); }
    [[nodiscard]] std::int64_t blocks() const { return isLstm() ? 4 : isGru() ? 3 : 1; }
    /// Columns kept of a step: the GRU's candidate also leaves its sum over the state.
    [[nodiscard]] std::int64_t kept() const { return isLstm() || isGru() ? 4 : 1; }
    XlaValue block(const XlaValue& a, std::int64_t number) {
        return p_.slice(a, 1, number * n_.hidden, (number + 1) * n_.hidden);
    }

    XlaProgram& p_;
    const XlaNetwork& n_;
    const XlaValues& parameters_;
    const XlaValue* lengths_;
    std::vector<XlaValue> inputs_;           ///< of each layer
    std::vector<std::vector<Pass>> passes_;  ///< [layer][direction]
    XlaValue sequence_;
};

}  // namespace gatelab
