// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/run_event_json.h"
#include "run/confusion_json.h"
#include "run/phrase_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace gatelab {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array kKinds = {"planned", "state",     "epoch",    "best",       "checkpoint", "preview",   "marker",
                               "warning", "baselines", "finished", "histograms", "disturbed",  "confusion", "scoring"};
constexpr std::array kStates = {"queued",   "preparing", "running", "paused",
                                "stopping", "finished",  "failed",  "interrupted"};

/// Writes members into a JSON object; number() keeps NaN and Inf. A phrase is written in English, with its pieces
/// beside it for the window.
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
        } else
            json[key] = value;
    }
    Json json = Json::object();

private:
    static Json number(double value) {
        if (std::isfinite(value)) return value;
        return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
    }
};

/// Reads members back; remembers the first one of a wrong type.
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
        } else {
            right = it->is_number_integer();
            if (right) value = it->get<T>();
        }
        if (!right && problem.empty()) problem = key;
    }
    const Json& json;
    std::string problem;

private:
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
template <class Visit, class Plan>
void visitPlan(Visit& v, Plan& p) {
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
template <class Visit, class Preview>
void visitPreview(Visit& v, Preview& p) {
    v("window", p.window), v("windows", p.windows), v("origin_row", p.originRow), v("epoch", p.epoch),
        v("target", p.target), v("past", p.past);
    v("truth", p.truth), v("forecast", p.forecast), v("baseline", p.baseline);
}
template <class Visit, class Score>
void visitScore(Visit& v, Score& s) {
    v("method", s.method), v("scale", s.scale), v("metric", s.metric), v("value", s.value);
}
template <class Visit, class Histogram>
void visitHistogram(Visit& v, Histogram& h) {
    v("what", h.what), v("layer", h.layer), v("low", h.low), v("high", h.high), v("counts", h.counts);
}
template <class Visit, class Event>
void visitEvent(Visit& v, Event& e) {
    v("step", e.step), v("epoch", e.epoch), v("seconds", e.seconds), v("wall", e.wall), v("value", e.value),
        v("text", e.text);
}

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

template <std::size_t N>
int indexOf(const std::array<const char*, N>& names, std::string_view name) {
    for (std::size_t i = 0; i < N; ++i)
        if (name == names[i]) return static_cast<int>(i);
    return -1;
}

}  // namespace

const char* eventKindName(RunEvent::Kind kind) { return kKinds[static_cast<std::size_t>(kind)]; }
const char* runStateName(RunState state) { return kStates[static_cast<std::size_t>(state)]; }

Result<RunState> runStateFromName(std::string_view name) {
    const int index = indexOf(kStates, name);
    if (index < 0) return Error{ErrorCode::Corrupt, "'" + std::string(name) + "' is not a state of a run"};
    return static_cast<RunState>(index);
}

std::string eventToJson(const RunEvent& event) {
    using Kind = RunEvent::Kind;
    Writer writer;
    writer("kind", std::string(eventKindName(event.kind)));
    if (event.kind == Kind::State || event.kind == Kind::Finished)
        writer("state", std::string(runStateName(event.state)));
    visitEvent(writer, event);
    if (event.kind == Kind::Finished) writer("code", static_cast<int>(event.code));
    if (event.kind == Kind::Checkpoint) writer("reason", std::string(checkpointReasonName(event.reason)));
    if (event.kind == Kind::Marker) writer.json["change"] = event.change ? changeToJson(*event.change) : Json();
    if (event.kind == Kind::Planned) {
        Writer plan;
        visitPlan(plan, event.plan);
        writer.json["plan"] = std::move(plan.json);
    }
    if (event.kind == Kind::Preview) {
        Writer preview;
        visitPreview(preview, event.preview);
        writer.json["preview"] = std::move(preview.json);
    }
    if (!event.confusion.empty()) writer.json["confusion"] = confusionToJson(event.confusion);
    for (const auto& score : event.scores) {
        Writer one;
        visitScore(one, score);
        writer.json["scores"].push_back(std::move(one.json));
    }
    for (const auto& histogram : event.histograms) {
        Writer one;
        visitHistogram(one, histogram);
        writer.json["histograms"].push_back(std::move(one.json));
    }
    return writer.json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<RunEvent> eventFromJson(std::string_view text) {
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object()) return Error{ErrorCode::Corrupt, "an event of a run is not a JSON object"};
    RunEvent event;
    Reader reader(json);
    std::string kind, state = kStates[0], reason;
    int code = static_cast<int>(event.code);
    reader("kind", kind), reader("state", state), reader("code", code), reader("reason", reason);
    const int kindIndex = indexOf(kKinds, kind), stateIndex = indexOf(kStates, state);
    if (kindIndex < 0 || stateIndex < 0)
        return Error{ErrorCode::Corrupt,
                     "an event of a run has the unknown kind '" + kind + "' or state '" + state + "'"};
    event.kind = static_cast<RunEvent::Kind>(kindIndex);
    event.state = static_cast<RunState>(stateIndex);
    event.reason = checkpointReasonFromName(reason);
    event.code =
        code >= 0 && code <= static_cast<int>(ErrorCode::Internal) ? static_cast<ErrorCode>(code) : ErrorCode::Internal;
    visitEvent(reader, event);
    std::string problem = reader.problem;
    const auto part = [&](const Json& from, auto&& visit) {
        if (!from.is_object()) {
            problem = "an object";
            return;
        }
        Reader inner(from);
        visit(inner);
        if (problem.empty()) problem = inner.problem;
    };
    if (const auto it = json.find("plan"); it != json.end()) part(*it, [&](Reader& r) { visitPlan(r, event.plan); });
    if (const auto it = json.find("preview"); it != json.end())
        part(*it, [&](Reader& r) { visitPreview(r, event.preview); });
    if (const auto it = json.find("scores"); it != json.end() && it->is_array())
        for (const auto& item : *it) part(item, [&](Reader& r) { visitScore(r, event.scores.emplace_back()); });
    if (const auto it = json.find("histograms"); it != json.end() && it->is_array())
        for (const auto& item : *it) part(item, [&](Reader& r) { visitHistogram(r, event.histograms.emplace_back()); });
    if (const auto it = json.find("confusion"); it != json.end() && !confusionFromJson(*it, event.confusion))
        problem = "confusion";
    if (const auto it = json.find("change"); it != json.end()) {
        if (!changeFromJson(*it, event.change)) problem = "change";
    } else if (event.kind == RunEvent::Kind::Marker) {
        event.change = changeFromWords(event.text.english());
    }
    if (!problem.empty())
        return Error{ErrorCode::Corrupt, "the member '" + problem + "' of a run's event has the wrong type"};
    return event;
}

}  // namespace gatelab
