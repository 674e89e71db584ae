// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "run/metric.h"
#include "run/run_control.h"
#include "run/run_event.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// What a window and a worker process say to each other over a local socket (0600, in a 0700 folder). One frame: magic
/// "GLW1", u32 payload length, u16 protocol version, u16 type, payload; little-endian. Frames are at most 16 MiB;
/// anything else ends the connection with an Error.
namespace gatelab {

inline constexpr std::uint16_t kWorkerProtocolVersion = 4;
inline constexpr std::uint32_t kWorkerFrameLimit = 16u << 20;

enum class FrameType : std::uint16_t {
    // worker to window
    Metrics = 1,  ///< the keys of the metrics, then packed samples that name them by their place
    Event = 2,    ///< JSON of run_event_json.h
    State = 3,    ///< u8 RunState
    Bye = 4,      ///< the run has ended, nothing follows
    // window to worker
    Pause = 16,  ///< u8 on
    Step = 17,
    Stop = 18,
    Abandon = 19,
    Change = 20,      ///< "key=text"
    MoreEpochs = 21,  ///< i64
    Film = 22,        ///< f64 seconds, i64 steps, i64 bytes
};

struct Frame {
    FrameType type = FrameType::Bye;
    std::string payload;
};

std::string encodeFrame(FrameType type, std::string_view payload = {});
std::string encodeMetrics(std::span<const MetricSample> samples);
/// Metrics that this program does not know are left out: a worker of another build may have more. Fails when the size
/// is not a whole number of samples.
Result<std::vector<MetricSample>> decodeMetrics(std::string_view payload);
std::string encodeChange(const LiveChange& change);
/// Checks the key (must be live), type and range.
Result<LiveChange> decodeChange(std::string_view payload);

std::string encodeFilm(const FilmRequest& request);
/// Fails when it has another size or numbers that cannot be meant.
Result<FilmRequest> decodeFilm(std::string_view payload);

/// Cuts a stream of bytes into frames. Bounded: holds at most one frame and what was given last.
class FrameReader {
public:
    void feed(std::string_view bytes) { buffer_.append(bytes); }
    /// The next whole frame; nothing when more bytes are needed; an Error when the stream is not this protocol (it
    /// stays so).
    Result<std::optional<Frame>> next();

private:
    std::string buffer_;
};

/// Where the worker of a run listens: /tmp/gatelab-<user id>/<run id>.sock, the same for every login of this user; the
/// folder is 0700.
std::filesystem::path workerSocketPath(const std::string& runId);

}  // namespace gatelab
