// SPDX-License-Identifier: GPL-3.0-or-later
// Boosted trees on lags and calendar: one model for each step, each on one thread, as many at once as there are cores.
#include "base/parallel.h"
#include "baselines/strong/lightgbm_library.h"
#include "baselines/strong/strong_members.h"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace gatelab::methods {
namespace {

constexpr std::int64_t kMostLags = 96, kMostExamples = 20'000;

using Series = StrongBaseline::Series;

/// Lags less the last value, then hour and weekday of the origin where the time is known, else its
/// place in the season.
class Features {
public:
    Features(const Series& series, std::int64_t lags) : series_(series), lags_(lags) {}
    [[nodiscard]] std::int64_t columns() const { return lags_ - 1 + (series_.time->known() ? 2 : 1); }
    void add(std::int64_t origin, std::vector<double>& out) const {
        const double last = series_.values[static_cast<std::size_t>(origin)];
        for (std::int64_t k = 1; k < lags_; ++k)
            out.push_back(series_.values[static_cast<std::size_t>(origin - k)] - last);
        if (!series_.time->known()) {
            out.push_back(static_cast<double>(origin % series_.season));
            return;
        }
        constexpr std::int64_t kHour = 3'600'000'000, kDay = 24 * kHour;
        const std::int64_t when = series_.time->values[static_cast<std::size_t>(origin)],
                           day = when >= 0 ? when / kDay : -((-when + kDay - 1) / kDay);
        out.push_back(static_cast<double>((when - day * kDay) / kHour));
        out.push_back(static_cast<double>(((day + 3) % 7 + 7) % 7));  // 1970-01-01 was a Thursday; 0: Monday
    }

private:
    const Series& series_;
    std::int64_t lags_;
};

Result<std::vector<double>> forecastByTrees(const Series& series, std::string&, const Progress& progress) {
    const std::int64_t lags = std::min(series.windows->lookback, kMostLags), horizon = series.windows->horizon;
    const auto rows = lastTraining(series, series.train.size());
    const std::int64_t last = series.train.end - horizon - 1,
                       first = std::max(series.train.end - std::ssize(rows) + lags - 1, last - kMostExamples + 1);
    if (last - first + 1 < 20) return kTooFew;
    const Features features(series, lags);
    std::vector<double> x, asked;
    for (std::int64_t origin = first; origin <= last; ++origin) features.add(origin, x);
    const std::size_t windows = series.windows->starts.size();
    for (std::size_t w = 0; w < windows; ++w) features.add(originOf(series, w), asked);
    std::vector<double> out(windows * static_cast<std::size_t>(horizon));
    std::atomic<std::int64_t> done{0};
    std::atomic<bool> stopped{false};
    std::mutex guard;  // of the progress and the first problem
    std::optional<Error> problem;
    inParallel(threadsFor(0), static_cast<std::size_t>(horizon), [&](std::size_t h) {
        if (stopped) return;
        {
            const std::lock_guard lock(guard);
            if (!report(progress, static_cast<double>(done) / static_cast<double>(horizon))) stopped = true;
        }
        std::vector<float> y;
        for (std::int64_t origin = first; origin <= last; ++origin)
            y.push_back(static_cast<float>(series.values[static_cast<std::size_t>(origin) + 1 + h] -
                                           series.values[static_cast<std::size_t>(origin)]));
        const auto answers = boostedTrees(x, y, features.columns(), asked);
        ++done;
        if (!answers.ok()) {
            const std::lock_guard lock(guard);
            problem = answers.error();
            return;
        }
        for (std::size_t w = 0; w < windows; ++w)
            out[w * static_cast<std::size_t>(horizon) + h] =
                (*answers)[w] + series.values[static_cast<std::size_t>(originOf(series, w))];
    });
    if (stopped) return kStopped;
    if (problem) return *problem;
    return out;
}

}  // namespace

StrongBaseline lightgbm() {
    return {{"lightgbm", GATELAB_TEXT("baselines", "LightGBM"),
             GATELAB_TEXT("baselines",
                          "Boosted trees (LightGBM 4.7, 100 trees of 15 leaves for each step) on the last values, "
                          "hour and weekday; what they say is added to the last value."),
             nullptr},
            GATELAB_TEXT("baselines", "LightGBM: a second or two for each step and target"),
            [](const StrongBaseline::Size& size) {
                const double columns = static_cast<double>(std::min(size.lookback, kMostLags) + 2),
                             examples = static_cast<double>(std::min(size.rows, kMostExamples));
                return static_cast<double>(size.horizon) * (0.05 + 7e-7 * examples * columns);
            },
            forecastByTrees,
            [] {
                const auto library = lightGbmLibrary();
                return library.ok() ? Phrase() : library.error().phrase;
            }};
}

}  // namespace gatelab::methods
