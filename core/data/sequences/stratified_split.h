// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace gatelab {

/// A split as written, in its two things: the parts, and the word after them by which each part of labelled sequences
/// has its share of every class ("70%/15%/15% stratified").
struct WrittenSplit {
    std::string_view parts;
    bool isStratified = false;
};
WrittenSplit writtenSplit(std::string_view text);

}  // namespace gatelab
