// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/worker_protocol.h"

#include <unistd.h>
#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>

namespace gatelab {
namespace {

static_assert(std::endian::native == std::endian::little, "frames are little-endian");

constexpr std::string_view kMagic = "GLW1";
constexpr std::size_t kHeaderBytes = 12;
constexpr std::size_t kSampleBytes = 2 + 2 + 2 + 8 + 4 * 8;

template <class T>
void put(std::string& out, T value) {
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <class T>
T take(std::string_view bytes, std::size_t& at) {
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    at += sizeof value;
    return value;
}

Error protocolError(const std::string& what) {
    return {ErrorCode::Corrupt,
            {GATELAB_TEXT("Training", "the other process does not speak this program's protocol: %1"), {what}}};
}

}  // namespace

std::string encodeFrame(FrameType type, std::string_view payload) {
    std::string out(kMagic);
    out.reserve(kHeaderBytes + payload.size());
    put(out, static_cast<std::uint32_t>(payload.size()));
    put(out, kWorkerProtocolVersion);
    put(out, static_cast<std::uint16_t>(type));
    out.append(payload);
    return out;
}

std::string encodeMetrics(std::span<const MetricSample> samples) {
    // Numbers of an enum change from build to build; keys do not. Each frame holds those it uses.
    std::vector<MetricId> used;
    std::string packed;
    packed.reserve(samples.size() * kSampleBytes);
    for (const auto& s : samples) {
        auto place = std::find(used.begin(), used.end(), s.metric);
        if (place == used.end()) place = used.insert(used.end(), s.metric);
        put(packed, static_cast<std::uint16_t>(place - used.begin()));
        put(packed, s.piece);
        put(packed, s.layer);
        put(packed, s.step);
        for (const double value : {s.epoch, s.seconds, s.wall, s.value}) put(packed, value);
    }
    std::string out;
    put(out, static_cast<std::uint16_t>(used.size()));
    for (const MetricId id : used) {
        const std::string_view key = metric(id).key;
        put(out, static_cast<std::uint8_t>(key.size()));
        out.append(key);
    }
    return out + packed;
}

Result<std::vector<MetricSample>> decodeMetrics(std::string_view payload) {
    const Error cut = protocolError("a frame of metrics is cut");
    std::size_t at = 0;
    const auto holds = [&](std::size_t bytes) { return payload.size() - at >= bytes; };
    if (!holds(sizeof(std::uint16_t))) return cut;
    std::vector<const Metric*> known(take<std::uint16_t>(payload, at));
    for (const Metric*& row : known) {
        if (!holds(1)) return cut;
        const std::size_t size = take<std::uint8_t>(payload, at);
        if (!holds(size)) return cut;
        row = findMetric(payload.substr(at, size));
        at += size;
    }
    if ((payload.size() - at) % kSampleBytes != 0) return cut;
    std::vector<MetricSample> samples;
    samples.reserve((payload.size() - at) / kSampleBytes);
    while (at < payload.size()) {
        const auto place = take<std::uint16_t>(payload, at);
        if (place >= known.size()) return protocolError("a metric has no name");
        MetricSample s;
        s.piece = take<std::uint16_t>(payload, at);
        s.layer = take<std::uint16_t>(payload, at);
        s.step = take<std::int64_t>(payload, at);
        for (double* value : {&s.epoch, &s.seconds, &s.wall, &s.value}) *value = take<double>(payload, at);
        if (known[place] == nullptr) continue;
        s.metric = known[place]->id;
        samples.push_back(s);
    }
    return samples;
}

std::string encodeChange(const LiveChange& change) { return change.key + "=" + formatFieldValue(change.value); }

Result<LiveChange> decodeChange(std::string_view payload) {
    const auto equals = payload.find('=');
    const Field* field = equals == std::string_view::npos ? nullptr : findField(payload.substr(0, equals));
    if (!field || field->live != FieldLive::Yes)
        return protocolError("it asks for a change of a setting that cannot change while a run goes on");
    auto value = parseFieldValue(*field, payload.substr(equals + 1));
    if (!value) return value.error().withContext(field->key);
    return LiveChange{field->key, std::move(*value)};
}

std::string encodeFilm(const FilmRequest& request) {
    std::string out;
    put(out, request.everySeconds);
    put(out, request.everySteps);
    put(out, request.limitBytes);
    return out;
}

Result<FilmRequest> decodeFilm(std::string_view payload) {
    if (payload.size() != sizeof(double) + 2 * sizeof(std::int64_t))
        return protocolError("a request for a film has the wrong size");
    std::size_t at = 0;
    FilmRequest request;
    request.everySeconds = take<double>(payload, at);
    request.everySteps = take<std::int64_t>(payload, at);
    request.limitBytes = take<std::int64_t>(payload, at);
    if (!(request.everySeconds >= 0 && request.everySeconds < 1e9) || request.everySteps < 0 || request.limitBytes < 0)
        return protocolError("a request for a film has impossible numbers");
    return request;
}

Result<std::optional<Frame>> FrameReader::next() {
    if (std::string_view(buffer_).substr(0, kMagic.size()) != kMagic.substr(0, std::min(kMagic.size(), buffer_.size())))
        return protocolError("the first bytes are wrong");
    if (buffer_.size() < kHeaderBytes) return std::optional<Frame>();
    std::size_t at = kMagic.size();
    const auto size = take<std::uint32_t>(buffer_, at);
    const auto version = take<std::uint16_t>(buffer_, at);
    const auto type = take<std::uint16_t>(buffer_, at);
    if (version != kWorkerProtocolVersion)
        return protocolError("its version is " + std::to_string(version) + ", ours " +
                             std::to_string(kWorkerProtocolVersion));
    if (size > kWorkerFrameLimit)
        return protocolError("a frame of " + std::to_string(size) + " bytes is over the limit");
    if (buffer_.size() < kHeaderBytes + size) return std::optional<Frame>();
    Frame frame{static_cast<FrameType>(type), buffer_.substr(kHeaderBytes, size)};
    buffer_.erase(0, kHeaderBytes + size);
    return std::optional<Frame>(std::move(frame));
}

std::filesystem::path workerSocketPath(const std::string& runId) {
    // A socket's path has at most 107 bytes, so it does not lie beside the run; and it must outlive a login, which
    // $XDG_RUNTIME_DIR does not.
    return std::filesystem::path(P_tmpdir) / ("gatelab-" + std::to_string(getuid())) / (runId + ".sock");
}

}  // namespace gatelab
