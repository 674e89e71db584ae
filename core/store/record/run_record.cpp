// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/record/run_record.h"

#include "base/clock.h"
#include "io/file_io.h"
#include "run/run_event_json.h"
#include "store/record/run_files.h"

#include <algorithm>

namespace gatelab {

OwnedRunRecord::OwnedRunRecord(std::filesystem::path folder, FileLock lock, Database database, RunSummary summary,
                               std::shared_ptr<RunIndex> index)
    : folder_(std::move(folder)),
      lock_(std::move(lock)),
      database_(std::move(database)),
      summary_(std::move(summary)),
      index_(std::move(index)),
      file_(fileIdentity(folder_ / run_files::kDatabase)) {}

OwnedRunRecord::~OwnedRunRecord() {
    try {
        static_cast<void>(commit());
        // Whoever lets go of a run that has not ended has interrupted it.
        if (run_files::isLive(summary_.state)) summary_.state = RunState::Interrupted;
        static_cast<void>(index_->putProgress(summary_));
    } catch (const std::exception&) {  // only without memory; the folder holds what was stored before
    }
}

Result<> OwnedRunRecord::addMetrics(std::span<const MetricSample> samples) {
    const std::lock_guard guard(mutex_);
    pending_.insert(pending_.end(), samples.begin(), samples.end());
    if (!alerts_) alerts_.emplace(folder_, summary_.step == 0);
    alerts_->add(samples);
    return Clock::now() - lastAttempt_ < std::chrono::seconds(1) ? Result<>() : commitWithAlerts();
}

Result<> OwnedRunRecord::insertEvent(const RunEvent& event) {
    auto statement = database_.prepare("INSERT INTO events(step, kind, json) VALUES(?, ?, ?)");
    if (!statement) return statement.error();
    return statement->run({event.step, eventKindName(event), eventToJson(event)});
}

Result<> OwnedRunRecord::commitWithAlerts() {
    const std::vector<AlertNote> notes = alerts_ ? alerts_->news() : std::vector<AlertNote>();
    if (notes.empty()) return commit();
    auto done = commit([&]() -> Result<> {
        for (const AlertNote& note : notes) {
            const RunEvent event{alertMarker(note), note.step, note.epoch, note.seconds, wallSeconds()};
            if (auto inserted = insertEvent(event); !inserted) return inserted;
        }
        return {};
    });
    if (done) alerts_->kept(notes);
    return done;
}

Result<> OwnedRunRecord::addEvent(const RunEvent& event) {
    const std::lock_guard guard(mutex_);
    auto done = commit([&] { return insertEvent(event); });
    if (done && event.is<RunMarker>()) followChanges();
    return done;
}

Result<> OwnedRunRecord::flush() {
    const std::lock_guard guard(mutex_);
    return commitWithAlerts();
}

Result<> OwnedRunRecord::setState(RunState state, std::int64_t step, std::int64_t epoch, double seconds) {
    const std::lock_guard guard(mutex_);
    summary_.state = state;
    summary_.step = step;
    summary_.epoch = epoch;
    summary_.seconds = seconds;
    if (run_files::isLive(state)) return commit();
    summary_.ended = wallSeconds();
    if (auto done = commit([this] { return run_files::summariseCurves(database_, summary_); }); !done) return done;
    const auto plan = run_files::readLastPlan(database_);
    if (!plan) return plan.error();
    if (auto written = run_files::writeManifest(folder_, summary_, plan->value_or(RunPlanInfo()).identity); !written)
        return written;
    // Where this fails, only the loss of the manifest would go unseen.
    static_cast<void>(commit([this] { return run_files::noteManifest(database_, true); }));
    summary_.bytes = static_cast<std::int64_t>(bytesOnDisk(folder_));
    static_cast<void>(index_->putProgress(summary_));
    return {};
}

Result<> OwnedRunRecord::setBest(double validation, std::int64_t step, std::int64_t epoch) {
    const std::lock_guard guard(mutex_);
    summary_.bestValidation = validation;
    summary_.bestEpoch = epoch;
    summary_.step = std::max(summary_.step, step);
    summary_.epoch = std::max(summary_.epoch, epoch);
    summary_.keptValues = CurveValues();
    return commit([this, step]() -> Result<> {
        if (validatedStep_ != step) return run_files::readSavedValues(database_, summary_);
        run_files::noteSavedValues(summary_);
        return {};
    });
}

Result<> OwnedRunRecord::setScores(const std::vector<TestScore>& scores) {
    const std::lock_guard guard(mutex_);
    summary_.scores = scores;
    return commit([&] { return run_files::writeScores(database_, scores); });
}

Result<> OwnedRunRecord::setEpochs(std::int64_t epochs) {
    const std::lock_guard guard(mutex_);
    summary_.epochs = summary_.config.edit().epochs = epochs;
    if (auto done = commit(); !done) return done;
    followChanges();
    return {};
}

Result<> OwnedRunRecord::truncateAfter(std::int64_t step) {
    const std::lock_guard guard(mutex_);
    std::erase_if(pending_, [step](const MetricSample& sample) { return sample.step > step; });
    alerts_.reset();
    auto done = commit([&]() -> Result<> {
        checksums_ = {};
        for (const char* sql : {"DELETE FROM metrics WHERE step > ?", "DELETE FROM events WHERE step > ?"}) {
            auto statement = database_.prepare(sql);
            if (!statement) return statement.error();
            if (auto done = statement->run({step}); !done) return done;
        }
        if (auto done = run_files::readReached(database_, summary_); !done) return done;
        summary_.step = std::max<std::int64_t>(0, step);  // a branch has no curves of its own yet
        return run_files::readBestValues(database_, summary_);
    });
    if (done) followChanges();
    return done;
}

Result<std::optional<RunPlanInfo>> OwnedRunRecord::lastPlan() {
    const std::lock_guard guard(mutex_);
    auto own = run_files::readLastPlan(database_);
    if (!own || *own || summary_.branchStep < 0) return own;
    auto parent = run_files::openDatabase(folder_.parent_path() / summary_.parent, Database::Mode::ReadOnly);
    return parent ? run_files::readLastPlan(*parent) : Result<std::optional<RunPlanInfo>>(std::nullopt);
}

Result<> OwnedRunRecord::forgetEnd() {
    const std::lock_guard guard(mutex_);
    if (auto done = commit([this] { return run_files::noteManifest(database_, false); }); !done) return done;
    return removePath(folder_ / run_files::kManifest);
}

Result<> OwnedRunRecord::takeOver(RepairedRecord&& before) {
    repaired_ = std::move(before.warning);
    // At step 0: whatever a resume repeats, this stays.
    before.saved.events.push_back({.what = RunWarning{repaired_}, .wall = wallSeconds()});
    auto done = addMetrics(before.saved.metrics);
    for (const RunEvent& saved : before.saved.events)
        if (done) done = addEvent(saved);
    return done;
}

void OwnedRunRecord::followChanges() {
    // Read anew, for a person may have edited the rest meanwhile.
    const RunSummary now = run_files::readRecord(folder_);
    if (!now.problem.empty()) return;  // a disk that fails just now: what is known stays
    summary_.config = now.config;
    summary_.changes = now.changes;
    static_cast<void>(index_->put({now}));
}

Result<> OwnedRunRecord::commit(const std::function<Result<>()>& more) {
    lastAttempt_ = Clock::now();
    // SQLite would go on writing into the file that nobody can open any more.
    if (fileIdentity(folder_ / run_files::kDatabase) != file_)
        return Error{ErrorCode::Io,
                     {GATELAB_TEXT("Workspace",
                                   "the folder of the run, '%1', was removed or moved while it was trained; what it "
                                   "has learnt since its last checkpoint is not kept"),
                      {folder_.string()}}};
    const run_files::RecordChecksums before = checksums_;
    auto stored = database_.transaction([&]() -> Result<> {
        if (auto done = insertPending(); !done) return done;
        if (more) {
            if (auto done = more(); !done) return done;
        }
        if (auto done = run_files::writeProgress(database_, summary_); !done) return done;
        return run_files::writeChecksums(database_, checksums_);
    });
    if (!stored) {
        checksums_ = before;
        curves_.clear();  // rows that were made in the transaction are gone again
        return stored;
    }
    pending_.clear();
    static_cast<void>(index_->putProgress(summary_));
    return {};
}

Result<> OwnedRunRecord::insertPending() {
    if (pending_.empty()) return {};
    auto statement = database_.prepare("INSERT INTO metrics VALUES(?, ?, ?, ?, ?, ?, ?)");
    if (!statement) return statement.error();
    CurveValues &last = summary_.lastValues.edit(), &best = summary_.bestValues.edit();
    for (const MetricSample& sample : pending_) {
        auto curve = curveOf(sample.channel());
        if (!curve) return curve.error();
        if (auto done = statement->run({(*curve)->row, static_cast<int>(sample.piece), sample.step, sample.epoch,
                                        sample.seconds, sample.wall, sample.value});
            !done)
            return done;
        last[(*curve)->key] = sample.value;
        if (sample.metric == MetricId::ValidationLoss) validatedStep_ = sample.step;
        // What is kept of the curves is how far the run has come: a run that is killed has no other end.
        summary_.step = std::max(summary_.step, sample.step);
        if (sample.epoch > static_cast<double>(summary_.epoch))
            summary_.epoch = static_cast<std::int64_t>(sample.epoch);
        summary_.seconds = std::max(summary_.seconds, sample.seconds);
        run_files::noteBestValue(best, (*curve)->key, metric(sample.metric).sense, sample.value);
    }
    return {};
}

Result<const OwnedRunRecord::Curve*> OwnedRunRecord::curveOf(const MetricChannelId& channel) {
    if (const auto known = curves_.find(channel); known != curves_.end()) return &known->second;
    Curve curve;
    curve.key = channelKey(channel);
    auto insert = database_.prepare("INSERT OR IGNORE INTO metric_keys(key) VALUES(?)");
    if (!insert) return insert.error();
    if (auto done = insert->run({curve.key}); !done) return done.error();
    auto find = database_.prepare("SELECT id FROM metric_keys WHERE key = ?");
    if (!find) return find.error();
    auto done = find->query({curve.key}, [&](const DatabaseRow& row) {
        curve.row = row.integer(0);
        return Result<>();
    });
    if (!done) return done.error();
    return &curves_.emplace(channel, std::move(curve)).first->second;
}

}  // namespace gatelab
