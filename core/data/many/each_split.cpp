// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/many/each_split.h"

#include <algorithm>
#include <charconv>

namespace gatelab {

namespace {
constexpr std::string_view kEach = " each ";
}

bool isOfEach(std::string_view split) { return split.find(kEach) != std::string_view::npos; }

std::string splitOfEach(const std::vector<std::string>& parts) {
    std::int64_t sums[3] = {};
    std::string list;
    for (const std::string& one : parts) {
        std::size_t at = 0;
        for (std::int64_t& sum : sums) {
            std::int64_t rows = 0;
            const char* end = std::from_chars(one.data() + at, one.data() + one.size(), rows).ptr;
            at = std::min(one.size(), static_cast<std::size_t>(end - one.data()) + 1);
            sum += rows;
        }
        list += (list.empty() ? "" : " ") + one;
    }
    return std::to_string(sums[0]) + "/" + std::to_string(sums[1]) + "/" + std::to_string(sums[2]) +
           std::string(kEach) + list;
}

Result<std::vector<MemberSplit>> splitsOfEach(std::string_view split, std::size_t series) {
    std::vector<MemberSplit> all;
    std::string_view rest = split.substr(std::min(split.find(kEach), split.size() - kEach.size()) + kEach.size());
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        if (end > 0) all.push_back({std::string(rest.substr(0, end)), true, {}});
        rest.remove_prefix(std::min(rest.size(), end + 1));
    }
    if (all.size() == series) return all;
    return Error{
        ErrorCode::InvalidInput,
        {GATELAB_TEXT("Preparing", "the split gives the rows of %1 series, and there are %2"), {all.size(), series}}}
        .ofField("split");
}

}  // namespace gatelab
