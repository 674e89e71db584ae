// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Where the formulas of the cells come from.
namespace gatelab::walk_papers {

inline constexpr const char* kElman =
    "Elman 1990, Finding structure in time; Werbos 1990, Backpropagation through time";
inline constexpr const char* kLstm = "Hochreiter & Schmidhuber 1997, Long short-term memory, § 4";
inline constexpr const char* kCandidate =
    "Hochreiter & Schmidhuber 1997, Long short-term memory, § 4 (there in [−2, 2], not by tanh)";
inline constexpr const char* kForget = "Gers, Schmidhuber & Cummins 2000, Learning to forget, § 3";
inline constexpr const char* kPeephole = "Gers & Schmidhuber 2000, Recurrent nets that time and count";
inline constexpr const char* kProjection =
    "Sak, Senior & Beaufays 2014, LSTM architectures for large scale acoustic modeling";
inline constexpr const char* kGru = "Cho et al. 2014, Learning phrase representations using RNN encoder-decoder, eq. ";
inline constexpr const char* kZoneout = "Krueger et al. 2017, Zoneout";
inline constexpr const char* kXlstm = "Beck et al. 2024, xLSTM: extended long short-term memory, § 2.2";
inline constexpr const char* kMinimal = "Feng et al. 2024, Were RNNs all we needed?, § 3";
inline constexpr const char* kLru =
    "Orvieto et al. 2023, Resurrecting recurrent neural networks for long sequences, § 3";

}  // namespace gatelab::walk_papers
