// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/words/word_table.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// What the first layer sees of a network's inputs where columns of words are read through tables (WordTable).
class WordLookup {
public:
    WordLookup() = default;  ///< no tables
    WordLookup(std::span<const WordTable> tables, std::int64_t inputs, at::Device device);

    [[nodiscard]] bool defined() const { return !tables_.empty(); }
    /// The tables [words, size] by the names of their parameters.
    void bind(const std::function<at::Tensor(const std::string&)>& valueOf);
    /// [time, batch, inputs] -> [time, batch, seen]: the other inputs, then of each copy of each table inputs × rows.
    [[nodiscard]] at::Tensor seen(const at::Tensor& input) const;

private:
    /// Some places of a dimension, in a row where they are.
    class Places {
    public:
        Places(const std::vector<std::int64_t>& places, at::Device device);
        [[nodiscard]] at::Tensor of(const at::Tensor& values, std::int64_t dimension) const;

    private:
        std::int64_t first_ = 0, count_ = 0;
        at::Tensor scattered_;  // undefined: `count_` from `first_` on
    };
    struct Copy {
        Places inputs, rows;
    };
    struct Table {
        std::string name;
        std::vector<Copy> copies;
        at::Tensor value;
    };
    std::vector<Places> plain_;  // one, or none where every input is a word
    std::vector<Table> tables_;
};

}  // namespace gatelab
