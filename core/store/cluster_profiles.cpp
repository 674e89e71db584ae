// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/cluster_profiles.h"

#include "io/file_io.h"
#include "io/file_lock.h"
#include "io/json/json_text.h"
#include "io/json_members.h"
#include "store/kept_count.h"
#include "store/run_numbers.h"
#include "store/saved_json.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <regex>

namespace gatelab {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* kLock = "clusters.lock";
constexpr int kFormatVersion = 1;
constexpr std::uint64_t kMaxBytes = UINT64_C(1) << 20;

struct Format : JsonFormat<Json> {};

void visitMembers(auto& v, Either<ClusterProfile> auto& one) {
    v("name", one.name), v("partition", one.partition), v("time", one.time), v("nodes", one.nodes);
    v("tasks_per_node", one.tasksPerNode), v("cpus_per_task", one.cpusPerTask), v("memory", one.memory);
    v("modules", one.modules), v("container", one.container), v("program", one.program), v("lines", one.lines);
}

std::string toText(const std::vector<ClusterProfile>& profiles) {
    Json json{{"gatelab_clusters", kFormatVersion}, {"profiles", MemberWriter<Format>::toJson(profiles)}};
    const auto text = [&json](int indent) { return json.dump(indent, ' ', false, Json::error_handler_t::replace); };
    json[kChecksumKey] = jsonChecksum(text(-1));
    return text(1) + "\n";
}

Result<std::vector<ClusterProfile>> fromText(const std::string& text) {
    std::vector<ClusterProfile> profiles;
    try {
        const Json json = parseJson<Json>(text);
        if (json.at("gatelab_clusters").get<int>() > kFormatVersion)
            return Error{ErrorCode::Unsupported, GATELAB_TEXT("Queue", "it was written by a newer Gatelab")};
        if (auto known = checkMembers(text, {"gatelab_clusters", "profiles"}); !known.ok()) return known.error();
        if (!json.contains(kChecksumKey)) return Error{ErrorCode::Corrupt, "sha256"};
        for (const Json& entry : json.at("profiles")) {
            ClusterProfile profile;
            MemberNames names;
            visitMembers(names, profile);
            if (auto known = checkMembers(entry.dump(), names.keys); !known.ok()) return known.error();
            profile = MemberReader<Format>::as<ClusterProfile>(entry);
            if (auto usable = checkProfile(profile); !usable.ok())
                return Error{ErrorCode::Corrupt, usable.error().phrase};
            profiles.push_back(std::move(profile));
        }
    } catch (const nlohmann::json::exception& problem) {
        return Error{ErrorCode::Corrupt, problem.what()};
    }
    return profiles;
}

Error unusable(const ClusterProfile& profile, Phrase what) {
    return Error{ErrorCode::InvalidInput, {GATELAB_TEXT("Cluster", "profile '%1': %2"), {profile.name, what}}};
}

bool isOneLine(const std::string& text) {
    return std::ranges::none_of(text, [](unsigned char c) { return std::iscntrl(c) != 0; });
}

/// -N, --gres=gpu:1. By hand: std::regex calls itself for each letter, and a line may have a million.
bool isOption(std::string_view line) {
    if (!line.starts_with('-')) return false;
    line.remove_prefix(line.starts_with("--") ? 2 : 1);
    return !line.empty() && std::isalpha(static_cast<unsigned char>(line.front())) != 0;
}

Error noProfile(const std::string& name, const std::vector<ClusterProfile>& profiles) {
    std::string names;
    for (const ClusterProfile& one : profiles) names += (names.empty() ? "" : ", ") + one.name;
    if (names.empty())
        return Error{ErrorCode::NotFound,
                     GATELAB_TEXT("Cluster",
                                  "this workspace has no profile of a cluster yet; add one: gatelab-worker slurm "
                                  "profile add NAME --partition P --time 2:00:00")};
    return Error{ErrorCode::NotFound,
                 {GATELAB_TEXT("Cluster", "there is no profile '%1'; there are: %2"), {name, names}}};
}

}  // namespace

std::optional<std::int64_t> slurmSeconds(const std::string& time) {
    static const std::regex kForm(R"((?:(\d{1,5})-)?(\d{1,7})(?::(\d{1,4}))?(?::(\d{1,4}))?)");
    std::smatch parts;
    if (!std::regex_match(time, parts, kForm)) return std::nullopt;
    const auto part = [&parts](std::size_t i) { return parts[i].matched ? std::stoll(parts[i].str()) : 0; };
    if (parts[1].matched) return ((part(1) * 24 + part(2)) * 60 + part(3)) * 60 + part(4);
    if (parts[4].matched) return (part(2) * 60 + part(3)) * 60 + part(4);
    return part(2) * 60 + part(3);
}

Result<> checkProfile(const ClusterProfile& profile) {
    static const std::regex kName(R"([A-Za-z0-9][A-Za-z0-9._-]{0,63})"), kMemory(R"(\d{1,9}[KMGT]?)"),
        kEndless("unlimited|infinite", std::regex::icase);
    if (!std::regex_match(profile.name, kName))
        return unusable(profile, GATELAB_TEXT("Cluster", "a name has letters, digits, '-', '_' and '.', at most 64"));
    std::vector<std::string> texts{profile.partition, profile.time, profile.memory, profile.container, profile.program};
    texts.insert(texts.end(), profile.modules.begin(), profile.modules.end());
    texts.insert(texts.end(), profile.lines.begin(), profile.lines.end());
    if (!std::ranges::all_of(texts, isOneLine))
        return unusable(profile, GATELAB_TEXT("Cluster", "each of its texts is one line"));
    if (const auto seconds = slurmSeconds(profile.time);
        !profile.time.empty() && !std::regex_match(profile.time, kEndless) && seconds.value_or(0) <= 0)
        return unusable(profile,
                        {GATELAB_TEXT("Cluster", "'%1' is no time; write minutes, 2:00:00 or 1-12"), {profile.time}});
    if (!profile.memory.empty() && !std::regex_match(profile.memory, kMemory))
        return unusable(profile, {GATELAB_TEXT("Cluster", "'%1' is no memory; write 8G or 500M"), {profile.memory}});
    if (profile.nodes < 1 || profile.tasksPerNode < 1 || profile.cpusPerTask < 0)
        return unusable(profile, GATELAB_TEXT("Cluster", "nodes and tasks are 1 or more"));
    for (const std::string& line : profile.lines)
        if (!isOption(line))
            return unusable(profile,
                            {GATELAB_TEXT("Cluster", "'%1' is no option of sbatch; write --gres=gpu:1"), {line}});
    return {};
}

std::string profileJson(const ClusterProfile& profile) {
    return MemberWriter<Format>::toJson(profile).dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<std::vector<ClusterProfile>> ClusterProfiles::read() const {
    std::error_code ignored;
    const auto path = folder_ / kFile;
    if (!std::filesystem::exists(path, ignored)) return std::vector<ClusterProfile>();
    const auto text = readFileBytes(path, kMaxBytes);
    if (!text.ok()) return text.error();
    auto profiles = fromText(*text);
    if (profiles.ok()) return profiles;
    return Error{profiles.error().code,
                 {GATELAB_TEXT("Cluster",
                               "the profiles of clusters '%1' cannot be used (%2); the runs are safe; add the "
                               "profiles again, which sets the file aside"),
                  {path.string(), profiles.error().phrase}}};
}

Result<ClusterProfile> ClusterProfiles::find(const std::string& name) const {
    const auto profiles = read();
    if (!profiles.ok()) return profiles.error();
    const auto found = std::ranges::find(*profiles, name, &ClusterProfile::name);
    return found == profiles->end() ? Result<ClusterProfile>(noProfile(name, *profiles)) : *found;
}

Result<> ClusterProfiles::change(const std::function<Result<>(std::vector<ClusterProfile>&)>& work) {
    const auto lock = FileLock::wait(folder_ / kLock);
    if (!lock.ok()) return lock.error();
    auto profiles = read();
    if (!profiles.ok()) {
        if (profiles.error().code != ErrorCode::Corrupt) return profiles.error();
        const auto aside = freeName(folder_ / "clusters-damaged", ".json", std::array{""});
        if (auto moved = renamePath(folder_ / kFile, aside); !moved.ok()) return moved;
        profiles = std::vector<ClusterProfile>();
    }
    if (auto worked = work(*profiles); !worked.ok()) return worked;
    std::ranges::sort(*profiles, {}, &ClusterProfile::name);
    if (auto written = writeFileDurably(folder_ / kFile, toText(*profiles)); !written.ok()) return written;
    // Where this fails, only the loss of the file would go unseen.
    if (keepCount(folder_ / kFile, std::ssize(*profiles)).ok())
        static_cast<void>(RunNumbers(folder_).noteCounted(kFile));
    return {};
}

Result<> ClusterProfiles::put(const ClusterProfile& profile) {
    if (auto usable = checkProfile(profile); !usable.ok()) return usable;
    return change([&](std::vector<ClusterProfile>& profiles) -> Result<> {
        std::erase_if(profiles, [&](const ClusterProfile& other) { return other.name == profile.name; });
        profiles.push_back(profile);
        return {};
    });
}

Result<> ClusterProfiles::remove(const std::string& name) {
    return change([&](std::vector<ClusterProfile>& profiles) -> Result<> {
        if (std::erase_if(profiles, [&](const ClusterProfile& other) { return other.name == name; }) == 0)
            return noProfile(name, profiles);
        return {};
    });
}

}  // namespace gatelab
