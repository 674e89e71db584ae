// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/json/json.h"
#include "worker/commands.h"
#include "worker/options.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/output/progress_line.h"
#include "worker/runs.h"

#include "base/units.h"

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

struct FindOptions {
    ExperimentOptions rate, batch;
    bool json = false;
    std::function<int()> chosen;
};

void printPoints(const FinderResult& result) {
    const bool isRate = result.kind == FinderRequest::Kind::LearningRate;
    if (isRate)
        std::printf("%14s %12s %12s\n", "learning rate", "loss", "smoothed");
    else
        std::printf("%14s %12s %12s %12s\n", "batch size", "samples/s", "spread", "MiB");
    for (const FinderPoint& point : result.points)
        if (isRate)
            std::printf("%14.4g %12.5g %12.5g\n", point.value, point.loss, point.smoothed);
        else
            std::printf("%14.4g %12.5g %12.5g %12.5g\n", point.value, point.samplesPerSecond, point.spread,
                        point.tensorBytes / kMiB);
    std::printf("\n%s = %.4g. %s\n", result.field, result.suggestion, plainText(result.reason).c_str());
}

Json resultJson(const FinderResult& result) {
    Json points = Json::array();
    for (const FinderPoint& point : result.points) {
        if (result.kind == FinderRequest::Kind::LearningRate)
            points.push_back({{"value", point.value}, {"loss", point.loss}, {"smoothed", point.smoothed}});
        else
            points.push_back({{"value", point.value},
                              {"samples_per_second", point.samplesPerSecond},
                              {"samples_per_second_spread", point.spread},
                              {"tensor_bytes", point.tensorBytes}});
    }
    return {{"field", result.field},
            {"suggestion", result.suggestion},
            {"weak", result.weak},
            {"reason", result.reason.english()},
            {"points", points}};
}

int find(FinderRequest::Kind kind, const ExperimentOptions& experiment, bool json) {
    auto config = experiment.config();
    if (!config.ok()) return fail(config.error(), json);
    const auto data = experiment.data(*config);
    if (!data.ok()) return fail(data.error(), json);
    printDataFindings(**data, *config, true);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), json);
    installSignals();
    ProgressLine progress(json);
    const auto result = (*engine)->find({kind, *config, *data, {}}, [&](double share) {
        progress.show("searching", share);
        return signalCount == 0;
    });
    progress.end();
    if (!result.ok()) return fail(result.error(), json);
    if (json)
        printJson(resultJson(*result));
    else
        printPoints(*result);
    return kDone;
}

}  // namespace

CommandAction setFind(CLI::App& app) {
    const auto options = std::make_shared<FindOptions>();
    app.require_subcommand(1);
    const auto add = [&](const char* name, const char* help, ExperimentOptions& experiment, FinderRequest::Kind kind) {
        auto* command = app.add_subcommand(name, help);
        experiment.addTo(*command);
        command->add_flag("--json", options->json, "Points and suggestion as one JSON object");
        // Held by themselves, the options would never go.
        command->final_callback([own = options.get(), &experiment, kind] {
            own->chosen = [own, &experiment, kind] { return find(kind, experiment, own->json); };
        });
    };
    add("lr", "Learning-rate range test (Smith 2017)", options->rate, FinderRequest::Kind::LearningRate);
    add("batch", "Throughput and memory of growing batch sizes", options->batch, FinderRequest::Kind::BatchSize);
    return [options] { return options->chosen ? options->chosen() : static_cast<int>(kUsage); };
}

}  // namespace gatelab::worker
