// SPDX-License-Identifier: GPL-3.0-or-later
#include "device/row_choices.h"

#include "base/cache_folder.h"
#include "config/choices.h"

#include <charconv>
#include <cmath>
#include <utility>
#include <vector>

namespace gatelab {

namespace {

std::vector<std::string> parts(const std::string& text, char between) {
    std::vector<std::string> found(1);
    for (const char c : text)
        if (c == between)
            found.emplace_back();
        else
            found.back() += c;
    return found;
}

/// Nothing: it is no time.
std::optional<double> timeOf(const std::string& text) {
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isTime =
        read.ec == std::errc() && read.ptr == text.data() + text.size() && std::isfinite(value) && value > 0;
    return isTime ? std::optional(value) : std::nullopt;
}

std::string textOf(double value) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

/// "persistent,library,0.94,2.2".
std::string valueOf(const RowChoice& choice) {
    return choice.row + ',' + choice.yardstick + ',' + textOf(choice.milliseconds) + ',' +
           textOf(choice.yardstickMilliseconds);
}

std::optional<RowChoice> choiceOf(const std::string& value) {
    const auto words = parts(value, ',');
    if (words.size() != 4) return std::nullopt;
    const auto own = timeOf(words[2]), other = timeOf(words[3]);
    const auto isRow = [](const std::string& key) { return findChoice(implementationChoices(), key) != nullptr; };
    if (!own || !other || !isRow(words[0]) || !isRow(words[1])) return std::nullopt;
    return RowChoice{words[0], words[1], *own, *other};
}

std::string hangingKey(const std::string& machine) { return machine + "|hangs"; }

}  // namespace

RowChoices::RowChoices(std::filesystem::path file) : file_(std::move(file)) {}

std::optional<RowChoice> RowChoices::find(const std::string& key) {
    const std::lock_guard lock(mutex_);
    if (const auto own = here_.find(key); own != here_.end()) return choiceOf(own->second);
    if (measuring_ == RowMeasuring::Again) return std::nullopt;
    const auto lines = file_.read();
    const auto kept = lines.find(key);
    return kept == lines.end() ? std::nullopt : choiceOf(kept->second);
}

void RowChoices::keep(const std::string& key, const RowChoice& choice) {
    const std::lock_guard lock(mutex_);
    here_[key] = valueOf(choice);
    file_.keep(key, here_[key]);
}

std::set<std::string> RowChoices::hanging(const std::string& machine) {
    const std::lock_guard lock(mutex_);
    ChoiceFile::Lines lines = measuring_ == RowMeasuring::Again ? ChoiceFile::Lines() : file_.read();
    lines.insert(here_.begin(), here_.end());
    const auto kept = lines.find(hangingKey(machine));
    if (kept == lines.end()) return {};
    const auto rows = parts(kept->second, ',');
    return {rows.begin(), rows.end()};
}

void RowChoices::keepHanging(const std::string& machine, const std::string& row) {
    auto rows = hanging(machine);
    rows.insert(row);
    std::string value;
    for (const std::string& one : rows) value += (value.empty() ? "" : ",") + one;
    const std::lock_guard lock(mutex_);
    here_[hangingKey(machine)] = value;
    file_.keep(hangingKey(machine), value);
}

void RowChoices::forget() {
    const std::lock_guard lock(mutex_);
    here_.clear();
    file_.forget();
}

RowMeasuring RowChoices::measuring() {
    const std::lock_guard lock(mutex_);
    return measuring_;
}

void RowChoices::setMeasuring(RowMeasuring measuring) {
    const std::lock_guard lock(mutex_);
    measuring_ = measuring;
    if (measuring == RowMeasuring::Again) here_.clear();
}

RowChoices& rowChoices() {
    static RowChoices choices([] {
        const auto cache = cacheFolder();
        return cache.empty() ? cache : cache / "gpu-implementations.txt";
    }());
    return choices;
}

}  // namespace gatelab
