// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/run_event_json.h"
#include "run/confusion_json.h"
#include "run/heldout_scores.h"
#include "run/phrase_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

namespace gatelab {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 8> kStates = {"queued",   "preparing", "running", "paused",
                                                     "stopping", "finished",  "failed",  "interrupted"};

/// [key, from, to], the values as texts that parseFieldValue() reads.
Json changeToJson(const ConfigChange& change) {
    return Json::array({change.field->key, formatFieldValue(change.from), formatFieldValue(change.to)});
}

/// False: not what changeToJson() writes. A setting or a value of another version leaves no change: its words stay.
bool changeFromJson(const Json& from, std::optional<ConfigChange>& change) {
    if (from.is_null()) return true;
    if (!from.is_array() || from.size() != 3 || !std::ranges::all_of(from, [](const Json& v) { return v.is_string(); }))
        return false;
    const Field* field = findField(from[0].get<std::string>());
    if (field == nullptr) return true;
    auto before = parseFieldValue(*field, from[1].get<std::string>()),
         after = parseFieldValue(*field, from[2].get<std::string>());
    if (after.ok()) change = ConfigChange{field, before.ok() ? *before : *after, *after};
    return true;
}

/// Of a record that tells a change by the words of its marker alone, "learning_rate = 3e-04".
std::optional<ConfigChange> changeFromWords(std::string_view words) {
    const std::size_t equals = words.find(" = ");
    const Field* field = equals == std::string_view::npos ? nullptr : findField(words.substr(0, equals));
    if (field == nullptr) return {};
    auto value = parseFieldValue(*field, words.substr(equals + 3));
    if (!value.ok()) return {};
    return ConfigChange{field, *value, *value};
}

template <class T>
constexpr bool isList = std::is_same_v<T, std::vector<TestScore>> || std::is_same_v<T, std::vector<LayerHistogram>>;

/// Writes members into a JSON object; number() keeps NaN and Inf. A phrase is written in English, with its pieces
/// beside it for the window. What is seldom there, an empty list of structs or matrix or a flag that is not set, is
/// left out.
class Writer {
public:
    template <class T>
    void operator()(const char* key, const T& value) {
        if constexpr (std::is_same_v<T, double>)
            json[key] = number(value);
        else if constexpr (std::is_same_v<T, std::vector<double>>) {
            Json list = Json::array();
            for (const double v : value) list.push_back(number(v));
            json[key] = std::move(list);
        } else if constexpr (std::is_same_v<T, Phrase>) {
            json[key] = value.english();
            if (!value.context.empty()) json[std::string(key) + "_pieces"] = phraseToJson(value);
        } else if constexpr (std::is_same_v<T, RunState>)
            json[key] = runStateName(value);
        else if constexpr (std::is_same_v<T, CheckpointReason>)
            json[key] = checkpointReasonName(value);
        else if constexpr (std::is_same_v<T, ErrorCode>)
            json[key] = static_cast<int>(value);
        else if constexpr (std::is_same_v<T, std::optional<ConfigChange>>)
            json[key] = value ? changeToJson(*value) : Json();
        else if constexpr (std::is_same_v<T, ConfusionMatrix>) {
            if (!value.empty()) json[key] = confusionToJson(value);
        } else if constexpr (std::is_same_v<T, bool>) {
            if (value) json[key] = true;
        } else if constexpr (isList<T>) {
            for (const auto& item : value) json[key].push_back(object(item));
        } else if constexpr (std::is_class_v<T> && !std::is_same_v<T, std::string>)
            json[key] = object(value);
        else
            json[key] = value;
    }
    Json json = Json::object();

private:
    template <class T>
    static Json object(const T& value) {
        Writer members;
        visitMembers(members, value);
        return std::move(members.json);
    }
    static Json number(double value) {
        if (std::isfinite(value)) return value;
        return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
    }
};

/// Reads members back; remembers the first one that is not what the writer writes.
class Reader {
public:
    explicit Reader(const Json& from) : json(from) {}
    template <class T>
    void operator()(const char* key, T& value) {
        const auto it = json.find(key);
        if (it == json.end()) return;
        bool right = false;
        if constexpr (std::is_same_v<T, double>)
            right = number(*it, value);
        else if constexpr (std::is_same_v<T, std::vector<double>>) {
            right = it->is_array();
            if (right)
                for (const auto& item : *it) {
                    double v = 0;
                    right = right && number(item, v);
                    value.push_back(v);
                }
        } else if constexpr (std::is_same_v<T, std::string>) {
            right = it->is_string();
            if (right) value = it->get<std::string>();
        } else if constexpr (std::is_same_v<T, Phrase>) {
            right = it->is_string();
            const auto pieces = json.find(std::string(key) + "_pieces");
            if (right && (pieces == json.end() || !phraseFromJson(*pieces, value))) value = it->get<std::string>();
        } else if constexpr (std::is_same_v<T, RunState>) {
            const auto state = it->is_string() ? runStateFromName(it->get<std::string>()) : Error();
            right = state.ok();
            if (right) value = *state;
        } else if constexpr (std::is_same_v<T, CheckpointReason>) {
            right = it->is_string();
            if (right) value = checkpointReasonFromName(it->get<std::string>());
        } else if constexpr (std::is_same_v<T, ErrorCode>) {
            right = it->is_number_integer();
            if (const auto code = right ? it->get<std::int64_t>() : -1;
                code >= 0 && code <= static_cast<std::int64_t>(ErrorCode::Internal))
                value = static_cast<ErrorCode>(code);
        } else if constexpr (std::is_same_v<T, std::optional<ConfigChange>>)
            right = changeFromJson(*it, value);
        else if constexpr (std::is_same_v<T, ConfusionMatrix>)
            right = confusionFromJson(*it, value);
        else if constexpr (std::is_same_v<T, bool>) {
            right = it->is_boolean();
            if (right) value = it->get<bool>();
        } else if constexpr (isList<T>) {
            right = it->is_array();
            if (right)
                for (const auto& item : *it) right = object(item, value.emplace_back()) && right;
        } else if constexpr (std::is_class_v<T>)
            right = object(*it, value);
        else {
            right = it->is_number_integer();
            if (right) value = it->get<T>();
        }
        if (!right && problem.empty()) problem = key;
    }
    const Json& json;
    std::string problem;

private:
    template <class T>
    bool object(const Json& from, T& value) {
        if (!from.is_object()) return false;
        Reader members(from);
        visitMembers(members, value);
        if (problem.empty()) problem = members.problem;
        return members.problem.empty();
    }
    static bool number(const Json& from, double& value) {
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
};

// One visitor per struct serves both directions.
template <class T, class Struct>
concept Either = std::is_same_v<std::remove_const_t<T>, Struct>;

template <class Visit, Either<RunPlanInfo> Plan>
void visitMembers(Visit& v, Plan& p) {
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
template <class Visit, Either<ForecastPreview> Preview>
void visitMembers(Visit& v, Preview& p) {
    v("window", p.window), v("windows", p.windows), v("origin_row", p.originRow), v("epoch", p.epoch),
        v("target", p.target), v("past", p.past);
    v("truth", p.truth), v("forecast", p.forecast), v("baseline", p.baseline);
}
template <class Visit, Either<TestScore> Score>
void visitMembers(Visit& v, Score& s) {
    v("method", s.method), v("scale", s.scale), v("metric", s.metric), v("value", s.value);
}
template <class Visit, Either<LayerHistogram> Histogram>
void visitMembers(Visit& v, Histogram& h) {
    v("what", h.what), v("layer", h.layer), v("low", h.low), v("high", h.high), v("counts", h.counts);
}

// The members of an event that count for its kind alone.
template <class Visit, Either<StateChange> What>
void visitWhat(Visit& v, What& what) {
    v("state", what.state);
}
template <class Visit, Either<RunPlanInfo> What>
void visitWhat(Visit& v, What& what) {
    v("plan", what);
}
template <class Visit, Either<EpochEnd> What>
void visitWhat(Visit& v, What& what) {
    v("value", what.validationLoss);
}
template <class Visit, Either<NewBest> What>
void visitWhat(Visit& v, What& what) {
    v("value", what.validationLoss);
}
template <class Visit, Either<SavedCheckpoint> What>
void visitWhat(Visit& v, What& what) {
    v("text", what.folder), v("reason", what.reason);
}
template <class Visit, Either<ForecastPreview> What>
void visitWhat(Visit& v, What& what) {
    v("preview", what), v("confusion", what.confusion);
}
template <class Visit, Either<RunMarker> What>
void visitWhat(Visit& v, What& what) {
    v("text", what.text), v("change", what.change);
}
template <class Visit, Either<RunWarning> What>
void visitWhat(Visit& v, What& what) {
    v("text", what.text), v("waits_for_disk", what.waitsForDisk);
}
template <class Visit, Either<ValidationBaselines> What>
void visitWhat(Visit& v, What& what) {
    v("scores", what.scores);
}
template <class Visit, Either<RunEnd> What>
void visitWhat(Visit& v, What& what) {
    v("state", what.state), v("text", what.why), v("code", what.code), v("scores", what.scores);
}
template <class Visit, Either<LayerHistograms> What>
void visitWhat(Visit& v, What& what) {
    v("histograms", what.layers);
}
template <class Visit, Either<DisturbedTiming> What>
void visitWhat(Visit& v, What& what) {
    v("value", what.began), v("text", what.cause);
}
template <class Visit, Either<TestConfusion> What>
void visitWhat(Visit& v, What& what) {
    v("confusion", what.matrix);
}
template <class Visit, Either<ScoringProgress> What>
void visitWhat(Visit& v, What& what) {
    v("value", what.share), v("text", what.work);
}

template <class Visit, class Event>
void visitPlace(Visit& v, Event& e) {
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
    Writer writer;
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
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object()) return Error{ErrorCode::Corrupt, "an event of a run is not a JSON object"};
    RunEvent event;
    Reader reader(json);
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
