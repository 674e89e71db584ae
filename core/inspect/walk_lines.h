// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspect/cell_walk.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gatelab {

/// Other: the gradient of the sum has a way of its own.
enum class Squash { Sigmoid, Tanh, Relu, Other };

/// The lines of one cell, filled with the numbers of its unit; the walk outlives them.
class WalkLines {
public:
    explicit WalkLines(const CellWalk& walk) : walk_(walk) {}

    WalkNode& add(const char* key, const char* symbol, Text name, std::string paper, WalkStage stage, WalkStage back);

    /// What every cell reads. `moreBack`: what its hidden state hands back besides the weighted sums.
    void read(const char* hiddenPaper = "", const std::string& moreBack = {});

    void readCell();

    /// A weighted sum, its parts from the input, the state and the biases added up. `after`: what the function makes of
    /// it.
    void sum(const char* key, Text name, std::string paper, Squash squash, const char* after, const std::string& made);

    /// A value that is itself a weighted sum of what the layer reads.
    void inputSum(const char* key, const char* symbol, Text name, const char* paper, const std::string& backFormula,
                  FilledLine backFilled);

    /// A node with one line forward and one back.
    void line(const char* key, const char* symbol, Text name, std::string paper, WalkStage stage, WalkStage back,
              const char* formula, FilledLine filled, const std::string& backFormula, FilledLine backFilled,
              std::vector<std::string> reads);

    /// Where the gradient of a hidden state comes from; in brackets the number of a layer, as in the formula of x.
    [[nodiscard]] std::string hiddenBack() const;
    [[nodiscard]] double v(const char* key) const { return walk_.value(key); }
    [[nodiscard]] double g(const char* key) const { return walk_.gradient(key); }
    [[nodiscard]] const CellWalk& walk() const { return walk_; }
    std::vector<WalkNode> take() { return std::move(nodes_); }

    /// What is handed on where it is not what was computed.
    void kept();

private:
    const CellWalk& walk_;
    std::vector<WalkNode> nodes_;
};

/// Those of one kind of cell (a key of cellTraits()), in the order in which they are computed.
void addCellLines(std::string_view cell, WalkLines& out);

}  // namespace gatelab
