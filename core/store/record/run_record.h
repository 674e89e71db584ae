// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/database.h"
#include "io/file_lock.h"
#include "store/record/record_checksums.h"
#include "store/record/recorded_alerts.h"
#include "store/record/run_repair.h"
#include "store/run_index.h"
#include "store/workspace.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace gatelab {

/// The record of a run whose lock this process holds. Metric samples wait in memory until a second has passed since the
/// last attempt to store them; when storing fails (a full disk) they stay in memory, the error is returned, and the
/// next call tries again. The index gets a copy of the progress; failing to write that is no error, since the index can
/// be made anew from the folder.
class OwnedRunRecord final : public RunRecord {
public:
    OwnedRunRecord(std::filesystem::path folder, FileLock lock, Database database, RunSummary summary,
                   std::shared_ptr<RunIndex> index);
    ~OwnedRunRecord() override;

    [[nodiscard]] const std::string& id() const override { return summary_.id; }
    [[nodiscard]] const std::filesystem::path& folder() const override { return folder_; }
    Result<> addMetrics(std::span<const MetricSample> samples) override;
    Result<> addEvent(const RunEvent& event) override;
    Result<> flush() override;
    Result<> setState(RunState state, std::int64_t step, std::int64_t epoch, double seconds) override;
    Result<> setBest(double validation, std::int64_t step, std::int64_t epoch) override;
    Result<> setScores(const std::vector<TestScore>& scores) override;
    Result<> setEpochs(std::int64_t epochs) override;
    Result<> truncateAfter(std::int64_t step) override;
    Result<std::optional<RunPlanInfo>> lastPlan() override;
    [[nodiscard]] Phrase repaired() const override { return repaired_; }
    /// Of a run that goes on: removes the manifest, which describes an end that is no longer one.
    Result<> forgetEnd();
    /// Takes over what could be saved of the record before, and notes why.
    Result<> takeOver(RepairedRecord&& before);

private:
    using Clock = std::chrono::steady_clock;
    /// Waiting samples, progress and whatever `more` adds, in one transaction.
    Result<> commit(const std::function<Result<>()>& more = {});
    Result<> insertPending();
    Result<> insertEvent(const RunEvent& event);
    /// The same commit, with the alerts that began or ended.
    Result<> commitWithAlerts();
    /// What was changed while the run went on, from the folder; the settings' line in the index, too.
    void followChanges();
    struct Curve {
        std::int64_t row = 0;  ///< in metric_keys
        std::string key;
    };
    /// Makes its row when it has none.
    Result<const Curve*> curveOf(const MetricChannelId& channel);

    std::filesystem::path folder_;
    std::mutex mutex_;
    FileLock lock_;
    Database database_;
    RunSummary summary_;
    Phrase repaired_;
    std::shared_ptr<RunIndex> index_;
    std::vector<MetricSample> pending_;
    std::optional<RecordedAlerts> alerts_;  ///< from the first samples on
    std::optional<std::uint64_t> file_;     ///< identity of run.sqlite: it may be removed under us
    run_files::RecordChecksums checksums_;  ///< of the rows that are stored
    std::int64_t validatedStep_ = -1;       ///< of the newest validation that is stored
    Clock::time_point lastAttempt_ = Clock::now();
    std::map<MetricChannelId, Curve> curves_;  ///< those asked for so far
};

}  // namespace gatelab
