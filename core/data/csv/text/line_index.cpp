// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/text/line_index.h"

#include "base/parallel.h"
#include "data/csv/text/byte_marks.h"
#include "data/read_account.h"

#include <algorithm>
#include <atomic>
#include <thread>

namespace gatelab {

LineIndex::LineIndex(std::string_view text, int threads, const Progress& progress, const EachBlock& each) {
    const std::size_t blocks = (text.size() + kBlock - 1) / kBlock;
    std::vector<byte_marks::Facts> facts(blocks);
    const auto& kernels = byte_marks::kernels();
    std::atomic<bool> stops{false};
    const auto caller = std::this_thread::get_id();
    inParallel(each ? 1 : std::min(threads, static_cast<int>(blocks / 4 + 1)), blocks, [&](std::size_t i) {
        if (stops) return;
        if (std::this_thread::get_id() == caller &&
            !report(progress, static_cast<double>(i) / static_cast<double>(blocks))) {
            stops = true;
            return;
        }
        const std::size_t end = std::min(text.size(), (i + 1) * kBlock);
        const std::string_view block = text.substr(i * kBlock, end - i * kBlock);
        if (each) each(block);
        facts[i] = kernels.look(block);
        if (text[end - 1] == '\r' && (end == text.size() || text[end] != '\n')) facts[i].loneReturns = true;
    });
    if (stops) return;
    before_.reserve(blocks + 1);
    before_.push_back(0);
    for (const byte_marks::Facts& block : facts) {
        before_.push_back(before_.back() + block.ends);
        ascii_ = ascii_ && !block.high;
        zeros_ = zeros_ || block.zeros;
        loneReturns_ = loneReturns_ || block.loneReturns;
    }
}

std::int64_t LineIndex::lines(std::string_view text) const {
    if (loneReturns_) return countLines(text);
    return lineEnds() + (!text.empty() && text.back() != '\n' ? 1 : 0);
}

}  // namespace gatelab
