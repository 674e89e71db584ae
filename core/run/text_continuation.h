// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace gatelab {

/// How a kept run of a running text shall go on with a text.
struct ContinuationRequest {
    std::filesystem::path runFolder;
    std::string beginning;      ///< UTF-8; empty: as behind the end of a line
    std::int64_t tokens = 400;  ///< that are drawn, characters or words
    /// By which the network's scores are divided before they become probabilities; 0: always the likeliest token
    double temperature = 0.8;
    std::uint64_t seed = 1;           ///< of the draws: the same seed gives the same text
    std::string checkpoint = "best";  ///< see readRunWeights
};

struct TextContinuation {
    std::string text;                     ///< without the beginning
    std::int64_t tokens = 0;              ///< drawn: fewer than asked for where it was stopped
    std::int64_t known = 0, unknown = 0;  ///< tokens of the beginning
    bool ofWords = false;
    double nats = 0;  ///< mean of -log p of the beginning's tokens behind the first, by the network; NaN: none
};

/// Called with what the text grows by; false: stop.
using ContinuationWatch = std::function<bool(std::string_view piece)>;

}  // namespace gatelab
