// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/sequences/reading_for_run.h"

#include <utility>

namespace gatelab {
namespace {

thread_local const ReadingForRun* readingNow = nullptr;

}  // namespace

ReadingForRun::ReadingForRun(std::vector<std::string> words, Of of, Sizes sizes, std::filesystem::path asked)
    : words_(std::move(words)),
      of_(of),
      sizes_(sizes),
      asked_(std::move(asked)),
      before_(std::exchange(readingNow, this)) {}

ReadingForRun::~ReadingForRun() { readingNow = before_; }

const ReadingForRun* ReadingForRun::current() { return readingNow; }

bool ReadingForRun::isAsked(const std::filesystem::path& file) {
    return readingNow != nullptr && !file.empty() && file == readingNow->asked_;
}

}  // namespace gatelab
