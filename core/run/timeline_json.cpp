// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/timeline_json.h"

#include "io/file_io.h"
#include "io/json/json_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace gatelab {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kMicroseconds = 1e6;
constexpr int kVersion = 1;
constexpr std::uint64_t kMostBytes = 256u << 20;
enum Track { kSteps = 1, kPhases, kOperations, kKernels };

/// A process of the trace is a rank.
constexpr int kFirst = 1;

Json event(int process, const char* kind, const std::string& name, Track track, double began, double seconds,
           std::int64_t step) {
    Json json{{"ph", "X"},
              {"cat", kind},
              {"name", name},
              {"ts", began * kMicroseconds},
              {"pid", process},
              {"tid", static_cast<int>(track)},
              {"dur", seconds * kMicroseconds}};
    if (step >= 0) json["args"]["step"] = step;
    return json;
}

Json title(int process, const char* what, Track track, const std::string& name) {
    return {
        {"ph", "M"}, {"name", what}, {"pid", process}, {"tid", static_cast<int>(track)}, {"args", {{"name", name}}}};
}

std::optional<TimelinePart> partOf(const std::string& key) {
    for (std::size_t i = 0; i < kTimelineParts; ++i)
        if (key == timelineKey(static_cast<TimelinePart>(i))) return static_cast<TimelinePart>(i);
    return std::nullopt;
}

Error damaged() {
    return {ErrorCode::Corrupt, GATELAB_TEXT("Timeline",
                                             "the timeline of this run cannot be read: it is damaged or of another "
                                             "version; record it again")};
}

/// Throws what nlohmann throws; false: of no known kind.
bool readEvent(const Json& json, Timeline& timeline) {
    if (json.at("ph") != "X") return true;
    const std::string kind = json.at("cat");
    const double began = json.at("ts").get<double>() / kMicroseconds;
    const double seconds = json.at("dur").get<double>() / kMicroseconds;
    if (!std::isfinite(began) || !std::isfinite(seconds) || seconds < 0) return false;
    const Json args = json.value("args", Json::object());
    const std::int64_t step = args.value("step", std::int64_t{-1});
    const std::int64_t process = json.value("pid", std::int64_t{kFirst});
    const bool isKernel = kind == "kernel", isOperation = isKernel || kind == "operation";
    if (process < kFirst || process > std::numeric_limits<int>::max() || (process > kFirst && isOperation))
        return false;
    const int rank = static_cast<int>(process) - kFirst;
    if (rank > 0 && (timeline.ranks.empty() || timeline.ranks.back().rank != rank)) timeline.ranks.push_back({rank});
    auto& steps = rank > 0 ? timeline.ranks.back().steps : timeline.steps;
    auto& spans = rank > 0 ? timeline.ranks.back().spans : timeline.spans;
    if (kind == "step") {
        steps.push_back({step, began, seconds, args.at("recorded").get<bool>()});
        return true;
    }
    const auto part = partOf(isOperation ? args.at("part").get<std::string>() : json.at("name").get<std::string>());
    if (!part) return false;
    if (isOperation)
        (isKernel ? timeline.kernels : timeline.operations)
            .push_back({json.at("name").get<std::string>(), *part, began, seconds, step});
    else
        spans.push_back({*part, began, seconds, step});
    return true;
}

void addProcess(Json& events, int process, const std::string& name, const std::vector<TimelineStep>& steps,
                const std::vector<TimelineSpan>& spans) {
    events.push_back(title(process, "process_name", kSteps, name));
    events.push_back(title(process, "thread_name", kSteps, "steps"));
    events.push_back(title(process, "thread_name", kPhases, "parts of the step"));
    for (const TimelineStep& step : steps) {
        events.push_back(event(process, "step",
                               (step.isRecorded ? "step " : "not recorded, step ") + std::to_string(step.step), kSteps,
                               step.began, step.seconds, step.step));
        events.back()["args"]["recorded"] = step.isRecorded;
    }
    for (const TimelineSpan& span : spans)
        events.push_back(event(process, "part", timelineKey(span.part), kPhases, span.began, span.seconds, span.step));
}

std::filesystem::path rankFile(const std::filesystem::path& runFolder, int rank) {
    return runFolder / ("timeline-rank-" + std::to_string(rank) + ".json");
}

std::filesystem::path orderFile(const std::filesystem::path& runFolder) { return runFolder / "timeline.ask"; }

}  // namespace

std::string timelineJson(const Timeline& timeline) {
    Json events = Json::array();
    const std::string name = timeline.run.empty() ? "Gatelab" : timeline.run;
    addProcess(events, kFirst, timeline.ranks.empty() ? name : name + ", rank 0", timeline.steps, timeline.spans);
    events.push_back(title(kFirst, "thread_name", kOperations, "operations"));
    for (const TimelineTrack& track : timeline.ranks)
        addProcess(events, kFirst + track.rank, name + ", rank " + std::to_string(track.rank), track.steps,
                   track.spans);
    for (const TimelineOperation& one : timeline.operations) {
        events.push_back(event(kFirst, "operation", one.name, kOperations, one.began, one.seconds, one.step));
        events.back()["args"]["part"] = timelineKey(one.part);
    }
    if (!timeline.kernels.empty()) events.push_back(title(kFirst, "thread_name", kKernels, "GPU"));
    for (const TimelineOperation& one : timeline.kernels) {
        events.push_back(event(kFirst, "kernel", one.name, kKernels, one.began, one.seconds, one.step));
        events.back()["args"]["part"] = timelineKey(one.part);
    }
    const Json json{{"displayTimeUnit", "ms"},
                    {"otherData",
                     {{"gatelab_timeline", kVersion},
                      {"run", timeline.run},
                      {"device", timeline.device},
                      {"cuda", timeline.isCuda},
                      {"asked", timeline.asked},
                      {"clock", timeline.clock}}},
                    {"traceEvents", std::move(events)}};
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Timeline> timelineOfJson(std::string_view text) {
    try {
        const Json json = parseJson<Json>(text);
        const Json& told = json.at("otherData");
        if (told.at("gatelab_timeline") != kVersion) return damaged();
        Timeline timeline{.run = told.at("run"), .device = told.at("device"), .isCuda = told.at("cuda").get<bool>()};
        timeline.asked = told.value("asked", std::int64_t{0});
        timeline.clock = told.value("clock", 0.0);
        for (const Json& one : json.at("traceEvents"))
            if (!readEvent(one, timeline)) return damaged();
        return timeline;
    } catch (const Json::exception&) {
        return damaged();
    }
}

std::filesystem::path timelineFile(const std::filesystem::path& runFolder) { return runFolder / "timeline.json"; }

Result<Timeline> readTimeline(const std::filesystem::path& runFolder) {
    std::error_code ignored;
    if (!std::filesystem::exists(timelineFile(runFolder), ignored))
        return Error{ErrorCode::NotFound, GATELAB_TEXT("Timeline", "this run has no timeline yet")};
    const auto bytes = readFileBytes(timelineFile(runFolder), kMostBytes);
    if (!bytes.ok()) return bytes.error();
    auto timeline = timelineOfJson(*bytes);
    if (!timeline.ok() || !timeline->ranks.empty()) return timeline;
    for (int rank = 1; std::filesystem::exists(rankFile(runFolder, rank), ignored); ++rank) {
        const auto track = readFileBytes(rankFile(runFolder, rank), kMostBytes);
        const auto ofRank = track.ok() ? timelineOfJson(*track) : Result<Timeline>(track.error());
        if (ofRank.ok()) addTrack(*timeline, rank, *ofRank);
    }
    return timeline;
}

Result<> keepRankTimeline(const std::filesystem::path& runFolder, int rank, const Timeline& timeline) {
    return writeFileDurably(rankFile(runFolder, rank), timelineJson(timeline));
}

Result<> keepTimeline(const std::filesystem::path& runFolder, const Timeline& timeline) {
    return writeFileDurably(timelineFile(runFolder), timelineJson(timeline));
}

Result<> askForTimeline(const std::filesystem::path& runFolder, std::int64_t steps) {
    return writeFileDurably(orderFile(runFolder),
                            std::to_string(std::clamp<std::int64_t>(steps, 1, kMostTimelineSteps)));
}

std::int64_t askedTimelineSteps(const std::filesystem::path& runFolder) {
    std::error_code ignored;
    if (!std::filesystem::exists(orderFile(runFolder), ignored)) return 0;
    const auto start = readFileStart(orderFile(runFolder), 32);
    std::int64_t steps = 0;
    if (!start.ok()) return 0;
    std::from_chars(start->bytes.data(), start->bytes.data() + start->bytes.size(), steps);
    return std::clamp<std::int64_t>(steps, 0, kMostTimelineSteps);
}

Result<> forgetTimelineOrder(const std::filesystem::path& runFolder) { return removePath(orderFile(runFolder)); }

}  // namespace gatelab
