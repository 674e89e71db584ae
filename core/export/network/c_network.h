// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "export/network/portable_network.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gatelab {

/// Windows that a C file keeps to check itself with, one behind the other in `rows`, and the run's own answers.
struct CSelfTest {
    std::vector<float> rows;           ///< raw, [row][column]
    std::vector<std::int64_t> starts;  ///< first row of each window
    std::int64_t steps = 0;            ///< rows of each
    std::vector<double> answers;       ///< [window][answer]
    std::vector<std::int64_t> series;  ///< number of each window's series, of a network of many
    std::vector<float> known;          ///< raw, [window][PortableNetwork::aheadRows()][known]
};

struct CNetworkOptions {
    std::string name = "network";  ///< begins every name of the file; an identifier of C
    bool int8 = false;             ///< weights of layers and head as bytes with a scale per row, inputs as 14 bits
    CSelfTest test = {};           ///< without windows: none
};

/// A network as one file of C99 (which C++ compiles too) that needs only the C library: no allocation, no globals, the
/// state is the caller's. NAME_reset and NAME_step(state, row, answer) where the state alone decides the answer, and
/// NAME_window(state, rows, steps, answer) for all; rows and answers in the units of the data. Answers are [horizon]
/// [target][value] (quantiles rising; of a Gaussian mean and deviation; of Student's t and of counts
/// told_distribution.h's), or the share of each class. Of many series both take a NAME_scale before the rows, one of
/// NAME_scales, whose names are NAME_series, or the caller's own; what is known ahead comes before the answer, [rows
/// ahead][column]. With -DGATELAB_SELF_TEST it is a program that checks itself.
/// LSTM (peepholes, projection), GRU and RNN; Unsupported names what it cannot be.
Result<std::string> cNetwork(const PortableNetwork& network, const CNetworkOptions& options);

/// The file's stem as a name in C.
std::string cIdentifier(const std::string& stem);

}  // namespace gatelab
