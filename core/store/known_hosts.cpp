// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/known_hosts.h"

#include "config/config_io.h"
#include "config/epoch_work.h"
#include "io/file_io.h"
#include "io/file_lock.h"
#include "io/hash.h"
#include "io/json/json_text.h"
#include "io/json_members.h"
#include "store/saved_json.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace gatelab {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* kLock = "hosts.lock";
constexpr int kFormatVersion = 1;
constexpr std::uint64_t kMaxBytes = UINT64_C(1) << 20;

struct Format : JsonFormat<Json> {};

void visitMembers(auto& v, Either<RankLink> auto& link) {
    v("from", link.from), v("to", link.to), v("delay", link.delay), v("per_message", link.perMessage);
    v("bytes_per_second", link.bytesPerSecond);
}

void visitMembers(auto& v, Either<MeasuredRanks> auto& one) {
    v("hosts", one.hosts), v("ranks", one.ranks), v("measured", one.measured);
    v("delay", one.costs.delay), v("per_message", one.costs.perMessage);
    v("bytes_per_second", one.costs.bytesPerSecond), v("settings", one.settings);
    v("step_seconds", one.work.seconds), v("gradient_bytes", one.work.gradientBytes), v("rows", one.work.rows);
    v("blocks", one.work.blocks), v("steps", one.work.steps);
    v.optional("links", one.links);
}

bool isUsable(const MeasuredRanks& one) {
    const auto isPair = [&one](const RankLink& link) {
        return link.from >= 0 && link.from < link.to && link.to < one.ranks && link.delay >= 0 &&
               link.perMessage >= 0 && link.bytesPerSecond > 0;
    };
    return std::ranges::all_of(one.links, isPair) && one.ranks >= 2 && one.costs.delay >= 0 &&
           one.costs.perMessage >= 0 && one.costs.bytesPerSecond > 0 && one.work.seconds >= 0 && one.work.rows >= 1 &&
           one.work.blocks >= 1 && one.work.steps >= 1;
}

std::string toText(const KnownHosts::State& state) {
    Json json{{"gatelab_hosts", kFormatVersion},
              {"names", state.names},
              {"measured", MemberWriter<Format>::toJson(state.measured)}};
    const auto text = [&json](int indent) { return json.dump(indent, ' ', false, Json::error_handler_t::replace); };
    json[kChecksumKey] = jsonChecksum(text(-1));
    return text(1) + "\n";
}

Result<KnownHosts::State> fromText(const std::string& text) {
    KnownHosts::State state;
    try {
        const Json json = parseJson<Json>(text);
        if (json.at("gatelab_hosts").get<int>() > kFormatVersion)
            return Error{ErrorCode::Unsupported, GATELAB_TEXT("Queue", "it was written by a newer Gatelab")};
        if (auto known = checkMembers(text, {"gatelab_hosts", "names", "measured"}); !known.ok()) return known.error();
        if (!json.contains(kChecksumKey)) return Error{ErrorCode::Corrupt, "sha256"};
        for (const Json& name : json.at("names")) {
            state.names.push_back(name.get<std::string>());
            // What is no name would come to a shell.
            if (const auto host = rankHostsFrom(state.names.back()); !host.ok() || host->size() != 1)
                return Error{ErrorCode::Corrupt, {GATELAB_TEXT("Ranks", "'%1' is no host"), {state.names.back()}}};
        }
        for (const Json& entry : json.at("measured")) {
            state.measured.push_back(MemberReader<Format>::as<MeasuredRanks>(entry));
            if (!isUsable(state.measured.back())) return Error{ErrorCode::Corrupt, "measured"};
        }
    } catch (const nlohmann::json::exception& problem) {
        return Error{ErrorCode::Corrupt, problem.what()};
    }
    return state;
}

bool hasHost(const MeasuredRanks& measured, const std::string& name) {
    const auto hosts = rankHostsFrom(measured.hosts);
    return hosts.ok() && std::ranges::find(*hosts, name, &RankHost::name) != hosts->end();
}

}  // namespace

std::string workIdentity(const ExperimentConfig& config) {
    ExperimentConfig work = epochWork(config);
    work.ranks = 1;
    work.isolated = false;
    work.threads = 0;
    Sha256 hash;
    hash.add(configToJson(work));
    return hash.finish();
}

Result<KnownHosts::State> KnownHosts::read() const {
    std::error_code ignored;
    const auto path = folder_ / kFile;
    if (!std::filesystem::exists(path, ignored)) return State();
    const auto text = readFileBytes(path, kMaxBytes);
    if (!text.ok()) return text.error();
    auto state = fromText(*text);
    if (state.ok()) return state;
    return Error{state.error().code,
                 {GATELAB_TEXT("Ranks",
                               "the hosts '%1' cannot be used (%2); the runs are safe; add the hosts again, which sets "
                               "the file aside"),
                  {path.string(), state.error().phrase}}};
}

Result<> KnownHosts::change(const std::function<Result<>(State&)>& work) {
    const auto lock = FileLock::wait(folder_ / kLock);
    if (!lock.ok()) return lock.error();
    auto state = read();
    if (!state.ok()) {
        if (state.error().code != ErrorCode::Corrupt) return state.error();
        const auto aside = freeName(folder_ / "hosts-damaged", ".json", std::array{""});
        if (auto moved = renamePath(folder_ / kFile, aside); !moved.ok()) return moved;
        state = State();
    }
    if (auto worked = work(*state); !worked.ok()) return worked;
    return writeFileDurably(folder_ / kFile, toText(*state));
}

Result<> KnownHosts::add(std::span<const RankHost> hosts) {
    const auto before = read();
    const auto isNew = [](const State& state, const RankHost& host) {
        return std::ranges::find(state.names, host.name) == state.names.end();
    };
    if (before.ok() && std::ranges::none_of(hosts, [&](const RankHost& host) { return isNew(*before, host); }))
        return {};
    return change([&](State& state) -> Result<> {
        for (const RankHost& host : hosts)
            if (isNew(state, host)) state.names.push_back(host.name);
        std::ranges::sort(state.names);
        return {};
    });
}

Result<> KnownHosts::remove(const std::string& name) {
    return change([&](State& state) -> Result<> {
        if (std::erase(state.names, name) == 0)
            return Error{
                ErrorCode::NotFound,
                {GATELAB_TEXT("Ranks", "there is no host '%1' in the list, which 'hosts list' shows"), {name}}};
        std::erase_if(state.measured, [&](const MeasuredRanks& one) { return hasHost(one, name); });
        return {};
    });
}

Result<> KnownHosts::keep(const MeasuredRanks& measured) {
    return change([&](State& state) -> Result<> {
        std::erase_if(state.measured, [&](const MeasuredRanks& one) { return one.hosts == measured.hosts; });
        state.measured.push_back(measured);
        return {};
    });
}

const MeasuredRanks* findMeasured(const KnownHosts::State& known, const std::string& hosts,
                                  const ExperimentConfig& config) {
    const auto found = std::ranges::find(known.measured, hosts, &MeasuredRanks::hosts);
    return found != known.measured.end() && found->settings == workIdentity(config) ? &*found : nullptr;
}

}  // namespace gatelab
