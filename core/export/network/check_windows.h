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
        std::vector<double> answers;  ///< as PortableNetwork::answerWidth() has them; labelling: [step][class]
    };
    std::vector<Window> windows;
    /// Rows that were made up from what the run keeps of its columns, since its data cannot be read
    bool madeUp = false;
};

/// The newest `most` windows without gaps of the run's data (sequences: the last ones), forecast by the engine with
/// what the run keeps. Their values are rounded to floats first, so that both are given the same. Blocks; LibTorch's
/// thread rules are Engine::forecast's.
Result<CheckWindows> makeCheckWindows(Engine& engine, const std::filesystem::path& runFolder,
                                      const PortableNetwork& network, std::int64_t most, const Progress& progress);

/// "check.rows.0" [steps, columns] (tokens: [steps] int64), "check.answers.0" and so on of the first `most` windows,
/// and "check.scales": by what each number of an answer is divided to be told in parts of the targets' scale; where
/// some numbers may be off (PortableNetwork::answerSlack) "check.slack" says by how much.
void addCheck(const CheckWindows& check, const PortableNetwork& network, std::size_t most, TensorFile& file);

/// The first ten windows for a C file.
CSelfTest selfTestOf(const CheckWindows& check, const PortableNetwork& network);

}  // namespace gatelab
