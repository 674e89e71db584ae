// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/linear_scan.h"

#include "kernels/native/scan_kernels.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <complex>
#include <vector>

namespace gatelab {
namespace {

using native::ScanShape;
using torch::autograd::AutogradContext;
using torch::autograd::Variable;
using torch::autograd::variable_list;

constexpr std::int64_t kPieceSteps = 256, kFewNumbers = 128, kNumbersAtOnce = 64;
/// Numbers of all steps: fewer cost more to hand out than to do (as LibTorch has it).
constexpr std::int64_t kWorthAThread = 32768;

/// How one scan is given to threads: pieces of time, or else numbers.
struct Cut {
    std::int64_t steps, numbers, pieces, length;
    Cut(std::int64_t ofSteps, std::int64_t ofNumbers)
        : steps(ofSteps),
          numbers(ofNumbers),
          pieces(scanPieces(ofSteps, ofNumbers)),
          length((ofSteps + pieces - 1) / pieces) {}
    [[nodiscard]] std::int64_t first(std::int64_t piece) const { return std::min(steps, piece * length); }
    [[nodiscard]] std::int64_t count(std::int64_t piece) const { return first(piece + 1) - first(piece); }

    static std::int64_t grain(std::int64_t each) {
        return std::max<std::int64_t>(1, kWorthAThread / std::max<std::int64_t>(1, each));
    }
    template <class Body>
    void overPieces(const Body& body) const {
        at::parallel_for(0, pieces, grain(numbers * length), [&](std::int64_t from, std::int64_t to) {
            for (std::int64_t piece = from; piece < to; ++piece) body(piece);
        });
    }
    template <class Body>
    void overNumbers(const Body& body) const {
        at::parallel_for(0, (numbers + kNumbersAtOnce - 1) / kNumbersAtOnce, grain(kNumbersAtOnce * steps),
                         [&](std::int64_t from, std::int64_t to) {
                             const std::int64_t at = from * kNumbersAtOnce;
                             body(at, std::min(numbers, to * kNumbersAtOnce) - at);
                         });
    }
};

template <class T>
const T* numbersOf(const at::Tensor& tensor) {
    return tensor.const_data_ptr<T>();
}

/// Where each piece begins, [pieces + 1, width], from what each makes of a start of zeros and the factor by which it
/// multiplies a start. `backwards`: the first is the last piece.
template <class Follow>
void chainStarts(std::int64_t pieces, bool backwards, const Follow& follow) {
    for (std::int64_t k = 0; k + 1 < pieces; ++k) follow(backwards ? pieces - 1 - k : k);
}

template <class T>
void runForward(const at::Tensor& a, const at::Tensor& b, const at::Tensor& start, at::Tensor& h) {
    const Cut cut(a.size(0), start.numel());
    const auto& kernels = native::scanKernels<T>();
    const T *pa = numbersOf<T>(a), *pb = numbersOf<T>(b), *ps = numbersOf<T>(start);
    T* ph = h.data_ptr<T>();
    const std::int64_t row = cut.numbers;
    if (cut.pieces == 1) {
        cut.overNumbers([&](std::int64_t at, std::int64_t width) {
            kernels.forward({cut.steps, width, row}, pa + at, pb + at, ps + at, ph + at, nullptr, nullptr);
        });
        return;
    }
    const auto count = static_cast<std::size_t>(cut.pieces * row);
    std::vector<T> starts(count), ends(count), factors(count);
    cut.overPieces([&](std::int64_t piece) {
        const std::int64_t at = cut.first(piece) * row, own = piece * row;
        kernels.forward({cut.count(piece), row, row}, pa + at, pb + at, nullptr, nullptr, ends.data() + own,
                        factors.data() + own);
    });
    std::copy_n(ps, row, starts.begin());
    chainStarts(cut.pieces, false, [&](std::int64_t piece) {
        for (std::int64_t n = piece * row; n < (piece + 1) * row; ++n) {
            const auto k = static_cast<std::size_t>(n);
            starts[k + static_cast<std::size_t>(row)] = factors[k] * starts[k] + ends[k];
        }
    });
    cut.overPieces([&](std::int64_t piece) {
        const std::int64_t at = cut.first(piece) * row;
        kernels.forward({cut.count(piece), row, row}, pa + at, pb + at, starts.data() + piece * row, ph + at, nullptr,
                        nullptr);
    });
}

struct Gradients {
    at::Tensor a, b, start;
};

template <class T>
void runBackward(const at::Tensor& a, const at::Tensor& h, const at::Tensor& start, const at::Tensor& dh,
                 Gradients& out) {
    const Cut cut(a.size(0), start.numel());
    const auto& kernels = native::scanKernels<T>();
    const T *pa = numbersOf<T>(a), *ph = numbersOf<T>(h), *ps = numbersOf<T>(start), *pd = numbersOf<T>(dh);
    T *da = out.a.data_ptr<T>(), *db = out.b.data_ptr<T>(), *ds = out.start.data_ptr<T>();
    const std::int64_t row = cut.numbers;
    if (cut.pieces == 1) {
        cut.overNumbers([&](std::int64_t at, std::int64_t width) {
            kernels.backward({cut.steps, width, row}, pa + at, ph + at, ps + at, pd + at, nullptr, da + at, db + at,
                             ds + at, nullptr);
        });
        return;
    }
    const auto count = static_cast<std::size_t>(cut.pieces * row);
    std::vector<T> after(count, T(0)), ends(count), factors(count), unused(count);
    cut.overPieces([&](std::int64_t piece) {
        const std::int64_t at = cut.first(piece) * row, own = piece * row;
        kernels.backward({cut.count(piece), row, row}, pa + at, nullptr, nullptr, pd + at, nullptr, nullptr, nullptr,
                         ends.data() + own, factors.data() + own);
    });
    chainStarts(cut.pieces, true, [&](std::int64_t piece) {
        for (std::int64_t n = piece * row; n < (piece + 1) * row; ++n) {
            const auto k = static_cast<std::size_t>(n);
            after[k - static_cast<std::size_t>(row)] = factors[k] * after[k] + ends[k];
        }
    });
    cut.overPieces([&](std::int64_t piece) {
        const std::int64_t at = cut.first(piece) * row;
        kernels.backward({cut.count(piece), row, row}, pa + at, ph + at, piece > 0 ? ph + at - row : ps, pd + at,
                         after.data() + piece * row, da + at, db + at, piece > 0 ? unused.data() + piece * row : ds,
                         nullptr);
    });
}

struct LinearScan : torch::autograd::Function<LinearScan> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& a, const at::Tensor& b,
                              const at::Tensor& start) {
        const at::Tensor factor = a.contiguous(), added = b.contiguous(), first = start.contiguous();
        at::Tensor h = at::empty_like(factor);
        AT_DISPATCH_FLOATING_TYPES(h.scalar_type(), "linearScan",
                                   [&] { runForward<scalar_t>(factor, added, first, h); });
        context->save_for_backward({factor, first, h});
        return h;
    }
    static variable_list backward(AutogradContext* context, variable_list gradients) {
        const variable_list saved = context->get_saved_variables();
        const at::Tensor dh = gradients[0].contiguous();
        Gradients out{at::empty_like(saved[0]), at::empty_like(saved[0]), at::empty_like(saved[1])};
        AT_DISPATCH_FLOATING_TYPES(dh.scalar_type(), "linearScan",
                                   [&] { runBackward<scalar_t>(saved[0], saved[2], saved[1], dh, out); });
        return {out.a, out.b, out.start};
    }
};

/// The factors of a turning scan for every number of a step, and their power of a piece's length.
template <class T>
struct Turning {
    std::vector<T> real, imaginary;
    Turning(const at::Tensor& re, const at::Tensor& im, std::int64_t batch) {
        const T *pr = numbersOf<T>(re), *pi = numbersOf<T>(im);
        for (std::int64_t b = 0; b < batch; ++b) {
            real.insert(real.end(), pr, pr + re.numel());
            imaginary.insert(imaginary.end(), pi, pi + im.numel());
        }
    }
    /// next = (real + i imaginary)^steps * state + ends; with the other sign of i in a pass back.
    void follow(std::int64_t steps, bool conjugate, const T* state, const T* ends, T* next) const {
        const std::size_t row = real.size();
        for (std::size_t n = 0; n < row; ++n) {
            const std::complex<T> by(real[n], conjugate ? -imaginary[n] : imaginary[n]);
            std::complex<T> power(1), square = by;
            for (std::int64_t left = steps; left > 0; left /= 2, square *= square)
                if (left % 2 == 1) power *= square;
            const std::complex<T> moved = power * std::complex<T>(state[n], state[n + row]);
            next[n] = moved.real() + ends[n], next[n + row] = moved.imag() + ends[n + row];
        }
    }
};

template <class T>
void turnForward(const Turning<T>& by, const at::Tensor& u, const at::Tensor& v, const at::Tensor& start, at::Tensor& c,
                 at::Tensor& j) {
    const auto row = static_cast<std::int64_t>(by.real.size());
    const Cut cut(u.size(0), row);
    const auto& kernels = native::scanKernels<T>();
    const T *pu = numbersOf<T>(u), *pv = numbersOf<T>(v), *ps = numbersOf<T>(start);
    T *pc = c.data_ptr<T>(), *pj = j.data_ptr<T>();
    const auto count = static_cast<std::size_t>(2 * cut.pieces * row);
    std::vector<T> starts(count), ends(count);
    if (cut.pieces == 1) {
        cut.overNumbers([&](std::int64_t at, std::int64_t width) {
            kernels.turn({cut.steps, width, row}, by.real.data() + at, by.imaginary.data() + at, pu + at, pv + at,
                         ps + at, pc + at, pj + at, ends.data() + at);
        });
        return;
    }
    cut.overPieces([&](std::int64_t piece) {
        const std::int64_t at = cut.first(piece) * row;
        kernels.turn({cut.count(piece), row, row}, by.real.data(), by.imaginary.data(), pu + at, pv + at, nullptr,
                     nullptr, nullptr, ends.data() + 2 * piece * row);
    });
    std::copy_n(ps, 2 * row, starts.begin());
    chainStarts(cut.pieces, false, [&](std::int64_t piece) {
        T* own = starts.data() + 2 * piece * row;
        by.follow(cut.count(piece), false, own, ends.data() + 2 * piece * row, own + 2 * row);
    });
    cut.overPieces([&](std::int64_t piece) {
        const std::int64_t at = cut.first(piece) * row;
        kernels.turn({cut.count(piece), row, row}, by.real.data(), by.imaginary.data(), pu + at, pv + at,
                     starts.data() + 2 * piece * row, pc + at, pj + at, ends.data() + 2 * piece * row);
    });
}

struct TurnGradients {
    at::Tensor u, v, start, real, imaginary;  ///< of the factors [pieces, numbers]
};

template <class T>
void turnBackward(const Turning<T>& by, const variable_list& saved, const at::Tensor& dc, const at::Tensor& dj,
                  TurnGradients& out) {
    const auto row = static_cast<std::int64_t>(by.real.size());
    const Cut cut(dc.size(0), row);
    const auto& kernels = native::scanKernels<T>();
    const T *ps = numbersOf<T>(saved[2]), *pc = numbersOf<T>(saved[3]), *pj = numbersOf<T>(saved[4]),
            *pdc = numbersOf<T>(dc), *pdj = numbersOf<T>(dj);
    T *du = out.u.data_ptr<T>(), *dv = out.v.data_ptr<T>(), *ds = out.start.data_ptr<T>(), *dr = out.real.data_ptr<T>(),
      *di = out.imaginary.data_ptr<T>();
    if (cut.pieces == 1) {
        cut.overNumbers([&](std::int64_t at, std::int64_t width) {
            kernels.turnBack({cut.steps, width, row}, by.real.data() + at, by.imaginary.data() + at, pc + at, pj + at,
                             ps + at, pdc + at, pdj + at, nullptr, du + at, dv + at, dr + at, di + at, ds + at);
        });
        return;
    }
    const auto count = static_cast<std::size_t>(2 * cut.pieces * row);
    std::vector<T> after(count, T(0)), ends(count), before(static_cast<std::size_t>(2 * row));
    cut.overPieces([&](std::int64_t piece) {
        const std::int64_t at = cut.first(piece) * row;
        kernels.turnBack({cut.count(piece), row, row}, by.real.data(), by.imaginary.data(), nullptr, nullptr, nullptr,
                         pdc + at, pdj + at, nullptr, nullptr, nullptr, nullptr, nullptr,
                         ends.data() + 2 * piece * row);
    });
    chainStarts(cut.pieces, true, [&](std::int64_t piece) {
        T* own = after.data() + 2 * piece * row;
        by.follow(cut.count(piece), true, own, ends.data() + 2 * piece * row, own - 2 * row);
    });
    cut.overPieces([&](std::int64_t piece) {
        const std::int64_t at = cut.first(piece) * row;
        std::vector<T> first(ps, ps + 2 * row);  // the state before the piece
        if (piece > 0)
            std::copy_n(pc + at - row, row, first.begin()), std::copy_n(pj + at - row, row, first.begin() + row);
        std::vector<T> left(static_cast<std::size_t>(2 * row));
        kernels.turnBack({cut.count(piece), row, row}, by.real.data(), by.imaginary.data(), pc + at, pj + at,
                         first.data(), pdc + at, pdj + at, after.data() + 2 * piece * row, du + at, dv + at,
                         dr + piece * row, di + piece * row, piece == 0 ? ds : left.data());
    });
}

struct TurnScan : torch::autograd::Function<TurnScan> {
    static variable_list forward(AutogradContext* context, const at::Tensor& real, const at::Tensor& imaginary,
                                 const at::Tensor& u, const at::Tensor& v, const at::Tensor& start) {
        const at::Tensor re = real.contiguous(), im = imaginary.contiguous(), first = start.contiguous();
        at::Tensor c = at::empty(u.sizes(), u.options()), j = at::empty_like(c);
        AT_DISPATCH_FLOATING_TYPES(u.scalar_type(), "turningScan", [&] {
            turnForward<scalar_t>(Turning<scalar_t>(re, im, u.size(1)), u.contiguous(), v.contiguous(), first, c, j);
        });
        context->save_for_backward({re, im, first, c, j});
        return {c, j};
    }
    static variable_list backward(AutogradContext* context, variable_list gradients) {
        const variable_list saved = context->get_saved_variables();
        const at::Tensor& c = saved[3];
        const auto given = [&](const at::Tensor& gradient) {
            return gradient.defined() ? gradient.contiguous() : at::zeros_like(c);
        };
        const at::Tensor dc = given(gradients[0]), dj = given(gradients[1]);
        const std::int64_t batch = c.size(1), units = c.size(2), pieces = scanPieces(c.size(0), batch * units);
        TurnGradients out{at::empty_like(c), at::empty_like(c), at::empty_like(saved[2]),
                          at::zeros({pieces, batch, units}, c.options()),
                          at::zeros({pieces, batch, units}, c.options())};
        AT_DISPATCH_FLOATING_TYPES(c.scalar_type(), "turningScan", [&] {
            turnBackward<scalar_t>(Turning<scalar_t>(saved[0], saved[1], batch), saved, dc, dj, out);
        });
        const auto summed = [](const at::Tensor& each) { return each.sum(at::IntArrayRef{0, 1}); };
        return {summed(out.real), summed(out.imaginary), out.u, out.v, out.start};
    }
};

}  // namespace

std::int64_t scanPieces(std::int64_t steps, std::int64_t numbers) {
    return numbers > kFewNumbers ? 1 : std::max<std::int64_t>(1, steps / kPieceSteps);
}

at::Tensor linearScan(const at::Tensor& a, const at::Tensor& b, const at::Tensor& start) {
    return LinearScan::apply(a, b, start);
}

std::pair<at::Tensor, at::Tensor> turningScan(const at::Tensor& real, const at::Tensor& imaginary, const at::Tensor& u,
                                              const at::Tensor& v, const at::Tensor& start) {
    const at::Tensor apart = start.view({start.size(0), 2, -1}).transpose(0, 1);
    const variable_list both = TurnScan::apply(real, imaginary, u, v, apart);
    return {both[0], both[1]};
}

}  // namespace gatelab
