// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/resume_point.h"

#include "io/json/json.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"

#include "base/clock.h"
#include "config/config_io.h"
#include "store/named_checkpoint.h"

#include <algorithm>
#include <cstdio>

namespace gatelab::worker {

namespace {

constexpr double kDay = 86400;

double ageOf(const CheckpointInfo& checkpoint) { return std::max(0.0, wallSeconds() - checkpoint.wall); }

/// "0:05:12", "3 days".
std::string ageText(double seconds) {
    return seconds < 2 * kDay ? durationText(seconds) : std::to_string(static_cast<long>(seconds / kDay)) + " days";
}

std::string whyNothingLeft(const LoadedCheckpoint& loaded, const ExperimentConfig& config) {
    if (loaded.info.epoch >= config.epochs) return "its " + std::to_string(config.epochs) + " epochs are done";
    if (config.maxSteps > 0 && loaded.info.step >= config.maxSteps)
        return "its limit of " + std::to_string(config.maxSteps) + " steps is reached";
    const std::int64_t without = loaded.counter("epochs_without_best");
    if (config.earlyStop > 0 && without >= config.earlyStop)
        return "it was stopped early, after " + std::to_string(without) + " epochs without a better validation loss";
    return {};
}

}  // namespace

Result<ResumePoint> findResumePoint(const std::filesystem::path& runFolder, const std::string& checkpoint) {
    auto named = loadNamedCheckpoint(CheckpointStore(runFolder), checkpoint);
    if (!named.ok()) return named.error();
    LoadedCheckpoint* const loaded = &named->loaded;
    const auto config = configFromJson(loaded->contents.state);
    if (!config.ok()) return config.error().withContext("the settings kept in '" + loaded->info.folder.string() + "'");
    return ResumePoint{loaded->info, loaded->info.epoch + (loaded->counter("position") > 0 ? 1 : 0),
                       config->config.epochs, std::move(loaded->warnings), whyNothingLeft(*loaded, config->config)};
}

void printResumePoint(const ResumePoint& point, bool json) {
    const CheckpointInfo& checkpoint = point.checkpoint;
    const std::string name = checkpoint.folder.filename().string();
    for (const Phrase& damaged : point.passedOver) std::fprintf(stderr, "warning: %s\n", plainText(damaged).c_str());
    auto passedOver = nlohmann::ordered_json::array();
    for (const Phrase& damaged : point.passedOver) passedOver.push_back(damaged.english());
    if (json)
        printJson(nlohmann::ordered_json{{"resume",
                                          {{"passed_over", passedOver},
                                           {"checkpoint", name},
                                           {"reason", checkpointReasonName(checkpoint.reason)},
                                           {"step", checkpoint.step},
                                           {"epoch", point.epochsBegun},
                                           {"age_seconds", ageOf(checkpoint)},
                                           {"nothing_left", point.nothingLeft}}}});
    else
        std::printf("from checkpoint %s (%s): step %lld, epoch %lld of %lld, saved %s ago\n", name.c_str(),
                    plainText(checkpointReasonLabel(checkpoint.reason)).c_str(),
                    static_cast<long long>(checkpoint.step), static_cast<long long>(point.epochsBegun),
                    static_cast<long long>(point.epochs), ageText(ageOf(checkpoint)).c_str());
    std::fflush(stdout);
}

}  // namespace gatelab::worker
