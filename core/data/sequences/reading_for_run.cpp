// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/sequences/reading_for_run.h"

#include <utility>

namespace gatelab {
namespace {

thread_local const ReadingForRun* readingNow = nullptr;

}  // namespace

ReadingForRun::ReadingForRun(std::vector<std::string> words, Of of, Sizes sizes)
    : words_(std::move(words)), of_(of), sizes_(sizes), before_(std::exchange(readingNow, this)) {}

ReadingForRun::~ReadingForRun() { readingNow = before_; }

const ReadingForRun* ReadingForRun::current() { return readingNow; }

}  // namespace gatelab
