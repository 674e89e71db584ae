// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/look/fourier.h"

#include <fftw3.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <mutex>

namespace gatelab {
namespace {

std::mutex& planner() {
    static std::mutex mutex;
    return mutex;
}

struct FreeMemory {
    void operator()(void* memory) const { fftw_free(memory); }
};

/// Room for n numbers and, in the same place, for their n / 2 + 1 complex amplitudes.
class Transform {
public:
    explicit Transform(std::size_t n) : n_(n), room_(fftw_alloc_complex(n / 2 + 1)) {
        std::fill_n(numbers(), 2 * (n / 2 + 1), 0.0);
    }
    [[nodiscard]] double* numbers() { return reinterpret_cast<double*>(room_.get()); }
    [[nodiscard]] fftw_complex* amplitudes() { return room_.get(); }
    void forward() {
        run([this] { return fftw_plan_dft_r2c_1d(static_cast<int>(n_), numbers(), amplitudes(), FFTW_ESTIMATE); });
    }
    void backward() {
        run([this] { return fftw_plan_dft_c2r_1d(static_cast<int>(n_), amplitudes(), numbers(), FFTW_ESTIMATE); });
    }

private:
    template <class MakePlan>
    void run(MakePlan makePlan) {
        fftw_plan plan = nullptr;
        {
            const std::scoped_lock lock(planner());
            plan = makePlan();
        }
        fftw_execute(plan);
        const std::scoped_lock lock(planner());
        fftw_destroy_plan(plan);
    }
    std::size_t n_;
    std::unique_ptr<fftw_complex[], FreeMemory> room_;
};

}  // namespace

std::vector<double> laggedProducts(std::span<const double> a, std::span<const double> b, std::size_t lags) {
    if (a.empty()) return std::vector<double>(lags + 1, 0.0);
    const std::size_t n = std::bit_ceil(a.size() + std::min(lags, a.size()) + 1);
    Transform first(n), second(n);
    std::ranges::copy(a, first.numbers());
    std::ranges::copy(b, second.numbers());
    first.forward();
    second.forward();
    for (std::size_t j = 0; j <= n / 2; ++j) {
        fftw_complex& x = first.amplitudes()[j];
        const fftw_complex& y = second.amplitudes()[j];
        const double real = x[0] * y[0] + x[1] * y[1], imaginary = x[0] * y[1] - x[1] * y[0];
        x[0] = real, x[1] = imaginary;
    }
    first.backward();
    std::vector<double> products(lags + 1, 0.0);
    for (std::size_t k = 0; k <= std::min(lags, a.size() - 1); ++k)
        products[k] = first.numbers()[k] / static_cast<double>(n);
    return products;
}

std::vector<double> squaredSpectrum(std::span<const double> values) {
    if (values.empty()) return {};
    Transform transform(values.size());
    std::ranges::copy(values, transform.numbers());
    transform.forward();
    std::vector<double> squares(values.size() / 2 + 1);
    for (std::size_t j = 0; j < squares.size(); ++j) {
        const fftw_complex& x = transform.amplitudes()[j];
        squares[j] = x[0] * x[0] + x[1] * x[1];
    }
    return squares;
}

}  // namespace gatelab
