// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/record/recorded_alerts.h"

#include "run/alert_rules_json.h"
#include "run/run_event_json.h"
#include "store/record/run_files.h"
#include "store/workspace.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

Result<std::vector<AlertNote>> readAlertNotes(const std::filesystem::path& runFolder) {
    auto database = run_files::openDatabase(runFolder, Database::Mode::ReadOnly);
    if (!database) return database.error();
    auto statement = database->prepare("SELECT json FROM events WHERE kind = ? ORDER BY id");
    if (!statement) return statement.error();
    std::vector<AlertNote> notes;
    auto done = statement->query({RunMarker::kName}, [&notes](const DatabaseRow& row) {
        if (const auto event = eventFromJson(row.text(0)))
            if (auto note = alertNote(*event)) notes.push_back(std::move(*note));
        return Result<>();
    });
    if (!done) return done.error();
    return notes;
}

RecordedAlerts::RecordedAlerts(const std::filesystem::path& runFolder, bool isNew) {
    const auto rules = readAlertRules(runFolder.parent_path().parent_path());
    if (!rules.ok() || std::ranges::none_of(*rules, &AlertRule::isOn)) return;
    watch_ = std::make_unique<AlertWatch>(*rules);
    if (isNew) return;
    const auto history = readRunHistory(runFolder);
    if (!history.ok()) return;
    add(history->metrics);
    const std::vector<AlertNote> notes = alertNotes(history->events);
    for (const AlertNote& note : notes) ++counts_[note.rule];
    open_ = openAlerts(notes);
}

void RecordedAlerts::add(std::span<const MetricSample> samples) {
    if (watch_ == nullptr) return;
    for (const MetricSample& sample : samples) {
        watch_->add(sample.metric, sample.seconds, sample.epoch, sample.value);
        if (sample.step >= last_.step) last_ = sample;
    }
}

std::vector<AlertNote> RecordedAlerts::news() const {
    std::vector<AlertNote> notes;
    if (watch_ == nullptr) return notes;
    const auto note = [&](const std::string& rule, bool begins, const Phrase& text) {
        const auto count = counts_.find(rule);
        if (count == counts_.end() || count->second < kMostNotes)
            notes.push_back({rule, begins, text, last_.step, static_cast<std::int64_t>(std::ceil(last_.epoch - 1e-9)),
                             last_.seconds});
    };
    const std::vector<Alert> holding = watch_->holding();
    for (const AlertNote& one : open_)
        if (std::ranges::none_of(holding, [&one](const Alert& now) { return now.rule.name == one.rule; }))
            note(one.rule, false, {});
    for (const Alert& now : holding)
        if (std::ranges::find(open_, now.rule.name, &AlertNote::rule) == open_.end())
            note(now.rule.name, true, now.text);
    return notes;
}

void RecordedAlerts::kept(std::span<const AlertNote> notes) {
    std::vector<AlertNote> all = open_;
    all.insert(all.end(), notes.begin(), notes.end());
    open_ = openAlerts(all);
    for (const AlertNote& note : notes) ++counts_[note.rule];
}

}  // namespace gatelab
