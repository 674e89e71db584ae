// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/network/c_network.h"

#include <cstdint>
#include <string>

namespace gatelab {

/// What the parts of a C file share. Refers to what it is given.
class CParts {
public:
    CParts(const PortableNetwork& network, const CNetworkOptions& options)
        : n_(network), o_(options), streams_(network.streams()) {}

protected:
    using Layer = PortableNetwork::Layer;
    using Weights = PortableNetwork::Weights;
    static std::string text(std::int64_t number) { return std::to_string(number); }
    [[nodiscard]] std::int64_t inputs() const { return n_.inputWidth(); }
    [[nodiscard]] std::int64_t targets() const { return std::ssize(n_.targets); }
    [[nodiscard]] bool hasCell() const { return n_.cell().cellState; }
    /// Numbers of the widest thing that a product reads.
    [[nodiscard]] std::int64_t widest() const;
    /// A line that adds a product to y.
    [[nodiscard]] std::string product(const std::string& y, const std::string& w, const std::string& x,
                                      std::int64_t rows, std::int64_t columns) const;
    [[nodiscard]] std::string matrix(const std::string& name, const Weights& of) const;
    static std::string layerName(const Layer& layer, std::int64_t d);
    /// The sum with the layer's input and the norm, of `y`.
    [[nodiscard]] std::string afterLayer(const Layer& layer, const std::string& y, const std::string& x) const;
    /// What the functions of a file take besides rows: "const NAME_scale *of, " of many series; ", const float *known"
    /// where columns are known ahead.
    [[nodiscard]] std::string scaleParameter() const;
    [[nodiscard]] std::string knownParameter() const { return n_.ahead.empty() ? "" : "const float *known, "; }
    /// The same where they are called.
    [[nodiscard]] std::string scaleGiven() const { return n_.isMany() ? "of, " : ""; }
    [[nodiscard]] std::string knownGiven() const { return n_.ahead.empty() ? "" : "known, "; }
    /// The scaled number at `place` (of PortableNetwork::inputs) in row t of the window `rows` of `steps` rows.
    [[nodiscard]] std::string scaledAt(const std::string& t, const std::string& place) const;
    const PortableNetwork& n_;
    const CNetworkOptions& o_;
    bool streams_;
};

}  // namespace gatelab
