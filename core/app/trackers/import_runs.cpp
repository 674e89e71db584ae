// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/trackers/import_runs.h"

#include "app/trackers/metric_names.h"
#include "app/trackers/tracker_files.h"
#include "base/clock.h"
#include "base/parallel.h"
#include "io/file_io.h"
#include "io/hash.h"
#include "run/curves/further_metrics.h"
#include "store/imported_run.h"
#include "store/record/imported_record.h"
#include "store/record/run_folder.h"
#include "store/run_numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <map>
#include <set>
#include <utility>

namespace gatelab {

namespace {

namespace fs = std::filesystem;

/// How far the run was in epochs at each step, from a curve that counts them.
class EpochsByStep {
public:
    explicit EpochsByStep(const TrackedCurves& curves) {
        for (const TrackedCurves::Curve& curve : curves.all())
            if (isEpochName(curve.name))
                for (const TrackedPoint& point : curve.points)
                    if (std::isfinite(point.value) && point.value >= 0 && point.value < 1e9)
                        epochs_[std::max<std::int64_t>(point.step, 0)] = point.value;
    }
    [[nodiscard]] bool isKnown() const { return !epochs_.empty(); }
    /// Steps stand in the place of epochs that are not known.
    [[nodiscard]] double at(std::int64_t step) const {
        if (epochs_.empty()) return static_cast<double>(step);
        const auto after = epochs_.upper_bound(step);
        return after == epochs_.begin() ? 0 : std::prev(after)->second;
    }

private:
    std::map<std::int64_t, double> epochs_;
};

/// The curves as the record keeps them: of each the points in the order of their steps, and no time that goes back.
std::vector<MetricSample> samplesOf(const TrackedRun& run, std::size_t& unnamed) {
    const EpochsByStep epochs(run.curves);
    std::vector<MetricSample> samples;
    samples.reserve(run.curves.points());
    std::set<MetricChannelId> taken;
    for (const TrackedCurves::Curve& curve : run.curves.all()) {
        if (isEpochName(curve.name)) continue;
        const auto known = metricOfName(curve.name);
        auto channel = known && !taken.contains({*known, 0}) ? std::optional(MetricChannelId{*known, 0})
                                                             : furtherChannel(curve.name);
        if (!channel || !taken.insert(*channel).second) {
            ++unnamed;
            continue;
        }
        std::vector<TrackedPoint> points = curve.points;
        std::ranges::stable_sort(points, {}, &TrackedPoint::step);
        double seconds = 0, epoch = 0;
        for (const TrackedPoint& point : points) {
            const std::int64_t step = std::max<std::int64_t>(point.step, 0);
            if (point.wall > 0 && run.started > 0) seconds = std::max(seconds, point.wall - run.started);
            epoch = std::max(epoch, epochs.at(step));
            samples.push_back({channel->metric, 0, step, epoch, seconds, point.wall, point.value, channel->layer});
        }
    }
    return samples;
}

/// "20251124-160000-3fa9c2d1": the tracker's time, and what tells the run from all others. `attempt`: others of that
/// name lie in the trash.
std::string idOf(const TrackedRun& run, int attempt) {
    const double known = run.started > 0 ? run.started : wallSeconds();
    const auto time = static_cast<std::time_t>(std::clamp(known, 0.0, 32503680000.0));  // year 3000
    std::tm utc{};
    gmtime_r(&time, &utc);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y%m%d-%H%M%S-", &utc);
    const std::string told = run.from.tool + "\n" + run.from.key + "\n" + std::to_string(attempt);
    return text.data() + sha256(told).substr(0, 8);
}

class RunImport {
public:
    explicit RunImport(Workspace& workspace) : workspace_(workspace) {}

    Result<> readKnown() {
        const auto runs = workspace_.runs();
        if (!runs.ok()) return runs.error();
        for (const RunSummary& run : *runs)
            if (!hasSettings(run)) known_[keyOf(importedFrom(run))] = run.id;
        return {};
    }

    /// Keeps it until some are together.
    Result<> take(TrackedRun&& run, const fs::path& source) {
        run.from.source = source.lexically_normal().string();
        if (const auto known = known_.find(keyOf(run.from)); known != known_.end()) {
            opened.known.push_back(known->second);
            return {};
        }
        std::size_t unnamed = 0;
        std::vector<MetricSample> samples = samplesOf(run, unnamed);
        if (unnamed + run.curves.left() > 0)
            run.notes.push_back({GATELAB_TEXT("Imported", "%1 curves and %2 points were too many and are left out"),
                                 {unnamed, run.curves.left()}});
        RunSummary summary = summaryOf(run);
        known_[keyOf(run.from)] = summary.id;
        std::vector<RunEvent> events = eventsOf(run, summary);
        waitingPoints_ += samples.size();
        waiting_.push_back({std::move(summary), std::move(samples), std::move(events), std::move(run.notes)});
        return waiting_.size() < kTogether && waitingPoints_ < kMostWaitingPoints ? Result<>() : finish();
    }

    /// Puts those that wait into the workspace. A disk waits for each file that is synced: several at once take hardly
    /// longer than one.
    Result<> finish() {
        std::vector<Waiting> batch = std::exchange(waiting_, {});
        waitingPoints_ = 0;
        if (batch.empty()) return {};
        if (auto made = makeFolders(runFolderIn(workspace_.folder(), batch.front().summary.id).parent_path());
            !made.ok())
            return made;
        const auto first = RunNumbers(workspace_.folder()).give(std::ssize(batch));
        if (!first.ok()) return first.error();
        for (std::size_t i = 0; i < batch.size(); ++i) {
            RunSummary& summary = batch[i].summary;
            summary.number = *first + static_cast<std::int64_t>(i);
            summary.colour = static_cast<int>((summary.number - 1) % kColours);
        }
        std::vector<Result<>> published(batch.size());
        inParallel(static_cast<int>(kTogether), batch.size(), [&](std::size_t i) { published[i] = publish(batch[i]); });
        Result<> done;
        for (std::size_t i = 0; i < batch.size(); ++i) {
            const RunSummary& summary = batch[i].summary;
            if (published[i].ok()) published[i] = workspace_.refresh(summary.id);
            if (!published[i].ok()) {
                std::erase_if(known_, [&](const auto& one) { return one.second == summary.id; });
                std::erase(opened.known, summary.id);
                // The first is the caller's to tell, or to end with
                if (done.ok())
                    done = published[i].error();
                else
                    opened.notes.push_back(labelled(summary.name, published[i].error().phrase));
                continue;
            }
            opened.runs.push_back(summary.id);
            for (const Phrase& note : batch[i].notes) opened.notes.push_back(labelled(summary.name, note));
        }
        return done;
    }

    OpenedBundle opened;

private:
    struct Waiting {
        RunSummary summary;
        std::vector<MetricSample> samples;
        std::vector<RunEvent> events;
        std::vector<Phrase> notes;
    };
    static std::string keyOf(const ImportedRun& run) { return run.tool + "\n" + run.key; }

    Result<> publish(const Waiting& one) const {
        return publishFolderDurably(runFolderIn(workspace_.folder(), one.summary.id), [&](const fs::path& temporary) {
            return createImportedRecord(temporary, one.summary, one.samples, one.events);
        });
    }

    /// Without its number.
    [[nodiscard]] RunSummary summaryOf(const TrackedRun& run) const {
        RunSummary summary;
        std::error_code failed;
        for (int attempt = 0; summary.id.empty() || fs::exists(runFolderIn(workspace_.folder(), summary.id), failed) ||
                              fs::exists(trashFolderIn(workspace_.folder()) / summary.id, failed);
             ++attempt)
            summary.id = idOf(run, attempt);
        ImportedRun from = run.from;
        from.hasEpochs = EpochsByStep(run.curves).isKnown();
        summary.config = importedConfig(from);
        summary.name = run.name.empty() ? run.from.key : run.name;
        summary.note = run.note;
        summary.dataName = run.from.project.empty() ? run.from.tool : run.from.tool + ": " + run.from.project;
        summary.state = run.state;
        summary.created = run.started > 0 ? run.started : wallSeconds();
        summary.ended = run.ended > 0 ? run.ended : 0;
        summary.seconds = run.started > 0 ? std::max(0.0, run.ended - run.started) : 0;
        return summary;
    }
    static std::vector<RunEvent> eventsOf(const TrackedRun& run, const RunSummary& summary) {
        std::vector<RunEvent> events;
        for (const Phrase& note : run.notes) {
            RunEvent event{.what = RunWarning{note}};
            event.wall = summary.created;
            events.push_back(std::move(event));
        }
        return events;
    }

    static constexpr std::int64_t kColours = 20;
    static constexpr std::size_t kTogether = 16, kMostWaitingPoints = 1'000'000;
    Workspace& workspace_;
    std::map<std::string, std::string> known_;  ///< id of the run here, by what the tracker calls it
    std::vector<Waiting> waiting_;
    std::size_t waitingPoints_ = 0;
};

}  // namespace

Result<OpenedBundle> importRuns(Workspace& workspace, const fs::path& given, const Progress& progress) {
    std::error_code failed;
    const fs::path path = fs::absolute(given, failed);  // a run is called by the folder that it lies in
    const auto sources = findTrackedRuns(path, progress);
    if (!sources.ok()) return sources.error();
    const bool isFolder = fs::is_directory(path, failed);
    RunImport import(workspace);
    if (auto known = import.readKnown(); !known.ok()) return known.error();
    OpenedBundle& opened = import.opened;
    for (std::size_t i = 0; i < sources->size(); ++i) {
        const TrackerSource& source = (*sources)[i];
        const Progress part = [&](double share) {
            const double done = static_cast<double>(i) + std::max(0.0, share);
            return report(progress, done / static_cast<double>(sources->size()));
        };
        Result<> done;
        if (source.kind == TrackerSource::Kind::Bundle) {
            auto bundle = openBundle(workspace, source.files.front(), part);
            if (!bundle.ok())
                done = bundle.error();
            else
                for (auto member : {&OpenedBundle::runs, &OpenedBundle::known})
                    std::ranges::move(std::move(*bundle).*member, std::back_inserter(opened.*member));
            if (bundle.ok()) std::ranges::move(bundle->notes, std::back_inserter(opened.notes));
        } else {
            const fs::path& from = source.files.size() > 1 ? source.files.front().parent_path() : source.files.front();
            done = readTrackedRuns(
                source, [&](TrackedRun&& run) { return import.take(std::move(run), from); }, part);
        }
        const auto code = done.ok() ? ErrorCode::Internal : done.error().code;
        const bool isOfFile = code == ErrorCode::Corrupt || code == ErrorCode::Unsupported ||
                              code == ErrorCode::NotFound || code == ErrorCode::PermissionDenied;
        if (!done.ok() && !(isFolder && isOfFile)) {
            // What was read before a fault stays; who stops it wants no more
            if (code != ErrorCode::Cancelled) (void)import.finish().ok();
            return done.error();
        }
        // A database that is none of these is no fault of a folder.
        if (!done.ok() && code != ErrorCode::Unsupported) opened.notes.push_back(done.error().phrase);
    }
    if (auto finished = import.finish(); !finished.ok()) return finished.error();
    if (opened.runs.empty() && opened.known.empty() && opened.notes.empty())
        return Error{ErrorCode::Unsupported,
                     {GATELAB_TEXT("Imported", "'%1' holds no run that is not deleted"), {path.string()}}};
    return std::move(opened);
}

}  // namespace gatelab
