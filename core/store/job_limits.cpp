// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/job_limits.h"

#include "io/file_io.h"
#include "io/json/json_text.h"
#include "io/json_members.h"
#include "store/saved_json.h"

namespace gatelab {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* kFile = "limits.json";
constexpr int kFormatVersion = 1;
constexpr std::uint64_t kMaxBytes = UINT64_C(1) << 16;
constexpr std::int64_t kLeastMiB = 256, kLeastProcesses = 32;
constexpr double kLeastProcessors = 0.1;

struct Format : JsonFormat<Json> {};

void visitMembers(auto& v, Either<JobLimits> auto& limits) {
    v("memory_mib", limits.memoryMiB), v("processors", limits.processors), v("processes", limits.processes);
    v("sandbox", limits.isSandboxed);
}

}  // namespace

Result<> checkLimits(const JobLimits& limits) {
    const auto isUsable = [](auto value, auto least) { return value == 0 || value >= least; };
    if (!isUsable(limits.memoryMiB, kLeastMiB))
        return Error{ErrorCode::InvalidInput, {GATELAB_TEXT("Queue", "a job needs %1 MiB or more"), {kLeastMiB}}};
    if (!isUsable(limits.processors, kLeastProcessors))
        return Error{ErrorCode::InvalidInput, GATELAB_TEXT("Queue", "a job needs 0.1 of a core or more")};
    if (!isUsable(limits.processes, kLeastProcesses))
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Queue", "a job needs %1 processes and threads or more"), {kLeastProcesses}}};
    return {};
}

Result<JobLimits> readLimits(const std::filesystem::path& workspace) {
    std::error_code ignored;
    const auto path = workspace / kFile;
    if (!std::filesystem::exists(path, ignored)) return JobLimits();
    const auto text = readFileBytes(path, kMaxBytes);
    if (!text.ok()) return text.error();
    const auto unusable = [&path](ErrorCode code, const Phrase& why) {
        return Error{code,
                     {GATELAB_TEXT("Queue",
                                   "the limits '%1' cannot be used (%2); the runs are safe; remove the file, or set "
                                   "them again"),
                      {path.string(), why}}};
    };
    try {
        const Json json = parseJson<Json>(*text);
        if (json.at("gatelab_limits").get<int>() > kFormatVersion)
            return unusable(ErrorCode::Unsupported, GATELAB_TEXT("Queue", "it was written by a newer Gatelab"));
        if (auto known = checkMembers(*text, {"gatelab_limits", "limits"}); !known.ok())
            return unusable(known.error().code, known.error().phrase);
        if (!json.contains(kChecksumKey)) return unusable(ErrorCode::Corrupt, "sha256");
        const auto limits = MemberReader<Format>::as<JobLimits>(json.at("limits"));
        if (auto usable = checkLimits(limits); !usable.ok()) return unusable(ErrorCode::Corrupt, usable.error().phrase);
        return limits;
    } catch (const nlohmann::json::exception& problem) {
        return unusable(ErrorCode::Corrupt, problem.what());
    }
}

Result<> keepLimits(const std::filesystem::path& workspace, const JobLimits& limits) {
    if (auto usable = checkLimits(limits); !usable.ok()) return usable;
    Json json{{"gatelab_limits", kFormatVersion}, {"limits", MemberWriter<Format>::toJson(limits)}};
    json[kChecksumKey] = jsonChecksum(json.dump(-1, ' ', false, Json::error_handler_t::replace));
    return writeFileDurably(workspace / kFile, json.dump(1) + "\n");
}

}  // namespace gatelab
