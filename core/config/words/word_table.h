// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// A column of words that the network reads through a table that it learns. Its words stay inputs of 0 and 1; in their
/// place the first layer sees, behind all other inputs, the sum over the words of input times row: the row of the word
/// that is there, zeros where none is.
struct WordTable {
    /// Once for each time that the column is read: what is known ahead is read twice, by the same table.
    struct Copy {
        std::vector<std::int64_t> inputs;  ///< of the network
        std::vector<std::int64_t> rows;    ///< of the table, one for each of the inputs
        std::string mark = {};             ///< behind their names: " +24" of what is known ahead
        friend bool operator==(const Copy&, const Copy&) = default;
    };
    std::string column;                ///< as the data name it
    std::string name;                  ///< of its parameter [words, size]: "category.weather.weight"
    std::int64_t words = 0, size = 0;  ///< above 0
    std::vector<Copy> copies = {};
    friend bool operator==(const WordTable&, const WordTable&) = default;
};

/// The inputs that no table reads, in their order: what the first layer sees first.
std::vector<std::int64_t> plainInputs(std::span<const WordTable> tables, std::int64_t inputs);
/// How many numbers the first layer sees of a step.
std::int64_t seenInputs(std::span<const WordTable> tables, std::int64_t inputs);

/// Size of a table that nobody gave one: min(50, 1.6 words^0.56), rounded up (the rule of fastai).
std::int64_t usualTableSize(std::int64_t words);

/// The steps of the recipe, without those that are off, that have a column of words read through a table.
std::vector<std::string> tableSteps(const ExperimentConfig& config);
/// Whether there is one.
bool readsTables(const ExperimentConfig& config);

/// W_ih [rows, inputs] of the ordinary first layer that gives the same for every input: W_ih [rows, seen] where a
/// column of a word is the table's columns times its row. Summed in float64. valuesOf: of a table, row-major.
template <class T>
std::vector<T> foldedTables(std::span<const WordTable> tables, std::int64_t inputs, std::span<const T> weight,
                            const std::function<std::span<const T>(const WordTable&)>& valuesOf) {
    const std::int64_t seen = seenInputs(tables, inputs), rows = std::ssize(weight) / seen;
    std::vector<T> folded(static_cast<std::size_t>(rows * inputs));
    const auto into = [&](std::int64_t row, std::int64_t input) -> T& {
        return folded[static_cast<std::size_t>(row * inputs + input)];
    };
    const auto from = [&](std::int64_t row, std::int64_t column) {
        return weight[static_cast<std::size_t>(row * seen + column)];
    };
    const std::vector<std::int64_t> plain = plainInputs(tables, inputs);
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t i = 0; i < std::ssize(plain); ++i)
            into(row, plain[static_cast<std::size_t>(i)]) = from(row, i);
    std::int64_t first = std::ssize(plain);
    for (const WordTable& table : tables) {
        const std::span<const T> values = valuesOf(table);
        for (const WordTable::Copy& copy : table.copies) {
            for (std::size_t i = 0; i < copy.inputs.size(); ++i)
                for (std::int64_t row = 0; row < rows; ++row) {
                    double sum = 0;
                    for (std::int64_t k = 0; k < table.size; ++k)
                        sum += static_cast<double>(from(row, first + k)) *
                               static_cast<double>(values[static_cast<std::size_t>(copy.rows[i] * table.size + k)]);
                    into(row, copy.inputs[i]) = static_cast<T>(sum);
                }
            first += table.size;
        }
    }
    return folded;
}

}  // namespace gatelab
