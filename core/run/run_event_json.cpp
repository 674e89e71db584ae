// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/run_event_json.h"
#include "io/json/json_text.h"
#include "io/json_members.h"
#include "io/phrase_json.h"
#include "run/confusion_json.h"
#include "run/heldout_scores.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>
#include <utility>

namespace gatelab {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 8> kStates = {"queued",   "preparing", "running", "paused",
                                                     "stopping", "finished",  "failed",  "interrupted"};

/// Of a record that tells a change by the words of its marker alone, "learning_rate = 3e-04".
std::optional<ConfigChange> changeFromWords(std::string_view words) {
    const std::size_t equals = words.find(" = ");
    const Field* field = equals == std::string_view::npos ? nullptr : findField(words.substr(0, equals));
    if (field == nullptr) return {};
    auto value = parseFieldValue(*field, words.substr(equals + 3));
    if (!value.ok()) return {};
    return ConfigChange{field, *value, *value};
}

/// NaN and Inf are texts, to read back equal. A phrase is written in English, with its pieces beside it for the window.
/// What is seldom there, an empty list of structs or matrix or a flag that is not set, is left out.
struct Format : JsonFormat<nlohmann::ordered_json> {
    static constexpr bool kNamesProblem = true;
    template <class T>
    static bool isLeftOut(const T& value) {
        if constexpr (std::is_same_v<T, bool>)
            return !value;
        else if constexpr (std::is_same_v<T, ConfusionMatrix> ||
                           (isVector<T> && !std::is_same_v<T, std::vector<double>>))
            return value.empty();
        else
            return false;
    }

    static Json toJson(std::same_as<double> auto value) {
        if (std::isfinite(value)) return value;
        return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
    }
    static bool fromJson(const Json& from, double& value) {
        if (from.is_number())
            value = from.get<double>();
        else if (from == "nan")
            value = std::numeric_limits<double>::quiet_NaN();
        else if (from == "inf")
            value = std::numeric_limits<double>::infinity();
        else if (from == "-inf")
            value = -std::numeric_limits<double>::infinity();
        else
            return false;
        return true;
    }
    template <class T>
    requires std::is_same_v<T, bool> || std::is_integral_v<T> || std::is_same_v<T, std::string>
    static bool fromJson(const Json& from, T& value) {
        const bool right = std::is_same_v<T, bool> ? from.is_boolean()
                           : std::is_integral_v<T> ? from.is_number_integer()
                                                   : from.is_string();
        if (right) from.get_to(value);
        return right;
    }

    static void write(Json& object, const char* key, const std::same_as<Phrase> auto& value) {
        object[key] = value.english();
        if (!value.context.empty()) object[std::string(key) + "_pieces"] = phraseToJson(value);
    }
    static bool read(const Json& object, const char* key, const Json& member, Phrase& value) {
        if (!member.is_string()) return false;
        const auto pieces = object.find(std::string(key) + "_pieces");
        if (pieces == object.end() || !phraseFromJson(*pieces, value)) value = member.get<std::string>();
        return true;
    }

    static Json toJson(RunState value) { return runStateName(value); }
    static bool fromJson(const Json& from, RunState& value) {
        const auto state = from.is_string() ? runStateFromName(from.get<std::string>()) : Error();
        if (state.ok()) value = *state;
        return state.ok();
    }
    static Json toJson(CheckpointReason value) { return checkpointReasonName(value); }
    static bool fromJson(const Json& from, CheckpointReason& value) {
        if (from.is_string()) value = checkpointReasonFromName(from.get<std::string>());
        return from.is_string();
    }
    static bool fromJson(const Json& from, ErrorCode& value) {
        if (const auto code = from.is_number_integer() ? from.get<std::int64_t>() : -1;
            code >= 0 && code <= static_cast<std::int64_t>(ErrorCode::Internal))
            value = static_cast<ErrorCode>(code);
        return from.is_number_integer();
    }

    /// [key, from, to], the values as texts that parseFieldValue() reads.
    static Json toJson(const std::optional<ConfigChange>& change) {
        if (!change) return {};
        return Json::array({change->field->key, formatFieldValue(change->from), formatFieldValue(change->to)});
    }
    /// A setting or a value of another version leaves no change: its words stay.
    static bool fromJson(const Json& from, std::optional<ConfigChange>& change) {
        if (from.is_null()) return true;
        if (!from.is_array() || from.size() != 3 ||
            !std::ranges::all_of(from, [](const Json& v) { return v.is_string(); }))
            return false;
        const Field* field = findField(from[0].get<std::string>());
        if (field == nullptr) return true;
        auto before = parseFieldValue(*field, from[1].get<std::string>()),
             after = parseFieldValue(*field, from[2].get<std::string>());
        if (after.ok()) change = ConfigChange{field, before.ok() ? *before : *after, *after};
        return true;
    }
    static Json toJson(const ConfusionMatrix& value) { return confusionToJson(value); }
    static bool fromJson(const Json& from, ConfusionMatrix& value) { return confusionFromJson(from, value); }
};

void visitMembers(auto& v, Either<RunPlanInfo> auto& p) {
    v("device", p.device), v("device_reason", p.deviceReason), v("implementation", p.implementation),
        v("precision", p.precision), v("threads", p.threads);
    v("parameters", p.parameters), v("train_windows", p.trainWindows), v("validation_windows", p.validationWindows),
        v("test_windows", p.testWindows);
    v("steps_per_epoch", p.stepsPerEpoch), v("total_steps", p.totalSteps), v("forecast_bytes", p.forecastBytes),
        v("beside_bytes", p.besideBytes), v("forecast_epoch_seconds", p.forecastEpochSeconds);
    v("forecast_by_cause", p.forecastByCause), v("engine", p.engine), v("unit", p.unit);
    v("data_sha256", p.identity.data), v("train_file", p.identity.trainFile), v("test_file", p.identity.testFile),
        v("gatelab", p.identity.gatelab);
    v("system", p.identity.system), v("processor", p.identity.processor), v("driver", p.identity.driver);
}
void visitMembers(auto& v, Either<ForecastPreview> auto& p) {
    v("window", p.window), v("windows", p.windows), v("origin_row", p.originRow), v("epoch", p.epoch),
        v("target", p.target), v("past", p.past);
    v("truth", p.truth), v("forecast", p.forecast), v("baseline", p.baseline);
    v("baseline_method", p.baselineMethod);
}
void visitMembers(auto& v, Either<TestScore> auto& s) {
    v("method", s.method), v("scale", s.scale), v("metric", s.metric), v("value", s.value);
}
void visitMembers(auto& v, Either<LayerHistogram> auto& h) {
    v("what", h.what), v("layer", h.layer), v("low", h.low), v("high", h.high), v("counts", h.counts);
}

// The members of an event that count for its kind alone.
void visitWhat(auto& v, Either<StateChange> auto& what) { v("state", what.state); }
void visitWhat(auto& v, Either<RunPlanInfo> auto& what) { v("plan", what); }
void visitWhat(auto& v, Either<EpochEnd> auto& what) { v("value", what.validationLoss); }
void visitWhat(auto& v, Either<NewBest> auto& what) { v("value", what.validationLoss); }
void visitWhat(auto& v, Either<SavedCheckpoint> auto& what) { v("text", what.folder), v("reason", what.reason); }
void visitWhat(auto& v, Either<ForecastPreview> auto& what) { v("preview", what), v("confusion", what.confusion); }
void visitWhat(auto& v, Either<RunMarker> auto& what) { v("text", what.text), v("change", what.change); }
void visitWhat(auto& v, Either<RunWarning> auto& what) { v("text", what.text), v("waits_for_disk", what.waitsForDisk); }
void visitWhat(auto& v, Either<ValidationBaselines> auto& what) { v("scores", what.scores); }
void visitWhat(auto& v, Either<RunEnd> auto& what) {
    v("state", what.state), v("text", what.why), v("code", what.code), v("scores", what.scores);
}
void visitWhat(auto& v, Either<LayerHistograms> auto& what) { v("histograms", what.layers); }
void visitWhat(auto& v, Either<DisturbedTiming> auto& what) { v("value", what.began), v("text", what.cause); }
void visitWhat(auto& v, Either<TestConfusion> auto& what) { v("confusion", what.matrix); }
void visitWhat(auto& v, Either<ScoringProgress> auto& what) { v("value", what.share), v("text", what.work); }

void visitPlace(auto& v, Either<RunEvent> auto& e) {
    v("step", e.step), v("epoch", e.epoch), v("seconds", e.seconds), v("wall", e.wall);
}

/// Begins one of the kind of this name. False: there is none.
template <std::size_t Index = 0>
bool beginKind(RunEvent::What& what, std::string_view name) {
    if constexpr (Index == std::variant_size_v<RunEvent::What>)
        return false;
    else if (name != std::variant_alternative_t<Index, RunEvent::What>::kName)
        return beginKind<Index + 1>(what, name);
    else
        return what.emplace<Index>(), true;
}

/// What records of older programs tell by words alone, or as this one does not.
void readWords(const Json& json, RunEvent& event) {
    if (auto* marker = event.as<RunMarker>(); marker != nullptr && !json.contains("change"))
        marker->change = changeFromWords(marker->text.english());
    if (auto* warning = event.as<RunWarning>(); warning != nullptr && !json.contains("waits_for_disk"))
        warning->waitsForDisk = warning->text.source == kWaitsForDisk.source;
    if (auto* baselines = event.as<ValidationBaselines>(); baselines != nullptr) withoutPooled(baselines->scores);
    if (auto* end = event.as<RunEnd>(); end != nullptr) withoutPooled(end->scores);
}

}  // namespace

const char* eventKindName(const RunEvent& event) {
    return std::visit([](const auto& what) { return what.kName; }, event.what);
}

const char* runStateName(RunState state) { return kStates[static_cast<std::size_t>(state)].data(); }

Result<RunState> runStateFromName(std::string_view name) {
    const auto found = std::ranges::find(kStates, name);
    if (found == kStates.end()) return Error{ErrorCode::Corrupt, "'" + std::string(name) + "' is not a state of a run"};
    return static_cast<RunState>(found - kStates.begin());
}

std::string eventToJson(const RunEvent& event) {
    MemberWriter<Format> writer;
    writer("kind", std::string(eventKindName(event)));
    std::visit(
        [&](const auto& what) {
            if constexpr (requires { what.state; }) writer("state", what.state);
            visitPlace(writer, event);
            // Every event has them, also where they mean nothing.
            writer("value", 0.0), writer("text", std::string());
            visitWhat(writer, what);
        },
        event.what);
    return writer.json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<RunEvent> eventFromJson(std::string_view text) {
    const Json json = tryParseJson<Json>(text);
    if (!json.is_object()) return Error{ErrorCode::Corrupt, "an event of a run is not a JSON object"};
    RunEvent event;
    MemberReader<Format> reader(json);
    std::string kind;
    reader("kind", kind);
    if (!beginKind(event.what, kind))
        return Error{ErrorCode::Corrupt, "an event of a run has the unknown kind '" + kind + "'"};
    visitPlace(reader, event);
    std::visit([&](auto& what) { visitWhat(reader, what); }, event.what);
    if (!reader.problem.empty())
        return Error{ErrorCode::Corrupt, "the member '" + reader.problem + "' of a run's event cannot be read"};
    readWords(json, event);
    return event;
}

}  // namespace gatelab
