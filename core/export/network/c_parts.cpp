// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/network/c_parts.h"

#include "export/network/c_text.h"

#include <algorithm>

namespace gatelab {

std::int64_t CParts::widest() const {
    std::int64_t most = std::max(inputs(), n_.config.hiddenSize);
    for (const Layer& layer : n_.layers) most = std::max(most, layer.outputs);
    return most;
}

std::string CParts::product(const std::string& y, const std::string& w, const std::string& x, std::int64_t rows,
                            std::int64_t columns) const {
    const std::string tail = x + ", " + text(rows) + ", " + text(columns) + ");\n";
    return o_.int8 ? "  add_bytes(" + y + ", " + w + ", " + w + "_scale, " + tail
                   : "  add_product(" + y + ", " + w + ", " + tail;
}

std::string CParts::matrix(const std::string& name, const Weights& of) const {
    return o_.int8 ? c_text::bytes(name, of.values, of.shape[0]) : c_text::floats(name, of.values);
}

std::string CParts::scaleParameter() const { return n_.isMany() ? "const " + o_.name + "_scale *of, " : ""; }

std::string CParts::scaledAt(const std::string& t, const std::string& place) const {
    if (!n_.ahead.empty()) return "scaled_at(" + scaleGiven() + "rows, steps, known, " + t + ", " + place + ")";
    const std::string row = t == "0" ? "rows" : "rows + " + t + " * " + text(std::ssize(n_.columns));
    return "scaled(" + scaleGiven() + row + ", " + place + ")";
}

std::string CParts::layerName(const Layer& layer, std::int64_t d) {
    return "l" + text(layer.index) + (d == 1 ? "r" : "");
}

std::string CParts::afterLayer(const Layer& layer, const std::string& y, const std::string& x) const {
    std::string code;
    if (layer.residual) code += "  for (k = 0; k < " + text(layer.outputs) + "; ++k) " + y + "[k] += " + x + "[k];\n";
    if (n_.config.layerNorm) {
        const std::string name = "norm" + text(layer.index);
        code += "  norm(" + y + ", " + name + "_gain, " + name + "_bias, " + text(layer.outputs) + ");\n";
    }
    return code;
}

}  // namespace gatelab
