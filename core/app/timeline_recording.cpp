// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline_recording.h"

#include "config/field.h"
#include "io/file_io.h"
#include "run/run_change.h"
#include "run/timeline_json.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>

namespace gatelab {

namespace {

constexpr auto kLookEvery = std::chrono::milliseconds(20);
constexpr std::int64_t kWarmUp = 10, kBetween = 2;  // of which each recorded step comes with another one

/// Goes with all that is in it.
class OwnFolder {
public:
    OwnFolder() {
        static std::atomic<int> count{0};
        path_ = std::filesystem::temp_directory_path() /
                ("gatelab-timeline-" + std::to_string(::getpid()) + "-" + std::to_string(count++));
    }
    ~OwnFolder() { (void)removePath(path_).ok(); }
    OwnFolder(const OwnFolder&) = delete;
    OwnFolder& operator=(const OwnFolder&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

/// As long as it takes, and with nothing that is only for a person who watches.
ExperimentConfig recordingConfig(const RunSummary& run) {
    ExperimentConfig config = settingsAfter(run.config, run.changes);
    config.maxSteps = 0;
    config.epochs = static_cast<std::int64_t>(findField("epochs")->range.high);
    config.earlyStop = 0;
    config.isolated = false;
    return config;
}

/// Follows the session until the timeline is there, or it ended without one.
Result<Timeline> follow(RunSession& session, const std::filesystem::path& folder, std::int64_t steps,
                        const Progress& progress) {
    const double all = static_cast<double>(kWarmUp + kBetween * steps);
    double done = 0;
    Error failure{ErrorCode::Internal, GATELAB_TEXT("Timeline", "the steps could not be trained again")};
    std::error_code ignored;
    const auto isThere = [&] { return std::filesystem::exists(timelineFile(folder), ignored); };
    bool goesOn = true;
    while (!session.done() && !isThere() && goesOn) {
        std::this_thread::sleep_for(kLookEvery);
        session.channel().drainMetrics(
            [&](const MetricSample& sample) { done = std::max(done, static_cast<double>(sample.step)); });
        goesOn = report(progress, std::min(1.0, done / all));
    }
    session.control().abandon();
    session.wait();
    if (!goesOn) return Error{ErrorCode::Cancelled, {}};
    for (const RunEvent& event : session.channel().takeEvents())
        if (const auto* end = event.as<RunEnd>(); end != nullptr && end->state == RunState::Failed)
            failure = {end->code, end->why};
    return isThere() ? readTimeline(folder) : failure;
}

}  // namespace

Result<Timeline> recordTimeline(Engine& engine, const RunSummary& run, std::int64_t steps, const Progress& progress) {
    const OwnFolder own;
    auto workspace = Workspace::open(own.path());
    if (!workspace.ok()) return workspace.error();
    const ExperimentConfig config = recordingConfig(run);
    auto record = (*workspace)->createRun(config, {}, run.dataName);
    if (!record.ok()) return record.error();
    const std::filesystem::path folder = (*record)->folder();
    if (auto asked = askForTimeline(folder, steps); !asked.ok()) return asked.error();
    auto session = engine.start({config, nullptr, std::move(*record), {}});
    if (!session.ok()) return session.error();
    auto timeline = follow(**session, folder, steps, progress);
    session->reset();
    if (timeline.ok()) timeline->run = run.id;
    return timeline;
}

}  // namespace gatelab
