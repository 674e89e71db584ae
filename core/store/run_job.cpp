// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/run_job.h"

#include "base/clock.h"
#include "io/file_io.h"
#include "io/json/json_text.h"
#include "io/json_members.h"
#include "store/saved_json.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <sstream>

namespace gatelab {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::uint64_t kMaxBytes = UINT64_C(1) << 20, kMaxLogBytes = UINT64_C(16) << 20;

struct Format : JsonFormat<Json> {};

void visitMembers(auto& v, Either<RunJob> auto& job) {
    v("job", job.id), v("profile", job.profile), v("submitted", job.submitted), v("cancelled", job.cancelled);
}

/// It becomes a word of a command.
bool isJobId(const std::string& id) {
    return !id.empty() && std::ranges::all_of(id, [](unsigned char c) { return std::isdigit(c) != 0 || c == '_'; });
}

Result<RunJob> jobFrom(const std::string& text) {
    RunJob job;
    try {
        const Json json = parseJson<Json>(text);
        MemberNames names;
        visitMembers(names, job);
        if (auto known = checkMembers(text, names.keys); !known.ok()) return known.error();
        if (!json.contains(kChecksumKey)) return Error{ErrorCode::Corrupt, "sha256"};
        job = MemberReader<Format>::as<RunJob>(json);
    } catch (const nlohmann::json::exception& problem) {
        return Error{ErrorCode::Corrupt, problem.what()};
    }
    if (!isJobId(job.id)) return Error{ErrorCode::Corrupt, job.id};
    return job;
}

void addLine(std::vector<JobLife>& lives, const std::string& line, const std::string& job) {
    std::istringstream in(line);
    double time = 0;
    std::string id, word;
    if (!(in >> time >> id >> word) || id != job) return;
    if (word == "started") {
        JobLife life;
        if (in >> life.node >> life.restarts) life.started = time, lives.push_back(life);
        return;
    }
    if (lives.empty()) return;
    JobLife& life = lives.back();
    if (word == "signal") in >> life.signal >> life.state;
    if (word == "ended" && in >> life.exitCode) life.ended = time;
    life.isRequeued = life.isRequeued || word == "requeued";
    life.isStuck = life.isStuck || word == "stuck";
}

/// "1234", of a task of an array "1234_5"; empty: no job.
std::string jobHere() {
    const char* array = std::getenv("SLURM_ARRAY_JOB_ID");
    const char* task = std::getenv("SLURM_ARRAY_TASK_ID");
    if (array != nullptr && task != nullptr) return std::string(array) + "_" + task;
    const char* job = std::getenv("SLURM_JOB_ID");
    return job == nullptr ? std::string() : std::string(job);
}

Result<> note(const std::filesystem::path& runFolder, const std::string& job, const std::string& what) {
    const auto log = readFileBytes(runFolder / kJobLog, kMaxLogBytes);
    return writeFileDurably(runFolder / kJobLog, (log.ok() ? *log : std::string()) +
                                                     std::to_string(static_cast<std::int64_t>(wallSeconds())) + " " +
                                                     job + " " + what + "\n");
}

}  // namespace

Result<> keepJob(const std::filesystem::path& runFolder, const RunJob& job) {
    Json json = MemberWriter<Format>::toJson(job);
    json[kChecksumKey] = jsonChecksum(json.dump());
    return writeFileDurably(runFolder / kJobFile, json.dump(1) + "\n");
}

Result<> beginTask(const std::filesystem::path& runFolder, const std::string& profile) {
    const std::string job = jobHere();
    if (!isJobId(job)) return Error{ErrorCode::NotFound, "this process is no task of a job"};
    if (auto kept = keepJob(runFolder, {job, profile, wallSeconds(), 0}); !kept.ok()) return kept;
    const char* node = std::getenv("SLURMD_NODENAME");
    const char* restarts = std::getenv("SLURM_RESTART_COUNT");
    return note(
        runFolder, job,
        std::string("started ") + (node == nullptr ? "?" : node) + " " + (restarts == nullptr ? "0" : restarts));
}

Result<> endTask(const std::filesystem::path& runFolder, int exitCode) {
    return note(runFolder, jobHere(), "ended " + std::to_string(exitCode));
}

Result<std::optional<RunJobHistory>> readJob(const std::filesystem::path& runFolder) {
    std::error_code ignored;
    if (!std::filesystem::exists(runFolder / kJobFile, ignored)) return std::optional<RunJobHistory>();
    const auto text = readFileBytes(runFolder / kJobFile, kMaxBytes);
    if (!text.ok()) return text.error();
    auto job = jobFrom(*text);
    if (!job.ok())
        return Error{job.error().code,
                     {GATELAB_TEXT("Cluster", "'%1' cannot be used (%2); the run is safe"),
                      {(runFolder / kJobFile).string(), job.error().phrase}}};
    RunJobHistory history{std::move(*job), {}};
    if (const auto log = readFileBytes(runFolder / kJobLog, kMaxLogBytes); log.ok()) {
        std::istringstream in(*log);
        for (std::string line; std::getline(in, line);) addLine(history.lives, line, history.job.id);
    }
    return std::optional(std::move(history));
}

}  // namespace gatelab
