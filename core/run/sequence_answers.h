// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gatelab {

/// What a kept network answers to the sequences of one part, beside the truth: one row per sequence, or per step of
/// each sequence for labelling.
struct SequenceAnswers {
    std::vector<std::string> classes;          ///< their names; empty: the answers are numbers
    std::int64_t targets = 0;                  ///< numbers per row; 0 for classes
    std::vector<std::int64_t> sample;          ///< per row: which sequence of the part, from 0
    std::vector<std::int64_t> sequence;        ///< per row: its number in the data, from 0
    std::vector<std::int64_t> step;            ///< per row, from 1; empty: one answer for the whole sequence
    std::vector<std::int32_t> truth, answer;   ///< per row: class; truth -1: the data do not say
    std::vector<double> probability;           ///< [row][class]
    std::vector<double> trueNumbers, numbers;  ///< [row][target]
    [[nodiscard]] std::size_t rows() const { return sample.size(); }
    [[nodiscard]] bool empty() const { return sample.empty(); }
};

}  // namespace gatelab
