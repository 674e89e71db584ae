// SPDX-License-Identifier: GPL-3.0-or-later
#include "device/algorithm_choices.h"

#include "device/given_up.h"

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

std::string valueOf(const AlgorithmNames& names) { return names.forward + ',' + names.backward; }

}  // namespace

AlgorithmChoices::AlgorithmChoices(std::filesystem::path file) : file_(std::move(file)) {
    read(file_.read(), measured_);
}

AlgorithmNames AlgorithmChoices::choose(const std::string& key, const std::string& shape, bool mayMeasure,
                                        const std::function<Measured()>& measure) {
    const std::lock_guard lock(mutex_);
    if (const auto known = chosen_.find(key); known != chosen_.end()) return known->second;
    if (!mayMeasure && !resumed_.contains(key) && !measured_.contains(key)) {
        if (standIns_.emplace(key, AlgorithmNames()).second) note(shape, {}, "not measured: the rest of an epoch");
        return {};
    }
    standIns_.erase(key);
    return chosen_[key] = find(key, shape, measure);
}

AlgorithmNames AlgorithmChoices::find(const std::string& key, const std::string& shape,
                                      const std::function<Measured()>& measure) {
    for (const Table* table : {&resumed_, &measured_})
        if (const auto kept = table->find(key); kept != table->end()) {
            note(shape, kept->second, "remembered");
            return kept->second;
        }
    const Measured best = measure();
    note(shape, best.names, best.how);
    measured_[key] = best.names;
    file_.keep(key, valueOf(best.names));
    if (best.hangs) throw TrialDidNotEnd("cuDNN, " + shape + ": " + best.how);
    return best.names;
}

std::string AlgorithmChoices::report() {
    const std::lock_guard lock(mutex_);
    return report_;
}

std::string AlgorithmChoices::used() {
    const std::lock_guard lock(mutex_);
    return text(chosen_) + text(standIns_);
}

void AlgorithmChoices::use(const std::string& choices) {
    const std::lock_guard lock(mutex_);
    read(ChoiceFile::parse(choices), resumed_);
}

void AlgorithmChoices::note(const std::string& shape, const AlgorithmNames& names, const std::string& how) {
    report_ += shape + ": forward " + names.forward + ", backward " + names.backward + ", " + how + '\n';
}

std::string AlgorithmChoices::text(const Table& table) {
    ChoiceFile::Lines lines;
    for (const auto& [key, names] : table) lines[key] = valueOf(names);
    return ChoiceFile::text(lines);
}

/// Lines of another kind are left out.
void AlgorithmChoices::read(const ChoiceFile::Lines& lines, Table& table) {
    for (const auto& [key, value] : lines)
        if (const auto comma = value.rfind(','); comma != std::string::npos)
            table[key] = {value.substr(0, comma), value.substr(comma + 1)};
}

bool PartialBatches::isPartial(std::int64_t batch) {
    const bool smaller = batch < largest_;
    largest_ = std::max(largest_, batch);
    return smaller;
}

}  // namespace gatelab
