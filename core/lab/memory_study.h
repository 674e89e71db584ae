// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/architecture.h"
#include "config/field.h"
#include "config/memory_check.h"
#include "config/switches.h"
#include "device/engine_info.h"
#include "lab/lab.h"
#include "run/forecast_score.h"

#include <set>
#include <span>

namespace gatelab {

/// What the memory study is about: an experiment, its data and the machine that computes.
struct StudySubject {
    ExperimentConfig base;
    std::shared_ptr<const Dataset> data;
    ModelShape shape;
    SwitchMachine machine;
    MemoryRoom room;  ///< where it computes
};

StudySubject studySubject(ExperimentConfig base, std::shared_ptr<const Dataset> data, const ModelShape& shape,
                          const EngineInfo& info);

/// The experiment with one factor at one value. Memory is in MiB.
struct StudyRow {
    std::string factor;  ///< key of the field that is varied, or kStudyRows
    FieldValue value;
    double scale = kNotMeasured;  ///< the value in parts of the present one; NaN: it is no number
    bool present = false;         ///< the experiment as it is; all such rows share one measurement
    ExperimentConfig config;
    std::int64_t rows = 0;  ///< of the series; of sequences their number
    Phrase reason;          ///< why it is not measured here; empty: it is
    MemoryForecast forecast;
    ForecastScore peak;                   ///< of all tensors
    std::map<MetricId, double> measured;  ///< those of studyCauses(), studyPhases() and studyDevice() that were
    Phrase problem;                       ///< why the run failed; empty: it did not
    /// Implementation that ran it where that of the present experiment cannot; empty: the same
    std::string instead = {};

    [[nodiscard]] bool supported() const { return reason.empty(); }
    /// Why there are no figures; empty: there are some, or will be.
    [[nodiscard]] const Phrase& obstacle() const { return supported() ? problem : reason; }
    [[nodiscard]] double forecastOf(MetricId cause) const;  ///< NaN: not one of studyCauses()
    [[nodiscard]] double measuredOf(MetricId id) const;
};

struct MemoryStudy {
    StudySubject subject;
    std::set<std::string> factors;  ///< that are wanted; empty: all
    std::vector<StudyRow> rows;     ///< by factor
    std::string device;
    int done = 0, total = 0;            ///< runs
    double secondsLeft = kNotMeasured;  ///< from what was measured until now

    [[nodiscard]] const StudyRow* present() const;  ///< the first such row
    [[nodiscard]] bool measured() const { return done > 0; }
    [[nodiscard]] bool finished() const { return measured() && done >= total; }
};

inline constexpr const char* kStudyRows = "rows";  ///< the factor that is no field: how much data there is
/// Keys of all factors, in their order.
std::vector<std::string> studyFactors();
Text studyFactorTitle(std::string_view factor);
/// What memory is held for at the moment of the peak, which these add up to, and the highest of it in each part of a
/// step: of the tensors in the host's memory. What allocator, device and process say.
std::span<const MetricId> studyCauses();
std::span<const MetricId> studyPhases();
std::span<const MetricId> studyDevice();

/// The rows with their forecasts, and why one cannot be measured here: the settings or the machine rule it out, or it
/// would not fit into what is free.
MemoryStudy planMemoryStudy(StudySubject subject, std::set<std::string> factors = {});
/// Measures a planned study, the present experiment first, each by a few steps (of unequal sequences as many as it
/// takes to meet the largest batch) and a validation. `progress` gets it as far as it is, again and again; false ends
/// it with Cancelled. A row whose run fails says so and is left out; without the present experiment there is no study.
Result<MemoryStudy> runMemoryStudy(MemoryStudy study, LabMachine& machine,
                                   const std::function<bool(const MemoryStudy&)>& progress);

}  // namespace gatelab
