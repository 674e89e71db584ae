// SPDX-License-Identifier: GPL-3.0-or-later
#include "device/row_choices.h"

#include "base/cache_folder.h"
#include "config/choices.h"
#include "io/file_io.h"

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

std::string hangingKey(const std::string& key) { return key + "|hangs"; }
std::string tryingKey(const std::string& key) { return key + "|trying"; }

std::set<std::string> rowsIn(const ChoiceFile::Lines& lines, const std::string& key) {
    const auto kept = lines.find(key);
    if (kept == lines.end()) return {};
    const auto rows = parts(kept->second, ',');
    return {rows.begin(), rows.end()};
}

std::string joined(const std::set<std::string>& rows) {
    std::string text;
    for (const std::string& row : rows) text += (text.empty() ? "" : ",") + row;
    return text;
}

}  // namespace

RowChoices::RowChoices(std::filesystem::path file) : path_(file), file_(std::move(file)) {}

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

std::set<std::string> RowChoices::hanging(const std::string& key) {
    const std::lock_guard lock(mutex_);
    std::set<std::string> rows = rowsIn(here_, hangingKey(key));
    if (measuring_ != RowMeasuring::Again) rows.merge(rowsIn(file_.read(), hangingKey(key)));
    return rows;
}

/// Beside what others have found.
void RowChoices::addHanging(const std::string& key, const std::string& row) {
    const std::string line = hangingKey(key);
    auto own = rowsIn(here_, line), all = rowsIn(file_.read(), line);
    own.insert(row);
    all.insert(own.begin(), own.end());
    here_[line] = joined(own);
    file_.keep(line, joined(all));
}

void RowChoices::keepHanging(const std::string& key, const std::string& row) {
    const std::lock_guard lock(mutex_);
    addHanging(key, row);
}

std::optional<FileLock> RowChoices::tryMeasure() {
    if (path_.empty()) return FileLock();
    (void)makeFolders(path_.parent_path()).ok();
    auto lock = FileLock::acquire(path_.string() + ".lock");
    if (lock.ok()) return std::move(*lock);
    return lock.error().code == ErrorCode::Busy ? std::nullopt : std::optional(FileLock());
}

void RowChoices::beginTrial(const std::string& key, const std::string& row) {
    const std::lock_guard lock(mutex_);
    file_.keep(tryingKey(key), row);
}

void RowChoices::endTrial(const std::string& key) {
    const std::lock_guard lock(mutex_);
    file_.drop(tryingKey(key));
}

std::optional<std::string> RowChoices::takeUnfinished(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto lines = file_.read();
    const auto mark = lines.find(tryingKey(key));
    if (mark == lines.end()) return std::nullopt;
    addHanging(key, mark->second);
    file_.drop(tryingKey(key));
    return mark->second;
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
