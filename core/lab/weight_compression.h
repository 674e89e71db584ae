// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "data/series.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What compressing the recurrent weights of a run is worth: loss against measured time and file size, beside dense
/// networks that were trained as long. Values and what follows from them; compress/ measures.
namespace gatelab {

/// What a point of the study is. Dense, Further and Small are the dense networks that the others are held against.
enum class CompressionMethod : std::uint8_t { Dense, Further, Small, Int8, Blocks, BlocksInt8, Threshold, LowRank };
/// "int8", as --method and the files have it.
std::string_view methodKey(CompressionMethod method);
std::optional<CompressionMethod> findMethod(std::string_view key);
inline bool isDense(CompressionMethod method) { return method <= CompressionMethod::Small; }

/// One network of the study. The vectors have a number for each of the first seeds, as many as are done of it.
struct CompressionPoint {
    CompressionMethod method = CompressionMethod::Dense;
    double removed = 0;      ///< share of the recurrent weights W_hh that were taken out, by plan; 0: none
    std::int64_t units = 0;  ///< of each layer
    std::int64_t rank = 0;   ///< of LowRank; else 0
    /// On the validation part (of data without one: the test part), after the last step
    std::vector<double> losses = {};
    std::vector<double> bytes = {};       ///< of its file, indices and scales with it
    std::vector<double> oneMicros = {};   ///< processor time of a forward pass over one window
    std::vector<double> manyMicros = {};  ///< of a forward pass over CompressionReport::batch windows
    std::vector<double> thresholds = {};  ///< of Threshold: below it weights were taken out; else empty
};
/// Whether two rows are of the same network.
bool isSamePoint(const CompressionPoint& a, const CompressionPoint& b);
/// "blocks-80", "small-43", "low-rank-8": what its file is called.
std::string pointName(const CompressionPoint& point);
/// "Blocks 16 x 1, 80 %", "43 units".
Phrase pointLabel(const CompressionPoint& point);

struct CompressionReport {
    std::string run;   ///< id
    std::string loss;  ///< key of the loss
    std::string instructionSet;
    std::int64_t steps = 0;    ///< of the first training
    std::int64_t further = 0;  ///< of the training after it, pruning or not
    std::int64_t batch = 0;
    /// Of the run's own weights, which are the network of the first seed; -1: no seed is the run itself
    std::int64_t runStep = -1;
    std::vector<std::int64_t> seeds;  ///< that are done of any network
    std::int64_t wantedSeeds = 0;
    std::int64_t measuredAt = 0;  ///< when the last seed was done, in seconds since 1970 UTC
    std::vector<CompressionPoint> points;
    std::int64_t fresh = 0;  ///< seeds that this very measuring did; not kept

    /// Every network has all seeds.
    [[nodiscard]] bool finished() const;
};
/// Whether a method that every network has is not in it.
bool lacksMethods(const CompressionReport& report);

/// Which time counts: of one window, as they stream in, or of a batch.
enum class CompressionTime : std::uint8_t { One, Many };
const std::vector<double>& timesOf(const CompressionPoint& point, CompressionTime time);

/// Mean and 95 % interval of Student's t over the seeds; below two seeds the ends are NaN.
struct CompressionInterval {
    double mean, low, high;
};
CompressionInterval intervalOf(const std::vector<double>& values);

/// The dense network that a compressed one must beat: of those that take at most 5 % more time the one with the least
/// loss, and where none is as fast the fastest. -1: there is none.
int rivalOf(const CompressionReport& report, std::size_t point, CompressionTime time);
/// How much lower the point's loss is than that of its rival, seed by seed.
CompressionInterval gainOverRival(const CompressionReport& report, std::size_t point, CompressionTime time);
/// The compressed network with the least loss among those whose gain's interval lies above 0; -1: none does.
int bestPoint(const CompressionReport& report, CompressionTime time);
/// What was found, from the figures alone: whole sentences.
std::vector<Phrase> compressionFindings(const CompressionReport& report);

/// What to measure.
struct CompressionRequest {
    ExperimentConfig config;
    std::shared_ptr<const Dataset> data;  ///< null: loaded from the configuration
    std::string run;                      ///< id
    /// Whose weights are the network of the first seed, unless `steps` differ from its own; empty: all are trained
    std::filesystem::path runFolder = {};
    std::vector<CompressionMethod> methods = {};  ///< beside the dense networks; empty: all
    std::int64_t seeds = 5;
    std::int64_t steps = 0;    ///< of the first training; 0: those of the run
    std::int64_t further = 0;  ///< 0: half of them
    /// Folder for the packed networks of the first seed, "blocks-80.safetensors"; empty: none are written
    std::filesystem::path writeTo = {};
    CompressionReport known = {};  ///< to go on from: its figures stay, but for those that are measured anew
    bool again = false;            ///< the figures of these methods are measured anew
};
/// Told again and again: what is done and which share of the work; false ends it.
using CompressionWatch = std::function<bool(const CompressionReport& report, double share)>;

std::string compressionJson(const CompressionReport& report);
/// Corrupt, or Unsupported of a newer program.
Result<CompressionReport> compressionFromJson(std::string_view text);
/// In the folder "compress" of the workspace, in place of what was kept of this run.
Result<> keepCompression(const std::filesystem::path& workspace, const CompressionReport& report);
/// NotFound: nothing is kept of this run.
Result<CompressionReport> readCompression(const std::filesystem::path& workspace, const std::string& run);

}  // namespace gatelab
