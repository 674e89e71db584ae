// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/slurm.h"

#include "io/json/json.h"
#include "session/outer_program.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <string_view>

namespace gatelab::slurm {
namespace {

using Json = nlohmann::json;

/// What helps, by a word of what Slurm says.
struct Remedy {
    std::string_view word;
    Text text;
};
constexpr Remedy kRemedies[] = {
    {"invalid partition", GATELAB_TEXT("Cluster",
                                       "'sinfo' lists the partitions; mend it: gatelab-worker slurm profile add NAME "
                                       "--partition P")},
    {"time limit", GATELAB_TEXT("Cluster",
                                "the partition allows less; 'sinfo -o \"%P %l\"' says how much; lower --time "
                                "of the profile")},
    {"node configuration",
     GATELAB_TEXT("Cluster",
                  "no node of the partition has as many processors or as much memory; ask for less in the "
                  "profile")},
    {"memory", GATELAB_TEXT("Cluster", "ask for less memory in the profile")},
    {"account", GATELAB_TEXT("Cluster", "name your account in the profile: --line=--account=A")},
    {"contact slurm controller",
     GATELAB_TEXT("Cluster", "the controller of the cluster does not answer; wait, or ask those who run it")},
    {"configuration source",
     GATELAB_TEXT("Cluster",
                  "Slurm's programs find no cluster from here; log in on a machine of the cluster, or set "
                  "SLURM_CONF")},
    {"invalid job id",
     GATELAB_TEXT("Cluster",
                  "Slurm has forgotten the job; hand the run in again: gatelab-worker slurm submit PROFILE "
                  "--resume RUN")},
};
constexpr Text kAnyRemedy =
    GATELAB_TEXT("Cluster", "mend the profile, or ask those who run the cluster; nothing was changed here");

std::string inOneLine(const std::string& words) {
    std::istringstream in(words);
    std::string text;
    for (std::string line; std::getline(in, line);)
        if (!line.empty()) text += (text.empty() ? "" : "; ") + line;
    return text;
}

Error refused(const std::string& words) {
    std::string lower = words;
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
    const auto* found = std::ranges::find_if(
        kRemedies, [&](const Remedy& remedy) { return lower.find(remedy.word) != std::string::npos; });
    return {ErrorCode::InvalidInput,
            {GATELAB_TEXT("Cluster", "Slurm refuses: '%1'; %2"),
             {inOneLine(words), Phrase(found == std::end(kRemedies) ? kAnyRemedy : found->text)}}};
}

Result<std::string> ask(const std::vector<std::string>& words) {
    auto answer = askProgram(words);
    if (!answer.ok() && answer.error().code == ErrorCode::NotFound)
        return Error{ErrorCode::NotFound,
                     {GATELAB_TEXT("Cluster",
                                   "Slurm is not on this machine: there is no program '%1'; log in on a machine of the "
                                   "cluster, or install Slurm's programs (slurm-client)"),
                      {words.front()}}};
    if (!answer.ok()) return answer.error();
    if (answer->code != 0) return refused(answer->err.empty() ? answer->out : answer->err);
    return std::move(answer->out);
}

/// 5, or {"set": true, "infinite": false, "number": 5}; 0 where there is none.
double numberOf(const Json& job, const char* key) {
    const auto found = job.find(key);
    if (found == job.end()) return 0;
    if (found->is_number()) return found->get<double>();
    if (!found->is_object() || !found->value("set", false) || found->value("infinite", false)) return 0;
    const auto number = found->find("number");
    return number != found->end() && number->is_number() ? number->get<double>() : 0;
}

/// "RUNNING", or ["RUNNING", ...].
std::string wordOf(const Json& job, const char* key) {
    const auto found = job.find(key);
    if (found == job.end()) return {};
    const Json& word = found->is_array() && !found->empty() ? found->front() : *found;
    return word.is_string() ? word.get<std::string>() : std::string();
}

bool isSet(const Json& job, const char* key) {
    const auto found = job.find(key);
    return found != job.end() && (found->is_number() || (found->is_object() && found->value("set", false)));
}

QueuedJob jobFrom(const Json& json) {
    const auto text = [](double number) { return std::to_string(static_cast<std::int64_t>(number)); };
    QueuedJob job;
    job.id = text(numberOf(json, "job_id"));
    if (const double array = numberOf(json, "array_job_id"); array > 0) {
        if (isSet(json, "array_task_id"))
            job.id = text(array) + "_" + text(numberOf(json, "array_task_id"));
        else
            job.id = text(array) + "_[" + wordOf(json, "array_task_string") + "]";
    }
    job.state = wordOf(json, "job_state");
    job.reason = wordOf(json, "state_reason");
    job.nodes = wordOf(json, "nodes");
    return job;
}

}  // namespace

bool QueuedJob::hasEnded() const {
    static constexpr std::array<std::string_view, 5> kGoing{"PENDING", "RUNNING", "SUSPENDED", "CONFIGURING",
                                                            "COMPLETING"};
    return std::ranges::find(kGoing, state) == kGoing.end();
}

Result<std::string> submit(const std::filesystem::path& script) {
    auto said = ask({"sbatch", "--parsable", script.string()});
    if (!said.ok()) return said;
    // "1234", or "1234;cluster".
    const std::string id = said->substr(0, said->find_first_not_of("0123456789"));
    if (id.empty())
        return Error{ErrorCode::Unsupported,
                     {GATELAB_TEXT("Cluster", "sbatch said '%1', which is no number of a job"), {inOneLine(*said)}}};
    return id;
}

Result<std::vector<QueuedJob>> jobs() {
    const auto said = ask({"squeue", "--json"});
    return said.ok() ? jobsFrom(*said) : said.error();
}

Result<std::vector<QueuedJob>> jobsFrom(const std::string& text) {
    std::vector<QueuedJob> jobs;
    try {
        const Json json = Json::parse(text);
        for (const Json& job : json.at("jobs").get_ref<const Json::array_t&>()) jobs.push_back(jobFrom(job));
    } catch (const nlohmann::json::exception& problem) {
        return Error{ErrorCode::Unsupported,
                     {GATELAB_TEXT("Cluster",
                                   "'squeue --json' said what cannot be read (%1); Slurm 22.05 or newer is "
                                   "asked for"),
                      {problem.what()}}};
    }
    return jobs;
}

const QueuedJob* findJob(const std::vector<QueuedJob>& jobs, const std::string& id) {
    const auto named = [&jobs](auto&& isIt) {
        const auto found = std::ranges::find_if(jobs, isIt);
        return found == jobs.end() ? nullptr : &*found;
    };
    if (const QueuedJob* job = named([&](const QueuedJob& one) { return one.id == id; })) return job;
    const auto task = id.find('_');
    if (task == std::string::npos) return nullptr;
    return named([&](const QueuedJob& one) { return one.id.starts_with(id.substr(0, task) + "_["); });
}

Result<> cancel(const std::string& job) {
    const auto said = ask({"scancel", job});
    return said.ok() ? Result<>() : said.error();
}

Result<> requeue(const std::string& job) {
    const auto said = ask({"scontrol", "requeue", job});
    return said.ok() ? Result<>() : said.error();
}

}  // namespace gatelab::slurm
