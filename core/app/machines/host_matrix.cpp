// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/machines/host_matrix.h"

#include "app/machines/rank_forecast.h"

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

/// The machine of each rank: first those of this computer, then of the hosts in their order.
std::vector<std::string> placesOf(const MeasuredRanks& measured) {
    std::vector<std::string> away;
    if (const auto hosts = rankHostsFrom(measured.hosts); hosts.ok())
        for (const RankHost& host : *hosts) away.insert(away.end(), static_cast<std::size_t>(host.ranks), host.name);
    const auto all = std::max(static_cast<std::size_t>(measured.ranks), away.size() + 1);
    std::vector<std::string> places(all - away.size());
    places.insert(places.end(), away.begin(), away.end());
    return places;
}

std::size_t placeOf(std::vector<std::string>& hosts, const std::string& name) {
    const auto found = std::ranges::find(hosts, name);
    if (found != hosts.end()) return static_cast<std::size_t>(found - hosts.begin());
    hosts.push_back(name);
    return hosts.size() - 1;
}

LinkCosts slowerOf(const LinkCosts& a, const LinkCosts& b) {
    return {std::max(a.delay, b.delay), std::max(a.perMessage, b.perMessage),
            std::min(a.bytesPerSecond, b.bytesPerSecond)};
}

/// Of one measurement, which is newer than what the matrix has.
void enter(HostMatrix& matrix, const MeasuredRanks& measured) {
    const std::vector<std::string> places = placesOf(measured);
    std::vector<bool> isOfThis(matrix.links.size());
    for (const RankLink& link : measured.links) {
        if (std::max(link.from, link.to) >= std::ssize(places)) continue;
        const std::size_t from = placeOf(matrix.hosts, places[static_cast<std::size_t>(link.from)]);
        const std::size_t to = placeOf(matrix.hosts, places[static_cast<std::size_t>(link.to)]);
        const LinkCosts costs{link.delay, link.perMessage, link.bytesPerSecond};
        for (const std::size_t cell : {from * matrix.hosts.size() + to, to * matrix.hosts.size() + from}) {
            auto& known = matrix.links[cell];
            known = HostLink{isOfThis[cell] ? slowerOf(known->costs, costs) : costs, measured.measured};
            isOfThis[cell] = true;
            if (from == to) break;
        }
    }
}

/// Of all pairs of these machines that have ranks to speak; none: one of them is not known.
std::optional<LinkCosts> costsBetween(const HostMatrix& matrix, const std::vector<RankHost>& hosts, double& measured) {
    std::vector<std::size_t> places{0};
    for (const RankHost& host : hosts) {
        const auto found = std::ranges::find(matrix.hosts, host.name);
        if (found == matrix.hosts.end()) return std::nullopt;
        places.push_back(static_cast<std::size_t>(found - matrix.hosts.begin()));
    }
    std::optional<LinkCosts> costs;
    for (std::size_t i = 0; i < places.size(); ++i)
        for (std::size_t k = i + 1; k < places.size(); ++k) {
            const auto& link = matrix.at(places[i], places[k]);
            if (!link) return std::nullopt;
            costs = costs ? slowerOf(*costs, link->costs) : link->costs;
            measured = measured > 0 ? std::min(measured, link->measured) : link->measured;
        }
    return costs;
}

}  // namespace

bool HostMatrix::isEmpty() const {
    return std::ranges::none_of(links, [](const auto& link) { return link.has_value(); });
}

HostMatrix hostMatrix(const KnownHosts::State& known) {
    HostMatrix matrix;
    matrix.hosts.emplace_back();
    for (const std::string& name : known.names) placeOf(matrix.hosts, name);
    std::vector<MeasuredRanks> measured = known.measured;
    for (const MeasuredRanks& one : measured)
        for (const std::string& name : placesOf(one)) placeOf(matrix.hosts, name);
    matrix.links.resize(matrix.hosts.size() * matrix.hosts.size());
    std::ranges::stable_sort(measured, {}, &MeasuredRanks::measured);
    for (const MeasuredRanks& one : measured) enter(matrix, one);
    return matrix;
}

std::optional<MeasuredRanks> measuredFor(const KnownHosts::State& known, const std::string& hosts,
                                         const ExperimentConfig& config) {
    if (const MeasuredRanks* exact = findMeasured(known, hosts, config)) return *exact;
    const auto chosen = rankHostsFrom(hosts);
    if (!chosen.ok()) return std::nullopt;
    const auto work = std::ranges::find(known.measured, workIdentity(config), &MeasuredRanks::settings);
    if (work == known.measured.end()) return std::nullopt;
    MeasuredRanks found = *work;
    found.measured = 0;
    const auto costs = costsBetween(hostMatrix(known), *chosen, found.measured);
    if (!costs) return std::nullopt;
    found.hosts = hosts;
    found.ranks = 1;
    for (const RankHost& host : *chosen) found.ranks += host.ranks;
    found.costs = *costs;
    found.links.clear();
    return found;
}

}  // namespace gatelab
