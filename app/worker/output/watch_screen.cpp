// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/output/watch_screen.h"

#include "app/run_names.h"
#include "base/number_text.h"
#include "export/terminal_chart.h"
#include "run/run_event_json.h"
#include "store/record/run_ending.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace gatelab::worker {

namespace {

constexpr int kLeastColumns = 40, kLeastRows = 12, kHead = 3, kMostQueued = 3;
constexpr std::size_t kMostAlerts = 2;

TerminalCurve curveOf(const RunHistory& history, MetricId id) {
    TerminalCurve curve;
    for (const MetricSample& sample : history.metrics)
        if (sample.metric == id) curve.x.push_back(sample.epoch), curve.y.push_back(sample.value);
    return curve;
}

double lastOf(const RunHistory& history, MetricId id) {
    for (auto it = history.metrics.rbegin(); it != history.metrics.rend(); ++it)
        if (it->metric == id) return it->value;
    return NAN;
}

std::string epochText(const RunSummary& run, const RunHistory& history) {
    const double done = history.metrics.empty() ? static_cast<double>(run.epoch) : history.metrics.back().epoch;
    char text[64];
    std::snprintf(text, sizeof text, "epoch %.1f of %lld", done, static_cast<long long>(run.epochs));
    return text;
}

std::string stateText(const RunSummary& run) { return endedEarly(run) ? "ended early" : runStateName(run.state); }

/// ", about 0:02:10 left": from the time that its epochs took; empty: not known, or it has ended.
std::string timeLeft(const RunSummary& run, const RunHistory& history) {
    if (!isGoingOn(run.state) || history.metrics.empty()) return {};
    const MetricSample& last = history.metrics.back();
    if (last.epoch <= 0 || static_cast<double>(run.epochs) <= last.epoch) return {};
    return ", about " + durationText(last.seconds * (static_cast<double>(run.epochs) - last.epoch) / last.epoch) +
           " left";
}

std::string figures(const RunHistory& history, std::initializer_list<MetricId> ids) {
    std::string text;
    for (const MetricId id : ids) {
        const double value = lastOf(history, id);
        if (!std::isfinite(value)) continue;
        const Metric& row = metric(id);
        const std::string label = plainText(Phrase(row.label)), unit = plainText(Phrase(row.unit));
        text += (text.empty() ? "" : ", ") + (label == unit ? "" : label + " ") + numberText(value);
        if (!unit.empty()) text += " " + unit;
    }
    return text;
}

void addChart(std::vector<std::string>& lines, const std::string& title, std::vector<TerminalCurve> curves, int rows,
              const ScreenSize& size, bool isLog) {
    lines.push_back(title);
    const TerminalChart chart{size.columns, rows, size.isAscii, isLog};
    for (std::string& line : chart.draw(curves)) lines.push_back(std::move(line));
}

void addQueue(std::vector<std::string>& lines, const RunQueue::State& queue) {
    if (queue.runs.empty()) {
        lines.emplace_back("queue: nothing waits");
        return;
    }
    lines.push_back("queue: " + std::to_string(queue.runs.size()) + (queue.runs.size() == 1 ? " waits" : " wait") +
                    (queue.paused ? ", paused" : ""));
    for (std::size_t i = 0; i < queue.runs.size() && i < kMostQueued; ++i)
        lines.push_back("  " + std::to_string(i + 1) + ". " + shown(queue.runs[i].name));
}

}  // namespace

ScreenSize screenSize() {
    ScreenSize size;
    winsize told{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &told) == 0 && told.ws_col > 0 && told.ws_row > 0)
        size.columns = told.ws_col, size.rows = told.ws_row;
    std::string_view locale;
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
        if (const char* value = std::getenv(name); locale.empty() && value != nullptr) locale = value;
    size.isAscii = locale.find("UTF-8") == std::string_view::npos && locale.find("utf8") == std::string_view::npos;
    size.columns = std::max(size.columns, kLeastColumns);
    size.rows = std::max(size.rows, kLeastRows);
    return size;
}

std::vector<std::string> watchScreen(const WatchedRun& watched, const ScreenSize& size) {
    const RunSummary& run = watched.run;
    const RunHistory& history = watched.history;
    std::vector<std::string> foot;
    for (std::size_t i = 0; i < watched.alerts.size() && i < kMostAlerts; ++i)
        foot.push_back("! " + plainText(watched.alerts[i].text));
    if (const std::string device = figures(history, {MetricId::GpuUtilisation, MetricId::GpuTemperature,
                                                     MetricId::GpuPower, MetricId::CpuLoad, MetricId::ProcessMemory});
        !device.empty())
        foot.push_back(device);
    addQueue(foot, watched.queue);
    foot.emplace_back(isGoingOn(run.state) ? "Ctrl+C leaves; the run goes on" : "Ctrl+C leaves");

    std::vector<std::string> lines;
    lines.push_back(shown(numberedName(run).english()) + "  (" + run.id + ")");
    lines.push_back(stateText(run) + ", " + epochText(run, history) + ", step " + std::to_string(run.step) + ", " +
                    durationText(run.seconds) + timeLeft(run, history));
    lines.push_back("best validation " + numberText(run.bestValidation, 5) + "; " +
                    figures(history, {MetricId::LearningRate, MetricId::GradientNorm}));
    // Both charts with their titles share what head and foot leave.
    const int left = size.rows - kHead - static_cast<int>(foot.size()) - 2;
    const int speed = left >= 9 ? 3 : 0;
    addChart(lines, size.isAscii ? "loss by epoch: * train, o validation" : "loss by epoch: train, validation",
             {curveOf(history, MetricId::TrainLoss), curveOf(history, MetricId::ValidationLoss)},
             std::max(2, left - speed + (speed > 0 ? 0 : 1)), size, true);
    if (speed > 0)
        addChart(lines, "samples a second: " + numberText(lastOf(history, MetricId::SamplesPerSecond)),
                 {curveOf(history, MetricId::SamplesPerSecond)}, speed, size, false);
    lines.resize(static_cast<std::size_t>(std::max(0, size.rows - static_cast<int>(foot.size()))));
    lines.insert(lines.end(), foot.begin(), foot.end());
    lines.resize(static_cast<std::size_t>(size.rows));
    for (std::string& line : lines) line = fitColumns(line, size.columns);
    return lines;
}

std::string watchLine(const WatchedRun& watched) {
    const RunSummary& run = watched.run;
    std::string text = stateText(run) + ", " + epochText(run, watched.history) + ", step " + std::to_string(run.step);
    if (const std::string values =
            figures(watched.history, {MetricId::TrainLoss, MetricId::ValidationLoss, MetricId::SamplesPerSecond});
        !values.empty())
        text += ", " + values;
    text += timeLeft(run, watched.history);
    for (const Alert& alert : watched.alerts) text += "; " + plainText(alert.text);
    return text;
}

AlertCurve alertCurve(const RunHistory& history, MetricId id) {
    AlertCurve curve;
    for (const MetricSample& sample : history.metrics) {
        if (sample.metric != id) continue;
        curve.seconds.push_back(sample.seconds);
        curve.epochs.push_back(sample.epoch);
        curve.values.push_back(sample.value);
    }
    return curve;
}

}  // namespace gatelab::worker
