// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/class_scores.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double share(std::int64_t part, std::int64_t whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : kNone;
}

/// Fills in the shares from the counts.
std::vector<ClassScore> withShares(std::vector<ClassScore> classes) {
    for (ClassScore& one : classes) {
        one.precision = share(one.right, one.answered);
        one.recall = share(one.right, one.occurs);
        one.f1 = share(2 * one.right, one.occurs + one.answered);
    }
    return classes;
}

bool isClass(std::int32_t number, std::int64_t classes) { return number >= 0 && number < classes; }

}  // namespace

std::vector<std::string> namesOfClasses(std::int64_t classes, const std::vector<std::string>& names) {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < static_cast<std::size_t>(std::max<std::int64_t>(0, classes)); ++i)
        all.push_back(i < names.size() ? names[i] : std::to_string(i));
    return all;
}

ConfusionMatrix countAnswers(std::span<const std::int32_t> truth, std::span<const std::int32_t> answers,
                             std::int64_t classes, const std::vector<std::string>& names) {
    ConfusionMatrix matrix;
    if (classes <= 0 || classes > ConfusionMatrix::kMaxClasses) return matrix;
    const auto count = static_cast<std::size_t>(classes);
    matrix.classes = namesOfClasses(classes, names);
    matrix.counts.assign(count * count, 0);
    for (std::size_t i = 0; i < std::min(truth.size(), answers.size()); ++i)
        if (isClass(truth[i], classes) && isClass(answers[i], classes))
            ++matrix.counts[static_cast<std::size_t>(truth[i]) * count + static_cast<std::size_t>(answers[i])];
    return matrix;
}

std::vector<ClassScore> classScores(std::span<const std::int32_t> truth, std::span<const std::int32_t> answers,
                                    std::int64_t classes) {
    std::vector<ClassScore> all(static_cast<std::size_t>(std::max<std::int64_t>(0, classes)));
    for (std::size_t i = 0; i < std::min(truth.size(), answers.size()); ++i) {
        if (!isClass(truth[i], classes) || !isClass(answers[i], classes)) continue;
        ++all[static_cast<std::size_t>(truth[i])].occurs;
        ++all[static_cast<std::size_t>(answers[i])].answered;
        if (truth[i] == answers[i]) ++all[static_cast<std::size_t>(truth[i])].right;
    }
    return withShares(std::move(all));
}

std::vector<ClassScore> classScores(const ConfusionMatrix& matrix) {
    std::vector<ClassScore> all(matrix.size());
    for (std::size_t truth = 0; truth < matrix.size(); ++truth)
        for (std::size_t answer = 0; answer < matrix.size(); ++answer) {
            const std::int64_t count = matrix.at(truth, answer);
            all[truth].occurs += count;
            all[answer].answered += count;
            if (truth == answer) all[truth].right += count;
        }
    return withShares(std::move(all));
}

ClassSummary summariseClasses(std::span<const ClassScore> classes) {
    std::int64_t answers = 0, right = 0;
    double precision = 0, recall = 0, f1 = 0, count = 0;
    const auto orZero = [](double value) { return std::isnan(value) ? 0 : value; };
    for (const ClassScore& one : classes) {
        answers += one.occurs;
        right += one.right;
        if (one.occurs + one.answered == 0) continue;
        precision += orZero(one.precision);
        recall += orZero(one.recall);
        f1 += one.f1;
        count += 1;
    }
    if (count == 0) return {kNone, kNone, kNone, kNone};
    return {share(right, answers), precision / count, recall / count, f1 / count};
}

}  // namespace gatelab
