// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/film.h"

#include "io/file_io.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <numeric>

namespace gatelab {

namespace {

constexpr std::string_view kStart = "step-", kEnd = ".safetensors";

std::string nameOf(std::int64_t step) {
    char name[48];
    std::snprintf(name, sizeof name, "step-%012lld.safetensors", static_cast<long long>(step));
    return name;
}

/// -1: no name of a frame.
std::int64_t stepOf(const std::string& name) {
    if (!name.starts_with(kStart) || !name.ends_with(kEnd)) return -1;
    const std::string digits = name.substr(kStart.size(), name.size() - kStart.size() - kEnd.size());
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos || digits.size() > 18) return -1;
    return std::atoll(digits.c_str());
}

std::string numberText(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.9g", value);
    return text;
}

FilmFacts factsOf(const TensorFile& file, std::int64_t step) {
    const auto number = [&](const char* key) {
        const auto found = file.metadata.find(key);
        return found == file.metadata.end() ? 0.0 : std::strtod(found->second.c_str(), nullptr);
    };
    return {step, static_cast<std::int64_t>(number("epoch")), number("seconds"), number("copy_seconds"),
            number("filmed_seconds")};
}

/// Place of the frame whose removal leaves the smallest hole; of equal ones the oldest.
std::size_t closest(const std::vector<FilmFrame>& frames) {
    std::size_t found = 1;
    std::int64_t hole = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 1; i + 1 < frames.size(); ++i)
        if (const std::int64_t left = frames[i + 1].step - frames[i - 1].step; left < hole) hole = left, found = i;
    return found;
}

}  // namespace

Result<> FilmStore::add(TensorFile weights, const FilmFacts& facts, std::int64_t limitBytes) const {
    if (auto made = makeFolders(folder_); !made.ok()) return made;
    weights.metadata = {{"format", "pt"},
                        {"epoch", std::to_string(facts.epoch)},
                        {"seconds", numberText(facts.seconds)},
                        {"copy_seconds", numberText(facts.copySeconds)},
                        {"filmed_seconds", numberText(facts.filmedSeconds)}};
    if (auto written = writeTensors(folder_ / nameOf(facts.step), weights); !written.ok()) return written;
    std::vector<FilmFrame> all = frames();
    std::int64_t bytes = std::accumulate(all.begin(), all.end(), std::int64_t{0},
                                         [](std::int64_t sum, const FilmFrame& frame) { return sum + frame.bytes; });
    while (bytes > limitBytes && all.size() > 2) {
        const auto gone = all.begin() + static_cast<std::ptrdiff_t>(closest(all));
        if (auto removed = removePath(gone->file); !removed.ok()) return removed;
        bytes -= gone->bytes;
        all.erase(gone);
    }
    return {};
}

std::vector<FilmFrame> FilmStore::frames() const {
    std::vector<FilmFrame> found;
    std::error_code problem;
    for (std::filesystem::directory_iterator it(folder_, problem), end; !problem && it != end; it.increment(problem)) {
        const std::int64_t step = stepOf(it->path().filename().string());
        std::error_code gone;
        const auto bytes = it->file_size(gone);
        if (step >= 0 && !gone) found.push_back({step, it->path(), static_cast<std::int64_t>(bytes)});
    }
    std::ranges::sort(found, {}, &FilmFrame::step);
    return found;
}

Result<FilmStore::Loaded> FilmStore::load(std::int64_t step) const {
    const auto all = frames();
    const auto found = std::ranges::find(all, step, &FilmFrame::step);
    if (found == all.end()) {
        const Phrase known = all.empty() ? Phrase(GATELAB_TEXT("Files", "the run has no film"))
                                         : Phrase(GATELAB_TEXT("Files", "its film has %1 frames, of step %2 to %3"),
                                                  {all.size(), all.front().step, all.back().step});
        return Error{ErrorCode::NotFound, {GATELAB_TEXT("Files", "there is no frame of step %1; %2"), {step, known}}};
    }
    auto file = readTensors(found->file);
    if (!file.ok()) return file.error();
    FilmFacts facts = factsOf(*file, step);
    return Loaded{std::move(*file), facts};
}

Result<FilmFacts> FilmStore::newestFacts() const {
    const auto all = frames();
    if (all.empty()) return Error{ErrorCode::NotFound, GATELAB_TEXT("Files", "the run has no film")};
    const auto file = readTensorShapes(all.back().file);
    if (!file.ok()) return file.error();
    return factsOf(*file, all.back().step);
}

Result<> FilmStore::cutAfter(std::int64_t step) const {
    for (const FilmFrame& frame : frames())
        if (frame.step > step)
            if (auto removed = removePath(frame.file); !removed.ok()) return removed;
    return {};
}

}  // namespace gatelab
