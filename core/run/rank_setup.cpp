// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/rank_setup.h"

#include <algorithm>
#include <charconv>

namespace gatelab {

namespace {

constexpr std::int64_t kMostRanksOfHost = 1024;

Error noHosts(std::string_view entry) {
    return {ErrorCode::InvalidInput,
            {GATELAB_TEXT("Ranks", "'%1' is no host with its number of ranks; they are written like h1:4,user@h2"),
             {std::string(entry)}}};
}

/// No options of ssh, and nothing that a shell reads.
bool isHostName(std::string_view name) {
    const auto isPart = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("._-@").find(c) != std::string_view::npos;
    };
    return !name.empty() && name.front() != '-' && std::ranges::all_of(name, isPart);
}

}  // namespace

std::string RankSetup::hostsText() const {
    std::string text;
    for (const RankHost& host : hosts) text += (text.empty() ? "" : ",") + host.name + ":" + std::to_string(host.ranks);
    return text;
}

Result<std::vector<RankHost>> rankHostsFrom(std::string_view text) {
    std::vector<RankHost> hosts;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t end = std::min(text.find(',', from), text.size());
        const std::string_view entry = text.substr(from, end - from);
        from = end + 1;
        const std::size_t colon = entry.find(':');
        RankHost host{std::string(entry.substr(0, colon))};
        if (colon != std::string_view::npos) {
            const std::string_view number = entry.substr(colon + 1);
            const auto [last, problem] = std::from_chars(number.data(), number.data() + number.size(), host.ranks);
            if (problem != std::errc() || last != number.data() + number.size()) return noHosts(entry);
        }
        if (!isHostName(host.name) || host.ranks < 1 || host.ranks > kMostRanksOfHost) return noHosts(entry);
        hosts.push_back(std::move(host));
    }
    if (hosts.empty() || text.ends_with(',')) return noHosts(text);
    return hosts;
}

}  // namespace gatelab
