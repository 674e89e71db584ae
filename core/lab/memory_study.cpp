// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/memory_study.h"

#include "base/units.h"
#include "data/experiment_check.h"
#include "data/sequences/sequence_batches.h"
#include "data/sequences/sequence_parts.h"
#include "data/sequences/sequence_sizes.h"
#include "data/split.h"
#include "device/switch_machine.h"
#include "lab/lab_time.h"
#include "run/forecast_parts.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <initializer_list>

namespace gatelab {
namespace {

constexpr std::int64_t kWarmup = 1, kSteps = 3, kMaxSteps = 200;
constexpr double kFixedWork = 0.2;  ///< of a run besides its operations, in parts of those of the present experiment
constexpr double kScales[] = {0.5, 1, 2};
constexpr std::int64_t kChunks[] = {1, 2, 4, 8};  ///< parts of the window that recomputing cuts it into
constexpr double kMaxRows = 1e12;

constexpr std::array kPhases = {MetricId::PeakData, MetricId::PeakForward, MetricId::PeakBackward,
                                MetricId::PeakOptimiser};
constexpr std::array kDevice = {MetricId::GpuAllocated, MetricId::GpuReserved, MetricId::GpuPeak,
                                MetricId::GpuDeviceUsed, MetricId::ProcessMemory};

struct Level {
    FieldValue value;
    double scale = kNotMeasured;
};
using Levels = std::vector<Level>;

Levels scaled(std::int64_t present, const FieldRange& range) {
    Levels levels;
    for (const double scale : kScales) {
        const auto value = static_cast<std::int64_t>(
            std::round(std::clamp(scale * static_cast<double>(present), std::max(1.0, range.low), range.high)));
        const FieldValue level(value);
        if (levels.empty() || levels.back().value != level)
            levels.emplace_back(level, static_cast<double>(value) / static_cast<double>(present));
    }
    return levels;
}

Levels scaledField(const StudySubject& subject, const char* key) {
    const Field& field = *findField(key);
    return scaled(std::get<std::int64_t>(fieldValue(subject.base, field)), field.range);
}

Levels withPresent(const StudySubject& subject, const char* key, Levels levels) {
    const FieldValue present = fieldValue(subject.base, *findField(key));
    if (std::ranges::find(levels, present, &Level::value) == levels.end()) levels.insert(levels.begin(), {present});
    return levels;
}

template <std::size_t N>
Levels choices(const StudySubject& subject, const char* key, const char* const (&values)[N]) {
    Levels levels;
    for (const char* value : values) levels.push_back({std::string(value)});
    return withPresent(subject, key, std::move(levels));
}

Levels offAndOn(const StudySubject&, const char*) { return {{false}, {true}}; }

Levels directions(const StudySubject& subject, const char*) {
    return subject.base.bidirectional ? Levels{{false, 0.5}, {true, 1}} : Levels{{false, 1}, {true, 2}};
}

Levels cells(const StudySubject& subject, const char* key) {
    return choices(subject, key, {"lstm", "gru", "rnn-tanh"});
}
Levels implementations(const StudySubject& subject, const char* key) {
    return choices(subject, key, {"naive", "cell", "scan", "library", "native", "whole", "persistent", "cudnn-tuned"});
}
Levels precisions(const StudySubject& subject, const char* key) {
    return choices(subject, key, {"fp64", "fp32", "tf32", "bf16", "fp16"});
}
Levels optimisers(const StudySubject& subject, const char* key) {
    return choices(subject, key, {"sgd", "adam", "nadam"});
}

/// Scaled by the share of the window whose activations are held at a time.
Levels chunks(const StudySubject& subject, const char* key) {
    const std::int64_t length = withDataLength(subject.base, *subject.data).lookback;
    const double window = static_cast<double>(length);
    const auto held = [&](std::int64_t chunk) {
        return chunk > 0 ? std::min(1.0, static_cast<double>(chunk) / window) : 1.0;
    };
    Levels levels;
    for (const std::int64_t parts : kChunks) {
        const std::int64_t chunk = parts == 1 ? 0 : length / parts;
        const FieldValue level(chunk);
        if (parts == 1 || chunk > 0) levels.emplace_back(level);
    }
    levels = withPresent(subject, key, std::move(levels));
    for (Level& level : levels)
        level.scale = held(std::get<std::int64_t>(level.value)) / held(subject.base.recomputeChunk);
    return levels;
}

Levels amounts(const StudySubject& subject, const char*) {
    return scaled(std::max<std::int64_t>(1, exampleCount(*subject.data)), {1, kMaxRows});
}

struct Factor {
    const char* key;
    Levels (*levels)(const StudySubject& subject, const char* key);
};
constexpr Factor kFactors[] = {
    {"hidden_size", scaledField},        {"layers", scaledField},
    {"bidirectional", directions},       {"cell", cells},
    {"batch_size", scaledField},         {"lookback", scaledField},
    {"implementation", implementations}, {"recompute_chunk", chunks},
    {"precision", precisions},           {"optimiser", optimisers},
    {"device_data", offAndOn},           {kStudyRows, amounts},
};

/// So many rows of a series, the first or all of them again and again; of sequences every so manieth, so that each part
/// keeps its share.
std::shared_ptr<const Dataset> resized(const Dataset& data, std::int64_t rows) {
    auto other = std::make_shared<Dataset>();
    const std::int64_t there = exampleCount(data);
    const auto count = static_cast<std::size_t>(rows);
    if (data.series) {
        auto series = std::make_shared<Series>(*data.series);
        for (Channel& channel : series->channels) {
            std::vector<double> values = channel.values.take();
            values.resize(count);
            for (std::int64_t i = there; i < rows; ++i)
                values[static_cast<std::size_t>(i)] = values[static_cast<std::size_t>(i - there)];
            channel.values = std::move(values);
        }
        if (auto& times = series->time.values; series->time.known()) {
            const std::int64_t span = times.back() - times.front() + std::max<std::int64_t>(1, series->time.stepMicros);
            times.resize(count);
            for (std::int64_t i = there; i < rows; ++i)
                times[static_cast<std::size_t>(i)] = times[static_cast<std::size_t>(i - there)] + span;
        }
        other->series = std::move(series);
    } else if (data.sequences) {
        auto set = std::make_shared<SequenceSet>(*data.sequences);
        set->items.clear(), set->parts.clear();
        for (std::int64_t i = 0; i < rows; ++i) {
            const auto from = static_cast<std::size_t>(rows < there ? i * there / rows : i % there);
            set->items.push_back(data.sequences->items[from]);
            if (from < data.sequences->parts.size()) set->parts.push_back(data.sequences->parts[from]);
        }
        other->sequences = std::move(set);
    }
    return other;
}

MemoryForecast forecastOf(const StudySubject& subject, const StudyRow& row) {
    ExperimentConfig config = row.config;
    config.device = subject.room.gpu ? "cuda" : "cpu";  // what "auto" means here
    return forecastMemory(config, subject.shape, *subject.data, row.rows);
}

/// Why a row cannot be measured here; empty: it can.
Phrase obstacle(const StudySubject& subject, const StudyRow& row, const DataFacts& facts) {
    if (row.factor == "lookback" && subject.data->sequences)
        return GATELAB_TEXT("Study", "The sequences of the data have lengths of their own.");
    for (const Switch& one : switches())
        if (row.factor == one.field && isApplied(one, row.config))
            if (const Text why = one.unsupported(subject.machine, row.config); *why.source) return why;
    DataFacts there = facts;
    if (there.rows >= 0) there.rows = row.rows;
    if (const auto usable = firstError(checkExperiment(row.config, there)); !usable.ok()) return usable.error().phrase;
    const double needed = neededMemory(row.forecast, subject.room),
                 available = availableMemory(row.forecast, subject.room);
    if (std::isfinite(available) && needed > available)
        return {GATELAB_TEXT("Study", "It would need about %1 MiB, and %2 MiB are free."),
                {std::llround(needed / kMiB), std::llround(available / kMiB)}};
    return {};
}

/// Of unequal sequences as many as it takes to meet the largest batch, within reason.
std::int64_t stepsOf(const ExperimentConfig& config, const Dataset& data) {
    return data.sequences
               ? std::clamp(sequenceBatches(*data.sequences, config).largest.seen - kWarmup, kSteps, kMaxSteps)
               : kSteps;
}

double operations(const StudySubject& subject, const StudyRow& row) {
    return static_cast<double>(row.rows) * describeArchitecture(row.config, subject.shape).multiplyAdds *
           usualCost(row.config, subject.machine.cuda);
}

void note(StudyRow& row, const LabMeasured& measured) {
    if (!measured.forecastByCause.empty()) row.forecast = forecastOfParts(measured.forecastByCause);
    row.peak.forecast = row.forecast.tensors() / kMiB;
    const auto cost = [&](MetricId id) {
        const auto found = measured.costs.find(id);
        return found == measured.costs.end() ? kNotMeasured : found->second;
    };
    // The counting allocator is the host's: of a run on a GPU it knows next to nothing.
    const bool gpu = std::isfinite(cost(MetricId::GpuPeak));
    row.peak.measured = cost(gpu ? MetricId::GpuPeak : MetricId::EnginePeak);
    for (const std::span<const MetricId> group : {gpu ? std::span<const MetricId>() : studyCauses(),
                                                  gpu ? std::span<const MetricId>() : studyPhases(), studyDevice()})
        for (const MetricId id : group)
            if (const double value = cost(id); std::isfinite(value)) row.measured[id] = value;
}

}  // namespace

StudySubject studySubject(ExperimentConfig base, std::shared_ptr<const Dataset> data, const ModelShape& shape,
                          const EngineInfo& info) {
    const SwitchMachine machine = switchMachine(info, base.device, equalSteps(data.get()));
    const MemoryRoom room = memoryRoom(info, base.device);
    return {std::move(base), std::move(data), shape, machine, room};
}

double StudyRow::forecastOf(MetricId cause) const {
    const auto causes = tensorCauses();
    const auto found = std::ranges::find(causes, cause);
    return found == causes.end() ? kNotMeasured
                                 : partOf(forecast, static_cast<std::size_t>(found - causes.begin())) / kMiB;
}

double StudyRow::measuredOf(MetricId id) const {
    const auto found = measured.find(id);
    return found == measured.end() ? kNotMeasured : found->second;
}

const StudyRow* MemoryStudy::present() const {
    const auto found = std::ranges::find_if(rows, &StudyRow::present);
    return found == rows.end() ? nullptr : &*found;
}

std::vector<std::string> studyFactors() {
    std::vector<std::string> keys;
    for (const Factor& factor : kFactors) keys.emplace_back(factor.key);
    return keys;
}

Text studyFactorTitle(std::string_view factor) {
    const Field* field = findField(factor);
    return field ? field->label : GATELAB_TEXT("Study", "Amount of data");
}

std::span<const MetricId> studyCauses() { return tensorCauses(); }
std::span<const MetricId> studyPhases() { return kPhases; }
std::span<const MetricId> studyDevice() { return kDevice; }

MemoryStudy planMemoryStudy(StudySubject subject, std::set<std::string> factors) {
    MemoryStudy study{std::move(subject), std::move(factors), {}, {}, 0, 1};
    if (!study.subject.data) return study;
    const DataFacts facts = dataFacts(study.subject.data.get());
    const std::int64_t rows = exampleCount(*study.subject.data);
    for (const Factor& factor : kFactors) {
        if (!study.factors.empty() && !study.factors.contains(factor.key)) continue;
        const Field* field = findField(factor.key);
        for (const Level& level : factor.levels(study.subject, factor.key)) {
            StudyRow row{factor.key, level.value, level.scale, false, study.subject.base, rows, {}, {}, {}, {}, {}};
            if (field)
                (void)setFieldValue(row.config, *field, level.value);  // the type is the field's
            else
                row.rows = std::get<std::int64_t>(level.value),
                row.config.split = scaledSplit(row.config.split, level.scale);
            row.present = row.config == study.subject.base && row.rows == rows;
            row.forecast = forecastOf(study.subject, row);
            row.peak.forecast = row.forecast.tensors() / kMiB;
            row.reason = obstacle(study.subject, row, facts);
            study.total += row.present || !row.supported() ? 0 : 1;
            study.rows.push_back(std::move(row));
        }
    }
    return study;
}

Result<MemoryStudy> runMemoryStudy(MemoryStudy study, LabMachine& machine,
                                   const std::function<bool(const MemoryStudy&)>& progress) {
    const Error cancelled{ErrorCode::Cancelled, GATELAB_TEXT("Study", "the study was stopped")};
    using Clock = std::chrono::steady_clock;
    // What is left takes its operations in the time of those that are measured; good to a factor of two.
    double open = 0, done = 0, seconds = 0;
    auto begun = Clock::now();
    const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - begun).count(); };
    const auto notify = [&](bool isMeasuring) {
        if (done > 0) study.secondsLeft = std::max(0.0, seconds / done * open - (isMeasuring ? spent() : 0));
        return !progress || progress(study);
    };
    const auto work = [&](const StudyRow& row) {
        return operations(study.subject, row) + kFixedWork * operations(study.subject, *study.present());
    };
    const auto measure = [&](const StudyRow& row) {
        const bool whole = row.rows == exampleCount(*study.subject.data);
        begun = Clock::now();
        const auto data = whole ? study.subject.data : resized(*study.subject.data, row.rows);
        auto measured = machine.measure({row.config, kWarmup, stepsOf(row.config, *data), false, data},
                                        [&](const LabTrialProgress&) { return notify(true); });
        seconds += spent();
        done += work(row);
        open -= work(row);
        return measured;
    };
    const StudyRow* present = study.present();
    if (!present) return Error{ErrorCode::InvalidInput, GATELAB_TEXT("Study", "there is nothing to vary")};
    if (!present->supported()) return Error{ErrorCode::Unsupported, present->reason};
    open = work(*present);
    for (const StudyRow& row : study.rows) open += row.present || !row.supported() ? 0 : work(row);
    const auto base = measure(*present);
    if (!base.ok()) return base.error();
    study.device = base->device;
    ++study.done;
    // 'auto' and what it stands for here are the same experiment, and have one figure.
    ExperimentConfig chosen = present->config;
    if (!base->implementation.empty()) chosen.implementation = base->implementation;
    for (StudyRow& row : study.rows)
        if (row.present) note(row, *base);
    for (StudyRow& row : study.rows) {
        if (row.present || !row.supported()) continue;
        if (!notify(false)) return cancelled;
        if (row.config == chosen && row.rows == present->rows) {
            note(row, *base);
            open -= work(row);
            ++study.done;
            continue;
        }
        const auto measured = measure(row);
        if (!measured.ok() && measured.error().code == ErrorCode::Cancelled) return cancelled;
        if (measured.ok()) {
            note(row, *measured);
            if (row.factor != "implementation" && measured->implementation != base->implementation)
                row.instead = measured->implementation;
        } else {
            row.problem = measured.error().phrase;
        }
        ++study.done;
    }
    open = 0;  // the differences need not add up to it
    (void)notify(false);
    return study;
}

}  // namespace gatelab
