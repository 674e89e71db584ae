// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/record/imported_record.h"

#include "run/run_event_json.h"
#include "store/record/record_checksums.h"
#include "store/record/run_files.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace gatelab {

namespace {

/// What the curves say of their run.
void sumUp(std::span<const MetricSample> samples, RunSummary& summary) {
    CurveValues &last = summary.lastValues.edit(), &best = summary.bestValues.edit();
    const MetricSample* lowest = nullptr;
    for (const MetricSample& sample : samples) {
        const std::string key = channelKey(sample.channel());
        last[key] = sample.value;
        run_files::noteBestValue(best, key, metric(sample.metric).sense, sample.value);
        summary.step = std::max(summary.step, sample.step);
        summary.epoch = std::max(summary.epoch, static_cast<std::int64_t>(sample.epoch));
        if (sample.metric == MetricId::ValidationLoss && std::isfinite(sample.value) &&
            (!lowest || sample.value < lowest->value))
            lowest = &sample;
    }
    summary.epochs = summary.epoch;  // it is as long as it was
    summary.bestValidation = lowest ? lowest->value : std::numeric_limits<double>::quiet_NaN();
    summary.bestEpoch = lowest ? static_cast<std::int64_t>(lowest->epoch) : -1;
    for (const MetricSample& sample : samples)
        if (lowest && sample.step == lowest->step && channelKey(sample.channel()).starts_with("validation"))
            summary.keptValues.edit()[channelKey(sample.channel())] = sample.value;
}

Result<> insertCurves(Database& database, std::span<const MetricSample> samples) {
    auto key = database.prepare("INSERT INTO metric_keys(id, key) VALUES(?, ?)");
    if (!key) return key.error();
    auto row = database.prepare("INSERT INTO metrics VALUES(?, ?, ?, ?, ?, ?, ?)");
    if (!row) return row.error();
    std::map<MetricChannelId, std::int64_t> known;
    for (const MetricSample& sample : samples) {
        const auto [at, isNew] = known.try_emplace(sample.channel(), std::ssize(known) + 1);
        if (isNew)
            if (auto done = key->run({at->second, channelKey(sample.channel())}); !done) return done;
        if (auto done = row->run({at->second, static_cast<int>(sample.piece), sample.step, sample.epoch, sample.seconds,
                                  sample.wall, sample.value});
            !done)
            return done;
    }
    return {};
}

Result<> insertEvents(Database& database, std::span<const RunEvent> events) {
    auto statement = database.prepare("INSERT INTO events(step, kind, json) VALUES(?, ?, ?)");
    if (!statement) return statement.error();
    for (const RunEvent& event : events)
        if (auto done = statement->run({event.step, eventKindName(event), eventToJson(event)}); !done) return done;
    return {};
}

}  // namespace

Result<> createImportedRecord(const std::filesystem::path& folder, RunSummary summary,
                              std::span<const MetricSample> samples, std::span<const RunEvent> events) {
    sumUp(samples, summary);
    summary.config.edit().epochs = summary.epochs;
    if (auto made = run_files::create(folder, summary); !made) return made;
    auto database = run_files::openDatabase(folder, Database::Mode::ReadWrite);
    if (!database) return database.error();
    auto stored = database->transaction([&]() -> Result<> {
        if (auto done = insertCurves(*database, samples); !done) return done;
        if (auto done = insertEvents(*database, events); !done) return done;
        if (auto done = run_files::writeProgress(*database, summary); !done) return done;
        if (auto done = run_files::noteManifest(*database, true); !done) return done;
        run_files::RecordChecksums none;
        return run_files::writeChecksums(*database, none);
    });
    return stored ? run_files::writeManifest(folder, summary, {}) : stored;
}

}  // namespace gatelab
