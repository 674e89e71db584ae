// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/output/progress_line.h"

#include "worker/output/console.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace gatelab::worker {

namespace {

constexpr auto kRedrawEvery = std::chrono::milliseconds(100);
constexpr auto kLineEvery = std::chrono::seconds(10);
constexpr double kMinShare = 1e-3;   // from less nothing is told of the time left
constexpr double kMaxShare = 0.995;  // nor from more

/// One terminal, file or pipe. A closed descriptor is no place.
bool isSamePlace(int one, int other) {
    struct stat a {
    }, b{};
    return fstat(one, &a) == 0 && fstat(other, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

}  // namespace

std::string progressText(const std::string& what, double share, double seconds, double secondsLeft, bool isAtMost) {
    // At its end a step is over or lasts as long as it likes: its share tells nothing
    if (std::isnan(secondsLeft) && share >= kMinShare && share < kMaxShare)
        secondsLeft = seconds * (1 - std::min(1.0, share)) / share;
    return what + ", " + durationText(seconds) +
           (std::isnan(secondsLeft) ? ""
                                    : (isAtMost ? ", at most " : ", about ") + durationText(secondsLeft) + " left");
}

bool isStopReported(int runsDone, bool json) {
    if (runsDone > 0)
        std::fputs("gatelab-worker: stopped; what was measured until then follows\n", stderr);
    else
        (void)fail({ErrorCode::Cancelled, "stopped before anything was measured"}, json);
    return runsDone > 0;
}

ProgressLine::ProgressLine(bool json)
    : way_(json && isSamePlace(STDOUT_FILENO, STDERR_FILENO) ? Way::None
           : isatty(STDERR_FILENO) != 0                      ? Way::Redraw
                                                             : Way::Lines) {}

void ProgressLine::show(const std::string& what, double share, double secondsLeft, bool isAtMost) {
    const auto now = Clock::now();
    const bool due = way_ == Way::Redraw ? !drawn_ || now - shown_ >= kRedrawEvery
                                         : way_ == Way::Lines && now - shown_ >= kLineEvery;
    if (!due) return;
    shown_ = now;
    const std::string text =
        progressText(what, share, std::chrono::duration<double>(now - began_).count(), secondsLeft, isAtMost);
    std::fputs((way_ == Way::Redraw ? "\r" + text + "\033[K" : text + "\n").c_str(), stderr);
    std::fflush(stderr);
    drawn_ = way_ == Way::Redraw;
}

void ProgressLine::end() {
    if (drawn_) std::fputs("\r\033[K", stderr);
    drawn_ = false;
}

}  // namespace gatelab::worker
