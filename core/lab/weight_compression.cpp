// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/weight_compression.h"

#include "base/number_text.h"
#include "lab/student_t.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace gatelab {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kConfidence = 0.05;
constexpr double kEqualTime = 1.05;   ///< times as long is still as fast
constexpr double kNearlyFree = 0.01;  ///< of the loss

constexpr std::pair<CompressionMethod, std::string_view> kKeys[] = {
    {CompressionMethod::Dense, "dense"},         {CompressionMethod::Further, "further"},
    {CompressionMethod::Small, "small"},         {CompressionMethod::Int8, "int8"},
    {CompressionMethod::Blocks, "blocks"},       {CompressionMethod::BlocksInt8, "blocks-int8"},
    {CompressionMethod::Threshold, "threshold"}, {CompressionMethod::LowRank, "low-rank"}};

double meanOf(const std::vector<double>& values, std::size_t most = static_cast<std::size_t>(-1)) {
    const std::size_t count = std::min(values.size(), most);
    return count == 0 ? kNone
                      : std::accumulate(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count), 0.0) /
                            double(count);
}
/// Over the seeds that both have.
double ratioOf(const std::vector<double>& a, const std::vector<double>& b) {
    return meanOf(a, b.size()) / meanOf(b, a.size());
}

Phrase percent(double share) {
    const double whole = std::round(100 * share);
    return std::abs(100 * share - whole) < 1e-9 ? std::to_string(std::lround(whole)) : numberText(100 * share, 3);
}
Phrase times(double ratio) { return numberText(ratio, 3); }

/// The one of this method from which the most was taken; null: there is none with figures.
const CompressionPoint* find(const CompressionReport& report, CompressionMethod method, double removed = -1) {
    const CompressionPoint* found = nullptr;
    for (const CompressionPoint& point : report.points)
        if (point.method == method && !point.losses.empty() &&
            (removed < 0 ? found == nullptr || point.removed > found->removed
                         : std::abs(point.removed - removed) < 1e-9))
            found = &point;
    return found;
}

std::vector<double> minus(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> result;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) result.push_back(a[i] - b[i]);
    return result;
}

/// Where a row called "this network" stands beside the score of the run, whether it is that run.
void addOrigin(const CompressionReport& report, std::vector<Phrase>& findings) {
    if (report.runStep < 0)
        findings.emplace_back(
            GATELAB_TEXT("Compression", "No network here is the run itself: each was trained anew for %1 steps."),
            std::vector<Phrase>{report.steps});
    else if (report.seeds.size() < 2)
        findings.emplace_back(GATELAB_TEXT("Compression", "'This network' is the run itself, its weights of step %1."),
                              std::vector<Phrase>{report.runStep});
    else
        findings.emplace_back(
            GATELAB_TEXT("Compression",
                         "'This network' of the first seed is the run itself (weights of step %1, loss %2); those of "
                         "the other seeds were trained as it was."),
            std::vector<Phrase>{report.runStep, numberText(find(report, CompressionMethod::Dense)->losses[0], 4)});
}

void addSparse(const CompressionReport& report, const CompressionPoint& dense, std::vector<Phrase>& findings) {
    const CompressionPoint* sparse = find(report, CompressionMethod::Threshold);
    if (sparse == nullptr) return;
    const double one = ratioOf(sparse->oneMicros, dense.oneMicros),
                 many = ratioOf(sparse->manyMicros, dense.manyMicros);
    const std::vector<Phrase> figures{percent(sparse->removed), times(one), times(many), report.batch};
    findings.emplace_back(
        one > 1 && many > 1
            ? GATELAB_TEXT("Compression",
                           "At %1 % zeros by threshold (CSR) a window takes %2 times as long as dense, a batch of %4 "
                           "takes %3 times: the zeros cost time.")
        : one < 1 && many < 1
            ? GATELAB_TEXT("Compression",
                           "At %1 % zeros by threshold (CSR) a window takes %2 times as long as dense, a batch of %4 "
                           "takes %3 times: the zeros save time.")
            : GATELAB_TEXT("Compression",
                           "At %1 % zeros by threshold (CSR) a window takes %2 times as long as dense, a batch of %4 "
                           "takes %3 times."),
        figures);
}

void addBytes(const CompressionReport& report, const CompressionPoint& dense, std::vector<Phrase>& findings) {
    const CompressionPoint* int8 = find(report, CompressionMethod::Int8);
    if (int8 == nullptr) return;
    const double change = ratioOf(int8->losses, dense.losses) - 1, time = ratioOf(int8->oneMicros, dense.oneMicros),
                 many = ratioOf(int8->manyMicros, dense.manyMicros);
    const bool isFree = change < kNearlyFree && time <= kEqualTime;
    findings.emplace_back(
        isFree && many > kEqualTime
            ? GATELAB_TEXT("Compression",
                           "INT8 changes the loss by %1 %, with %2 times the file and %3 times the time of a window: "
                           "it is nearly free there; a batch of %5 takes %4 times as long.")
        : isFree
            ? GATELAB_TEXT("Compression",
                           "INT8 changes the loss by %1 %, with %2 times the file and %3 times the time of a window: "
                           "it is nearly free.")
            : GATELAB_TEXT("Compression",
                           "INT8 changes the loss by %1 %, with %2 times the file and %3 times the time of a window: "
                           "it has its price."),
        std::vector<Phrase>{percent(change), times(ratioOf(int8->bytes, dense.bytes)), times(time), times(many),
                            report.batch});
}

/// Of as many recurrent weights, the most pruned blocks against the dense network.
void addBlocks(const CompressionReport& report, std::vector<Phrase>& findings) {
    const CompressionPoint* blocks = find(report, CompressionMethod::Blocks);
    const CompressionPoint* small =
        blocks != nullptr ? find(report, CompressionMethod::Small, blocks->removed) : nullptr;
    if (small == nullptr) return;
    const CompressionInterval gain = intervalOf(minus(blocks->losses, small->losses));
    if (std::isnan(gain.low)) return;  // one seed
    const std::vector<Phrase> figures{small->units, percent(blocks->removed), numberText(meanOf(small->losses), 4),
                                      numberText(meanOf(blocks->losses), 4)};
    findings.emplace_back(
        gain.low > 0    ? GATELAB_TEXT("Compression",
                                       "A dense network of %1 units beats blocks at %2 % with as many recurrent "
                                          "weights: loss %3 against %4.")
        : gain.high < 0 ? GATELAB_TEXT("Compression",
                                       "Blocks at %2 % beat a dense network of %1 units with as many recurrent "
                                       "weights: loss %4 against %3.")
                        : GATELAB_TEXT("Compression",
                                       "Blocks at %2 % and a dense network of %1 units with as many recurrent weights "
                                       "cannot be told apart: loss %4 and %3."),
        figures);
}

void addBest(const CompressionReport& report, std::vector<Phrase>& findings) {
    if (report.seeds.size() < 2) {
        findings.emplace_back(
            GATELAB_TEXT("Compression", "One seed does not say which network is better; two or more do."));
        return;
    }
    const int best = bestPoint(report, CompressionTime::One);
    if (best < 0) {
        findings.emplace_back(GATELAB_TEXT(
            "Compression", "No compressed network is better, beyond chance, than the dense one of equal time."));
        return;
    }
    const auto at = static_cast<std::size_t>(best);
    const auto& rival = report.points[static_cast<std::size_t>(rivalOf(report, at, CompressionTime::One))];
    findings.emplace_back(GATELAB_TEXT("Compression", "Best point: %1, better than the dense one of equal time (%2)."),
                          std::vector<Phrase>{pointLabel(report.points[at]), pointLabel(rival)});
}

}  // namespace

std::string_view methodKey(CompressionMethod method) {
    return std::ranges::find(kKeys, method, &std::pair<CompressionMethod, std::string_view>::first)->second;
}

std::optional<CompressionMethod> findMethod(std::string_view key) {
    const auto* found = std::ranges::find(kKeys, key, &std::pair<CompressionMethod, std::string_view>::second);
    return found == std::end(kKeys) ? std::nullopt : std::optional(found->first);
}

bool isSamePoint(const CompressionPoint& a, const CompressionPoint& b) {
    return a.method == b.method && a.removed == b.removed && a.units == b.units && a.rank == b.rank;
}

bool CompressionReport::finished() const {
    return std::ranges::all_of(points, [this](const CompressionPoint& point) {
        return static_cast<std::int64_t>(point.losses.size()) >= wantedSeeds;
    });
}

bool lacksMethods(const CompressionReport& report) {
    using enum CompressionMethod;
    return std::ranges::any_of(std::array{Int8, Blocks, BlocksInt8, Threshold},
                               [&](CompressionMethod one) { return find(report, one) == nullptr; });
}

std::string pointName(const CompressionPoint& point) {
    const std::string key(methodKey(point.method));
    if (point.method == CompressionMethod::Small) return key + "-" + std::to_string(point.units);
    if (point.method == CompressionMethod::LowRank) return key + "-" + std::to_string(point.rank);
    return point.removed > 0 ? key + "-" + std::to_string(std::lround(100 * point.removed)) : key;
}

Phrase pointLabel(const CompressionPoint& point) {
    switch (point.method) {
        case CompressionMethod::Dense:
            return GATELAB_TEXT("Compression", "This network");
        case CompressionMethod::Further:
            return GATELAB_TEXT("Compression", "Trained further");
        case CompressionMethod::Small:
            return {GATELAB_TEXT("Compression", "Dense, %1 units"), {point.units}};
        case CompressionMethod::Int8:
            return GATELAB_TEXT("Compression", "INT8");
        case CompressionMethod::Blocks:
            return {GATELAB_TEXT("Compression", "Blocks 16 × 1, %1 %"), {percent(point.removed)}};
        case CompressionMethod::BlocksInt8:
            return {GATELAB_TEXT("Compression", "Blocks 16 × 1, %1 %, INT8"), {percent(point.removed)}};
        case CompressionMethod::Threshold:
            return {GATELAB_TEXT("Compression", "Threshold, %1 % (CSR)"), {percent(point.removed)}};
        case CompressionMethod::LowRank:
            return {GATELAB_TEXT("Compression", "Rank %1"), {point.rank}};
    }
    return {};
}

const std::vector<double>& timesOf(const CompressionPoint& point, CompressionTime time) {
    return time == CompressionTime::One ? point.oneMicros : point.manyMicros;
}

CompressionInterval intervalOf(const std::vector<double>& values) {
    const double mean = meanOf(values);
    if (values.size() < 2) return {mean, kNone, kNone};
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    const auto count = double(values.size());
    const double half = studentCritical(kConfidence, count - 1) * std::sqrt(squares / (count - 1) / count);
    return {mean, mean - half, mean + half};
}

int rivalOf(const CompressionReport& report, std::size_t point, CompressionTime time) {
    const std::size_t seeds = report.points[point].losses.size();
    const double own = meanOf(timesOf(report.points[point], time));
    int equal = -1, fastest = -1;
    const auto at = [&](int i) -> const CompressionPoint& { return report.points[static_cast<std::size_t>(i)]; };
    for (int i = 0; i < static_cast<int>(report.points.size()); ++i) {
        if (!isDense(at(i).method) || at(i).losses.empty()) continue;
        const double its = meanOf(timesOf(at(i), time), seeds);
        if (fastest < 0 || its < meanOf(timesOf(at(fastest), time), seeds)) fastest = i;
        if (its <= kEqualTime * own && (equal < 0 || meanOf(at(i).losses, seeds) < meanOf(at(equal).losses, seeds)))
            equal = i;
    }
    return equal >= 0 ? equal : fastest;
}

CompressionInterval gainOverRival(const CompressionReport& report, std::size_t point, CompressionTime time) {
    const int rival = rivalOf(report, point, time);
    if (rival < 0) return {kNone, kNone, kNone};
    return intervalOf(minus(report.points[static_cast<std::size_t>(rival)].losses, report.points[point].losses));
}

int bestPoint(const CompressionReport& report, CompressionTime time) {
    int best = -1;
    for (std::size_t i = 0; i < report.points.size(); ++i) {
        const CompressionPoint& point = report.points[i];
        if (isDense(point.method) || !(gainOverRival(report, i, time).low > 0)) continue;
        if (best < 0 || meanOf(point.losses) < meanOf(report.points[static_cast<std::size_t>(best)].losses))
            best = static_cast<int>(i);
    }
    return best;
}

std::vector<Phrase> compressionFindings(const CompressionReport& report) {
    std::vector<Phrase> findings;
    const CompressionPoint* dense = find(report, CompressionMethod::Dense);
    if (dense == nullptr) return findings;
    addOrigin(report, findings);
    addBytes(report, *dense, findings);
    addSparse(report, *dense, findings);
    addBlocks(report, findings);
    addBest(report, findings);
    return findings;
}

}  // namespace gatelab
