// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// How often each class was taken for which. Empty: not a task with classes, or more classes than a person can look at
/// (kMaxClasses).
struct ConfusionMatrix {
    static constexpr std::int64_t kMaxClasses = 256;
    std::vector<std::string> classes;  ///< their names
    std::vector<std::int64_t> counts;  ///< [truth][answer]
    [[nodiscard]] bool empty() const { return counts.empty(); }
    [[nodiscard]] std::size_t size() const { return classes.size(); }
    [[nodiscard]] std::int64_t at(std::size_t truth, std::size_t answer) const {
        return counts[truth * size() + answer];
    }
    friend bool operator==(const ConfusionMatrix&, const ConfusionMatrix&) = default;
};

/// Of one class; a share of nothing is NaN (a precision of a class that was never answered, a recall of one that never
/// occurs).
struct ClassScore {
    double precision = 0, recall = 0, f1 = 0;
    std::int64_t occurs = 0, answered = 0, right = 0;
};

/// The names of so many classes; those without one get their number, from 0.
std::vector<std::string> namesOfClasses(std::int64_t classes, const std::vector<std::string>& names);
/// Counts exactly, one answer after the other; what is no class, such as "not known", is left out.
ConfusionMatrix countAnswers(std::span<const std::int32_t> truth, std::span<const std::int32_t> answers,
                             std::int64_t classes, const std::vector<std::string>& names);
std::vector<ClassScore> classScores(std::span<const std::int32_t> truth, std::span<const std::int32_t> answers,
                                    std::int64_t classes);
std::vector<ClassScore> classScores(const ConfusionMatrix& matrix);

/// Accuracy and means over the classes that occur or were answered (macro average; a precision or recall of nothing
/// counts as 0, as scikit-learn counts it).
struct ClassSummary {
    double accuracy, precision, recall, f1;
};
ClassSummary summariseClasses(std::span<const ClassScore> classes);

}  // namespace gatelab
