// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "data/csv/text/encoding.h"
#include "data/csv/text/line_index.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace gatelab {

/// The bytes of the largest file that is read as text.
inline constexpr std::uint64_t kLargestTextFile = UINT64_C(4) << 30;

/// The text of a file in UTF-8: its own bytes where they are that, else `changed`.
struct DecodedText {
    CsvEncoding encoding;
    std::string_view text;
    std::string changed;
    LineIndex lines;
};

/// Fills `out`, whose lines are those of the bytes, in the encoding that the settings say, else in the guessed one.
/// `bytes`: outlive `out`. Fails when cancelled or when the system cannot convert the encoding.
Result<> decodeText(std::string_view bytes, const ExperimentConfig& options, int threads,
                    std::vector<ReadWarning>& warnings, const Progress& progress, DecodedText& out);

}  // namespace gatelab
