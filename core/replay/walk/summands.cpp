// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/walk/summands.h"

#include "replay/tensor_numbers.h"

#include <ATen/ATen.h>

#include <cstddef>
#include <string>
#include <vector>

namespace gatelab {

namespace {

using From = WalkTerm::From;

WalkPlace weightAt(const std::string& tensor, std::int64_t index) {
    return {WalkPlace::Kind::Weight, tensor, 0, 0, 0, index};
}

double numberAt(const at::Tensor& values, std::int64_t index) { return values[index].item<double>(); }

/// The row `at` of the matrix times what it reads; `first`: the column or unit of its first weight.
void addRow(WalkSum& sum, From from, const std::string& tensor, const at::Tensor& matrix, std::int64_t at,
            const at::Tensor& values, double back, std::int64_t first = 0) {
    const std::vector<double> weights = numbersOf(matrix[at]), seen = numbersOf(values);
    for (std::size_t k = 0; k < weights.size(); ++k) {
        const auto index = static_cast<std::int64_t>(k);
        sum.terms.push_back(
            {from, first + index, weightAt(tensor, at * matrix.size(1) + index), weights[k], seen[k], back * seen[k]});
    }
}

}  // namespace

WalkSum Summands::of(const char* key, std::int64_t block, bool input, bool hidden) const {
    WalkSum sum{key, {}};
    const double back = numberAt(step_.gradient(key), unit_);
    const std::int64_t at = block * weights_.units() + unit_;
    const bool isMatrix = weights_.hiddenBias.defined(), sees = hidden && weights_.cell.readsHidden();
    const auto bias = [&](From from, const char* what, const at::Tensor& tensor) {
        sum.terms.push_back({from, 0, weightAt(weights_.name(what), at), numberAt(tensor, at), 1, back});
    };
    if (input) addRow(sum, From::Input, weights_.name("weight_ih"), weights_.input, at, step_.value("x"), back);
    if (sees) {
        const at::Tensor& h0 = step_.value("h0");
        addRow(sum, From::Hidden, weights_.name("weight_hh"), weights_.hidden, at,
               isMatrix ? h0 : h0.narrow(0, unit_, 1), back, isMatrix ? 0 : unit_);
    }
    if (input) bias(From::InputBias, "bias_ih", weights_.inputBias);
    if (sees && isMatrix) bias(From::HiddenBias, "bias_hh", weights_.hiddenBias);
    return sum;
}

void Summands::peephole(WalkSum& sum, std::int64_t which, const char* cell) const {
    if (!weights_.peephole.defined()) return;
    const double seen = numberAt(step_.value(cell), unit_);
    sum.terms.push_back({From::Cell, unit_, weightAt(weights_.name("weight_ch"), which * weights_.units() + unit_),
                         numberAt(weights_.peephole[which], unit_), seen,
                         numberAt(step_.gradient(sum.key), unit_) * seen});
}

WalkSum Summands::projection(std::int64_t output) const {
    WalkSum sum{"h", {}};
    addRow(sum, From::Output, weights_.name("weight_hr"), weights_.projection, output, step_.value("m"),
           numberAt(step_.gradient("h"), output));
    return sum;
}

}  // namespace gatelab
