// SPDX-License-Identifier: GPL-3.0-or-later
#include "device/machine_limits.h"

#include "device/monitor.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <functional>
#include <thread>
#include <vector>

namespace gatelab {
namespace {

constexpr int kTries = 5;
constexpr std::size_t kCopyBytes = std::size_t{64} << 20;  // larger than the caches
/// Vectors that are multiplied and added at once: enough to hide the latency of one such instruction on any processor.
constexpr int kChains = 12;
constexpr std::int64_t kRounds = 400000;

using Vector128 = float __attribute__((vector_size(16)));
using Vector256 = float __attribute__((vector_size(32)));
using Vector512 = float __attribute__((vector_size(64)));

/// kRounds times kChains products and sums of a vector of numbers, one register each. The chains begin with different
/// numbers: of equal ones the compiler makes a single chain.
template <class Vector>
[[gnu::always_inline]] inline float multiplyAddHere(float factor) {
    Vector sums[kChains], factors = Vector{} + factor;
    for (int i = 0; i < kChains; ++i) sums[i] = factors * static_cast<float>(i);
    for (std::int64_t round = 0; round < kRounds; ++round)
        for (auto& sum : sums) sum = sum * factors + factors;
    Vector total = {};
    for (const auto& sum : sums) total += sum;
    return total[0];
}

struct MultiplyAdd {
    int lanes;
    float (*run)(float factor);
};

[[gnu::optimize("O3")]] float multiplyAddPlain(float factor) { return multiplyAddHere<Vector128>(factor); }
#if defined(__x86_64__)
[[gnu::optimize("O3"), gnu::target("avx2,fma")]] float multiplyAdd256(float factor) {
    return multiplyAddHere<Vector256>(factor);
}
[[gnu::optimize("O3"), gnu::target("avx512f")]] float multiplyAdd512(float factor) {
    return multiplyAddHere<Vector512>(factor);
}
#endif

/// The widest form that this processor has.
MultiplyAdd widest() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) return {16, multiplyAdd512};
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return {8, multiplyAdd256};
#endif
    return {4, multiplyAddPlain};
}

/// Processor time of this thread: what other programs take away is not counted.
double threadSeconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

/// Seconds of the slowest thread in the fastest try on so many threads at once; the first one warms up.
double fastest(int threads, const std::function<void(int)>& work) {
    double best = 0;
    for (int attempt = 0; attempt <= kTries; ++attempt) {
        std::vector<double> seconds(static_cast<std::size_t>(threads));
        const auto timed = [&](int i) {
            const double from = threadSeconds();
            work(i);
            seconds[static_cast<std::size_t>(i)] = threadSeconds() - from;
        };
        {
            std::vector<std::jthread> others;
            for (int i = 1; i < threads; ++i) others.emplace_back(timed, i);
            timed(0);
        }
        const double slowest = *std::max_element(seconds.begin(), seconds.end());
        if (attempt > 0) best = best > 0 ? std::min(best, slowest) : slowest;
    }
    return best;
}

}  // namespace

MachineLimits measureProcessor(int threads) {
    MachineLimits limits;
    limits.device = processorName();
    const MultiplyAdd form = widest();
    limits.threads = std::max(1, threads);
    std::vector<char> from(kCopyBytes, 1), to(kCopyBytes, 0);
    std::vector<float> results(static_cast<std::size_t>(limits.threads));
    std::vector<int> counts = {1};
    if (limits.threads > 1) counts.push_back(limits.threads);
    for (const int count : counts) {
        const double flops =
            2.0 * kChains * form.lanes * static_cast<double>(kRounds) * count / fastest(count, [&](int i) {
                results[static_cast<std::size_t>(i)] = form.run(0.5F + static_cast<float>(i) * 1e-3F);
            });
        const std::size_t part = kCopyBytes / static_cast<std::size_t>(count);
        const double bytes = 2.0 * static_cast<double>(kCopyBytes) / fastest(count, [&](int i) {
                                 std::memcpy(to.data() + part * static_cast<std::size_t>(i),
                                             from.data() + part * static_cast<std::size_t>(i), part);
                             });
        limits.flopsPerSecond = std::max(limits.flopsPerSecond, flops);
        limits.bytesPerSecond = std::max(limits.bytesPerSecond, bytes);
    }
    return limits;
}

}  // namespace gatelab
