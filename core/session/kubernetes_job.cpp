// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/kubernetes_job.h"

#include "config/config_difference.h"
#include "io/json/json.h"

#include <algorithm>
#include <cctype>

namespace gatelab {
namespace {

using Json = nlohmann::ordered_json;

/// Block style, texts in JSON's quotes, which YAML reads alike.
void writeYaml(const Json& value, const std::string& indent, std::string& out) {
    if (!value.is_structured() || value.empty()) {
        out += " " + value.dump() + "\n";
        return;
    }
    out += "\n";
    if (value.is_object())
        for (const auto& [key, member] : value.items()) {
            out += indent + key + ":";
            writeYaml(member, indent + "  ", out);
        }
    else
        for (const Json& item : value) {
            std::string text;
            writeYaml(item, indent + "  ", text);
            // The first line of an item follows its dash.
            out += indent + "-" + (item.is_structured() ? " " + text.substr(indent.size() + 3) : text);
        }
}

/// Slurm's "8G" (binary; a bare number is MiB) as Kubernetes writes it.
std::string memoryQuantity(const std::string& memory) {
    return std::isdigit(static_cast<unsigned char>(memory.back())) != 0 ? memory + "Mi" : memory + "i";
}

/// Lower case, digits and '-', as names are there.
std::string objectName(const std::string& profile) {
    std::string name = "gatelab-" + profile;
    for (char& c : name)
        c = std::isalnum(static_cast<unsigned char>(c)) != 0
                ? static_cast<char>(std::tolower(static_cast<unsigned char>(c)))
                : '-';
    name.resize(std::min<std::size_t>(name.size(), 50));
    return name.substr(0, name.find_last_not_of('-') + 1) + "-";
}

/// The run of before goes on where there is one.
std::string shellCommand(const std::string& program, const ExperimentConfig& config, const std::string& workspace) {
    const std::string made = reproduceCommand(config);  // "gatelab-worker train ..."
    const std::string words = made.substr(made.find(' ')).insert(std::string(" train").size(), " --no-suggest");
    const std::string place = " --workspace " + shellQuoted(workspace);
    return "if [ -e " + shellQuoted(workspace + "/workspace.sqlite") + " ]; then exec " + shellQuoted(program) +
           " resume last" + place + "; else exec " + shellQuoted(program) + words + place + "; fi";
}

Json containerOf(const ClusterProfile& profile, const ExperimentConfig& config, const KubernetesPlace& place) {
    const std::string program = profile.program.empty() ? "gatelab-worker" : profile.program;
    const std::string workspace = place.workspace.string();
    Json amounts = Json::object();
    if (profile.cpusPerTask > 0) amounts["cpu"] = std::to_string(profile.cpusPerTask);
    if (!profile.memory.empty()) amounts["memory"] = memoryQuantity(profile.memory);
    Json mounts{{{"name", "runs"}, {"mountPath", workspace}, {"subPath", "gatelab"}}};
    if (!config.dataPath.empty())
        mounts.push_back({{"name", "runs"},
                          {"mountPath", std::filesystem::path(config.dataPath).parent_path().string()},
                          {"subPath", "data"},
                          {"readOnly", true}});
    Json container{{"name", "gatelab"},
                   {"image", place.image},
                   {"command", {"/bin/sh", "-c", shellCommand(program, config, workspace)}},
                   {"volumeMounts", std::move(mounts)}};
    if (!amounts.empty()) container["resources"] = {{"requests", amounts}, {"limits", amounts}};
    return container;
}

constexpr const char* kHead =
    "# A job of Kubernetes for one run of Gatelab. Untried: checked against the fields of batch/v1, never run on a "
    "cluster.\n"
    "# Each run needs a workspace of its own: the folder 'gatelab' of the claim; the data lie in its folder 'data'.\n"
    "# kubectl create -f THIS";

}  // namespace

Result<std::string> kubernetesJob(const ClusterProfile& profile, const ExperimentConfig& config,
                                  const KubernetesPlace& place) {
    constexpr int kStopped = 130, kRetries = 3, kSecondsToSave = 120;
    if (place.image.empty())
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Cluster", "--image NAME says which container has gatelab-worker")};
    if (profile.nodes > 1 || profile.tasksPerNode > 1)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Cluster", "profile '%1' has several nodes or tasks; a job of Kubernetes is one"),
                      {profile.name}}};
    Json pod{{"restartPolicy", "Never"},
             {"terminationGracePeriodSeconds", kSecondsToSave},
             {"containers", Json::array({containerOf(profile, config, place)})},
             {"volumes", Json::array({{{"name", "runs"}, {"persistentVolumeClaim", {{"claimName", place.claim}}}}})}};
    Json rules = Json::array(
        {{{"action", "Ignore"}, {"onPodConditions", Json::array({{{"type", "DisruptionTarget"}, {"status", "True"}}})}},
         {{"action", "Ignore"}, {"onExitCodes", {{"operator", "In"}, {"values", Json::array({kStopped})}}}}});
    Json spec{{"backoffLimit", kRetries}, {"podFailurePolicy", {{"rules", std::move(rules)}}}};
    if (const auto seconds = slurmSeconds(profile.time)) spec["activeDeadlineSeconds"] = *seconds;
    spec["template"] = {{"spec", std::move(pod)}};
    const Json job{{"apiVersion", "batch/v1"},
                   {"kind", "Job"},
                   {"metadata", {{"generateName", objectName(profile.name)}, {"labels", {{"app", "gatelab"}}}}},
                   {"spec", std::move(spec)}};
    std::string text = kHead;
    writeYaml(job, "", text);
    return text;
}

}  // namespace gatelab
