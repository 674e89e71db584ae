// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspect/cell_walk.h"

#include "base/phrase.h"
#include "inspect/walk_lines.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <string_view>

namespace gatelab {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

}  // namespace

const WalkQuantity* CellWalk::find(const std::string& key) const {
    const auto found = std::ranges::find(quantities, key, &WalkQuantity::key);
    return found == quantities.end() ? nullptr : &*found;
}

const WalkSum* CellWalk::sum(const std::string& key) const {
    const auto found = std::ranges::find(sums, key, &WalkSum::key);
    return found == sums.end() ? nullptr : &*found;
}

namespace {

double ofUnit(const std::vector<double>& values, std::int64_t unit) {
    return unit < static_cast<std::int64_t>(values.size()) ? values[static_cast<std::size_t>(unit)] : kNone;
}
void replaceAll(std::string& text, std::string_view what, std::string_view with) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
}
bool isState(const std::string& key) { return key == "h" || key == "h0" || key == "h.kept"; }
/// Which value of a quantity is told. A single input is read by every unit.
std::int64_t place(const CellWalk& walk, const WalkQuantity& quantity) {
    if (quantity.key == "x" && quantity.values.size() == 1) return 0;
    return isState(quantity.key) ? walk.output : walk.unit;
}

}  // namespace

double CellWalk::value(const std::string& key) const {
    const WalkQuantity* quantity = find(key);
    return quantity ? ofUnit(quantity->values, place(*this, *quantity)) : kNone;
}

double CellWalk::gradient(const std::string& key) const {
    const WalkQuantity* quantity = find(key);
    return quantity ? ofUnit(quantity->gradients, place(*this, *quantity)) : kNone;
}

std::vector<WalkNode> walkNodes(const CellWalk& walk) {
    WalkLines out(walk);
    addCellLines(walk.cell, out);
    out.kept();
    std::vector<WalkNode> nodes = out.take();
    if (walk.direction == 1)  // read from the end: the step before is the one after
        for (WalkNode& node : nodes)
            for (std::string* text : {&node.symbol, &node.formula, &node.backFormula})
                replaceAll(*text, "ₜ₋₁", "ₜ₊₁"), replaceAll(*text, "t + 1", "t − 1");
    return nodes;
}

std::string plainLine(const FilledLine& line) {
    std::string text;
    walkPattern(
        std::string_view(line.pattern), [&](std::string_view piece) { text += piece; },
        [&](std::size_t index) {
            char number[32];
            std::snprintf(number, sizeof number, "%.4g", index < line.numbers.size() ? line.numbers[index] : kNone);
            text += number;
        });
    return text;
}

}  // namespace gatelab
