// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/lab.h"
#include "session/engine.h"

#include <filesystem>
#include <memory>

namespace gatelab {

/// The lab's machine that really trains: every trial is a run of the engine in this process, on the same data; on an
/// XLA device in a worker process, which reads the data again.
class EngineLabMachine final : public LabMachine {
public:
    /// `scratch`: an empty folder of the caller's, for runs whose outputs are compared. `othersTrain`: whether this
    /// process trains something else at this moment; asked on the lab's thread; empty: it never does.
    EngineLabMachine(std::shared_ptr<Engine> engine, std::shared_ptr<const Dataset> data, std::filesystem::path scratch,
                     std::function<bool()> othersTrain = {})
        : engine_(std::move(engine)),
          data_(std::move(data)),
          scratch_(std::move(scratch)),
          othersTrain_(std::move(othersTrain)) {}

    Result<LabMeasured> measure(const LabTrial& trial, const LabWatch& watch) override;
    /// Of the processor; a GPU's are not measured.
    Result<MachineLimits> limits(std::int64_t threads) override { return measureProcessor(static_cast<int>(threads)); }
    StepWork work(const ExperimentConfig& config) override;
    [[nodiscard]] MeasurementEnvironment environment() const override;

private:
    /// A run of this trial; the record may be null.
    /// On an XLA device it is a process of its own that trains.
    Result<std::unique_ptr<RunSession>> start(const LabTrial& trial, std::int64_t model,
                                              const std::shared_ptr<SharedValues>& shared,
                                              std::unique_ptr<RunRecord> record);
    /// So many steps and no more.
    Result<LabMeasured> measureOnce(const LabTrial& trial, const LabWatch& watch);
    Result<std::vector<double>> outputsOf(const std::filesystem::path& runFolder) const;
    std::shared_ptr<Engine> engine_;
    std::shared_ptr<const Dataset> data_;
    std::filesystem::path scratch_;
    std::function<bool()> othersTrain_;
};

}  // namespace gatelab
