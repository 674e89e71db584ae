// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/word_lookup.h"

#include <ATen/ATen.h>

namespace gatelab {

WordLookup::Places::Places(const std::vector<std::int64_t>& places, at::Device device)
    : first_(places.front()), count_(std::ssize(places)) {
    for (std::size_t i = 0; i < places.size(); ++i)
        if (places[i] != first_ + static_cast<std::int64_t>(i) && !scattered_.defined())
            scattered_ = at::tensor(places, at::kLong).to(device);
}

at::Tensor WordLookup::Places::of(const at::Tensor& values, std::int64_t dimension) const {
    if (scattered_.defined()) return values.index_select(dimension, scattered_);
    return count_ == values.size(dimension) ? values : values.narrow(dimension, first_, count_);
}

WordLookup::WordLookup(std::span<const WordTable> tables, std::int64_t inputs, at::Device device) {
    if (const auto plain = plainInputs(tables, inputs); !plain.empty()) plain_.emplace_back(plain, device);
    for (const WordTable& table : tables) {
        Table one{table.name, {}, {}};
        for (const WordTable::Copy& copy : table.copies)
            one.copies.push_back({Places(copy.inputs, device), Places(copy.rows, device)});
        tables_.push_back(std::move(one));
    }
}

void WordLookup::bind(const std::function<at::Tensor(const std::string&)>& valueOf) {
    for (Table& table : tables_) table.value = valueOf(table.name);
}

at::Tensor WordLookup::seen(const at::Tensor& input) const {
    std::vector<at::Tensor> parts;
    for (const Places& plain : plain_) parts.push_back(plain.of(input, 2));
    for (const Table& table : tables_)
        for (const Copy& copy : table.copies)
            parts.push_back(at::matmul(copy.inputs.of(input, 2), copy.rows.of(table.value, 0)));
    return at::cat(parts, 2);
}

}  // namespace gatelab
