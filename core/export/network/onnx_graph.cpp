// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/network/onnx_graph.h"

#include <algorithm>
#include <bit>
#include <charconv>

namespace gatelab {

namespace {

/// AttributeProto.AttributeType.
enum AttributeType : std::int64_t { kInteger = 2, kText = 3, kGraph = 5, kIntegers = 7, kTexts = 8 };

static_assert(std::endian::native == std::endian::little, "raw_data is little-endian");

template <class Number>
std::string_view bytesOf(std::span<const Number> values) {
    return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

ProtobufMessage valueInfo(const std::string& name, OnnxType type, const OnnxGraph::Shape& shape) {
    ProtobufMessage dimensions;
    for (const std::string& dimension : shape) {
        std::int64_t number = 0;
        const auto read = std::from_chars(dimension.data(), dimension.data() + dimension.size(), number);
        const bool isNumber = read.ec == std::errc() && read.ptr == dimension.data() + dimension.size();
        dimensions.message(1, isNumber ? ProtobufMessage().integer(1, number) : ProtobufMessage().text(2, dimension));
    }
    const auto tensor = ProtobufMessage().integer(1, static_cast<std::int64_t>(type)).message(2, dimensions);
    return ProtobufMessage().text(1, name).message(2, ProtobufMessage().message(1, tensor));
}

}  // namespace

std::string OnnxGraph::input(const std::string& name, OnnxType type, const Shape& shape) {
    inputs_.message(11, valueInfo(name, type, shape));
    return name;
}
void OnnxGraph::output(const std::string& name, OnnxType type, const Shape& shape) {
    outputs_.message(12, valueInfo(name, type, shape));
}

std::string OnnxGraph::fresh(std::string_view word) {
    return prefix_ + std::string(word) + "_" + std::to_string(count_++);
}

std::string OnnxGraph::constant(OnnxType type, const std::vector<std::int64_t>& shape, std::string_view bytes,
                                std::string name) {
    std::string key(1, static_cast<char>(type));
    for (const std::int64_t size : shape) key += std::to_string(size) + ",";
    key += name;
    key += '|';
    key += bytes;
    const auto [place, isNew] = known_.try_emplace(std::move(key));
    if (!isNew) return place->second;
    place->second = name.empty() ? fresh("constant") : std::move(name);
    ProtobufMessage tensor;
    for (const std::int64_t size : shape) tensor.integer(1, size);
    tensor.integer(2, static_cast<std::int64_t>(type)).text(8, place->second).text(9, bytes);
    tensors_.message(5, tensor);
    return place->second;
}

std::string OnnxGraph::floats(std::span<const float> values, const std::vector<std::int64_t>& shape, std::string name) {
    return constant(OnnxType::Float, shape, bytesOf(values), std::move(name));
}
std::string OnnxGraph::doubles(std::span<const double> values, const std::vector<std::int64_t>& shape) {
    return constant(OnnxType::Double, shape, bytesOf(values), {});
}
std::string OnnxGraph::inputWithDefault(const std::string& name, std::span<const double> values,
                                        const std::vector<std::int64_t>& size, const Shape& shape) {
    constant(OnnxType::Double, size, bytesOf(values), name);
    return input(name, OnnxType::Double, shape);
}
std::string OnnxGraph::integers(const std::vector<std::int64_t>& values) {
    return constant(OnnxType::Int64, {std::ssize(values)}, bytesOf(std::span(values)), {});
}
std::string OnnxGraph::integer(std::int64_t value) {
    return constant(OnnxType::Int64, {}, bytesOf(std::span<const std::int64_t>(&value, 1)), {});
}

OnnxGraph::Attribute OnnxGraph::attribute(std::string_view name, std::int64_t value) {
    return Attribute().text(1, name).integer(3, value).integer(20, kInteger);
}
OnnxGraph::Attribute OnnxGraph::attribute(std::string_view name, std::string_view value) {
    return Attribute().text(1, name).text(4, value).integer(20, kText);
}
OnnxGraph::Attribute OnnxGraph::attribute(std::string_view name, const std::vector<std::int64_t>& values) {
    Attribute made = Attribute().text(1, name);
    for (const std::int64_t value : values) made.integer(8, value);
    return made.integer(20, kIntegers);
}
OnnxGraph::Attribute OnnxGraph::attribute(std::string_view name, const std::vector<std::string>& values) {
    Attribute made = Attribute().text(1, name);
    for (const std::string& value : values) made.text(9, value);
    return made.integer(20, kTexts);
}
OnnxGraph::Attribute OnnxGraph::attribute(std::string_view name, const OnnxGraph& graph) {
    return Attribute().text(1, name).message(6, graph.message()).integer(20, kGraph);
}

OnnxGraph::Names OnnxGraph::nodes(std::string_view op, const Names& inputs, std::size_t outputs,
                                  const std::vector<Attribute>& attributes) {
    ProtobufMessage made;
    for (const std::string& name : inputs) made.text(1, name);
    Names results;
    for (std::size_t i = 0; i < outputs; ++i) made.text(2, results.emplace_back(fresh(op)));
    made.text(3, prefix_ + "node_" + std::to_string(count_++)).text(4, op);
    for (const Attribute& one : attributes) made.message(5, one);
    nodes_.message(1, made);
    return results;
}
std::string OnnxGraph::node(std::string_view op, const Names& inputs, const std::vector<Attribute>& attributes) {
    return nodes(op, inputs, 1, attributes).front();
}
void OnnxGraph::named(const std::string& value, const std::string& name) {
    nodes_.message(1,
                   ProtobufMessage().text(1, value).text(2, name).text(3, prefix_ + "as_" + name).text(4, "Identity"));
}

std::string OnnxGraph::cast(const std::string& value, OnnxType type) {
    return node("Cast", {value}, {attribute("to", static_cast<std::int64_t>(type))});
}
std::string OnnxGraph::select(const std::string& value, std::int64_t axis, std::int64_t place) {
    return node("Gather", {value, integer(place)}, {attribute("axis", axis)});
}
std::string OnnxGraph::gather(const std::string& value, std::int64_t axis, const std::vector<std::int64_t>& places) {
    return node("Gather", {value, integers(places)}, {attribute("axis", axis)});
}
std::string OnnxGraph::unsqueeze(const std::string& value, std::int64_t axis) {
    return node("Unsqueeze", {value, integers({axis})});
}
std::string OnnxGraph::transpose(const std::string& value, const std::vector<std::int64_t>& order) {
    return node("Transpose", {value}, {attribute("perm", order)});
}
std::string OnnxGraph::reshape(const std::string& value, const std::vector<std::int64_t>& shape) {
    return node("Reshape", {value, integers(shape)});
}
std::string OnnxGraph::concat(const Names& values, std::int64_t axis) {
    return values.size() == 1 ? values.front() : node("Concat", values, {attribute("axis", axis)});
}

ProtobufMessage OnnxGraph::message() const {
    ProtobufMessage made = nodes_;
    return made.text(2, name_).append(tensors_).append(inputs_).append(outputs_);
}

std::string OnnxGraph::model(std::string_view producer, std::string_view version,
                             const std::map<std::string, std::string>& facts) const {
    ProtobufMessage made;
    made.integer(1, 8).text(2, producer).text(3, version).message(7, message());
    made.message(8, ProtobufMessage().text(1, "").integer(2, 17));
    for (const auto& [key, value] : facts) made.message(14, ProtobufMessage().text(1, key).text(2, value));
    return made.bytes();
}

}  // namespace gatelab
