// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "export/network/c_network.h"
#include "export/network/portable_network.h"
#include "io/safetensors_file.h"
#include "session/engine.h"

#include <filesystem>
#include <vector>

namespace gatelab {

/// Windows with the run's own answers to them, which an exported network is held against.
struct CheckWindows {
    struct Window {
        std::int64_t steps = 0;
        std::vector<float> rows;      ///< raw, [step][column], or the numbers of tokens
        std::int64_t series = 0;      ///< number of the series, of a network of many
        std::vector<float> known;     ///< raw, [PortableNetwork::aheadRows()][known]: behind the rows
        std::vector<double> answers;  ///< as PortableNetwork::answerWidth() has them; labelling: [step][class]
    };
    std::vector<Window> windows;
    /// Rows that were made up from what the run keeps of its columns, since its data cannot be read
    bool madeUp = false;
};

/// The newest `most` windows without gaps of the run's data (of many series: of some of them; sequences: the last
/// ones), forecast by the engine with what the run keeps. Their values are rounded to floats first, so that both are
/// given the same. Blocks; LibTorch's thread rules are Engine::forecast's.
Result<CheckWindows> makeCheckWindows(Engine& engine, const std::filesystem::path& runFolder,
                                      const PortableNetwork& network, std::int64_t most, const Progress& progress);

/// "check.rows.0" [steps, columns] (tokens: [steps] int64), "check.answers.0" and so on of the first `most` windows,
/// and "check.scales": by what each number of an answer is divided to be told in parts of the targets' scale (of many
/// series "check.scales.0" and so on, with "check.series.0" [1] int64; of what is known ahead "check.known.0"); where
/// some numbers may be off (PortableNetwork::answerSlack) "check.slack" says by how much.
void addCheck(const CheckWindows& check, const PortableNetwork& network, std::size_t most, TensorFile& file);

/// "series.offsets" and "series.scales" [series, PortableNetwork::scaleNames()] float64, of a network of many.
void addSeriesTables(const PortableNetwork& network, TensorFile& file);

/// The first ten windows for a C file.
CSelfTest selfTestOf(const CheckWindows& check, const PortableNetwork& network);

}  // namespace gatelab
