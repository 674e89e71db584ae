// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/commands.h"
#include "worker/options.h"
#include "worker/output/console.h"
#include "worker/verify/verify.h"

#include "config/switches.h"

#include <cstdint>

namespace gatelab::worker {

namespace {

const CLI::Range kSeeds(std::int64_t{0}, std::int64_t{UINT32_MAX});

struct VerifyOptions {
    std::int64_t trials = 20, verdictTrials = 1000, seed = 1;
    ExperimentOptions repeated, switched;
    bool json = false;
    int (*chosen)(const VerifyOptions&) = nullptr;  // by the subcommand
};

}  // namespace

CommandAction setVerify(CLI::App& app) {
    const auto options = std::make_shared<VerifyOptions>();
    app.require_subcommand(1);
    auto* resume = app.add_subcommand("resume", "Twin runs, one killed and resumed: both must leave the same bits");
    resume->add_option("--trials", options->trials, "How many twins")->check(CLI::Range(1, 100000));
    resume->add_option("--seed", options->seed, "Which experiments and moments")->check(kSeeds);
    resume->add_flag("--json", options->json, "The result as JSON");
    resume->final_callback(
        [options] { options->chosen = [](const VerifyOptions& o) { return verifyResume(o.trials, o.seed, o.json); }; });
    auto* repeat = app.add_subcommand("repeat", "The same experiment twice: both must leave the same bits");
    options->repeated.addTo(*repeat);
    repeat->add_flag("--json", options->json, "The result as JSON");
    repeat->final_callback([options] {
        options->chosen = [](const VerifyOptions& o) {
            auto config = o.repeated.config();
            if (!config.ok()) return fail(config.error(), o.json);
            const auto data = o.repeated.data(*config);
            return data.ok() ? verifyRepeat(*config, o.json) : fail(data.error(), o.json);
        };
    });
    auto* switches = app.add_subcommand("switches",
                                        "Every optimisation switch and implementation against the plain one, in at "
                                        "most 50 steps of a small forecast or of the experiment that is given: largest "
                                        "difference of the trained weights, relative to the largest of their tensor");
    options->switched.addTo(*switches);
    switches->add_flag("--json", options->json, "One JSON object per switch");
    switches->final_callback([options] {
        options->chosen = [](const VerifyOptions& o) {
            auto config = o.switched.config(switchTrial());
            if (!config.ok()) return fail(config.error(), o.json);
            const auto data = o.switched.data(*config);
            return data.ok() ? verifySwitches(*config, *data, o.json) : fail(data.error(), o.json);
        };
    });
    auto* verdict =
        app.add_subcommand("verdict", "How often the verdict calls two equal settings different, in simulated trials");
    verdict->add_option("--trials", options->verdictTrials, "How many comparisons per shape of scores")
        ->check(CLI::Range(1, 1000000));
    verdict->add_option("--seed", options->seed, "Which random scores")->check(kSeeds);
    verdict->add_flag("--json", options->json, "One JSON object per shape of scores");
    verdict->final_callback([options] {
        options->chosen = [](const VerifyOptions& o) { return verifyVerdict(o.verdictTrials, o.seed, o.json); };
    });
    return [options] { return options->chosen ? options->chosen(*options) : static_cast<int>(kUsage); };
}

}  // namespace gatelab::worker
