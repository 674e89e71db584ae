// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/words/word_table.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

std::vector<std::int64_t> plainInputs(std::span<const WordTable> tables, std::int64_t inputs) {
    std::vector<bool> isWord(static_cast<std::size_t>(inputs), false);
    for (const WordTable& table : tables)
        for (const WordTable::Copy& copy : table.copies)
            for (const std::int64_t input : copy.inputs) isWord[static_cast<std::size_t>(input)] = true;
    std::vector<std::int64_t> plain;
    for (std::int64_t input = 0; input < inputs; ++input)
        if (!isWord[static_cast<std::size_t>(input)]) plain.push_back(input);
    return plain;
}

std::int64_t seenInputs(std::span<const WordTable> tables, std::int64_t inputs) {
    for (const WordTable& table : tables)
        for (const WordTable::Copy& copy : table.copies) inputs += table.size - std::ssize(copy.inputs);
    return inputs;
}

std::int64_t usualTableSize(std::int64_t words) {
    return std::clamp<std::int64_t>(std::llround(std::ceil(1.6 * std::pow(static_cast<double>(words), 0.56))), 1, 50);
}

std::vector<std::string> tableSteps(const ExperimentConfig& config) {
    std::vector<std::string> steps;
    for (std::string step : config.recipe) {
        std::erase_if(step, [](char c) { return c == ' ' || c == '\t'; });
        if (step.starts_with("category") && step.find("as=embedding") != std::string::npos) steps.push_back(step);
    }
    return steps;
}

bool readsTables(const ExperimentConfig& config) { return !tableSteps(config).empty(); }

}  // namespace gatelab
