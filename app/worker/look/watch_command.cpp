// SPDX-License-Identifier: GPL-3.0-or-later
// "watch RUN": a run in a terminal, over ssh as well, drawn again and again in place. It is only read: whoever trains
// it is not disturbed.
#include "worker/commands.h"
#include "worker/named_run.h"
#include "worker/options.h"
#include "worker/output/console_text.h"
#include "worker/output/watch_screen.h"
#include "worker/runs.h"

#include "base/clock.h"
#include "run/alert_rules_json.h"
#include "store/record/run_folder.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

namespace gatelab::worker {

namespace {

constexpr double kLeastSeconds = 0.5, kTimesReading = 10;  // between two looks
constexpr auto kSlice = std::chrono::milliseconds(50);     // a signal is answered soon
constexpr const char* kEnter = "\033[?1049h\033[?25l";     // a screen of its own, no cursor
constexpr const char* kLeave = "\033[?25h\033[?1049l";

struct WatchOptions {
    WorkspaceOptions workspace;
    std::string run;
    bool once = false;
};

/// A terminal that is given back as it was.
class Screen {
public:
    explicit Screen(bool isThere) : isThere_(isThere) {
        if (isThere_) std::fputs(kEnter, stdout);
    }
    ~Screen() {
        if (!isThere_) return;
        std::fputs(kLeave, stdout);
        std::fflush(stdout);
    }
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;
    void draw(const std::vector<std::string>& lines) const {
        std::string text = "\033[H";
        for (std::size_t i = 0; i < lines.size(); ++i) text += (i > 0 ? "\r\n" : "") + lines[i] + "\033[K";
        std::fputs((text + "\033[J").c_str(), stdout);
        std::fflush(stdout);
    }

private:
    bool isThere_;
};

Result<WatchedRun> look(Workspace& workspace, const std::string& id) {
    WatchedRun watched;
    auto run = workspace.run(id);
    if (!run.ok()) return run.error();
    watched.run = std::move(*run);
    auto history = readRunHistory(runFolderIn(workspace.folder(), id));
    if (!history.ok()) return history.error();
    watched.history = std::move(*history);
    if (isGoingOn(watched.run.state)) {
        const auto rules = readAlertRules(workspace.folder());
        if (!rules.ok()) return rules.error();
        watched.alerts = holdingAlerts(*rules, [&](MetricId metric) { return alertCurve(watched.history, metric); });
    }
    if (auto queue = RunQueue(workspace.folder()).parse(); queue.ok()) watched.queue = std::move(*queue);
    return watched;
}

/// Until then, or a signal.
void waitFor(double seconds) {
    const auto began = std::chrono::steady_clock::now();
    while (signalCount == 0 && secondsSince(began) < seconds) std::this_thread::sleep_for(kSlice);
}

int watchRun(const WatchOptions& options) {
    auto workspace = options.workspace.openExisting(false);
    if (!workspace.ok()) return fail(workspace.error(), false);
    const auto named = referredRun(**workspace, options.run);
    if (!named.ok()) return fail(named.error(), false);
    installSignals();
    const bool isTerminal = ::isatty(STDOUT_FILENO) != 0 && !options.once;
    std::string said;
    {
        const Screen screen(isTerminal);
        while (signalCount == 0) {
            const auto began = std::chrono::steady_clock::now();
            const auto watched = look(**workspace, named->id);
            if (!watched.ok()) return fail(watched.error(), false);
            const std::string line = watchLine(*watched);
            if (isTerminal)
                screen.draw(watchScreen(*watched, screenSize()));
            else if (line != said)
                std::printf("%s\n", line.c_str()), std::fflush(stdout);
            said = line;
            if (options.once || (!isTerminal && !isGoingOn(watched->run.state))) return kDone;
            // A long record takes time to read: a tenth of it at most.
            waitFor(std::max(isTerminal ? kLeastSeconds : 2 * kLeastSeconds, kTimesReading * secondsSince(began)));
        }
    }
    if (isTerminal) std::printf("%s\n", said.c_str());
    return kDone;
}

}  // namespace

CommandAction setWatch(CLI::App& app) {
    const auto options = std::make_shared<WatchOptions>();
    options->workspace.addTo(app);
    addNamedRun(app, options->run);
    app.add_flag("--once", options->once, "One line, and done");
    return [options] { return watchRun(*options); };
}

}  // namespace gatelab::worker
